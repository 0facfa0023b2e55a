//! Bots against each other: the same decks for all, every bot in every seat, and how sure the difference is.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide::core::Fault;
use bastide::{Bot, Rules};
use bastide_lab::{Deal, Played, Thoughts, WIN, Worker, in_order};
use serde::Serialize;

use crate::compare::observed;
use crate::lang::Lang;
use crate::stats::{ERROR, Paired, wilson};
use crate::words::{number, percent, signed};

/// Decks of one task.
const CHUNK: u64 = 4;
/// Chances of taking the worse for the better, and the better for the worse, of a sequential test.
const MISTAKE: f64 = 0.05;

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
    /// In the order in which they were played.
    pub duels: Vec<Duel>,
    /// What the bots took to choose, in the order in which they were named.
    pub thought: Vec<Pace>,
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
    /// What the sequential test says: `Some(true)` = the greater strength, `Some(false)` = the smaller, none = undecided or
    /// not asked for.
    pub sprt: Option<bool>,
}

/// How long a bot took.
#[derive(Clone, Debug, Serialize)]
pub struct Pace {
    /// Which.
    pub bot: &'static str,
    /// How often it chose between several options.
    pub decisions: u64,
    /// Mean time of one, in microseconds, on this machine at this time.
    pub mean_us: f64,
    /// The longest, in microseconds.
    pub most_us: f64,
}

/// Sums of a duel: whole numbers, so that no order changes them.
#[derive(Clone, Debug, Default)]
struct Sums {
    decks: u64,
    wins: Paired,
    points: Paired,
    won: u64,
}

