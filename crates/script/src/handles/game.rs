//! The game as a whole.

use bastide_core::decl;
use bastide_core::ids::{Cell, FigureId, Node, Player as PlayerId, StateId, TileId, TypeId};
use mlua::{AnyUserData, Lua, Table, Value};

use super::arg::{self, At};
use super::filter::list;
use super::names::What;
use super::{
    Def, End, Event, Feature, Figure, Frame, Game, H, Kind, Neutral, Nothing, Player, Res, Segment,
    Tile, Type, what_if,
};
use crate::raised::Raised;

use std::rc::Rc;

impl Kind for Game {
    const NAME: &'static str = "game";
    const ROW: usize = Game::ROW;

    fn show(_: &H<Self>) -> String {
        String::new()
    }

    fn define(def: &mut Def<'_, Self>) {
        def.get("turn", |lua, h| {
            let player = h.frame.state.borrow().player();
            H::<Player>::of(&h.frame, lua, player.index())
        });
        def.get("part", |_, h| Ok(h.frame.state.borrow().part()));
        def.get("parts", |_, h| Ok(h.frame.state.borrow().parts()));
        def.get("deck_size", |_, h| Ok(h.frame.deck_size()));
        def.get("next_group", |lua, h| {
            let (rules, state) = (h.frame.rules.borrow(), h.frame.state.borrow());
            let group = bastide_core::Game::new(&rules, &state).next_group();
            group.map(|p| lua.create_string(&rules.piles[p.index()].name)).transpose()
        });
        def.get("placed", |lua, h| {
            let placed = h.frame.state.borrow().placed();
            placed.map(|t| H::<Tile>::of(&h.frame, lua, t.index())).transpose()
        });
        def.get("drawn", |lua, h| {
            let drawn = h.frame.state.borrow().drawn();
            drawn.map(|t| H::<Type>::of(&h.frame, lua, t.index())).transpose()
        });
        def.get("option", |lua, h| h.frame.option_table(lua));
        def.call("players", |lua, h, Nothing| {
            let n = h.frame.state.borrow().players();
            list::<Player>(&h.frame, lua, 0..n as usize)
        });
        def.call("tile_at", |lua, h, (x, y, Nothing): (Value, Value, Nothing)| {
            let cell = cell(&x, &y, "game:tile_at")?;
            let found = h.frame.state.borrow().tile_at(cell);
            found.map(|t| H::<Tile>::of(&h.frame, lua, t.index())).transpose()
        });
        def.call("tiles", |lua, h, Nothing| {
            let n = h.frame.state.borrow().tiles().len();
            list::<Tile>(&h.frame, lua, 0..n)
        });
        def.call("unseen", |lua, h, Nothing| {
            let found =
                h.frame.read(|g| g.unseen().into_iter().map(TypeId::index).collect::<Vec<_>>());
            list::<Type>(&h.frame, lua, found)
        });
        def.call("neutral", |lua, h, (name, Nothing): (Value, Nothing)| {
            let neutral = h.frame.neutral(&name, At("game:neutral", "name"))?;
            H::<Neutral>::of(&h.frame, lua, neutral.index())
        });
        def.call(
            "fits",
            |_, h, (tile, x, y, rotation, Nothing): (Value, Value, Value, Value, Nothing)| {
                let tile = h.frame.tile_type(&tile, At("game:fits", "type"))?;
                let cell = cell(&x, &y, "game:fits")?;
                let rotation = arg::within(&rotation, At("game:fits", "rotation"), 0, 3)?;
                Ok(h.frame.read(|g| g.fits(tile, cell, rotation as u8)))
            },
        );
        what_if::define(def);
        Self::queries(def);
        Self::memory(def);
    }
}

