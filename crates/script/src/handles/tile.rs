//! Tiles on the board, tile types, and open ends.

use bastide_core::ids::{Cell, EdgeId, Node, TileId, TypeId};
use mlua::{AnyUserData, Lua, Value};

use super::arg::{self, At};
use super::filter::list;
use super::frame::{Declared, gone};
use super::names::What;
use super::{Def, End, Figure, Frame, H, Kind, Nothing, Res, Segment, Tile, Type};

use std::rc::Rc;

impl H<Tile> {
    fn tile(&self) -> Res<TileId> {
        if self.id < self.frame.state.borrow().tiles().len() {
            return Ok(TileId(self.id as u16));
        }
        Err(gone("tile", "cette tuile", self.id))
    }

    /// Sides on which an edge of a kind meets a tile, and those tiles.
    fn joined(&self, edge: &Value, at: At) -> Res<impl Iterator<Item = (usize, TileId)>> {
        let wanted = self.frame.name(What::Edge, arg::text(edge, at)?, at)?;
        let tile = self.tile()?;
        Ok(self.frame.read(|g| g.joined(tile, EdgeId(wanted as u8))))
    }
}

impl Frame {
    /// Name of the edge of a tile type on a side.
    pub(crate) fn edge(
        &self,
        lua: &Lua,
        tile: TypeId,
        rotation: u8,
        side: i32,
    ) -> Res<mlua::LuaString> {
        let edge = self.rules.borrow().edge_of(tile, rotation, side as usize);
        self.declared(lua, Declared::Edge, edge.index())
    }

    /// The tile beside a cell.
    pub(crate) fn beside(
        self: &Rc<Self>,
        lua: &Lua,
        cell: Cell,
        side: i32,
    ) -> Res<Option<AnyUserData>> {
        let found = self.state.borrow().tile_at(cell.side(side as usize));
        found.map(|t| H::<Tile>::of(self, lua, t.index())).transpose()
    }
}

/// A side: 0 north, clockwise.
pub(crate) fn side(value: &Value, method: &'static str) -> Res<i32> {
    arg::within(value, At(method, "side"), 0, 3)
}

impl Kind for Tile {
    const NAME: &'static str = "tile";
    const ROW: usize = Tile::ROW;

    fn define(def: &mut Def<'_, Self>) {
        def.get("x", |_, h| Ok(h.frame.state.borrow().tile(h.tile()?).cell().x));
        def.get("y", |_, h| Ok(h.frame.state.borrow().tile(h.tile()?).cell().y));
        def.get("rotation", |_, h| Ok(h.frame.state.borrow().tile(h.tile()?).rotation()));
        def.get("number", |_, h| Ok(h.tile()?.0 + 1));
        def.get("type", |lua, h| {
            let kind = h.frame.state.borrow().tile(h.tile()?).kind();
            H::<Type>::of(&h.frame, lua, kind.index())
        });
        def.call("edge", |lua, h, (s, Nothing): (Value, Nothing)| {
            let s = side(&s, "tile:edge")?;
            let tile = *h.frame.state.borrow().tile(h.tile()?);
            h.frame.edge(lua, tile.kind(), tile.rotation(), s)
        });
        def.call("neighbour", |lua, h, (s, Nothing): (Value, Nothing)| {
            let s = side(&s, "tile:neighbour")?;
            let cell = h.frame.state.borrow().tile(h.tile()?).cell();
            h.frame.beside(lua, cell, s)
        });
        def.call("joined", |lua, h, (edge, Nothing): (Value, Nothing)| {
            let joined = h.joined(&edge, At("tile:joined", "edge"))?;
            lua.create_sequence_from(joined.map(|(side, _)| side))
        });
        def.call("entry", |_, h, (edge, Nothing): (Value, Nothing)| {
            let at = At("tile:entry", "edge");
            let edge = h.frame.name(What::Edge, arg::text(&edge, at)?, at)?;
            let tile = h.tile()?;
            Ok(h.frame.read(|g| g.entry(tile, EdgeId(edge as u8))))
        });
        def.call("tag", |_, h, (name, Nothing): (Value, Nothing)| {
            let at = At("tile:tag", "tag");
            let bit = h.frame.name(What::TileTag, arg::text(&name, at)?, at)?;
            let kind = h.frame.state.borrow().tile(h.tile()?).kind();
            Ok(h.frame.rules.borrow().tile_number(kind, bit as u8))
        });
        def.call("segments", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let filter = h.frame.filter(&filter, "tile:segments")?;
            let tile = h.tile()?;
            let found: Vec<usize> = h.frame.read(|g| {
                g.segments(tile).filter(|n| filter.takes_feature(g, *n)).map(Node::index).collect()
            });
            list::<Segment>(&h.frame, lua, found)
        });
        def.call("figures", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let filter = h.frame.figure_filter(&filter, "tile:figures")?;
            let tile = h.tile()?;
            let found: Vec<usize> =
                h.frame.read(|g| filter.figures_of(g, g.state.figures_on(tile)));
            list::<Figure>(&h.frame, lua, found)
        });
    }
}

