//! Whether segments and figures are what a declaration asks for.

use super::Game;
use crate::decl::{Shape, Whose};
use crate::ids::{Cell, FigureId, KindId, Node, Player};
use crate::ruleset::Where;
use crate::state::FigurePlace;

impl Game<'_> {
    /// Whether a kind is among kinds given as bits.
    #[inline]
    #[must_use]
    pub(crate) fn has_tag(&self, node: Node, tag: &[(KindId, u8)]) -> bool {
        let kind = self.state.kind(node);
        tag.iter().any(|(k, l)| *k == kind && self.tag(node, *l) > 0)
    }

    /// Whether a segment is what a declaration asks for. `near` is the segment of the step's first argument.
    #[inline]
    pub(crate) fn segment_matches(
        &self,
        w: &Where,
        node: Node,
        near: Option<Cell>,
        near_node: Node,
    ) -> bool {
        let data = self.state.nodes[node.index()];
        if w.kinds != 0 && w.kinds & 1 << data.kind == 0 {
            return false;
        }
        let f = &self.state.features[data.root as usize];
        if w.occupied.is_some_and(|x| x != (f.claimers > 0)) {
            return false;
        }
        w.plain || self.segment_matches_closely(w, node, near, near_node)
    }

    fn segment_matches_closely(
        &self,
        w: &Where,
        node: Node,
        near: Option<Cell>,
        near_node: Node,
    ) -> bool {
        let data = self.state.nodes[node.index()];
        let f = &self.state.features[data.root as usize];
        let has = |tag: &[(KindId, u8)]| {
            tag.iter().any(|(k, lane)| k.0 == data.kind && f.tags >> (8 * lane) & 0xff != 0)
        };
        if w.tagged && !has(&w.tag) || !w.without.is_empty() && has(&w.without) {
            return false;
        }
        let complete = f.done || f.open == 0 && self.rules.hot.completes >> data.kind & 1 != 0;
        if w.complete.is_some_and(|x| x != complete) {
            return false;
        }
        if w.placed.is_some_and(|x| x != (data.tile == self.state.placed)) {
            return false;
        }
        w.within.is_none() || self.within(w, self.cell(node), near, near_node)
    }

    pub(super) fn within(
        &self,
        w: &Where,
        cell: Cell,
        near: Option<Cell>,
        near_node: Node,
    ) -> bool {
        let (Some((shape, size, tag)), Some(near)) = (&w.within, near) else { return false };
        let mut size = *size as i32;
        if near_node.is_some() {
            let kind = self.state.kind(near_node);
            if let Some((_, lane)) = tag.iter().find(|(k, _)| *k == kind) {
                size = self.tag(near_node, *lane);
            }
        }
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
        near: Option<Cell>,
        near_node: Node,
    ) -> bool {
        let f = self.state.figures[figure.index()];
        let whose = |want: Whose, player: u8| match want {
            Whose::Any => true,
            Whose::Own => player == actor.0,
            Whose::Others => player != actor.0,
        };
        if w.figures != 0 && w.figures & 1 << f.kind == 0 {
            return false;
        }
        if w.class != 0 && self.rules.figures[f.kind as usize].class & w.class == 0 {
            return false;
        }
        if !whose(w.owner, f.owner) {
            return false;
        }
        if let Some(holder) = w.holder {
            return f.place == FigurePlace::Held && whose(holder, f.at as u8);
        }
        if f.place != FigurePlace::Segment {
            return false;
        }
        let node = Node(f.at);
        if w.sheltered.is_some_and(|x| x != self.is_sheltered(figure)) {
            return false;
        }
        self.segment_matches_placed(w, node)
            && (w.within.is_none() || self.within(w, self.cell(node), near, near_node))
    }

    pub(super) fn segment_matches_placed(&self, w: &Where, node: Node) -> bool {
        let kind = self.state.kind(node);
        (w.kinds == 0 || w.kinds & 1 << kind.0 != 0)
            && w.placed.is_none_or(|x| x == (self.state.tile_of(node).0 == self.state.placed))
            && w.complete.is_none_or(|x| x == self.is_complete(node))
            && (!w.tagged || self.has_tag(node, &w.tag))
    }
}
