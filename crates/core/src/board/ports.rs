//! What a lying tile shows on its sides, pieces over it included.

use crate::ids::{EdgeId, SegmentId, TileId};
use crate::ruleset::{Ruleset, SEG_NONE, TypeSegment};
use crate::state::{NONE, State};

/// A side of a lying tile: segments left, middle and right as seen from its center, or none. A side whose places all belong
/// to one segment is folded into the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ports {
    pub(crate) nodes: [u16; 3],
    pub(crate) edge: EdgeId,
}

impl Ports {
    fn is_folded(self) -> bool {
        self.nodes[0] == NONE && self.nodes[2] == NONE
    }

    /// Which segments of the one meet which of the other.
    pub(crate) fn pairs(self, theirs: Self) -> Vec<(u16, u16)> {
        let [left, middle, right] = theirs.nodes;
        if self.is_folded() == theirs.is_folded() {
            return self.nodes.into_iter().zip([right, middle, left]).collect();
        }
        let all = |m| theirs.nodes.map(|t| (m, t));
        self.nodes.into_iter().flat_map(all).collect()
    }

    /// How many ends of a segment lead through it.
    pub(crate) fn ends(self, node: SegmentId) -> u16 {
        self.nodes.iter().map(|n| u16::from(*n == node.0)).sum()
    }
}

impl State {
    /// A side of a lying tile.
    pub(crate) fn ports(&self, rules: &Ruleset, tile: TileId, side: usize) -> Ports {
        let lying = self.tiles[tile.index()];
        let printed = rules.fitting.sides[lying.face as usize][side & 3];
        let node = |seg| if seg == SEG_NONE { NONE } else { lying.first + u16::from(seg) };
        let mut nodes = [printed.left, printed.middle, printed.right].map(node);
        let mut edge = EdgeId(printed.edge);
        for piece in self.over(tile) {
            let overlay = &rules.overlays[piece.overlay.index()];
            let shown = overlay.side(piece.rotation, side);
            if !shown.edge.is_some() {
                continue;
            }
            let [left, middle, right] = nodes;
            if left == NONE && right == NONE {
                nodes = [middle; 3];
            }
            for (node, seg) in nodes.iter_mut().zip(shown.segs) {
                if seg != SEG_NONE {
                    *node = piece.first + u16::from(seg);
                } else if overlay.decl.covers {
                    *node = NONE;
                }
            }
            let [left, middle, right] = nodes;
            if left == right && left != NONE && (middle == left || middle == NONE) {
                nodes = [NONE, left, NONE];
            }
            edge = shown.edge;
        }
        Ports { nodes, edge }
    }

    /// Edge kind that a lying tile shows on a side.
    pub(crate) fn edge_at(&self, rules: &Ruleset, tile: TileId, side: usize) -> EdgeId {
        let lying = self.tile(tile);
        if self.overlaid.is_empty() {
            return rules.edge_of(lying.kind(), lying.rotation(), side);
        }
        self.ports(rules, tile, side).edge
    }

    /// A segment as its tile type, or the piece that it belongs to, has it.
    pub(crate) fn declared<'r>(&self, rules: &'r Ruleset, node: SegmentId) -> &'r TypeSegment {
        let data = self.nodes[node.index()];
        let ty = &rules.types[self.tiles[usize::from(data.tile)].kind().index()];
        ty.segments.get(usize::from(data.seg)).unwrap_or_else(|| {
            let piece = self.piece_of(node).expect("what is not printed on a tile lies over it");
            &rules.overlays[piece.overlay.index()].segments[usize::from(node.0 - piece.first)]
        })
    }
}
