//! Bots against each other: the same decks for all, every bot in every seat, and how sure the difference is.

mod standing;
mod table;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide::core::{BotWorth, Fault};
use bastide::{Bot, Rules};
use bastide_lab::{Deal, Played, Thoughts, WIN, Worker, in_order};
use serde::Serialize;

use crate::compare::observed;
use crate::stats::{Difference, ERROR, Paired, wilson};

pub use standing::Standing;

/// Chances of taking the worse for the better, and the better for the worse, of a sequential test.
const MISTAKE: f64 = 0.05;
/// Points that the course of a sequential test keeps: where there are more, every other one goes.
const COURSE_MAX: usize = 200;

/// How a tournament is played.
#[derive(Clone, Debug)]
pub struct Cup {
    /// The bots, each named once.
    pub bots: Vec<Bot>,
    /// Decks of each duel; each is played once for every seat.
    pub decks: u64,
    /// Seed.
    pub seed: u64,
    /// Threads; 0 = one for each core.
    pub threads: usize,
    /// Two strengths between which a sequential test decides, in Elo, if it is to end the duels early.
    pub sprt: Option<(f64, f64)>,
}

/// All duels.
#[derive(Clone, Debug, Serialize)]
pub struct Tournament {
    /// Version of the program, and with it of the bots.
    pub engine: &'static str,
    /// Hash of the rules.
    pub ruleset: String,
    /// Seed.
    pub seed: u64,
    /// Seats of a game.
    pub seats: usize,
    /// Not all games were played: somebody asked to stop.
    pub interrupted: bool,
    /// The two strengths between which sequential tests decided, in Elo, if they did.
    pub sprt: Option<(f64, f64)>,
    /// All duels of each bot together, in the order in which they were named.
    pub standings: Vec<Standing>,
    /// In the order in which they were played.
    pub duels: Vec<Duel>,
    /// What the bots took to choose, in the order in which they were named.
    pub thought: Vec<Pace>,
}

impl Tournament {
    /// The part of the wins that a bot has which is as strong as the others.
    #[must_use]
    pub fn even(&self) -> f64 {
        1.0 / self.seats.max(1) as f64
    }
}

/// One bot, alone among others that are all alike.
#[derive(Clone, Debug, Serialize)]
pub struct Duel {
    /// The one.
    pub bot: &'static str,
    /// The others.
    pub against: &'static str,
    /// Decks; each is played with the one in every seat.
    pub decks: u64,
    /// Games.
    pub games: u64,
    /// Its part of the wins; who shares a win has a part of it.
    pub wins: f64,
    /// Lower end of the interval at 95 %.
    pub wins_low: f64,
    /// Upper end.
    pub wins_high: f64,
    /// Its points less the mean of the others'.
    pub margin: f64,
    /// Lower end of the interval at 95 %.
    pub margin_low: f64,
    /// Upper end.
    pub margin_high: f64,
    /// How much stronger it is, in Elo; only in games for two, and where each has won something.
    pub elo: Option<f64>,
    /// Interval of it at 95 %, by decks: their games hang together. None where an end would be endless.
    pub elo_range: Option<(f64, f64)>,
    /// What the sequential test says: `Some(true)` = the greater strength, `Some(false)` = the smaller, none = undecided or
    /// not asked for.
    pub sprt: Option<bool>,
    /// Course of the test: a number of decks, and the logarithm of the likelihood ratio. Long courses are thinned out.
    pub course: Vec<(u64, f64)>,
}

/// How long a bot took.
#[derive(Clone, Debug, Serialize)]
pub struct Pace {
    /// Name of the bot.
    pub bot: &'static str,
    /// How often it chose between several options.
    pub decisions: u64,
    /// Mean time of one, in microseconds, on this machine at this time.
    pub mean_us: f64,
    /// Half took no longer, in microseconds.
    pub median_us: f64,
    /// The longest, in microseconds.
    pub most_us: f64,
}

/// Sums of a duel: whole numbers, so that no order changes them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    decks: u64,
    wins: Paired,
    points: Paired,
    won: u64,
    course: Course,
}

/// How a sequential test goes, with as many points as a picture needs.
#[derive(Clone, Debug, Default)]
struct Course {
    every: u64,
    points: Vec<(u64, f64)>,
}

