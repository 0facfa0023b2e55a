//! Chance and bots: who acts when no person does. Bots may think elsewhere, while the table goes on.

use bastide::bots::{Chosen, Limit};
use bastide::core::ids::Player;
use bastide::core::{Action, Fault};
use bastide::game::Refused;
use bastide::{Bot, Game};

use super::{Asks, Room};

/// How far a bot may look ahead for one action: about a tenth of a second.
const BOT_WORK: u64 = 400_000;

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
                let chosen = choose(bot, |bot, limit| game.choose_within(bot, limit));
                (Step::Bot, self.act_for_bot(chosen))
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

    /// Returns the number of the game's position. It changes when something is done or undone, or when the rules
    /// change.
    #[must_use]
    pub fn place(&self) -> (u64, usize) {
        (self.course, self.actions())
    }

    /// Returns the pending decision, to be computed elsewhere, or `None` if chance or nobody decides.
    #[must_use]
    pub fn asks(&self) -> Option<Asks> {
        Asks::of(self.game.as_ref()?, self.place())
    }

    /// A bot has chosen elsewhere: it acts, if it is still asked. Whether it was.
    pub fn chosen(&mut self, asks: &Asks, chosen: Result<Action, Refused>) -> bool {
        if self.bot().is_none() || asks.place() != self.place() {
            return false;
        }
        let done = self.act_for_bot(chosen);
        self.acted(done);
        true
    }

    /// Does what a bot has chosen. Where looking ahead met a fault, the host is told of it, and any option may still do.
    fn act_for_bot(&mut self, chosen: Result<Action, Refused>) -> Result<(), Refused> {
        if let Err(refused) = &chosen {
            self.failed(refused);
        }
        let Some(game) = &mut self.game else { return Err(Refused::Over) };
        let done = match chosen {
            Err(Refused::Fault(_)) => game.act_bot(Bot::Random),
            chosen => chosen.and_then(|action| game.act(action)),
        };
        done.map(drop)
    }

    /// A bot cannot think, because of these faults: everybody is told.
    pub fn cannot_choose(&mut self, asks: &Asks, faults: &[Fault]) {
        if asks.place() == self.place() {
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
}

/// What a bot chooses within the limit of a table.
pub(super) fn choose(
    bot: Bot,
    choose: impl FnOnce(Bot, Limit) -> Result<Option<Chosen>, Refused>,
) -> Result<Action, Refused> {
    let chosen = choose(bot, Limit::work(BOT_WORK))?;
    chosen.map(|chosen| chosen.action).ok_or(Refused::Over)
}
