//! What became of the offers of expansions, by name.

use std::collections::BTreeMap;

use bastide_core::ids::RuleId;
use bastide_core::{Fate, Fates, Offerer, Ruleset};
use serde::Serialize;

/// An offer of an expansion.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Offer {
    /// Expansion that offers.
    pub expansion: String,
    /// Function that offers, `[[deploy]]`, or the verb.
    pub offer: String,
    /// Rule of the offer; empty if it names none.
    pub rule: String,
}

/// What became of an offer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Became {
    /// How often something offered was an option.
    pub options: u64,
    /// How often it was not, by the restriction or rule that dropped it.
    pub dropped: BTreeMap<String, u64>,
}

/// What became of offers, by offer.
pub type Offers = BTreeMap<Offer, Became>;

/// One row of a profile: the fate of an offer whose options were dropped at least once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfferRow {
    /// The offer.
    #[serde(flatten)]
    pub of: Offer,
    /// What became of it.
    #[serde(flatten)]
    pub became: Became,
}

impl Became {
    /// How often something offered was dropped.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped.values().sum()
    }

    /// Rules with how often they dropped something, the most frequent first: `312 base.place.empty, 4 base.place.edge`.
    #[must_use]
    pub fn rules(&self) -> String {
        let mut rules: Vec<_> = self.dropped.iter().collect();
        rules.sort_by_key(|(rule, n)| (std::cmp::Reverse(**n), *rule));
        rules.iter().map(|(rule, n)| format!("{n} {rule}")).collect::<Vec<_>>().join(", ")
    }
}

/// Who makes an offer, by name.
#[must_use]
pub fn offer(rules: &Ruleset, by: Offerer) -> Offer {
    let of = |expansion: usize, offer: &str, rule: RuleId| Offer {
        expansion: rules.expansions[expansion].id.clone(),
        offer: offer.to_owned(),
        rule: rules.rule_name(rule).to_owned(),
    };
    match by {
        Offerer::Function { expansion, function, rule } => {
            let functions = &rules.expansions[expansion.index()].functions;
            let name = functions.get(usize::from(function)).map_or("?", |f| f.0.as_str());
            of(expansion.index(), name, rule)
        }
        Offerer::Deploy { expansion, rule } => of(expansion.index(), "[[deploy]]", rule),
        Offerer::Verb(verb) => {
            let verb = &rules.verbs[verb.index()];
            of(verb.expansion.index(), &verb.decl.name, verb.rule)
        }
    }
}

/// What became of offers, by name.
#[must_use]
pub fn offers(rules: &Ruleset, fates: &Fates) -> Offers {
    let mut offers = Offers::new();
    for (by, Fate { options, dropped }) in fates {
        let became = offers.entry(offer(rules, *by)).or_default();
        became.options += options;
        for (rule, n) in dropped {
            *became.dropped.entry(rules.rule_name(*rule).to_owned()).or_default() += n;
        }
    }
    offers
}

/// Adds what became of offers to others.
pub fn add_offers(mine: &mut Offers, other: &Offers) {
    for (of, became) in other {
        let sum = mine.entry(of.clone()).or_default();
        sum.options += became.options;
        for (rule, n) in &became.dropped {
            *sum.dropped.entry(rule.clone()).or_default() += n;
        }
    }
}

/// Returns the rows of offers with dropped options, the most frequent first.
#[must_use]
pub fn dropped(offers: &Offers) -> Vec<OfferRow> {
    let some = offers.iter().filter(|(_, became)| !became.dropped.is_empty());
    let mut rows: Vec<OfferRow> =
        some.map(|(of, became)| OfferRow { of: of.clone(), became: became.clone() }).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.became.dropped()));
    rows
}
