//! Features: what segments make together.

use bastide_core::ids::{Node, TileId};

use super::call::Call;
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
    let [what, player] = c.take();
    let node = c.node(c.id)?;
    let filter = c.figure_filter(what)?;
    let player = c.player(player, "player")?;
    let mut all = c.game.figures_in(node).into_iter();
    let holds = all.any(|f| c.game.state.owner(f) == player && filter.takes_figure(&c.game, f));
    Ok(holds.into())
}

pub(super) fn figures(c: &Call<'_>) -> Res<Value> {
    let [filter] = c.take();
    let node = c.node(c.id)?;
    let filter = c.figure_filter(filter)?;
    let all = c.game.figures_in(node).into_iter();
    c.figures_of(&filter, all)
}

pub(super) fn bordering(c: &Call<'_>) -> Res<Value> {
    let [filter] = c.take();
    let node = c.node(c.id)?;
    let filter = c.filter(filter)?;
    let all = c.game.bordering(node, filter.kinds()).into_iter();
    c.list(Of::Feature, all.filter(|n| filter.takes_feature(&c.game, *n)).map(Node::index))
}

pub(super) fn segments(c: &Call<'_>) -> Res<Value> {
    let node = c.node(c.id)?;
    let mut found: Vec<Node> = c.game.state.members(node).collect();
    found.sort_unstable();
    c.list(Of::Segment, found.into_iter().map(Node::index))
}

pub(super) fn cells(c: &Call<'_>) -> Res<Value> {
    let cells = c.game.cells(c.node(c.id)?).into_iter();
    c.list(Of::Tile, cells.filter_map(|cell| c.game.state.tile_at(cell)).map(TileId::index))
}

pub(super) fn range(c: &Call<'_>) -> Res<Value> {
    let [filter] = c.take();
    c.in_range(c.node(c.id)?, filter)
}
