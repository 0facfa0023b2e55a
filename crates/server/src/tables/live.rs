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

/// What could not be kept is tried again after so long.
const AGAIN_AFTER: Duration = Duration::from_secs(2);
/// A table of which nobody has asked anything for so long leaves the memory, if it is kept and nobody looks at it.
const IDLE: Duration = Duration::from_secs(600);
/// Whether somebody still looks at a table is asked again after so long.
const LOOKS_FOR: Duration = Duration::from_secs(60);
/// A bot that has not chosen after so long is asked anew: its thread may have ended.
const THINKS_FOR: Duration = Duration::from_secs(60);

/// What a bot has chosen, or why it cannot think.
pub(super) type Choice = Result<Result<Action, Refused>, Vec<Fault>>;

/// A bot thinks.
#[derive(Clone, Copy, Debug)]
struct Thinking {
    /// The number of what it was asked.
    question: u64,
    /// Where the game was.
    place: (u64, usize),
    /// When it is asked anew.
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
    /// When it leaves the memory, if nothing is to be done in it and nobody waits for it.
    pub(super) rests: Instant,
    /// When it is tried again, because something could not be kept.
    stalled: Option<Instant>,
    /// What the shelf has of it.
    said: Said,
    /// What it has as soon as the change is written that is under way.
    news: Option<News>,
    /// A record that goes on in its file, and how many actions it holds.
    file: Option<(PathBuf, usize)>,
    /// What lies over the tiles of the board, as somebody asked for it last, with the number of the picture.
    over: Option<(u64, Arc<Shared>)>,
}

impl Live {
    /// A room is in memory from now on. `said` is what the shelf has of it.
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

    /// The shelf may have nothing of it any more.
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

    /// Lets chance act, one step, if the time has come; whether the room may have changed.
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

    /// What a bot is to be asked, and under which number, if the time has come and it is not thinking about it already.
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

    /// What lies over the tiles of the board and stands on them.
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

    /// Those who show these keys have asked something; whether the room is another one by that.
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

    /// What has to be written of it, if anything has.
    pub(super) fn change(&mut self, name: &str) -> Option<Change> {
        let (change, news) = self.said.change(name, &self.room)?;
        self.news = Some(news);
        Some(change)
    }

    /// What had to be written has been: whoever waits is told.
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
