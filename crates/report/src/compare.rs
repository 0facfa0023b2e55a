//! Two rules, the same decks, the same luck of the bots: what differs, and how sure that is.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use bastide::core::Fault;
use bastide::{Bot, Rules};
use bastide_lab::{Deal, Observer, Played, Totals, WIN, Worker, functions, in_game, in_order};
use serde::{Deserialize, Serialize};

use crate::extreme::Extremes;
use crate::found::{Comparison, Fires, Seat, Told, Verdict};
use crate::stats::{Look, looks, wilson};
use crate::tally::{Arm, SPREADS, Tally};
use crate::verdicts::{is_enough, rows};

/// Number of the first game of B when it is to have other decks than A.
pub(crate) const ELSEWHERE: u64 = 1 << 32;

/// A side of a comparison.
#[derive(Clone, Debug)]
pub struct Side {
    /// Config as the user named it.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Its rules.
    pub rules: Rules,
}

impl Side {
    /// Its expansions: name, version, hash.
    pub(crate) fn expansions(&self) -> Vec<[String; 3]> {
        let expansions = self.rules.setup.expansions.iter();
        expansions.map(|e| [e.id.clone(), e.version.clone(), e.hash.clone()]).collect()
    }
}

/// How it is compared.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Games of each side; as many more as are needed for every bot to sit in every seat.
    pub games: u64,
    /// Seed.
    pub seed: u64,
    /// Threads; 0 = one for each core.
    pub threads: usize,
    /// Bots by seat.
    pub bots: Vec<Bot>,
    /// Whether to stop at the first interim analysis in which every row is either significant or known to be
    /// negligible.
    pub early: bool,
    /// The sides have the same decks and the same luck.
    pub paired: bool,
    /// Chance of a false alarm, over all rows and looks.
    pub error: f64,
}

impl Plan {
    /// Pairs that are played at most: a deck, once with every bot in every seat.
    #[must_use]
    pub fn pairs(&self, seats: usize) -> u64 {
        self.games.div_ceil(seats.max(1) as u64).max(1)
    }

    /// Names of the bots by seat of the first game of each deck.
    pub(crate) fn bots_by_seat(&self, seats: usize) -> Vec<&'static str> {
        let bots = self.bots.iter().copied().cycle().chain([Bot::Random]);
        bots.take(seats).map(Bot::name).collect()
    }
}

/// What pairs came to, and the games among them that are worth a look.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gathered {
    /// Sums.
    pub(crate) tally: Tally,
    /// Games.
    pub(crate) extremes: Extremes,
}

impl Gathered {
    /// Adds a pair.
    pub(crate) fn add(&mut self, sides: [&Side; 2], pair: &[Vec<Played>; 2], bots: &[&str]) {
        self.tally.add(sides.map(|s| &*s.rules.ruleset), pair, bots);
        self.extremes.add(pair);
    }

    /// Adds what was gathered of later pairs.
    pub(crate) fn merge(&mut self, more: &Gathered) {
        self.tally.merge(&more.tally);
        self.extremes.merge(&more.extremes);
    }
}

/// Engines of both sides, of one thread.
struct Pair {
    workers: [Worker; 2],
    totals: [Totals; 2],
}

