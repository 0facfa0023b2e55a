//! Chance and bots: who acts when no person does. Bots may think elsewhere, while the table goes on.

use bastide::bots::{Chosen, Limit, Scratch};
use bastide::core::ids::Player;
use bastide::core::{Action, Engine, Fault, Words};
use bastide::game::{Question, Refused};
use bastide::{Bot, Game, Rules, story};

use super::{Answer, Room};
use crate::seats::Viewer;

/// How far a bot may look ahead for one action: about a tenth of a second.
const BOT_WORK: u64 = 400_000;
/// Actions that a hint names.
const HINTS: usize = 3;

/// What a step of the room did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A person decides, or nobody: there is nothing to do.
    Wait,
    /// Chance answered.
    Chance,
    /// A bot acted.
    Bot,
}

/// A decision that is thought about away from the room.
#[derive(Debug)]
pub struct Asks {
    question: Question<'static>,
    /// Where the game was.
    place: (u64, usize),
}

impl Asks {
    /// The rules; whoever thinks needs an engine of them.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.question.rules()
    }

    /// What a bot chooses; where looking ahead meets a fault, any option may still do.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn choose(&self, engine: &mut Engine, bot: Bot) -> Result<Action, Refused> {
        chosen(bot, |bot, limit| self.question.choose(engine, bot, &mut Scratch::within(limit)))
    }

    /// What `planner` thinks of the options, the best first.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn advise(&self, engine: &mut Engine) -> Result<Vec<(Action, f64)>, Refused> {
        self.question.advise(engine)
    }
}

impl Room {
    /// One step of chance or of a bot, if it is for one of them to act. The bot thinks here; [`Room::asks`] lets it think elsewhere.
    pub fn advance(&mut self) -> Step {
        let bot = self.bot();
        let chance = self.running().is_some_and(|game| game.actor() == Player::CHANCE);
        let Some(game) = self.game.as_mut().filter(|_| chance || bot.is_some()) else {
            return Step::Wait;
        };
        let (step, done) = match bot {
            Some(bot) => {
                let chosen = chosen(bot, |bot, limit| game.choose_within(bot, limit));
                (Step::Bot, chosen.and_then(|action| game.act(action).map(drop)))
            }
            None => (Step::Chance, game.act_chance().map(drop)),
        };
        if self.acted(done) { step } else { Step::Wait }
    }

    /// The bot that is to act, if it is for one to act now.
    #[must_use]
    pub fn bot(&self) -> Option<Bot> {
        self.seats.get(self.running()?.actor().index())?.bot
    }

    /// The game, if nothing keeps it from going on by itself.
    fn running(&self) -> Option<&Game> {
        let free = self.held.is_none() && self.trouble.is_none();
        self.game.as_ref().filter(|game| free && !game.is_over())
    }

    /// Where the game is: another place as soon as something was done, or taken back, or the rules are others.
    #[must_use]
    pub fn place(&self) -> (u64, usize) {
        (self.course, self.actions())
    }

    /// The decision of whoever is to act, to be thought about elsewhere; nothing if chance decides or nobody.
    #[must_use]
    pub fn asks(&self) -> Option<Asks> {
        let question = self.game.as_ref()?.question().ok()?.apart();
        Some(Asks { question, place: self.place() })
    }

    /// A bot has chosen elsewhere: it acts, if it is still asked. Whether it was.
    pub fn chosen(&mut self, asks: &Asks, chosen: Result<Action, Refused>) -> bool {
        if self.bot().is_none() || asks.place != self.place() {
            return false;
        }
        let Some(game) = &mut self.game else { return false };
        let done = chosen.and_then(|action| game.act(action).map(drop));
        self.acted(done);
        true
    }

    /// A bot cannot think, because of these faults: everybody is told.
    pub fn cannot_choose(&mut self, asks: &Asks, faults: &[Fault]) {
        if asks.place == self.place() {
            let first = faults.first().map(|fault| fault.what.clone());
            self.stall(Some(first.unwrap_or_default()));
        }
    }

    fn acted(&mut self, done: Result<(), Refused>) -> bool {
        let acted = match done {
            Ok(()) => true,
            Err(refused) => {
                self.trouble = Some(refused.words());
                self.failed(&refused);
                false
            }
        };
        self.changed();
        acted
    }

    /// What somebody who decides wants a hint for.
    ///
    /// # Errors
    ///
    /// What they are told instead.
    pub fn wants_hint(&self, viewer: Viewer) -> Result<Asks, Answer> {
        let Some(game) = &self.game else { return Err(Answer::not_begun()) };
        if game.actor() != viewer.seat || self.held.is_some() {
            return Err(Answer::not_your_turn());
        }
        self.asks().ok_or_else(Answer::not_your_turn)
    }

    /// A hint from what `planner` thinks, if it is still wanted.
    #[must_use]
    pub fn hint(
        &self,
        viewer: Viewer,
        asks: &Asks,
        advice: Result<Vec<(Action, f64)>, Refused>,
    ) -> Answer {
        let game = match &self.game {
            Some(game) if asks.place == self.place() && game.actor() == viewer.seat => game,
            _ => return Answer::stale(),
        };
        match advice {
            Ok(ranked) => {
                let line = |(action, _): &(Action, f64)| {
                    let said = |lang| story::action_line(game, *action, lang);
                    Words::new(said("en"), said("fr"))
                };
                Answer::Said { lines: ranked.iter().take(HINTS).map(line).collect() }
            }
            Err(refused) => Answer::refused(&refused),
        }
    }

    /// The same, thought about here.
    pub(super) fn hint_now(&self, viewer: Viewer) -> Answer {
        let Some(game) = &self.game else { return Answer::not_begun() };
        match self.wants_hint(viewer) {
            Ok(asks) => self.hint(viewer, &asks, game.advise()),
            Err(no) => no,
        }
    }
}

/// What a bot chooses; where looking ahead meets a fault, any option may still do.
fn chosen(
    bot: Bot,
    mut choose: impl FnMut(Bot, Limit) -> Result<Option<Chosen>, Refused>,
) -> Result<Action, Refused> {
    let limit = Limit::work(BOT_WORK);
    let chosen = match choose(bot, limit) {
        Err(Refused::Fault(_)) => choose(Bot::Random, limit),
        other => other,
    };
    chosen?.map(|chosen| chosen.action).ok_or(Refused::Over)
}
