//! Many complete games: bots at all seats, one task per game, the same result for any number of threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use bastide_core::ids::Player;
use bastide_core::{Choice, Engine, Fault, HookError, NoLog, State};
use rayon::prelude::*;
use serde::Serialize;

use crate::bots::{Bot, Scratch, choose};
use crate::chance::{Purpose, Stream};
use crate::rules::Rules;
use crate::view::Seen;

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

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// Seconds they took.
    pub seconds: f64,
    /// Games in a second.
    pub games_per_second: f64,
    /// Hash of the rules.
    pub ruleset: String,
    /// Seed.
    pub seed: u64,
    /// Tiles placed after the start layout, per game.
    pub mean_tiles_placed: f64,
    /// Tiles that fitted nowhere, per game.
    pub mean_tiles_discarded: f64,
    /// Figures deployed, per game.
    pub mean_meeples_deployed: f64,
    /// Placements to choose from, per decision.
    pub mean_placements_offered: f64,
    /// Points of all players, per game.
    pub mean_total_points: f64,
    /// Standard error of `mean_total_points`.
    pub total_points_error: f64,
    /// Turns per game.
    pub mean_turns: f64,
    /// By seat.
    pub seats: Vec<SeatReport>,
}

/// One seat of a report.
#[derive(Clone, Debug, Serialize)]
pub struct SeatReport {
    /// Its bot.
    pub bot: String,
    /// Points per game.
    pub mean_points: f64,
    /// Share of games won; a shared win counts its share.
    pub win_rate: f64,
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
        Ok(totals)
    };
    let add = |a: Sum, b: Sum| match (a, b) {
        (Ok(a), Ok(b)) => Ok(a.add(&b)),
        (Err(a), Err(b)) => Err(if a.0 <= b.0 { a } else { b }),
        (Err(e), Ok(_)) | (Ok(_), Err(e)) => Err(e),
    };
    let sum = pool.install(|| {
        let parts = (0..chunks).into_par_iter().map_init(|| Worker::new(rules), run_chunk);
        parts.reduce(|| Ok(Totals::default()), add)
    });
    let totals = sum.map_err(|(_, faults)| faults)?;
    Ok(report(rules, plan, &totals, start.elapsed().as_secs_f64()))
}

fn in_game(e: &HookError, game: u64, seed: u64) -> Fault {
    let mut fault = e.fault.clone();
    fault.what.en =
        format!("{}: {}: {} (game {game}, seed {seed})", e.expansion, e.hook, fault.what.en);
    fault.what.fr =
        format!("{} : {} : {} (partie {game}, graine {seed})", e.expansion, e.hook, fault.what.fr);
    fault
}

fn report(rules: &Rules, plan: &Plan, t: &Totals, seconds: f64) -> Report {
    let games = t.games.max(1) as f64;
    let total: i64 = t.points.iter().sum();
    let mean = total as f64 / games;
    let variance = (t.total_squared as f64 / games - mean * mean).max(0.0);
    Report {
        games: t.games,
        seconds,
        games_per_second: t.games as f64 / seconds.max(1e-9),
        ruleset: rules.hash(),
        seed: plan.seed,
        mean_tiles_placed: t.placed as f64 / games,
        mean_tiles_discarded: t.discarded as f64 / games,
        mean_meeples_deployed: t.deployed as f64 / games,
        mean_placements_offered: t.offered as f64 / t.placements.max(1) as f64,
        mean_total_points: mean,
        total_points_error: (variance / games).sqrt(),
        mean_turns: t.turns as f64 / games,
        seats: plan
            .bots
            .iter()
            .enumerate()
            .map(|(i, bot)| SeatReport {
                bot: bot.name().to_owned(),
                mean_points: t.points.get(i).copied().unwrap_or(0) as f64 / games,
                win_rate: t.wins.get(i).copied().unwrap_or(0) as f64 / WIN as f64 / games,
            })
            .collect(),
    }
}

/// One thread's engine and buffers.
pub struct Worker {
    engine: Engine,
    start: State,
    state: State,
    scratch: Scratch,
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
        let mut engine = rules.engine()?;
        let first = Player(rules.setup.first.unwrap_or(0) as u8);
        let start = engine.start(first, &mut NoLog).map_err(|e| vec![e.fault.clone()])?;
        Ok(Self { engine, start, state: State::default(), scratch: Scratch::default() })
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
                match if seat < plan.bots.len() {
                    plan.bots[seat]
                } else {
                    plan.bots[seat % plan.bots.len()]
                } {
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
