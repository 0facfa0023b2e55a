//! The answer of a reaction: effects, steps, claims. Nothing is applied before the handler returns.

use bastide_core::effect::{Effect, Place};
use bastide_core::hooks::answers::{BONUS, CLAIMS, EFFECTS};
use bastide_core::ids::{
    FigureId, FigureKindId, KindId, Node, PileId, Player as PlayerId, RuleId, StepId, TokenId,
};
use bastide_core::limits::{POINTS_MAX, STEP_ARGS_MAX};
use bastide_core::{Claim, Returns, Slot};
use mlua::{LuaString, MultiValue, Table, Value};

use super::arg::{self, At};
use super::filter::no_key;
use super::names::What;
use super::{Def, Feature, Figure, Frame, H, Kind, Nothing, Out, Player, Res, Segment, Tile};
use crate::raised::Raised;

const CLAIM_KEYS: &[&str] = &["rule", "feature", "owners", "complete", "final", "returns"];
const MOST: i32 = POINTS_MAX as i32;

impl H<Out> {
    #[inline]
    fn effect(&self, effect: Effect, rule: &Value, method: &'static str) -> Res<()> {
        let rule = self.frame.rule(rule, method)?;
        self.frame.answer(EFFECTS, method, |a| a.effect(effect, rule))
    }

    /// An effect whose rule may be left out.
    fn quiet(&self, effect: Effect, rule: &Value, method: &'static str) -> Res<()> {
        let rule = self.frame.rule_or_none(rule, method)?;
        self.frame.answer(EFFECTS, method, |a| a.effect(effect, rule))
    }

    fn pile(&self, value: &Value, method: &'static str, name: &'static str) -> Res<PileId> {
        let at = At(method, name);
        Ok(PileId(self.frame.name(What::Pile, arg::text(value, at)?, at)? as u8))
    }
}

impl Frame {
    /// Where a neutral figure goes.
    fn place(&self, value: &Value, at: At) -> Res<Place> {
        match value {
            Value::String(s) if s.as_bytes() == "supply".as_bytes() => return Ok(Place::Supply),
            Value::String(s) if s.as_bytes() == "box".as_bytes() => return Ok(Place::Box),
            _ => {}
        }
        if arg::id::<Tile>(value).is_some() {
            return self.tile(value, at).map(Place::Tile);
        }
        if arg::id::<Figure>(value).is_some() {
            return self.figure(value, at).map(Place::Beside);
        }
        if arg::id::<Player>(value).is_some() {
            return self.player(value, at).map(Place::Held);
        }
        if arg::id::<Segment>(value).is_some() || arg::id::<Feature>(value).is_some() {
            return self.segment(value, at).map(Place::Segment);
        }
        let (en, fr) = (
            "a tile, segment, figure or player, \"supply\" or \"box\"",
            "une tuile, un segment, une figurine ou un joueur, \"supply\" ou \"box\"",
        );
        Err(arg::bad(at, en, fr, value))
    }

    /// A claim, and whether its owners are those with the majority.
    fn read_claim(&self, table: &Table) -> Res<(Claim, bool)> {
        let method = "out:claim";
        let (mut rule, mut node, mut owners) = (RuleId::NONE, Node::NONE, 0u8);
        let mut majority = false;
        let (mut complete, mut last, mut returns) = (None, self.event(|e| e.last), Returns::Nobody);
        self.each(table, |key, value| {
            let name = key.as_string().map(LuaString::to_string_lossy).unwrap_or_default();
            match name.as_str() {
                "rule" => rule = self.rule(&value, method)?,
                "feature" => node = self.segment(&value, At(method, "feature"))?,
                "owners"
                    if value.as_string().is_some_and(|s| s.as_bytes() == "majority".as_bytes()) =>
                {
                    majority = true;
                }
                "owners" => owners = self.several_players(&value, At(method, "owners"))?,
                "complete" => complete = Some(arg::flag(&value, At(method, "complete"))?),
                "final" => last = arg::flag(&value, At(method, "final"))?,
                "returns" => returns = self.returns(&value, At(method, "returns"))?,
                _ => return Err(no_key(&name, CLAIM_KEYS, method)),
            }
            Ok(())
        })?;
        if !rule.is_some() {
            return Err(arg::bad(
                At(method, "rule"),
                "the id of a rule",
                "l'identifiant d'une règle",
                &Value::Nil,
            ));
        }
        let complete =
            complete.unwrap_or_else(|| node.is_some() && self.read(|g| g.is_complete(node)));
        if majority && !node.is_some() {
            let (en, fr) = ("a feature, for a majority", "une zone, pour une majorité");
            return Err(arg::bad(At(method, "feature"), en, fr, &Value::Nil));
        }
        Ok((Claim { rule, node, owners, complete, last, returns }, majority))
    }