impl Kind for Type {
    const NAME: &'static str = "tile type";
    const ROW: usize = Type::ROW;

    fn show(handle: &H<Self>) -> String {
        let rules = handle.frame.rules.borrow();
        rules.types.get(handle.id).map_or_else(String::new, |t| format!(" {}", t.decl.id))
    }

    fn define(def: &mut Def<'_, Self>) {
        def.get("id", |lua, h| lua.create_string(&h.frame.rules.borrow().types[h.id].decl.id));
        def.get("group", |lua, h| {
            let rules = h.frame.rules.borrow();
            lua.create_string(&rules.piles[rules.types[h.id].group.index()].name)
        });
        def.call("edge", |lua, h, (s, rotation, Nothing): (Value, Value, Nothing)| {
            let s = side(&s, "type:edge")?;
            let rotation = arg::within(&rotation, At("type:edge", "rotation"), 0, 3)?;
            h.frame.edge(lua, TypeId(h.id as u16), rotation as u8, s)
        });
        def.call("tag", |_, h, (name, Nothing): (Value, Nothing)| {
            let at = At("type:tag", "tag");
            let bit = h.frame.name(What::TileTag, arg::text(&name, at)?, at)?;
            Ok(h.frame.rules.borrow().tile_number(TypeId(h.id as u16), bit as u8))
        });
        def.call("has", |_, h, (kind, Nothing): (Value, Nothing)| {
            let at = At("type:has", "kind");
            let kind = h.frame.name(What::Kind, arg::text(&kind, at)?, at)?;
            Ok(h.frame.rules.borrow().types[h.id].kinds >> kind & 1 == 1)
        });
    }
}

impl Frame {
    /// The free cell of an open end.
    pub(crate) fn end_cell(&self, value: &Value, at: At) -> Res<Cell> {
        let id = arg::id::<End>(value)
            .ok_or_else(|| arg::bad(at, "an open end", "un bout ouvert", value))?;
        let state = self.state.borrow();
        let tile = state.tiles().get(id / 4).ok_or_else(|| gone("open end", "ce bout", id))?;
        Ok(tile.cell().side(id & 3))
    }
}

impl H<End> {
    fn tile_cell(&self) -> Res<Cell> {
        let state = self.frame.state.borrow();
        state
            .tiles()
            .get(self.id / 4)
            .map(bastide_core::PlacedTile::cell)
            .ok_or_else(|| gone("open end", "ce bout", self.id))
    }
}

impl Kind for End {
    const NAME: &'static str = "open end";
    const ROW: usize = End::ROW;

    fn define(def: &mut Def<'_, Self>) {
        def.get("x", |_, h| Ok(h.tile_cell()?.side(h.id & 3).x));
        def.get("y", |_, h| Ok(h.tile_cell()?.side(h.id & 3).y));
        def.get("side", |_, h| Ok(h.id & 3));
        def.get("from", |_, h| {
            h.tile_cell()?;
            let (tile, side) = (TileId(h.id as u16 / 4), h.id & 3);
            Ok(h.frame.read(|g| {
                let lies = g.state.tile(tile);
                g.entry(tile, g.rules.edge_of(lies.kind(), lies.rotation(), side))
            }))
        });
        def.get("tile", |lua, h| {
            h.tile_cell()?;
            H::<Tile>::of(&h.frame, lua, h.id / 4)
        });
    }
}
