//! Taking back.

use bastide_core::ids::Player;
use bastide_core::{Decision, State, View};

use super::{NoUndo, Play};

impl Play {
    /// Takes the last action back. Free until chance has shown something.
    ///
    /// # Errors
    ///
    /// Nothing was done, or the last action was chance's.
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        let Some((state, decision)) = self.back.pop() else {
            return Err(if self.entries.is_empty() { NoUndo::Nothing } else { NoUndo::Revealed });
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
    /// As [`Play::undo`]; the last action was another seat's; it showed somebody a tile.
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
