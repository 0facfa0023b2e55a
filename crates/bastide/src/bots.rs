//! Bots: who answers for a seat when no person does.

mod greedy;
mod work;

use bastide_core::{Choice, Engine, HookError, State};

use crate::chance::Stream;
use crate::view::Seen;

/// A bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bot {
    /// All options alike.
    Random,
    /// The option after which its own points and prospects exceed the others' most.
    Greedy,
}

impl Bot {
    /// By name, as in configs.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Bot::Random),
            "greedy" => Some(Bot::Greedy),
            _ => None,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
        }
    }
}

/// Buffers for looking ahead, and how far it may go.
#[derive(Debug)]
pub struct Scratch {
    now: State,
    next: State,
    after: State,
    /// What looking ahead for one decision may cost, in the units of [`work`].
    pub(crate) budget: u64,
    /// What it did cost for the last one.
    pub(crate) spent: u64,
}

impl Default for Scratch {
    fn default() -> Self {
        let [now, next, after] = Default::default();
        Self { now, next, after, budget: work::BUDGET, spent: 0 }
    }
}

/// Index of the option that a bot takes among `options`, which the engine has just listed for its seat. It
/// looks ahead in a state made up from what its seat sees, never in the true one. It takes one number of the
/// stream; what it needs besides comes from the stream of this decision alone.
///
/// # Errors
///
/// An expansion's fault while looking ahead.
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
    if bot == Bot::Random || options.len() < 2 {
        return Ok(first);
    }
    seen.view().imagine(&engine.rules().clone(), &mut scratch.now, |n| own.below(n));
    greedy::choose(engine, seen.seat(), options, first, scratch)
}

#[cfg(test)]
#[path = "tests/bots.rs"]
mod tests;
