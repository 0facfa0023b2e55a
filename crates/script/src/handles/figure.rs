//! Figures of players.

use bastide_core::Place;
use bastide_core::ids::{FigureId, SegmentId};
use bastide_core::ruleset::Figure;

use super::call::{Call, gone};
use super::names::What;
use super::texts::{Declared, Text};
use super::value::Value;
use crate::raised::Res;

/// The figure that is asked.
fn this(c: &Call<'_>) -> Res<FigureId> {
    if c.id < c.game.state.figure_count() {
        return Ok(FigureId(c.id as u16));
    }
    Err(gone("figure", "cette figurine", c.id))
}

fn stands(c: &Call<'_>) -> Res<Option<SegmentId>> {
    let place = c.game.state.figure_place(this(c)?);
    Ok(if let Place::Segment(node) = place { Some(node) } else { None })
}

fn declared<'a>(c: &Call<'a>) -> Res<&'a Figure> {
    let kind = c.game.state.figure_kind(this(c)?);
    Ok(&c.game.rules.figures[kind.index()])
}

pub(super) fn owner(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.owner(this(c)?).into())
}

pub(super) fn kind(c: &Call<'_>) -> Res<Value> {
    let kind = c.game.state.figure_kind(this(c)?);
    Ok(c.frame.named(Declared::Figure, kind.index()))
}

pub(super) fn place(c: &Call<'_>) -> Res<Value> {
    let place = match c.game.state.figure_place(this(c)?) {
        Place::Supply => Text::SUPPLY,
        Place::Box => Text::BOX,
        Place::Held(_) => Text::HELD,
        Place::Corner(_) => Text::CORNER,
        _ => Text::BOARD,
    };
    Ok(place.into())
}

pub(super) fn segment(c: &Call<'_>) -> Res<Value> {
    Ok(stands(c)?.map(|node| Value::segment(c.game, node)).into())
}

pub(super) fn corner(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.figure_corner(this(c)?).map(Value::from).into())
}

pub(super) fn feature(c: &Call<'_>) -> Res<Value> {
    Ok(stands(c)?.map(|node| Value::feature(c.game, node)).into())
}

pub(super) fn tile(c: &Call<'_>) -> Res<Value> {
    Ok(stands(c)?.map(|node| c.game.state.tile_of(node)).into())
}

pub(super) fn holder(c: &Call<'_>) -> Res<Value> {
    match c.game.state.figure_place(this(c)?) {
        Place::Held(player) => Ok(player.into()),
        _ => Ok(Value::Nil),
    }
}

pub(super) fn sheltered(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.is_sheltered(this(c)?).into())
}

pub(super) fn immune(c: &Call<'_>) -> Res<Value> {
    Ok(declared(c)?.decl.immune.into())
}

pub(super) fn weight(c: &Call<'_>) -> Res<Value> {
    Ok(declared(c)?.decl.weight.into())
}

pub(super) fn class(c: &Call<'_>) -> Res<Value> {
    let [name] = c.take();
    let class = c.name(What::Class, name, "class")?;
    Ok((declared(c)?.class >> class & 1 == 1).into())
}
