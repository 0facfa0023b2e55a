//! All rooms, in the thread that owns them: work that others send, and the moves of chance and bots, each in its time.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use bastide::core::{Fault, Words};
use bastide::{Config, Game, Library, Seed};
use bastide_store::Kept;
use bastide_table::{Answer, Asked, Key, Now, Phase, Policy, Room, Step};
use tokio::sync::watch;
use tracing::{info, warn};

use super::Options;
use super::door::Replay;
use super::fresh::{fresh, name, random};
use super::shelf::Shelf;

/// Code of the fault that there is no place for another table.
pub(super) const FULL: &str = "F0038";
/// Most tables in memory at a time, if nobody says otherwise.
pub const ROOMS_MAX: usize = 64;
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
    /// Actions that are kept there.
    kept: usize,
    /// What the shelf has of it.
    said: Kept,
}

/// All rooms.
#[derive(Debug)]
pub(super) struct Rooms {
    options: Options,
    /// Times of the rooms are counted from here.
    begun: Instant,
    live: BTreeMap<String, Live>,
    shelf: Shelf,
}

impl Rooms {
    pub(super) fn new(options: Options) -> Self {
        let shelf = Shelf::open(options.records.as_deref(), options.keep, options.door.clone());
        Self { options, begun: Instant::now(), live: BTreeMap::new(), shelf }
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
                live.told(name, &mut self.shelf);
            }
            if live.due.is_none_or(|due| due > now) {
                continue;
            }
            let begun = Instant::now();
            let step = live.room.advance();
            if matches!(step, Step::Bot) {
                self.options.door.bot(begun.elapsed());
            }
            live.due = match step {
                Step::Wait => None,
                Step::Chance => Some(now),
                Step::Bot => {
                    let pause = live.room.policy().pause;
                    Some(Instant::now() + Duration::from_millis(pause.into()))
                }
            };
            live.told(name, &mut self.shelf);
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
            live.told(&made.room, &mut self.shelf);
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

    /// Where there is no place for another table, one gives way: that which nobody asked anything of for longest. If it is kept, it
    /// is found again when somebody comes; else only one at which nobody plays may go.
    fn make_place(&mut self) -> Result<(), Vec<Fault>> {
        if self.live.len() < self.options.door.limits().tables as usize {
            return Ok(());
        }
        let keeps = self.shelf.keeps();
        let may_go = |live: &Live| {
            let watched = live.changed.receiver_count() > 0;
            if keeps { !watched } else { live.room.phase() != Phase::Playing }
        };
        let idle = self.live.iter().filter(|(_, live)| may_go(live));
        let oldest = idle.min_by_key(|(_, live)| live.asked).map(|(name, _)| name.clone());
        let name = oldest.ok_or_else(|| vec![full()])?;
        self.live.remove(&name);
        self.options.door.left(&name);
        info!(target: "bastide::table", room = name, "gave way");
        Ok(())
    }

    /// Keeps a room under a name of its own.
    fn keep(&mut self, room: Room, file: Option<PathBuf>) -> Result<String, Vec<Fault>> {
        let name = name(random()?);
        self.take_in(&name, room, Kept::default(), file);
        if let Some(live) = self.live.get_mut(&name) {
            live.told(&name, &mut self.shelf);
        }
        info!(target: "bastide::table", room = name, "made");
        Ok(name)
    }

    /// A room is in memory from now on. `said` is what the shelf has of it.
    fn take_in(&mut self, name: &str, room: Room, said: Kept, file: Option<PathBuf>) {
        let folder = self.options.records.as_ref();
        let file = file.or_else(|| Some(folder?.join(format!("{name}.bastide"))));
        let kept = room.game().map_or(0, |game| game.entries().len());
        let (changed, _) = watch::channel(room.version());
        let (now, due) = (Instant::now(), Some(Instant::now()));
        let mut live = Live { room, changed, due, alarm: None, asked: now, file, kept, said };
        live.at(self.begun);
        self.live.insert(name.to_owned(), live);
        self.options.door.entered();
    }

