//! Values of tokens and figures for `planner`. One value after the other is raised or lowered, and stays so if the bot
//! with this value beats its equal.
//!
//! The result is judged on decks that had no part in the search, because of many trials some win by luck.

mod table;

use std::sync::atomic::{AtomicBool, Ordering};

use bastide::core::{BotWorth, Fault, Ruleset, Valuable};
use bastide::{Bot, Rules};
use serde::Serialize;

use crate::stats::Difference;
use crate::tournament::{Cup, Duel, Sums, Table, sit};

/// By how many points the worth of a thing is moved, coarse first.
const STEPS: [i32; 2] = [6, 2];
/// How often it is moved on in one direction by one step.
const MOVES: u64 = 3;
/// The most trials of a thing: up once and down, for each step.
const TRIALS: u64 = STEPS.len() as u64 * (MOVES + 1);
/// Threshold of a trial. Chance alone reaches it in one of ten trials. Most trials do nothing, and the proof finds out
/// what was accepted wrongly.
const BELIEVED: f64 = 0.2;
/// Decks of the proof for each of a trial.
const PROOF: u64 = 4;
/// What a manifest may say.
const POINTS_MAX: i32 = 99;

/// The search.
#[derive(Clone, Debug)]
pub struct Search {
    /// Names of things as in `[bot]`; empty for all tokens, and figures that claim nothing.
    pub only: Vec<String>,
    /// Decks of a trial; each is played once for every seat.
    pub decks: u64,
    /// Seed.
    pub seed: u64,
    /// Threads; 0 = one for each core.
    pub threads: usize,
}

/// Result of the search.
#[derive(Clone, Debug, Serialize)]
pub struct Tuned {
    /// Version of the program, and with it of the bots.
    pub engine: &'static str,
    /// Hash of the rules.
    pub ruleset: String,
    /// Seed.
    pub seed: u64,
    /// Somebody asked to stop before the end.
    pub interrupted: bool,
    /// In the order in which they were tried.
    pub things: Vec<Thing>,
    /// `planner` with the found values against `planner` without them, on other decks, or `None` if nothing was found
    /// or played.
    pub proof: Option<Duel>,
}

/// One thing.
#[derive(Clone, Debug, Serialize)]
pub struct Thing {
    /// Its name in `[bot]`.
    pub name: String,
    /// Value before.
    pub before: Option<i32>,
    /// Better value, if one was found.
    pub found: Option<i32>,
    /// Every value that was tried, with the points by which it was better than the best so far.
    pub trials: Vec<Trial>,
}

/// One value of one thing.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Trial {
    /// The value.
    pub points: i32,
    /// Points of the bot with the value above the others' mean, per game.
    pub margin: f64,
    /// Whether it was believed.
    pub kept: bool,
}

impl Thing {
    /// Returns whether any game differed between bots with different values.
    #[must_use]
    pub fn matters(&self) -> bool {
        self.trials.iter().any(|trial| trial.kept || trial.margin != 0.0)
    }
}

impl Tuned {
    /// Whether the bot has become stronger: by points, on decks that had no part in the search, at 95 %.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.proof.as_ref().is_some_and(|duel| duel.margin_low > 0.0)
    }

    /// What a manifest says then, in TOML.
    #[must_use]
    pub fn bot(&self) -> String {
        let found = |thing: &Thing| Some(format!("\"{}\" = {}", thing.name, thing.found?));
        let found: Vec<String> = self.things.iter().filter_map(found).collect();
        format!("[bot]\nworth = {{ {} }}\n", found.join(", "))
    }
}

/// The things of a search that there are not.
#[must_use]
pub fn unknown(rules: &Rules, search: &Search) -> Vec<String> {
    let there = |name: &&String| rules.ruleset.valuable(name).is_none();
    search.only.iter().filter(there).cloned().collect()
}

/// The most games that a search can take.
#[must_use]
pub fn games(rules: &Rules, search: &Search) -> u64 {
    let trials = things(&rules.ruleset, search).len() as u64 * TRIALS + PROOF;
    trials * search.decks * rules.setup.players.len() as u64
}

