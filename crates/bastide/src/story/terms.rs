//! The terms of a score sheet, one by one.

use bastide_core::ids::{Player, RuleId, UnitId};
use bastide_core::{Sheet, Term};

use super::{by, counted, name, player_name};
use crate::game::Play;

/// A term of a score sheet, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What it counts, and at which rate: `7 tiles × 2`.
    pub text: String,
    /// The rule that gives it.
    pub rule: RuleId,
    /// What it counts.
    pub unit: Option<UnitId>,
}

/// The terms of a score sheet in the order in which they work: what is counted, what is taken away, factors, what comes last.
#[must_use]
pub fn terms(game: &Play, sheet: &Sheet, lang: &str) -> Vec<Told> {
    let rules = &game.rules().ruleset;
    let unit = |id: UnitId| {
        let word = rules.units.get(id.index()).map_or("?", |u| u);
        name(rules, &["unit", "tag", "feature", "token", "figure"], word, lang)
    };
    let mut told: Vec<Told> = Vec::new();
    for (rule, id, n, rate) in sheet.unit_lines() {
        let times = if rate == 1 { String::new() } else { format!(" × {rate}") };
        let text = format!("{}{times}", counted(n, &unit(id), lang));
        told.push(Told { text, rule, unit: Some(id) });
    }
    let stage = |term: &Term| match term {
        Term::Void => 0,
        Term::Flat { .. } => 1,
        Term::Scale { .. } => 2,
        Term::Extra { .. } => 3,
        Term::Add { .. } | Term::Count { .. } | Term::Per { .. } => 4,
    };
    let mut rest: Vec<_> = sheet.terms.iter().filter(|t| stage(&t.term) < 4).collect();
    rest.sort_by_key(|t| stage(&t.term));
    for t in rest {
        let text = match t.term {
            Term::Void => "× 0".to_owned(),
            Term::Scale { num, den: 1, .. } => format!("× {num}"),
            Term::Scale { num, den, .. } => format!("× {num}/{den}"),
            Term::Flat { n } | Term::Extra { n } => format!("{n:+}").replace('-', "−"),
            Term::Add { .. } | Term::Count { .. } | Term::Per { .. } => continue,
        };
        told.push(Told { text: alone(game, text, t.only, lang), rule: t.rule, unit: None });
    }
    told
}

/// A term, and for whom alone it counts.
fn alone(game: &Play, text: String, only: Player, lang: &str) -> String {
    if only.is_some() {
        format!("{text} ({} {})", by(lang, "for", "pour"), player_name(game, only))
    } else {
        text
    }
}
