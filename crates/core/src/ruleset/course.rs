//! How a game runs: its start, the slots of its turns, its end.

use super::{FinalStep, Ruleset};
use crate::decl::Unplaceable;
use crate::hooks::Slot;
use crate::ids::{Cell, PileId, TileTypeId};

/// How a game runs: its start, its draws, the slots of a turn, its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// Treatment of a drawn tile that fits nowhere.
    pub(crate) unplaceable: Unplaceable,
    /// Start layout.
    pub(crate) start: Vec<(TileTypeId, Cell, u8)>,
    /// Cells and rotations of start tiles that chance draws.
    pub(crate) start_drawn: Vec<(Cell, u8)>,
    /// Groups of the deck that are drawn from, the first first.
    pub(crate) draw_order: Vec<PileId>,
    /// Zones with a tile in which the game goes on.
    pub(crate) pending_zones: Vec<PileId>,
    /// Slots of a turn in which something may happen.
    pub(crate) turn_slots: Vec<TurnSlot>,
    /// Decisions after which a game is taken to be without end, and a turn.
    pub(crate) decisions_max: u32,
    pub(crate) turn_decisions_max: u32,
    /// Where in these slots a part of a turn begins and ends.
    pub(crate) part_start: usize,
    pub(crate) part_end: usize,
    /// Steps of the final scoring, in order.
    pub(crate) finals: Vec<FinalStep>,
    /// Steps of the core, or own ones, and those that stand in for them.
    pub(crate) replaced: Vec<(u8, u8)>,
}

/// When handlers run in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handled {
    Never,
    /// With some tiles only: see [`HotType::slots`](super::HotType::slots).
    WithTiles,
    Always,
}

/// A slot of the turn as the walk through it reads it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnSlot {
    pub(crate) slot: Slot,
    /// As a bit.
    pub(crate) bit: u16,
    pub(crate) handled: Handled,
    /// Nothing can be chosen in it but what is done to figures that players hold.
    pub(crate) idle: bool,
    /// Only entered once a tile is placed.
    pub(crate) after_place: bool,
    /// Step that it asks, or [`crate::step::AT`] if none.
    pub(crate) frame: u8,
    pub(crate) work: Work,
}

/// What the core does in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Draw,
    Place,
    /// Asks something else.
    Ask,
    Score,
    EndPart,
    EndTurn,
    Nothing,
}

impl Ruleset {
    /// The step that stands in for another, or the step itself.
    #[inline]
    pub(crate) fn replacement(&self, code: u8) -> u8 {
        self.course.replaced.iter().find(|r| r.0 == code).map_or(code, |r| r.1)
    }

    /// The step of the core that this one stands in for, or the step itself.
    pub(crate) fn replaced_by(&self, code: u8) -> u8 {
        let core = |r: &&(u8, u8)| r.1 == code && r.0 < crate::step::OWN;
        self.course.replaced.iter().find(core).map_or(code, |r| r.0)
    }

    /// Tiles that lie on the board before the first turn, drawn ones included.
    #[must_use]
    pub fn start_len(&self) -> usize {
        self.course.start.len() + self.course.start_drawn.len()
    }
}
