//! Errors of a call that continues a game.

use super::Engine;
use crate::choice::{Action, Choice};
use crate::effect::{Effect, Log, Logged};
use crate::fault::Fault;
use crate::ids::RuleId;
use crate::state::State;

/// An expansion's fault while a game runs: which expansion, at which hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookFault {
    /// Expansion.
    pub expansion: String,
    /// Function that failed; empty if the engine found it itself.
    pub hook: String,
    /// The error, with help.
    pub fault: Fault,
}

/// A [`HookFault`], small enough to be handed up through the hot path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}", self.who(": "), .0.fault)]
pub struct HookError(pub Box<HookFault>);

impl HookError {
    /// Who failed, as it stands before what is wrong: the expansion and the function, with this after each.
    #[must_use]
    pub fn who(&self, colon: &str) -> String {
        let HookFault { expansion, hook, .. } = &*self.0;
        let hook = if hook.is_empty() { String::new() } else { format!("{hook}{colon}") };
        format!("{expansion}{colon}{hook}")
    }
}

impl std::ops::Deref for HookError {
    type Target = HookFault;
    fn deref(&self) -> &HookFault {
        &self.0
    }
}

/// Why an action was not carried out. The state is as before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not among the options.
    #[error("{action:?} is not among the options")]
    Illegal {
        /// The refused action.
        action: Action,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// An expansion failed; the action never happened.
    #[error(transparent)]
    Hook(#[from] HookError),
}

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
