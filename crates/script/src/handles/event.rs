//! Effects in a script: the running event, number 0, or an entry of the log.

use bastide_core::Event;
use bastide_core::effect::EFFECTS;
use bastide_core::ids::{Player, RuleId, SegmentId, TileId, TileTypeId};

use super::call::{Call, gone};
use super::texts::{Declared, Text};
use super::value::{Of, Value};
use crate::raised::Res;

fn this(c: &Call<'_>) -> Res<Event> {
    let Some(entry) = c.id.checked_sub(1) else { return Ok(*c.event) };
    let logged = c.game.state.log().0.get(entry).copied();
    logged
        .map(|l| Event::of(c.game.state, l.effect, l.rule))
        .ok_or_else(|| gone("entry of the log", "cette ligne du journal", c.id))
}

/// The first argument, if the event is one of these effects.
fn argument(c: &Call<'_>, kinds: &[&str]) -> Res<Option<i32>> {
    let e = this(c)?;
    let name = EFFECTS.get(e.step as usize).copied().unwrap_or("");
    Ok((e.nargs > 0 && kinds.contains(&name)).then_some(e.args[0]))
}

impl Call<'_> {
    /// A rule's id, or nothing.
    pub(super) fn rule_id(&self, rule: RuleId) -> Value {
        self.frame.named(Declared::Rule, rule.index())
    }

    /// Players, from bits.
    pub(super) fn seats(&self, players: u8) -> Res<Value> {
        self.list(Of::Player, (0..8).filter(|p| players >> p & 1 == 1))
    }
}

pub(super) fn effect(c: &Call<'_>) -> Res<Value> {
    Ok(c.frame.named(Declared::Effect, this(c)?.step as usize))
}

pub(super) fn actor(c: &Call<'_>) -> Res<Value> {
    Ok(Value::seat(c.game, this(c)?.actor))
}

pub(super) fn player(c: &Call<'_>) -> Res<Value> {
    Ok(Value::seat(c.game, this(c)?.player))
}

pub(super) fn segment(c: &Call<'_>) -> Res<Value> {
    Ok(Value::segment(c.game, this(c)?.node))
}

pub(super) fn feature(c: &Call<'_>) -> Res<Value> {
    Ok(Value::feature(c.game, this(c)?.node))
}

pub(super) fn figure(c: &Call<'_>) -> Res<Value> {
    Ok(Value::figure(c.game, this(c)?.figure))
}

pub(super) fn tile(c: &Call<'_>) -> Res<Value> {
    let tile = this(c)?.tile(c.game.state);
    Ok(Value::tile(c.game, tile.unwrap_or(TileId::NONE)))
}

pub(super) fn of_type(c: &Call<'_>) -> Res<Value> {
    let e = this(c)?;
    let about =
        matches!(EFFECTS.get(e.step as usize), Some(&("drawn" | "tile_moved" | "tile_removed")));
    Ok(about.then_some(TileTypeId(e.number as u16)).into())
}

pub(super) fn overlay(c: &Call<'_>) -> Res<Value> {
    let overlay = argument(c, &["overlaid"])?;
    Ok(overlay.map(|n| c.frame.named(Declared::Overlay, n as usize)).into())
}

pub(super) fn neutral(c: &Call<'_>) -> Res<Value> {
    let neutral = this(c)?.neutral;
    Ok(neutral.is_some().then_some(neutral).into())
}

pub(super) fn number(c: &Call<'_>) -> Res<Value> {
    Ok(this(c)?.number.into())
}

pub(super) fn rule(c: &Call<'_>) -> Res<Value> {
    Ok(c.rule_id(this(c)?.rule))
}

pub(super) fn complete(c: &Call<'_>) -> Res<Value> {
    Ok(this(c)?.complete.into())
}

pub(super) fn is_final(c: &Call<'_>) -> Res<Value> {
    Ok(this(c)?.last.into())
}

pub(super) fn start(c: &Call<'_>) -> Res<Value> {
    Ok(this(c)?.start.into())
}

pub(super) fn by(c: &Call<'_>) -> Res<Value> {
    Ok(argument(c, &["captured"])?.map(|p| Value::seat(c.game, Player(p as u8))).into())
}

pub(super) fn why(c: &Call<'_>) -> Res<Value> {
    Ok(match argument(c, &["returned"])? {
        None => Value::Nil,
        Some(0) if this(c)?.node.is_some() => Text::SENT.into(),
        Some(0) => Text::FREED.into(),
        Some(_) => Text::SCORED.into(),
    })
}

pub(super) fn payer(c: &Call<'_>) -> Res<Value> {
    Ok(argument(c, &["paid"])?.map(|p| Value::seat(c.game, Player(p as u8))).into())
}

pub(super) fn other(c: &Call<'_>) -> Res<Value> {
    let node = argument(c, &["linked", "unlinked", "split", "moved"])?;
    Ok(node.map(|n| Value::segment(c.game, SegmentId(n as u16))).into())
}

pub(super) fn token(c: &Call<'_>) -> Res<Value> {
    let token = argument(c, &["token_moved"])?;
    Ok(token.map(|t| c.frame.named(Declared::Token, usize::from(t as u8))).into())
}

pub(super) fn owners(c: &Call<'_>) -> Res<Value> {
    c.seats(this(c)?.owners)
}
