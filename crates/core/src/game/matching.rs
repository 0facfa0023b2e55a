//! Whether segments and figures are what a declaration asks for.

use super::Game;
use crate::condition::{At, Standing, Thing};
use crate::ids::{FigureId, KindId, SegmentId};
use crate::ruleset::Where;
use crate::state::{FigurePlace, NodeData, Overlaid};
use crate::tags::Tags;

impl<'a> Game<'a> {
    /// All segments of some kinds (bits), in order of placement; where a tag is given, only those need be there that carry it.
    pub(crate) fn segments_of(
        &self,
        kinds: u64,
        tag: Option<&[(KindId, u8)]>,
    ) -> impl Iterator<Item = SegmentId> + use<'a> {
        let (rules, state) = (self.rules, self.state);
        let meant = move |kind: u8| kinds >> (kind & 63) & 1 != 0;
        let by_kind = rules.kinds.iter().zip(0..).all(|(kind, n)| kind.indexed || !meant(n));
        let seeks = |(kind, lane): &(KindId, u8)| rules.kinds[kind.index()].seeks(*lane);
        let by_tag = tag.is_some_and(|tag| tag.iter().all(|of| !meant(of.0.0) || seeks(of)));
        let (listed, retagged, all) = match (by_kind, by_tag) {
            (true, _) => (&state.indexed[..], &[][..], 0..0),
            (_, true) => (&state.indexed[..], &state.retagged[..], 0..0),
            _ => (&[][..], &[][..], 0..state.nodes.len() as u16),
        };
        merged(listed, retagged)
            .chain(all)
            .map(SegmentId)
            .filter(move |n| meant(state.kind(*n).0) && state.is_there(*n))
    }

    /// The number of a tag that may lie on several kinds, for the segment's feature.
    pub(crate) fn tag_of(&self, node: SegmentId, tag: &[(KindId, u8)]) -> i32 {
        let kind = self.state.kind(node);
        tag.iter().find(|(k, _)| *k == kind).map_or(0, |(_, lane)| self.tag(node, *lane))
    }

    /// Segments that a declaration means: of the placed tile, of the listed kinds, or of the whole board.
    /// Of these feature kinds (bits) only, which are some of those that it asks for.
    #[inline]
    pub(crate) fn each_segment(
        &self,
        w: &Where,
        kinds: u64,
        at: &At<'_>,
        mut found: impl FnMut(SegmentId),
    ) {
        let feature = match w.scan.feature.map(|word| at.feature(word)) {
            Some(None) => return,
            named => named.flatten().map(|node| self.state.root(node)),
        };
        let nodes = &self.state.nodes[..];
        let mut f = |n: SegmentId| {
            let within = feature.is_none_or(|root| self.state.root(n) == root);
            if within && self.is_meant(w, kinds, n, nodes[n.index()], at) {
                found(n);
            }
        };
        let placed = w.scan.placed == Some(true);
        if w.indexed && !placed {
            // An effect may have given a tag to any segment.
            let tagged = w.scan.tagged.is_some();
            let retagged = if tagged { &self.state.retagged[..] } else { &[] };
            for n in merged(&self.state.indexed, retagged) {
                f(SegmentId(n));
            }
            return;
        }
        let here = || self.state.placed().map_or(0..0, |tile| self.state.printed_on(tile));
        let all = if placed { here() } else { 0..nodes.len() as u16 };
        all.map(SegmentId).for_each(&mut f);
        if placed && !self.state.overlaid.is_empty() {
            let over = self.state.placed().map(|tile| self.state.over(tile));
            for n in over.into_iter().flatten().flat_map(Overlaid::nodes).map(SegmentId) {
                f(n);
            }
        }
    }

    /// Whether a segment is what a declaration asks for, of one of these feature kinds (bits).
    #[inline(always)]
    fn is_meant(
        &self,
        w: &Where,
        kinds: u64,
        node: SegmentId,
        data: NodeData,
        at: &At<'_>,
    ) -> bool {
        let scan = &w.scan;
        if kinds >> (data.kind & 63) & 1 == 0
            || scan.placed.is_some_and(|x| x != (data.tile == self.state.placed))
        {
            return false;
        }
        let f = &self.state.features[data.root as usize];
        f.size > 0
            && scan.occupied.is_none_or(|x| x == (f.claimers > 0))
            && scan.complete.is_none_or(|x| x == self.is_whole(f, node))
            && (w.plain || at.of(&scan.rest, Thing::Segment(node)))
    }

    /// Whether a figure is of a kind that may stand on a segment, whoever else stands there.
    #[must_use]
    pub fn may_stand(&self, figure: FigureId, node: SegmentId) -> bool {
        let takes = self.rules.hot.takes[self.state.kind(node).0];
        let kind = self.state.figures.get(figure.index()).map(|f| f.kind);
        kind.is_some_and(|kind| takes >> (kind & 31) & 1 != 0)
    }

    /// Whether a declaration is about a figure, standing or held as it is.
    #[inline]
    pub(crate) fn is_among(&self, w: &Where, figure: FigureId) -> bool {
        let place = self.state.figures[figure.index()].place;
        match w.scan.standing {
            Standing::OnBoard => self.is_on_board(figure),
            Standing::Held => place == FigurePlace::Held,
            Standing::Either => place != FigurePlace::Supply,
        }
    }
}

/// Listed segments and those with tags of their own, in order of placement, each once.
fn merged<'a>(
    listed: &'a [u16],
    retagged: &'a [(u16, Tags)],
) -> impl Iterator<Item = u16> + use<'a> {
    let mut listed = listed.iter().copied().peekable();
    let mut retagged = retagged.iter().map(|(n, _)| *n).peekable();
    std::iter::from_fn(move || {
        let least = match (listed.peek(), retagged.peek()) {
            (Some(a), Some(b)) => *a.min(b),
            (a, b) => *a.or(b)?,
        };
        listed.next_if_eq(&least);
        retagged.next_if_eq(&least);
        Some(least)
    })
}
