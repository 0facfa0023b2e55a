//! Options and their offers: rule, expansion and price.

use std::fmt;
use std::ops::RangeInclusive;

use bastide_core::ids::Player;
use bastide_core::{Action, Choice, Decision, Ruleset, step};
use serde::Serialize;

use super::Play;
use crate::{notation, story};

/// Something that may be chosen; shown as records write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offered {
    /// The action as records write it; of a range of numbers the one with the least.
    #[serde(rename = "action")]
    text: String,
    /// The action; of a range of numbers the one with the least: see [`Offered::with`].
    #[serde(skip)]
    pub action: Action,
    /// Id of the rule that offers it; empty, if a function offers it under none in a step that has none.
    pub rule: String,
    /// Expansion that makes the offer, or `None` for the core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Price of the option.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub price: Vec<Price>,
    /// Whether the same step is asked again afterwards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub free: bool,
    /// While it stands, nothing may be chosen but such options and free ones.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub must: bool,
    /// First and last number of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(u32, u32)>,
    #[serde(skip)]
    option: Choice,
}

/// A part of a price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Price {
    /// Token of the price, or `None` for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// How many.
    pub number: u16,
}

impl Offered {
    /// Returns the range of numbers to choose from, if the option is one.
    #[must_use]
    pub fn numbers(&self) -> Option<RangeInclusive<u32>> {
        self.option.numbers()
    }

    /// Returns the same option with a number of its range, or `None` if the range does not have it.
    #[must_use]
    pub fn with(&self, number: u32) -> Option<Self> {
        let Action::Invoke { verb, .. } = self.action else { return None };
        let action = Action::Invoke { verb, target: number };
        let numbers = self.numbers()?;
        let text = self.text.rsplit_once(' ').map_or(&*self.text, |(verb, _)| verb);
        numbers.contains(&number).then(|| Self {
            action,
            text: format!("{text} {number}"),
            option: action.into(),
            range: None,
            ..self.clone()
        })
    }

    /// The terms on which it is offered, if there are any: `costs 3 points, does not end the step`.
    #[must_use]
    pub fn terms(&self, rules: &Ruleset, lang: &str) -> String {
        let by = |en, fr| if lang == "fr" { fr } else { en };
        let priced = self.price.iter().map(|price| {
            let n = price.number.into();
            match &price.token {
                Some(token) => story::several(rules, &["token"], n, token, lang),
                None => story::counted(n, "point", lang),
            }
        });
        let priced = priced.collect::<Vec<_>>().join(by(" and ", " et "));
        let cost = format!("{} {priced}", by("costs", "coûte"));
        let said = [
            (!priced.is_empty(), &*cost),
            (self.must, by("comes first", "passe avant le reste")),
            (self.free, by("does not end the step", "ne met pas fin à l'étape")),
        ];
        let said = said.into_iter().filter(|(so, _)| *so).map(|(_, text)| text);
        said.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Offered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Play {
    /// What the one who decides is asked, in words: `place a tile`, `dragon (3 more to come)`. Empty when the game is over.
    #[must_use]
    pub fn prompt(&self, lang: &str) -> String {
        let (rules, code) = (&self.rules().ruleset, self.decision().step);
        let by = |en: &str, fr: &str| if lang == "fr" { fr.to_owned() } else { en.to_owned() };
        let own = rules.steps.get(usize::from(code.wrapping_sub(step::OWN)));
        let words = match code {
            _ if self.is_over() => return String::new(),
            step::DRAW => by("draw a tile", "piocher une tuile"),
            step::PLACE => by("place a tile", "poser une tuile"),
            step::ACTION => by("action", "action"),
            step::SECOND_ACTION => by("second action", "deuxième action"),
            _ => own.map_or_else(String::new, |_| {
                story::name(rules, &["step"], &rules.step_name(code), lang)
            }),
        };
        match self.state().rounds_left(rules) {
            Some(left) if left > 1 => {
                let left = left - 1;
                let more = by(&format!("{left} more to come"), &format!("encore {left}"));
                format!("{words} ({more})")
            }
            _ => words,
        }
    }

    /// Everything that the one who decides may choose, sorted, and how it is offered.
    #[must_use]
    pub fn offered(&self) -> Vec<Offered> {
        self.offered_in(self.decision())
    }

    /// Returns the offers as a seat sees them: of another player's options, only those that name nothing hidden from
    /// the seat.
    #[must_use]
    pub fn offered_for(&self, seat: Player) -> Vec<Offered> {
        self.offered_in(&self.decision_for(seat))
    }

    /// Returns the offer of an action of the deciding player, or `None` if it is not an option.
    #[must_use]
    pub fn offer_of(&self, action: Action) -> Option<Offered> {
        let mut options = self.decision().options.iter();
        let option = options.find(|option| option.takes(action.into()))?;
        let offered = self.offers(self.decision(), *option)?;
        match action {
            Action::Invoke { target, .. } if offered.range.is_some() => offered.with(target),
            _ => Some(offered),
        }
    }

    fn offered_in(&self, decision: &Decision) -> Vec<Offered> {
        decision.options.iter().filter_map(|option| self.offers(decision, *option)).collect()
    }

    fn offers(&self, decision: &Decision, option: Choice) -> Option<Offered> {
        let rules = &self.rules().ruleset;
        let offering = decision.offering(rules, option);
        let token = |id: bastide_core::ids::TokenId| {
            rules.tokens.get(id.index()).map(|token| token.name.clone())
        };
        let tokens = offering.price.iter().map(|(id, n)| Price { token: token(*id), number: *n });
        let points = Some(Price { token: None, number: offering.points });
        Some(Offered {
            text: notation::option(self.read(), option),
            action: option.action()?,
            rule: rules.rule_name(offering.rule).to_owned(),
            by: offering.by.and_then(|by| rules.expansions.get(by.index())).map(|by| by.id.clone()),
            price: tokens.chain(points.filter(|points| points.number > 0)).collect(),
            free: offering.free,
            must: offering.must,
            range: option.numbers().map(|numbers| (*numbers.start(), *numbers.end())),
            option,
        })
    }
}
