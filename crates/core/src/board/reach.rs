//! Segments that reach cells around them, and how many of these cells are filled.

use crate::ids::{Cell, SegmentId};
use crate::ruleset::{Ruleset, TypeSegment};
use crate::state::{NEAR, State, TILE};

impl State {
    /// A tile came to a cell that segments around reach.
    #[inline(never)]
    pub(super) fn fill_reached(&mut self, rules: &Ruleset, cell: Cell) {
        // Segments that reach are few, neighbors many, and which of them reach cannot be guessed.
        for i in 0..self.reaching.len() {
            let n = self.reaching[i];
            if self.reaches(rules, n, cell) {
                let f = self.feature_mut(SegmentId(n));
                f.open -= 1;
                f.tiles += 1;
                self.note_closed(n);
            }
        }
    }

    /// Whether a segment, of those that reach cells around, reaches this one.
    #[inline]
    pub(crate) fn reaches(&self, rules: &Ruleset, n: u16, cell: Cell) -> bool {
        let data = self.nodes[n as usize];
        let from = self.tiles[data.tile as usize].cell();
        rules.hot.reach.kinds(from, cell) >> data.kind & 1 != 0
    }

    /// Notes the cells that a segment reaches.
    pub(super) fn note_reach(&mut self, rules: &Ruleset, node: SegmentId) {
        let cell = self.tile(self.tile_of(node)).cell();
        self.grid.ensure(cell, rules.hot.reach.far + 1);
        for &(dx, dy) in &rules.kinds[self.kind(node).index()].decl.reach {
            if let Some(at) = self.grid.index(cell.offset(dx, dy)) {
                self.grid.cells[at] |= NEAR;
            }
        }
    }

    /// A new tile reaches cells around: notes them, and counts the tiles that lie there already.
    #[inline(never)]
    pub(super) fn reach_out(&mut self, rules: &Ruleset, id: u16, cell: Cell) {
        let tile = self.tiles[id as usize];
        let ty = &rules.types[(tile.face >> 2) as usize];
        self.grid.ensure(cell, rules.hot.reach.far + 1);
        let reaches = |s: &TypeSegment| !rules.kinds[s.kind.index()].decl.reach.is_empty();
        let segments = ty.segments.iter().zip(tile.first..);
        self.reaching.extend(segments.filter(|(s, _)| reaches(s)).map(|(_, n)| n));
        for &(dx, dy, kinds) in &rules.reach {
            if ty.kinds & kinds == 0 {
                continue;
            }
            let Some(at) = self.grid.index(cell.offset(dx, dy)) else { continue };
            self.grid.cells[at] |= NEAR;
            let there = self.grid.cells[at] & TILE != 0;
            // A cell beyond a closed edge of the table counts as filled, but holds no tile.
            if !there && !rules.is_walled(cell.offset(dx, dy)) {
                continue;
            }
            for (i, seg) in ty.segments.iter().enumerate() {
                if kinds & 1 << seg.kind.0 != 0 {
                    let n = tile.first + i as u16;
                    let f = self.feature_mut(SegmentId(n));
                    f.open -= 1;
                    f.tiles += there as u16;
                    self.note_closed(n);
                }
            }
        }
    }
}
