//! What a comparison found.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::extreme::Extreme;
use crate::stats::{Difference, Look};
use crate::tally::{About, Spread};

/// Result of a comparison. The same plan gives the same result on every machine and with any number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Version of the engine.
    pub engine: &'static str,
    /// Games of each side.
    pub games: u64,
    /// Games of each side that were planned.
    pub planned: u64,
    /// Pairs: a deck, once with every bot in every seat.
    pub pairs: u64,
    /// Somebody asked to stop.
    pub interrupted: bool,
    /// Whether both sides play with the same decks and random numbers.
    pub paired: bool,
    /// Seed.
    pub seed: u64,
    /// Bots by seat of the first game of each deck.
    pub bots: Vec<&'static str>,
    /// Looks that were planned.
    pub looks: Vec<Look>,
    /// Chance that an interval misses the truth: that of the look at which the games ended.
    pub error: f64,
    /// Chance of a false alarm in the whole comparison, over all rows and looks.
    pub error_of_all: f64,
    /// Rows that differ clearly.
    pub clear: usize,
    /// A and B.
    pub sides: [Told; 2],
    /// Measured rows.
    pub rows: Vec<Row>,
    /// Share of turns in which functions of expansions were called.
    pub hooks: Vec<Fires>,
    /// Declared things that no bot of a side has used.
    pub unused: Vec<Unused>,
    /// Games worth a look.
    pub extremes: Vec<Extreme>,
}

/// One side of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    /// Config as the user named it.
    pub file: String,
    /// Its text.
    pub config: String,
    /// Hash of the rules.
    pub ruleset: String,
    /// Edition.
    pub edition: String,
    /// Expansions: name, version, hash.
    pub expansions: Vec<[String; 3]>,
    /// By seat.
    pub seats: Vec<Seat>,
    /// How often each value occurred, by counted thing.
    pub spreads: BTreeMap<&'static str, Spread>,
}

/// One seat of a side.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    /// Points per game.
    pub points: f64,
    /// Share of games won; a shared win counts its share.
    pub wins: f64,
    /// Interval of the share.
    pub wins_low: f64,
    /// Interval of the share.
    pub wins_high: f64,
}

/// How sure a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It differs, also when all rows and looks are taken into account.
    Clear,
    /// It would differ if it were the only row.
    Perhaps,
    /// If it differs, then by very little.
    Alike,
    /// Too few games to say.
    Open,
}

impl Verdict {
    /// Returns the verdict in the form for an unplanned moment.
    pub(crate) fn provisional(self) -> Self {
        match self {
            Verdict::Clear | Verdict::Perhaps => Verdict::Perhaps,
            Verdict::Alike | Verdict::Open => Verdict::Open,
        }
    }
}

/// One row of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Subject of the row.
    pub about: About,
    /// Its name.
    pub key: String,
    /// Numbers.
    #[serde(flatten)]
    pub difference: Difference,
    /// Chance of such a difference in any row if there were none.
    pub p_all: f64,
    /// How sure that is.
    pub verdict: Verdict,
}

/// How often a function of an expansion was called.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fires {
    /// Expansion.
    pub expansion: String,
    /// Hooks that it answers.
    pub hook: String,
    /// Function.
    pub function: String,
    /// Share of turns in A, or `None` if A has no such function.
    pub a: Option<f64>,
    /// Share of turns in B.
    pub b: Option<f64>,
}

/// What sort of thing goes unused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// A verb: something that players may choose.
    Verb,
    /// A kind of figure.
    Figure,
    /// A rule.
    Rule,
}

/// Something declared that one side at least has never used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unused {
    /// Kind of thing.
    pub sort: Sort,
    /// Its name.
    pub name: String,
    /// Number of uses in all games of A, or `None` if A has no such thing.
    pub a: Option<u64>,
    /// Number of uses in B.
    pub b: Option<u64>,
}

impl Unused {
    /// Nobody has used it at all.
    #[must_use]
    pub fn is_untested(&self) -> bool {
        self.a.unwrap_or(0) == 0 && self.b.unwrap_or(0) == 0
    }
}

impl Comparison {
    /// Rows about one thing.
    pub fn about(&self, about: About) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |r| r.about == about)
    }
}