impl Course {
    /// Records the ratio after `decks` decks. The last one always stays.
    fn note(&mut self, decks: u64, ratio: f64) {
        let every = self.every.max(1);
        if let [.., before, last] = self.points[..]
            && last.0 - before.0 < every
        {
            self.points.pop();
        }
        self.points.push((decks, ratio));
        if self.points.len() > COURSE_MAX {
            let mut i = 0;
            self.points.retain(|_| {
                i += 1;
                i % 2 == 1
            });
            self.every = 2 * every;
        }
    }
}

/// How much likelier one of two strengths must be for a sequential test to end: the logarithm of the ratio.
#[must_use]
pub fn enough() -> f64 {
    ((1.0 - MISTAKE) / MISTAKE).ln()
}

/// Plays all duels: in games for two each pair once, in larger games each bot alone among each other. `tick` gets the
/// number of further games that are done. When `stop` is set, no further deck starts.
///
/// # Errors
///
/// Returns an error for scripts that do not load, and for the first game in which an expansion fails.
pub fn tournament(
    rules: &Rules,
    cup: &Cup,
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
) -> Result<Tournament, Vec<Fault>> {
    let seats = rules.setup.players.len();
    let (mut thoughts, mut duels) = (Thoughts::default(), Vec::new());
    for pairing in pairings(&cup.bots, seats) {
        let (duel, more) = duel(rules, cup, pairing, stop, tick)?;
        duels.push(duel);
        thoughts.merge(&more);
    }
    let thought = cup.bots.iter().map(|bot| {
        let t = thoughts.of(*bot);
        let decisions = t.decisions();
        let [mean_us, median_us, most_us] = t.mean_median_most().map(|t| t.as_secs_f64() * 1e6);
        Pace { bot: bot.name(), decisions, mean_us, median_us, most_us }
    });
    Ok(Tournament {
        engine: env!("CARGO_PKG_VERSION"),
        ruleset: rules.hash(),
        seed: cup.seed,
        seats,
        interrupted: stop.load(Ordering::Relaxed),
        sprt: cup.sprt,
        standings: standing::standings(&cup.bots, &duels, seats),
        thought: thought.collect(),
        duels,
    })
}

/// How many games there are at most.
#[must_use]
pub fn games(cup: &Cup, seats: usize) -> u64 {
    pairings(&cup.bots, seats).len() as u64 * cup.decks * seats as u64
}

/// Who plays whom; the bot named later comes first, as the one that has to show something.
fn pairings(bots: &[Bot], seats: usize) -> Vec<(Bot, Bot)> {
    let mut out = Vec::new();
    for (i, other) in bots.iter().enumerate() {
        for one in &bots[i + 1..] {
            out.push((*one, *other));
            if seats > 2 {
                out.push((*other, *one));
            }
        }
    }
    out
}

fn duel(
    rules: &Rules,
    cup: &Cup,
    (one, other): (Bot, Bot),
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
) -> Result<(Duel, Thoughts), Vec<Fault>> {
    let mut bots = vec![other; rules.setup.players.len()];
    bots[0] = one;
    let table = Table { rules, cup, bots: &bots, worth: &[], first: 0 };
    let (sums, thoughts, verdict) = sit(&table, stop, tick)?;
    Ok((sums.found(bots.len(), (one, other), verdict), thoughts))
}

/// Who plays which decks.
pub(crate) struct Table<'a> {
    pub(crate) rules: &'a Rules,
    /// Decks and seed. The bots are those of the table.
    pub(crate) cup: &'a Cup,
    /// One bot alone, then those against whom it plays.
    pub(crate) bots: &'a [Bot],
    /// Values of things for each bot.
    pub(crate) worth: &'a [BotWorth],
    /// The first deck.
    pub(crate) first: u64,
}