impl Game {
    fn queries(def: &mut Def<'_, Self>) {
        def.call("segments", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let filter = h.frame.filter(&filter, "game:segments")?;
            let found: Vec<usize> = h.frame.read(|g| {
                (0..g.state.node_count())
                    .filter(|n| filter.takes_feature(g, Node(*n as u16)))
                    .collect()
            });
            list::<Segment>(&h.frame, lua, found)
        });
        def.call("features", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let filter = h.frame.filter(&filter, "game:features")?;
            let found: Vec<usize> = h.frame.read(|g| {
                let all = g.features(filter.kinds()).into_iter();
                all.filter(|n| filter.takes_feature(g, *n))
                    .map(|n| g.state.root(n).index())
                    .collect()
            });
            list::<Feature>(&h.frame, lua, found)
        });
        def.call("due", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let filter = h.frame.filter(&filter, "game:due")?;
            let found: Vec<usize> = h.frame.read(|g| {
                let due = g.due().into_iter().filter(|n| filter.takes_feature(g, *n));
                due.map(|n| g.state.root(n).index()).collect()
            });
            list::<Feature>(&h.frame, lua, found)
        });
        def.call("figures", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let filter = h.frame.figure_filter(&filter, "game:figures")?;
            let found = h.frame.read(|g| filter.figures_of(g, g.figures()));
            list::<Figure>(&h.frame, lua, found)
        });
        def.call("held", |lua, h, (owner, holder, Nothing): (Value, Value, Nothing)| {
            let owner = h.frame.player(&owner, At("game:held", "owner"))?;
            let holder = h.frame.player(&holder, At("game:held", "holder"))?;
            let found = h.frame.read(|g| {
                let held = g.held(owner, holder);
                held.into_iter().map(FigureId::index).collect::<Vec<usize>>()
            });
            list::<Figure>(&h.frame, lua, found)
        });
        def.call("open", |lua, h, (kind, Nothing): (Value, Nothing)| {
            let kind = h.frame.name(
                What::Kind,
                arg::text(&kind, At("game:open", "kind"))?,
                At("game:open", "kind"),
            )?;
            let found = h.frame.read(|g| open_ends(g, kind as u8));
            list::<End>(&h.frame, lua, found)
        });
        def.call("log", |lua, h, (effect, span, Nothing): (Value, Value, Nothing)| {
            let at = At("game:log", "effect");
            let effect = h.frame.name(What::Effect, arg::text(&effect, at)?, at)?;
            let part = span_is_part(&span)?;
            let state = h.frame.state.borrow();
            let (log, from) = state.log();
            let first = if part { from } else { 0 };
            let found: Vec<usize> = (first..log.len())
                .filter(|i| log[*i].effect.kind() as u32 == effect)
                .map(|i| i + 1)
                .collect();
            drop(state);
            list::<Event>(&h.frame, lua, found)
        });
        def.call("zone", |lua, h, (name, owner, Nothing): (Value, Value, Nothing)| {
            let at = At("game:zone", "name");
            let pile = h.frame.name(What::Pile, arg::text(&name, at)?, at)?;
            let owner = h.frame.player_or_none(&owner, At("game:zone", "player"))?;
            let state = h.frame.state.borrow();
            let mine = |p: PlayerId| !owner.is_some() || p == owner;
            let found: Vec<usize> = state
                .zoned()
                .filter(|(z, p, _)| u32::from(z.0) == pile && mine(*p))
                .map(|(_, _, t)| TypeId::index(t))
                .collect();
            drop(state);
            list::<Type>(&h.frame, lua, found)
        });
        def.call("left", |_, h, (of, Nothing): (Value, Nothing)| {
            if let Value::String(name) = &of {
                let pile = h.frame.name(What::Pile, name, At("game:left", "pile"))?;
                return Ok(h.frame.state.borrow().pile_size(bastide_core::ids::PileId(pile as u8)));
            }
            let tile = h.frame.tile_type(&of, At("game:left", "type"))?;
            Ok(u16::from(h.frame.state.borrow().deck_count(tile)))
        });
    }

    fn memory(def: &mut Def<'_, Self>) {
        def.call("get", |_, h, (key, of, Nothing): (Value, Value, Nothing)| {
            let (key, of) = h.frame.state_of(&key, &of, "game:get", false)?;
            Ok(h.frame.read(|g| g.get(key, of as usize)))
        });
        def.call("list", |lua, h, (key, of, Nothing): (Value, Value, Nothing)| {
            let (key, of) = h.frame.state_of(&key, &of, "game:list", true)?;
            let numbers = h.frame.read(|g| g.list(key, of as usize).to_vec());
            lua.create_sequence_from(numbers)
        });
        def.call("has", |_, h, (key, value, of, Nothing): (Value, Value, Value, Nothing)| {
            let (key, of) = h.frame.state_of(&key, &of, "game:has", true)?;
            let value = h.frame.number(&value, At("game:has", "value"))?;
            Ok(h.frame.read(|g| g.list(key, of as usize).contains(&value)))
        });
    }
}

fn span_is_part(span: &Value) -> Res<bool> {
    match span {
        Value::Nil => Ok(false),
        Value::String(s) if s.as_bytes() == "turn".as_bytes() => Ok(false),
        Value::String(s) if s.as_bytes() == "part".as_bytes() => Ok(true),
        other => Err(arg::bad(
            At("game:log", "span"),
            "\"part\" or \"turn\"",
            "\"part\" ou \"turn\"",
            other,
        )),
    }
}

/// A cell from two numbers.
pub(crate) fn cell(x: &Value, y: &Value, method: &'static str) -> Res<Cell> {
    let n = |v: &Value, name| arg::within(v, At(method, name), -16_000, 16_000);
    Ok(Cell::new(n(x, "x")? as i16, n(y, "y")? as i16))
}