    /// All figures of the feature, or one that stands on the board.
    fn returns(&self, value: &Value, at: At) -> Res<Returns> {
        if let Value::Boolean(all) = value {
            return Ok(if *all { Returns::All } else { Returns::Nobody });
        }
        let figure = self.figure(value, at)?;
        if matches!(self.state.borrow().figure_place(figure), Place::Segment(_)) {
            return Ok(Returns::One(figure));
        }
        Err(arg::bad(at, "a figure on the board, or true", "une figurine en jeu, ou true", value))
    }

    fn several_players(&self, value: &Value, at: At) -> Res<u8> {
        let Value::Table(list) = value else { return Ok(1 << self.player(value, at)?.0) };
        let mut bits = 0;
        self.each(list, |_, player| {
            bits |= 1 << self.player(&player, at)?.0;
            Ok(())
        })?;
        Ok(bits)
    }

    /// The first figure of a kind in a player's supply.
    fn in_supply(&self, player: PlayerId, kind: FigureKindId) -> Option<FigureId> {
        let state = self.state.borrow();
        (0..state.figure_count() as u16).map(FigureId).find(|f| {
            state.owner(*f) == player
                && state.figure_kind(*f) == kind
                && state.figure_place(*f) == Place::Supply
        })
    }
}

impl Kind for Out {
    const NAME: &'static str = "out";
    const ROW: usize = Out::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        figures(def);
        points(def);
        board(def);
        memory(def);
        course(def);
        tiles(def);
    }
}

fn figures(def: &mut Def<'_, Out>) {
    def.call("send_home", |_, h, (figure, rule, Nothing): (Value, Value, Nothing)| {
        let figure = h.frame.figure(&figure, At("out:send_home", "figure"))?;
        h.effect(
            Effect::Returned { figure, from: Node::NONE, scored: false },
            &rule,
            "out:send_home",
        )
    });
    def.call("capture", |_, h, (figure, by, rule, Nothing): (Value, Value, Value, Nothing)| {
        let figure = h.frame.figure(&figure, At("out:capture", "figure"))?;
        let by = h.frame.player(&by, At("out:capture", "player"))?;
        h.effect(Effect::Captured { figure, from: Node::NONE, by }, &rule, "out:capture")
    });
    def.call(
        "deploy",
        |_, h, (player, kind, segment, rule, Nothing): (Value, Value, Value, Value, Nothing)| {
            let player = h.frame.player(&player, At("out:deploy", "player"))?;
            let at = At("out:deploy", "figure");
            let kind = FigureKindId(h.frame.name(What::Figure, arg::text(&kind, at)?, at)? as u8);
            let node = h.frame.segment(&segment, At("out:deploy", "segment"))?;
            let figure = h.frame.in_supply(player, kind).ok_or_else(|| {
                Raised::new(
                    "L0210",
                    "`out:deploy`: the player has none in supply",
                    "`out:deploy` : le joueur n'en a plus en réserve",
                )
                .help("ask `player:supply(…)` first", "demandez d'abord `player:supply(…)`")
            })?;
            h.effect(Effect::Deployed { figure, node }, &rule, "out:deploy")
        },
    );
    def.call("move", |_, h, (figure, segment, rule, Nothing): (Value, Value, Value, Nothing)| {
        let figure = h.frame.figure(&figure, At("out:move", "figure"))?;
        let node = h.frame.segment(&segment, At("out:move", "segment"))?;
        h.effect(Effect::Moved { figure, from: Node::NONE, node }, &rule, "out:move")
    });
    def.call("neutral", |_, h, (neutral, place, rule, Nothing): (Value, Value, Value, Nothing)| {
        let neutral = h.frame.neutral(&neutral, At("out:neutral", "neutral"))?;
        let to = h.frame.place(&place, At("out:neutral", "place"))?;
        h.effect(Effect::NeutralMoved { neutral, to }, &rule, "out:neutral")
    });
}

