//! The rooms of one thread: work that others send, and the moves of chance and bots, each in its time.
//!
//! Everything that is there to be done is done first; then what has changed is kept, all of it at once, and only then is anybody
//! answered. So those who wait share one write to the disk, and nobody learns what may be lost.

mod begins;

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use bastide::core::{Action, Fault, Words};
use bastide::game::Refused;
use bastide::{Bot, Library, Seed};
use bastide_store::Kept;
use bastide_table::{Answer, Asked, Asks, Key, Known, Now, Phase, Restored, Room, Sight, Viewer};
use tokio::sync::watch;
use tracing::{info, warn};

use super::Options;
use super::awake::{Awake, COOLS_AFTER};
use super::bots::Bots;
use super::fresh::{fresh, random};
use super::live::Live;
use super::lost::Lost;
use super::pack::Shared;
use super::said::Said;
use super::shelf::Shelf;
use super::turns::{Turns, Whose};

pub(super) use self::begins::{Begins, FULL};

/// Interval at which an idle thread checks its rooms.
const LONG: Duration = Duration::from_secs(60);
/// Number of changes after which they are stored and answered.
const AT_ONCE: usize = 256;
/// Time after which changes are stored and answered.
const SOON: Duration = Duration::from_millis(10);

/// Something to be done with the rooms, and on whose turn.
pub(super) type Sent = (Whose, Work);

/// Something to be done with the rooms.
pub(super) type Work = Box<dyn FnOnce(&mut Rooms) -> Done + Send>;

/// A change that is done, and will be answered once it is stored or has failed to be.
pub(super) struct Done {
    /// The table that it was about.
    pub(super) room: String,
    pub(super) answer: Box<dyn FnOnce(bool)>,
}

impl fmt::Debug for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Done").field("room", &self.room).finish_non_exhaustive()
    }
}

/// The rooms of one of the threads.
#[derive(Debug)]
pub(super) struct Rooms {
    options: Arc<Options>,
    library: Arc<Library>,
    bots: Bots,
    /// Which of the threads this is.
    thread: usize,
    /// All of them, as long as anybody can ask.
    threads: Weak<[Sender<Sent>]>,
    /// Times of the rooms are counted from here.
    begun: Instant,
    live: Awake,
    shelf: Shelf,
    /// Rooms that may have changed since all was kept.
    touched: BTreeSet<String>,
    done: Vec<Done>,
}

impl Rooms {
    /// The rooms of one of these threads.
    pub(super) fn new(
        (options, shelf, bots): (Arc<Options>, Shelf, Bots),
        (thread, threads): (usize, Weak<[Sender<Sent>]>),
    ) -> Self {
        Self {
            library: Arc::clone(&options.library),
            options,
            bots,
            thread,
            threads,
            begun: Instant::now(),
            live: Awake::new(shelf.keeps()),
            shelf,
            touched: BTreeSet::new(),
            done: Vec::new(),
        }
    }

