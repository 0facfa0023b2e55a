//! Two rules, the same decks, the same luck of the bots: what differs, and how sure that is.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide::core::Fault;
use bastide::{Bot, Rules};
use bastide_lab::{Deal, Observer, Played, Totals, WIN, Worker, functions, in_game, in_order};

use crate::extreme::Extremes;
use crate::found::{Comparison, Fires, Row, Seat, Told, Verdict};
use crate::stats::{Difference, holm, looks, wilson};
use crate::tally::{About, Arm, Key, MEASURES, SPREADS, Tally, WINS};

/// A difference smaller than this part of the spread between decks hardly matters to anybody.
pub const SMALL: f64 = 0.1;
/// Pairs of one task.
const CHUNK: u64 = 8;
/// Number of the first game of B when it is to have other decks than A.
const ELSEWHERE: u64 = 1 << 32;

/// What is compared.
#[derive(Clone, Debug)]
pub struct Side {
    /// Config as the user named it.
    pub file: String,
    /// Its text.
    pub text: String,
    /// Its rules.
    pub rules: Rules,
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
    /// Stops at a look at which every row is clear, or known to be small.
    pub early: bool,
    /// The sides have the same decks and the same luck.
    pub paired: bool,
    /// Chance of a false alarm, over all rows and looks.
    pub error: f64,
}

/// Engines of both sides, of one thread.
struct Pair {
    workers: [Worker; 2],
    totals: [Totals; 2],
}

/// Compares two rules. `tick` is told how many more games of each side are done; when `stop` is set no
/// further game is begun.
///
/// # Errors
///
/// Configs with different numbers of seats, scripts that do not load, and the first game in which an
/// expansion failed.
pub fn compare(
    sides: [&Side; 2],
    plan: &Plan,
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
) -> Result<Comparison, Vec<Fault>> {
    let seats = sides[0].rules.setup.players.len();
    let others = sides[1].rules.setup.players.len();
    if seats != others {
        return Err(vec![unequal(sides[1], seats, others)]);
    }
    let pairs = plan.games.div_ceil(seats as u64).max(1);
    let looks = looks(pairs, plan.error);
    let rules = sides.map(|s| &s.rules);
    let sets = rules.map(|r| &*r.ruleset);
    let bots: Vec<&str> = (0..seats).map(|s| bot(plan, s).name()).collect();
    let make = || {
        let workers = [Worker::watching(rules[0])?, Worker::watching(rules[1])?];
        let totals = [workers[0].empty(rules[0]), workers[1].empty(rules[1])];
        Ok::<_, Vec<Fault>>(Pair { workers, totals })
    };
    let run = |worker: &mut Pair, chunk: u64| {
        let mut done = Vec::new();
        for pair in chunk * CHUNK..((chunk + 1) * CHUNK).min(pairs) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            done.push(play(worker, plan, pair, seats)?);
        }
        Ok(done)
    };
    let (mut tally, mut extremes, mut last) = (Tally::default(), Extremes::default(), looks[0]);
    let take = |_, done: Vec<[Vec<Played>; 2]>| {
        let whole = done.len() as u64;
        for pair in done {
            tally.add(sets, &pair, &bots);
            extremes.add(&pair);
            tick(seats as u64);
            let look = looks.iter().find(|l| l.pairs >= tally.pairs);
            last = look.copied().unwrap_or(last);
            if tally.pairs == last.pairs && plan.early && is_enough(&tally, seats, last.error) {
                return Ok(ControlFlow::Break(()));
            }
        }
        let cut = whole < CHUNK && tally.pairs < pairs;
        Ok(if cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    in_order(plan.threads, pairs.div_ceil(CHUNK), make, run, take)?;
    let interrupted = stop.load(Ordering::Relaxed) && tally.pairs < pairs;
    let mut rows = rows(&tally, seats, last.error);
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
        bots: (0..seats).map(|s| bot(plan, s).name()).collect(),
        error: last.error,
        error_of_all: plan.error,
        looks,
        clear: rows.iter().filter(|r| r.verdict == Verdict::Clear).count(),
        sides: [told(0), told(1)],
        hooks: fires(rules, &tally.arms),
        unused: crate::unused::unused(rules, [&tally.arms[0].used, &tally.arms[1].used]),
        extremes: extremes.records(sides, plan)?,
        rows,
    })
}

fn bot(plan: &Plan, seat: usize) -> Bot {
    plan.bots.get(seat % plan.bots.len().max(1)).copied().unwrap_or(Bot::Random)
}

fn unequal(b: &Side, seats: usize, others: usize) -> Fault {
    Fault::new(
        "C0150",
        format!("{others} players, but the other config has {seats}"),
        format!("{others} joueurs, mais l'autre configuration en a {seats}"),
    )
    .at(&b.file, b.rules.setup.config.players_span.clone())
    .help(
        "compare configs with as many players",
        "comparez des configurations qui ont autant de joueurs",
    )
}

/// The deal of a game of a comparison.
pub(crate) fn deal(plan: &Plan, arm: usize, pair: u64, turned: usize) -> Deal<'_> {
    let game = if arm == 1 && !plan.paired { pair + ELSEWHERE } else { pair };
    Deal { seed: plan.seed, game, bots: &plan.bots, turned }
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
    seats: usize,
) -> Result<[Vec<Played>; 2], Vec<Fault>> {
    let mut done = [Vec::new(), Vec::new()];
    for (arm, games) in done.iter_mut().enumerate() {
        for turned in 0..seats {
            let deal = deal(plan, arm, pair, turned);
            let totals = &mut worker.totals[arm];
            games.push(observed(&mut worker.workers[arm], totals, &deal, false)?.played);
        }
    }
    Ok(done)
}

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

/// All rows: the course of the game first, then features and rules, the most points first.
fn rows(tally: &Tally, seats: usize, error: f64) -> Vec<Row> {
    let n = tally.pairs;
    let differ = |(key, sums): (&Key, &crate::stats::Paired)| {
        (key.clone(), sums.difference(n, unit(key, seats), error))
    };
    let found: Vec<(Key, Difference)> = tally.rows.iter().map(differ).collect();
    let chances: Vec<f64> = found.iter().map(|f| f.1.p).collect();
    let mut rows: Vec<Row> = found
        .into_iter()
        .zip(holm(&chances))
        .map(|(((about, key), difference), p_all)| {
            let verdict = verdict(&difference, p_all, error);
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

/// Whether more games would tell nothing new.
fn is_enough(tally: &Tally, seats: usize, error: f64) -> bool {
    rows(tally, seats, error)
        .iter()
        .all(|row| row.verdict == Verdict::Clear || is_small(&row.difference))
}

fn told(side: &Side, arm: &Arm, games: u64, error: f64) -> Told {
    let setup = &side.rules.setup;
    let n = games.max(1) as f64;
    let seat = |(points, wins): (&i64, &u64)| {
        let hits = *wins as f64 / WIN as f64;
        let (wins_low, wins_high) = wilson(hits, n, error.max(f64::MIN_POSITIVE));
        Seat { points: *points as f64 / n, wins: hits / n, wins_low, wins_high }
    };
    let of = |name: &&'static str| (*name, arm.spreads.get(name).cloned().unwrap_or_default());
    Told {
        file: side.file.clone(),
        config: side.text.clone(),
        ruleset: side.rules.hash(),
        edition: setup.edition.clone(),
        expansions: setup
            .expansions
            .iter()
            .map(|e| [e.id.clone(), e.version.clone(), e.hash.clone()])
            .collect(),
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
