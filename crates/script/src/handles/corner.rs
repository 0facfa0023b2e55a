//! Corners of the board, where up to four tiles meet.

use bastide_core::condition::{Subject, Thing};
use bastide_core::ids::{Corner, SegmentId, TileId};

use super::call::{Call, gone};
use super::names::What;
use super::value::{Of, Value};
use crate::raised::Res;

impl Call<'_> {
    /// A corner of the board.
    pub(super) fn corner(&self, value: Value, argument: &'static str) -> Res<Corner> {
        match value.id(Of::Corner) {
            Some(id) => this(self, id),
            None => Err(self.bad(argument, "a corner", "un coin", value)),
        }
    }
}

fn this(c: &Call<'_>, id: usize) -> Res<Corner> {
    let corner = u16::try_from(id).ok().map(Corner);
    match corner.filter(|corner| c.game.is_corner(*corner)) {
        Some(corner) => Ok(corner),
        None => Err(gone("corner", "ce coin", id)),
    }
}

/// A corner of a tile by its name.
pub(super) fn of_tile(c: &Call<'_>, tile: TileId) -> Res<Value> {
    let [which] = c.take();
    let which = c.name(What::Corner, which, "which")? as usize;
    Ok(c.game.corner(tile, which).into())
}

pub(super) fn x(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.corner_cell(this(c, c.id)?).x.into())
}

pub(super) fn y(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.corner_cell(this(c, c.id)?).y.into())
}

pub(super) fn tiles(c: &Call<'_>) -> Res<Value> {
    let corner = this(c, c.id)?;
    c.list(Of::Tile, c.game.corner_tiles(corner).map(TileId::index))
}

pub(super) fn segments(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Segment, condition)?;
    c.nodes_of(Of::Segment, &such, c.game.corner_segments(this(c, c.id)?))
}

pub(super) fn figures(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Figure, condition)?;
    let asked = such.ask(c);
    let all = c.game.corner_figures(this(c, c.id)?);
    c.figures_in_order(all.filter(|f| asked.takes(Thing::Figure(*f))))
}

pub(super) fn features(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Feature, condition)?;
    let all = c.game.corner_segments(this(c, c.id)?);
    let mut roots: Vec<SegmentId> = all.map(|n| c.game.state.root(n)).collect();
    roots.sort_unstable();
    roots.dedup();
    c.nodes_of(Of::Feature, &such, roots.into_iter())
}