fn points(def: &mut Def<'_, Out>) {
    def.call("pay", |_, h, (player, n, rule, Nothing): (Value, Value, Value, Nothing)| {
        let player = h.frame.player(&player, At("out:pay", "player"))?;
        let n = arg::within(&n, At("out:pay", "n"), -MOST, MOST)?;
        let rule = h.frame.rule(&rule, "out:pay")?;
        h.frame.answer(EFFECTS, "out:pay", |a| a.pay(player, n, rule))
    });
    def.call(
        "transfer",
        |_, h, (from, to, n, rule, Nothing): (Value, Value, Value, Value, Nothing)| {
            let from = h.frame.player(&from, At("out:transfer", "from"))?;
            let to = h.frame.player(&to, At("out:transfer", "to"))?;
            let points = arg::within(&n, At("out:transfer", "n"), 0, MOST)?;
            h.effect(Effect::Paid { from, to, points }, &rule, "out:transfer")
        },
    );
    def.call(
        "token",
        |_, h, (player, name, n, rule, Nothing): (Value, Value, Value, Value, Nothing)| {
            let player = h.frame.player(&player, At("out:token", "player"))?;
            let at = At("out:token", "token");
            let token = TokenId(h.frame.name(What::Token, arg::text(&name, at)?, at)? as u8);
            let by = arg::within(&n, At("out:token", "n"), -9999, 9999)? as i16;
            h.effect(Effect::TokenMoved { token, player, by }, &rule, "out:token")
        },
    );
    def.call("claim", |_, h, (table, Nothing): (Value, Nothing)| {
        let Value::Table(table) = &table else {
            return Err(arg::bad(At("out:claim", "claim"), "a table", "une table", &table));
        };
        let (claim, majority) = h.frame.read_claim(table)?;
        h.frame.answer(CLAIMS, "out:claim", |a| {
            if majority { a.claim_by_majority(claim) } else { a.claim(claim) }
        })
    });
    def.call("bonus", |_, h, (player, n, rule, Nothing): (Value, Value, Value, Nothing)| {
        let player = h.frame.player(&player, At("out:bonus", "player"))?;
        let n = arg::within(&n, At("out:bonus", "n"), -MOST, MOST)?;
        let rule = h.frame.rule(&rule, "out:bonus")?;
        h.frame.answer(BONUS, "out:bonus", |a| a.bonus(player, n, rule))
    });
}

