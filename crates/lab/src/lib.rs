//! Many complete games: bots at all seats, one task per game, the same result for any number of threads.

mod listen;
mod offers;
mod ordered;
mod profile;
mod report;
mod rows;
mod shares;
mod thought;
mod told;
mod used;
mod watch;
mod worker;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bastide_core::{Fault, HookError, State};

use bastide::bots::Bot;
use bastide::rules::Rules;
use bastide::told::is_heard;

pub use offers::{Became, Offer, OfferRow, Offers, add_offers, dropped, offer, offers};
pub use ordered::in_order;
pub use profile::{Calls, Entered, Row, Spent, add_entered, counted, entered, hooks};
pub use report::{Report, SeatReport};
pub use rows::observe;
pub use thought::{Thought, Thoughts};
pub use used::Used;
pub use watch::{Deal, Fired, NoWatch, Observer, Played, Points, Step, Watch, functions};
pub use worker::Worker;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// Number of the first game; other parts of one simulation use other numbers.
    pub first_game: u64,
    /// Seed of all of them.
    pub seed: u64,
    /// Threads; 0 = as many as the machine has cores.
    pub threads: usize,
    /// Bots by seat.
    pub bots: Vec<Bot>,
    /// Measures the time inside expansions, and notes what becomes of their offers.
    pub profile: bool,
}

impl Default for Plan {
    /// No game, seed 0, one thread, random bots.
    fn default() -> Self {
        let bots = vec![Bot::Random];
        Self { games: 0, first_game: 0, seed: 0, threads: 1, bots, profile: false }
    }
}

/// Sums over games; adding them in any order gives the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Tiles placed after the start layout.
    pub placed: u64,
    /// Tiles that fitted nowhere.
    pub discarded: u64,
    /// Figures deployed.
    pub deployed: u64,
    /// Placements offered, over all decisions on a placement.
    pub offered: u64,
    /// Decisions on a placement.
    pub placements: u64,
    /// Points by seat.
    pub points: Vec<i64>,
    /// Squares of a game's points in total.
    pub total_squared: u64,
    /// Wins by seat, in parts of 5040 (so that shared wins are whole numbers).
    pub wins: Vec<u64>,
    /// Turns.
    pub turns: u64,
    /// Calls of expansions, if they are timed.
    pub calls: Calls,
    /// What became of offers of expansions, if they are noted.
    pub offers: Offers,
    /// Time played, if it is measured.
    pub busy: Duration,
}

/// A win in parts, so that shared wins are whole numbers.
pub const WIN: u64 = 5040;

impl Totals {
    /// Sums for no game yet.
    fn of(rules: &Rules) -> Self {
        let n = usize::from(rules.ruleset.players);
        Totals { points: vec![0; n], wins: vec![0; n], ..Totals::default() }
    }

    /// Adds the result of a game that began with `start_tiles` tiles on the board.
    fn add_game(&mut self, state: &State, start_tiles: usize) {
        self.games += 1;
        self.turns += u64::from(state.turn()) - 1;
        self.placed += (state.tiles().len() - start_tiles) as u64;
        self.discarded += u64::from(state.discarded());
        let scores = state.scores();
        let total: i64 = scores.iter().map(|n| i64::from(*n)).sum();
        self.total_squared += (total * total) as u64;
        let most = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.iter().filter(|n| **n == most).count().max(1) as u64;
        for (p, n) in scores.iter().enumerate() {
            self.points[p] += i64::from(*n);
            if *n == most {
                self.wins[p] += WIN / winners;
            }
        }
    }

    fn add(mut self, other: &Totals) -> Self {
        self.games += other.games;
        self.placed += other.placed;
        self.discarded += other.discarded;
        self.deployed += other.deployed;
        self.offered += other.offered;
        self.placements += other.placements;
        self.total_squared += other.total_squared;
        self.turns += other.turns;
        self.busy += other.busy;
        profile::add(&mut self.calls, &other.calls);
        add_offers(&mut self.offers, &other.offers);
        let grow = |mine: &mut Vec<_>, n: usize| mine.resize(n.max(mine.len()), 0);
        grow(&mut self.points, other.points.len());
        self.wins.resize(other.wins.len().max(self.wins.len()), 0);
        for (mine, theirs) in self.points.iter_mut().zip(&other.points) {
            *mine += theirs;
        }
        for (mine, theirs) in self.wins.iter_mut().zip(&other.wins) {
            *mine += theirs;
        }
        self
    }
}

/// Plays all games of a plan. `tick` gets the number of further games that are done. When `stop` is set, no further
/// game starts.
///
/// # Errors
///
/// Returns an error for scripts that do not load, and for the first game in which an expansion fails.
pub fn simulate(
    rules: &Rules,
    plan: &Plan,
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
) -> Result<Report, Vec<Fault>> {
    rules.engine()?;
    let start = Instant::now();
    if plan.games == 1 && !plan.profile && is_heard() {
        let totals = told::play(rules, plan, stop)?;
        tick(totals.games);
        return Ok(report::of(rules, plan, &totals, start.elapsed().as_secs_f64()));
    }
    let make = || Worker::made(rules, plan.profile);
    let run = |worker: &mut Worker, game: u64| {
        let (game, mut totals) = (plan.first_game + game, worker.empty(rules));
        let begun = plan.profile.then(Instant::now);
        let bots = &plan.bots;
        let deal = Deal { seed: plan.seed, game, bots, worth: &[], turned: 0, stop: Some(stop) };
        worker
            .play_watched(&deal, &mut totals, &mut NoWatch::default())
            .map_err(|e| vec![in_game(&e, game, plan.seed)])?;
        worker.timed(&mut totals, begun);
        Ok(totals)
    };
    let mut sum = Totals::default();
    let gather = |_, totals: Totals| {
        tick(totals.games);
        sum = std::mem::take(&mut sum).add(&totals);
        Ok(ControlFlow::Continue(()))
    };
    in_order((plan.threads, plan.games, stop), make, run, gather)?;
    Ok(report::of(rules, plan, &sum, start.elapsed().as_secs_f64()))
}

/// What failed, and in which game.
#[must_use]
pub fn in_game(e: &HookError, game: u64, seed: u64) -> Fault {
    let mut fault = e.fault.clone();
    fault.what.en =
        format!("{}: {}: {} (game {game}, seed {seed})", e.expansion, e.hook, fault.what.en);
    fault.what.fr =
        format!("{} : {} : {} (partie {game}, graine {seed})", e.expansion, e.hook, fault.what.fr);
    fault
}

#[cfg(test)]
mod tests;
