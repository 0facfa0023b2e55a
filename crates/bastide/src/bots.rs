//! Bots: who answers for a seat when no person does.

mod crew;
mod expert;
mod greedy;
mod link;
mod outlook;
mod planner;
mod prospect;
mod work;

use std::time::Instant;

use bastide_core::{Action, BotWorth, Choice, Engine, HookError, Listed};

pub use self::crew::Crew;
use self::work::fair;
use crate::chance::Stream;
use crate::view::Seen;

/// A bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// All options alike.
    Random,
    /// The option after which its own points and prospects exceed the others' most.
    Greedy,
    /// The first action of the chain in this part of the turn after which its outlook exceeds the others' most.
    Planner,
    /// Of the planner's best options the one after which some turns, played on many times, turn out best.
    Expert,
}

impl Bot {
    /// By name, as in configs.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Bot::Random),
            "greedy" => Some(Bot::Greedy),
            "planner" => Some(Bot::Planner),
            "expert" => Some(Bot::Expert),
            _ => None,
        }
    }

    /// Returns which of the `of` numbers of a chosen range the bot takes, counted from 0. Bots that look ahead take
    /// the lowest number, the only one they evaluate.
    #[must_use]
    pub fn number(self, of: u32, stream: &Stream) -> u32 {
        match self {
            Bot::Random => stream.apart(0).below(of),
            Bot::Greedy | Bot::Planner | Bot::Expert => 0,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
            Bot::Planner => "planner",
            Bot::Expert => "expert",
        }
    }
}

/// How far a bot may look ahead for one decision. Where it ends, the best so far is taken, and if nothing was looked at yet,
/// any option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How much work it may be: counted and not timed, so that the choice is the same on every machine. About sixteen million
    /// are a second.
    pub work: u64,
    /// When it is over, however much was done; the choice is then that of this machine at this time. What has begun is
    /// ended first: an action carried out, in which a script may take the time that scripts are allowed.
    pub until: Option<Instant>,
}

impl Default for Limit {
    fn default() -> Self {
        Self { work: work::BUDGET, until: None }
    }
}

impl Limit {
    /// As far as usual, and no longer than until some moment.
    #[must_use]
    pub fn until(moment: Instant) -> Self {
        Self { until: Some(moment), ..Self::default() }
    }

    /// Returns a limit of `work` units, without a deadline.
    #[must_use]
    pub fn work(work: u64) -> Self {
        Self { work, until: None }
    }

    fn is_late(self) -> bool {
        self.until.is_some_and(|moment| Instant::now() >= moment)
    }
}

/// What a bot has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The action.
    pub action: Action,
    /// It has looked at all that it wanted to see; else its [`Limit`] came first.
    pub whole: bool,
}

/// Buffers for looking ahead, and how far it may go.
#[derive(Debug)]
pub struct Scratch {
    now: greedy::Looked,
    next: greedy::Looked,
    after: greedy::Looked,
    listed: Listed,
    opened: Listed,
    plans: Box<planner::Plans>,
    trials: Box<expert::Trials>,
    /// Threads that share the samples of a decision.
    pub(crate) crew: Crew,
    /// How far looking ahead for one decision may go.
    pub(crate) limit: Limit,
    /// Cost of the last decision, in units of [`work`].
    pub(crate) spent: u64,
    /// Whether it went as far as it wanted to for the last one.
    pub(crate) whole: bool,
}

impl Default for Scratch {
    fn default() -> Self {
        let [now, next, after] = Default::default();
        let [listed, opened] = Default::default();
        let (plans, trials, crew, limit) = Default::default();
        Self { now, next, after, listed, opened, plans, trials, crew, limit, spent: 0, whole: true }
    }
}

impl Scratch {
    /// Buffers for looking ahead so far.
    #[must_use]
    pub fn within(limit: Limit) -> Self {
        Self { limit, ..Self::default() }
    }

    /// With threads that share the work. They change no choice, as long as no clock ends it.
    #[must_use]
    pub fn with(self, crew: Crew) -> Self {
        Self { crew, ..self }
    }

    /// Sets the values of things for `planner`; `None` restores those of the rules.
    pub fn say(&mut self, worth: Option<&BotWorth>) {
        self.plans.say(worth);
    }
}

/// Returns the index of the bot's choice among `options`, which the engine has just listed for its seat. The bot looks
/// ahead in a state made up from its seat's view, never in the true one. It takes one number of the stream; further
/// numbers come from a stream of this decision alone.
///
/// # Errors
///
/// Returns an error if an expansion fails during the lookahead.
pub fn choose(
    bot: Bot,
    engine: &mut Engine,
    seen: Seen<'_>,
    options: &[Choice],
    stream: &mut Stream,
    scratch: &mut Scratch,
) -> Result<usize, HookError> {
    let mut own = stream.apart(0);
    let first = stream.below(options.len() as u32) as usize;
    scratch.whole = true;
    if bot == Bot::Random || options.len() < 2 {
        return Ok(first);
    }
    if bot == Bot::Greedy {
        let rules = engine.rules().clone();
        seen.view().imagine(&rules, &mut scratch.now.state, |n| own.below(n));
        let limit = scratch.limit;
        let limit = Limit { work: limit.work.min(greedy::BUDGET), ..limit };
        return greedy::choose(engine, seen.seat(), options, (first, limit), scratch);
    }
    let found = ranked(engine, seen, options, (first, &mut own), scratch)?;
    if bot == Bot::Planner || found.len() < 2 {
        return Ok(found.first().map_or(first, |best| best.0));
    }
    let Scratch { trials, crew, limit, .. } = &mut *scratch;
    let (best, spent, whole) =
        expert::choose(engine, seen, (options, &found), stream, (trials, crew, *limit))?;
    scratch.spent += spent;
    scratch.whole &= whole;
    Ok(best)
}

/// Options that `planner` followed to the end of a chain, by their places among `options`, the best first, each with its
/// outlook: what the table then promises this seat, less what it promises the others, in points.
///
/// # Errors
///
/// An expansion's fault while looking ahead.
pub fn advise(
    engine: &mut Engine,
    seen: Seen<'_>,
    options: &[Choice],
    stream: &Stream,
    scratch: &mut Scratch,
) -> Result<Vec<(usize, f64)>, HookError> {
    ranked(engine, seen, options, (0, &mut stream.apart(0)), scratch)
}

fn ranked(
    engine: &mut Engine,
    seen: Seen<'_>,
    options: &[Choice],
    (first, own): (usize, &mut Stream),
    scratch: &mut Scratch,
) -> Result<Vec<(usize, f64)>, HookError> {
    let Scratch { plans, limit, .. } = &mut *scratch;
    seen.view().imagine(&engine.rules().clone(), plans.now(), |n| own.below(n));
    let found =
        planner::rank(engine, seen.seat(), options, (&fair(options), first), (plans, *limit))?;
    (scratch.spent, scratch.whole) = (found.work.spent(engine), found.whole);
    Ok(found.ranked)
}

#[cfg(test)]
#[path = "tests/bots.rs"]
mod tests;
