//! A room in memory, and who waits for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide::Bot;
use bastide::core::{Action, Fault, Words};
use bastide::game::Refused;
use bastide_store::Change;
use bastide_table::{Asks, Key, Room, Step};
use tokio::sync::watch;
use tracing::warn;

use super::pack::Shared;
use super::said::{News, Said};

/// Interval between attempts to write a change that could not be stored.
const AGAIN_AFTER: Duration = Duration::from_secs(2);
/// A table leaves memory after this time without requests, if it is stored and nobody watches it.
const IDLE: Duration = Duration::from_secs(600);
/// Interval between checks whether somebody still watches a table.
const LOOKS_FOR: Duration = Duration::from_secs(60);
/// A bot that has not chosen within this time is asked again, because its thread may have stopped.
const THINKS_FOR: Duration = Duration::from_secs(60);

/// What a bot has chosen, or why it cannot think.
pub(super) type Choice = Result<Result<Action, Refused>, Vec<Fault>>;

/// A bot thinks.
#[derive(Clone, Copy, Debug)]
struct Thinking {
    /// Number of the bot's task.
    question: u64,
    /// Where the game was.
    place: (u64, usize),
    /// Time at which the bot is asked again.
    until: Instant,
}

/// A room and who waits for it.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) room: Room,
    pub(super) changed: watch::Sender<u64>,
    /// Time of the next action of chance or a bot; `None` if no such action is pending.
    due: Option<Instant>,
    /// What a bot thinks about.
    thinking: Option<Thinking>,
    /// Questions that bots were asked.
    questions: u64,
    /// When the room changes although nobody asks for anything.
    alarm: Option<Instant>,
    /// When somebody asked something of it last.
    pub(super) asked: Instant,
    /// Time at which the room leaves memory, if nothing is due and nobody waits.
    pub(super) rests: Instant,
    /// When it is tried again, because something could not be kept.
    stalled: Option<Instant>,
    /// What the shelf has of it.
    said: Said,
    /// State to record once the pending change is written.
    news: Option<News>,
    /// A record that goes on in its file, and how many actions it holds.
    file: Option<(PathBuf, usize)>,
    /// Latest picture of the pieces on the board, with its number.
    over: Option<(u64, Arc<Shared>)>,
}

impl Live {
    /// Takes a room into memory. `said` is what the shelf has of it.
    pub(super) fn new(room: Room, said: Said, file: Option<PathBuf>, begun: Instant) -> Self {
        let actions = room.game().map_or(0, |game| game.entries().len());
        let (changed, _) = watch::channel(room.version());
        let now = Instant::now();
        let mut live = Self {
            room,
            changed,
            due: Some(now),
            thinking: None,
            questions: 0,
            alarm: None,
            asked: now,
            rests: now + IDLE,
            stalled: None,
            said,
            news: None,
            file: file.map(|file| (file, actions)),
            over: None,
        };
        live.at(begun);
        live
    }

    /// Its file has nothing yet.
    pub(super) fn is_new(&mut self) {
        if let Some((_, actions)) = &mut self.file {
            *actions = usize::MAX;
        }
    }

    /// Records that the shelf may have lost the table.
    pub(super) fn is_forgotten(&mut self) {
        self.said = Said::default();
    }

    /// Somebody asks for something that may change it.
    pub(super) fn wakes_now(&mut self) {
        self.due = Some(Instant::now());
    }

    /// When there is something to be done.
    pub(super) fn wakes(&self) -> Option<Instant> {
        self.due.into_iter().chain(self.alarm).chain(self.stalled).min()
    }

    /// Whether it leaves the memory now.
    pub(super) fn rests(&mut self, now: Instant) -> bool {
        if self.wakes().is_some() || self.rests > now {
            return false;
        }
        let alone = self.changed.is_closed();
        if !alone {
            self.rests = now + LOOKS_FOR;
        }
        alone
    }

    /// Lets chance act, one step, if it is due. Returns whether the room may have changed.
    pub(super) fn advance(&mut self, now: Instant, begun: Instant) -> bool {
        let version = self.room.version();
        if self.stalled.is_some_and(|again| again <= now) {
            self.stalled = None;
            self.room.stall(None);
            self.due = Some(now);
        }
        if self.alarm.is_some_and(|alarm| alarm <= now) {
            self.at(begun);
            self.due = Some(now);
        }
        if self.due.is_some_and(|due| due <= now) && self.room.bot().is_none() {
            let step = self.room.advance();
            self.due = (step != Step::Wait).then_some(now);
            self.at(begun);
        }
        self.room.version() != version
    }

