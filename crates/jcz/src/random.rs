//! The other engine's chance: one number between 0 and 1, and what it draws with it.

const MASK: u64 = (1 << 48) - 1;
/// Greatest divisor below the next number: 2⁴⁸.
const RANGE: f64 = 281_474_976_710_656.0;

/// The number that stands, and the one after it once it is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Random(pub(super) f64);

impl Random {
    /// A whole number from 0 to `bound - 1`; the next number stands afterwards.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        let picked = (self.0 * f64::from(bound)) as u32;
        let bits = self.0.to_bits() & MASK;
        let next = bits.wrapping_mul(25_214_903_917).wrapping_add(11) & MASK;
        self.0 = next as f64 / RANGE;
        picked.min(bound.saturating_sub(1))
    }

    /// Which of some things is drawn, each as often as its weight; none, if all weigh nothing.
    pub(super) fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let total = weights.clone().sum();
        if total == 0 {
            return None;
        }
        let mut k = self.below(total);
        for (i, weight) in weights.enumerate() {
            if k < weight {
                return Some(i);
            }
            k -= weight;
        }
        None
    }
}

/// A tile that may be drawn: its group and id over there, how many are left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Left {
    pub(super) group: String,
    pub(super) id: String,
    pub(super) copies: u32,
    /// Which of ours.
    pub(super) index: usize,
}

/// The tile that is drawn: groups by name, tiles by id, copies beside each other.
pub(super) fn draw(mut left: Vec<Left>, random: &mut Random) -> Option<usize> {
    left.sort_unstable();
    random.weighted(left.iter().map(|one| one.copies)).map(|i| left[i].index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_number_comes_from_the_bits_of_the_last() {
        // Worked out by hand from the bits of a double: 0.5 is 0x3fe0…0, so its low 48 bits are 0.
        let mut random = Random(0.5);
        assert_eq!(random.below(10), 5);
        assert_eq!(random, Random(11.0 / RANGE));
        assert_eq!(random.below(10), 0);
        let mut top = Random(0.999_999_999);
        assert_eq!(top.below(7), 6);
        assert!((0.0..1.0).contains(&top.0));
        assert_eq!(Random(0.9).below(0), 0);
    }

    #[test]
    fn groups_by_name_then_tiles_by_id() {
        let one = |group: &str, id: &str, copies, index| Left {
            group: group.into(),
            id: id.into(),
            copies,
            index,
        };
        // In order: a/B, a/b, a/b, z/A.
        let left = vec![one("z", "A", 1, 0), one("a", "b", 2, 1), one("a", "B", 1, 2)];
        let pick = |r: f64| draw(left.clone(), &mut Random(r));
        assert_eq!(pick(0.0), Some(2));
        assert_eq!(pick(0.25), Some(1));
        assert_eq!(pick(0.74), Some(1));
        assert_eq!(pick(0.75), Some(0));
        assert_eq!(draw(Vec::new(), &mut Random(0.5)), None);
    }
}
