//! Which turns of a game give other points under other rules, how many, and by which rule.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::ids::{RuleId, SheetId, UnitId};
use bastide_core::score::{Contribution, Sheet, Term};
use bastide_core::{Effect, Ruleset};

use crate::game::Game;

/// A turn that gives other points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    /// Number of the turn.
    pub turn: u16,
    /// What each seat earns in it beyond what it earned before, in points.
    pub points: Vec<i32>,
    /// Rules that count otherwise in it.
    pub rules: Vec<String>,
}

/// Where a game stood before an action.
#[derive(Debug)]
pub(super) struct Mark {
    /// Actions so far.
    pub(super) entries: usize,
    points: Vec<i32>,
}

impl Mark {
    pub(super) fn of(game: &Game) -> Self {
        Self { entries: game.entries().len(), points: game.state().scores().to_vec() }
    }

    /// Returns the points earned since.
    fn earned(&self, game: &Game) -> Vec<i32> {
        game.state().scores().iter().zip(&self.points).map(|(now, then)| now - then).collect()
    }
}

/// Adds an action that gives other points to the shift of its turn.
pub(super) fn note(shifts: &mut Vec<Shift>, turn: u16, old: (&Game, &Mark), new: (&Game, &Mark)) {
    let (before, now) = (old.1.earned(old.0), new.1.earned(new.0));
    if before == now {
        return;
    }
    let rules = rules(old, new);
    if shifts.last().is_none_or(|last| last.turn != turn) {
        shifts.push(Shift { turn, points: vec![0; now.len()], rules: Vec::new() });
    }
    let Some(shift) = shifts.last_mut() else { return };
    for (sum, (now, before)) in shift.points.iter_mut().zip(now.iter().zip(&before)) {
        *sum += now - before;
    }
    for rule in rules {
        if !shift.rules.contains(&rule) {
            shift.rules.push(rule);
        }
    }
}

/// Returns the rules that count differently, or those of all scores if only the earning player differs.
fn rules(old: (&Game, &Mark), new: (&Game, &Mark)) -> Vec<String> {
    let (before, now) = (counted(old.0, old.1.entries), counted(new.0, new.1.entries));
    let all: BTreeSet<&(String, String)> = before.keys().chain(now.keys()).collect();
    let other = |part: &&&(String, String)| before.get(**part) != now.get(**part);
    let mut found: BTreeSet<&String> = all.iter().filter(other).map(|part| &part.0).collect();
    if found.is_empty() {
        found = all.iter().map(|part| &part.0).collect();
    }
    found.into_iter().cloned().collect()
}

/// What counted since an entry: each part with its rule, and how often. Numbers of rules and units are
/// others under other rules, so all of it is text.
fn counted(game: &Game, from: usize) -> BTreeMap<(String, String), usize> {
    let rules = &game.rules().ruleset;
    let mut counted = BTreeMap::new();
    let mut add = |rule: RuleId, what: String| {
        if rule.is_some() {
            *counted.entry((rules.rule_name(rule).to_owned(), what)).or_default() += 1;
        }
    };
    for entry in game.entries().iter().skip(from) {
        for Sheet { claim, terms, bonus, .. } in &entry.outcome.sheets {
            add(claim.rule, String::new());
            for part in terms {
                add(part.rule, term(rules, part));
            }
            for (player, points, rule) in bonus {
                add(*rule, format!("{player:?} {points}"));
            }
        }
        for logged in &entry.outcome.effects {
            // Bonuses are on their sheets already.
            if let Effect::Paid { from, to, points, sheet: SheetId::NONE } = logged.effect {
                add(logged.rule, format!("{from:?} {to:?} {points}"));
            }
        }
    }
    counted
}

/// A contribution without numbers that mean something in one ruleset only.
fn term(rules: &Ruleset, part: &Contribution) -> String {
    let of = |unit: UnitId| rules.units.get(unit.index()).map_or("", |name| name);
    let what = match part.term {
        Term::Add { unit, n, rate } => format!("{} {n} {rate}", of(unit)),
        Term::Count { unit, by } => format!("{} n{by}", of(unit)),
        Term::Per { unit, by } => format!("{} x{by}", of(unit)),
        other => format!("{other:?}"),
    };
    format!("{what} {:?}", part.only)
}
