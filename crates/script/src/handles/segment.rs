//! Segments of tiles on the board.

use bastide_core::condition::{Subject, Thing};
use bastide_core::ids::SegmentId;

use super::call::Call;
use super::names::What;
use super::texts::Declared;
use super::value::{Of, Value};
use crate::raised::Res;

pub(super) fn kind(c: &Call<'_>) -> Res<Value> {
    let kind = c.game.state.kind(c.node(c.id)?);
    Ok(c.frame.named(Declared::Kind, kind.index()))
}

pub(super) fn feature(c: &Call<'_>) -> Res<Value> {
    Ok(Value::feature(c.game, c.node(c.id)?))
}

pub(super) fn tile(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.tile_of(c.node(c.id)?).into())
}

pub(super) fn x(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.cell(c.node(c.id)?).x.into())
}

pub(super) fn y(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.cell(c.node(c.id)?).y.into())
}

pub(super) fn tag(c: &Call<'_>) -> Res<Value> {
    let [name] = c.take();
    let node = c.node(c.id)?;
    let lane = c.lane(c.game.state.kind(node), name, "tag")?;
    Ok(lane.map_or(0, |lane| c.game.own_tag(node, lane)).into())
}

pub(super) fn overlay(c: &Call<'_>) -> Res<Value> {
    let overlay = c.game.state.overlay_of(c.node(c.id)?);
    Ok(overlay.map(|o| c.frame.named(Declared::Overlay, o.index())).into())
}

pub(super) fn touches(c: &Call<'_>) -> Res<Value> {
    let [side] = c.take();
    let places = c.game.places(c.node(c.id)?);
    if let Value::Text(_) = side {
        let place = c.name(What::Place, side, "side")?;
        return Ok((places >> place & 1 != 0).into());
    }
    Ok((places >> (3 * c.side(side)?) & 7 != 0).into())
}

pub(super) fn figures(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let node = c.node(c.id)?;
    let such = c.such(Subject::Figure, condition)?;
    let all = c.game.figures_in(node).into_iter();
    let here = all.filter(|f| c.game.figure_node(*f) == Some(node));
    c.figures_of(&such, here)
}

pub(super) fn bordering(c: &Call<'_>) -> Res<Value> {
    let [condition] = c.take();
    let node = c.node(c.id)?;
    let such = c.such(Subject::Segment, condition)?;
    c.nodes_of(Of::Segment, &such, c.game.borders(node, such.kinds()))
}

pub(super) fn walk(c: &Call<'_>) -> Res<Value> {
    let [stop, side] = c.take();
    let node = c.node(c.id)?;
    let side = if side.is_nil() { None } else { Some(c.side(side)?) };
    let anywhere = stop.is_nil();
    let stop = c.such(Subject::Segment, stop)?;
    let asked = stop.ask(c);
    let stops = |n| !anywhere && asked.takes(Thing::Segment(n));
    c.list(Of::Segment, c.game.walk(node, side, stops).into_iter().map(SegmentId::index))
}
