//! Segments on the board: those of tiles with their overlays, and removed tiles.

use super::{Overlaid, PlacedTile, State};
use crate::ids::{OverlayId, SegmentId, TileId};

impl State {
    /// Returns the segments of a tile, those of overlays last, or none if it was removed.
    #[inline]
    pub(crate) fn nodes_of(&self, tile: TileId) -> impl Iterator<Item = u16> + use<> {
        let printed = if self.lies(tile) { self.printed_on(tile) } else { 0..0 };
        let over: Vec<u16> = if self.overlaid.is_empty() {
            Vec::new()
        } else {
            self.over(tile).flat_map(Overlaid::nodes).collect()
        };
        printed.chain(over)
    }

    /// Segments that are printed on a tile, as a range of their numbers.
    #[inline]
    pub(crate) fn printed_on(&self, tile: TileId) -> std::ops::Range<u16> {
        let first = self.tiles[tile.index()].first;
        let next = self.tiles.get(tile.index() + 1).map(|next| next.first);
        let next = next.unwrap_or(self.nodes.len() as u16);
        let over = self.overlaid.iter().map(|o| o.first).find(|over| *over >= first);
        first..over.map_or(next, |over| over.min(next))
    }

    /// Pieces that lie over a tile.
    pub(crate) fn over(&self, tile: TileId) -> impl Iterator<Item = Overlaid> {
        self.overlaid.iter().copied().filter(move |o| o.tile == tile.0)
    }

    /// Whether some piece lies over a tile.
    pub(crate) fn is_overlaid(&self, tile: TileId) -> bool {
        self.over(tile).next().is_some()
    }

    /// The piece over a tile that a segment belongs to, if it is not printed on the tile.
    pub(crate) fn piece_of(&self, node: SegmentId) -> Option<Overlaid> {
        self.overlaid.iter().copied().find(|o| o.nodes().contains(&node.0))
    }

    /// Pieces that lie over a tile, in the order in which they were laid, with their quarter turns.
    pub fn overlays_on(&self, tile: TileId) -> impl Iterator<Item = (OverlayId, u8)> {
        self.over(tile).map(|o| (o.overlay, o.rotation))
    }

    /// The piece over a tile that a segment belongs to, if it is not printed on the tile.
    #[must_use]
    pub fn overlay_of(&self, node: SegmentId) -> Option<OverlayId> {
        self.piece_of(node).map(|o| o.overlay)
    }

    /// Where a segment over a tile comes from: which piece, how that is turned, which of its segments.
    #[must_use]
    pub fn piece_segment(&self, node: SegmentId) -> Option<(OverlayId, u8, usize)> {
        self.piece_of(node).map(|o| (o.overlay, o.rotation, usize::from(node.0 - o.first)))
    }

    /// Whether a tile lies on the board: it was not taken away.
    #[inline]
    #[must_use]
    pub fn lies(&self, tile: TileId) -> bool {
        tile.index() < self.tiles.len() && (self.gone.is_empty() || !self.gone.contains(&tile.0))
    }

    /// Tiles on the board with their numbers, in order of placement, but for those that were taken away.
    pub fn lying(&self) -> impl Iterator<Item = (TileId, &PlacedTile)> {
        (0..).map(TileId).zip(&self.tiles).filter(|(id, _)| self.lies(*id))
    }

    /// Whether a number is that of a segment on the board: its tile was not taken away.
    #[inline]
    #[must_use]
    pub fn is_there(&self, node: SegmentId) -> bool {
        node.index() < self.nodes.len() && (self.gone.is_empty() || !self.is_gone(node))
    }

    /// Whether a segment went with its tile: it belongs to no feature, not even to one of its own.
    #[inline(never)]
    fn is_gone(&self, node: SegmentId) -> bool {
        self.nodes[node.index()].root == node.0 && self.features[node.index()].size == 0
    }

    /// Segments on the board, in order of placement, but for those of tiles that were taken away.
    #[inline]
    pub(crate) fn there(&self) -> impl Iterator<Item = SegmentId> {
        let all = (0..self.nodes.len() as u16).map(SegmentId);
        all.filter(|n| self.gone.is_empty() || self.is_there(*n))
    }
}