fn board(def: &mut Def<'_, Out>) {
    def.call(
        "tag",
        |_, h, (segment, name, n, rule, Nothing): (Value, Value, Value, Value, Nothing)| {
            let node = h.frame.segment(&segment, At("out:tag", "segment"))?;
            let at = At("out:tag", "tag");
            let kind = h.frame.state.borrow().kind(node);
            let lane = h.frame.lane(kind, arg::text(&name, at)?, at)?;
            let lane = lane.ok_or_else(|| {
                arg::bad(
                    at,
                    "a tag of this kind of feature",
                    "une étiquette de ce genre de zone",
                    &name,
                )
            })?;
            let by = arg::within(&n, At("out:tag", "n"), -255, 255)? as i16;
            h.effect(Effect::Tagged { node, lane, by }, &rule, "out:tag")
        },
    );
    def.call("link", |_, h, (a, b, rule, Nothing): (Value, Value, Value, Nothing)| {
        let a = h.frame.segment(&a, At("out:link", "a"))?;
        let b = h.frame.segment(&b, At("out:link", "b"))?;
        h.effect(Effect::Linked { a, b }, &rule, "out:link")
    });
    def.call("unlink", |_, h, (a, b, rule, Nothing): (Value, Value, Value, Nothing)| {
        let a = h.frame.segment(&a, At("out:unlink", "a"))?;
        let b = h.frame.segment(&b, At("out:unlink", "b"))?;
        h.effect(Effect::Unlinked { a, b }, &rule, "out:unlink")
    });
    def.call("close", |_, h, (segment, rule, Nothing): (Value, Value, Nothing)| {
        let node = h.frame.segment(&segment, At("out:close", "segment"))?;
        h.effect(Effect::Closed { node }, &rule, "out:close")
    });
    def.call("check", |_, h, (feature, rule, Nothing): (Value, Value, Nothing)| {
        let node = h.frame.segment(&feature, At("out:check", "feature"))?;
        h.quiet(Effect::Check { node }, &rule, "out:check")
    });
    def.call("retype", |_, h, (feature, kind, rule, Nothing): (Value, Value, Value, Nothing)| {
        let node = h.frame.segment(&feature, At("out:retype", "feature"))?;
        let at = At("out:retype", "kind");
        let kind = KindId(h.frame.name(What::Kind, arg::text(&kind, at)?, at)? as u8);
        h.effect(Effect::Retyped { node, kind }, &rule, "out:retype")
    });
}

fn memory(def: &mut Def<'_, Out>) {
    def.call("set", |_, h, (key, value, of, Nothing): (Value, Value, Value, Nothing)| {
        let (key, of) = h.frame.state_of(&key, &of, "out:set", false)?;
        let value = h.frame.number(&value, At("out:set", "value"))?;
        h.quiet(Effect::Set { key, of, value }, &Value::Nil, "out:set")
    });
    def.call("add", |_, h, (key, value, of, Nothing): (Value, Value, Value, Nothing)| {
        let (key, of) = h.frame.state_of(&key, &of, "out:add", true)?;
        let value = h.frame.number(&value, At("out:add", "value"))?;
        h.quiet(Effect::Listed { key, of, value }, &Value::Nil, "out:add")
    });
    def.call("clear", |_, h, (key, of, Nothing): (Value, Value, Nothing)| {
        let (key, of) = h.frame.state_of(&key, &of, "out:clear", true)?;
        h.quiet(Effect::Cleared { key, of }, &Value::Nil, "out:clear")
    });
}

