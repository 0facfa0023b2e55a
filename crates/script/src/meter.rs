//! What a call may cost: steps, time, nesting.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::overdue::Pulse;
use crate::raised::{Raised, Res};

/// Steps between two looks at the clock.
const CLOCK_EVERY: u32 = 8;

/// Maximum depth of nested calls between scripts and the host.
pub const NESTING_MAX: u8 = 8;

/// Why a running script was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It used up its steps.
    Ticks,
    /// The clock ran out first.
    Time,
}

/// Counts the steps of the running call. Shared by the interrupt and the host's own functions.
#[derive(Debug)]
pub struct Meter {
    left: Cell<u32>,
    granted: Cell<u32>,
    spent_before: Cell<u64>,
    stop: Cell<Option<Stop>>,
    wall: Cell<Duration>,
    /// Set at the first look at the clock: most calls end before it.
    deadline: Cell<Option<Instant>>,
    /// The thread's own time when the first deadline passed.
    mark: Cell<Option<Duration>>,
    depth: Cell<u8>,
    /// For who looks on from another thread.
    pub(crate) pulse: Arc<Pulse>,
}

impl Meter {
    pub(crate) fn new(wall: Duration) -> Self {
        Self {
            left: Cell::new(0),
            granted: Cell::new(0),
            spent_before: Cell::new(0),
            stop: Cell::new(None),
            wall: Cell::new(Duration::ZERO),
            deadline: Cell::new(None),
            mark: Cell::new(None),
            depth: Cell::new(0),
            pulse: Pulse::new(wall),
        }
    }

    /// Takes steps for work that the host does on behalf of a script.
    ///
    /// # Errors
    ///
    /// The call has used up its steps or its time; hand the error on.
    pub fn charge(&self, steps: u32) -> Result<(), Box<Raised>> {
        let left = self.left.get();
        if self.stop.get().is_none() && left > steps {
            self.left.set(left - steps);
            return self.look_at_clock();
        }
        self.overrun(Stop::Ticks)
    }

    /// Steps used by the current call, or by the last one if none is running.
    #[must_use]
    pub fn used(&self) -> u32 {
        self.granted.get() - self.left.get()
    }

    /// Steps used by all calls so far.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.spent_before.get() + u64::from(self.used())
    }

    /// Steps left to the current call.
    #[must_use]
    pub fn left(&self) -> u32 {
        self.left.get()
    }

    /// Why the current call was stopped, if it was.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        self.stop.get()
    }

    /// One step. Once a call is stopped, every further step fails too.
    #[inline]
    pub(crate) fn tick(&self) -> Res<()> {
        let left = self.left.get();
        if left == 0 {
            return self.overrun(Stop::Ticks);
        }
        self.left.set(left - 1);
        if left % CLOCK_EVERY == 1 { self.look_at_clock() } else { Ok(()) }
    }

    /// Once a call has been too long, it is stopped.
    #[inline(never)]
    pub(crate) fn look_at_clock(&self) -> Res<()> {
        let now = Instant::now();
        match self.deadline.get() {
            Some(deadline) if now > deadline => self.late(now),
            Some(_) => Ok(()),
            None => {
                self.deadline.set(Some(now + self.wall.get() / 2));
                Ok(())
            }
        }
    }

    /// Handles a passed deadline. Only the processor time of this thread counts, so that a busy machine stops no
    /// honest script: half of the limit is measured by the wall clock, which is cheap to read, and the other half by
    /// the thread's own clock.
    #[cold]
    fn late(&self, now: Instant) -> Res<()> {
        let (own, half) = (own_time(), self.wall.get() / 2);
        let mark = self.mark.get().unwrap_or(own);
        self.mark.set(Some(mark));
        let left = half.saturating_sub(own.saturating_sub(mark));
        if left.is_zero() {
            return self.overrun(Stop::Time);
        }
        self.deadline.set(Some(now + left));
        Ok(())
    }

    #[cold]
    fn overrun(&self, why: Stop) -> Res<()> {
        if self.stop.get().is_none() {
            self.stop.set(Some(why));
        }
        self.left.set(0);
        Err(Raised::overrun(self.granted.get(), self.stop.get().unwrap_or(why)).into())
    }

    /// Whether a call is open.
    pub(crate) fn is_open(&self) -> bool {
        self.depth.get() > 0
    }

    /// Opens a call; a call inside a call shares its budget. Nothing if nested too deep.
    #[inline]
    pub(crate) fn enter(&self, ticks: u32, wall: Duration) -> Option<Entered<'_>> {
        let depth = self.depth.get();
        if depth == 0 {
            self.spent_before.set(self.total());
            self.granted.set(ticks);
            self.left.set(ticks);
            self.stop.set(None);
            self.wall.set(wall);
            self.deadline.set(None);
            self.mark.set(None);
            self.pulse.turn();
        } else if depth >= NESTING_MAX {
            return None;
        }
        self.depth.set(depth + 1);
        Some(Entered(self))
    }
}

/// How long this thread has worked.
#[cfg(unix)]
fn own_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec.clamp(0, 999_999_999) as u32)
}

/// How long the program has run, where threads have no clock of their own.
#[cfg(not(unix))]
fn own_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// An open call; closing it is what `Drop` does, a panic of the host included.
#[derive(Debug)]
pub(crate) struct Entered<'a>(&'a Meter);

impl Drop for Entered<'_> {
    #[inline]
    fn drop(&mut self) {
        let depth = self.0.depth.get() - 1;
        self.0.depth.set(depth);
        if depth == 0 {
            self.0.pulse.turn();
        }
    }
}
