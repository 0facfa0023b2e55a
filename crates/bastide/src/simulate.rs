//! Many complete games: bots at all seats, one task per game, the same result for any number of threads.

mod profile;
mod report;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bastide_core::ids::Player;
use bastide_core::{Choice, Engine, Fault, HookError, NoLog, State};
use rayon::prelude::*;

use crate::bots::{Bot, Scratch, choose};
use crate::chance::{Purpose, Stream};
use crate::rules::Rules;
use crate::view::Seen;

pub use profile::{Calls, Row, Spent};
pub use report::{Report, SeatReport};

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
    /// Measures the time inside expansions.
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
    /// Time played, if it is measured.
    pub busy: Duration,
}

const WIN: u64 = 5040;

/// Sums of some games, or the first game that failed and why.
type Sum = Result<Totals, (u64, Vec<Fault>)>;

/// Games of one task.
const CHUNK: u64 = 64;

impl Totals {
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

/// Plays all games of a plan. `tick` is told how many more games are done; when `stop` is set no further
/// game is begun.
///
/// # Errors
///
/// Scripts that do not load, and the first game in which an expansion failed.
pub fn simulate(
    rules: &Rules,
    plan: &Plan,
    stop: &AtomicBool,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Report, Vec<Fault>> {
    rules.engine()?;
    let start = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build().map_err(|e| {
        vec![Fault::new(
            "E0020",
            format!("cannot start threads: {e}"),
            format!("impossible de lancer des fils : {e}"),
        )]
    })?;
    let chunks = plan.games.div_ceil(CHUNK);
    let failed = AtomicU64::new(u64::MAX);
    // A failure is known by its game, so that the first game counts whichever thread was faster.
    let run_chunk = |worker: &mut Result<Worker, Vec<Fault>>, chunk: u64| -> Sum {
        let worker = worker.as_mut().map_err(|e| (0, e.clone()))?;
        let mut totals = worker.empty(rules);
        let begun = plan.profile.then(Instant::now);
        let from = chunk * CHUNK;
        for game in from..(from + CHUNK).min(plan.games) {
            if stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed) < game {
                break;
            }
            if let Err(e) = worker.play(plan, plan.first_game + game, &mut totals) {
                failed.fetch_min(game, Ordering::Relaxed);
                return Err((game, vec![in_game(&e, plan.first_game + game, plan.seed)]));
            }
        }
        tick(totals.games);
        worker.timed(&mut totals, begun);
        Ok(totals)
    };
    let add = |a: Sum, b: Sum| match (a, b) {
        (Ok(a), Ok(b)) => Ok(a.add(&b)),
        (Err(a), Err(b)) => Err(if a.0 <= b.0 { a } else { b }),
        (Err(e), Ok(_)) | (Ok(_), Err(e)) => Err(e),
    };
    let sum = pool.install(|| {
        let parts =
            (0..chunks).into_par_iter().map_init(|| Worker::made(rules, plan.profile), run_chunk);
        parts.reduce(|| Ok(Totals::default()), add)
    });
    let totals = sum.map_err(|(_, faults)| faults)?;
    Ok(report::of(rules, plan, &totals, start.elapsed().as_secs_f64()))
}

fn in_game(e: &HookError, game: u64, seed: u64) -> Fault {
    let mut fault = e.fault.clone();
    fault.what.en =
        format!("{}: {}: {} (game {game}, seed {seed})", e.expansion, e.hook, fault.what.en);
    fault.what.fr =
        format!("{} : {} : {} (partie {game}, graine {seed})", e.expansion, e.hook, fault.what.fr);
    fault
}

/// One thread's engine and buffers.
pub struct Worker {
    engine: Engine,
    start: State,
    state: State,
    scratch: Scratch,
    /// Where the handlers note their time, if they do.
    clock: Option<Rc<RefCell<Calls>>>,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl Worker {
    /// A worker with a game ready to start.
    ///
    /// # Errors
    ///
    /// Scripts that do not load, or that fail in setup.
    pub fn new(rules: &Rules) -> Result<Self, Vec<Fault>> {
        Self::made(rules, false)
    }

    fn made(rules: &Rules, timed: bool) -> Result<Self, Vec<Fault>> {
        let (mut engine, clock) = if timed {
            let (engine, clock) = profile::engine(rules)?;
            (engine, Some(clock))
        } else {
            (rules.engine()?, None)
        };
        let first = Player(rules.setup.first.unwrap_or(0) as u8);
        let start = engine.start(first, &mut NoLog).map_err(|e| vec![e.fault.clone()])?;
        if let Some(clock) = &clock {
            clock.take();
        }
        Ok(Self { engine, start, state: State::default(), scratch: Scratch::default(), clock })
    }

    /// Moves the times of a task to its sums.
    fn timed(&mut self, totals: &mut Totals, begun: Option<Instant>) {
        if let (Some(clock), Some(begun)) = (&self.clock, begun) {
            totals.calls = clock.take();
            totals.busy = begun.elapsed();
        }
    }

    /// The state of the last game played.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Plays random actions of a seed until so many tiles lie on the board.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn play_until(&mut self, rules: &Rules, seed: u64, tiles: usize) -> Result<(), HookError> {
        self.state.clone_from(&self.start);
        let mut stream = Stream::new(seed, 0, Purpose::Chance);
        while !self.state.is_over()
            && self.state.tiles().len() < tiles.min(rules.ruleset.tile_count())
        {
            let decision = self.engine.decision(&mut self.state)?;
            let i = if decision.weights.is_empty() {
                stream.below(decision.options.len() as u32) as usize
            } else {
                stream.weighted(&decision.weights)
            };
            let Some(action) = decision.options[i].action() else { break };
            match self.engine.apply(&mut self.state, action, &mut NoLog) {
                Ok(()) => {}
                Err(bastide_core::Refusal::Hook(e)) => return Err(e),
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Sums for no game yet.
    #[must_use]
    pub fn empty(&self, rules: &Rules) -> Totals {
        let n = rules.ruleset.players as usize;
        Totals { points: vec![0; n], wins: vec![0; n], ..Totals::default() }
    }

    /// Plays one game and adds it to the sums.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn play(&mut self, plan: &Plan, game: u64, totals: &mut Totals) -> Result<(), HookError> {
        let state = &mut self.state;
        state.clone_from(&self.start);
        let mut chance = Stream::new(plan.seed, game, Purpose::Chance);
        let mut streams: [Option<Stream>; bastide_core::limits::PLAYERS_MAX] = Default::default();
        // The start state was listed by this engine long ago: list it anew if it asks a player.
        if self.engine.draw_total(state) == 0 && !state.is_over() {
            self.engine.list(state)?;
        }
        let start_tiles = self.engine.rules().start_len();
        while !state.is_over() {
            let draw = self.engine.draw_total(state);
            if draw > 0 {
                let k = chance.below(draw);
                self.engine.draw_listed(state, k, &mut NoLog)?;
                continue;
            }
            let actor = self.engine.actor(state);
            let listed = self.engine.listed();
            let i = if actor == Player::CHANCE {
                let decision = self.engine.decision(state)?;
                let pick = decision.options[chance.weighted(&decision.weights)];
                self.engine.listed().iter().position(|c| c == pick).unwrap_or(0)
            } else {
                let seat = actor.index();
                let stream = streams[seat]
                    .get_or_insert_with(|| Stream::new(plan.seed, game, Purpose::Bot(seat as u8)));
                let placements = listed.placements();
                if placements > 0 {
                    totals.placements += 1;
                    totals.offered += placements as u64;
                }
                let repeated = || plan.bots[seat % plan.bots.len()];
                match plan.bots.get(seat).copied().unwrap_or_else(repeated) {
                    Bot::Random => stream.below(listed.len() as u32) as usize,
                    bot @ Bot::Greedy => {
                        let options: Vec<_> = listed.iter().collect();
                        let rules = self.engine.rules().clone();
                        let i = choose(
                            bot,
                            &mut self.engine,
                            Seen::new(&rules, state, actor),
                            &options,
                            stream,
                            &mut self.scratch,
                        )?;
                        // Looking ahead has used the buffers of the engine.
                        self.engine.list(state)?;
                        let wanted = options[i].key();
                        self.engine.listed().iter().position(|c| c.key() == wanted).unwrap_or(0)
                    }
                }
            };
            let listed = self.engine.listed();
            if i >= listed.placements() && listed.get(i).is_some_and(Choice::is_deploy) {
                totals.deployed += 1;
            }
            self.engine.apply_listed(state, i, &mut NoLog)?;
        }
        totals.games += 1;
        totals.turns += state.turn() as u64 - 1;
        totals.placed += (state.tiles().len() - start_tiles) as u64;
        totals.discarded += state.discarded() as u64;
        let scores = state.scores();
        let total: i64 = scores.iter().map(|n| *n as i64).sum();
        totals.total_squared += (total * total) as u64;
        let most = scores.iter().copied().max().unwrap_or(0);
        let winners = scores.iter().filter(|n| **n == most).count().max(1) as u64;
        for (p, n) in scores.iter().enumerate() {
            totals.points[p] += *n as i64;
            if *n == most {
                totals.wins[p] += WIN / winners;
            }
        }
        Ok(())
    }
}
