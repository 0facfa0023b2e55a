//! Rules in force, and what the core itself offers, to which an expansion may give its rule.

use super::{RESTRICTIONS, Ruleset};
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

/// Which rules hold, and which of them say what the core itself allows and offers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Law {
    /// For each rule, whether a variant mutes it.
    pub(crate) muted: Vec<bool>,
    /// Whether any rule is muted.
    pub(crate) any_muted: bool,
    /// Restrictions whose rules are muted, as bits.
    pub(crate) lifted: u16,
    /// Rule of each restriction.
    pub(crate) restriction_rules: [RuleId; RESTRICTIONS.len()],
    /// Rule of each thing that the core itself offers.
    pub(crate) own_offers: [RuleId; OWN_OFFERS.len()],
}

impl Ruleset {
    /// Whether a rule is switched off.
    #[inline]
    pub(crate) fn is_muted(&self, rule: RuleId) -> bool {
        self.law.muted.get(rule.index()).copied().unwrap_or(false)
    }
}
