//! Picking the `k`-th of many, where numbers of one or two bytes, several in a word, say how many there are in each
//! place, or before it.

/// One in each of four numbers of two bytes.
pub(crate) const LANES: u64 = 0x0001_0001_0001_0001;

/// Four numbers as one word.
#[inline]
pub(crate) fn of_lanes(lanes: [u16; 4]) -> u64 {
    lanes.iter().rev().fold(0, |word, n| word << 16 | u64::from(*n))
}

/// One word as four numbers.
#[inline]
pub(crate) fn to_lanes(word: u64) -> [u16; 4] {
    [0, 16, 32, 48].map(|shift| (word >> shift) as u16)
}

/// How many of four numbers are at most `k`, as long as all five stay below 32,768.
#[inline]
pub(crate) fn up_to(lanes: [u16; 4], k: u32) -> usize {
    const TOPS: u64 = LANES << 15;
    let not_below = (u64::from(k).wrapping_mul(LANES) | TOPS).wrapping_sub(of_lanes(lanes));
    ((not_below & TOPS) >> 15).wrapping_mul(LANES) as usize >> 48
}

/// Finds the place, of eight, in which the `k`-th lies, and which of those there it is. Without a branch to
/// guess, as long as all eight together stay below 128.
#[inline]
pub(crate) fn nth_of(word: u64, k: u32) -> Option<(usize, u32)> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = ONES << 7;
    let sum = sum(word);
    if sum > 127 {
        return nth_by_one(word, k);
    }
    if k >= sum {
        return None;
    }
    // Byte i: how many there are up to and with place i. Places that end at or before k are passed.
    let up_to = word.wrapping_mul(ONES);
    let passed = (k as u64).wrapping_mul(ONES) | TOPS;
    let at = (((passed - up_to) & TOPS) >> 7).wrapping_mul(ONES) >> 56;
    let before = (up_to << 8) >> (8 * at) & 0xff;
    Some((at as usize, k - before as u32))
}

#[cold]
fn nth_by_one(word: u64, mut k: u32) -> Option<(usize, u32)> {
    for (i, n) in word.to_le_bytes().into_iter().enumerate() {
        if k < n as u32 {
            return Some((i, k));
        }
        k -= n as u32;
    }
    None
}

/// Sum of eight bytes.
#[inline]
pub(crate) fn sum(word: u64) -> u32 {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (word & EVEN) + (word >> 8 & EVEN);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

/// The bits that are set, from the lowest.
#[inline]
pub(crate) fn set_bits(bits: impl Into<u64>) -> impl Iterator<Item = u16> {
    let mut bits = bits.into();
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
        bits &= bits - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::{nth_of, sum};

    #[test]
    fn the_same_as_counting_one_by_one() {
        for most in [5, 17, 256] {
            for first in 0..40u32 {
                let bytes: [u8; 8] = std::array::from_fn(|i| {
                    let i = first + i as u32;
                    (i * i * 7 % most) as u8
                });
                check(bytes);
            }
        }
    }

    fn check(bytes: [u8; 8]) {
        let word = u64::from_le_bytes(bytes);
        let mut k = 0;
        for (i, n) in bytes.iter().enumerate() {
            for before in 0..*n as u32 {
                assert_eq!(nth_of(word, k), Some((i, before)));
                k += 1;
            }
        }
        assert_eq!(sum(word), k);
        assert_eq!(nth_of(word, k), None);
    }
}
