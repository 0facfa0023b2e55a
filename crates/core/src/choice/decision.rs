//! A decision, and how its options are offered: by which rule and whom, and at what price.

use super::{Action, Choice};
use crate::answer::Offer;
use crate::ids::{ExpansionId, Player, RuleId, TokenId};
use crate::ruleset::{OwnOffer, Ruleset};
use crate::step;

/// Who decides, and between what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// A seat, or [`Player::CHANCE`].
    pub actor: Player,
    /// Code of the step that asks; see [`crate::Ruleset::step_name`].
    pub step: u8,
    /// Options, sorted when asked for from outside; in listing order for playouts.
    pub options: Vec<Choice>,
    /// For chance: whole weights of the options; otherwise empty.
    pub weights: Vec<u32>,
    /// Offers under which options stand: see [`Choice::offer`] and [`Decision::offering`].
    pub offers: Vec<Offer>,
    /// The rule of declining a step of an expansion, if there is one.
    pub(crate) pass: RuleId,
}

/// How an option is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offering {
    /// Rule of the offer, or none if a function offers the option without a rule in a step that has none.
    pub rule: RuleId,
    /// Expansion that makes the offer, or `None` for the core.
    pub by: Option<ExpansionId>,
    /// Tokens that it costs.
    pub price: Vec<(TokenId, u16)>,
    /// Points that it costs.
    pub points: u16,
    /// It does not use up the step.
    pub free: bool,
    /// While it stands, nothing may be chosen but such options and free ones.
    pub must: bool,
}

impl Choice {
    /// Returns the index of the option's offer in the decision, or `None` for an option of the core.
    #[inline]
    pub(crate) fn offer_among(self, offers: &[Offer]) -> Option<&Offer> {
        offers.get(usize::from(self.offer()).wrapping_sub(1))
    }
}

impl Decision {
    /// How one of its options is offered. What a function offers under no offer in a step of the core stands as the core's
    /// own.
    #[must_use]
    pub fn offering(&self, rules: &Ruleset, option: Choice) -> Offering {
        let mut out = match option.offer_among(&self.offers) {
            Some(offer) => Offering {
                rule: offer.rule,
                by: (offer.by != ExpansionId::NONE).then_some(offer.by),
                price: offer.price.into_iter().collect(),
                points: 0,
                free: offer.free,
                must: offer.must,
            },
            None => self.under_no_offer(rules, option),
        };
        if let Some(verb) = option.verb().and_then(|verb| rules.verbs.get(verb.index())) {
            (out.rule, out.by) = (verb.rule, Some(verb.expansion));
            for (token, n) in &verb.price {
                match out.price.iter_mut().find(|(paid, _)| paid == token) {
                    Some((_, sum)) => *sum = sum.saturating_add(*n),
                    None => out.price.push((*token, *n)),
                }
            }
            out.points = verb.points;
            out.free |= verb.decl.free;
            out.must |= verb.decl.must;
        }
        out
    }

    /// Drops offers without options and renumbers the rest, so that a viewer who does not see all options cannot infer
    /// others.
    pub fn keep_offers_in_use(&mut self) {
        let mut kept: Vec<(u8, Offer)> = Vec::new();
        for option in &mut self.options {
            let row = option.offer();
            let Some(offer) = usize::from(row).checked_sub(1).and_then(|i| self.offers.get(i))
            else {
                continue;
            };
            let at = kept.iter().position(|(old, _)| *old == row).unwrap_or_else(|| {
                kept.push((row, offer.clone()));
                kept.len() - 1
            });
            *option = option.under(at as u8 + 1);
        }
        self.offers = kept.into_iter().map(|(_, offer)| offer).collect();
    }

    fn under_no_offer(&self, rules: &Ruleset, option: Choice) -> Offering {
        let own = |offer| Offering { rule: rules.own_offer(offer), ..Offering::default() };
        let pass = option.is_pass();
        if let Some(of) = rules.steps.get(usize::from(self.step.wrapping_sub(step::OWN))) {
            let rule = if pass { self.pass } else { of.rule };
            return match rule {
                RuleId::NONE if pass => own(OwnOffer::Pass),
                rule => Offering { rule, by: Some(of.expansion), ..Offering::default() },
            };
        }
        match option.action() {
            Some(Action::Draw { .. }) => own(OwnOffer::Draw),
            Some(Action::Place { .. }) => own(OwnOffer::Place),
            Some(Action::Deploy { .. }) => own(OwnOffer::Deploy),
            Some(Action::Pass) => own(OwnOffer::Pass),
            _ => Offering::default(),
        }
    }
}
