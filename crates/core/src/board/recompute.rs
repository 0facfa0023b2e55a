//! Taking joins apart again: features from segments, edges and links alone.

use crate::ids::{Cell, Node};
use crate::ruleset::{Ruleset, SEG_NONE, Side};
use crate::state::{FeatureData, NONE, State};

impl State {
    /// The same state with all features computed anew from segments, edges, links and figures. A rule sees
    /// no difference.
    #[must_use]
    pub fn recomputed(&self, rules: &Ruleset) -> State {
        let mut new = self.clone();
        let all: Vec<Node> = (0..self.nodes.len() as u16).map(Node).collect();
        new.recompute(rules, &all);
        new
    }

    /// Recomputes the features of the given segments from segments, edges and links alone.
    ///
    /// **Invariant:** doing this for all segments changes nothing that a rule can see.
    pub(crate) fn recompute(&mut self, rules: &Ruleset, nodes: &[Node]) {
        let inside = |set: &[Node], n: u16| set.iter().any(|m| m.0 == n);
        let was_done: Vec<bool> = nodes.iter().map(|n| self.feature(*n).done).collect();
        for &node in nodes {
            let n = node.index();
            let data = self.nodes[n];
            let tile = self.tiles[data.tile as usize];
            let seg = &rules.types[(tile.face >> 2) as usize].segments[data.seg as usize];
            let same = seg.kind.0 == data.kind;
            let multi = if same {
                seg.multi
            } else {
                let count = rules.types[(tile.face >> 2) as usize].segments.len();
                (0..count).filter(|i| self.nodes[tile.first as usize + i].kind == data.kind).count()
                    > 1
            };
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
            };
        }
        for &node in nodes {
            self.recount_open(rules, node);
        }
        for &node in nodes {
            for other in self.linked_by_edges(rules, node) {
                if inside(nodes, other.0) && !self.is_cut(node, other) {
                    self.join(rules, node, other);
                }
            }
        }
        for i in 0..self.links.len() {
            let (a, b, cut) = self.links[i];
            if !cut && inside(nodes, a) && inside(nodes, b) {
                self.join(rules, Node(a), Node(b));
            }
        }
        for i in 0..self.figures.len() {
            let f = self.figures[i];
            if f.place == crate::state::FigurePlace::Segment && inside(nodes, f.at) {
                self.ring_in(rules, i as u16, f.at);
            }
        }
        for (&node, done) in nodes.iter().zip(was_done) {
            if done && self.feature(node).open == 0 {
                self.feature_mut(node).done = true;
            }
        }
    }

    pub(crate) fn is_cut(&self, a: Node, b: Node) -> bool {
        self.links.iter().any(|l| l.2 && ((l.0, l.1) == (a.0, b.0) || (l.0, l.1) == (b.0, a.0)))
    }

    /// Counts a lone segment's open ports and filled reach afresh.
    pub(crate) fn recount_open(&mut self, rules: &Ruleset, node: Node) {
        let data = self.nodes[node.index()];
        let tile = self.tiles[data.tile as usize];
        let cell = tile.cell();
        let mut open = 0;
        for (s, side) in rules.sides[tile.face as usize].iter().enumerate() {
            let mine = |port: u8| usize::from(port == data.seg);
            let ports = mine(side.left) + mine(side.middle) + mine(side.right);
            let free = self.tile_at(cell.side(s)).is_none() && !rules.is_walled(cell.side(s));
            if ports > 0 && free {
                open += ports as u16;
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
            let met = beside.map_or(0, |s| {
                let side = rules.sides[tile.face as usize][s];
                let mine = |port: u8| u16::from(port == data.seg);
                mine(side.left) + mine(side.middle) + mine(side.right)
            });
            let reached = self.reaching.contains(&n) && self.reaches(rules, n, cell);
            self.feature_mut(Node(n)).open += met + u16::from(reached);
        }
    }

    /// Segments of neighbouring tiles that meet this one across an edge and are of its kind.
    pub(crate) fn linked_by_edges(&self, rules: &Ruleset, node: Node) -> Vec<Node> {
        let data = self.nodes[node.index()];
        let tile = self.tiles[data.tile as usize];
        let mut out = Vec::new();
        for (s, mine) in rules.sides[tile.face as usize].iter().enumerate() {
            let Some(other) = self.tile_at(tile.cell().side(s)) else { continue };
            let other = self.tiles[other.index()];
            let theirs = rules.sides[other.face as usize][(s + 2) & 3];
            let folded = |x: Side| x.left == SEG_NONE && x.right == SEG_NONE;
            let pairs = if folded(*mine) == folded(theirs) {
                vec![
                    (mine.middle, theirs.middle),
                    (mine.left, theirs.right),
                    (mine.right, theirs.left),
                ]
            } else {
                let all = [theirs.left, theirs.middle, theirs.right];
                [mine.left, mine.middle, mine.right]
                    .into_iter()
                    .flat_map(|m| all.into_iter().map(move |t| (m, t)))
                    .collect()
            };
            for (m, t) in pairs {
                if m == data.seg && t != SEG_NONE {
                    let n = other.first + t as u16;
                    if self.nodes[n as usize].kind == data.kind {
                        out.push(Node(n));
                    }
                }
            }
        }
        out
    }

    /// A segment's own tags, changes included.
    pub(crate) fn own_tags(&self, rules: &Ruleset, node: Node) -> u128 {
        if let Ok(i) = self.retagged.binary_search_by_key(&node.0, |r| r.0) {
            return self.retagged[i].1;
        }
        let data = self.nodes[node.index()];
        let tile = self.tiles[data.tile as usize];
        rules.types[(tile.face >> 2) as usize].segments[data.seg as usize].tags
    }
}
