//! What each rule gave of a score.

use bastide_core::ids::{Player, RuleId};
use bastide_core::score::points;
use bastide_core::{Sheet, Term};

/// What each rule gave a player of a claim: the points with the terms up to it, less those without it.
/// Terms count in the order of the arithmetic, so that the shares add up to the points.
pub(crate) fn shares(sheet: &Sheet, seat: Player) -> Vec<(RuleId, i32)> {
    let mut terms = sheet.terms.clone();
    terms.sort_by_key(|c| match c.term {
        Term::Add { .. } => 0,
        Term::Count { .. } => 1,
        Term::Per { .. } => 2,
        Term::Void => 3,
        Term::Flat { .. } => 4,
        Term::Scale { .. } => 5,
        Term::Extra { .. } => 6,
    });
    let mut out: Vec<(RuleId, i32)> = Vec::new();
    let mut before = 0;
    for n in 1..=terms.len() {
        let now = points(&terms[..n], Some(seat));
        let rule = terms[n - 1].rule;
        let more = (now - before) as i32;
        before = now;
        match out.iter_mut().find(|o| o.0 == rule) {
            Some(one) => one.1 += more,
            None => out.push((rule, more)),
        }
    }
    out.retain(|o| o.1 != 0);
    out
}
