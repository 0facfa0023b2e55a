//! Offers: options under a rule, with a price and what they lift.

use bastide_core::Over;
use bastide_core::decl::{Target, Verb, Word};
use bastide_core::hooks::answers::OFFERS;
use bastide_core::ids::{Cell, FigureKindId, OverlayId, VerbId};
use bastide_core::limits::NUMBER_MAX;

use super::call::Call;
use super::names::What;
use super::value::Value;
use crate::raised::Res;

/// Keys of the table by which figures of several kinds are offered.
pub const DEPLOY_KEYS: &[&str] = &["class", "figure", "to"];

/// The target of a verb as its declaration wants it.
fn target_of(c: &Call<'_>, verb: VerbId, target: Value, second: Value) -> Res<u32> {
    let v = &c.game.rules.verbs[verb.index()];
    let first = thing_of(c, &v.decl, v.decl.target, target, second)?;
    if v.decl.second == Target::None {
        if !second.is_nil() && !matches!(v.decl.target, Target::Cell | Target::Overlay) {
            return Err(c.bad("second", "absent", "absent", second));
        }
        return Ok(first);
    }
    let second = thing_of(c, &v.decl, v.decl.second, second, Value::Nil)?;
    let turned = v.decl.unordered && second < first;
    Ok(if turned { second | first << 16 } else { first | second << 16 })
}

/// One thing of a sort as a number; a cell is two numbers.
fn thing_of(c: &Call<'_>, verb: &Verb, sort: Target, target: Value, y: Value) -> Res<u32> {
    Ok(match sort {
        Target::None if target.is_nil() => 0,
        Target::None => {
            let (en, fr) = ("absent: the verb has no target", "absent : le verbe n'a pas de cible");
            return Err(c.bad("target", en, fr, target));
        }
        Target::Segment
        | Target::Figure
        | Target::Tile
        | Target::TileType
        | Target::Player
        | Target::Neutral
        | Target::Corner => c.of_sort(sort, target, "target")?.into(),
        Target::Overlay => {
            u32::from(c.tile(target, "target")?.0) << 2 | c.within(y, "turn", 0, 3)? as u32
        }
        Target::Number => c.within(target, "target", 0, i32::MAX)? as u32,
        Target::Cell => c.cell(target, y)?.pack(),
        Target::FigureKind => c.name(What::Figure, target, "target")?,
        Target::Token => c.name(What::Token, target, "target")?,
        Target::Word => {
            let text = c.text(target, "target")?;
            let is = |word: &Word| c.frame.text(word.name.as_bytes()) == text;
            if let Some(word) = verb.words.iter().position(is) {
                word as u32
            } else {
                let words: Vec<&str> = verb.words.iter().map(|w| w.name.as_str()).collect();
                let words = words.join(", ");
                let (en, fr) = (format!("one of {words}"), format!("l'un de {words}"));
                return Err(c.bad("target", &en, &fr, target));
            }
        }
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
    let [verb, target, second] = c.take();
    let verb = VerbId(c.name(What::Verb, verb, "verb")? as u8);
    let target = target_of(c, verb, target, second)?;
    c.answer(OFFERS, |a| a.invoke(verb, target))
}

pub(super) fn range(c: &Call<'_>) -> Res<Value> {
    let [name, from, to] = c.take();
    let verb = VerbId(c.name(What::Verb, name, "verb")? as u8);
    if c.game.rules.verbs[verb.index()].decl.target != Target::Number {
        let (en, fr) = ("a verb with the target `number`", "un verbe dont la cible est `number`");
        return Err(c.bad("verb", en, fr, name));
    }
    let from = c.within(from, "from", 0, NUMBER_MAX as i32)?;
    let to = c.within(to, "to", from, NUMBER_MAX as i32)?;
    c.answer(OFFERS, |a| a.range(verb, from as u32, to as u32))
}

pub(super) fn deploy(c: &Call<'_>) -> Res<Value> {
    let [kind, segment] = c.take();
    if let (Value::Table(table), true) = (kind, segment.is_nil()) {
        return deploy_several(c, table);
    }
    let kind = FigureKindId(c.name(What::Figure, kind, "figure")? as u8);
    let node = c.segment(segment, "segment")?;
    c.answer(OFFERS, |a| a.deploy(kind, node))
}

/// `{ class = …, to = … }`: figures of some kinds to one segment or to several. The core drops those that a restriction
/// forbids.
fn deploy_several(c: &Call<'_>, table: u32) -> Res<Value> {
    let (mut kinds, mut to) = (None, Vec::new());
    c.each(table, |key, value| {
        let key = c.text(key, "key").map(|key| c.frame.spell(key))?;
        match key.as_str() {
            "to" => each_of(c, value, &mut |one| {
                to.push(c.segment(one, "to")?);
                Ok(())
            }),
            "class" | "figure" => {
                let mut bits = 0;
                each_of(c, value, &mut |one| {
                    bits |= kinds_of(c, &key, one)?;
                    Ok(())
                })?;
                kinds = Some(kinds.unwrap_or(u32::MAX) & bits);
                Ok(())
            }
            _ => {
                let keys = DEPLOY_KEYS.join(", ");
                let (en, fr) = (format!("one of {keys}"), format!("l'une de {keys}"));
                Err(c.bad("key", &en, &fr, Value::Text(c.frame.text(key.as_bytes()))))
            }
        }
    })?;
    let Some(kinds) = kinds else {
        let (en, fr) = ("a class or a figure", "une classe ou une figurine");
        return Err(c.bad("class", en, fr, Value::Nil));
    };
    let all = (0..c.game.rules.figures.len() as u8).filter(|kind| kinds >> kind & 1 != 0);
    let all: Vec<FigureKindId> = all.map(FigureKindId).collect();
    c.answer(OFFERS, |a| {
        for (node, kind) in to.iter().flat_map(|node| all.iter().map(move |kind| (node, kind))) {
            a.deploy(*kind, *node);
        }
    })
}

/// One value, or each of a list.
fn each_of(c: &Call<'_>, value: Value, f: &mut dyn FnMut(Value) -> Res<()>) -> Res<()> {
    match value {
        Value::Table(list) => c.each(list, |_, one| f(one)),
        one => f(one),
    }
}

/// Bits of the figure kinds of a class, or of one kind.
fn kinds_of(c: &Call<'_>, key: &str, name: Value) -> Res<u32> {
    if key == "figure" {
        return Ok(1 << c.name(What::Figure, name, "figure")?);
    }
    let class = 1 << c.name(What::Class, name, "class")?;
    let all = c.game.rules.figures.iter().enumerate();
    let of = all.filter(|(_, figure)| figure.class & class != 0);
    Ok(of.fold(0, |bits, (i, _)| bits | 1 << i))
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
