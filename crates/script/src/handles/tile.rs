//! Tiles on the board.

use bastide_core::condition::Subject;
use bastide_core::ids::{EdgeId, OverlayId, TileId};

use super::call::{Call, gone};
use super::names::What;
use super::texts::Declared;
use super::value::{Of, Value};
use crate::raised::Res;

/// The tile that is asked.
fn this(c: &Call<'_>) -> Res<TileId> {
    if c.id < c.game.state.tiles().len() {
        return Ok(TileId(c.id as u16));
    }
    Err(gone("tile", "cette tuile", c.id))
}

pub(super) fn x(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.tile(this(c)?).cell().x.into())
}

pub(super) fn y(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.tile(this(c)?).cell().y.into())
}

pub(super) fn of_type(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.tile(this(c)?).kind().into())
}

pub(super) fn rotation(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.tile(this(c)?).rotation().into())
}

pub(super) fn number(c: &Call<'_>) -> Res<Value> {
    Ok((this(c)?.index() + 1).into())
}

pub(super) fn edge(c: &Call<'_>) -> Res<Value> {
    let [side] = c.take();
    let side = c.side(side)?;
    let edge = c.game.edge_at(this(c)?, side);
    Ok(c.frame.named(Declared::Edge, edge.index()))
}

pub(super) fn lies(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.lies(this(c)?).into())
}

pub(super) fn overlays(c: &Call<'_>) -> Res<Value> {
    let all = c.game.state.overlays_on(this(c)?);
    Ok(c.names(Declared::Overlay, all.map(|(overlay, _)| overlay.index())))
}

pub(super) fn takes(c: &Call<'_>) -> Res<Value> {
    let [overlay, turn] = c.take();
    let overlay = OverlayId(c.name(What::Overlay, overlay, "overlay")? as u8);
    let turn = c.within(turn, "turn", 0, 3)?;
    Ok(c.game.takes(this(c)?, overlay, turn as u8).into())
}

pub(super) fn neighbour(c: &Call<'_>) -> Res<Value> {
    let [side] = c.take();
    let side = c.side(side)?;
    let cell = c.game.state.tile(this(c)?).cell();
    Ok(c.game.state.tile_at(cell.side(side)).into())
}

pub(super) fn at(c: &Call<'_>) -> Res<Value> {
    let [place] = c.take();
    let place = c.name(What::Place, place, "place")?;
    let mut here = c.game.segments(this(c)?);
    let found = here.find(|n| c.game.places(*n) >> place & 1 != 0);
    Ok(found.map(|node| Value::segment(c.game, node)).into())
}

pub(super) fn corner(c: &Call<'_>) -> Res<Value> {
    super::corner::of_tile(c, this(c)?)
}

pub(super) fn around(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    c.around(c.game.state.tile(this(c)?).cell(), condition)
}

pub(super) fn joined(c: &Call<'_>) -> Res<Value> {
    let [edge] = c.take();
    let edge = EdgeId(c.name(What::Edge, edge, "edge")? as u8);
    let joined = c.game.joined(this(c)?, edge);
    Ok(c.numbers(joined.map(|(side, _)| side as i32)))
}

pub(super) fn entry(c: &Call<'_>) -> Res<Value> {
    let [edge] = c.take();
    let edge = EdgeId(c.name(What::Edge, edge, "edge")? as u8);
    Ok(c.game.entry(this(c)?, edge).into())
}

pub(super) fn tag(c: &Call<'_>) -> Res<Value> {
    let [name] = c.take();
    let bit = c.name_in_play(What::TileTag, 0, name, "tag")?;
    let kind = c.game.state.tile(this(c)?).kind();
    Ok(bit.map_or(0, |bit| c.game.rules.tile_number(kind, bit as u8)).into())
}

pub(super) fn segments(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Segment, condition)?;
    c.nodes_of(Of::Segment, &such, c.game.segments(this(c)?))
}

pub(super) fn figures(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Figure, condition)?;
    c.figures_of(&such, c.game.state.figures_on(this(c)?))
}
