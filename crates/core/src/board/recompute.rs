//! Taking joins apart again: features from segments, edges and links alone.

use crate::ids::{Cell, SegmentId, TileId};
use crate::ruleset::Ruleset;
use crate::state::{FeatureData, NONE, NodeData, State};
use crate::tags::Tags;

impl State {
    /// Returns the state with all features recomputed from segments, edges, links and figures. Rules see no
    /// difference.
    #[must_use]
    pub fn recomputed(&self, rules: &Ruleset) -> State {
        let mut new = self.clone();
        let all: Vec<SegmentId> = self.there().collect();
        new.recompute(rules, &all);
        new
    }

    /// Recomputes the features of the given segments from segments, edges and links alone.
    ///
    /// **Invariant:** doing this for all segments changes nothing that a rule can see.
    pub(crate) fn recompute(&mut self, rules: &Ruleset, nodes: &[SegmentId]) {
        let mut inside = vec![false; self.nodes.len()];
        for node in nodes {
            inside[node.index()] = true;
        }
        let judged = |n: &SegmentId| (self.feature(*n).done, self.feature(*n).waits);
        let judged: Vec<(bool, bool)> = nodes.iter().map(judged).collect();
        for &node in nodes {
            let n = node.index();
            let multi = self.alike_beside(node).next().is_some();
            self.nodes[n].root = node.0;
            self.nodes[n].next = node.0;
            self.features[n] = FeatureData {
                tags: self.own_tags(rules, node),
                open: 0,
                tiles: 1,
                figures: NONE,
                multi: multi as u16,
                size: 1,
                claimers: 0,
                done: false,
                waits: false,
            };
        }
        for &node in nodes {
            self.recount_open(rules, node);
        }
        for &node in nodes {
            for other in self.linked_by_edges(rules, node) {
                if inside[other.index()] && !self.is_cut(node, other) {
                    self.join(rules, node, other);
                }
            }
        }
        for i in 0..self.links.len() {
            let (a, b, cut) = self.links[i];
            if !cut && inside[usize::from(a)] && inside[usize::from(b)] {
                self.join(rules, SegmentId(a), SegmentId(b));
            }
        }
        for i in 0..self.figures.len() {
            let f = self.figures[i];
            if f.place == crate::state::FigurePlace::Segment && inside[usize::from(f.at)] {
                self.ring_in(rules, i as u16, f.at);
            }
        }
        // A feature that has scored does not score again after it joins another scored one or loses a part.
        for &node in nodes {
            self.feature_mut(node).done = self.feature(node).open == 0;
        }
        for (&node, (done, waits)) in nodes.iter().zip(judged) {
            let f = self.feature_mut(node);
            (f.done, f.waits) = (f.done & done, f.waits | waits);
        }
    }

    /// Other segments of the same kind on the tile of a segment.
    pub(crate) fn alike_beside(&self, node: SegmentId) -> impl Iterator<Item = u16> {
        let NodeData { tile, kind, .. } = self.nodes[node.index()];
        let alike = move |n: &u16| *n != node.0 && self.nodes[usize::from(*n)].kind == kind;
        self.nodes_of(TileId(tile)).filter(alike)
    }

    pub(crate) fn is_cut(&self, a: SegmentId, b: SegmentId) -> bool {
        self.links.iter().any(|l| l.2 && ((l.0, l.1) == (a.0, b.0) || (l.0, l.1) == (b.0, a.0)))
    }

    /// Counts a lone segment's open ports and filled reach afresh.
    pub(crate) fn recount_open(&mut self, rules: &Ruleset, node: SegmentId) {
        let data = self.nodes[node.index()];
        let tile = TileId(data.tile);
        let cell = self.tile(tile).cell();
        let mut open = 0;
        for side in 0..4 {
            if self.tile_at(cell.side(side)).is_none() && !rules.is_walled(cell.side(side)) {
                open += self.ports(rules, tile, side).ends(node);
            }
        }
        let mut tiles = 1;
        for &(dx, dy) in &rules.kinds[data.kind as usize].decl.reach {
            match self.tile_at(cell.offset(dx, dy)) {
                Some(_) => tiles += 1,
                None => open += u16::from(!rules.is_walled(cell.offset(dx, dy))),
            }
        }
        if self.closed.contains(&node.0) {
            open = 0;
        }
        let f = &mut self.features[node.index()];
        f.open = open;
        f.tiles = tiles;
    }

    /// What an effect closed is met by a tile beside it as every open end is, and counts as open until then.
    #[cold]
    #[inline(never)]
    pub(super) fn reopen(&mut self, rules: &Ruleset, cell: Cell) {
        for i in 0..self.closed.len() {
            let n = self.closed[i];
            if self.closed[..i].contains(&n) {
                continue;
            }
            let data = self.nodes[n as usize];
            let tile = self.tiles[data.tile as usize];
            let beside = (0..4).find(|s| tile.cell().side(*s) == cell);
            let met =
                beside.map_or(0, |s| self.ports(rules, TileId(data.tile), s).ends(SegmentId(n)));
            let reached = self.reaching.contains(&n) && self.reaches(rules, n, cell);
            self.feature_mut(SegmentId(n)).open += met + u16::from(reached);
        }
    }

    /// Segments of neighboring tiles that meet this one across an edge and are of its kind.
    pub(crate) fn linked_by_edges(&self, rules: &Ruleset, node: SegmentId) -> Vec<SegmentId> {
        let data = self.nodes[node.index()];
        let tile = TileId(data.tile);
        let cell = self.tile(tile).cell();
        let mut out = Vec::new();
        for side in 0..4 {
            let Some(other) = self.tile_at(cell.side(side)) else { continue };
            let (mine, theirs) =
                (self.ports(rules, tile, side), self.ports(rules, other, side + 2));
            let met = mine.pairs(theirs).into_iter().filter(|(m, t)| *m == node.0 && *t != NONE);
            out.extend(met.map(|(_, t)| SegmentId(t)).filter(|n| self.kind(*n).0 == data.kind));
        }
        out
    }

    /// A segment's own tags, changes included.
    pub(crate) fn own_tags(&self, rules: &Ruleset, node: SegmentId) -> Tags {
        if let Ok(i) = self.retagged.binary_search_by_key(&node.0, |r| r.0) {
            return self.retagged[i].1;
        }
        self.declared(rules, node).tags
    }
}
