//! Pieces of tile that may be laid over tiles.

use super::{Ruleset, SEG_NONE, TypeSegment};
use crate::decl;
use crate::ids::{EdgeId, ExpansionId, OverlayId};

/// One side of a turned overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OverSide {
    /// Segments left, middle and right, or none.
    pub(crate) segs: [u8; 3],
    /// Edge kind of the side, or none if the overlay does not reach the edge.
    pub(crate) edge: EdgeId,
}

impl OverSide {
    pub(crate) const NONE: Self = Self { segs: [SEG_NONE; 3], edge: EdgeId::NONE };
}

/// An interned overlay.
#[derive(Clone, Debug)]
pub struct Overlay {
    /// Its declaration.
    pub decl: decl::Overlay,
    /// Expansion that declares the overlay.
    pub expansion: ExpansionId,
    /// Its segments in order.
    pub segments: Vec<TypeSegment>,
    /// Edge kinds that the tile beneath must show, as bits, by edge; 0 = any.
    pub(crate) over: [u32; 4],
    /// Its sides by rotation.
    pub(crate) sides: [[OverSide; 4]; 4],
    /// Rotations that look different from each other.
    pub(crate) rotations: Vec<u8>,
}

impl Ruleset {
    /// Quarter turns in which a piece looks different from the ones before.
    #[must_use]
    pub fn overlay_turns(&self, overlay: OverlayId) -> &[u8] {
        self.overlays.get(overlay.index()).map_or(&[], |piece| &piece.rotations)
    }
}

impl Overlay {
    /// What the tile beneath must show on a side, as bits of edge kinds; 0 = anything.
    pub(crate) fn wants(&self, rotation: u8, side: usize) -> u32 {
        self.over[(side + 4 - usize::from(rotation & 3)) % 4]
    }

    /// The sides that it reaches, in board orientation: bits N, E, S, W.
    #[must_use]
    pub fn reaches(&self, rotation: u8) -> u8 {
        let edge = |side: &usize| self.side(rotation, *side).edge.is_some();
        (0..4).filter(edge).fold(0, |bits, side| bits | 1 << side)
    }

    /// Places that it takes of the tile beneath, in board orientation: bit `i` is [`crate::decl::PLACES`]`[i]`.
    pub(crate) fn takes(&self, rotation: u8) -> u16 {
        let of_side = |side: usize| {
            let shown = self.side(rotation, side);
            let taken = |p: &usize| {
                shown.edge.is_some() && (self.decl.covers || shown.segs[*p] != SEG_NONE)
            };
            (0..3).filter(taken).fold(0, |bits, p| bits | 1 << (3 * side + p))
        };
        (0..4).fold(0, |bits, side| bits | of_side(side))
    }

    /// A side when turned.
    #[inline]
    pub(crate) fn side(&self, rotation: u8, side: usize) -> OverSide {
        self.sides[usize::from(rotation & 3)][side & 3]
    }
}
