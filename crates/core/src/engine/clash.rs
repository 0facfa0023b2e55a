//! An effect that no longer applies: the error names both sides, the one that wanted it and the one that
//! was there before.

use super::{Engine, HookError};
use crate::choice::{Action, Choice};
use crate::effect::{Effect, Log, Logged};
use crate::ids::RuleId;
use crate::state::State;

impl Engine {
    /// Runs a failed action again with a log, and says which effect met the same thing before.
    #[cold]
    pub(super) fn name_other_side(&mut self, e: &mut HookError, action: Action, failed: Effect) {
        let Some(before) = self.last_about(action, &failed.about()) else { return };
        let name = before.effect.name();
        let (en, fr) = if before.rule == RuleId::NONE {
            ("the core".to_owned(), "le moteur".to_owned())
        } else {
            let rule = self.rules.rule_name(before.rule);
            (format!("`{rule}`"), format!("`{rule}`"))
        };
        let words = &mut e.0.fault.what;
        words.en = format!("{}; `{name}` by {en} came before it", words.en);
        words.fr = format!("{} ; `{name}` de {fr} est passé avant", words.fr);
    }

    fn last_about(&mut self, action: Action, things: &[(&str, i32)]) -> Option<Logged> {
        if things.is_empty() {
            return None;
        }
        let rules = self.rules.clone();
        let mut state = State::default();
        state.clone_from(&self.backup);
        self.host.list_top(&rules, &state).ok()?;
        let wanted = Choice::from(action).key();
        let i = self.host.list.iter().position(|c| c.key() == wanted)?;
        let mut log = Log::default();
        let again = self.host.carry_out(&rules, &mut state, i, &mut log);
        self.host.failed = None;
        again.err()?;
        log.effects.into_iter().rev().find(|l| l.effect.about() == things)
    }
}
