//! How long bots take to choose.

use std::collections::BTreeMap;
use std::time::Duration;

use bastide::bots::Bot;

/// How long a bot took each time it chose between several options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought(Vec<Duration>);

impl Thought {
    /// Returns the number of choices.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.0.len() as u64
    }

    /// Returns mean, median and maximum of the time of a choice, or `None` without choices.
    #[must_use]
    pub fn mean_median_most(self) -> [Duration; 3] {
        let mut times = self.0;
        times.sort_unstable();
        let all: Duration = times.iter().sum();
        let mean = all.checked_div(times.len() as u32).unwrap_or_default();
        let at = |i: usize| times.get(i).copied().unwrap_or_default();
        [mean, at(times.len() / 2), times.last().copied().unwrap_or_default()]
    }
}

/// The thoughts of all bots that look ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thoughts(BTreeMap<&'static str, Thought>);

impl Thoughts {
    /// A bot has chosen.
    pub fn note(&mut self, bot: Bot, time: Duration) {
        self.0.entry(bot.name()).or_default().0.push(time);
    }

    /// Adds what was measured elsewhere.
    pub fn merge(&mut self, others: &Thoughts) {
        for (name, thought) in &others.0 {
            self.0.entry(name).or_default().0.extend(&thought.0);
        }
    }

    /// Those of a bot.
    #[must_use]
    pub fn of(&self, bot: Bot) -> Thought {
        self.0.get(bot.name()).cloned().unwrap_or_default()
    }
}
