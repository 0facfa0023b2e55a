//! Numbers that expansions keep.

use crate::decl;
use crate::ids::{ExpansionId, StateId};

/// Where the numbers that expansions keep stand in a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    /// State keys with a display name, which players therefore see. Lists are excluded.
    pub(crate) named: Vec<StateId>,
    /// How many numbers a state keeps for the game, players and figures.
    pub(crate) len: usize,
    /// Their defaults.
    pub(crate) default: Vec<i32>,
    /// What a tile begins with, number by number.
    pub(crate) per_tile: Vec<i32>,
    /// What a segment begins with.
    pub(crate) per_segment: Vec<i32>,
    /// Numbers that reset at the end of each part of a turn.
    pub(crate) resets_in_part: Resets,
    /// Numbers that reset at the end of a turn.
    pub(crate) resets_in_turn: Resets,
}

/// A declared piece of state with its place in the state's numbers.
#[derive(Clone, Debug)]
pub struct StateKey {
    /// Its declaration.
    pub decl: decl::StateKey,
    /// Expansion that declares the state.
    pub expansion: ExpansionId,
    /// First index; per tile, figure and segment: index in the row.
    pub(crate) at: usize,
    /// Numbers per owner.
    pub(crate) width: usize,
}

/// Numbers of the state that reset to their defaults.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resets {
    /// Of the game, of players and of figures: where they are, and what they go back to.
    pub(crate) once: Vec<(usize, i32)>,
    /// Of tiles: place in the row, and value.
    pub(crate) tiles: Vec<(usize, i32)>,
    /// Of segments: place in the row, and value.
    pub(crate) segments: Vec<(usize, i32)>,
}
