//! Subscriptions with compiled filters.

use super::{Call, TagRef};
use crate::decl;
use crate::ids::{KindId, NeutralId, PileId, RuleId, StateId, StepId, TokenId};

/// What a subscription answers by declaration, without a function: points for somebody, a step for the
/// turn's player, or both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Says {
    /// Points; 0 = none.
    pub(crate) pay: i32,
    /// Their rule.
    pub(crate) rule: RuleId,
    /// The step and its first argument.
    pub(crate) push: Option<(StepId, i32)>,
}

/// A subscription with compiled filters. Every filter present must hold.
#[derive(Clone, Debug)]
pub(crate) struct Sub {
    pub(crate) call: Call,
    pub(crate) says: Option<Says>,
    pub(crate) kinds: u32,
    pub(crate) tag: Option<Vec<(KindId, u8)>>,
    pub(crate) cause: Option<RuleId>,
    pub(crate) complete: Option<bool>,
    pub(crate) last: Option<bool>,
    pub(crate) figures: u32,
    pub(crate) class: u32,
    pub(crate) placed_tag: Option<TagRef>,
    pub(crate) placed_kind: u32,
    pub(crate) group: Option<PileId>,
    pub(crate) token: Option<TokenId>,
    pub(crate) neutral: Option<NeutralId>,
    pub(crate) beside: Option<decl::Beside>,
    pub(crate) tile_occupied: Option<bool>,
    pub(crate) steps: u32,
    pub(crate) on_board: u32,
    pub(crate) holds: u32,
    pub(crate) state: Option<StateId>,
    pub(crate) zone: Option<PileId>,
    pub(crate) surrounded: Option<bool>,
    /// Nothing but `kinds` is filtered.
    pub(crate) plain: bool,
}
