//! How strong players are in a feature.

use std::sync::Arc;

use super::super::{HookError, Host};
use crate::game::Game;
use crate::hooks::{Event, Hook, answers};
use crate::ids::SegmentId;
use crate::limits::PLAYERS_MAX;
use crate::ruleset::Ruleset;
use crate::score::Strengths;
use crate::state::{NONE, State};

impl Host {
    /// How strong everybody is in a feature.
    #[inline]
    pub(in crate::engine) fn strengths(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        node: SegmentId,
    ) -> Result<Strengths, HookError> {
        let mut strengths = Strengths::default();
        Game::new(rules, st).add_weights(node, &mut strengths.weights);
        if !rules.asked.weight.is_empty() && st.feature(node).figures != NONE {
            self.ask_weights(rules, st, node, &mut strengths)?;
        }
        Ok(strengths)
    }

    /// Adds the answers of handlers for each figure. Answers with `once` count once for a player, by their maximum.
    #[inline(never)]
    fn ask_weights(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        node: SegmentId,
        strengths: &mut Strengths,
    ) -> Result<(), HookError> {
        for sub in &rules.asked.weight {
            let mut once: [Option<(i32, i32)>; PLAYERS_MAX] = [None; PLAYERS_MAX];
            for figure in st.figures_in(node) {
                let mut event = Event::new(Hook::ScoringWeight);
                event.figure = figure;
                event.node = node;
                event.player = st.owner(figure);
                if !self.matches_worth(rules, st, sub, &event) {
                    if self.told_of {
                        self.tell_passed(rules, st, std::slice::from_ref(sub), &event);
                    }
                    continue;
                }
                self.note_depends(sub);
                self.ask(rules, st, sub, &event, answers::WEIGHT)?;
                let (seat, said) = (event.player.index(), (self.answer.weight, self.answer.tie));
                if self.answer.once {
                    let most = once[seat].map_or(said, |(w, t)| (said.0.max(w), said.1.max(t)));
                    once[seat] = Some(most);
                } else {
                    strengths.weights[seat] += said.0;
                    strengths.ties[seat] += said.1;
                }
            }
            for (seat, (weight, tie)) in
                once.iter().enumerate().filter_map(|(p, o)| Some((p, (*o)?)))
            {
                strengths.weights[seat] += weight;
                strengths.ties[seat] += tie;
            }
        }
        Ok(())
    }
}
