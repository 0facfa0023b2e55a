//! Tile types.

use bastide_core::ids::TileTypeId;
use bastide_core::ruleset::TileType;

use super::call::{Call, gone};
use super::names::What;
use super::texts::Declared;
use super::value::Value;
use crate::raised::Res;

/// The type that is asked.
fn this<'a>(c: &Call<'a>) -> Res<&'a TileType> {
    c.game.rules.types.get(c.id).ok_or_else(|| gone("tile type", "ce type de tuile", c.id))
}

pub(super) fn id(c: &Call<'_>) -> Res<Value> {
    Ok(c.frame.named(Declared::Type, c.id))
}

pub(super) fn group(c: &Call<'_>) -> Res<Value> {
    Ok(c.frame.named(Declared::Pile, this(c)?.group.index()))
}

pub(super) fn edge(c: &Call<'_>) -> Res<Value> {
    let [side, rotation] = c.take();
    let side = c.side(side)?;
    let rotation = c.within(rotation, "rotation", 0, 3)?;
    this(c)?;
    let edge = c.game.rules.edge_of(TileTypeId(c.id as u16), rotation as u8, side);
    Ok(c.frame.named(Declared::Edge, edge.index()))
}

pub(super) fn tag(c: &Call<'_>) -> Res<Value> {
    let [name] = c.take();
    let bit = c.name_in_play(What::TileTag, 0, name, "tag")?;
    this(c)?;
    let number = |bit| c.game.rules.tile_number(TileTypeId(c.id as u16), bit as u8);
    Ok(bit.map_or(0, number).into())
}

pub(super) fn has(c: &Call<'_>) -> Res<Value> {
    let [kind] = c.take();
    let kind = c.name(What::Kind, kind, "kind")?;
    Ok((this(c)?.kinds >> kind & 1 == 1).into())
}
