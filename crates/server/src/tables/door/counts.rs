//! Metrics of served tables in the format of Prometheus. They contain no name, key or address.

use std::fmt;
use std::time::Duration;

use prometheus_client::encoding::prometheus_text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use super::limits::Much;

/// A label with one of few values.
type Label = [(&'static str, &'static str); 1];

/// All counts.
pub(super) struct Counts {
    registry: Registry,
    pub(super) loaded: Gauge,
    unfinished: Gauge,
    pub(super) connections: Gauge,
    pub(super) waiting: Gauge,
    actions: Counter,
    refusals: Family<Label, Counter>,
    limited: Family<Label, Counter>,
    evictions: Counter,
    unkept: Counter,
    action: Histogram,
    commit: Histogram,
    changes: Histogram,
    bot: Histogram,
    replay: Family<Label, Histogram>,
}

/// Why a game is played again.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Replay {
    /// A table that is kept is asked for.
    Kept,
    /// Somebody has sent a record.
    Sent,
}

impl Replay {
    fn word(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Sent => "sent",
        }
    }
}

/// From half a millisecond to eight seconds.
fn seconds() -> Histogram {
    Histogram::new(exponential_buckets(0.0005, 2.0, 15))
}

impl Counts {
    pub(super) fn new() -> Self {
        let counts = Self {
            registry: Registry::default(),
            loaded: Gauge::default(),
            unfinished: Gauge::default(),
            connections: Gauge::default(),
            waiting: Gauge::default(),
            actions: Counter::default(),
            refusals: Family::default(),
            limited: Family::default(),
            evictions: Counter::default(),
            unkept: Counter::default(),
            action: seconds(),
            commit: seconds(),
            changes: Histogram::new(exponential_buckets(1.0, 2.0, 11)),
            bot: seconds(),
            replay: Family::new_with_constructor(seconds),
        };
        // Start each counter at 0, or its first change would be invisible.
        for much in Much::ALL {
            let _ = counts.limited.get_or_create(&[("limit", much.word())]);
        }
        for why in [Replay::Kept, Replay::Sent] {
            let _ = counts.replay.get_or_create(&[("of", why.word())]);
        }
        Self { registry: counts.registered(), ..counts }
    }

    fn registered(&self) -> Registry {
        let mut all = Registry::with_prefix("bastide");
        all.register("tables_loaded", "Tables in memory", self.loaded.clone());
        all.register("tables_unfinished", "Kept games that are not over", self.unfinished.clone());
        all.register("connections", "Connections that are open", self.connections.clone());
        all.register("waiting", "Requests that wait for a change", self.waiting.clone());
        all.register("actions", "Actions that people carried out", self.actions.clone());
        all.register("refusals", "Requests to a table that were refused", self.refusals.clone());
        all.register("limited", "Requests beyond a limit", self.limited.clone());
        all.register(
            "evictions",
            "Tables that left the memory for another",
            self.evictions.clone(),
        );
        all.register("commit_failures", "Changes that could not be kept", self.unkept.clone());
        let mut timed = |name, help, what: &Histogram| {
            all.register_with_unit(name, help, Unit::Seconds, what.clone());
        };
        timed("action", "From an action that was asked for to its answer", &self.action);
        timed("commit", "A commit to the database", &self.commit);
        timed("bot", "A move of a bot", &self.bot);
        let replay = self.replay.clone();
        all.register_with_unit("replay", "A game that was played again", Unit::Seconds, replay);
        all.register("commit_changes", "Changes of tables in a commit", self.changes.clone());
        all
    }

    /// Everything in Prometheus' text format.
    pub(super) fn text(&self, unfinished: usize) -> String {
        self.unfinished.set(unfinished.try_into().unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = prometheus_text::encode(&mut text, &self.registry);
        text
    }

    pub(super) fn acted(&self, took: Duration, done: bool) {
        if done {
            self.actions.inc();
        }
        self.action.observe(took.as_secs_f64());
    }

    pub(super) fn refused(&self, code: &'static str) {
        self.refusals.get_or_create(&[("code", code)]).inc();
    }

    pub(super) fn limited(&self, limit: &'static str) {
        self.limited.get_or_create(&[("limit", limit)]).inc();
    }

    pub(super) fn evicted(&self) {
        self.evictions.inc();
        self.loaded.dec();
    }

    pub(super) fn committed(&self, took: Duration, changes: usize) {
        self.commit.observe(took.as_secs_f64());
        self.changes.observe(changes as f64);
    }

    pub(super) fn not_committed(&self) {
        self.unkept.inc();
    }

    pub(super) fn bot(&self, took: Duration) {
        self.bot.observe(took.as_secs_f64());
    }

    pub(super) fn replayed(&self, why: Replay, took: Duration) {
        self.replay.get_or_create(&[("of", why.word())]).observe(took.as_secs_f64());
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counts").finish_non_exhaustive()
    }
}
