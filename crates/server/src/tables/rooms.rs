//! All rooms, in the thread that owns them: work that others send, and the moves of chance and bots, each in its time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use bastide::core::{Fault, Words};
use bastide::{Config, Game, Library, Seed};
use bastide_table::{Answer, Asked, Key, Now, Phase, Policy, Room, Step};
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
    /// When the room changes although nobody asks for anything.
    alarm: Option<Instant>,
    /// When somebody asked something of it last.
    asked: Instant,
    /// Where the record is kept.
    file: Option<PathBuf>,
    /// Actions that are kept.
    kept: usize,
}

/// All rooms.
#[derive(Debug)]
pub(super) struct Rooms {
    options: Options,
    /// Times of the rooms are counted from here.
    begun: Instant,
    live: BTreeMap<String, Live>,
}

impl Rooms {
    pub(super) fn new(options: Options) -> Self {
        Self { options, begun: Instant::now(), live: BTreeMap::new() }
    }

    /// Works until nobody is left who could ask.
    pub(super) fn run(mut self, asked: &Receiver<Work>) {
        loop {
            let now = Instant::now();
            let due = self.live.values().filter_map(Live::wakes).min();
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
        for (name, live) in &mut self.live {
            if live.alarm.is_some_and(|alarm| alarm <= now) {
                live.at(self.begun);
                live.due = Some(now);
                live.told(name);
            }
            if live.due.is_none_or(|due| due > now) {
                continue;
            }
            live.due = match live.room.advance() {
                Step::Wait => None,
                Step::Chance => Some(now),
                Step::Bot => {
                    let pause = live.room.policy().pause;
                    Some(Instant::now() + Duration::from_millis(pause.into()))
                }
            };
            live.told(name);
            live.at(self.begun);
        }
    }

    /// A table for a config.
    pub(super) fn make(&mut self, config: Config) -> Result<Made, Vec<Fault>> {
        let (library, look) = (self.options.library.clone(), self.options.look.clone());
        let policy = self.policy();
        let made = |keys| Ok(Room::new(config, library, look, keys)?.kept(policy));
        self.enter(None, made)
    }

    /// A table for a game that has begun.
    pub(super) fn resume(&mut self, game: Game, file: PathBuf) -> Result<Made, Vec<Fault>> {
        let (library, look) = (self.options.library.clone(), self.options.look.clone());
        let policy = self.policy();
        self.enter(Some(file), |keys| Ok(Room::of(game, library, look, keys).kept(policy)))
    }

    /// How tables are kept if nobody says otherwise.
    fn policy(&self) -> Policy {
        Policy {
            pause: self.options.pause.as_millis().try_into().unwrap_or(u16::MAX),
            ..Policy::default()
        }
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
        self.make_place()?;
        let [host, invite] = [fresh()?, fresh()?];
        let room = make([host, invite]).map_err(|error| error.faults())?;
        let name = self.keep(room, file)?;
        Ok(Made { room: name, host: host.to_string(), invite: invite.to_string() })
    }

    /// Where there is no place for another table, one at which nobody plays gives way: that which nobody asked anything of for longest.
    fn make_place(&mut self) -> Result<(), Vec<Fault>> {
        if self.live.len() < ROOMS_MAX {
            return Ok(());
        }
        let idle = self.live.iter().filter(|(_, live)| live.room.phase() != Phase::Playing);
        let oldest = idle.min_by_key(|(_, live)| live.asked).map(|(name, _)| name.clone());
        let name = oldest.ok_or_else(|| vec![full()])?;
        self.live.remove(&name);
        info!(target: "bastide::table", room = name, "gave way");
        Ok(())
    }

    /// Keeps a room under a name of its own.
    fn keep(&mut self, room: Room, file: Option<PathBuf>) -> Result<String, Vec<Fault>> {
        let name = name(random()?);
        let folder = self.options.records.as_ref();
        let file = file.or_else(|| Some(folder?.join(format!("{name}.bastide"))));
        let kept = room.game().map_or(0, |game| game.entries().len());
        let (changed, _) = watch::channel(room.version());
        let now = Instant::now();
        let mut live = Live { room, changed, due: Some(now), alarm: None, asked: now, file, kept };
        live.at(self.begun);
        self.live.insert(name.clone(), live);
        info!(target: "bastide::table", room = name, "made");
        Ok(name)
    }

    /// The rooms go on under what a library says now.
    pub(super) fn reload(&mut self, library: &Arc<Library>) {
        self.options.library = Arc::clone(library);
        self.each(|room| room.reload(library));
    }

    /// What is written cannot be read: hosts are told.
    pub(super) fn faulty(&mut self, faults: &[Fault]) {
        let library = Arc::clone(&self.options.library);
        self.each(|room| room.faulty(faults, &library));
    }

    fn each(&mut self, change: impl Fn(&mut Room)) {
        for (name, live) in &mut self.live {
            change(&mut live.room);
            live.due = Some(Instant::now());
            live.told(name);
        }
    }

    /// What changes of a room are told by.
    pub(super) fn changes(&mut self, name: &str, keys: &[Key]) -> Option<watch::Receiver<u64>> {
        let live = self.live.get_mut(name)?;
        live.seen(self.begun, name, keys);
        Some(live.changed.subscribe())
    }

    /// The room as whoever shows these keys sees it.
    pub(super) fn now(&mut self, name: &str, keys: &[Key], lang: &str) -> Option<Now> {
        let room = self.room(name)?;
        let viewer = room.viewer_of(keys);
        Some(room.now(viewer, lang))
    }

    /// Does what is asked of a room.
    pub(super) fn ask(&mut self, name: &str, keys: &[Key], asked: Asked) -> Option<Answer> {
        let live = self.live.get_mut(name)?;
        live.seen(self.begun, name, keys);
        let viewer = live.room.viewer_of(keys);
        let (Ok(seed), Ok(next)) = (random(), fresh()) else {
            let why = Words::new("the system gives no chance", "le système ne donne pas de hasard");
            return Some(Answer::No { code: "fault", why, rules: Vec::new() });
        };
        let answer = live.room.ask(viewer, asked, Seed(seed), || next);
        let again = live.room.take_again();
        live.due = Some(Instant::now());
        live.told(name);
        live.at(self.begun);
        match again.map(|room| self.go_on(name, room)) {
            Some(Err(faults)) => {
                let what = faults.into_iter().next().map(|fault| fault.what);
                Some(Answer::No { code: "fault", why: what.unwrap_or_default(), rules: Vec::new() })
            }
            _ => Some(answer),
        }
    }

    /// The people of a room play once more, in another one.
    fn go_on(&mut self, name: &str, room: Room) -> Result<(), Vec<Fault>> {
        // The room that is left has a place as long as the other is found.
        if let Some(live) = self.live.get_mut(name) {
            live.asked = Instant::now();
        }
        self.make_place()?;
        let next = self.keep(room, None)?;
        if let Some(live) = self.live.get_mut(name) {
            live.room.goes_on_at(&next);
            live.told(name);
        }
        Ok(())
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
    /// When there is something to be done.
    fn wakes(&self) -> Option<Instant> {
        self.due.into_iter().chain(self.alarm).min()
    }

    /// Says what time it is.
    fn at(&mut self, begun: Instant) {
        self.room.at(begun.elapsed().as_millis().try_into().unwrap_or(u64::MAX));
        self.alarm = self.room.alarm().map(|alarm| begun + Duration::from_millis(alarm));
    }

    /// Those who show these keys have asked something.
    fn seen(&mut self, begun: Instant, name: &str, keys: &[Key]) {
        let version = self.room.version();
        self.asked = Instant::now();
        self.at(begun);
        self.room.seen(keys);
        self.at(begun);
        if self.room.version() != version {
            self.due = Some(self.asked);
            self.told(name);
        }
    }

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
