//! How long bots take to choose.

use std::collections::BTreeMap;
use std::time::Duration;

use bastide::bots::Bot;

/// How often a bot chose between several options, and how long it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// How often.
    pub decisions: u64,
    /// All together.
    pub time: Duration,
    /// The longest.
    pub most: Duration,
}

/// The thoughts of all bots that look ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thoughts(BTreeMap<&'static str, Thought>);

impl Thoughts {
    /// A bot has chosen.
    pub fn note(&mut self, bot: Bot, time: Duration) {
        self.add(bot.name(), Thought { decisions: 1, time, most: time });
    }

    /// Adds what was measured elsewhere.
    pub fn merge(&mut self, others: &Thoughts) {
        for (name, thought) in &others.0 {
            self.add(name, *thought);
        }
    }

    /// Those of a bot.
    #[must_use]
    pub fn of(&self, bot: Bot) -> Thought {
        self.0.get(bot.name()).copied().unwrap_or_default()
    }

    fn add(&mut self, name: &'static str, thought: Thought) {
        let sum = self.0.entry(name).or_default();
        sum.decisions += thought.decisions;
        sum.time += thought.time;
        sum.most = sum.most.max(thought.most);
    }
}
