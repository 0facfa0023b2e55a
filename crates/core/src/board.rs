//! Placing tiles: frontier, joining of features, what they reach; and taking joins apart again.

mod laid;
mod plainly;
mod ports;
mod reach;
mod recompute;

use crate::bytes::set_bits;
use crate::choice::PackedCell;
use crate::ids::{Cell, SegmentId, TileId, TileTypeId};
use crate::ruleset::{Ruleset, SEG_NONE, Side};
use crate::state::{
    FRONTIER, INDEX, NEAR, NONE, NodeData, Overlaid, PlacedTile, Spilt, State, TILE,
};

impl State {
    /// Puts a tile on the board and joins its segments with those around. The caller has checked that it
    /// may lie there.
    #[inline]
    pub(crate) fn put_tile(
        &mut self,
        rules: &Ruleset,
        kind: TileTypeId,
        cell: Cell,
        rotation: u8,
    ) -> TileId {
        self.grid.ensure(cell, 2);
        let id = self.tiles.len() as u16;
        let first = self.nodes.len() as u16;
        let ty = rules.hot.types[kind.index()];
        let face = kind.0 << 2 | rotation as u16;
        self.tiles.push(PlacedTile { cell: cell.pack(), face, first });
        let range = ty.start as usize..ty.start as usize + ty.n as usize;
        self.features.extend_from_slice(&rules.hot.templates[range.clone()]);
        let lone = rules.hot.nodes[range].iter();
        self.nodes.extend(lone.map(|data| {
            let n = data.root + first;
            NodeData { root: n, next: n, tile: id, ..*data }
        }));
        if !rules.kept.per_tile.is_empty() {
            self.tile_ext.extend_from_slice(&rules.kept.per_tile);
        }
        if !rules.kept.per_segment.is_empty() {
            for _ in 0..ty.n {
                self.segment_ext.extend_from_slice(&rules.kept.per_segment);
            }
        }
        if ty.whole {
            self.due.extend(first..first + ty.n as u16);
        }
        if ty.indexed {
            for (n, segment) in (first..).zip(&rules.types[kind.index()].segments) {
                if rules.kinds[segment.kind.index()].lists(segment.tags) {
                    self.indexed.push(n);
                }
            }
        }
        let at = self.grid.index(cell).expect("the grid has grown around the cell");
        let old = self.grid.cells[at];
        if old & FRONTIER != 0 {
            self.leave_frontier(old & INDEX);
        }
        self.grid.cells[at] = TILE | old & NEAR | id;
        if !self.closed.is_empty() {
            self.reopen(rules, cell);
        }
        let sides = &rules.fitting.sides[face as usize];
        let w = self.grid.w as usize;
        let around = [at - w, at + 1, at + w, at - 1];
        // The neighbors are unpredictable, so they are sorted without a branch for each side.
        let (mut tiles, mut fresh) = (0u8, 0u8);
        let values = around.map(|at| self.grid.cells[at]);
        for (s, v) in values.into_iter().enumerate() {
            // All ones for a cell of the frontier.
            let known = 0u16.wrapping_sub(u16::from(v & FRONTIER != 0));
            tiles |= u8::from(v & TILE != 0) << s;
            fresh |= u8::from(v & (TILE | FRONTIER) == 0) << s;
            self.frontier.add_need(v & INDEX & known, needed(rules, sides, s) & known);
        }
        // Sides on which the tile meets one under a piece, as bits.
        let mut pieces = 0u8;
        for s in set_bits(tiles).map(usize::from) {
            if !self.overlaid.is_empty() && self.is_overlaid(TileId(values[s & 3] & INDEX)) {
                pieces |= 1 << s;
                continue;
            }
            let other = self.tiles[(values[s & 3] & INDEX) as usize];
            let theirs = rules.fitting.sides[other.face as usize][(s + 2) & 3];
            self.meet(rules, first, sides[s & 3], other.first, theirs);
        }
        for s in set_bits(fresh).map(usize::from) {
            let need = needed(rules, sides, s);
            if !self.join_frontier(rules, cell.side(s), around[s & 3], need) && rules.wall.is_some()
            {
                for seg in [sides[s & 3].left, sides[s & 3].middle, sides[s & 3].right] {
                    self.close_port(first, seg);
                }
            }
        }
        if old & NEAR != 0 {
            self.fill_reached(rules, cell);
        }
        if ty.reaches {
            self.reach_out(rules, id, cell);
        }
        if pieces != 0 {
            self.meet_pieces(rules, TileId(id), pieces);
        }
        debug_assert!(self.lies_as_noted(rules), "the cells around know of the tile");
        TileId(id)
    }

    #[inline]
    fn leave_frontier(&mut self, i: u16) {
        if let Some(moved) = self.frontier.remove(i) {
            let at = self.grid.index(moved.cell()).expect("frontier cells are inside");
            self.grid.cells[at] = self.grid.cells[at] & !INDEX | i;
        }
    }

