//! Slots of a turn.

use crate::hooks::Slot;

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
