//! Overlays and removed tiles: the features around them are recomputed.

use crate::choice::PackedCell;
use crate::effect::Effect;
use crate::ids::{OverlayId, SegmentId, TileId};
use crate::ruleset::Ruleset;
use crate::state::{FRONTIER, FeatureData, INDEX, NONE, NodeData, Overlaid, State, TILE};

impl State {
    /// Lays a piece over a lying tile; its first segment. The caller has seen to it that there is room.
    pub(crate) fn lay_over(
        &mut self,
        rules: &Ruleset,
        tile: TileId,
        overlay: OverlayId,
        rotation: u8,
    ) -> SegmentId {
        let touched = self.touched(rules, tile);
        let before: [_; 4] = std::array::from_fn(|side| self.edge_at(rules, tile, side));
        let first = self.nodes.len() as u16;
        let segments = &rules.overlays[overlay.index()].segments;
        let number = self.nodes_of(tile).count() as u8;
        for (i, segment) in (0..).zip(segments) {
            let (root, tile, kind, seg) = (first + i, tile.0, segment.kind.0, number + i as u8);
            self.nodes.push(NodeData { root, next: root, tile, kind, seg });
            self.features.push(FeatureData { size: 1, figures: NONE, ..FeatureData::default() });
            self.segment_ext.extend_from_slice(&rules.kept.per_segment);
            if rules.kinds[usize::from(kind)].lists(segment.tags) {
                self.indexed.push(root);
            }
            if !rules.kinds[usize::from(kind)].decl.reach.is_empty() {
                self.reaching.push(root);
                self.note_reach(rules, SegmentId(root));
            }
        }
        let n = segments.len() as u8;
        self.overlaid.push(Overlaid { first, tile: tile.0, overlay, rotation, n });
        self.laid += 1;
        let cell = self.tile(tile).cell();
        for (side, old) in before.into_iter().enumerate() {
            let new = self.edge_at(rules, tile, side);
            let there = self.grid.get(cell.side(side));
            if new != old && there & (TILE | FRONTIER) == FRONTIER {
                let pow = rules.fitting.need_pow[(side + 2) & 3];
                let by = (u16::from(new.0)).wrapping_sub(u16::from(old.0)).wrapping_mul(pow);
                self.frontier.add_need(there & INDEX, by);
            }
        }
        let mut all = touched;
        all.extend(self.touched(rules, tile));
        self.renew(rules, &all);
        debug_assert!(self.lies_as_noted(rules), "the cells around know of the piece");
        SegmentId(first)
    }

    /// Removes a tile without figures, together with its overlays.
    pub(crate) fn take_away(&mut self, rules: &Ruleset, tile: TileId) {
        let cell = self.tile(tile).cell();
        let mut touched = self.touched(rules, tile);
        let reached = self.reaching.iter().filter(|n| self.reaches(rules, **n, cell));
        touched.extend(reached.map(|n| SegmentId(*n)));
        let mut all: Vec<SegmentId> = touched.iter().flat_map(|n| self.members(*n)).collect();
        let nodes: Vec<u16> = self.nodes_of(tile).collect();
        let is_of = |n: u16| nodes.contains(&n);
        all.retain(|n| !is_of(n.0));
        self.links.retain(|l| !is_of(l.0) && !is_of(l.1));
        self.closed.retain(|n| !is_of(*n));
        self.retagged.retain(|r| !is_of(r.0));
        self.indexed.retain(|n| !is_of(*n));
        self.reaching.retain(|n| !is_of(*n));
        self.due.retain(|n| !is_of(*n));
        for &n in &nodes {
            let data = &mut self.nodes[usize::from(n)];
            (data.root, data.next) = (n, n);
            self.features[usize::from(n)] = FeatureData { figures: NONE, ..FeatureData::default() };
        }
        for piece in self.overlaid.iter_mut().filter(|o| o.tile == tile.0) {
            piece.tile = NONE;
        }
        self.gone.push(tile.0);
        if self.placed == tile.0 {
            self.placed = NONE;
        }
        let at = self.grid.index(cell).expect("a tile lies inside the window");
        self.grid.cells[at] &= !(TILE | INDEX);
        self.free_around(rules, tile);
        all.sort_unstable();
        all.dedup();
        self.recompute(rules, &all);
        self.note_whole(&all);
        debug_assert!(self.lies_as_noted(rules), "the cells around know that the tile is gone");
    }

