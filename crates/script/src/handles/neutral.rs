//! Figures that belong to nobody.

use bastide_core::Place;
use bastide_core::ids::{NeutralId, SegmentId};

use super::call::{Call, gone};
use super::texts::Declared;
use super::value::Value;
use crate::raised::Res;

fn is_at(c: &Call<'_>) -> Res<Place> {
    if c.id < c.game.rules.neutrals.len() {
        return Ok(c.game.state.neutral(NeutralId(c.id as u8)));
    }
    Err(gone("neutral figure", "cette figurine neutre", c.id))
}

fn stands(c: &Call<'_>) -> Res<Option<SegmentId>> {
    Ok(match is_at(c)? {
        Place::Segment(node) => Some(node),
        Place::Beside(figure) => c.game.figure_node(figure),
        _ => None,
    })
}

pub(super) fn name(c: &Call<'_>) -> Res<Value> {
    Ok(c.frame.named(Declared::Neutral, c.id))
}

pub(super) fn tile(c: &Call<'_>) -> Res<Value> {
    let tile = match is_at(c)? {
        Place::Tile(tile) => Some(tile),
        _ => stands(c)?.map(|node| c.game.state.tile_of(node)),
    };
    Ok(tile.into())
}

pub(super) fn segment(c: &Call<'_>) -> Res<Value> {
    Ok(stands(c)?.map(|node| Value::segment(c.game, node)).into())
}

pub(super) fn feature(c: &Call<'_>) -> Res<Value> {
    Ok(stands(c)?.map(|node| Value::feature(c.game, node)).into())
}

pub(super) fn figure(c: &Call<'_>) -> Res<Value> {
    match is_at(c)? {
        Place::Beside(figure) => Ok(figure.into()),
        _ => Ok(Value::Nil),
    }
}

pub(super) fn holder(c: &Call<'_>) -> Res<Value> {
    match is_at(c)? {
        Place::Held(player) => Ok(player.into()),
        _ => Ok(Value::Nil),
    }
}
