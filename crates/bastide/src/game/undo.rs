//! Taking back.

use bastide_core::ids::Player;
use bastide_core::{Decision, Fault, State, View, Words};

use super::{Entry, Game, NoUndo, Play};
use crate::reload::act_as;

impl Play {
    /// Takes the last action back. Free until chance has shown something.
    ///
    /// # Errors
    ///
    /// Nothing was done, or the last action was chance's.
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        let Some((state, decision)) = self.back.pop() else {
            // What chance and bots have done is nobody's to take back.
            let person = |e: &Entry| e.actor != Player::CHANCE && self.bot(e.actor).is_none();
            let any = self.entries.iter().any(person);
            return Err(if any { NoUndo::Revealed } else { NoUndo::Nothing });
        };
        self.state = state;
        self.decision = decision;
        self.entries.pop();
        Ok(())
    }

    /// Takes back the last action of a seat, and of nobody else.
    ///
    /// # Errors
    ///
    /// Fails like [`Play::undo`]; the last action was another seat's; it showed somebody a tile.
    pub fn undo_by(&mut self, seat: Player) -> Result<(), NoUndo> {
        let Some(last) = self.entries.last() else { return Err(NoUndo::Nothing) };
        if last.actor != seat && last.actor != Player::CHANCE {
            return Err(NoUndo::NotYours);
        }
        let unseen = |state: &State, p: u8| {
            View::of(&self.rules.ruleset, state, Player(p)).unseen().collect::<Vec<_>>()
        };
        let shown = |(before, _): &(State, Decision)| {
            before.sealed().count() > self.state.sealed().count()
                || (0..self.names.len() as u8).any(|p| unseen(before, p) != unseen(&self.state, p))
        };
        if self.back.last().is_some_and(shown) {
            return Err(NoUndo::Revealed);
        }
        self.undo()
    }

    /// How many actions can be taken back.
    #[must_use]
    pub fn undoable(&self) -> usize {
        self.back.len()
    }
}

impl Game {
    /// Returns this game as it was after its first `to` actions, by replaying it. Chance answers as it did, so that
    /// nobody learns anything new.
    ///
    /// # Errors
    ///
    /// Returns an error if a script does not load, or if rules that changed meanwhile refuse an action.
    pub fn taken_back(&self, to: usize) -> Result<Game, Words> {
        let (rules, seed) = (self.rules().clone(), self.seed());
        let said =
            |faults: Vec<Fault>| faults.into_iter().next().map(|f| f.what).unwrap_or_default();
        let mut game = Game::numbered(rules, seed, self.number()).map_err(said)?;
        for entry in self.entries().iter().take(to) {
            act_as(&mut game, entry.actor, &entry.text).map_err(|refused| refused.words())?;
        }
        Ok(game)
    }
}
