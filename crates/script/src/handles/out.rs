//! The answer of a reaction: effects, steps, claims. Nothing is applied before the handler returns.

use bastide_core::Slot;
use bastide_core::decl::Target;
use bastide_core::effect::{Effect, Place};
use bastide_core::hooks::answers::{CLAIMS, EFFECTS};
use bastide_core::ids::{
    KindId, OverlayId, PileId, Player, SegmentId, SheetId, StepId, TileId, TileTypeId, TokenId,
};
use bastide_core::limits::{POINTS_MAX, STEP_ARGS_MAX};

use super::call::Call;
use super::names::What;
use super::texts::Text;
use super::value::{Of, Value};
use crate::raised::{Raised, Res};

pub(super) use super::score::bonus;
pub(super) use super::stand::{deploy, shift};

const MOST: i32 = POINTS_MAX as i32;

#[inline]
pub(super) fn effect(c: &Call<'_>, effect: Effect, rule: Value) -> Res<Value> {
    let rule = c.rule(rule)?;
    c.answer(EFFECTS, |a| a.effect(effect, rule))
}

/// An effect whose rule may be left out.
fn quiet(c: &Call<'_>, effect: Effect, rule: Value) -> Res<Value> {
    let rule = c.rule_or_none(rule)?;
    c.answer(EFFECTS, |a| a.effect(effect, rule))
}

fn pile(c: &Call<'_>, value: Value, argument: &'static str) -> Res<PileId> {
    Ok(PileId(c.name(What::Pile, value, argument)? as u8))
}

/// Where a neutral figure goes.
fn goal(c: &Call<'_>, place: Value) -> Res<Place> {
    match place {
        Value::Text(Text::SUPPLY) => Ok(Place::Supply),
        Value::Text(Text::BOX) => Ok(Place::Box),
        Value::Handle(Of::Tile, _) => c.tile(place, "place").map(Place::Tile),
        Value::Handle(Of::Figure, _) => c.figure(place, "place").map(Place::Beside),
        Value::Handle(Of::Player, _) => c.player(place, "place").map(Place::Held),
        Value::Handle(Of::Segment | Of::Feature, _) => {
            c.segment(place, "place").map(Place::Segment)
        }
        _ => {
            let (en, fr) = (
                "a tile, segment, figure or player, \"supply\" or \"box\"",
                "une tuile, un segment, une figurine ou un joueur, \"supply\" ou \"box\"",
            );
            Err(c.bad("place", en, fr, place))
        }
    }
}

pub(super) fn send_home(c: &Call<'_>) -> Res<Value> {
    let [figure, rule] = c.take();
    let figure = c.figure(figure, "figure")?;
    effect(c, Effect::Returned { figure, from: SegmentId::NONE, scored: false }, rule)
}

pub(super) fn capture(c: &Call<'_>) -> Res<Value> {
    let [figure, by, rule] = c.take();
    let figure = c.figure(figure, "figure")?;
    let by = c.player(by, "player")?;
    effect(c, Effect::Captured { figure, from: SegmentId::NONE, by }, rule)
}

pub(super) fn neutral(c: &Call<'_>) -> Res<Value> {
    let [neutral, place, rule] = c.take();
    let neutral = c.neutral(neutral, "neutral")?;
    let to = goal(c, place)?;
    effect(c, Effect::NeutralMoved { neutral, to }, rule)
}

pub(super) fn pay(c: &Call<'_>) -> Res<Value> {
    let [player, n, rule] = c.take();
    let player = c.player(player, "player")?;
    let n = c.points(n, "n")?;
    let rule = c.rule(rule)?;
    c.answer(EFFECTS, |a| a.pay(player, n, rule))
}

pub(super) fn transfer(c: &Call<'_>) -> Res<Value> {
    let [from, to, n, rule] = c.take();
    let from = c.player(from, "from")?;
    let to = c.player(to, "to")?;
    let points = c.within(n, "n", 0, MOST)?;
    effect(c, Effect::Paid { from, to, points, sheet: SheetId::NONE }, rule)
}

pub(super) fn token(c: &Call<'_>) -> Res<Value> {
    let [player, token, n, rule] = c.take();
    let player = c.player(player, "player")?;
    let token = TokenId(c.name(What::Token, token, "token")? as u8);
    let by = c.within(n, "n", -9999, 9999)? as i16;
    effect(c, Effect::TokenMoved { token, player, by }, rule)
}

pub(super) fn claim(c: &Call<'_>) -> Res<Value> {
    let [claim] = c.take();
    let (claim, majority) = c.claim(claim)?;
    c.answer(CLAIMS, |a| if majority { a.claim_by_majority(claim) } else { a.claim(claim) })
}

