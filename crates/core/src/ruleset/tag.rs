//! Tags as filters ask for them.

use super::{TileType, TypeSegment};
use crate::ids::{KindId, TypeId};

/// A tag wherever it may lie: bit of the tile's tags, or lanes of kinds.
#[derive(Clone, Debug, Default)]
pub struct TagRef {
    /// Tile types that carry it.
    types: TileSet,
}

/// Some of the tile types.
#[derive(Clone, Debug, Default)]
pub struct TileSet(Vec<u64>);

impl TileSet {
    /// For each type, whether it is among them.
    pub(crate) fn of(types: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (t, such) in types.enumerate() {
            words.resize(t / 64 + 1, 0);
            words[t / 64] |= u64::from(such) << (t % 64);
        }
        Self(words)
    }

    /// Types that are among both.
    pub(crate) fn and(self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Whether a type is among them.
    #[inline]
    pub(crate) fn has(&self, tile: TypeId) -> bool {
        let (word, bit) = (tile.index() / 64, tile.index() % 64);
        self.0.get(word).is_some_and(|bits| bits >> bit & 1 != 0)
    }
}

impl TagRef {
    /// A tag on tiles (its bit, or 0) and segments, looked up on such tile types.
    pub(crate) fn new(tile: u32, lanes: Vec<(KindId, u8)>, types: &[TileType]) -> Self {
        let carries = |s: &TypeSegment| {
            lanes.iter().any(|(k, l)| *k == s.kind && s.tags >> (8 * l) & 0xff != 0)
        };
        let has = |ty: &TileType| ty.tags & tile != 0 || ty.segments.iter().any(carries);
        let types = TileSet::of(types.iter().map(has));
        Self { types }
    }

    /// Whether the tile, or a segment of it, carries the tag.
    #[inline]
    pub(crate) fn is_on(&self, tile: TypeId) -> bool {
        self.types.has(tile)
    }

    /// Tile types that carry it.
    pub(crate) fn into_types(self) -> TileSet {
        self.types
    }
}
