//! Where effects and score sheets go.

use serde::{Deserialize, Serialize};

use super::Effect;
use crate::ids::RuleId;

/// An effect and the rule that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Logged {
    /// What happened.
    #[serde(flatten)]
    pub effect: Effect,
    /// Rule of the effect.
    pub rule: RuleId,
}

/// Where effects and score sheets go, and who draws tiles on the way. A type parameter, so that playouts pay nothing.
pub trait Sink {
    /// Whether anything is kept at all.
    const ON: bool;
    /// Whether score sheets are kept, which takes a while.
    const SHEETS: bool = Self::ON;
    /// An effect has been applied.
    fn effect(&mut self, effect: Effect, rule: RuleId);
    /// A claim has been paid.
    fn scored(&mut self, sheet: crate::score::Sheet);
    /// Draws one of `n` tiles and returns its number, or `None` if chance is asked like a player.
    #[inline(always)]
    fn draw(&mut self, _: u32) -> Option<u32> {
        None
    }
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLog;

impl Sink for NoLog {
    const ON: bool = false;
    #[inline(always)]
    fn effect(&mut self, _: Effect, _: RuleId) {}
    #[inline(always)]
    fn scored(&mut self, _: crate::score::Sheet) {}
}

/// Keeps everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Effects in order.
    pub effects: Vec<Logged>,
    /// Score sheets in order.
    pub sheets: Vec<crate::score::Sheet>,
}

impl Sink for Log {
    const ON: bool = true;
    fn effect(&mut self, effect: Effect, rule: RuleId) {
        self.effects.push(Logged { effect, rule });
    }
    fn scored(&mut self, sheet: crate::score::Sheet) {
        self.sheets.push(sheet);
    }
}
