//! Rules in force.

use super::{OWN_OFFERS, RESTRICTIONS, Ruleset};
use crate::ids::RuleId;

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
