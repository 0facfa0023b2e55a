//! One running game: rules, state, the actions so far and the way back, with the engine that runs it.
//!
//! A game is its setup and the list of its actions, chance included. Whatever goes wrong, an expansion's
//! fault too, leaves the game as it was: it can be saved, and go on with another action.

mod bots;
mod carried;
mod chance;
mod offered;
mod past;
mod play;
mod prospect;
mod refused;
mod turn;
mod undo;

use std::cell::{RefCell, RefMut};
use std::ops::Deref;

use bastide_content::Seed;
use bastide_core::ids::{Player, SegmentId};
use bastide_core::{Action, AsIf, Engine, Fault, HookError, Logged, Sheet};

use crate::bots::{Bot, Chosen, Crew, Limit, Scratch};
use crate::rules::Rules;

pub use bots::Question;
pub(crate) use carried::NotCarried;
pub use offered::{Offered, Price};
pub use play::{After, Play};
pub use prospect::Prospect;
pub use refused::{Cited, NoUndo, Refused};
pub use turn::{Done, Turn};

/// What an action did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Effects in order.
    pub effects: Vec<Logged>,
    /// Score sheets in order.
    pub sheets: Vec<Sheet>,
}

/// An action that was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Who: a seat, or chance.
    pub actor: Player,
    /// What.
    pub action: Action,
    /// The action as records write it, in the state before it.
    pub text: String,
    /// Points of all players after it, if it changed them.
    pub scores: Option<Vec<i32>>,
    /// If a turn begins after the action, its number and the fingerprint of the state. Number 0 is the end of the
    /// game.
    pub turn: Option<(u16, u64)>,
    /// Result of the action.
    pub outcome: Outcome,
    /// Of an action of chance the player whose turn it was.
    pub turn_of: Player,
    /// Of a number that chance gave the own step of an expansion that asked for it: `expansion/step`.
    pub step: Option<Box<str>>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Points by seat.
    pub scores: Vec<i32>,
    /// Seats with the most points; several share the victory.
    pub winners: Vec<Player>,
    /// Rule that lets ties share, if the rules have one.
    pub rule: String,
}

/// One running game with an engine of its own.
///
/// Everything that can be read is read from the [`Play`] in it, which may also go its own way: to another thread, with the
/// engine there.
#[derive(Debug)]
pub struct Game {
    play: Play,
    /// Reading needs its buffers too. A game that rests has none.
    engine: RefCell<Option<Engine>>,
    /// Threads that think with it.
    crew: RefCell<Crew>,
}

impl Deref for Game {
    type Target = Play;

    fn deref(&self) -> &Play {
        &self.play
    }
}

impl Game {
    /// A new game up to its first decision.
    ///
    /// # Errors
    ///
    /// Scripts that do not load, or an expansion that fails in setup.
    pub fn new(rules: Rules, seed: impl Into<Seed>) -> Result<Self, Vec<Fault>> {
        Self::numbered(rules, seed, 0)
    }

    /// A new game with the chance of the `number`-th game of a simulation under the seed: with the same
    /// bots it takes the same course.
    ///
    /// # Errors
    ///
    /// Fails like [`Game::new`].
    pub fn numbered(rules: Rules, seed: impl Into<Seed>, number: u64) -> Result<Self, Vec<Fault>> {
        let mut engine = rules.engine()?;
        let play = Play::numbered(&mut engine, rules, seed, number)?;
        Ok(Self { play, engine: RefCell::new(Some(engine)), crew: RefCell::default() })
    }

    /// A play with an engine of its own again.
    ///
    /// # Errors
    ///
    /// Scripts that do not load.
    pub fn of(play: Play) -> Result<Self, Vec<Fault>> {
        let engine = RefCell::new(Some(play.rules().engine()?));
        Ok(Self { play, engine, crew: RefCell::default() })
    }

    /// As [`Play::call`].
    pub fn call(&mut self, names: impl IntoIterator<Item = String>) {
        self.play.call(names);
    }

    /// Another play of the same rules, with the engine of this game.
    ///
    /// # Errors
    ///
    /// The rules are others, and their scripts do not load.
    pub fn going_on_as(self, play: Play) -> Result<Self, Vec<Fault>> {
        let fits =
            self.engine.borrow().as_ref().is_some_and(|engine| play.rules().fit(engine).is_ok());
        if !fits {
            return Self::of(play);
        }
        Ok(Self { play, ..self })
    }

    /// The engine is gone until something is asked of the game for which it needs one: it takes memory, above all if scripts run in
    /// it, and making another one takes a while.
    pub fn rest(&mut self) {
        *self.engine.get_mut() = None;
        *self.crew.get_mut() = Crew::default();
    }

    /// Whether the game has an engine.
    #[must_use]
    pub fn is_awake(&self) -> bool {
        self.engine.borrow().is_some()
    }

