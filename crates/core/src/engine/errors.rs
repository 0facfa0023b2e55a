//! Errors of a call that continues a game.

use crate::choice::Action;
use crate::fault::Fault;

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
