//! All rooms, in the thread that owns them: work that others send, and the moves of chance and bots, each in its time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use bastide::core::{Fault, Words};
use bastide::{Config, Game, Seed};
use bastide_table::{Answer, Asked, Key, Now, Room, Step};
use tokio::sync::watch;
use tracing::{info, warn};

use super::Options;

/// Most tables at a time.
pub const ROOMS_MAX: usize = 64;
/// Letters of a room's name: none that is taken for another.
const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";
/// How many of them.
const LETTERS_IN_NAME: usize = 10;
/// Whoever waits for nothing looks again after so long.
const LONG: Duration = Duration::from_secs(3600);

/// Something to be done with the rooms.
pub(super) type Work = Box<dyn FnOnce(&mut Rooms) + Send>;

/// A table that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its name, which is in its address.
    pub room: String,
    /// The key of its host.
    pub host: String,
    /// With what a free seat is taken.
    pub invite: String,
}

/// A room and who waits for it.
#[derive(Debug)]
struct Live {
    room: Room,
    changed: watch::Sender<u64>,
    /// When chance or a bot is to act; nobody has to, if there is no moment.
    due: Option<Instant>,
    /// Where the record is kept.
    file: Option<PathBuf>,
    /// Actions that are kept.
    kept: usize,
}

/// All rooms.
#[derive(Debug)]
pub(super) struct Rooms {
    options: Options,
    live: BTreeMap<String, Live>,
}

impl Rooms {
    pub(super) fn new(options: Options) -> Self {
        Self { options, live: BTreeMap::new() }
    }

    /// Works until nobody is left who could ask.
    pub(super) fn run(mut self, asked: &Receiver<Work>) {
        loop {
            let now = Instant::now();
            let due = self.live.values().filter_map(|live| live.due).min();
            let wait = due.map_or(LONG, |due| due.saturating_duration_since(now));
            match asked.recv_timeout(wait) {
                Ok(work) => work(&mut self),
                Err(RecvTimeoutError::Timeout) => self.advance(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Lets chance and bots act whose time has come, one step in each room.
    fn advance(&mut self) {
        let now = Instant::now();
        let pause = self.options.pause;
        for (name, live) in &mut self.live {
            if live.due.is_none_or(|due| due > now) {
                continue;
            }
            live.due = match live.room.advance() {
                Step::Wait => None,
                Step::Chance => Some(now),
                Step::Bot => Some(Instant::now() + pause),
            };
            live.told(name);
        }
    }

    /// A table for a config.
    pub(super) fn make(&mut self, config: Config) -> Result<Made, Vec<Fault>> {
        let (library, look) = (self.options.library.clone(), self.options.look.clone());
        self.enter(None, |keys| Room::new(config, library, look, keys))
    }

    /// A table for a game that has begun.
    pub(super) fn resume(&mut self, game: Game, file: PathBuf) -> Result<Made, Vec<Fault>> {
        let (library, look) = (self.options.library.clone(), self.options.look.clone());
        self.enter(Some(file), |keys| Ok(Room::of(game, library, look, keys)))
    }

    /// A table for a game that comes from elsewhere, which is kept from here on.
    pub(super) fn open(&mut self, game: Game) -> Result<Made, Vec<Fault>> {
        let (library, look) = (self.options.library.clone(), self.options.look.clone());
        let made = self.enter(None, |keys| Ok(Room::of(game, library, look, keys)))?;
        if let Some(live) = self.live.get_mut(&made.room) {
            live.kept = usize::MAX;
            live.told(&made.room);
        }
        Ok(made)
    }

    fn enter(
        &mut self,
        file: Option<PathBuf>,
        make: impl FnOnce([Key; 2]) -> bastide::Result<Room>,
    ) -> Result<Made, Vec<Fault>> {
        if self.live.len() >= ROOMS_MAX {
            return Err(vec![full()]);
        }
        let [host, invite] = [fresh()?, fresh()?];
        let room = make([host, invite]).map_err(|error| error.faults())?;
        let name = name(random()?);
        let folder = self.options.records.as_ref();
        let file = file.or_else(|| Some(folder?.join(format!("{name}.bastide"))));
        let kept = room.game().map_or(0, |game| game.entries().len());
        let (changed, _) = watch::channel(room.version());
        let live = Live { room, changed, due: Some(Instant::now()), file, kept };
        self.live.insert(name.clone(), live);
        info!(target: "bastide::table", room = name, "made");
        Ok(Made { room: name, host: host.to_string(), invite: invite.to_string() })
    }

    /// What changes of a room are told by.
    pub(super) fn changes(&self, name: &str) -> Option<watch::Receiver<u64>> {
        Some(self.live.get(name)?.changed.subscribe())
    }

    /// The room as whoever shows a key sees it.
    pub(super) fn now(&mut self, name: &str, key: Option<Key>, lang: &str) -> Option<Now> {
        let room = self.room(name)?;
        let viewer = room.viewer(key);
        Some(room.now(viewer, lang))
    }

    /// Does what is asked of a room.
    pub(super) fn ask(&mut self, name: &str, key: Option<Key>, asked: Asked) -> Option<Answer> {
        let live = self.live.get_mut(name)?;
        let viewer = live.room.viewer(key);
        let (Ok(seed), Ok(next)) = (random(), fresh()) else {
            let why = Words::new("the system gives no chance", "le système ne donne pas de hasard");
            return Some(Answer::No { code: "fault", why, rules: Vec::new() });
        };
        let answer = live.room.ask(viewer, asked, Seed(seed), || next);
        live.due = Some(Instant::now());
        live.told(name);
        Some(answer)
    }

    /// A room by its name.
    pub(super) fn room(&mut self, name: &str) -> Option<&mut Room> {
        Some(&mut self.live.get_mut(name)?.room)
    }

    /// Everything that can be played.
    pub(super) fn options(&self) -> &Options {
        &self.options
    }
}

impl Live {
    /// Keeps the record if it has changed, and tells who waits.
    fn told(&mut self, name: &str) {
        if let (Some(game), Some(file)) = (self.room.game(), &self.file) {
            let n = game.entries().len();
            if n != self.kept {
                match game.autosave(file) {
                    Ok(()) => self.kept = n,
                    Err(e) => warn!(target: "bastide::table", room = name, %e, "not kept"),
                }
            }
        }
        let version = self.room.version();
        self.changed.send_if_modified(|told| std::mem::replace(told, version) != version);
    }
}

/// Bits that nobody can guess.
pub(super) fn random() -> Result<u128, Vec<Fault>> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|e| {
        let fault = Fault::new(
            "F0037",
            format!("the system gives no chance: {e}"),
            format!("le système ne donne pas de hasard : {e}"),
        );
        vec![fault.help("start the command again", "relancez la commande")]
    })?;
    Ok(u128::from_le_bytes(bytes))
}

fn fresh() -> Result<Key, Vec<Fault>> {
    random().map(Key::new)
}

/// The name of a room: fifty of the bits.
fn name(bits: u128) -> String {
    let letter = |at: usize| char::from(LETTERS[(bits >> (5 * at)) as usize & 31]);
    (0..LETTERS_IN_NAME).map(letter).collect()
}

pub(super) fn full() -> Fault {
    Fault::new(
        "F0038",
        format!("there are {ROOMS_MAX} tables already"),
        format!("il y a déjà {ROOMS_MAX} tables"),
    )
    .help(
        "play at one of them, or start the command again",
        "jouez à l'une d'elles, ou relancez la commande",
    )
}
