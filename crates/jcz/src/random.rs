//! The other engine's chance: one number between 0 and 1, and what it draws with it.

/// Factor of the generator.
const FACTOR: u64 = 25_214_903_917;
/// Greatest bound of a generator that gives 31 bits.
const MOST: u32 = (1 << 31) - 1;
const MASK: u64 = (1 << 48) - 1;
/// Greatest divisor below the next number: 2⁴⁸.
const RANGE: f64 = 281_474_976_710_656.0;

/// What chance is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Random {
    /// The number that stands, and the one after it once it is used.
    Number(f64),
    /// In version 4: what the seed has come to, and what the last message added.
    Seeded { bits: u64, salt: i64 },
}

impl Default for Random {
    fn default() -> Self {
        Random::Number(0.0)
    }
}

/// The step from one state of a linear congruential generator of 48 bits to the next.
fn next(bits: u64) -> u64 {
    bits.wrapping_mul(FACTOR).wrapping_add(11) & MASK
}

impl Random {
    /// Chance of version 4.
    pub(super) fn seeded(seed: i64) -> Self {
        Random::Seeded { bits: (seed as u64 ^ FACTOR) & MASK, salt: 0 }
    }

    /// What a message of version 4 adds to all that follows.
    pub(super) fn add(&mut self, new: i64) {
        if let Random::Seeded { salt, .. } = self {
            *salt = new;
        }
    }

    /// A whole number from 0 to `bound - 1`; the next number stands afterwards.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        match self {
            Random::Number(number) => {
                let picked = (*number * f64::from(bound)) as u32;
                *number = next(number.to_bits() & MASK) as f64 / RANGE;
                picked.min(bound.saturating_sub(1))
            }
            Random::Seeded { .. } if bound == 0 => 0,
            Random::Seeded { bits, salt } => {
                let plain = uniform(bits, bound.min(MOST));
                let more = salt.unsigned_abs() % u64::from(bound);
                ((u64::from(plain) + more) % u64::from(bound)) as u32
            }
        }
    }

    /// Returns the index of a random thing, in proportion to the weights, or `None` if all weights are 0.
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

/// A whole number below a bound from 31 bits: the upper ones of a power of two, else what is left of a division, drawn anew as long as
/// the last numbers would favour small ones.
fn uniform(bits: &mut u64, bound: u32) -> u32 {
    loop {
        *bits = next(*bits);
        let drawn = (*bits >> 17) as u32;
        if bound.is_power_of_two() {
            return ((u64::from(bound) * u64::from(drawn)) >> 31) as u32;
        }
        let left = drawn % bound;
        if drawn - left <= MOST - (bound - 1) {
            return left;
        }
    }
}

/// A tile that may be drawn: its group and id over there, how many are left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Left {
    pub(super) group: String,
    pub(super) id: String,
    pub(super) copies: u32,
    /// Index among our options.
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
        let mut random = Random::Number(0.5);
        assert_eq!(random.below(10), 5);
        assert_eq!(random, Random::Number(11.0 / RANGE));
        assert_eq!(random.below(10), 0);
        let mut top = Random::Number(0.999_999_999);
        assert_eq!(top.below(7), 6);
        assert!(matches!(top, Random::Number(n) if (0.0..1.0).contains(&n)));
        assert_eq!(Random::Number(0.9).below(0), 0);
    }

    #[test]
    fn a_seed_gives_the_numbers_of_its_generator() {
        // The generator of the seed 0 is public: 0xbb20b4600a74 is its first state, whose upper 31 bits are 1569741360.
        let mut random = Random::seeded(0);
        assert_eq!(random.below(10), 0);
        let first = 0xbb20_b460_0a74;
        assert!(matches!(random, Random::Seeded { bits, .. } if bits == first));
        let mut salted = Random::seeded(0);
        salted.add(-13);
        assert_eq!(salted.below(10), 3);
        assert_eq!(Random::seeded(0).below(8), 5);
        let mut lowest = Random::seeded(i64::MIN);
        lowest.add(i64::MIN);
        assert!(lowest.below(u32::MAX) < u32::MAX && lowest.below(0) == 0 && lowest.below(1) == 0);
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
        let pick = |r: f64| draw(left.clone(), &mut Random::Number(r));
        assert_eq!(pick(0.0), Some(2));
        assert_eq!(pick(0.25), Some(1));
        assert_eq!(pick(0.74), Some(1));
        assert_eq!(pick(0.75), Some(0));
        assert_eq!(draw(Vec::new(), &mut Random::Number(0.5)), None);
    }
}
