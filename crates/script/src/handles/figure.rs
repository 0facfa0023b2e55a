//! Players, their figures, and figures that belong to nobody.

use bastide_core::Place;
use bastide_core::ids::{FigureId, FigureKindId, Node, Player as PlayerId, TokenId};
use mlua::{AnyUserData, Lua, Value};

use super::arg::{self, At};
use super::frame::{Declared, gone};
use super::names::What;
use super::{Def, Feature, Figure, H, Kind, Neutral, Nothing, Player, Res, Segment, Tile};

impl H<Figure> {
    fn figure(&self) -> Res<FigureId> {
        if self.id < self.frame.state.borrow().figure_count() {
            return Ok(FigureId(self.id as u16));
        }
        Err(gone("figure", "cette figurine", self.id))
    }

    fn place(&self) -> Res<Place> {
        Ok(self.frame.state.borrow().figure_place(self.figure()?))
    }

    fn segment(&self) -> Res<Option<Node>> {
        Ok(if let Place::Segment(n) = self.place()? { Some(n) } else { None })
    }

    fn declared<R>(&self, read: impl FnOnce(&bastide_core::decl::FigureKind) -> R) -> Res<R> {
        let kind = self.frame.state.borrow().figure_kind(self.figure()?);
        Ok(read(&self.frame.rules.borrow().figures[kind.index()].decl))
    }
}

impl Kind for Figure {
    const NAME: &'static str = "figure";
    const ROW: usize = Figure::ROW;

    fn define(def: &mut Def<'_, Self>) {
        def.get("owner", |lua, h| {
            let owner = h.frame.state.borrow().owner(h.figure()?);
            H::<Player>::of(&h.frame, lua, owner.index())
        });
        def.get("kind", |lua, h| {
            let kind = h.frame.state.borrow().figure_kind(h.figure()?);
            h.frame.declared(lua, Declared::Figure, kind.index())
        });
        def.get("immune", |_, h| h.declared(|d| d.immune));
        def.get("sheltered", |_, h| {
            let figure = h.figure()?;
            Ok(h.frame.read(|g| g.is_sheltered(figure)))
        });
        def.get("segment", |lua, h| {
            h.segment()?.map(|n| H::<Segment>::of(&h.frame, lua, n.index())).transpose()
        });
        def.get("feature", |lua, h| {
            let Some(node) = h.segment()? else { return Ok(None) };
            let root = h.frame.state.borrow().root(node);
            H::<Feature>::of(&h.frame, lua, root.index()).map(Some)
        });
        def.get("tile", |lua, h| {
            let Some(node) = h.segment()? else { return Ok(None) };
            let tile = h.frame.state.borrow().tile_of(node);
            H::<Tile>::of(&h.frame, lua, tile.index()).map(Some)
        });
        def.get("holder", |lua, h| match h.place()? {
            Place::Held(p) => H::<Player>::of(&h.frame, lua, p.index()).map(Some),
            _ => Ok(None),
        });
        def.get("place", |lua, h| {
            let word = match h.place()? {
                Place::Supply => "supply",
                Place::Box => "box",
                Place::Held(_) => "held",
                _ => "board",
            };
            h.frame.word(lua, word)
        });
        def.call("class", |_, h, (name, Nothing): (Value, Nothing)| {
            let at = At("figure:class", "class");
            let class = h.frame.name(What::Class, arg::text(&name, at)?, at)?;
            let kind = h.frame.state.borrow().figure_kind(h.figure()?);
            Ok(h.frame.rules.borrow().figures[kind.index()].class >> class & 1 == 1)
        });
    }
}

impl H<Player> {
    fn player(&self) -> Res<PlayerId> {
        if self.id < self.frame.state.borrow().players() as usize {
            return Ok(PlayerId(self.id as u8));
        }
        Err(gone("player", "ce joueur", self.id + 1))
    }
}

impl Kind for Player {
    const NAME: &'static str = "player";
    const ROW: usize = Player::ROW;

    fn show(handle: &H<Self>) -> String {
        format!(" {}", handle.id + 1)
    }

    fn define(def: &mut Def<'_, Self>) {
        def.get("index", |_, h| Ok(h.id + 1));
        def.get("score", |_, h| Ok(h.frame.state.borrow().score(h.player()?)));
        def.get("next", |lua, h| {
            let next = (h.player()?.index() + 1) % h.frame.state.borrow().players() as usize;
            H::<Player>::of(&h.frame, lua, next)
        });
        def.call("tokens", |_, h, (name, Nothing): (Value, Nothing)| {
            let at = At("player:tokens", "token");
            let token = h.frame.name(What::Token, arg::text(&name, at)?, at)?;
            Ok(h.frame.state.borrow().tokens(TokenId(token as u8), h.player()?))
        });
        def.call("supply", |_, h, (name, Nothing): (Value, Nothing)| {
            let at = At("player:supply", "figure");
            let kind = h.frame.name(What::Figure, arg::text(&name, at)?, at)?;
            Ok(h.frame.state.borrow().supply(h.player()?, FigureKindId(kind as u8)))
        });
    }
}

impl H<Neutral> {
    fn place(&self) -> Place {
        self.frame.state.borrow().neutral(bastide_core::ids::NeutralId(self.id as u8))
    }

    fn stand(&self) -> Option<Node> {
        match self.place() {
            Place::Segment(n) => Some(n),
            Place::Beside(f) => self.frame.read(|g| g.figure_node(f)),
            _ => None,
        }
    }
}

impl Kind for Neutral {
    const NAME: &'static str = "neutral figure";
    const ROW: usize = Neutral::ROW;

    fn show(handle: &H<Self>) -> String {
        let rules = handle.frame.rules.borrow();
        rules.neutrals.get(handle.id).map_or_else(String::new, |n| format!(" {n}"))
    }

    fn define(def: &mut Def<'_, Self>) {
        def.get("name", |lua, h| lua.create_string(&h.frame.rules.borrow().neutrals[h.id]));
        def.get("tile", |lua, h| -> Res<Option<AnyUserData>> {
            let tile = match (h.place(), h.stand()) {
                (Place::Tile(t), _) => Some(t),
                (_, Some(n)) => Some(h.frame.state.borrow().tile_of(n)),
                _ => None,
            };
            tile.map(|t| H::<Tile>::of(&h.frame, lua, t.index())).transpose()
        });
        def.get("segment", |lua: &Lua, h| {
            h.stand().map(|n| H::<Segment>::of(&h.frame, lua, n.index())).transpose()
        });
        def.get("figure", |lua, h| match h.place() {
            Place::Beside(f) => H::<Figure>::of(&h.frame, lua, f.index()).map(Some),
            _ => Ok(None),
        });
        def.get("holder", |lua, h| match h.place() {
            Place::Held(p) => H::<Player>::of(&h.frame, lua, p.index()).map(Some),
            _ => Ok(None),
        });
    }
}
