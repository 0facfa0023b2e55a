//! Places that are offered, and options that are refused, by declaration.

use super::{StepSet, Waived};
use crate::condition::{Condition, OptionSort, Several, Spots, Types};
use crate::ids::{ExpansionId, NeutralId, OverlayId, PileId, RuleId, TokenId};

/// Places that are offered by declaration, for tiles of a zone or for the tile that is drawn.
#[derive(Clone, Debug)]
pub(crate) struct PlacePattern {
    pub(crate) expansion: ExpansionId,
    pub(crate) rule: RuleId,
    pub(crate) steps: StepSet,
    /// None = the tile that is drawn.
    pub(crate) zone: PileId,
    /// Piece that is laid with it, or none.
    pub(crate) overlay: OverlayId,
    pub(crate) price: Option<(TokenId, u16)>,
    /// Cells that it refuses.
    pub(crate) cells: Condition,
    pub(crate) whil: Condition,
    pub(crate) must: bool,
    pub(crate) waives: Waived,
}

/// A declared refusal, and what can be read off its condition.
#[derive(Clone, Debug)]
pub(crate) struct Refuse {
    pub(crate) rule: RuleId,
    /// Steps in which it refuses, or `None` for all.
    pub(crate) steps: Option<StepSet>,
    /// It refuses while this holds for the moment.
    pub(crate) whil: Condition,
    /// The whole condition on an option.
    pub(crate) condition: Condition,
    /// Only places for such tiles.
    pub(crate) types: Option<Types>,
    /// Only what brings a figure onto the tile of this neutral figure.
    pub(crate) onto: Option<NeutralId>,
    /// Only places on such cells.
    pub(crate) cell: Option<Condition>,
    /// Only places near these tiles.
    pub(crate) spots: Option<Spots>,
    /// Refuses only placements that complete matching features, if there are any.
    pub(crate) completes: Option<Several>,
    /// Only such options.
    pub(crate) sort: OptionSort,
    /// Parts that must be evaluated for each option.
    pub(crate) rest: Condition,
}

impl Refuse {
    /// As if nothing could be read off.
    pub(crate) fn look_closely(&mut self) {
        (self.types, self.onto, self.completes) = (None, None, None);
        self.sort = OptionSort::ANY;
        (self.cell, self.spots, self.rest) = (None, None, self.condition.clone());
    }
}
