//! A comparison in parts: pairs that were played anywhere, in any order, and the whole that they form.
//!
//! A pair depends on rules, seed and its number alone, and interim analyses happen after known numbers of pairs. A
//! part therefore keeps one sum for each stretch between analyses. All parts up to the end of the games contain what
//! the undivided comparison contains.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use bastide::Bot;
use bastide::core::limits::PLAYERS_MAX;
use bastide::core::{Fault, Words};
use serde::{Deserialize, Serialize};

use crate::compare::{Gathered, Plan, Side, found, play_pairs, unequal};
use crate::found::Comparison;
use crate::parts::{self, COMMAND_MAX, NAMED, shown};
use crate::stats::{ERROR, looks};
use crate::together::{Found, each};
use crate::verdicts::is_enough;

/// Version of the files.
pub const FORMAT: &str = "bastide pairs 1";
/// Most games of a comparison.
pub const GAMES_MAX: u64 = 10_000_000;
/// Most kinds of bots of a comparison that is in parts.
const TABLES_MAX: usize = 64;

/// A part of a comparison as its file has it: what was to be compared, and what its pairs came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairs {
    /// [`FORMAT`].
    pub format: String,
    /// Version of the engine.
    pub engine: String,
    /// Seed.
    pub seed: u64,
    /// Games of each side of the whole comparison.
    pub games: u64,
    /// It ends at a look at which the answer is there.
    pub early: bool,
    /// The sides have the same decks.
    pub paired: bool,
    /// Bots by seat, of each kind of bots.
    pub bots: Vec<Vec<String>>,
    /// Number of the first pair.
    pub first: u64,
    /// Number after that of the last pair.
    pub end: u64,
    /// Configs of A and B.
    pub sides: [Asked; 2],
    /// What makes the whole; a part by adding `--pairs` and `--part`.
    pub command: String,
    /// For each kind of bots what the pairs came to, cut where there is a look.
    gathered: Vec<Vec<Gathered>>,
}

/// A config of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// As the user named it.
    pub file: String,
    /// Its text.
    pub config: String,
    /// Hash of its rules.
    pub ruleset: String,
}

/// A part, and where it lies.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its file.
    pub path: PathBuf,
    /// What the file says.
    pub pairs: Pairs,
}

/// Plays a part of a comparison. Returns `None` if it was stopped. `command` makes the whole.
///
/// # Errors
///
/// Fails like [`crate::compare()`].
pub fn play_part(
    sides: [&Side; 2],
    (plan, tables, command): (&Plan, &[Vec<Bot>], &str),
    wanted: Range<u64>,
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
) -> Result<Option<Pairs>, Vec<Fault>> {
    let seats = sides[0].rules.setup.players.len();
    unequal(sides)?;
    let mut gathered = Vec::new();
    for bots in tables {
        let plan = Plan { bots: bots.clone(), ..plan.clone() };
        let mut stretches = Vec::new();
        for stretch in cut(&plan, seats, wanted.clone()) {
            let mut sums = Gathered::default();
            let names = plan.bots_by_seat(seats);
            let length = stretch.end - stretch.start;
            play_pairs(sides, &plan, stretch, stop, |pair| {
                sums.add(sides, pair, &names);
                tick(seats as u64);
                ControlFlow::Continue(())
            })?;
            if sums.tally.pairs < length && stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            stretches.push(sums);
        }
        gathered.push(stretches);
    }
    let asked = |side: &Side| Asked {
        file: side.file.clone(),
        config: side.text.clone(),
        ruleset: side.rules.hash(),
    };
    Ok(Some(Pairs {
        format: FORMAT.to_owned(),
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        seed: plan.seed,
        games: plan.games,
        early: plan.early,
        paired: plan.paired,
        bots: tables.iter().map(|t| t.iter().map(|b| b.name().to_owned()).collect()).collect(),
        first: wanted.start,
        end: wanted.end,
        sides: sides.map(asked),
        command: command.to_owned(),
        gathered,
    }))
}

/// Pairs cut where there is a look.
fn cut(plan: &Plan, seats: usize, wanted: Range<u64>) -> Vec<Range<u64>> {
    let mut from = wanted.start;
    let mut out = Vec::new();
    for look in looks(plan.pairs(seats), plan.error) {
        let end = look.pairs.min(wanted.end);
        if end > from {
            out.push(from..end);
            from = end;
        }
    }
    out
}