    /// The frontier after a tile went: its own cell, and those around that it was beside.
    fn free_around(&mut self, rules: &Ruleset, tile: TileId) {
        let cell = self.tile(tile).cell();
        for around in [cell, cell.side(0), cell.side(1), cell.side(2), cell.side(3)] {
            let Some(at) = self.grid.index(around) else { continue };
            let old = self.grid.cells[at];
            if old & TILE != 0 {
                continue;
            }
            if old & FRONTIER != 0 {
                self.grid.cells[at] &= !(FRONTIER | INDEX);
                self.leave_frontier(old & INDEX);
            }
            let mut need = 0;
            for side in 0..4 {
                if let Some(other) = self.tile_at(around.side(side)) {
                    let edge = self.edge_at(rules, other, side + 2);
                    need += rules.fitting.need_pow[side] * (u16::from(edge.0) + 1);
                }
            }
            if need > 0 && !rules.is_beyond(around) {
                let at = self.grid.index(around).expect("the window has not changed");
                self.grid.cells[at] |= FRONTIER | self.frontier.push(PackedCell::of(around), need);
            }
        }
    }

    /// A tile came beside tiles under pieces, on sides given as bits: what meets there is joined.
    #[cold]
    #[inline(never)]
    pub(super) fn meet_pieces(&mut self, rules: &Ruleset, tile: TileId, sides: u8) {
        let cell = self.tile(tile).cell();
        let mut touched = Vec::new();
        for side in (0..4).filter(|s| sides >> s & 1 != 0) {
            touched.extend(self.ports(rules, tile, side).nodes);
            if let Some(other) = self.tile_at(cell.side(side)) {
                touched.extend(self.ports(rules, other, side + 2).nodes);
            }
        }
        touched.retain(|n| *n != NONE);
        let touched: Vec<SegmentId> = touched.into_iter().map(SegmentId).collect();
        self.renew(rules, &touched);
    }

    /// Segments that meet a tile, and the features that they belong to now.
    pub(crate) fn met_around(&self, rules: &Ruleset, tile: TileId) -> Vec<(SegmentId, SegmentId)> {
        if !self.lies(tile) {
            return Vec::new();
        }
        let here: Vec<u16> = self.nodes_of(tile).collect();
        let mut met = self.touched(rules, tile);
        met.retain(|n| !here.contains(&n.0));
        met.sort_unstable();
        met.dedup();
        met.into_iter().map(|n| (self.root(n), n)).collect()
    }

    /// Returns pairs of segments that no longer belong to one feature, given some pairs that did.
    pub(crate) fn fallen_apart(&self, known: &[(SegmentId, SegmentId)]) -> Vec<Effect> {
        let mut apart = Vec::new();
        for (i, &(feature, b)) in known.iter().enumerate() {
            let same = || known[..i].iter().filter(|k| k.0 == feature).map(|k| k.1);
            // Report each part once, against the first.
            if same().any(|n| self.root(n) == self.root(b)) {
                continue;
            }
            apart.extend(same().next().map(|a| Effect::Split { a, b }));
        }
        apart
    }

    /// Segments on a tile and those that it meets around.
    fn touched(&self, rules: &Ruleset, tile: TileId) -> Vec<SegmentId> {
        let cell = self.tile(tile).cell();
        let mut touched: Vec<u16> = self.nodes_of(tile).collect();
        for side in 0..4 {
            if let Some(other) = self.tile_at(cell.side(side)) {
                touched.extend(
                    self.ports(rules, other, side + 2).nodes.iter().filter(|n| **n != NONE),
                );
            }
        }
        touched.into_iter().map(SegmentId).collect()
    }

    /// Recomputes the features of some segments.
    fn renew(&mut self, rules: &Ruleset, touched: &[SegmentId]) {
        let mut all: Vec<SegmentId> = touched.iter().flat_map(|n| self.members(*n)).collect();
        all.sort_unstable();
        all.dedup();
        self.recompute(rules, &all);
        self.note_whole(touched);
    }

    /// The scoring looks at those of some features that are closed and were not scored.
    fn note_whole(&mut self, some: &[SegmentId]) {
        let mut roots: Vec<SegmentId> = some.iter().map(|n| self.root(*n)).collect();
        roots.sort_unstable();
        roots.dedup();
        for root in roots {
            let f = self.feature(root);
            if f.open == 0 && !f.done {
                self.due.push(root.0);
            }
        }
    }
}