/// Searches for better values. `tick` gets the number of further games that are done. When `stop` is set, no further
/// deck starts.
///
/// # Errors
///
/// Returns an error for scripts that do not load, and for the first game in which an expansion fails.
pub fn tune(
    rules: &Rules,
    search: &Search,
    stop: &AtomicBool,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Tuned, Vec<Fault>> {
    let before = rules.ruleset.bot_worth.clone();
    let mut tuner = Tuner { rules, search, stop, tick, best: before.clone(), deck: 0 };
    let mut found = Vec::new();
    for (name, thing) in things(&rules.ruleset, search) {
        let trials = tuner.thing(thing)?;
        let now = tuner.best.of(thing);
        let found_is = now.filter(|_| now != before.of(thing));
        found.push(Thing { name, before: before.of(thing), found: found_is, trials });
    }
    let moved = found.iter().any(|thing| thing.found.is_some());
    let proof = if moved && !stop.load(Ordering::Relaxed) {
        let seats = rules.setup.players.len();
        let sums = tuner.against(&tuner.best.clone(), &before, PROOF * search.decks)?;
        Some(sums.found(seats, (Bot::Planner, Bot::Planner), None))
    } else {
        None
    };
    Ok(Tuned {
        engine: env!("CARGO_PKG_VERSION"),
        ruleset: rules.hash(),
        seed: search.seed,
        interrupted: stop.load(Ordering::Relaxed),
        things: found,
        proof,
    })
}

fn things(rules: &Ruleset, search: &Search) -> Vec<(String, Valuable)> {
    let asked = |(name, thing): &(String, Valuable)| {
        if search.only.is_empty() {
            !matches!(thing, Valuable::Figure(kind) if rules.figures[kind.index()].decl.claims)
        } else {
            search.only.contains(name)
        }
    };
    rules.valuables().filter(asked).collect()
}

struct Tuner<'a> {
    rules: &'a Rules,
    search: &'a Search,
    stop: &'a AtomicBool,
    tick: &'a (dyn Fn(u64) + Sync),
    best: BotWorth,
    /// The next deck that nobody has played.
    deck: u64,
}

impl Tuner<'_> {
    /// Moves the worth of a thing up or down as long as that helps, by less and less.
    fn thing(&mut self, thing: Valuable) -> Result<Vec<Trial>, Vec<Fault>> {
        let mut trials = Vec::new();
        for step in STEPS {
            if !self.moved(thing, step, &mut trials)? {
                self.moved(thing, -step, &mut trials)?;
            }
            // Where no game went otherwise by much, none does by little.
            if trials.iter().all(|trial| !trial.kept && trial.margin == 0.0) {
                break;
            }
        }
        Ok(trials)
    }

    /// Moves the value in one direction. Returns whether that helped.
    fn moved(
        &mut self,
        thing: Valuable,
        by: i32,
        trials: &mut Vec<Trial>,
    ) -> Result<bool, Vec<Fault>> {
        for moves in 0..MOVES {
            let points = self.best.of(thing).unwrap_or(0) + by;
            if points.abs() > POINTS_MAX || self.stop.load(Ordering::Relaxed) {
                return Ok(moves > 0);
            }
            let trial = self.trial(thing, points)?;
            // One that was cut short says nothing.
            if self.stop.load(Ordering::Relaxed) {
                return Ok(moves > 0);
            }
            trials.push(trial);
            if !trial.kept {
                return Ok(moves > 0);
            }
        }
        Ok(true)
    }

    /// Tries a value, and restores the former one if it does not help.
    fn trial(&mut self, thing: Valuable, points: i32) -> Result<Trial, Vec<Fault>> {
        let mut told = self.best.clone();
        told.set(thing, points);
        let sums = self.against(&told, &self.best.clone(), self.search.decks)?;
        let Difference { by: margin, low, .. } =
            sums.ahead(self.rules.setup.players.len(), BELIEVED);
        let kept = low > 0.0 && !self.stop.load(Ordering::Relaxed);
        if kept {
            self.best = told;
        }
        Ok(Trial { points, margin, kept })
    }

    /// Plays one bot with these values against others with those, on new decks.
    fn against(
        &mut self,
        this: &BotWorth,
        that: &BotWorth,
        decks: u64,
    ) -> Result<Sums, Vec<Fault>> {
        let seats = self.rules.setup.players.len();
        let mut worth = vec![that.clone(); seats];
        worth[0].clone_from(this);
        let Search { seed, threads, .. } = *self.search;
        let bots = vec![Bot::Planner; seats];
        let cup = Cup { bots: Vec::new(), decks, seed, threads, sprt: None };
        let first = self.deck;
        self.deck += decks;
        let table = Table { rules: self.rules, cup: &cup, bots: &bots, worth: &worth, first };
        Ok(sit(&table, self.stop, self.tick)?.0)
    }
}

#[cfg(test)]
#[path = "tests/tune.rs"]
mod tests;
