//! The shortest game that shows what a game showed.

use bastide_core::{Decision, Fault, Game};

use super::Broken;
use super::course::Look;
use super::tables::Table;
use bastide::notation;

/// Most games that are tried. Counted, not timed: the same game comes out everywhere.
const TRIES_MAX: usize = 300;
/// Number of remaining actions that are tried in place of an impossible one.
const AHEAD: usize = 3;
/// What the single actions of a game do not show.
const WHOLE: [&str; 5] = ["P0006", "P0007", "P0008", "P0009", "P0010"];

/// Drops actions, at first half of them at once, while the same property fails. A player without an action passes, or
/// else takes the first option.
pub(super) fn shrink(table: &Table<'_>, broken: Broken) -> Broken {
    let mut best = broken;
    let mut tries = TRIES_MAX;
    let mut size = best.course.len() / 2;
    while size > 0 {
        let (mut at, length) = (0, best.course.len());
        while at < best.course.len() && tries > 0 {
            tries -= 1;
            let left = best.course.iter().enumerate();
            let left = left.filter(|(i, _)| *i < at || *i >= at + size).map(|(_, one)| &*one.1);
            match again(table, &left.collect::<Vec<_>>(), &best.fault) {
                Some(shorter) if shorter.course.len() < best.course.len() => best = shorter,
                _ => at += size,
            }
        }
        // One by one until nothing more can be left out.
        size = if size == 1 && best.course.len() < length && tries > 0 { 1 } else { size / 2 };
    }
    best
}

/// Plays what is left of a course; what does not hold, if it is the same.
fn again(table: &Table<'_>, left: &[&str], fault: &Fault) -> Option<Broken> {
    let mut next = 0;
    let mut pick = |game: Game<'_>, decision: &Decision| {
        if next >= left.len() {
            return Ok(None);
        }
        for (i, text) in left.iter().enumerate().skip(next).take(AHEAD) {
            if let Ok(action) = notation::read(game, &[], text)
                && decision.options.iter().any(|c| c.takes(action.into()))
            {
                next = i + 1;
                return Ok(Some(action));
            }
        }
        next += 1;
        let pass = decision.options.iter().find(|c| c.is_pass());
        Ok(pass.or(decision.options.first()).and_then(|c| c.action()))
    };
    // What only the whole game shows needs the whole game again.
    let shown_at_once = !WHOLE.contains(&fault.code.as_str());
    let every = if shown_at_once { usize::MAX } else { 1 };
    let broken = table.chosen(Look { every, whole: !shown_at_once }, &mut pick)?;
    let place = |f: &Fault| (f.code.clone(), f.file.clone(), f.span.clone());
    (place(&broken.fault) == place(fault)).then_some(broken)
}
