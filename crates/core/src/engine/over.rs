//! Laying the piece that comes with a tile, or letting the drawn tile go.

use super::carry::no_such_option;
use super::{HookError, Host};
use crate::choice::Over;
use crate::effect::{Effect, Sink};
use crate::ids::{PileId, Player, RuleId, SegmentId, TileId, TileTypeId};
use crate::ruleset::Ruleset;
use crate::state::State;
use std::sync::Arc;

impl Host {
    /// The drawn tile is not placed: it goes to a pile.
    #[inline(never)]
    pub(super) fn let_go<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        to: PileId,
        rule: RuleId,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let (tile, from, player) = (TileTypeId(st.drawn), PileId::NONE, Player::NONE);
        self.emit_rare(rules, st, sink, &mut Effect::TileMoved { tile, from, to, player }, rule)
    }

    /// Lays the piece that comes with a tile, over it or over one beside it.
    #[inline(never)]
    pub(super) fn lay_with<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        (placed, over): (TileId, Over),
        rule: RuleId,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let cell = st.tile(placed).cell();
        let under = over.side().map_or(Some(placed), |side| st.tile_at(cell.side(side)));
        let Some(tile) = under else { return Err(no_such_option()) };
        let Over { overlay, rotation, .. } = over;
        let mut effect = Effect::Overlaid { tile, overlay, rotation, node: SegmentId::NONE };
        self.emit_rare(rules, st, sink, &mut effect, rule)
    }
}
