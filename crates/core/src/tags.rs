//! Tag words: the numbers of all tags of a segment or feature, one byte for each tag of its kind.

use serde::{Deserialize, Serialize};

/// The highest bit of each byte.
const TOPS: u128 = u128::from_le_bytes([0x80; 16]);
/// Tags in one half of a word.
const HALF: u8 = 16;

/// Numbers of tags; or a byte mask, which covers some of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tags([u128; 2]);

impl Tags {
    pub(crate) const NONE: Self = Self([0; 2]);

    /// Returns the mask that covers one tag.
    pub(crate) fn mask(lane: u8) -> Self {
        let mut out = Self::NONE;
        out.set(lane, 0xff);
        out
    }

    /// Number of a tag; 0 beyond the last.
    #[inline]
    pub(crate) fn get(self, lane: u8) -> u8 {
        let half = self.0.get(usize::from(lane / HALF));
        half.map_or(0, |half| (half >> (8 * (lane % HALF))) as u8)
    }

    /// # Panics
    /// If there is no such lane.
    pub(crate) fn set(&mut self, lane: u8, n: u8) {
        let half = &mut self.0[usize::from(lane / HALF)];
        let at = 8 * (lane % HALF);
        *half = *half & !(0xff << at) | u128::from(n) << at;
    }

    #[inline]
    pub(crate) fn and(self, mask: Self) -> Self {
        Self([self.0[0] & mask.0[0], self.0[1] & mask.0[1]])
    }

    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Whether a tag that the mask covers is not 0.
    #[inline]
    pub(crate) fn meets(self, mask: Self) -> bool {
        self.and(mask) != Self::NONE
    }

    /// The word in four parts, lowest first.
    pub(crate) fn parts(self) -> [u64; 4] {
        let [low, high] = self.0;
        [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64]
    }
}

/// Tags of a kind by merge operator, as byte masks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Merge {
    pub(crate) add: Tags,
    pub(crate) any: Tags,
    pub(crate) all: Tags,
    pub(crate) equal: Tags,
}

impl Merge {
    /// Tags that features have; the others are of segments only.
    pub(crate) fn kept(&self) -> Tags {
        self.add.or(self.any).or(self.all).or(self.equal)
    }

    /// Tags of two features that are joined, and the tag that is too great, which stays as great as it may be.
    #[inline]
    pub(crate) fn join(&self, a: Tags, b: Tags) -> (Tags, Option<u8>) {
        let (low, spilt) = self.join_half(0, a.0[0], b.0[0]);
        let (high, spilt_high) = self.join_half(1, a.0[1], b.0[1]);
        (Tags([low, high]), spilt.or(spilt_high.map(|lane| HALF + lane)))
    }

    #[inline]
    fn join_half(&self, half: usize, a: u128, b: u128) -> (u128, Option<u8>) {
        if a | b == 0 {
            return (0, None);
        }
        let [add, any, all] = [self.add, self.any, self.all].map(|mask| mask.0[half]);
        let (x, y) = (a & add, b & add);
        let sum = x.wrapping_add(y);
        let mut out = sum | ((a | b) & any) | (a & b & all);
        let equal = self.equal.0[half];
        if equal != 0 {
            out |= join_equal(equal, a, b);
        }
        // What the highest bit of a byte hands on.
        let carried = (x & y | (x | y) & !sum) & TOPS;
        if carried == 0 {
            (out, None)
        } else {
            (out & !add | fill(x, y), Some(carried.trailing_zeros() as u8 / 8))
        }
    }
}

#[cold]
fn join_equal(equal: u128, a: u128, b: u128) -> u128 {
    let bytes = (0..HALF).map(|lane| 0xffu128 << (8 * lane));
    let alike = bytes.filter(|mask| equal & mask != 0 && a & mask == b & mask);
    alike.fold(0, |out, mask| out | a & mask)
}

/// Sums of two words byte by byte, none greater than a byte holds.
#[cold]
fn fill(a: u128, b: u128) -> u128 {
    let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
    u128::from_le_bytes(std::array::from_fn(|i| a[i].saturating_add(b[i])))
}
