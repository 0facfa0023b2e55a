//! Features: what segments make together.

use bastide_core::condition::Subject;
use bastide_core::ids::{Cell, SegmentId};

use super::call::{Call, FREE};
use super::value::{Of, Value};
use crate::raised::Res;

pub(super) use super::segment::kind;
pub(super) use super::worth::{majority, worth};

pub(super) fn complete(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.is_complete(c.node(c.id)?).into())
}

pub(super) fn occupied(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.is_occupied(c.node(c.id)?).into())
}

pub(super) fn tiles(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.tile_count(c.node(c.id)?).into())
}

pub(super) fn open(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.open_ends(c.node(c.id)?).into())
}

pub(super) fn closed_by(c: &Call<'_>) -> Res<Value> {
    let [tile] = c.take();
    let node = c.node(c.id)?;
    Ok(c.game.is_closed_by(node, c.tile_type(tile, "type")?).into())
}

pub(super) fn tag(c: &Call<'_>) -> Res<Value> {
    let [name] = c.take();
    let node = c.node(c.id)?;
    let lane = c.lane(c.game.state.kind(node), name, "tag")?;
    Ok(lane.map_or(0, |lane| c.game.tag(node, lane)).into())
}

pub(super) fn holds(c: &Call<'_>) -> Res<Value> {
    let [condition, player] = c.take();
    let node = c.node(c.id)?;
    let such = c.such(Subject::Figure, condition)?;
    let player = c.player(player, "player")?;
    let asked = such.ask(c);
    let mut all = c.game.figures_in(node).into_iter();
    Ok(all.any(|f| c.game.state.owner(f) == player && asked.takes_figure(f)).into())
}

pub(super) fn figures(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let node = c.node(c.id)?;
    let such = c.such(Subject::Figure, condition)?;
    c.figures_of(&such, c.game.figures_in(node).into_iter())
}

pub(super) fn bordering(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let node = c.node(c.id)?;
    let such = c.such(Subject::Feature, condition)?;
    c.nodes_of(Of::Feature, &such, c.game.bordering(node, such.kinds()).into_iter())
}

pub(super) fn segments(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Segment, condition)?;
    let mut found: Vec<SegmentId> = c.game.state.members(c.node(c.id)?).collect();
    found.sort_unstable();
    c.nodes_of(Of::Segment, &such, found.into_iter())
}

pub(super) fn cells(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Tile, condition)?;
    let cells = c.game.cells(c.node(c.id)?).into_iter();
    c.tiles_of(&such, cells.filter_map(|cell| c.game.state.tile_at(cell)))
}

pub(super) fn range(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let such = c.such(Subject::Tile, condition)?;
    let mut cells: Vec<Cell> = c.game.reached(c.node(c.id)?).collect();
    if cells.len() > FREE {
        c.frame.meter.charge(cells.len() as u32 / 8)?;
    }
    cells.sort_unstable();
    cells.dedup();
    c.tiles_of(&such, cells.into_iter().filter_map(|cell| c.game.state.tile_at(cell)))
}