/// Plays all duels: in games for two each pair once, in games for more each bot alone among each other. `tick` is told how
/// many more games are done; when `stop` is set no further deck is begun.
///
/// # Errors
///
/// Scripts that do not load, and the first game in which an expansion failed.
pub fn tournament(
    rules: &Rules,
    cup: &Cup,
    stop: &AtomicBool,
    tick: &(dyn Fn(u64) + Sync),
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
        Pace {
            bot: bot.name(),
            decisions: t.decisions,
            mean_us: t.time.as_secs_f64() * 1e6 / t.decisions.max(1) as f64,
            most_us: t.most.as_secs_f64() * 1e6,
        }
    });
    Ok(Tournament {
        engine: env!("CARGO_PKG_VERSION"),
        ruleset: rules.hash(),
        seed: cup.seed,
        seats,
        interrupted: stop.load(Ordering::Relaxed),
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
    tick: &(dyn Fn(u64) + Sync),
) -> Result<(Duel, Thoughts), Vec<Fault>> {
    let seats = rules.setup.players.len();
    let mut bots = vec![other; seats];
    bots[0] = one;
    let make = || Worker::new(rules);
    let run = |worker: &mut Worker, chunk: u64| {
        let mut done = Vec::new();
        for deck in chunk * CHUNK..((chunk + 1) * CHUNK).min(cup.decks) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            done.push(play(worker, rules, cup, &bots, deck)?);
            tick(seats as u64);
        }
        Ok((done, worker.take_thoughts()))
    };
    let (mut sums, mut thoughts, mut verdict) = (Sums::default(), Thoughts::default(), None);
    let take = |_, (done, more): (Vec<Vec<Played>>, Thoughts)| {
        let whole = done.len() as u64;
        for games in &done {
            sums.add(games, seats);
        }
        thoughts.merge(&more);
        if let Some(strengths) = cup.sprt {
            verdict = sums.test(seats, strengths);
        }
        let cut = whole < CHUNK && sums.decks < cup.decks;
        Ok(if cut || verdict.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    };
    in_order(cup.threads, cup.decks.div_ceil(CHUNK), make, run, take)?;
    Ok((sums.found(seats, (one, other), verdict), thoughts))
}

/// All games of a deck: the bots move on by a seat each time.
fn play(
    worker: &mut Worker,
    rules: &Rules,
    cup: &Cup,
    bots: &[Bot],
    deck: u64,
) -> Result<Vec<Played>, Vec<Fault>> {
    let mut totals = worker.empty(rules);
    let games = (0..bots.len()).map(|turned| {
        let deal = Deal { seed: cup.seed, game: deck, bots, turned };
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

    fn found(&self, seats: usize, (one, other): (Bot, Bot), verdict: Option<bool>) -> Duel {
        let games = self.decks * seats as u64;
        let all = (seats * (seats - 1).max(1)) as f64;
        let margin = self.points.difference(self.decks, all, ERROR);
        let hits = self.won as f64 / WIN as f64;
        let wins = hits / games.max(1) as f64;
        let (low, high) = wilson(hits, games as f64, ERROR);
        let rated = seats == 2 && wins > 0.0 && wins < 1.0;
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
            elo: rated.then(|| 400.0 * (wins / (1.0 - wins)).log10()),
            sprt: verdict,
        }
    }

    /// A sequential test over decks: the games of a deck depend on each other, decks do not. Which of two strengths
    /// explains the wins by so much better that it is enough.
    fn test(&self, seats: usize, (less, more): (f64, f64)) -> Option<bool> {
        let expected = |elo: f64| {
            let odds = 10f64.powf(elo / 400.0);
            odds / (odds + (seats as f64 - 1.0).max(1.0))
        };
        let found = self.wins.difference(self.decks, WIN as f64 * seats as f64, ERROR);
        // The spread is that of both arms together, and one of them does not vary.
        let variance = 2.0 * found.spread * found.spread;
        if self.decks < 10 || variance <= 0.0 {
            return None;
        }
        let (less, more) = (expected(less), expected(more));
        let likelier =
            self.decks as f64 * (more - less) * (2.0 * found.by - less - more) / (2.0 * variance);
        let enough = ((1.0 - MISTAKE) / MISTAKE).ln();
        (likelier.abs() >= enough).then_some(likelier > 0.0)
    }
}

impl Tournament {
    /// The duels as a table for people.
    #[must_use]
    pub fn table(&self, lang: Lang) -> String {
        let heads = lang.pick(
            [
                "bot",
                "against",
                "games",
                "wins",
                "interval (95 %)",
                "points by",
                "interval (95 %)",
                "Elo",
            ],
            [
                "robot",
                "contre",
                "parties",
                "victoires",
                "intervalle (95 %)",
                "points d'avance",
                "intervalle (95 %)",
                "Elo",
            ],
        );
        let row = |cells: [String; 8]| {
            let [bot, against, games, wins, range, by, around, elo] = cells;
            let line = format!(
                "{bot:<10} {against:<10} {games:>8} {wins:>10}  {range:<18} {by:>15}  {around:<20} {elo:>6}"
            );
            line.trim_end().to_owned() + "\n"
        };
        let mut out = row(heads.map(str::to_owned));
        for d in &self.duels {
            let share = |v| percent(v, 1, lang);
            out += &row([
                d.bot.to_owned(),
                d.against.to_owned(),
                d.games.to_string(),
                share(d.wins),
                format!("[{} ; {}]", share(d.wins_low), share(d.wins_high)),
                signed(d.margin, 2, lang),
                format!("[{} ; {}]", signed(d.margin_low, 2, lang), signed(d.margin_high, 2, lang)),
                d.elo.map(|elo| signed(elo, 0, lang)).unwrap_or_default(),
            ]);
            out += match d.sprt {
                Some(true) => lang.pick(
                    "  sequential test: the greater of the two strengths\n",
                    "  test séquentiel : la plus grande des deux forces\n",
                ),
                Some(false) => lang.pick(
                    "  sequential test: the smaller of the two strengths\n",
                    "  test séquentiel : la plus petite des deux forces\n",
                ),
                None => "",
            };
        }
        if self.seats > 2 {
            let chance = percent(1.0 / self.seats as f64, 1, lang);
            out += &lang.pick(
                format!(
                    "one bot alone among {}; as strong as they, it wins {chance}\n",
                    self.seats - 1
                ),
                format!(
                    "un robot seul parmi {} ; de même force, il gagne {chance}\n",
                    self.seats - 1
                ),
            );
        }
        out.push('\n');
        for pace in self.thought.iter().filter(|pace| pace.decisions > 0) {
            let (mean, most) = (pace.mean_us / 1e3, pace.most_us / 1e3);
            out += &lang.pick(
                format!(
                    "{:<10} {} ms a decision, {} ms at most\n",
                    pace.bot,
                    number(mean, 3, lang),
                    number(most, 1, lang)
                ),
                format!(
                    "{:<10} {} ms par décision, {} ms au plus\n",
                    pace.bot,
                    number(mean, 3, lang),
                    number(most, 1, lang)
                ),
            );
        }
        let hash = self.ruleset.get(..12).unwrap_or(&self.ruleset);
        let (engine, seed) = (self.engine, self.seed);
        out + &lang.pick(
            format!("\nbots of version {engine} · rules {hash} · seed {seed}\n"),
            format!("\nrobots de la version {engine} · règles {hash} · graine {seed}\n"),
        )
    }
}

#[cfg(test)]
#[path = "tests/tournament.rs"]
mod tests;
