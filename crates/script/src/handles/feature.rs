//! Segments and the features they make.

use bastide_core::ids::Node;
use bastide_core::limits::PLAYERS_MAX;
use mlua::Value;

use super::arg::{self, At};
use super::filter::list;
use super::frame::Declared;
use super::tile::side;
use super::{Def, Feature, Figure, H, Kind, Nothing, Player, Res, Segment, Tile};

impl<K> H<K> {
    #[inline]
    fn node(&self) -> Res<Node> {
        self.frame.node(self.id)
    }

    fn kind_name(&self, lua: &mlua::Lua) -> Res<mlua::LuaString> {
        let kind = self.frame.state.borrow().kind(self.node()?);
        self.frame.declared(lua, Declared::Kind, kind.index())
    }
}

impl Kind for Segment {
    const NAME: &'static str = "segment";
    const ROW: usize = Segment::ROW;

    fn define(def: &mut Def<'_, Self>) {
        def.get("kind", |lua, h| h.kind_name(lua));
        def.get("feature", |lua, h| {
            let root = h.frame.state.borrow().root(h.node()?);
            H::<Feature>::of(&h.frame, lua, root.index())
        });
        def.get("tile", |lua, h| {
            let tile = h.frame.state.borrow().tile_of(h.node()?);
            H::<Tile>::of(&h.frame, lua, tile.index())
        });
        def.get("x", |_, h| {
            let node = h.node()?;
            Ok(h.frame.read(|g| g.cell(node).x))
        });
        def.get("y", |_, h| {
            let node = h.node()?;
            Ok(h.frame.read(|g| g.cell(node).y))
        });
        def.call("tag", |_, h, (name, Nothing): (Value, Nothing)| {
            let node = h.node()?;
            let at = At("segment:tag", "tag");
            let kind = h.frame.state.borrow().kind(node);
            let lane = h.frame.lane(kind, arg::text(&name, at)?, at)?;
            Ok(lane.map_or(0, |lane| h.frame.read(|g| g.own_tag(node, lane))))
        });
        def.call("touches", |_, h, (s, Nothing): (Value, Nothing)| {
            let s = side(&s, "segment:touches")?;
            let node = h.node()?;
            Ok(h.frame.read(|g| g.places(node) >> (3 * s) & 7 != 0))
        });
        def.call("figures", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let node = h.node()?;
            let filter = h.frame.figure_filter(&filter, "segment:figures")?;
            let found: Vec<usize> = h.frame.read(|g| {
                let all = g.figures_in(node).into_iter();
                let here = all.filter(|f| g.figure_node(*f) == Some(node));
                filter.figures_of(g, here)
            });
            list::<Figure>(&h.frame, lua, found)
        });
        def.call("walk", |lua, h, (stop, s, Nothing): (Value, Value, Nothing)| {
            let node = h.node()?;
            let stop = h.frame.stop(&stop, "segment:walk")?;
            let s = if s.is_nil() { None } else { Some(side(&s, "segment:walk")? as usize) };
            let found: Vec<usize> = h.frame.read(|g| {
                let way = g.walk(node, s, |n| stop.as_ref().is_some_and(|f| f.takes_alone(g, n)));
                way.into_iter().map(Node::index).collect()
            });
            list::<Segment>(&h.frame, lua, found)
        });
    }
}

impl Kind for Feature {
    const NAME: &'static str = "feature";
    const ROW: usize = Feature::ROW;

    fn define(def: &mut Def<'_, Self>) {
        def.get("kind", |lua, h| h.kind_name(lua));
        def.get("complete", |_, h| {
            let node = h.node()?;
            Ok(h.frame.read(|g| g.is_complete(node)))
        });
        def.get("occupied", |_, h| {
            let node = h.node()?;
            Ok(h.frame.read(|g| g.is_occupied(node)))
        });
        def.get("tiles", |_, h| {
            let node = h.node()?;
            Ok(h.frame.read(|g| g.tile_count(node)))
        });
        def.get("open", |_, h| {
            let node = h.node()?;
            Ok(h.frame.read(|g| g.open_ends(node)))
        });
        def.call("closed_by", |_, h, (tile, Nothing): (Value, Nothing)| {
            let node = h.node()?;
            let tile = h.frame.tile_type(&tile, At("feature:closed_by", "type"))?;
            Ok(h.frame.read(|g| g.is_closed_by(node, tile)))
        });
        def.call("tag", |_, h, (name, Nothing): (Value, Nothing)| {
            let node = h.node()?;
            let at = At("feature:tag", "tag");
            let kind = h.frame.state.borrow().kind(node);
            let lane = h.frame.lane(kind, arg::text(&name, at)?, at)?;
            Ok(lane.map_or(0, |lane| h.frame.read(|g| g.tag(node, lane))))
        });
        def.call("holds", |_, h, (what, player, Nothing): (Value, Value, Nothing)| {
            let node = h.node()?;
            let filter = h.frame.figure_filter(&what, "feature:holds")?;
            let player = h.frame.player(&player, At("feature:holds", "player"))?;
            Ok(h.frame.read(|g| {
                let mut all = g.figures_in(node).into_iter();
                all.any(|f| g.state.owner(f) == player && filter.takes_figure(g, f))
            }))
        });
        def.call("majority", |lua, h, Nothing| {
            let node = h.node()?;
            let most = h.frame.read(|g| g.majority(node));
            list::<Player>(&h.frame, lua, (0..PLAYERS_MAX).filter(|p| most >> p & 1 == 1))
        });
        def.call("figures", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let node = h.node()?;
            let filter = h.frame.figure_filter(&filter, "feature:figures")?;
            let found: Vec<usize> =
                h.frame.read(|g| filter.figures_of(g, g.figures_in(node).into_iter()));
            list::<Figure>(&h.frame, lua, found)
        });
        def.call("bordering", |lua, h, (filter, Nothing): (Value, Nothing)| {
            let node = h.node()?;
            let filter = h.frame.filter(&filter, "feature:bordering")?;
            let found: Vec<usize> = h.frame.read(|g| {
                let all = g.bordering(node, filter.kinds()).into_iter();
                all.filter(|n| filter.takes_feature(g, *n)).map(Node::index).collect()
            });
            list::<Feature>(&h.frame, lua, found)
        });
        def.call("segments", |lua, h, Nothing| {
            let node = h.node()?;
            let mut found: Vec<usize> =
                h.frame.state.borrow().members(node).map(Node::index).collect();
            found.sort_unstable();
            list::<Segment>(&h.frame, lua, found)
        });
        def.call("cells", |lua, h, Nothing| {
            let node = h.node()?;
            let found: Vec<usize> = h.frame.read(|g| {
                let cells = g.cells(node).into_iter();
                cells
                    .filter_map(|c| g.state.tile_at(c))
                    .map(bastide_core::ids::TileId::index)
                    .collect()
            });
            list::<Tile>(&h.frame, lua, found)
        });
    }
}