    /// Works until nobody is left who could ask. Those who ask take turns.
    pub(super) fn run(mut self, asked: &Receiver<Sent>) {
        let (mut turns, mut cools) = (Turns::default(), Instant::now());
        loop {
            let now = Instant::now();
            if cools <= now {
                self.live.cool(now);
                cools = now + COOLS_AFTER;
            }
            let due = self.live.next().into_iter().chain(self.live.is_any().then_some(cools)).min();
            let wait = due.map_or(LONG, |due| due.saturating_duration_since(now));
            let wait = if turns.is_empty() { wait } else { Duration::ZERO };
            match asked.recv_timeout(wait) {
                Ok((whose, work)) => turns.push(whose, work),
                Err(RecvTimeoutError::Disconnected) if turns.is_empty() => return,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            let begun = Instant::now();
            while self.done.len() < AT_ONCE && (self.done.is_empty() || begun.elapsed() < SOON) {
                for (whose, work) in asked.try_iter() {
                    turns.push(whose, work);
                }
                let Some((_, work)) = turns.pop(|_| true) else { break };
                self.take(work);
            }
            self.advance();
            self.settle();
        }
    }

    fn take(&mut self, work: Work) {
        let done = work(self);
        self.done.push(done);
    }

    /// Lets chance act and asks bots whose time has come, one step in each room; rooms that nobody asks for leave the memory.
    fn advance(&mut self) {
        let now = Instant::now();
        for name in self.live.due(now) {
            let Some(live) = self.live.get_mut(&name) else { continue };
            if live.rests(now) && !self.touched.contains(&name) {
                self.live.remove(&name);
                self.options.door.left(&name);
                info!(target: "bastide::table", room = name, "rests");
                continue;
            }
            if live.advance(now, self.begun) {
                self.touched.insert(name.clone());
            }
            if let Some((question, bot, asks)) = live.asks(now) {
                self.think(name, question, bot, asks);
            }
        }
    }

    /// Has a bot think; what it chooses is work for this thread like any other.
    fn think(&self, room: String, question: u64, bot: Bot, asks: Asks) {
        let (thread, threads) = (self.thread, Weak::clone(&self.threads));
        let door = self.options.door.clone();
        self.bots.think(Whose::Room(room.clone()), asks.rules().clone(), move |engine| {
            let begun = Instant::now();
            let chosen = engine.map(|engine| asks.choose(engine, bot));
            door.bot(begun.elapsed());
            let Some(threads) = threads.upgrade() else { return };
            // If the thread has ended, nobody plays there any more.
            let whose = Whose::Room(room.clone());
            let work: Work = Box::new(move |rooms| {
                if let Some(live) = rooms.live.get_mut(&room) {
                    live.chosen(rooms.begun, question, &asks, chosen);
                    rooms.touched.insert(room.clone());
                }
                Done { room, answer: Box::new(|_| ()) }
            });
            let _ = threads[thread].send((whose, work));
        });
    }

    /// Keeps what has changed, and then answers and tells.
    fn settle(&mut self) {
        let touched = std::mem::take(&mut self.touched);
        let mut changes = Vec::new();
        if self.shelf.keeps() {
            for name in &touched {
                changes.extend(self.live.get_mut(name).and_then(|live| live.change(name)));
            }
        }
        let put = self.shelf.put(&changes);
        if let Err(error) = &put {
            warn!(target: "bastide::table", tables = changes.len(), %error, "not kept");
        }
        let is_lost = |name: &str| put.is_err() && changes.iter().any(|change| change.room == name);
        for name in &touched {
            if is_lost(name) {
                self.go_back(name);
            } else if let Some(live) = self.live.get_mut(name) {
                live.is_kept(name);
                if let Some((fault, hears)) = live.room.take_met().zip(self.options.met.as_ref()) {
                    // The receiver may have gone.
                    let _ = hears.send(fault);
                }
            }
        }
        for done in self.done.drain(..) {
            (done.answer)(!is_lost(&done.room));
        }
    }

    /// What could not be kept has not happened: the room is again as it was kept. A table that was not kept at all is none.
    fn go_back(&mut self, name: &str) {
        let kept = self.shelf.find(name, &self.library, &self.options.look);
        if let Ok(Some((room, said))) = kept {
            if let Some(live) = self.live.get_mut(name) {
                live.goes_back(room, said, self.begun);
            }
        } else if self.live.remove(name).is_some() {
            self.options.door.left(name);
        }
    }

    /// Takes a room into memory. `said` is what the shelf has of it.
    fn take_in(&mut self, name: &str, room: Room, said: Said, file: Option<PathBuf>) {
        // A stored table needs no file.
        let folder = self.options.records.as_ref().filter(|_| !self.shelf.keeps());
        let file = file.or_else(|| Some(folder?.join(format!("{name}.bastide"))));
        self.live.insert(name, Live::new(room, said, file, self.begun));
        self.options.door.entered(name);
    }

    /// A room by its name. One that is not in memory is taken from the shelf before anybody asks for it: [`Rooms::back`].
    fn find(&mut self, name: &str) -> Result<&mut Live, Lost> {
        self.live.get_mut(name).ok_or(Lost::None)
    }

    /// Whether a room is in memory.
    pub(super) fn has(&self, name: &str) -> bool {
        self.live.contains(name)
    }

    /// A room, without having it counted as needed.
    #[cfg(test)]
    pub(super) fn peek(&self, name: &str) -> Option<&Room> {
        self.live.iter().find(|one| one.0 == name).map(|one| &one.1.room)
    }

    /// A room is in memory again, as the shelf had it.
    pub(super) fn back(&mut self, name: &str, kept: Restored, lines: Kept) -> Result<(), Lost> {
        if self.live.contains(name) {
            return Ok(());
        }
        let found = self.shelf.room(kept, lines, &self.library, &self.options.look);
        let (room, said) = found.map_err(Lost::shut)?;
        self.make_place().map_err(Lost::shut)?;
        self.take_in(name, room, said, None);
        info!(target: "bastide::table", room = name, "goes on");
        Ok(())
    }

    /// A room of which somebody with these keys asks something.
    fn asked(&mut self, name: &str, keys: &[Key]) -> Result<&mut Live, Lost> {
        let begun = self.begun;
        if self.find(name)?.seen(begun, keys) {
            self.touched.insert(name.to_owned());
        }
        self.live.get_mut(name).ok_or(Lost::None)
    }

    /// Records that the shelf has deleted old tables. Rooms in memory are written in full with their next change.
    pub(super) fn forgotten(&mut self) {
        for (_, live) in self.live.iter_mut() {
            live.is_forgotten();
        }
    }

    /// The rooms go on under what a library says now.
    pub(super) fn reload(&mut self, library: &Arc<Library>) {
        self.library = Arc::clone(library);
        self.each(|room| room.reload(library));
    }

    /// Reports to the hosts that the edited files cannot be read.
    pub(super) fn faulty(&mut self, faults: &[Fault]) {
        let library = Arc::clone(&self.library);
        self.each(|room| room.faulty(faults, &library));
    }

    fn each(&mut self, change: impl Fn(&mut Room)) {
        for (name, live) in self.live.iter_mut() {
            change(&mut live.room);
            live.wakes_now();
            self.touched.insert(name.clone());
        }
    }

    /// Returns the receiver for changes of a room.
    pub(super) fn changes(
        &mut self,
        name: &str,
        keys: &[Key],
    ) -> Result<watch::Receiver<u64>, Lost> {
        Ok(self.asked(name, keys)?.changed.subscribe())
    }

    /// Returns the room as a client with these keys sees it.
    pub(super) fn now(
        &mut self,
        name: &str,
        keys: &[Key],
        lang: &str,
        known: Option<Known>,
    ) -> Result<Now, Lost> {
        let door = self.options.door.clone();
        let room = self.room(name)?;
        let viewer = room.viewer_of(keys);
        let mut now = room.now_after(viewer, lang, known);
        if now.phase == Phase::Lobby {
            let invites = |key: &&Key| room.viewer(Some(**key)).invited;
            let invitation = viewer.invitation.or_else(|| keys.iter().find(invites).copied());
            now.code = invitation.and_then(|key| door.code(name, key));
        }
        Ok(now)
    }

    /// What lies over the tiles of a room and stands on them now, for somebody who says the word for its pictures.
    pub(super) fn over(&mut self, name: &str, word: Option<&str>) -> Result<Arc<Shared>, Lost> {
        self.pictured(name, word)?.over().ok_or(Lost::None)
    }

    /// A room to be looked at elsewhere, and who looks.
    pub(super) fn sight(&mut self, name: &str, keys: &[Key]) -> Result<(Sight, Viewer), Lost> {
        let room = self.room(name)?;
        Ok((room.sight(), room.viewer_of(keys)))
    }

    /// The room whose pictures are asked for.
    pub(super) fn pictured(&mut self, name: &str, word: Option<&str>) -> Result<&mut Live, Lost> {
        let live = self.find(name)?;
        if live.room.may_see(word) { Ok(live) } else { Err(Lost::None) }
    }

    /// Does what is asked of a room; with the name of the one that was made by that, if one was.
    pub(super) fn ask(
        &mut self,
        name: &str,
        keys: &[Key],
        asked: Asked,
    ) -> Result<(Answer, Option<String>), Lost> {
        let begun = self.begun;
        let live = self.asked(name, keys)?;
        let viewer = live.room.viewer_of(keys);
        let (Ok(seed), Ok(next)) = (random(), fresh()) else {
            let why = Words::new("the system gives no chance", "le système ne donne pas de hasard");
            return Ok((Answer::No { code: "fault", why, rules: Vec::new() }, None));
        };
        let answer = live.room.ask(viewer, asked, Seed(seed), || next);
        let again = live.room.take_again();
        live.wakes_now();
        live.at(begun);
        self.touched.insert(name.to_owned());
        match again.map(|room| self.go_on(name, room)).transpose() {
            Ok(next) => Ok((answer, next)),
            Err(faults) => {
                let what = faults.into_iter().next().map(|fault| fault.what);
                let why = what.unwrap_or_default();
                Ok((Answer::No { code: "fault", why, rules: Vec::new() }, None))
            }
        }
    }

    /// Returns the decision for a hint, or the reason for refusing one.
    pub(super) fn wants_hint(
        &mut self,
        name: &str,
        keys: &[Key],
    ) -> Result<Result<Asks, Answer>, Lost> {
        let room = &mut self.asked(name, keys)?.room;
        Ok(room.wants_hint(room.viewer_of(keys), None))
    }

    /// The hint that was wanted.
    pub(super) fn hint(
        &mut self,
        name: &str,
        keys: &[Key],
        asks: &Asks,
        advice: Result<Vec<(Action, f64)>, Refused>,
    ) -> Result<Answer, Lost> {
        let room = self.room(name)?;
        Ok(room.hint(room.viewer_of(keys), None, asks, advice))
    }

    /// A room by its name.
    pub(super) fn room(&mut self, name: &str) -> Result<&mut Room, Lost> {
        Ok(&mut self.find(name)?.room)
    }
}
