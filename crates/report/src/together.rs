//! Two rules as several kinds of bots play them: where the bots agree, and where they do not.

use std::sync::atomic::{AtomicBool, Ordering};

use bastide::Bot;
use bastide::core::Fault;
use serde::Serialize;

use crate::compare::{Plan, Side, compare};
use crate::found::{Comparison, Row, Verdict};
use crate::lang::Lang;
use crate::page::{page, page_of_all};
use crate::table::{table, table_of_all};
use crate::tally::About;

/// Joint result of all bots for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accord {
    /// Clear with all of them, in the same direction.
    Agree,
    /// Clear with some, alike with all others, or not there at all.
    Partly,
    /// Clear in both directions.
    Opposite,
    /// Clear with some, with others too few games to say.
    Unsettled,
    /// Clear with none, and with some of them too few games to say.
    Open,
    /// Alike with all.
    Alike,
}

/// One row, as all bots see it.
#[derive(Clone, Debug, Serialize)]
pub struct Shared {
    /// Subject of the row.
    pub about: About,
    /// Its name.
    pub key: String,
    /// What all say together.
    pub accord: Accord,
    /// Rows of the comparisons, in their order; `None` where nothing was counted.
    pub rows: Vec<Option<Row>>,
}

/// Comparisons of the same two rules, each with bots of its own.
#[derive(Clone, Debug, Serialize)]
pub struct Together {
    /// Chance of a false alarm in any row of any comparison.
    pub error: f64,
    /// Bots by seat that were to play.
    pub bots: Vec<Vec<&'static str>>,
    /// Whether all significant results agree, or `None` if this is open.
    pub agree: Option<bool>,
    /// Rows side by side.
    pub rows: Vec<Shared>,
    /// The comparisons themselves.
    pub comparisons: Vec<Comparison>,
}

/// What bots are called: by one name if they are all the same.
#[must_use]
pub fn label(bots: &[&str]) -> String {
    let same = bots.iter().all(|bot| *bot == bots[0]);
    if same { bots.first().copied().unwrap_or_default().to_owned() } else { bots.join("-") }
}

/// What one kind of bots found, or several.
#[derive(Clone, Debug)]
pub enum Found {
    /// One.
    One(Box<Comparison>),
    /// Several.
    Several(Together),
}

/// Compares two rules with each of several tables of bots. They share the chance of error of the plan
/// equally, so that one page with many tables raises no more false alarms than a page with one.
///
/// # Errors
///
/// Fails like [`compare`].
pub fn compare_each(
    sides: [&Side; 2],
    plan: &Plan,
    tables: &[Vec<Bot>],
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
) -> Result<Found, Vec<Fault>> {
    each(plan, tables, stop, |plan| compare(sides, plan, stop, tick))
}

/// Compares like [`compare_each`], with a comparison for each table from the caller.
pub(crate) fn each(
    plan: &Plan,
    tables: &[Vec<Bot>],
    stop: &AtomicBool,
    mut compare: impl FnMut(&Plan) -> Result<Comparison, Vec<Fault>>,
) -> Result<Found, Vec<Fault>> {
    let error = plan.error / tables.len().max(1) as f64;
    let mut comparisons = Vec::new();
    for bots in tables {
        if stop.load(Ordering::Relaxed) && tables.len() > 1 {
            break;
        }
        let plan = Plan { bots: bots.clone(), error, ..plan.clone() };
        let mut found = compare(&plan)?;
        if tables.len() == 1 {
            return Ok(Found::One(Box::new(found)));
        }
        let label = label(&found.bots);
        for game in &mut found.extremes {
            game.label = Some(label.clone());
        }
        comparisons.push(found);
    }
    let names = |bots: &Vec<Bot>| bots.iter().map(|b| b.name()).collect();
    let bots = tables.iter().map(names).collect();
    Ok(Found::Several(together(plan.error, bots, comparisons)))
}

impl Found {
    /// The comparisons, one for each kind of bots that played.
    #[must_use]
    pub fn comparisons(&self) -> &[Comparison] {
        match self {
            Found::One(c) => std::slice::from_ref(c),
            Found::Several(t) => &t.comparisons,
        }
    }

