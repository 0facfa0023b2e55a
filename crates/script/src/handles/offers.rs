//! Offers: options under a rule, with a price and what they lift.

use bastide_core::Over;
use bastide_core::decl::Target;
use bastide_core::hooks::answers::OFFERS;
use bastide_core::ids::{Cell, FigureKindId, OverlayId, VerbId};

use super::call::Call;
use super::names::What;
use super::value::Value;
use crate::raised::Res;

/// The target of a verb as its declaration wants it.
fn target_of(c: &Call<'_>, verb: VerbId, target: Value, y: Value) -> Res<u32> {
    let kind = c.game.rules.verbs[verb.index()].decl.target;
    if !y.is_nil() && !matches!(kind, Target::Cell | Target::Overlay) {
        return Err(c.bad("y", "absent", "absent", y));
    }
    Ok(match kind {
        Target::None if target.is_nil() => 0,
        Target::None => {
            let (en, fr) = ("absent: the verb has no target", "absent : le verbe n'a pas de cible");
            return Err(c.bad("target", en, fr, target));
        }
        Target::Segment => u32::from(c.segment(target, "target")?.0),
        Target::Figure => u32::from(c.figure(target, "target")?.0),
        Target::Tile => u32::from(c.tile(target, "target")?.0),
        Target::Overlay => {
            u32::from(c.tile(target, "target")?.0) << 2 | c.within(y, "turn", 0, 3)? as u32
        }
        Target::TileType => u32::from(c.tile_type(target, "target")?.0),
        Target::Player => u32::from(c.player(target, "target")?.0),
        Target::Neutral => u32::from(c.neutral(target, "target")?.0),
        Target::Number => c.within(target, "target", 0, i32::MAX)? as u32,
        Target::Cell => c.cell(target, y)?.pack(),
    })
}

impl Call<'_> {
    /// A piece that comes with a tile on a cell: which, over which tile beside it (nothing: over the tile itself), and how it
    /// is turned.
    pub(super) fn over(&self, cell: Cell, [overlay, on, turn]: [Value; 3]) -> Res<Option<Over>> {
        if overlay.is_nil() {
            return Ok(None);
        }
        let overlay = OverlayId(self.name(What::Overlay, overlay, "overlay")? as u8);
        let rotation = if turn.is_nil() { 0 } else { self.within(turn, "turn", 0, 3)? as u8 };
        if on.is_nil() {
            return Ok(Some(Over { overlay, on: 0, rotation }));
        }
        let tile = self.tile(on, "on")?;
        let beside =
            (0..4u8).find(|s| self.game.state.tile_at(cell.side((*s).into())) == Some(tile));
        match beside {
            Some(side) => Ok(Some(Over { overlay, on: side + 1, rotation })),
            None => Err(self.bad(
                "on",
                "a tile beside the cell, or nothing for the tile itself",
                "une tuile à côté de la case, ou rien pour la tuile elle-même",
                on,
            )),
        }
    }
}

pub(super) fn offer(c: &Call<'_>) -> Res<Value> {
    let [offer] = c.take();
    let offer = c.offer(offer)?;
    c.answer(OFFERS, |a| {
        a.offer(offer);
    })
}

pub(super) fn invoke(c: &Call<'_>) -> Res<Value> {
    let [verb, target, y] = c.take();
    let verb = VerbId(c.name(What::Verb, verb, "verb")? as u8);
    let target = target_of(c, verb, target, y)?;
    c.answer(OFFERS, |a| a.invoke(verb, target))
}

pub(super) fn deploy(c: &Call<'_>) -> Res<Value> {
    let [kind, segment] = c.take();
    let kind = FigureKindId(c.name(What::Figure, kind, "figure")? as u8);
    let node = c.segment(segment, "segment")?;
    c.answer(OFFERS, |a| a.deploy(kind, node))
}

pub(super) fn shift(c: &Call<'_>) -> Res<Value> {
    let [figure, segment] = c.take();
    let figure = c.figure(figure, "figure")?;
    let node = c.segment(segment, "segment")?;
    c.answer(OFFERS, |a| a.shift(figure, node))
}

pub(super) fn place(c: &Call<'_>) -> Res<Value> {
    let [tile, x, y, rotation, overlay, on, turn] = c.take();
    let tile = c.tile_type(tile, "type")?;
    let cell = c.cell(x, y)?;
    let rotation = c.within(rotation, "rotation", 0, 3)?;
    let over = c.over(cell, [overlay, on, turn])?;
    c.answer(OFFERS, |a| a.place_with(tile, cell, rotation as u8, over))
}

pub(super) fn pass(c: &Call<'_>) -> Res<Value> {
    let [rule] = c.take();
    let rule = c.rule(rule)?;
    c.answer(OFFERS, |a| a.pass(rule))
}

pub(super) fn roll(c: &Call<'_>) -> Res<Value> {
    let [value, weight] = c.take();
    let value = c.within(value, "value", 0, i32::MAX)?;
    let weight = c.within(weight, "weight", 1, 1_000_000)?;
    c.answer(OFFERS, |a| a.roll(value as u32, weight as u32))
}
