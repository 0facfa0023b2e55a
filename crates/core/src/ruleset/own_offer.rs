//! What the core itself offers, by name: an expansion says which rules these are.

use super::Ruleset;
use crate::ids::RuleId;

/// What the core itself offers, in the order of [`OwnOffer`].
pub const OWN_OFFERS: [&str; 4] = ["draw", "place", "deploy", "pass"];

/// Something that the core itself offers, to which an expansion may give its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum OwnOffer {
    /// Chance draws a tile.
    Draw,
    /// The tile drawn, or one at hand, is placed.
    Place,
    /// A figure goes to the tile just placed.
    Deploy,
    /// Something is declined for which no step of an expansion has a rule.
    Pass,
}

impl Ruleset {
    /// The rule by which the core offers something itself.
    pub(crate) fn own_offer(&self, offer: OwnOffer) -> RuleId {
        self.law.own_offers[offer as usize]
    }
}