    /// Adds a free cell to the frontier, unless it lies beyond the edge of the table. Returns whether it was added.
    #[inline]
    fn join_frontier(&mut self, rules: &Ruleset, cell: Cell, at: usize, need: u16) -> bool {
        if rules.is_beyond(cell) {
            return false;
        }
        self.grid.cells[at] |= FRONTIER | self.frontier.push(PackedCell::of(cell), need);
        true
    }

    #[inline]
    fn meet(&mut self, rules: &Ruleset, a: u16, mine: Side, b: u16, theirs: Side) {
        let none = SEG_NONE;
        if mine.left == none && theirs.left == none && mine.right == none && theirs.right == none {
            self.meet_ports(rules, a, mine.middle, b, theirs.middle);
            return;
        }
        let mine_folded = mine.left == none && mine.right == none;
        let theirs_folded = theirs.left == none && theirs.right == none;
        if mine_folded != theirs_folded {
            self.meet_unlike(rules, a, mine, b, theirs);
            return;
        }
        self.meet_ports(rules, a, mine.middle, b, theirs.middle);
        self.meet_ports(rules, a, mine.left, b, theirs.right);
        self.meet_ports(rules, a, mine.right, b, theirs.left);
    }

    #[inline]
    fn meet_ports(&mut self, rules: &Ruleset, a: u16, mine: u8, b: u16, theirs: u8) {
        if mine == SEG_NONE || theirs == SEG_NONE {
            self.close_port(a, mine);
            self.close_port(b, theirs);
            if theirs != SEG_NONE {
                self.due.push(b + theirs as u16);
            }
            return;
        }
        let (x, y) = (a + mine as u16, b + theirs as u16);
        let (rx, ry) = (self.nodes[x as usize].root, self.nodes[y as usize].root);
        if rx == ry {
            self.features[rx as usize].open -= 2;
        } else if self.nodes[x as usize].kind == self.nodes[y as usize].kind {
            self.join_roots(rules, rx, ry, 2);
        } else {
            self.features[rx as usize].open -= 1;
            self.features[ry as usize].open -= 1;
            // Closed by a tile that does not belong to it, and perhaps complete.
            self.due.push(y);
        }
        self.note_closed(x);
    }

    #[inline]
    fn close_port(&mut self, base: u16, seg: u8) {
        if seg != SEG_NONE {
            let n = base + seg as u16;
            let root = self.nodes[n as usize].root;
            self.features[root as usize].open -= 1;
            self.note_closed(n);
        }
    }

    /// Queues a feature for scoring when its last open end has been closed.
    #[inline]
    fn note_closed(&mut self, n: u16) {
        let root = self.nodes[n as usize].root;
        if self.features[root as usize].open == 0 {
            self.due.push(n);
        }
    }

    /// A folded side meets a divided one: the one segment joins every like segment opposite.
    #[cold]
    fn meet_unlike(&mut self, rules: &Ruleset, a: u16, mine: Side, b: u16, theirs: Side) {
        for (base, side) in [(a, mine), (b, theirs)] {
            for seg in [side.left, side.middle, side.right] {
                self.close_port(base, seg);
                if base == b && seg != SEG_NONE {
                    self.due.push(b + seg as u16);
                }
            }
        }
        for m in [mine.left, mine.middle, mine.right] {
            for t in [theirs.left, theirs.middle, theirs.right] {
                if m != SEG_NONE && t != SEG_NONE {
                    self.join(rules, SegmentId(a + m as u16), SegmentId(b + t as u16));
                }
            }
        }
    }

    /// Joins two features of the same kind, if they are two.
    pub(crate) fn join(&mut self, rules: &Ruleset, a: SegmentId, b: SegmentId) -> bool {
        let (x, y) = (&self.nodes[a.index()], &self.nodes[b.index()]);
        let (rx, ry, same) = (x.root, y.root, x.kind == y.kind);
        if rx != ry && same {
            self.join_roots(rules, rx, ry, 0);
        }
        rx != ry && same
    }

    /// Joins two features; `met` of their open ports have met each other.
    #[inline]
    fn join_roots(&mut self, rules: &Ruleset, a: u16, b: u16, met: u16) {
        let swapped = self.features[a as usize].size > self.features[b as usize].size;
        let (small, big) = if swapped { (b, a) } else { (a, b) };
        let (fs, fb) = (&self.features[small as usize], &self.features[big as usize]);
        let shared = if fs.multi == 0 || fb.multi == 0 {
            0
        } else if fs.size == 1 {
            self.is_beside(rules, small, big) as u16
        } else {
            self.shared_tiles(rules, small, big)
        };
        let mut n = small;
        loop {
            let node = &mut self.nodes[n as usize];
            node.root = big;
            if node.next == small {
                break;
            }
            n = node.next;
        }
        self.nodes[n as usize].next = self.nodes[big as usize].next;
        self.nodes[big as usize].next = small;
        let kind = self.nodes[big as usize].kind as usize;
        let [f, fs] = self
            .features
            .get_disjoint_mut([big as usize, small as usize])
            .expect("two features, each on the board");
        let (tags, spilt) = rules.kinds[kind].merge.join(f.tags, fs.tags);
        f.tags = tags;
        if let Some(lane) = spilt {
            self.spilt = Some(Spilt::Tag(kind as u8, lane));
        }
        f.open = f.open + fs.open - met;
        f.tiles = f.tiles + fs.tiles - shared;
        f.multi += fs.multi;
        f.size += fs.size;
        f.claimers += fs.claimers;
        // A feature that has scored does not score again after it joins another scored one.
        f.done &= fs.done;
        f.waits |= fs.waits;
        if fs.figures != NONE {
            if f.figures == NONE {
                f.figures = fs.figures;
            } else {
                let first = f.figures as usize;
                let other = fs.figures as usize;
                let next = self.figures[first].next;
                self.figures[first].next = self.figures[other].next;
                self.figures[other].next = next;
            }
        }
    }