    /// The engine; a new one, if the game has rested.
    fn engine(&self) -> Result<RefMut<'_, Engine>, Refused> {
        let mut engine = self.engine.borrow_mut();
        if engine.is_none() {
            *engine = Some(self.play.rules().engine().map_err(no_engine)?);
        }
        RefMut::filter_map(engine, Option::as_mut).map_err(|_| Refused::OtherRules)
    }

    /// The same, apart from the play.
    fn parts(&mut self) -> Result<(&mut Play, &mut Engine), Refused> {
        let engine = match self.engine.get_mut() {
            Some(engine) => engine,
            none => none.insert(self.play.rules().engine().map_err(no_engine)?),
        };
        Ok((&mut self.play, engine))
    }

    /// The game without its engine: `Send`, small, and to be lent one for each call.
    #[must_use]
    pub fn into_play(self) -> Play {
        self.play
    }

    /// Carries out an action; see [`Play::act`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::act`].
    pub fn act(&mut self, action: Action) -> Result<Outcome, Refused> {
        let (play, engine) = self.parts()?;
        play.act(engine, action)
    }

    /// Carries out an action given as text; see [`Play::act_text`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::act_text`].
    pub fn act_text(&mut self, text: &str) -> Result<Outcome, Refused> {
        let (play, engine) = self.parts()?;
        play.act_text(engine, text)
    }

    /// Lets chance act; see [`Play::act_chance`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::act_chance`].
    pub fn act_chance(&mut self) -> Result<Outcome, Refused> {
        let (play, engine) = self.parts()?;
        play.act_chance(engine)
    }

    /// Lets a bot act; see [`Play::act_bot`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::act_bot`].
    pub fn act_bot(&mut self, bot: Bot) -> Result<Outcome, Refused> {
        match self.choose(bot)? {
            Some(action) => self.act(action),
            None => Err(Refused::Over),
        }
    }

    /// Returns the choice of a bot; see [`Play::choose`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::choose`].
    pub fn choose(&self, bot: Bot) -> Result<Option<Action>, Refused> {
        let chosen = self.choose_within(bot, Limit::default())?;
        Ok(chosen.map(|chosen| chosen.action))
    }

    /// Returns the choice of a bot within a limit; see [`Play::choose_within`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::choose_within`].
    pub fn choose_within(&self, bot: Bot, limit: Limit) -> Result<Option<Chosen>, Refused> {
        let mut scratch = Scratch::within(limit).with(self.crew.take());
        let chosen = self
            .play
            .question()
            .and_then(|question| question.choose(&mut *self.engine()?, bot, &mut scratch));
        self.crew.replace(scratch.crew);
        chosen
    }

    /// Sets the number of threads that share the work of a bot's decision; 0 means one for each core. Choices do not
    /// depend on it.
    pub fn think_with(&mut self, threads: usize) {
        let crew = Crew::new(self.play.rules(), threads);
        self.crew.replace(crew);
    }

    /// Returns the options with a bot's estimates; see [`Question::advise`].
    ///
    /// # Errors
    ///
    /// Returns an error if no player decides, or if an expansion fails.
    pub fn advise(&self) -> Result<Vec<(Action, f64)>, Refused> {
        self.play.question()?.advise(&mut *self.engine()?)
    }

    /// Returns the rules that forbid an action; see [`Play::why_not`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::why_not`].
    pub fn why_not(&self, action: Action) -> Result<Vec<Cited>, Refused> {
        self.play.why_not(&mut *self.engine()?, action)
    }

    /// Returns the result of an action without carrying it out; see [`Play::after`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::after`].
    pub fn after(&self, action: Action) -> Result<After, Refused> {
        self.play.after(&mut *self.engine()?, action)
    }

    /// Returns the score sheet of a feature; see [`Play::sheet`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::sheet`].
    pub fn sheet(&self, node: SegmentId, as_if: AsIf) -> Result<Sheet, Refused> {
        self.play.sheet(&mut *self.engine()?, node, as_if)
    }

    /// Undoes the last action; see [`Play::undo`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::undo`].
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        self.play.undo()
    }

    /// Undoes a seat's own last action; see [`Play::undo_by`].
    ///
    /// # Errors
    ///
    /// Fails like [`Play::undo_by`].
    pub fn undo_by(&mut self, seat: Player) -> Result<(), NoUndo> {
        self.play.undo_by(seat)
    }
}

/// Scripts that loaded before, and do not any more.
fn no_engine(faults: Vec<Fault>) -> Refused {
    let fault = faults.into_iter().next();
    Refused::Fault(Box::new(fault.unwrap_or_else(|| Fault::new("", "", ""))))
}

/// An expansion's fault with its name before it.
#[must_use]
pub fn fault_of(e: &HookError) -> Fault {
    let mut fault = e.fault.clone();
    fault.what.en = format!("{}{}", e.who(": "), fault.what.en);
    fault.what.fr = format!("{}{}", e.who(" : "), fault.what.fr);
    fault
}

#[cfg(test)]
#[path = "tests/game.rs"]
pub(crate) mod tests;
