//! What a subscription answers by declaration, without a function.

use crate::ids::{RuleId, StepId};

/// Points for somebody, a step for the turn's player, or both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Says {
    /// Points; 0 = none.
    pub(crate) pay: i32,
    /// Their rule.
    pub(crate) rule: RuleId,
    /// The step and its first argument.
    pub(crate) push: Option<(StepId, i32)>,
}