/// Compares two rules. `tick` gets the number of further games of each side that are done. When `stop` is set, no
/// further game starts.
///
/// # Errors
///
/// Returns an error for configs with different numbers of seats, for scripts that do not load, and for the first game
/// in which an expansion fails.
pub fn compare(
    sides: [&Side; 2],
    plan: &Plan,
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
) -> Result<Comparison, Vec<Fault>> {
    unequal(sides)?;
    let seats = sides[0].rules.setup.players.len();
    let pairs = plan.pairs(seats);
    let looks = looks(pairs, plan.error);
    let (mut gathered, mut last) = (Gathered::default(), looks[0]);
    let take = |pair: &[Vec<Played>; 2]| {
        gathered.add(sides, pair, &plan.bots_by_seat(seats));
        tick(seats as u64);
        let done = gathered.tally.pairs;
        last = looks.iter().find(|l| l.pairs >= done).copied().unwrap_or(last);
        let is_look = done == last.pairs && plan.early;
        if is_look && is_enough(&gathered.tally, seats, last.error) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    play_pairs(sides, plan, 0..pairs, stop, take)?;
    let interrupted = stop.load(Ordering::Relaxed) && gathered.tally.pairs < pairs;
    found(sides, plan, &gathered, last, interrupted)
}

/// Plays pairs in their order, whatever the threads do. `take` gets all games of each deck, of A and of B, until it has
/// enough; when `stop` is set no further pair is begun.
pub(crate) fn play_pairs(
    sides: [&Side; 2],
    plan: &Plan,
    pairs: Range<u64>,
    stop: &AtomicBool,
    mut take: impl FnMut(&[Vec<Played>; 2]) -> ControlFlow<()>,
) -> Result<(), Vec<Fault>> {
    let rules = sides.map(|s| &s.rules);
    let seats = rules[0].setup.players.len();
    let make = || {
        let workers = [Worker::watching(rules[0])?, Worker::watching(rules[1])?];
        let totals = [workers[0].empty(rules[0]), workers[1].empty(rules[1])];
        Ok::<_, Vec<Fault>>(Pair { workers, totals })
    };
    let run = |worker: &mut Pair, task: u64| play(worker, plan, pairs.start + task, (seats, stop));
    let hand_over = |_, games| Ok(take(&games));
    in_order((plan.threads, pairs.end - pairs.start, stop), make, run, hand_over)
}

/// What the pairs say that were gathered up to a look.
pub(crate) fn found(
    sides: [&Side; 2],
    plan: &Plan,
    gathered: &Gathered,
    last: Look,
    interrupted: bool,
) -> Result<Comparison, Vec<Fault>> {
    let rules = sides.map(|s| &s.rules);
    let seats = rules[0].setup.players.len();
    let (tally, pairs) = (&gathered.tally, plan.pairs(seats));
    let mut rows = rows(tally, seats, last.error);
    if interrupted && tally.pairs != last.pairs {
        // The error is shared out among the looks that were planned: what is seen at another moment settles nothing.
        for row in &mut rows {
            row.verdict = row.verdict.provisional();
        }
    }
    let games = tally.pairs * seats as u64;
    let told = |arm: usize| told(sides[arm], &tally.arms[arm], games, last.error);
    Ok(Comparison {
        engine: env!("CARGO_PKG_VERSION"),
        games,
        planned: pairs * seats as u64,
        pairs: tally.pairs,
        interrupted,
        paired: plan.paired,
        seed: plan.seed,
        bots: plan.bots_by_seat(seats),
        error: last.error,
        error_of_all: plan.error,
        looks: looks(pairs, plan.error),
        clear: rows.iter().filter(|r| r.verdict == Verdict::Clear).count(),
        sides: [told(0), told(1)],
        hooks: fires(rules, &tally.arms),
        unused: crate::unused::unused(rules, [&tally.arms[0].used, &tally.arms[1].used]),
        extremes: gathered.extremes.records(sides, plan)?,
        rows,
    })
}

/// Whether the sides have as many seats; else that they have not.
pub(crate) fn unequal([a, b]: [&Side; 2]) -> Result<(), Vec<Fault>> {
    let (seats, others) = (a.rules.setup.players.len(), b.rules.setup.players.len());
    if seats == others {
        return Ok(());
    }
    let fault = Fault::new(
        "C0150",
        format!("{others} players, but the other config has {seats}"),
        format!("{others} joueurs, mais l'autre configuration en a {seats}"),
    );
    Err(vec![fault.at(&b.file, b.rules.setup.config.players_span.clone()).help(
        "compare configs with as many players",
        "comparez des configurations qui ont autant de joueurs",
    )])
}

/// The deal of a game of a comparison.
pub(crate) fn deal(plan: &Plan, arm: usize, pair: u64, turned: usize) -> Deal<'_> {
    let game = if arm == 1 && !plan.paired { pair + ELSEWHERE } else { pair };
    Deal { seed: plan.seed, game, bots: &plan.bots, worth: &[], turned, stop: None }
}

/// Plays a game while somebody looks on, who keeps its steps if they are wanted.
pub(crate) fn observed(
    worker: &mut Worker,
    totals: &mut Totals,
    deal: &Deal<'_>,
    steps: bool,
) -> Result<Observer, Vec<Fault>> {
    let mut observer = Observer::default();
    observer.begin(deal, steps);
    worker
        .play_watched(deal, totals, &mut observer)
        .map_err(|e| vec![in_game(&e, deal.game, deal.seed)])?;
    Ok(observer)
}

/// All games of a deck.
fn play(
    worker: &mut Pair,
    plan: &Plan,
    pair: u64,
    (seats, stop): (usize, &AtomicBool),
) -> Result<[Vec<Played>; 2], Vec<Fault>> {
    let mut done = [Vec::new(), Vec::new()];
    for (arm, games) in done.iter_mut().enumerate() {
        for turned in 0..seats {
            let deal = Deal { stop: Some(stop), ..deal(plan, arm, pair, turned) };
            let totals = &mut worker.totals[arm];
            games.push(observed(&mut worker.workers[arm], totals, &deal, false)?.played);
        }
    }
    Ok(done)
}

fn told(side: &Side, arm: &Arm, games: u64, error: f64) -> Told {
    let setup = &side.rules.setup;
    let n = games.max(1) as f64;
    let seat = |(points, wins): (&i64, &u64)| {
        let hits = *wins as f64 / WIN as f64;
        let (wins_low, wins_high) = wilson(hits, n, error.max(f64::MIN_POSITIVE));
        Seat { points: *points as f64 / n, wins: hits / n, wins_low, wins_high }
    };
    let of = |name: &&'static str| (*name, arm.spreads.get(*name).cloned().unwrap_or_default());
    Told {
        file: side.file.clone(),
        config: side.text.clone(),
        ruleset: side.rules.hash(),
        edition: setup.edition.clone(),
        expansions: side.expansions(),
        seats: arm.points.iter().zip(&arm.wins).map(seat).collect(),
        spreads: SPREADS.iter().map(of).collect(),
    }
}

/// Functions of both sides, in the order of A, then those that only B has.
fn fires(rules: [&Rules; 2], arms: &[Arm; 2]) -> Vec<Fires> {
    let mut out: Vec<Fires> = Vec::new();
    for (arm, rules) in rules.into_iter().enumerate() {
        let turns = arms[arm].turns.max(1) as f64;
        for (i, (expansion, hook, function)) in functions(rules).into_iter().enumerate() {
            let share = Some(arms[arm].fired.get(i).copied().unwrap_or(0) as f64 / turns);
            let same = |f: &&mut Fires| f.expansion == expansion && f.function == function;
            match out.iter_mut().find(same) {
                Some(row) if arm == 1 => row.b = share,
                _ => {
                    let (a, b) = if arm == 0 { (share, None) } else { (None, share) };
                    out.push(Fires { expansion, hook, function, a, b });
                }
            }
        }
    }
    out
}

#[cfg(test)]
#[path = "tests/compare.rs"]
mod tests;
