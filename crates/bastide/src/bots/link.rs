//! States along a chain of actions, with what is known of their prospects.

use bastide_core::ids::SegmentId;
use bastide_core::limits::PLAYERS_MAX;
use bastide_core::{Engine, HookError, State, Touched};

/// A state along a chain of actions, and what it promises as far as that has been looked at.
#[derive(Debug, Default)]
pub(super) struct Link {
    pub(super) state: State,
    /// By the action that led to it from the one before.
    pub(super) touched: Touched,
    /// Since the chain began, a feature became complete, or the board changed otherwise than by placing a tile.
    pub(super) land: bool,
    /// Whether `parts` are known.
    pub(super) seen: bool,
    /// What each feature with figures promises, by their roots in order.
    pub(super) parts: Vec<Part>,
    /// What the final scoring would pay beside features, if known.
    last: Option<[i32; PLAYERS_MAX]>,
}

/// What the figures of a feature would earn, by seats.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) root: SegmentId,
    pub(super) points: [f64; PLAYERS_MAX],
}

impl Link {
    /// Replaces the state; its prospects become unknown.
    pub(super) fn renew(&mut self, before: Option<&Link>) {
        self.land = before.is_some_and(|b| b.land || self.touched.board || self.touched.completed);
        (self.seen, self.last) = (false, None);
    }
}

/// Returns the points of the final steps in the last state of a chain. They are those of the state before, unless more
/// than the places of figures changed.
pub(super) fn last_points(
    engine: &mut Engine,
    chain: &mut [Link],
) -> Result<[i32; PLAYERS_MAX], HookError> {
    let Some((link, before)) = chain.split_last_mut() else { return Ok([0; PLAYERS_MAX]) };
    if let Some(last) = link.last {
        return Ok(last);
    }
    let Touched { board, beside, completed, .. } = link.touched;
    let same = !(board || beside || completed || before.is_empty());
    let last = if same { last_points(engine, before)? } else { engine.last_points(&link.state)? };
    link.last = Some(last);
    Ok(last)
}
