//! Mandatory options, and free ones.

use super::Host;
use crate::answer::Offer;
use crate::choice::Choice;
use crate::decl;
use crate::ruleset::Ruleset;

impl Host {
    /// If any option is mandatory, keeps only mandatory and free ones. Returns whether it filtered.
    #[inline(never)]
    pub(super) fn keep_obliged(&mut self, rules: &Ruleset) -> bool {
        let offers = &self.offers;
        let must = |c: Choice| {
            verb_of(rules, c).is_some_and(|v| v.must)
                || c.offer_among(offers).is_some_and(|o| o.must)
        };
        if !self.list.iter().any(must) {
            return false;
        }
        self.list.retain(|c| is_free(rules, offers, *c) || must(*c));
        true
    }
}

/// Whether an option does not use up its step, by its verb or by the offer under which it stands.
pub(in super::super) fn is_free(rules: &Ruleset, offers: &[Offer], option: Choice) -> bool {
    verb_of(rules, option).is_some_and(|verb| verb.free)
        || option.offer_among(offers).is_some_and(|offer| offer.free)
}

fn verb_of(rules: &Ruleset, option: Choice) -> Option<&decl::Verb> {
    option.verb().map(|verb| &rules.verbs[verb.index()].decl)
}
