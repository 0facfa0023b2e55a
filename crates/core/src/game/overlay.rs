//! Where pieces may be laid over tiles, and what a tile fits with one.

use super::Game;
use crate::choice::Over;
use crate::ids::{Cell, EdgeId, OverlayId, TileId, TileTypeId};

impl Game<'_> {
    /// Whether a piece may be laid over a lying tile: beneath it the tile shows what the piece wants, no other piece shares
    /// an edge with it, and what it shows meets the tiles around.
    #[must_use]
    pub fn takes(&self, tile: TileId, overlay: OverlayId, rotation: u8) -> bool {
        self.state.lies(tile) && self.takes_beside(tile, overlay, rotation, None)
    }

    /// Like `takes`, beside a future tile that shows an edge on a side.
    fn takes_beside(
        &self,
        tile: TileId,
        overlay: OverlayId,
        rotation: u8,
        coming: Option<(usize, EdgeId)>,
    ) -> bool {
        let piece = &self.rules.overlays[overlay.index()];
        let cell = self.state.tile(tile).cell();
        let shares = |side: usize| {
            self.state.over(tile).any(|other| {
                self.rules.overlays[other.overlay.index()].side(other.rotation, side).edge.is_some()
            })
        };
        !self.state.overlays_on(tile).any(|(o, _)| o == overlay)
            && (0..4).all(|side| {
                let (wants, shown) = (piece.wants(rotation, side), piece.side(rotation, side).edge);
                if wants != 0 && wants >> self.edge_at(tile, side).0 & 1 == 0 {
                    return false;
                }
                if !shown.is_some() {
                    return true;
                }
                !shares(side) && self.meets_beside(shown, cell, side, coming)
            })
    }

    /// Returns whether an edge fits what is beyond a side of a cell: the edge that `other` gives for this side, or
    /// else the tile there, if any.
    fn meets_beside(
        &self,
        own: EdgeId,
        cell: Cell,
        side: usize,
        other: Option<(usize, EdgeId)>,
    ) -> bool {
        let said = other.filter(|(at, _)| *at == side).map(|(_, edge)| edge);
        let shown = || self.state.tile_at(cell.side(side)).map(|t| self.edge_at(t, side + 2));
        said.or_else(shown).is_none_or(|edge| self.meets(own, edge))
    }

    fn meets(&self, a: EdgeId, b: EdgeId) -> bool {
        self.rules.fitting.meets[a.index() * self.rules.edges.len() + b.index()]
    }

    /// Whether a tile fits on a free cell by its edges, once a piece is laid over it, or over a tile beside it.
    #[must_use]
    pub fn fits_with(&self, tile: TileTypeId, cell: Cell, rotation: u8, over: Over) -> bool {
        let Some(piece) = self.rules.overlays.get(over.overlay.index()) else { return false };
        if self.need(cell).is_none() {
            return false;
        }
        let printed = |side: usize| self.rules.edge_of(tile, rotation, side);
        // Each side must fit its neighbor, or the edge that `other` gives for it.
        let fits = |own: &dyn Fn(usize) -> EdgeId, other: Option<(usize, EdgeId)>| {
            (0..4).all(|side| self.meets_beside(own(side), cell, side, other))
        };
        match over.side() {
            None => {
                let shown = |side: usize| {
                    let edge = piece.side(over.rotation, side).edge;
                    if edge.is_some() { edge } else { printed(side) }
                };
                let wanted = |side: usize| {
                    let wants = piece.wants(over.rotation, side);
                    wants == 0 || wants >> printed(side).0 & 1 != 0
                };
                (0..4).all(wanted) && fits(&shown, None)
            }
            Some(side) => {
                let Some(under) = self.state.tile_at(cell.side(side)) else { return false };
                let back = (side + 2) % 4;
                let shown = piece.side(over.rotation, back).edge;
                let edge = if shown.is_some() { shown } else { self.edge_at(under, back) };
                fits(&printed, Some((side, edge)))
                    && self.takes_beside(
                        under,
                        over.overlay,
                        over.rotation,
                        Some((back, printed(side))),
                    )
            }
        }
    }

    /// The ways of laying a piece with which a tile fits on a free cell where it does not fit without.
    pub(crate) fn each_piece(
        &self,
        (tile, cell, rotation): (TileTypeId, Cell, u8),
        overlay: OverlayId,
        mut f: impl FnMut(Over),
    ) {
        let Some(need) = self.need(cell) else { return };
        let radix = self.rules.fitting.need_pow[1];
        let amiss = |side: &usize| {
            let code = need / self.rules.fitting.need_pow[*side] % radix;
            let own = self.rules.edge_of(tile, rotation, *side);
            code != 0 && !self.meets(own, EdgeId(code as u8 - 1))
        };
        if self.rules.fits(tile, need) >> rotation & 1 != 0 {
            debug_assert!((0..4).all(|side| !amiss(&side)), "where it fits nothing is amiss");
            return;
        }
        let count = (0..4).filter(amiss).count();
        let piece = &self.rules.overlays[overlay.index()];
        if count == 0 {
            return;
        }
        for &turn in &piece.rotations {
            let reaches = |side: &usize| piece.side(turn, *side).edge.is_some();
            // Over the tile itself it has to reach every side that is amiss, over a neighbor there may be but one.
            if (0..4).filter(amiss).all(|side| reaches(&side)) {
                let over = Over { overlay, on: 0, rotation: turn };
                if self.fits_with(tile, cell, rotation, over) {
                    f(over);
                }
            }
            if count == 1
                && let Some(side) = (0..4).find(amiss)
                && reaches(&((side + 2) % 4))
            {
                let over = Over { overlay, on: side as u8 + 1, rotation: turn };
                if self.fits_with(tile, cell, rotation, over) {
                    f(over);
                }
            }
        }
    }
}
