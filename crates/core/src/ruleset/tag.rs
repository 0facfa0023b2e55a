//! Tags as filters ask for them.

use super::{TileType, TypeSegment};
use crate::ids::{KindId, TypeId};

/// A tag wherever it may lie: bit of the tile's tags, or lanes of kinds.
#[derive(Clone, Debug, Default)]
pub struct TagRef {
    /// As a tag of whole tiles: its bit.
    tile: u32,
    /// As a tag of segments: where it lies by kind.
    lanes: Vec<(KindId, u8)>,
    /// Tile types that carry it, as bits.
    types: Vec<u64>,
}

impl TagRef {
    /// A tag on tiles (its bit, or 0) and segments, looked up on such tile types.
    pub(crate) fn new(tile: u32, lanes: Vec<(KindId, u8)>, types: &[TileType]) -> Self {
        let mut tag = Self { tile, lanes, types: Vec::new() };
        tag.look_at(types);
        tag
    }

    /// Whether the tile, or a segment of it, carries the tag.
    #[inline]
    pub(crate) fn is_on(&self, tile: TypeId) -> bool {
        let (word, bit) = (tile.index() / 64, tile.index() % 64);
        self.types.get(word).is_some_and(|bits| bits >> bit & 1 != 0)
    }

    /// Where it lies as a tag of segments.
    pub(crate) fn lanes(&self) -> &[(KindId, u8)] {
        &self.lanes
    }

    /// Notes which tile types carry it.
    pub(crate) fn look_at(&mut self, types: &[TileType]) {
        self.types = vec![0; types.len().div_ceil(64)];
        for (t, ty) in types.iter().enumerate() {
            let carries = |s: &TypeSegment| {
                self.lanes.iter().any(|(k, l)| *k == s.kind && s.tags >> (8 * l) & 0xff != 0)
            };
            if ty.tags & self.tile != 0 || ty.segments.iter().any(carries) {
                self.types[t / 64] |= 1 << (t % 64);
            }
        }
    }
}