pub(super) fn tag(c: &Call<'_>) -> Res<Value> {
    let [segment, name, n, rule] = c.take();
    let node = c.segment(segment, "segment")?;
    c.name_of(What::Tag, c.game.state.kind(node).0, name, "tag")?;
    let lane = c.lane(c.game.state.kind(node), name, "tag")?.ok_or_else(|| {
        let (en, fr) = ("a tag of this kind of feature", "une étiquette de cette sorte de domaine");
        c.bad("tag", en, fr, name)
    })?;
    let by = c.within(n, "n", -255, 255)? as i16;
    effect(c, Effect::Tagged { node, lane, by }, rule)
}

pub(super) fn link(c: &Call<'_>) -> Res<Value> {
    let [a, b, rule] = c.take();
    let (a, b) = (c.segment(a, "a")?, c.segment(b, "b")?);
    effect(c, Effect::Linked { a, b }, rule)
}

pub(super) fn unlink(c: &Call<'_>) -> Res<Value> {
    let [a, b, rule] = c.take();
    let (a, b) = (c.segment(a, "a")?, c.segment(b, "b")?);
    effect(c, Effect::Unlinked { a, b }, rule)
}

pub(super) fn close(c: &Call<'_>) -> Res<Value> {
    let [segment, rule] = c.take();
    let node = c.segment(segment, "segment")?;
    effect(c, Effect::Closed { node }, rule)
}

pub(super) fn check(c: &Call<'_>) -> Res<Value> {
    let [feature, rule] = c.take();
    let node = c.segment(feature, "feature")?;
    quiet(c, Effect::Check { node }, rule)
}

pub(super) fn retype(c: &Call<'_>) -> Res<Value> {
    let [feature, kind, rule] = c.take();
    let node = c.segment(feature, "feature")?;
    let kind = KindId(c.name(What::Kind, kind, "kind")? as u8);
    effect(c, Effect::Retyped { node, kind }, rule)
}

pub(super) fn set(c: &Call<'_>) -> Res<Value> {
    let [key, value, of] = c.take();
    let (key, of) = c.state_of(key, of, false)?;
    let value = c.number(value, "value")?;
    quiet(c, Effect::Set { key, of, value }, Value::Nil)
}

pub(super) fn add(c: &Call<'_>) -> Res<Value> {
    let [key, value, of] = c.take();
    let (key, of) = c.state_of(key, of, true)?;
    let value = c.number(value, "value")?;
    quiet(c, Effect::Listed { key, of, value }, Value::Nil)
}

pub(super) fn clear(c: &Call<'_>) -> Res<Value> {
    let [key, of] = c.take();
    let (key, of) = c.state_of(key, of, true)?;
    quiet(c, Effect::Cleared { key, of }, Value::Nil)
}

pub(super) fn push(c: &Call<'_>) -> Res<Value> {
    let [step, actor] = c.take();
    let step = StepId(c.name(What::Step, step, "step")? as u8);
    let actor = match actor {
        Value::Text(Text::CHANCE) => Player::CHANCE,
        other => c.player(other, "actor")?,
    };
    let args = c.args.get(2..).unwrap_or_default();
    if args.len() > STEP_ARGS_MAX {
        return Err(Raised::new(
            "L0205",
            format!("`out:push`: a step has {STEP_ARGS_MAX} arguments at most"),
            format!("`out:push` : une étape a {STEP_ARGS_MAX} arguments au plus"),
        )
        .into());
    }
    let takes = &c.game.rules.steps[step.index()].decl.takes;
    let mut numbers = [0; STEP_ARGS_MAX];
    for (i, (number, value)) in numbers.iter_mut().zip(args).enumerate() {
        *number = argument(c, takes.get(i).copied(), *value)?;
    }
    c.answer(EFFECTS, |a| a.push(step, actor, &numbers[..args.len()]))
}

/// What a step is about, as a number: of the sort that its declaration says it takes, since conditions look it up as such.
fn argument(c: &Call<'_>, takes: Option<Target>, value: Value) -> Res<i32> {
    use Target::{Cell, FigureKind, None as Nothing, Number, Overlay, Token, Word};
    match takes {
        Some(Number) => c.int(value, "argument"),
        // No handle stands for one of these.
        None | Some(Nothing | Cell | Overlay | FigureKind | Token | Word) => {
            c.number(value, "argument")
        }
        Some(sort) => c.of_sort(sort, value, "argument").map(i32::from),
    }
}

pub(super) fn parts(c: &Call<'_>) -> Res<Value> {
    let [n, rule] = c.take();
    let n = c.within(n, "n", 1, 16)? as u8;
    effect(c, Effect::Parts { n }, rule)
}

pub(super) fn skip(c: &Call<'_>) -> Res<Value> {
    let [slot, rule] = c.take();
    let slot = Slot::ALL[c.name(What::Slot, slot, "slot")? as usize];
    if !slot.may_be_skipped() {
        return Err(kept(slot));
    }
    effect(c, Effect::Skip { slot: slot as u8 }, rule)
}