    /// Whether the tile of a lone segment belongs to another feature too.
    #[inline]
    fn is_beside(&self, rules: &Ruleset, lone: u16, root: u16) -> bool {
        let tile = self.tiles[self.nodes[lone as usize].tile as usize];
        let n = rules.hot.types[(tile.face >> 2) as usize].n as usize;
        let from = tile.first as usize;
        // Which of them it is cannot be guessed: all are looked at.
        let printed =
            self.nodes[from..from + n].iter().map(|m| u8::from(m.root == root)).sum::<u8>() > 0;
        let over = |o: &Overlaid| o.nodes().any(|n| self.nodes[usize::from(n)].root == root);
        let tile = TileId(self.nodes[lone as usize].tile);
        printed || !self.overlaid.is_empty() && self.over(tile).any(|o| over(&o))
    }

    /// Tiles that both features cross; a tile counts once in a feature however often it crosses it.
    #[inline(never)]
    fn shared_tiles(&self, rules: &Ruleset, small: u16, big: u16) -> u16 {
        if !self.overlaid.is_empty() {
            return self.shared_under_pieces(small, big);
        }
        let kind = self.nodes[small as usize].kind;
        let mut shared = 0;
        for n in self.members(SegmentId(small)) {
            let node = self.nodes[n.index()];
            let tile = self.tiles[node.tile as usize];
            let ty = rules.hot.types[(tile.face >> 2) as usize];
            let mut first = true;
            let mut crossed = false;
            let from = tile.first as usize;
            for (i, other) in self.nodes[from..from + ty.n as usize].iter().enumerate() {
                if other.kind != kind {
                    continue;
                }
                if other.root == small && (i as u8) < node.seg {
                    first = false;
                }
                crossed |= other.root == big;
            }
            shared += (first && crossed) as u16;
        }
        shared
    }

    /// Counts the tiles that two features share, where segments may lie over tiles.
    fn shared_under_pieces(&self, small: u16, big: u16) -> u16 {
        let mut tiles: Vec<u16> =
            self.members(SegmentId(small)).map(|n| self.nodes[n.index()].tile).collect();
        tiles.sort_unstable();
        tiles.dedup();
        let crossed = |tile: &&u16| {
            self.nodes_of(TileId(**tile)).any(|n| self.nodes[usize::from(n)].root == big)
        };
        tiles.iter().filter(crossed).count() as u16
    }

    /// Puts a figure into the ring of the feature of a segment.
    #[inline]
    pub(crate) fn ring_in(&mut self, rules: &Ruleset, figure: u16, node: u16) {
        let occupies = rules.hot.occupies >> self.figures[figure as usize].kind & 1 != 0;
        let root = self.nodes[node as usize].root as usize;
        let f = &mut self.features[root];
        f.claimers += u16::from(occupies);
        if f.figures == NONE {
            f.figures = figure;
            self.figures[figure as usize].next = figure;
        } else {
            let first = f.figures as usize;
            self.figures[figure as usize].next = self.figures[first].next;
            self.figures[first].next = figure;
        }
    }

    /// Takes a figure out of the ring of its feature.
    #[inline]
    pub(crate) fn ring_out(&mut self, rules: &Ruleset, figure: u16, node: u16) {
        let occupies = rules.hot.occupies >> self.figures[figure as usize].kind & 1 != 0;
        let root = self.nodes[node as usize].root as usize;
        self.features[root].claimers -= u16::from(occupies);
        let next = self.figures[figure as usize].next;
        if next == figure {
            self.features[root].figures = NONE;
            return;
        }
        let mut before = next;
        while self.figures[before as usize].next != figure {
            before = self.figures[before as usize].next;
        }
        self.figures[before as usize].next = next;
        if self.features[root].figures == figure {
            self.features[root].figures = next;
        }
    }
}

/// What the cell on a side of a tile is asked for by it.
#[inline]
fn needed(rules: &Ruleset, sides: &[Side; 4], s: usize) -> u16 {
    rules.fitting.need_pow[(s + 2) & 3] * (sides[s & 3].edge as u16 + 1)
}
