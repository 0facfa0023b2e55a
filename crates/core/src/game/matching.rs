//! Whether segments and figures are what a declaration asks for.

use super::Game;
use crate::decl::{Shape, Whose};
use crate::effect::Place;
use crate::ids::{Cell, FigureId, KindId, NeutralId, Node, Player, TileId};
use crate::ruleset::{TagRef, Where};
use crate::state::{FigureData, FigurePlace, NodeData};

impl Where {
    /// Whether it asks for a figure of some kind or owner.
    pub(crate) fn asks_figure(&self) -> bool {
        self.figures.is_some()
            || self.class != 0
            || self.owner != Whose::Any
            || self.immune.is_some()
    }

    /// Feature kinds that it asks for, as bits.
    #[inline]
    pub(crate) fn any_kind(&self) -> u32 {
        self.kinds.unwrap_or(u32::MAX)
    }
}

impl Game<'_> {
    /// Whether the segment's feature carries one of the tags.
    #[inline]
    #[must_use]
    pub(crate) fn has_tag(&self, node: Node, tag: &[(KindId, u8)]) -> bool {
        let kind = self.state.kind(node);
        tag.iter().any(|(k, l)| *k == kind && self.tag(node, *l) > 0)
    }

    /// The number of a tag that may lie on several kinds, for the segment's feature.
    pub(crate) fn tag_of(&self, node: Node, tag: &[(KindId, u8)]) -> i32 {
        let kind = self.state.kind(node);
        tag.iter().find(|(k, _)| *k == kind).map_or(0, |(_, lane)| self.tag(node, *lane))
    }

    /// Segments that a declaration means: of the placed tile, of the listed kinds, or of the whole board.
    /// Of these feature kinds (bits) only, which are some of those that it asks for.
    #[inline]
    pub(crate) fn each_segment(&self, w: &Where, kinds: u32, near: Node, mut f: impl FnMut(Node)) {
        let nodes = &self.state.nodes[..];
        let placed = w.placed == Some(true);
        if w.indexed && !placed {
            for n in self.state.indexed.iter().map(|n| Node(*n)) {
                if self.data_matches(w, kinds, n, nodes[n.index()], near) {
                    f(n);
                }
            }
            return;
        }
        let here = || self.state.placed().map_or(0..0, |tile| self.state.nodes_of(tile));
        let all = if placed { here() } else { 0..nodes.len() as u16 };
        for (n, data) in (all.start..).zip(&nodes[usize::from(all.start)..usize::from(all.end)]) {
            if self.data_matches(w, kinds, Node(n), *data, near) {
                f(Node(n));
            }
        }
    }

    /// Whether a segment is what a declaration asks for. `near` is the segment of the step's first argument, or none.
    #[inline]
    pub(crate) fn segment_matches(&self, w: &Where, node: Node, near: Node) -> bool {
        self.data_matches(w, w.any_kind(), node, self.state.nodes[node.index()], near)
    }

    /// As `segment_matches`, for one of these feature kinds (bits).
    #[inline(always)]
    fn data_matches(&self, w: &Where, kinds: u32, node: Node, data: NodeData, near: Node) -> bool {
        if kinds >> (data.kind & 31) & 1 == 0
            || w.placed.is_some_and(|x| x != (data.tile == self.state.placed))
        {
            return false;
        }
        let f = &self.state.features[data.root as usize];
        w.occupied.is_none_or(|x| x == (f.claimers > 0))
            && w.complete.is_none_or(|x| x == self.is_whole(f, data.kind))
            && (w.plain || self.segment_matches_closely(w, node, near))
    }

    #[inline]
    fn segment_matches_closely(&self, w: &Where, node: Node, near: Node) -> bool {
        let data = self.state.nodes[node.index()];
        let f = &self.state.features[data.root as usize];
        let tags = f.tags.to_le_bytes();
        let has = |tag: &[(KindId, u8)]| {
            tag.iter().any(|(k, lane)| k.0 == data.kind && tags[*lane as usize & 15] != 0)
        };
        if w.tagged && !has(&w.tag) || !w.without.is_empty() && has(&w.without) {
            return false;
        }
        if w.placed_tag.as_ref().is_some_and(|tag| !self.reached_by_tag(node, tag.lanes())) {
            return false;
        }
        w.within.is_none() || self.within(w, self.cell(node), near)
    }

    fn within(&self, w: &Where, cell: Cell, near: Node) -> bool {
        let Some((shape, size, tag)) = &w.within else { return false };
        if !near.is_some() {
            return false;
        }
        let mut size = *size as i32;
        let kind = self.state.kind(near);
        if let Some((_, lane)) = tag.iter().find(|(k, _)| *k == kind) {
            size = self.tag(near, *lane);
        }
        let near = self.cell(near);
        let dx = (cell.x as i32 - near.x as i32).abs();
        let dy = (cell.y as i32 - near.y as i32).abs();
        match shape {
            Shape::Cross => (dx == 0 || dy == 0) && dx + dy <= size,
            Shape::Square => dx.max(dy) <= size,
        }
    }

    /// Whether a figure is what a declaration asks for, in the eyes of the actor.
    pub(crate) fn figure_matches(
        &self,
        w: &Where,
        figure: FigureId,
        actor: Player,
        near: Node,
    ) -> bool {
        let f = self.state.figures[figure.index()];
        self.kind_matches(w, f, actor) && self.place_matches(w, figure, actor, near)
    }

    /// Whether a figure, of whatever kind and owner, stands where a declaration asks for.
    #[inline]
    pub(crate) fn place_matches(
        &self,
        w: &Where,
        figure: FigureId,
        actor: Player,
        near: Node,
    ) -> bool {
        let f = self.state.figures[figure.index()];
        if let Some(holder) = w.holder {
            return f.place == FigurePlace::Held && holder.means(f.at as u8, actor);
        }
        if f.place != FigurePlace::Segment {
            return false;
        }
        let node = Node(f.at);
        if w.sheltered.is_some_and(|x| x != self.is_sheltered(figure)) {
            return false;
        }
        self.segment_matches_placed(w, node)
            && w.placed_tag.as_ref().is_none_or(|tag| self.reached_by_tag(node, tag.lanes()))
            && w.free_of.is_none_or(|n| self.state.neutral(n) != Place::Beside(figure))
            && (w.within.is_none() || self.within(w, self.cell(node), near))
    }

    /// Whether a tile is what a declaration asks for, in the eyes of the actor.
    pub(crate) fn tile_matches(&self, w: &Where, tile: TileId, actor: Player) -> bool {
        let cell = self.state.tile(tile).cell();
        let near =
            |n: NeutralId| self.neutral_cell(n).is_some_and(|c| (0..4).any(|s| c.side(s) == cell));
        w.next_to.is_none_or(near)
            && w.free_of.is_none_or(|n| self.neutral_tile(n) != Some(tile))
            && self.tile_matches_there(w, tile, actor)
    }

    /// As `tile_matches`, whatever neutral figures are on the tile or next to it.
    #[inline]
    pub(crate) fn tile_matches_there(&self, w: &Where, tile: TileId, actor: Player) -> bool {
        let st = self.state;
        let bears = |f: FigureId| self.kind_matches(w, st.figures[f.index()], actor);
        w.placed.is_none_or(|x| x == (tile.0 == st.placed))
            && (!w.asks_figure() || st.figures_on(tile).any(bears))
    }

    /// Whether kind, class and owner of a figure are what a declaration asks for.
    fn kind_matches(&self, w: &Where, f: FigureData, actor: Player) -> bool {
        w.figures.is_none_or(|kinds| kinds & 1 << f.kind != 0)
            && (w.class == 0 || self.rules.figures[f.kind as usize].class & w.class != 0)
            && w.immune.is_none_or(|x| x == self.rules.figures[f.kind as usize].decl.immune)
            && w.owner.means(f.owner, actor)
    }

    /// Whether the tile just placed carries a tag, or a segment with it.
    pub(crate) fn placed_carries(&self, tag: &TagRef) -> bool {
        self.state.placed_kind().is_some_and(|tile| tag.is_on(tile))
    }

    /// Whether a segment of the tile just placed carries a tag of its own.
    pub(crate) fn placed_has(&self, tag: &[(KindId, u8)]) -> bool {
        self.placed_with(tag).next().is_some()
    }

    /// Whether the tile just placed reaches the feature by a segment with a tag of its own.
    fn reached_by_tag(&self, node: Node, tag: &[(KindId, u8)]) -> bool {
        let root = self.state.root(node);
        self.placed_with(tag).any(|n| self.state.root(n) == root)
    }

    /// Segments of the tile just placed that carry a tag of their own.
    fn placed_with(&self, tag: &[(KindId, u8)]) -> impl Iterator<Item = Node> {
        let bare = |t: &TileId| {
            let tile = self.state.tile(*t);
            let ty = &self.rules.types[tile.kind().index()];
            !ty.tagged && !self.state.is_retagged(*t)
        };
        let placed = self.state.placed().filter(|t| !bare(t));
        placed.into_iter().flat_map(|t| self.segments(t)).filter(|n| {
            let lane = tag.iter().find(|(k, _)| *k == self.state.kind(*n));
            lane.is_some_and(|(_, l)| self.own_tag(*n, *l) > 0)
        })
    }

    fn segment_matches_placed(&self, w: &Where, node: Node) -> bool {
        let kind = self.state.kind(node);
        w.any_kind() & 1 << kind.0 != 0
            && w.placed.is_none_or(|x| x == (self.state.tile_of(node).0 == self.state.placed))
            && w.complete.is_none_or(|x| x == self.is_complete(node))
            && (!w.tagged || self.has_tag(node, &w.tag))
            && (w.without.is_empty() || !self.has_tag(node, &w.without))
    }
}
