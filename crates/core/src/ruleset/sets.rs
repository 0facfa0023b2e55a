//! Sets of tile types and of steps, as filters ask for them.

use super::{TileType, TypeSegment};
use crate::ids::{KindId, TileTypeId};

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

    /// Types that carry a tag, of whole tiles (its bit, or 0) or of segments (where it lies by kind).
    pub(crate) fn carrying(tile: u32, lanes: &[(KindId, u8)], types: &[TileType]) -> Self {
        let carries =
            |s: &TypeSegment| lanes.iter().any(|(k, l)| *k == s.kind && s.tags.get(*l) != 0);
        let has = |ty: &TileType| ty.tags & tile != 0 || ty.segments.iter().any(carries);
        Self::of(types.iter().map(has))
    }

    /// Types that are among both.
    pub(crate) fn and(self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// Types that are not among them.
    pub(crate) fn others(self) -> Self {
        Self(self.0.iter().map(|word| !word).collect())
    }

    /// Whether a type is among them.
    #[inline]
    pub(crate) fn has(&self, tile: TileTypeId) -> bool {
        let (word, bit) = (tile.index() / 64, tile.index() % 64);
        self.0.get(word).is_some_and(|bits| bits >> bit & 1 != 0)
    }
}

/// Some steps, of the core or of expansions, by code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StepSet([u64; 4]);

impl StepSet {
    /// The steps of some codes.
    pub(crate) fn of(codes: impl IntoIterator<Item = u8>) -> Self {
        let mut set = Self::default();
        codes.into_iter().for_each(|code| set.add(code));
        set
    }

    pub(crate) fn add(&mut self, code: u8) {
        self.0[usize::from(code >> 6)] |= 1 << (code & 63);
    }

    #[inline]
    pub(crate) fn has(&self, code: u8) -> bool {
        self.0[usize::from(code >> 6)] >> (code & 63) & 1 != 0
    }
}