    /// Whether somebody asked to stop before all was played.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        match self {
            Found::One(c) => c.interrupted,
            Found::Several(t) => t.interrupted(),
        }
    }

    /// Everything, for programs.
    #[must_use]
    pub fn json(&self) -> String {
        let text = match self {
            Found::One(c) => serde_json::to_string_pretty(c),
            Found::Several(t) => serde_json::to_string_pretty(t),
        };
        text.unwrap_or_default()
    }

    /// A table for terminals.
    #[must_use]
    pub fn table(&self, sides: [&Side; 2], lang: Lang) -> String {
        match self {
            Found::One(c) => table(c, sides, lang),
            Found::Several(t) => table_of_all(t, sides, lang),
        }
    }

    /// A page. `command`: what makes it again.
    #[must_use]
    pub fn page(&self, sides: [&Side; 2], command: &str, lang: Lang) -> String {
        match self {
            Found::One(c) => page(c, sides, command, lang),
            Found::Several(t) => page_of_all(t, sides, command, lang),
        }
    }
}

fn together(error: f64, bots: Vec<Vec<&'static str>>, comparisons: Vec<Comparison>) -> Together {
    let mut keys: Vec<(About, &str)> = Vec::new();
    for row in comparisons.iter().flat_map(|c| &c.rows) {
        if !keys.contains(&(row.about, row.key.as_str())) {
            keys.push((row.about, &row.key));
        }
    }
    keys.sort_by_key(|key| key.0);
    let side_by_side = |(about, key): (About, &str)| {
        let of = |c: &Comparison| c.rows.iter().find(|r| r.about == about && r.key == key).cloned();
        let rows: Vec<Option<Row>> = comparisons.iter().map(of).collect();
        // A measure of some tables only (a bot's wins among others) cannot be compared with the rest.
        let whole = about != About::Game || rows.iter().all(Option::is_some);
        whole.then(|| Shared { about, key: key.to_owned(), accord: accord(&rows), rows })
    };
    let rows: Vec<Shared> = keys.into_iter().filter_map(side_by_side).collect();
    let any = |accord| rows.iter().any(|r| r.accord == accord);
    let agree = if comparisons.len() < bots.len() {
        None
    } else if any(Accord::Partly) || any(Accord::Opposite) {
        Some(false)
    } else {
        // Rows that are significant with no bot hide no disagreement, unless no row is significant.
        let unsettled = if any(Accord::Agree) { Accord::Unsettled } else { Accord::Open };
        (!any(Accord::Unsettled) && !any(unsettled)).then_some(true)
    };
    Together { error, bots, agree, rows, comparisons }
}

fn accord(rows: &[Option<Row>]) -> Accord {
    let verdicts = || rows.iter().map(|r| r.as_ref().map_or(Verdict::Alike, |r| r.verdict));
    let clear = || rows.iter().flatten().filter(|r| r.verdict == Verdict::Clear);
    let (up, down) =
        (clear().any(|r| r.difference.by > 0.0), clear().any(|r| r.difference.by < 0.0));
    let is_open = verdicts().any(|v| matches!(v, Verdict::Open | Verdict::Perhaps));
    match (up || down, is_open) {
        (true, _) if up && down => Accord::Opposite,
        (true, _) if clear().count() == rows.len() => Accord::Agree,
        (true, true) => Accord::Unsettled,
        (true, false) => Accord::Partly,
        (false, true) => Accord::Open,
        (false, false) => Accord::Alike,
    }
}

impl Shared {
    /// Whether the intervals of some bots have nothing in common.
    #[must_use]
    pub fn amounts_differ(&self) -> bool {
        let all = || self.rows.iter().flatten().map(|r| &r.difference);
        let low = all().map(|d| d.low).fold(f64::NEG_INFINITY, f64::max);
        let high = all().map(|d| d.high).fold(f64::INFINITY, f64::min);
        low > high
    }
}

impl Together {
    /// Returns the rows with this joint result.
    pub fn with(&self, accord: Accord) -> impl Iterator<Item = &Shared> {
        self.rows.iter().filter(move |r| r.accord == accord)
    }

    /// Rows worth showing side by side: the course of the game, and what is clear with some bots.
    pub fn shown(&self) -> impl Iterator<Item = &Shared> {
        let is_clear = |r: &Shared| !matches!(r.accord, Accord::Alike | Accord::Open);
        self.rows.iter().filter(move |r| r.about == About::Game || is_clear(r))
    }

    /// What the bots of each comparison are called.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        self.comparisons.iter().map(|c| label(&c.bots)).collect()
    }

    /// Whether somebody asked to stop before all was played.
    #[must_use]
    pub fn interrupted(&self) -> bool {
        self.comparisons.len() < self.bots.len() || self.comparisons.iter().any(|c| c.interrupted)
    }
}

#[cfg(test)]
#[path = "tests/together.rs"]
mod tests;