    /// A room by its name, taken from the shelf if it is not in memory.
    fn find(&mut self, name: &str) -> Option<&mut Live> {
        if !self.live.contains_key(name) {
            let Options { library, look, door, .. } = &self.options;
            let begun = Instant::now();
            match self.shelf.find(name, library, look)? {
                Ok((room, said)) => {
                    door.replayed(Replay::Kept, begun.elapsed());
                    self.make_place().ok()?;
                    self.take_in(name, room, said, None);
                    info!(target: "bastide::table", room = name, "goes on");
                }
                Err(faults) => {
                    let why = faults.first().map(ToString::to_string).unwrap_or_default();
                    warn!(target: "bastide::table", room = name, why, "cannot go on");
                    return None;
                }
            }
        }
        self.live.get_mut(name)
    }

    /// How many games are kept that are not over, or why none is.
    pub(super) fn unfinished(&self) -> Result<usize, Vec<Fault>> {
        self.shelf.unfinished()
    }

    /// Forgets what nobody has gone on with for long. What is in memory is written anew with its next change, whatever was forgotten of it.
    pub(super) fn forget(&mut self) {
        self.shelf.forget();
        for live in self.live.values_mut() {
            live.said = Kept::default();
        }
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
            live.told(name, &mut self.shelf);
        }
    }

    /// What changes of a room are told by.
    pub(super) fn changes(&mut self, name: &str, keys: &[Key]) -> Option<watch::Receiver<u64>> {
        let begun = self.begun;
        self.find(name)?;
        let live = self.live.get_mut(name)?;
        live.seen(begun, name, keys, &mut self.shelf);
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
        self.find(name)?;
        let live = self.live.get_mut(name)?;
        live.seen(self.begun, name, keys, &mut self.shelf);
        let viewer = live.room.viewer_of(keys);
        let (Ok(seed), Ok(next)) = (random(), fresh()) else {
            let why = Words::new("the system gives no chance", "le système ne donne pas de hasard");
            return Some(Answer::No { code: "fault", why, rules: Vec::new() });
        };
        let answer = live.room.ask(viewer, asked, Seed(seed), || next);
        let again = live.room.take_again();
        live.due = Some(Instant::now());
        if !live.told(name, &mut self.shelf) {
            return Some(self.undone(name));
        }
        let live = self.live.get_mut(name)?;
        live.at(self.begun);
        match again.map(|room| self.go_on(name, room)) {
            Some(Err(faults)) => {
                let what = faults.into_iter().next().map(|fault| fault.what);
                Some(Answer::No { code: "fault", why: what.unwrap_or_default(), rules: Vec::new() })
            }
            _ => Some(answer),
        }
    }

    /// What could not be kept has not happened: the room is again as it was kept.
    fn undone(&mut self, name: &str) -> Answer {
        let Options { library, look, .. } = &self.options;
        if let Some(Ok((room, said))) = self.shelf.find(name, library, look)
            && let Some(live) = self.live.get_mut(name)
        {
            (live.room, live.said) = (room, said);
            live.at(self.begun);
            live.told(name, &mut self.shelf);
        }
        let why = Words::new(
            "this could not be kept, and has not been done: the disk of the server may be full",
            "l'action n'a pas pu être gardée et n'a pas eu lieu : le disque du serveur est peut-être plein",
        );
        Answer::No { code: "fault", why, rules: Vec::new() }
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
            live.told(name, &mut self.shelf);
        }
        Ok(())
    }

    /// A room by its name.
    pub(super) fn room(&mut self, name: &str) -> Option<&mut Room> {
        Some(&mut self.find(name)?.room)
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
    fn seen(&mut self, begun: Instant, name: &str, keys: &[Key], shelf: &mut Shelf) {
        let version = self.room.version();
        self.asked = Instant::now();
        self.at(begun);
        self.room.seen(keys);
        self.at(begun);
        if self.room.version() != version {
            self.due = Some(self.asked);
            self.told(name, shelf);
        }
    }

    /// Keeps what has changed, and then tells who waits; whether it could be kept.
    fn told(&mut self, name: &str, shelf: &mut Shelf) -> bool {
        if let Err(error) = shelf.keep(name, &self.room, &mut self.said) {
            warn!(target: "bastide::table", room = name, %error, "not kept");
            return false;
        }
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
        true
    }
}

pub(super) fn full() -> Fault {
    Fault::new(
        FULL,
        "there is no place for another table",
        "il n'y a plus de place pour une autre table",
    )
    .help(
        "play at one of them, or start the command again",
        "jouez à l'une d'elles, ou relancez la commande",
    )
}
