//! What looking ahead costs, counted and not timed: so a bot chooses the same on a slow machine as on a fast one,
//! and answers in good time whatever is in play.

use std::collections::BTreeMap;

use bastide_core::{Choice, Engine};

/// A state copied, and an action carried out in it.
const LOOK: u64 = 16;
/// A feature valued, with the one call of the base game that goes with it.
const VALUE: u64 = 1;
/// A call of an expansion besides, which may be a script.
const CALL: u64 = 48;

/// What looking ahead for one decision may cost, for whichever bot may look farthest. The weights are about sixteenths of a
/// microsecond in a release build: a second of processor time, which the threads of an `expert` share.
pub(super) const BUDGET: u64 = 16_000_000;

/// The work done so far for one decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    looks: u64,
    values: u64,
    /// Calls of expansions before it.
    calls: u64,
    /// Calls that were spared, and count as if they had been made.
    spared: u64,
}

impl Work {
    pub(super) fn begin(engine: &Engine) -> Self {
        Self { looks: 0, values: 0, calls: engine.calls(), spared: 0 }
    }

    pub(super) fn looked(&mut self) {
        self.looks += 1;
    }

    /// Adds what was counted apart, meanwhile; calls are counted by the engine alone.
    pub(super) fn merge(&mut self, meanwhile: Work) {
        self.looks += meanwhile.looks;
        self.values += meanwhile.values;
    }

    pub(super) fn valued(&mut self) {
        self.values += 1;
    }

    /// Counts values that were known and need not be computed, with the calls they would take, so that a choice does
    /// not depend on caches.
    pub(super) fn spared(&mut self, values: u64, calls: u64) {
        self.values += values;
        self.spared += calls;
    }

    /// Counts the work since an earlier moment once more.
    pub(super) fn again(&mut self, since: Self) {
        self.looks += since.looks;
        self.values += since.values;
        self.spared += since.spared;
    }

    /// Returns the work since an earlier moment, in its parts. The total may shrink where a value was known.
    pub(super) fn since(&self, engine: &Engine, (then, calls_then): (Self, u64)) -> Self {
        let calls = engine.calls() - calls_then;
        Self {
            looks: self.looks - then.looks,
            values: self.values - then.values,
            calls: 0,
            spared: calls + self.spared + then.calls - self.calls - then.spared,
        }
    }

    /// Excludes calls from the work of this decision.
    pub(super) fn uncounted(&mut self, calls: u64) {
        self.calls += calls;
    }

    pub(super) fn spent(&self, engine: &Engine) -> u64 {
        let besides = (engine.calls() - self.calls + self.spared).saturating_sub(self.values);
        LOOK * self.looks + VALUE * self.values + CALL * besides
    }
}

/// An order in which few stand for all, wherever it is cut off: one option of each kind, figure and verb first,
/// pass among them, then one more of each, and those of one kind from all over the list.
pub(super) fn fair(options: &[Choice]) -> Vec<usize> {
    /// Where the kind of an option and its figure or verb begin.
    const KIND: u32 = 52;
    let mut kinds: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (i, option) in options.iter().enumerate() {
        kinds.entry(option.0 >> KIND).or_default().push(i);
    }
    let mut order = Vec::with_capacity(options.len());
    for (kind, mine) in kinds {
        // By their bits read backwards: first, middle, quarter, three quarters, and so on.
        let mut places: Vec<usize> = (0..mine.len()).collect();
        places.sort_unstable_by_key(|place| place.reverse_bits());
        order.extend(places.iter().enumerate().map(|(round, place)| (round, kind, mine[*place])));
    }
    order.sort_unstable();
    order.into_iter().map(|(.., i)| i).collect()
}
