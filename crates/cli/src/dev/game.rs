//! The game on the table: bots play it, and it goes on under other rules.

use bastide::core::Fault;
use bastide::core::ids::Player;
use bastide::game::Refused;
use bastide::reload::{Kept, Script};
use bastide::{Bot, Game, Rules, Seed};

/// The bot that plays for people who are not there.
const STAND_IN: Bot = Bot::Greedy;

/// What became of the game.
#[derive(Debug)]
pub(super) enum Outcome {
    /// It went on.
    Kept(Kept),
    /// It is that of a record, which was played again; the first action that was refused.
    Again(Option<Refused>),
}

/// A game, and how far the bots play it.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) game: Game,
    /// Turns to play before they wait.
    until: u16,
}

impl Table {
    /// Creates a game that bots play for `until` turns.
    pub(super) fn new(game: Game, until: u16) -> Self {
        Self { game, until }
    }

    /// A game that stays where it is.
    pub(super) fn of(game: Game) -> Self {
        Self { game, until: 0 }
    }

    /// Continues to where the bots wait. Returns the fault that stopped them, if any.
    pub(super) fn play_on(&mut self) -> Option<Fault> {
        while !self.game.is_over() && self.game.state().turn() <= self.until {
            if let Err(fault) = self.act() {
                return Some(*fault);
            }
        }
        None
    }

    /// Plays `turns` more turns.
    pub(super) fn turns(&mut self, turns: u16) -> Option<Fault> {
        self.until = self.game.state().turn().saturating_add(turns - 1);
        self.play_on()
    }

    /// To the end.
    pub(super) fn whole(&mut self) -> Option<Fault> {
        self.until = u16::MAX;
        self.play_on()
    }

    /// One action.
    fn act(&mut self) -> Result<(), Box<Fault>> {
        let actor = self.game.actor();
        let done = match actor {
            Player::CHANCE => self.game.act_chance(),
            _ => self.game.act_bot(self.game.bot(actor).unwrap_or(STAND_IN)),
        };
        match done {
            Ok(_) => Ok(()),
            Err(Refused::Fault(fault)) => Err(fault),
            Err(other) => Err(Box::new(Fault::new("E0030", other.words().en, other.words().fr))),
        }
    }

    /// Takes the last turn back, draws too: what was before it is played again. Whether there was one.
    pub(super) fn undo(&mut self) -> Result<bool, Vec<Fault>> {
        let entries = self.game.entries();
        let Some(last) = entries.len().checked_sub(1) else { return Ok(false) };
        let keep = entries[..last].iter().rposition(|e| e.turn.is_some()).map_or(0, |i| i + 1);
        let before: Vec<String> = entries[..keep].iter().map(|e| e.text.clone()).collect();
        let rules = self.game.rules().clone();
        let mut game = Game::numbered(rules, self.game.seed(), self.game.number())?;
        for text in before {
            match game.act_text(&text) {
                Ok(_) => {}
                Err(Refused::Fault(fault)) => return Err(vec![*fault]),
                // The rules have changed since: this far and no farther.
                Err(_) => break,
            }
        }
        // The bots wait here.
        self.until = game.state().turn().saturating_sub(1);
        self.game = game;
        Ok(true)
    }

    /// The next seed, if none is named.
    pub(super) fn next_seed(&self, named: &str) -> Option<Seed> {
        named.is_empty().then(|| self.game.seed().next())
    }

    /// A new game under the same rules, as far as this one went.
    pub(super) fn again(&mut self, seed: Seed) -> Result<(), Vec<Fault>> {
        self.game = Game::new(self.game.rules().clone(), seed)?;
        Ok(())
    }

    /// The game under other rules; a record is played again from the start.
    pub(super) fn under(
        &mut self,
        rules: Rules,
        script: Option<&Script>,
    ) -> Result<Outcome, Vec<Fault>> {
        let (game, outcome) = if let Some(script) = script {
            let (game, refused) = script.play(rules)?;
            (game, Outcome::Again(refused))
        } else {
            let (game, kept) = self.game.under(rules)?;
            (game, Outcome::Kept(kept))
        };
        self.game = game;
        Ok(outcome)
    }
}
