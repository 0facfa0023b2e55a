//! Open ends: where a kind of feature runs into a free cell. The number is that of the tile × 4 + the side.

use bastide_core::ids::{Cell, TileId};

use super::call::{Call, gone};
use super::value::{Of, Value};
use crate::raised::Res;

/// The tile that the end leaves.
fn from_tile(c: &Call<'_>, id: usize) -> Res<TileId> {
    if id / 4 < c.game.state.tiles().len() {
        return Ok(TileId((id / 4) as u16));
    }
    Err(gone("open end", "ce bout", id))
}

fn free_cell(c: &Call<'_>, id: usize) -> Res<Cell> {
    Ok(c.game.state.tile(from_tile(c, id)?).cell().side(id & 3))
}

impl Call<'_> {
    /// The free cell of an open end.
    pub(super) fn end_cell(&self, value: Value, argument: &'static str) -> Res<Cell> {
        match value.id(Of::End) {
            Some(id) => free_cell(self, id),
            None => Err(self.bad(argument, "an open end", "un bout ouvert", value)),
        }
    }
}

pub(super) fn x(c: &Call<'_>) -> Res<Value> {
    Ok(free_cell(c, c.id)?.x.into())
}

pub(super) fn y(c: &Call<'_>) -> Res<Value> {
    Ok(free_cell(c, c.id)?.y.into())
}

pub(super) fn side(c: &Call<'_>) -> Res<Value> {
    Ok((c.id & 3).into())
}

pub(super) fn from(c: &Call<'_>) -> Res<Value> {
    let tile = from_tile(c, c.id)?;
    let edge = c.game.edge_at(tile, c.id & 3);
    Ok(c.game.entry(tile, edge).into())
}

pub(super) fn tile(c: &Call<'_>) -> Res<Value> {
    Ok(from_tile(c, c.id)?.into())
}
