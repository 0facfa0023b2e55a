//! Picking the `k`-th of many, where bytes say how many there are in each place.

/// Finds the place in which the `k`-th lies, and how many lie before it in that place; `count` tells how
/// many a byte stands for, for each of eight bytes in one word, by the number of the word.
#[inline]
pub(crate) fn nth(bytes: &[u8], k: u32, count: impl Fn(usize, u64) -> u64) -> Option<(usize, u32)> {
    let (eights, rest) = bytes.as_chunks::<8>();
    // Where the `k`-th lies cannot be guessed: every word is looked at, so that no branch depends on it.
    let (mut at, mut before, mut all) = (0, 0, 0);
    for (i, eight) in eights.iter().enumerate() {
        let n = sum(count(i, u64::from_le_bytes(*eight)));
        all += n;
        let passed = all <= k;
        at += passed as usize;
        before += n * passed as u32;
    }
    let eight = eights.get(at).copied().unwrap_or_else(|| {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        last
    });
    let word = count(at, u64::from_le_bytes(eight));
    let found = nth_of(word, k - before);
    found.map(|(place, before)| (8 * at + place, before))
}

/// Without a branch to guess, as long as all eight together stay below 128.
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

#[cfg(test)]
mod tests {
    use super::nth;

    #[test]
    fn the_same_as_counting_one_by_one() {
        for most in [5, 17, 256] {
            check(most);
        }
    }

    fn check(most: u32) {
        let bytes: Vec<u8> = (0..45u32).map(|i| (i * i * 7 % most) as u8).collect();
        let all = bytes.iter().map(|n| *n as u32).sum::<u32>();
        let mut k = 0;
        for (i, n) in bytes.iter().enumerate() {
            for before in 0..*n as u32 {
                assert_eq!(nth(&bytes, k, |_, w| w), Some((i, before)));
                k += 1;
            }
        }
        assert_eq!(k, all);
        assert_eq!(nth(&bytes, all, |_, w| w), None);
        assert_eq!(nth(&[], 0, |_, w| w), None);
    }
}
