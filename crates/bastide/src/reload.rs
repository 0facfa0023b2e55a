//! Rules that change under a running game: what changed, how the game goes on, and where its course differs.
//!
//! The state of a game is flat and in no script. If the numbers in it mean the same under the new rules
//! ([`Ruleset::mismatches`](bastide_core::Ruleset::mismatches) is empty), it goes on as it is; points that were
//! scored stay scored. If not (a tile more, a new tag), the list of actions is played again from the start.

mod changes;
mod code;
mod replay;
mod shift;

use bastide_core::ids::Player;
use bastide_core::ruleset::Mismatch;
use bastide_core::{Action, Fault};

use crate::game::{Game, NotCarried, Refused};
use crate::rules::Rules;

pub use changes::{Change, changes, summary};
pub use replay::{Compared, Difference, Differs, Scored, Script};
pub use shift::Shift;

/// What became of a game when its rules changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Its state goes on as it is.
    State,
    /// Its state would have meant something else: all its actions were played again.
    Replayed {
        /// Why.
        because: Vec<Mismatch>,
    },
    /// The state is replayed, but the new rules forbid one of its actions: the game stops before it.
    Cut {
        /// Why it was played again.
        because: Vec<Mismatch>,
        /// Actions that were played.
        actions: usize,
        /// Actions that there were.
        of: usize,
        /// The first that was refused, as text.
        action: String,
        /// Why it was refused.
        refused: Refused,
    },
}

impl Game {
    /// This game under new rules.
    ///
    /// # Errors
    ///
    /// The new rules cannot be played: a script that does not load, an expansion that fails when the next
    /// decision is listed or in setup. This game is as it was.
    pub fn under(&self, rules: Rules) -> Result<(Game, Kept), Vec<Fault>> {
        let because = match self.carried(rules.clone()) {
            Ok(game) => return Ok((game, Kept::State)),
            Err(NotCarried::Faults(faults)) => return Err(faults),
            Err(NotCarried::Shape(found)) => found,
        };
        let mut game = Game::numbered(rules, self.seed(), self.number())?;
        for (actions, entry) in self.entries().iter().enumerate() {
            let act = |game: &mut Game| act_as(game, entry.actor, &entry.text);
            if let Err(refused) = passing(&mut game, act) {
                let kept = Kept::Cut {
                    because,
                    actions,
                    of: self.entries().len(),
                    action: entry.text.clone(),
                    refused,
                };
                return Ok((game, kept));
            }
        }
        Ok((game, Kept::Replayed { because }))
    }
}

/// Most questions in a row that are passed.
const PASSED_MAX: usize = 64;

/// Does what was done under other rules. What these ask before it is passed, where that is offered and leads to it: nobody has
/// answered what nobody was asked.
pub(crate) fn passing(
    game: &mut Game,
    act: impl Fn(&mut Game) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let refused = match act(game) {
        Err(refused @ (Refused::Rules { .. } | Refused::Actor { .. } | Refused::Text(_))) => {
            refused
        }
        done => return done,
    };
    let mut passed = 0;
    while passed < PASSED_MAX
        && game.decision().options.iter().any(|option| option.is_pass())
        && game.act(Action::Pass).is_ok()
    {
        passed += 1;
        if let done @ (Ok(()) | Err(Refused::Fault(_))) = act(game) {
            return done;
        }
    }
    // It leads elsewhere: the game stands where the action was refused.
    while passed > 0 && game.undo().is_ok() {
        passed -= 1;
    }
    Err(refused)
}

/// Carries out an action, if it is for this actor to decide.
pub(crate) fn act_as(game: &mut Game, actor: Player, text: &str) -> Result<(), Refused> {
    if game.is_over() {
        return Err(Refused::Over);
    }
    if actor != game.actor() {
        return Err(game.not_asked());
    }
    game.act_text(text).map(|_| ())
}

#[cfg(test)]
#[path = "tests/reload.rs"]
mod tests;
