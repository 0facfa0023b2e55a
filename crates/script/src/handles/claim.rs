//! A claim that is valued.

use super::call::Call;
use super::value::Value;
use crate::raised::Res;

pub(super) fn feature(c: &Call<'_>) -> Res<Value> {
    Ok(Value::feature(c.game, c.event.node))
}

pub(super) fn complete(c: &Call<'_>) -> Res<Value> {
    Ok(c.event.complete.into())
}

pub(super) fn is_final(c: &Call<'_>) -> Res<Value> {
    Ok(c.event.last.into())
}

pub(super) fn rule(c: &Call<'_>) -> Res<Value> {
    Ok(c.rule_id(c.event.rule))
}

pub(super) fn owners(c: &Call<'_>) -> Res<Value> {
    c.seats(c.event.owners)
}

pub(super) fn owns(c: &Call<'_>) -> Res<Value> {
    let [player] = c.take();
    let player = c.player(player, "player")?;
    Ok((c.event.owners >> player.0 & 1 == 1).into())
}