fn course(def: &mut Def<'_, Out>) {
    def.call("push", |_, h, (step, actor, args): (Value, Value, MultiValue)| {
        let at = At("out:push", "step");
        let step = StepId(h.frame.name(What::Step, arg::text(&step, at)?, at)? as u8);
        let actor = match &actor {
            Value::String(s) if s.as_bytes() == "chance".as_bytes() => PlayerId::CHANCE,
            other => h.frame.player(other, At("out:push", "actor"))?,
        };
        if args.len() > STEP_ARGS_MAX {
            return Err(Raised::new(
                "L0205",
                format!("`out:push`: a step has {STEP_ARGS_MAX} arguments at most"),
                format!("`out:push` : une étape a {STEP_ARGS_MAX} arguments au plus"),
            )
            .into());
        }
        let mut numbers = [0; STEP_ARGS_MAX];
        for (number, value) in numbers.iter_mut().zip(args.iter()) {
            *number = h.frame.number(value, At("out:push", "argument"))?;
        }
        h.frame.answer(EFFECTS, "out:push", |a| a.push(step, actor, &numbers[..args.len()]))
    });
    def.call("parts", |_, h, (n, rule, Nothing): (Value, Value, Nothing)| {
        let n = arg::within(&n, At("out:parts", "n"), 1, 16)? as u8;
        h.effect(Effect::Parts { n }, &rule, "out:parts")
    });
    def.call("skip", |_, h, (slot, rule, Nothing): (Value, Value, Nothing)| {
        let at = At("out:skip", "slot");
        let slot = Slot::ALL[h.frame.name(What::Slot, arg::text(&slot, at)?, at)? as usize];
        if !slot.may_be_skipped() {
            return Err(arg::kept_slot(slot));
        }
        h.effect(Effect::Skip { slot: slot as u8 }, &rule, "out:skip")
    });
    def.call("turn", |_, h, (player, rule, Nothing): (Value, Value, Nothing)| {
        let player = h.frame.player(&player, At("out:turn", "player"))?;
        h.effect(Effect::Turn { player }, &rule, "out:turn")
    });
    def.call("begins", |_, h, (player, rule, Nothing): (Value, Value, Nothing)| {
        let player = h.frame.player(&player, At("out:begins", "player"))?;
        h.effect(Effect::Begins { player }, &rule, "out:begins")
    });
    def.call("over", |_, h, (rule, Nothing): (Value, Nothing)| {
        h.effect(Effect::Over, &rule, "out:over")
    });
    def.call("note", |_, h, (player, rule, Nothing): (Value, Value, Nothing)| {
        let player = h.frame.player_or_none(&player, At("out:note", "player"))?;
        h.effect(Effect::Noted { player }, &rule, "out:note")
    });
}

fn tiles(def: &mut Def<'_, Out>) {
    def.call(
        "tile",
        |_, h, (tile, from, to, rule, player, Nothing): (Value, Value, Value, Value, Value, Nothing)| {
            let tile = h.frame.tile_type(&tile, At("out:tile", "type"))?;
            let from = if from.is_nil() { PileId::NONE } else { h.pile(&from, "out:tile", "from")? };
            let player = h.frame.player_or_none(&player, At("out:tile", "player"))?;
            if to.is_nil() && from.is_some() {
                let to = PileId::NONE;
                return h.effect(Effect::Drawn { tile, from, to, player }, &rule, "out:tile");
            }
            let to = h.pile(&to, "out:tile", "to")?;
            h.effect(Effect::TileMoved { tile, from, to, player }, &rule, "out:tile")
        },
    );
    def.call("pour", |_, h, (from, to, rule, Nothing): (Value, Value, Value, Nothing)| {
        let (from, to) = (h.pile(&from, "out:pour", "from")?, h.pile(&to, "out:pour", "to")?);
        h.effect(Effect::Poured { from, to }, &rule, "out:pour")
    });
    def.call("draw", |_, h, (zone, player, Nothing): (Value, Value, Nothing)| {
        if zone.is_nil() && player.is_nil() {
            let (zone, player) = (PileId::NONE, PlayerId::NONE);
            return h.frame.answer(EFFECTS, "out:draw", |a| a.draw(zone, player));
        }
        let zone = h.pile(&zone, "out:draw", "zone")?;
        // A zone of the game belongs to nobody.
        let player = if player.is_nil() && h.frame.rules.borrow().is_of_game(zone) {
            PlayerId::NONE
        } else {
            h.frame.player(&player, At("out:draw", "player"))?
        };
        h.frame.answer(EFFECTS, "out:draw", |a| a.draw(zone, player))
    });
    def.call("place", |_, h, (player, Nothing): (Value, Nothing)| {
        let player = h.frame.player(&player, At("out:place", "player"))?;
        h.frame.answer(EFFECTS, "out:place", |a| a.push_place(player))
    });
}