    /// Returns the bot's next task and its number, if it is due and not already in progress.
    pub(super) fn asks(&mut self, now: Instant) -> Option<(u64, Bot, Asks)> {
        let bot = self.room.bot().filter(|_| self.due.is_some_and(|due| due <= now))?;
        let place = self.room.place();
        let thinks = self.thinking.filter(|thinks| thinks.place == place && thinks.until > now);
        if let Some(thinks) = thinks {
            self.due = Some(thinks.until);
            return None;
        }
        self.questions += 1;
        let until = now + THINKS_FOR;
        self.thinking = Some(Thinking { question: self.questions, place, until });
        self.due = Some(until);
        Some((self.questions, bot, self.room.asks()?))
    }

    /// A bot has chosen. What it was not asked, or no longer, changes nothing.
    pub(super) fn chosen(&mut self, begun: Instant, question: u64, asks: &Asks, chosen: Choice) {
        if self.thinking.take_if(|thinks| thinks.question == question).is_none() {
            return;
        }
        self.due = Some(Instant::now());
        match chosen {
            Ok(action) => {
                if self.room.chosen(asks, action) {
                    let pause = Duration::from_millis(self.room.policy().pause.into());
                    self.due = Some(Instant::now() + pause);
                }
            }
            Err(faults) => self.room.cannot_choose(asks, &faults),
        }
        self.at(begun);
    }

    /// Returns the picture of overlays and pieces on the board.
    pub(super) fn over(&mut self) -> Option<Arc<Shared>> {
        let picture = self.room.picture();
        if let Some((_, over)) = self.over.as_ref().filter(|(drawn, _)| *drawn == picture) {
            return Some(Arc::clone(over));
        }
        let over = Shared::of(self.room.over(None, bastide_draw::PLAIN)?.into());
        self.over = Some((picture, Arc::clone(&over)));
        Some(over)
    }

    /// Says what time it is.
    pub(super) fn at(&mut self, begun: Instant) {
        self.room.at(begun.elapsed().as_millis().try_into().unwrap_or(u64::MAX));
        self.alarm = self.room.alarm().map(|alarm| begun + Duration::from_millis(alarm));
    }

    /// Records requests with these keys. Returns whether that changes the room.
    pub(super) fn seen(&mut self, begun: Instant, keys: &[Key]) -> bool {
        let version = self.room.version();
        self.asked = Instant::now();
        self.rests = self.asked + IDLE;
        self.at(begun);
        self.room.seen(keys);
        self.at(begun);
        let changed = self.room.version() != version;
        if changed {
            self.due = Some(self.asked);
        }
        changed
    }

    /// Returns the change to write, if there is one.
    pub(super) fn change(&mut self, name: &str) -> Option<Change> {
        let (change, news) = self.said.change(name, &self.room)?;
        self.news = Some(news);
        Some(change)
    }

    /// Records that the change was written, and notifies everybody who waits.
    pub(super) fn is_kept(&mut self, name: &str) {
        if let Some(news) = self.news.take() {
            self.said.takes(news);
        }
        if let (Some(game), Some((file, actions))) = (self.room.game(), &mut self.file) {
            let n = game.entries().len();
            if n != *actions {
                match game.autosave(file) {
                    Ok(()) => *actions = n,
                    Err(e) => warn!(target: "bastide::table", room = name, %e, "not kept"),
                }
            }
        }
        let version = self.room.version();
        self.changed.send_if_modified(|told| std::mem::replace(told, version) != version);
    }

    /// What had to be written has not been, and so has not happened: the room is again as it was kept, and waits a while.
    pub(super) fn goes_back(&mut self, room: Room, said: Said, begun: Instant) {
        (self.room, self.said, self.news, self.over) = (room, said, None, None);
        self.room.stall(Some(Words::new(
            "what was done last could not be kept, and has not happened: the disk of the server may be full, or its folder of tables was deleted; it is tried again",
            "ce qui vient d'être fait n'a pas pu être gardé et n'a pas eu lieu : le disque du serveur est peut-être plein, ou son dossier des tables supprimé ; un nouvel essai suit",
        )));
        self.stalled = Some(Instant::now() + AGAIN_AFTER);
        (self.due, self.thinking) = (None, None);
        self.at(begun);
        self.changed.send_replace(self.room.version());
    }
}
