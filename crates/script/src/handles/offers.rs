//! Offers: options under a rule, with a price and what they lift.

use bastide_core::decl::Target;
use bastide_core::hooks::answers::OFFERS;
use bastide_core::ids::{FigureKindId, RuleId, TokenId, VerbId};
use bastide_core::ruleset::{cannot_waive, may_waive};
use bastide_core::{Offer, Waived};
use mlua::{LuaString, Table, Value};

use super::arg::{self, At};
use super::filter::no_key;
use super::game::cell;
use super::names::What;
use super::{Def, Frame, H, Kind, Nothing, Offers, Res};
use crate::raised::Raised;

const KEYS: &[&str] = &["rule", "free", "must", "price", "waives"];

impl Frame {
    fn read_offer(&self, table: &Table) -> Res<Offer> {
        let method = "offers:offer";
        let mut offer = Offer { rule: RuleId::NONE, ..Offer::default() };
        self.each(table, |key, value| {
            let name = key.as_string().map(LuaString::to_string_lossy).unwrap_or_default();
            match name.as_str() {
                "rule" => offer.rule = self.rule(&value, method)?,
                "free" => offer.free = arg::flag(&value, At(method, "free"))?,
                "must" => offer.must = arg::flag(&value, At(method, "must"))?,
                "price" => offer.price = Some(self.price(&value)?),
                "waives" => offer.waives = self.waives(&value)?,
                _ => return Err(no_key(&name, KEYS, method)),
            }
            Ok(())
        })?;
        if !offer.rule.is_some() {
            return Err(arg::bad(
                At(method, "rule"),
                "the id of a rule",
                "l'identifiant d'une règle",
                &Value::Nil,
            ));
        }
        Ok(offer)
    }

    /// `{ token = n }`.
    fn price(&self, value: &Value) -> Res<(TokenId, u16)> {
        let at = At("offers:offer", "price");
        let mut price = None;
        if let Value::Table(table) = value {
            self.each(table, |key, n| {
                let token = self.name(What::Token, arg::text(&key, at)?, at)?;
                price = Some((TokenId(token as u8), arg::within(&n, at, 0, 9999)? as u16));
                Ok(())
            })?;
        }
        price.ok_or_else(|| arg::bad(at, "a table { token = n }", "une table { jeton = n }", value))
    }

    fn waives(&self, value: &Value) -> Res<Waived> {
        let at = At("offers:offer", "waives");
        let mut waived = Waived::default();
        let hook = self.event.borrow().hook;
        let mut add = |value: &Value| {
            let bits = match self.name(What::Waiver, arg::text(value, at)?, at)? {
                n if n < 0x1_0000 => 1 << n,
                n => {
                    let rule = RuleId((n - 0x1_0000) as u16);
                    let law = self.rules.borrow().restrictions_of(rule);
                    if law == 0 {
                        waived.rules.push(rule);
                        return Ok(());
                    }
                    law
                }
            };
            // A rule may be that of several restrictions, one of which can be waived.
            let may = may_waive(hook, bits);
            if may == 0 {
                return Err(Raised::from_core(cannot_waive(Some(hook), bits)).into());
            }
            waived.restrictions |= may;
            Ok(())
        };
        match value {
            Value::Table(list) => self.each(list, |_, value| add(&value))?,
            other => add(other)?,
        }
        Ok(waived)
    }

    /// The target of a verb as its declaration wants it.
    fn target_of(&self, verb: VerbId, target: &Value, y: &Value) -> Res<u32> {
        let method = "offers:invoke";
        let at = At(method, "target");
        let kind = self.rules.borrow().verbs[verb.index()].decl.target;
        if !y.is_nil() && kind != Target::Cell {
            return Err(arg::bad(At(method, "y"), "absent", "absent", y));
        }
        Ok(match kind {
            Target::None if target.is_nil() => 0,
            Target::None => {
                return Err(arg::bad(
                    at,
                    "absent: the verb has no target",
                    "absent : le verbe n'a pas de cible",
                    target,
                ));
            }
            Target::Segment => u32::from(self.segment(target, at)?.0),
            Target::Figure => u32::from(self.figure(target, at)?.0),
            Target::Tile => u32::from(self.tile(target, at)?.0),
            Target::TileType => u32::from(self.tile_type(target, at)?.0),
            Target::Player => u32::from(self.player(target, at)?.0),
            Target::Neutral => u32::from(self.neutral(target, at)?.0),
            Target::Number => arg::within(target, at, 0, i32::MAX)? as u32,
            Target::Cell => cell(target, y, method)?.pack(),
        })
    }
}

impl Kind for Offers {
    const NAME: &'static str = "offers";
    const ROW: usize = Offers::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        def.call("offer", |_, h, (table, Nothing): (Value, Nothing)| {
            let Value::Table(table) = &table else {
                return Err(arg::bad(At("offers:offer", "offer"), "a table", "une table", &table));
            };
            let offer = h.frame.read_offer(table)?;
            h.frame.answer(OFFERS, "offers:offer", |a| a.offer(offer))?;
            Ok(())
        });
        def.call("invoke", |_, h, (verb, target, y, Nothing): (Value, Value, Value, Nothing)| {
            let at = At("offers:invoke", "verb");
            let verb = VerbId(h.frame.name(What::Verb, arg::text(&verb, at)?, at)? as u8);
            let target = h.frame.target_of(verb, &target, &y)?;
            h.frame.answer(OFFERS, "offers:invoke", |a| a.invoke(verb, target))
        });
        def.call("deploy", |_, h, (kind, segment, Nothing): (Value, Value, Nothing)| {
            let at = At("offers:deploy", "figure");
            let kind = FigureKindId(h.frame.name(What::Figure, arg::text(&kind, at)?, at)? as u8);
            let node = h.frame.segment(&segment, At("offers:deploy", "segment"))?;
            h.frame.answer(OFFERS, "offers:deploy", |a| a.deploy(kind, node))
        });
        def.call("move", |_, h, (figure, segment, Nothing): (Value, Value, Nothing)| {
            let figure = h.frame.figure(&figure, At("offers:move", "figure"))?;
            let node = h.frame.segment(&segment, At("offers:move", "segment"))?;
            h.frame.answer(OFFERS, "offers:move", |a| a.shift(figure, node))
        });
        def.call(
            "place",
            |_, h, (tile, x, y, rotation, Nothing): (Value, Value, Value, Value, Nothing)| {
                let tile = h.frame.tile_type(&tile, At("offers:place", "type"))?;
                let cell = cell(&x, &y, "offers:place")?;
                let rotation = arg::within(&rotation, At("offers:place", "rotation"), 0, 3)?;
                h.frame.answer(OFFERS, "offers:place", |a| a.place(tile, cell, rotation as u8))
            },
        );
        def.call("pass", |_, h, (rule, Nothing): (Value, Nothing)| {
            let rule = h.frame.rule(&rule, "offers:pass")?;
            h.frame.answer(OFFERS, "offers:pass", |a| a.pass(rule))
        });
        def.call("roll", |_, h, (value, weight, Nothing): (Value, Value, Nothing)| {
            let value = arg::within(&value, At("offers:roll", "value"), 0, i32::MAX)?;
            let weight = arg::within(&weight, At("offers:roll", "weight"), 1, 1_000_000)?;
            h.frame.answer(OFFERS, "offers:roll", |a| a.roll(value as u32, weight as u32))
        });
    }
}