/// Reads a part.
///
/// # Errors
///
/// `F0030`: it is no part of a comparison.
#[allow(clippy::result_large_err, reason = "off the hot path: once a file")]
pub fn part(path: &Path, text: &str) -> Result<Part, Fault> {
    let wrong = |what: &str| {
        parts::no_part(path, what).help(
            "name files that `bastide compare --part` wrote, and make this one again",
            "nommez des fichiers écrits par `bastide compare --part`, et refaites celui-ci",
        )
    };
    let pairs: Pairs = serde_json::from_str(text).map_err(|e| wrong(&e.to_string()))?;
    if pairs.command.len() > COMMAND_MAX {
        return Err(wrong(&format!("a command of {} bytes", pairs.command.len())));
    }
    if pairs.engine != env!("CARGO_PKG_VERSION") {
        return Err(wrong(&format!("version {}, not {}", pairs.engine, env!("CARGO_PKG_VERSION"))));
    }
    pairs.sound().map_err(|what| wrong(&what))?;
    Ok(Part { path: path.to_path_buf(), pairs })
}

impl Pairs {
    /// How the whole was to be compared, by the bots of one kind.
    fn plan(&self, bots: &[String]) -> Plan {
        Plan {
            games: self.games,
            seed: self.seed,
            threads: 1,
            bots: bots.iter().filter_map(|name| Bot::named(name)).collect(),
            early: self.early,
            paired: self.paired,
            error: ERROR,
        }
    }

    /// Whether what it says can be; else what cannot.
    fn sound(&self) -> Result<(), String> {
        let seats = self.bots.first().map_or(0, Vec::len);
        if !(1..=PLAYERS_MAX).contains(&seats) || self.bots.len() > TABLES_MAX {
            return Err(format!("bots: {}", self.bots.len()));
        }
        if !(1..=GAMES_MAX).contains(&self.games) {
            return Err(format!("games: {}", self.games));
        }
        let known = |bots: &Vec<String>| {
            bots.len() == seats && bots.iter().all(|name| Bot::named(name).is_some())
        };
        if !self.bots.iter().all(known) {
            return Err(format!("bots: {:?}", self.bots));
        }
        let (first, end, pairs) = (self.first, self.end, self.plan(&[]).pairs(seats));
        if first >= end || end > pairs {
            return Err(format!("pairs: {first}..{end} / {pairs}"));
        }
        if self.gathered.len() != self.bots.len() {
            return Err(format!("gathered: {}", self.gathered.len()));
        }
        for (bots, gathered) in self.bots.iter().zip(&self.gathered) {
            let stretches = cut(&self.plan(bots), seats, first..end);
            let can_be = |(sums, stretch): (&Gathered, &Range<u64>)| {
                sums.tally.is_possible(stretch.end - stretch.start, seats)
                    && sums.extremes.is_possible(stretch, self.paired, seats)
            };
            if gathered.len() != stretches.len() || !gathered.iter().zip(&stretches).all(can_be) {
                return Err("gathered".to_owned());
            }
        }
        Ok(())
    }

    /// What makes some pairs.
    fn command_of(&self, pairs: &Range<u64>) -> String {
        let (from, to) = (pairs.start, pairs.end);
        format!("{} --pairs {from}..{to} --part part-{from}-{to}.json --force", self.command)
    }
}

