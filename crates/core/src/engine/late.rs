//! Rejects effects that come too late to matter.

use crate::answer::Push;
use crate::apply::{Impossible, no};
use crate::effect::Effect;
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::step;

impl State {
    /// Whether an effect on the course of the game could still change something.
    pub(super) fn in_time(&self, rules: &Ruleset, effect: &Effect) -> Result<(), Impossible> {
        match effect {
            Effect::Turn { .. } if self.is_scored_at_the_end() => no(
                "the final scoring has begun: no turn is played any more",
                "le décompte final a commencé : plus aucun tour n'est joué",
            ),
            Effect::Parts { .. } | Effect::Skip { .. } => {
                let Some(turn) = self.frames().find(|frame| frame.code() == step::TURN) else {
                    return no(
                        "no turn is being played any more",
                        "plus aucun tour n'est en cours",
                    );
                };
                if turn.first() as usize > rules.course.part_end {
                    return no(
                        "the last part of the turn has ended",
                        "la dernière partie du tour est terminée",
                    );
                }
                // A new turn forgets which slots to skip.
                if turn.first() == 0 && matches!(effect, Effect::Skip { .. }) {
                    return no(
                        "the turn has not begun: say so at `turn_start`; start tiles are left out by `start = false`",
                        "le tour n'a pas commencé : dites-le à `turn_start` ; `start = false` écarte les tuiles de départ",
                    );
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether the core's own steps among those that are asked for can still take place.
    pub(super) fn steps_in_time(&self, steps: &[Push]) -> Result<(), (&'static str, Impossible)> {
        let own = |push: &Push| match push.code {
            step::DRAW if push.nargs == 1 => Some("draw"),
            step::PLACE => Some("place"),
            _ => None,
        };
        match steps.iter().find_map(own) {
            Some(name) if self.is_scored_at_the_end() => no(
                "the final scoring has begun: nothing is placed any more",
                "le décompte final a commencé : plus rien n'est posé",
            )
            .map_err(|why| (name, why)),
            _ => Ok(()),
        }
    }

    /// Whether the final scoring has begun.
    fn is_scored_at_the_end(&self) -> bool {
        let over = self.frames().next().is_some_and(|top| top.code() == step::OVER);
        over || self.frames().any(|frame| frame.code() == step::FINAL && frame.first() > 0)
    }
}