/// Sides of tiles where a kind runs into a free cell: tile × 4 + side.
fn open_ends(g: &bastide_core::Game<'_>, kind: u8) -> Vec<usize> {
    let mut out = Vec::new();
    for (t, tile) in g.state.tiles().iter().enumerate() {
        for node in g.segments(TileId(t as u16)) {
            if g.state.kind(node).0 != kind {
                continue;
            }
            let places = g.places(node);
            for side in 0..4 {
                let here = places >> (3 * side) & 7 != 0;
                let end = t * 4 + side;
                if here && g.state.tile_at(tile.cell().side(side)).is_none() && !out.contains(&end)
                {
                    out.push(end);
                }
            }
        }
    }
    out.sort_unstable();
    out
}

impl Frame {
    /// The options of the running expansion.
    fn option_table(self: &Rc<Self>, lua: &Lua) -> Res<Table> {
        let expansion = self.expansion.get().index();
        if let Some(Some(table)) = self.options.borrow().get(expansion) {
            return Ok(table.clone());
        }
        let table = lua.create_table()?;
        let rules = self.rules.borrow();
        let options = &rules.expansions[expansion].options;
        for (name, value) in options {
            let value = match value {
                decl::Value::Bool(b) => Value::Boolean(*b),
                decl::Value::Int(n) => Value::Integer(*n),
                decl::Value::Text(t) => Value::String(lua.create_string(t)?),
            };
            table.raw_set(name.as_str(), value.clone())?;
            if name.contains('-') {
                // `game.option.sixth_player` reads better than `game.option["sixth-player"]`.
                table.raw_set(name.replace('-', "_"), value)?;
            }
        }
        let names: Vec<String> = options.keys().map(|k| k.replace('-', "_")).collect();
        let meta = lua.create_table()?;
        let missing = lua.create_function(move |_, (_, key): (Value, Value)| -> Res<()> {
            Err(super::api::unknown_option(&names, &key).into())
        })?;
        meta.raw_set("__index", missing)?;
        meta.raw_set("__metatable", false)?;
        meta.set_readonly(true);
        table.set_metatable(Some(meta))?;
        table.set_readonly(true);
        let mut all = self.options.borrow_mut();
        if all.len() <= expansion {
            all.resize(expansion + 1, None);
        }
        all[expansion] = Some(table.clone());
        Ok(table)
    }

    /// A state key of the running expansion, and whose.
    pub(crate) fn state_of(
        &self,
        key: &Value,
        of: &Value,
        method: &'static str,
        listed: bool,
    ) -> Res<(StateId, u16)> {
        let at = At(method, "key");
        let key = StateId(self.name(What::State, arg::text(key, at)?, at)? as u16);
        let (per, is_list) = {
            let rules = self.rules.borrow();
            let decl = &rules.state[key.index()].decl;
            (decl.per, decl.list > 0)
        };
        if is_list != listed {
            let (en, fr) = if is_list {
                ("this state is a list", "cet état est une liste")
            } else {
                ("this state is a number, not a list", "cet état est un nombre, pas une liste")
            };
            return Err(Raised::new(
                "L0205",
                format!("`{method}`: {en}"),
                format!("`{method}` : {fr}"),
            )
            .into());
        }
        let at = At(method, "of");
        let of = match per {
            decl::Per::Game if of.is_nil() => 0,
            decl::Per::Game => {
                return Err(arg::bad(
                    at,
                    "nothing: this state belongs to the game",
                    "absent : cet état est celui de la partie",
                    of,
                ));
            }
            decl::Per::Player => u16::from(self.player(of, at)?.0),
            decl::Per::Tile => self.tile(of, at)?.0,
            decl::Per::Figure => self.figure(of, at)?.0,
            decl::Per::Segment => self.segment(of, at)?.0,
        };
        Ok((key, of))
    }

    /// A number, or the number of a handle: what state and steps can keep.
    pub(crate) fn number(&self, value: &Value, at: At) -> Res<i32> {
        let Value::UserData(handle) = value else { return arg::int(value, at) };
        if handle.is::<H<Segment>>() {
            return self.segment(value, at).map(|n| i32::from(n.0));
        }
        if arg::id::<Player>(value).is_some() {
            return self.player(value, at).map(|p| i32::from(p.0));
        }
        if arg::id::<Tile>(value).is_some() {
            return self.tile(value, at).map(|t| i32::from(t.0));
        }
        if arg::id::<Figure>(value).is_some() {
            return self.figure(value, at).map(|f| i32::from(f.0));
        }
        if arg::id::<Type>(value).is_some() {
            return self.tile_type(value, at).map(|t| i32::from(t.0));
        }
        if arg::id::<Neutral>(value).is_some() {
            return self.neutral(value, at).map(|n| i32::from(n.0));
        }
        self.segment(value, at).map(|n| i32::from(n.0))
    }

    fn deck_size(&self) -> u32 {
        {
            let (rules, state) = (self.rules.borrow(), self.state.borrow());
            bastide_core::Game::new(&rules, &state).deck_size()
        }
    }

    /// The game's handle.
    pub(crate) fn game(self: &Rc<Self>, lua: &Lua) -> Res<AnyUserData> {
        H::<Game>::of(self, lua, 0)
    }
}