/// Joins parts. The result equals that of the undivided comparison to the byte. If the comparison ends early, the
/// parts up to its end are enough.
///
/// # Errors
///
/// Returns `F0031` for parts of different comparisons or rules that differ from `sides`, `F0032` for repeated pairs,
/// `F0033` for missing pairs, with the commands that make them, and the errors of [`crate::compare()`] for games that
/// are replayed.
pub fn join(parts: &[Part], sides: [&Side; 2]) -> Result<Found, Vec<Fault>> {
    let Some(first) = parts.first() else { return Err(Vec::new()) };
    unequal(sides)?;
    let mut faults: Vec<Fault> = parts.iter().filter_map(|p| stranger(first, p)).collect();
    faults.extend(changed(first, sides));
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut sorted: Vec<&Part> = parts.iter().collect();
    sorted.sort_by_key(|part| (part.pairs.first, part.pairs.end));
    for two in sorted.windows(2) {
        let (before, after) = (&two[0].pairs, &two[1].pairs);
        if after.first < before.end {
            let twice = after.first..before.end.min(after.end);
            let what = format!("{}..{}", twice.start, twice.end);
            faults.push(parts::twice(
                &two[1].path,
                Words::new(
                    format!("pairs {what} are there twice"),
                    format!("les paires {what} sont là deux fois"),
                ),
            ));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let tables: Vec<Vec<Bot>> = first.pairs.bots.iter().map(|b| first.pairs.plan(b).bots).collect();
    let mut table = 0..;
    each(&first.pairs.plan(&[]), &tables, &AtomicBool::new(false), |plan| {
        whole(&sorted, table.next().unwrap_or_default(), sides, plan)
    })
}

/// What one kind of bots found.
fn whole(
    sorted: &[&Part],
    table: usize,
    sides: [&Side; 2],
    plan: &Plan,
) -> Result<Comparison, Vec<Fault>> {
    let seats = sides[0].rules.setup.players.len();
    let mut stretches = BTreeMap::new();
    for part in sorted {
        let pairs = &part.pairs;
        let cut = cut(plan, seats, pairs.first..pairs.end);
        for (stretch, sums) in cut.into_iter().zip(&pairs.gathered[table]) {
            stretches.insert(stretch.start, (stretch.end, sums));
        }
    }
    let looks = looks(plan.pairs(seats), plan.error);
    let (mut gathered, mut last) = (Gathered::default(), looks[0]);
    for look in &looks {
        let here = stretches.range(gathered.tally.pairs..look.pairs);
        let here: Vec<_> = here.map(|(from, (to, sums))| (*from..*to, *sums)).collect();
        // Of a comparison that may end here nobody need play on; of another all is missing that is not there.
        let until = if plan.early { look.pairs } else { plan.pairs(seats) };
        let missing = missing(&stretches, gathered.tally.pairs..until);
        if !missing.is_empty() {
            return Err(missing_faults(&sorted[0].pairs, &missing));
        }
        for (_, sums) in &here {
            gathered.merge(sums);
        }
        last = *look;
        if plan.early && is_enough(&gathered.tally, seats, look.error) {
            break;
        }
    }
    found(sides, plan, &gathered, last, false)
}

/// Pairs of a range that no stretch has.
fn missing(stretches: &BTreeMap<u64, (u64, &Gathered)>, wanted: Range<u64>) -> Vec<Range<u64>> {
    let (mut next, mut out) = (wanted.start, Vec::new());
    for (from, (to, _)) in stretches.range(wanted.clone()) {
        if *from > next {
            out.push(next..*from);
        }
        next = *to;
    }
    if next < wanted.end {
        out.push(next..wanted.end);
    }
    out
}

fn missing_faults(pairs: &Pairs, missing: &[Range<u64>]) -> Vec<Fault> {
    let one = |range: &Range<u64>| {
        let (from, to) = (range.start, range.end);
        let what = Words::new(
            format!("pairs {from}..{to} are missing"),
            format!("les paires {from}..{to} manquent"),
        );
        parts::missing(what, &pairs.command_of(range))
    };
    let mut faults: Vec<Fault> = missing.iter().take(NAMED).map(one).collect();
    faults.extend(parts::more_missing(missing.len().saturating_sub(NAMED) as u64));
    faults
}

/// What a part has in common with no part of another comparison.
fn stranger(first: &Part, other: &Part) -> Option<Fault> {
    let (a, b) = (&first.pairs, &other.pairs);
    let rules = |pairs: &Pairs| pairs.sides.each_ref().map(|side| side.ruleset.clone());
    let what = if rules(a) != rules(b) {
        Words::new("other rules", "d'autres règles")
    } else if a.seed != b.seed {
        Words::new("another seed", "une autre graine")
    } else if a.bots != b.bots {
        Words::new("other bots", "d'autres robots")
    } else if (a.games, a.early, a.paired) != (b.games, b.early, b.paired) {
        Words::new(
            "another number of games or other options",
            "un autre nombre de parties ou d'autres options",
        )
    } else if (&a.sides, &a.command) != (&b.sides, &b.command) {
        Words::new("other files or another command", "d'autres fichiers ou une autre commande")
    } else {
        return None;
    };
    Some(parts::stranger(&other.path, &first.path, &what))
}

/// Returns the fault that the rules have changed since the parts were played, because the page replays games.
fn changed(first: &Part, sides: [&Side; 2]) -> Option<Fault> {
    let now = sides.map(|side| side.rules.hash());
    let other = first.pairs.sides.iter().zip(now).find(|(asked, now)| asked.ruleset != *now)?;
    let file = &other.0.file;
    let fault = Fault::new(
        "F0031",
        format!("the rules of `{file}` are others here than when this part was played"),
        format!(
            "les règles de `{file}` ne sont plus celles avec lesquelles cette part a été jouée"
        ),
    );
    Some(fault.in_file(&shown(&first.path)).help(
        "merge where the expansions are as they were (--path), or play all parts again",
        "réunissez là où les extensions sont telles qu'elles étaient (--path), ou rejouez toutes les parts",
    ))
}

#[cfg(test)]
#[path = "tests/pairs.rs"]
mod tests;
