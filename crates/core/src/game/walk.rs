//! Walking along a feature from segment to segment.

use std::collections::VecDeque;

use super::Game;
use crate::ids::SegmentId;

impl Game<'_> {
    /// Returns the segments reached from a segment along its feature, nearest first, across edges of tiles and along
    /// links. A segment that passes the test is included and ends its path. The start is not included. With a side,
    /// the walk leaves the start by that edge alone.
    #[must_use]
    pub fn walk(
        &self,
        from: SegmentId,
        side: Option<usize>,
        stop: impl Fn(SegmentId) -> bool,
    ) -> Vec<SegmentId> {
        let ways = Ways::of(self);
        let mut seen = vec![false; self.state.nodes.len()];
        let mut found = Vec::new();
        let mut ahead = VecDeque::from([from]);
        seen[from.index()] = true;
        while let Some(here) = ahead.pop_front() {
            let by = side.filter(|_| here == from).map(|s| self.cell(here).side(s));
            let mut next = ways.edges(self, here);
            match by {
                Some(cell) => next.retain(|n| self.cell(*n) == cell),
                None => next.extend(ways.links(here)),
            }
            for n in next {
                if std::mem::replace(&mut seen[n.index()], true) {
                    continue;
                }
                found.push(n);
                if !stop(n) {
                    ahead.push_back(n);
                }
            }
        }
        found
    }
}

/// Links and cuts of the board, each both ways, in order: a walk asks for them at every segment.
struct Ways {
    links: Vec<(u16, u16)>,
    cuts: Vec<(u16, u16)>,
}

impl Ways {
    fn of(game: &Game<'_>) -> Self {
        let both = |cut: bool| {
            let some = game.state.links.iter().filter(|l| l.2 == cut);
            let mut both: Vec<_> = some.flat_map(|l| [(l.0, l.1), (l.1, l.0)]).collect();
            both.sort_unstable();
            both
        };
        Self { links: both(false), cuts: both(true) }
    }

    /// Segments on the other sides of edges, clockwise from the north.
    fn edges(&self, game: &Game<'_>, node: SegmentId) -> Vec<SegmentId> {
        let mut next = game.state.linked_by_edges(game.rules, node);
        next.retain(|n| self.cuts.binary_search(&(node.0, n.0)).is_err());
        next
    }

    /// Segments at the other ends of links.
    fn links(&self, node: SegmentId) -> impl Iterator<Item = SegmentId> {
        let first = self.links.partition_point(|l| l.0 < node.0);
        self.links[first..].iter().take_while(move |l| l.0 == node.0).map(|l| SegmentId(l.1))
    }
}