/// Plays each deck with the one in every seat. Also what the sequential test says, if it ended the games.
pub(crate) fn sit(
    table: &Table<'_>,
    stop: &AtomicBool,
    tick: &dyn Fn(u64),
) -> Result<(Sums, Thoughts, Option<bool>), Vec<Fault>> {
    let (cup, seats) = (table.cup, table.bots.len());
    let make = || Worker::new(table.rules);
    let run = |worker: &mut Worker, deck: u64| {
        let games = play(worker, table, table.first + deck, stop)?;
        Ok((games, worker.take_thoughts()))
    };
    let (mut sums, mut thoughts, mut verdict) = (Sums::default(), Thoughts::default(), None);
    let take = |_, (games, more): (Vec<Played>, Thoughts)| {
        tick(seats as u64);
        sums.add(&games, seats);
        thoughts.merge(&more);
        if let Some(strengths) = cup.sprt {
            verdict = sums.test(seats, strengths);
        }
        Ok(if verdict.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    in_order((cup.threads, cup.decks, stop), make, run, take)?;
    Ok((sums, thoughts, verdict))
}

/// All games of a deck: the bots move on by a seat each time.
fn play(
    worker: &mut Worker,
    table: &Table<'_>,
    deck: u64,
    stop: &AtomicBool,
) -> Result<Vec<Played>, Vec<Fault>> {
    let mut totals = worker.empty(table.rules);
    let Table { cup: &Cup { seed, .. }, bots, worth, .. } = *table;
    let games = (0..bots.len()).map(|turned| {
        let deal = Deal { seed, game: deck, bots, worth, turned, stop: Some(stop) };
        Ok(observed(worker, &mut totals, &deal, false)?.played)
    });
    games.collect()
}

impl Sums {
    /// Adds all games of a deck.
    fn add(&mut self, games: &[Played], seats: usize) {
        let (mut wins, mut own, mut others) = (0u64, 0i64, 0i64);
        for game in games {
            let seat = (seats - game.turned) % seats;
            wins += game.win(seat);
            let points = i64::from(game.points.get(seat).copied().unwrap_or(0));
            own += points;
            others += game.total() - points;
        }
        self.decks += 1;
        self.won += wins;
        self.wins.add(0, wins as i64);
        self.points.add(others, own * (seats as i64 - 1).max(1));
    }

    pub(crate) fn found(
        &self,
        seats: usize,
        (one, other): (Bot, Bot),
        verdict: Option<bool>,
    ) -> Duel {
        let games = self.decks * seats as u64;
        let margin = self.ahead(seats, ERROR);
        let hits = self.won as f64 / WIN as f64;
        let wins = hits / games.max(1) as f64;
        let (low, high) = wilson(hits, games as f64, ERROR);
        let rated = seats == 2 && wins > 0.0 && wins < 1.0;
        let share = self.wins.difference(self.decks, WIN as f64 * seats as f64, ERROR);
        let ends = rated && share.low > 0.0 && share.high < 1.0 && self.decks > 1;
        Duel {
            bot: one.name(),
            against: other.name(),
            decks: self.decks,
            games,
            wins,
            wins_low: low,
            wins_high: high,
            margin: margin.by,
            margin_low: margin.low,
            margin_high: margin.high,
            elo: rated.then(|| elo(wins)),
            elo_range: ends.then(|| (elo(share.low), elo(share.high))),
            sprt: verdict,
            course: self.course.points.clone(),
        }
    }

    /// Points of the one less the mean of the others', per game, with an interval for such a chance of error.
    pub(crate) fn ahead(&self, seats: usize, error: f64) -> Difference {
        let all = (seats * (seats - 1).max(1)) as f64;
        self.points.difference(self.decks, all, error)
    }

    /// Tests sequentially over decks, because games of a deck depend on each other and decks do not. Returns which of
    /// two strengths explains the wins sufficiently better.
    fn test(&mut self, seats: usize, strengths: (f64, f64)) -> Option<bool> {
        let likelier = self.ratio(seats, strengths)?;
        self.course.note(self.decks, likelier);
        (likelier.abs() >= enough()).then_some(likelier > 0.0)
    }

    /// How much likelier the wins are with the greater strength than with the smaller, as a logarithm.
    fn ratio(&self, seats: usize, (less, more): (f64, f64)) -> Option<f64> {
        let expected = |elo: f64| {
            let odds = 10f64.powf(elo / 400.0);
            odds / (odds + (seats as f64 - 1.0).max(1.0))
        };
        if self.decks < 10 {
            return None;
        }
        let found = self.wins.difference(self.decks, WIN as f64 * seats as f64, ERROR);
        // The spread is that of both arms together, and one of them does not vary.
        let mut variance = 2.0 * found.spread * found.spread;
        if variance <= 0.0 {
            // Where all decks went alike, the next one is thought to go another way by half of its wins.
            variance = 0.25 / (self.decks as f64 + 1.0);
        }
        let (less, more) = (expected(less), expected(more));
        Some(self.decks as f64 * (more - less) * (2.0 * found.by - less - more) / (2.0 * variance))
    }
}

/// A share of the wins in a game for two, in Elo.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

#[cfg(test)]
#[path = "tests/tournament.rs"]
mod tests;
