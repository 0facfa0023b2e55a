//! From sums to rows with their certainty.
//!
//! The question is whether players score more points. This row has half of the chance of error for itself, and all
//! others share the other half. The games end when it is settled.

use crate::found::{Row, Verdict};
use crate::stats::{Difference, Paired, holm};
use crate::tally::{About, Key, MEASURES, Tally, WINS};

use bastide_lab::WIN;

/// A difference smaller than this part of the spread between decks hardly matters to anybody.
pub(crate) const SMALL: f64 = 0.1;
/// Difference in points per player below which two rules count as equal.
pub(crate) const TOLD: f64 = 0.5;
/// The part of the error that the row has for which the games are played.
const ASKED: f64 = 0.5;

/// What one stands for in a row.
fn unit(key: &Key, seats: usize) -> f64 {
    let games = seats as f64;
    match key.0 {
        About::Feature | About::Rule => games,
        About::Game if key.1 == "points" => games * seats as f64,
        About::Game if key.1.starts_with(WINS) => games * WIN as f64,
        About::Game => {
            let scale = MEASURES.iter().find(|m| m.0 == key.1).map_or(1, |m| m.1);
            games * scale as f64
        }
    }
}

/// Whether it is the row for which the games are played.
fn is_asked(about: About, key: &str) -> bool {
    about == About::Game && key == "points"
}

/// All rows: the course of the game first, then features and rules, the most points first.
pub(crate) fn rows(tally: &Tally, seats: usize, error: f64) -> Vec<Row> {
    let n = tally.pairs;
    let differ =
        |(key, sums): (&Key, &Paired)| (key.clone(), sums.difference(n, unit(key, seats), error));
    let found: Vec<(Key, Difference)> = tally.rows.iter().map(differ).collect();
    let others = found.len().saturating_sub(1).max(1) as f64;
    let share = |key: &Key| if is_asked(key.0, &key.1) { ASKED } else { (1.0 - ASKED) / others };
    let chances: Vec<(f64, f64)> = found.iter().map(|(key, d)| (d.p, share(key))).collect();
    let mut rows: Vec<Row> = found
        .into_iter()
        .zip(holm(&chances))
        .map(|(((about, key), difference), p_all)| {
            let mut verdict = verdict(&difference, p_all, error);
            if verdict == Verdict::Open && is_asked(about, &key) && is_less_than_told(&difference) {
                verdict = Verdict::Alike;
            }
            Row { about, key, difference, p_all, verdict }
        })
        .collect();
    let place = |row: &Row| {
        MEASURES.iter().position(|m| row.about == About::Game && m.0 == row.key).unwrap_or(99)
    };
    let size = |row: &Row| match row.about {
        About::Game => 0.0,
        _ => row.difference.a.abs().max(row.difference.b.abs()),
    };
    rows.sort_by(|a, b| {
        (a.about, place(a))
            .cmp(&(b.about, place(b)))
            .then(size(b).total_cmp(&size(a)))
            .then(a.key.cmp(&b.key))
    });
    rows
}

fn verdict(d: &Difference, p_all: f64, error: f64) -> Verdict {
    if p_all <= error {
        Verdict::Clear
    } else if d.low > 0.0 || d.high < 0.0 {
        Verdict::Perhaps
    } else if is_small(d) {
        Verdict::Alike
    } else {
        Verdict::Open
    }
}

/// Whether the whole interval is too near to 0 to matter.
fn is_small(d: &Difference) -> bool {
    let most = SMALL * d.spread;
    d.low >= -most && d.high <= most
}

/// Returns whether the whole interval of the points per player is below the smallest difference of interest.
fn is_less_than_told(d: &Difference) -> bool {
    d.low > -TOLD && d.high < TOLD
}

/// Whether what was asked is settled: points a player differ, or they do by less than [`TOLD`].
pub(crate) fn is_enough(tally: &Tally, seats: usize, error: f64) -> bool {
    let rows = rows(tally, seats, error);
    let mut asked = rows.iter().filter(|row| is_asked(row.about, &row.key));
    asked.all(|row| row.verdict == Verdict::Clear || is_less_than_told(&row.difference))
}
