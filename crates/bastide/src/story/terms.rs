//! The terms of a score sheet, one by one.

use bastide_core::ids::{Player, RuleId, UnitId};
use bastide_core::score::points;
use bastide_core::{Contribution, Ruleset, Sheet, Term};

use super::{by, player_name, several};
use crate::game::Play;

/// A term of a score sheet, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Units and rate: `7 tiles × 2`.
    pub text: String,
    /// The rule that gives it.
    pub rule: RuleId,
    /// The counted unit.
    pub unit: Option<UnitId>,
}

/// The terms of a score sheet in the order in which they work: what is counted, what is taken away, factors, what comes last.
#[must_use]
pub fn terms(game: &Play, sheet: &Sheet, lang: &str) -> Vec<Told> {
    let rules = &game.rules().ruleset;
    let mut told: Vec<Told> = Vec::new();
    for (rule, id, n, rate) in unit_lines(sheet) {
        let times = if rate == 1 { String::new() } else { format!(" × {rate}") };
        let text = format!("{}{times}", unit(rules, id, n, lang));
        told.push(Told { text, rule, unit: Some(id) });
    }
    let mut rest: Vec<_> =
        sheet.terms.iter().filter(|t| (1..COUNTS).contains(&stage(&t.term))).collect();
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

/// Points of a player by the rules whose terms give them, in the order in which terms work; together they are what the sheet says
/// that the player earns. More of a unit, or another rate, belongs to the rule that counts the unit; a factor gives what it adds.
#[must_use]
pub fn shares(sheet: &Sheet, player: Player) -> Vec<(RuleId, i32)> {
    let [mut counted, mut staged]: [Vec<Contribution>; 2] = Default::default();
    for one in &sheet.terms {
        let into = if stage(&one.term) == COUNTS { &mut counted } else { &mut staged };
        into.push(*one);
    }
    staged.sort_by_key(|one| stage(&one.term));
    let mut shares: Vec<(RuleId, i32)> = Vec::new();
    let mut before = 0;
    for one in staged {
        let rule = one.rule;
        counted.push(one);
        let now = i32::try_from(points(&counted, Some(player))).unwrap_or(before);
        match shares.iter_mut().find(|share| share.0 == rule) {
            Some(share) => share.1 += now - before,
            None => shares.push((rule, now - before)),
        }
        before = now;
    }
    shares.retain(|share| share.1 != 0);
    shares
}

/// Terms of what is counted say more of it, or another rate.
const COUNTS: u8 = 5;

/// When a term works: what is counted comes first.
fn stage(term: &Term) -> u8 {
    match term {
        Term::Add { .. } => 0,
        Term::Void => 1,
        Term::Flat { .. } => 2,
        Term::Scale { .. } => 3,
        Term::Extra { .. } => 4,
        Term::Count { .. } | Term::Per { .. } => COUNTS,
    }
}

/// What a sheet counts, without units of which there are none, unless there is nothing else: the rule, the unit, how many
/// of it there are, and points for each.
pub(super) fn unit_lines(sheet: &Sheet) -> Vec<(RuleId, UnitId, i32, i32)> {
    let mut lines = sheet.unit_lines();
    if lines.iter().any(|line| line.2 != 0) {
        lines.retain(|line| line.2 != 0);
    } else {
        lines.truncate(1);
    }
    lines
}

/// A number of units by name.
pub(super) fn unit(rules: &Ruleset, id: UnitId, n: i32, lang: &str) -> String {
    let word = rules.units.get(id.index()).map_or("?", |u| u);
    several(rules, &["unit", "tag", "feature", "token", "figure"], n, word, lang)
}

/// A term, and for whom alone it counts.
fn alone(game: &Play, text: String, only: Player, lang: &str) -> String {
    if only.is_some() {
        format!("{text} ({} {})", by(lang, "for", "pour"), player_name(game, only))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use bastide_core::ids::SegmentId;
    use bastide_core::{Claim, Returns};

    use super::*;

    #[test]
    fn every_rule_has_the_points_that_its_terms_give() {
        let (tiles, pennants, nobody) = (UnitId(0), UnitId(1), Player::NONE);
        let of = |rule, term, only| Contribution { rule: RuleId(rule), term, only };
        let claim = Claim {
            rule: RuleId::NONE,
            node: SegmentId::NONE,
            owners: 3,
            complete: true,
            last: false,
            returns: Returns::All,
        };
        let mut sheet = Sheet {
            claim,
            cell: None,
            value: 13,
            terms: vec![
                of(3, Term::Flat { n: 3 }, nobody),
                of(1, Term::Add { unit: tiles, n: 4, rate: 2 }, nobody),
                of(2, Term::Add { unit: pennants, n: 1, rate: 2 }, nobody),
                of(4, Term::Extra { n: 5 }, Player(1)),
            ],
            earned: Vec::new(),
            bonus: Vec::new(),
        };
        let shares = |sheet: &Sheet, seat| -> Vec<(u16, i32)> {
            shares(sheet, Player(seat)).into_iter().map(|(rule, n)| (rule.0, n)).collect()
        };
        assert_eq!(shares(&sheet, 0), [(1, 8), (2, 2), (3, 3)]);
        assert_eq!(shares(&sheet, 1), [(1, 8), (2, 2), (3, 3), (4, 5)]);
        // Another rate belongs to the rule that counts, what a factor adds to the rule of the factor.
        sheet.terms.push(of(5, Term::Per { unit: tiles, by: 1 }, nobody));
        sheet.terms.push(of(6, Term::Scale { num: 2, den: 1, up: false }, nobody));
        assert_eq!(shares(&sheet, 0), [(1, 12), (2, 2), (3, 3), (6, 17)]);
        sheet.terms.push(of(7, Term::Void, nobody));
        let void = shares(&sheet, 0);
        assert_eq!(void.iter().map(|share| share.1).sum::<i32>(), 6, "{void:?}");
    }
}
