//! Complete features: those without an open end unless a rule holds them back, and those that a rule declares
//! complete.

use std::sync::Arc;

use crate::effect::{Effect, Sink};
use crate::engine::{HookError, Host};
use crate::game::Game;
use crate::hooks::{Event, Hook, answers};
use crate::ids::{Player, RuleId, SegmentId};
use crate::ruleset::Ruleset;
use crate::state::State;

impl Host {
    /// Keeps the features that are complete now and were not before.
    #[inline]
    pub(super) fn keep_complete<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut kept = 0;
        for i in 0..self.roots.len() {
            let root = self.roots[i];
            let f = st.features[root as usize];
            if f.done {
                continue;
            }
            let kind = st.nodes[root as usize].kind;
            let mut complete = Game::new(rules, st).is_closed(&f, kind);
            if !rules.asked.complete.is_empty() {
                let node = SegmentId(root);
                let (said, refused) = self.ask_complete(rules, st, node, complete)?;
                if let Some(rule) = refused
                    && complete
                    && !f.waits
                {
                    self.emit(rules, st, sink, &mut Effect::Waits { node }, rule)?;
                }
                complete = said;
            }
            if complete {
                self.roots[kept] = root;
                kept += 1;
            }
        }
        self.roots.truncate(kept);
        if kept > 1 {
            self.roots.sort_unstable();
        }
        Ok(())
    }

    /// Whether the feature is complete, and the rule that refuses it.
    fn ask_complete(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        node: SegmentId,
        found: bool,
    ) -> Result<(bool, Option<RuleId>), HookError> {
        let mut complete = found;
        let mut refused = None;
        for sub in &rules.asked.complete {
            let mut event = Event::new(Hook::ScoringComplete);
            event.node = node;
            event.complete = found;
            event.actor = Player(st.player);
            if !self.matches(rules, st, sub, &event) {
                if self.told_of {
                    self.tell_passed(rules, st, std::slice::from_ref(sub), &event);
                }
                continue;
            }
            self.ask(rules, st, sub, &event, answers::VERDICT)?;
            match self.answer.verdict {
                Some((true, _)) => complete = true,
                Some((false, rule)) if !rules.is_muted(rule) => refused = Some(rule),
                _ => {}
            }
        }
        Ok((complete && refused.is_none(), refused))
    }
}
