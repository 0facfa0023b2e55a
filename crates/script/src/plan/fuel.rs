//! What a plan may take: steps, and time.
//!
//! Operations between two steps cost nothing, so that they are quick; a step costs more the more of them may lie before the next
//! one. All operations of a call are at most [`OPS`] for each step, whatever is written: so a plan comes to its end, or is given
//! up, after a time that is known.

use super::world::{Odd, Res};
use crate::meter::Meter;

/// Operations for a step.
const OPS: usize = 64;
/// Steps between two looks at the clock.
const PORTION: u32 = 256;

/// The price of a function, or of a way back in it, that is so many operations long.
#[inline]
pub(super) fn steps_of(ops: usize) -> u32 {
    1 + (ops / OPS) as u32
}

/// Steps that a call may still take.
pub(super) struct Fuel<'a> {
    /// Steps until the clock is looked at.
    portion: u32,
    /// Steps after that.
    rest: u32,
    meter: &'a Meter,
}

impl<'a> Fuel<'a> {
    #[inline]
    pub(super) fn new(steps: u32, meter: &'a Meter) -> Self {
        let portion = steps.min(PORTION);
        Self { portion, rest: steps - portion, meter }
    }

    /// Takes steps.
    #[inline]
    pub(super) fn take(&mut self, steps: u32) -> Res<()> {
        if let Some(left) = self.portion.checked_sub(steps) {
            self.portion = left;
            return Ok(());
        }
        self.look(steps)
    }

    #[cold]
    fn look(&mut self, steps: u32) -> Res<()> {
        let left = (self.portion + self.rest).checked_sub(steps).ok_or(Odd::Fuel)?;
        self.meter.look_at_clock().map_err(|_| Odd::Fuel)?;
        *self = Self::new(left, self.meter);
        Ok(())
    }
}
