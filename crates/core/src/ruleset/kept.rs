//! Numbers that expansions keep.

use crate::decl;
use crate::ids::ExpansionId;

/// A declared piece of state with its place in the state's numbers.
#[derive(Clone, Debug)]
pub struct StateKey {
    /// Its declaration.
    pub decl: decl::StateKey,
    /// Whose.
    pub expansion: ExpansionId,
    /// First index; per tile, figure and segment: index in the row.
    pub(crate) at: usize,
    /// Numbers per owner.
    pub(crate) width: usize,
}

/// Numbers of the state that go back to what they were at first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resets {
    /// Of the game, of players and of figures: where they are, and what they go back to.
    pub(crate) once: Vec<(usize, i32)>,
    /// Of tiles: place in the row, and value.
    pub(crate) tiles: Vec<(usize, i32)>,
    /// Of segments: place in the row, and value.
    pub(crate) segments: Vec<(usize, i32)>,
}