/// A slot that no effect leaves out.
#[cold]
fn kept(slot: Slot) -> Box<Raised> {
    let name = slot.name();
    let may: Vec<&str> =
        Slot::ALL.iter().filter(|s| s.may_be_skipped()).map(|s| s.name()).collect();
    let may = may.join(", ");
    Raised::new(
        "L0205",
        format!("`out:skip`: the slot `{name}` cannot be left out"),
        format!("`out:skip` : le moment `{name}` ne peut pas être sauté"),
    )
    .help(format!("a part may leave out: {may}"), format!("une partie peut sauter : {may}"))
    .into()
}

pub(super) fn turn(c: &Call<'_>) -> Res<Value> {
    let [player, rule] = c.take();
    let player = c.player(player, "player")?;
    effect(c, Effect::Turn { player }, rule)
}

pub(super) fn begins(c: &Call<'_>) -> Res<Value> {
    let [player, rule] = c.take();
    let player = c.player(player, "player")?;
    effect(c, Effect::Begins { player }, rule)
}

pub(super) fn over(c: &Call<'_>) -> Res<Value> {
    let [rule] = c.take();
    effect(c, Effect::Over, rule)
}

pub(super) fn note(c: &Call<'_>) -> Res<Value> {
    let [player, rule] = c.take();
    let player = c.player_or_none(player, "player")?;
    effect(c, Effect::Noted { player }, rule)
}

pub(super) fn tile(c: &Call<'_>) -> Res<Value> {
    let [tile, from, to, rule, player] = c.take();
    let tile = c.tile_type(tile, "type")?;
    let from = if from.is_nil() { PileId::NONE } else { pile(c, from, "from")? };
    let player = c.player_or_none(player, "player")?;
    if to.is_nil() && from.is_some() {
        return effect(c, Effect::Drawn { tile, from, to: PileId::NONE, player }, rule);
    }
    let to = pile(c, to, "to")?;
    effect(c, Effect::TileMoved { tile, from, to, player }, rule)
}

pub(super) fn overlay(c: &Call<'_>) -> Res<Value> {
    let [tile, overlay, turn, rule] = c.take();
    let tile = c.tile(tile, "tile")?;
    let overlay = OverlayId(c.name(What::Overlay, overlay, "overlay")? as u8);
    let rotation = c.within(turn, "turn", 0, 3)? as u8;
    effect(c, Effect::Overlaid { tile, overlay, rotation, node: SegmentId::NONE }, rule)
}

pub(super) fn lay(c: &Call<'_>) -> Res<Value> {
    let [kind, x, y, rotation, from, rule, player] = c.take();
    let kind = c.tile_type(kind, "type")?;
    let cell = c.cell(x, y)?;
    let rotation = c.within(rotation, "rotation", 0, 3)? as u8;
    let from = if from.is_nil() { PileId::NONE } else { pile(c, from, "from")? };
    let player = c.player_or_none(player, "player")?;
    let tile = TileId::NONE;
    effect(c, Effect::TileLaid { tile, kind, cell, rotation, from, player }, rule)
}

pub(super) fn remove(c: &Call<'_>) -> Res<Value> {
    let [tile, to, rule, player] = c.take();
    let tile = c.tile(tile, "tile")?;
    let to = if to.is_nil() { PileId::OUT } else { pile(c, to, "to")? };
    let player = c.player_or_none(player, "player")?;
    effect(c, Effect::TileRemoved { tile, kind: TileTypeId::NONE, to, player }, rule)
}

pub(super) fn as_placed(c: &Call<'_>) -> Res<Value> {
    let [tile, rule] = c.take();
    let tile = c.tile(tile, "tile")?;
    effect(c, Effect::AsPlaced { tile }, rule)
}

pub(super) fn pour(c: &Call<'_>) -> Res<Value> {
    let [from, to, rule] = c.take();
    let (from, to) = (pile(c, from, "from")?, pile(c, to, "to")?);
    effect(c, Effect::Poured { from, to }, rule)
}

pub(super) fn draw(c: &Call<'_>) -> Res<Value> {
    let [zone, player] = c.take();
    if zone.is_nil() && player.is_nil() {
        return c.answer(EFFECTS, |a| a.draw(PileId::NONE, Player::NONE));
    }
    let zone = pile(c, zone, "zone")?;
    // A zone of the game belongs to nobody.
    let player = if player.is_nil() && c.game.rules.is_of_game(zone) {
        Player::NONE
    } else {
        c.player(player, "player")?
    };
    c.answer(EFFECTS, |a| a.draw(zone, player))
}

pub(super) fn place(c: &Call<'_>) -> Res<Value> {
    let [player] = c.take();
    let player = c.player(player, "player")?;
    c.answer(EFFECTS, |a| a.push_place(player))
}
