//! What is left in the deck.

use serde::{Deserialize, Serialize};

use crate::bytes;
use crate::ids::TypeId;

/// Eight tile types: how many copies each has left, and all together, so that a draw looks at few numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Eight {
    copies: [u8; 8],
    together: u16,
}

/// Copies left in their own group, by tile type.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deck {
    eights: Vec<Eight>,
    /// How many types there are.
    types: u16,
    left: u16,
}

clone_fields!(Deck, [eights], [types, left]);

impl Deck {
    /// Another tile type, with so many copies.
    pub(crate) fn add_type(&mut self, copies: u8) {
        if self.types.is_multiple_of(8) {
            self.eights.push(Eight::default());
        }
        self.add(TypeId(self.types), copies);
        self.types += 1;
    }

    fn add(&mut self, tile: TypeId, copies: u8) {
        let eight = &mut self.eights[tile.index() / 8];
        eight.copies[tile.index() % 8] += copies;
        eight.together += u16::from(copies);
        self.left += u16::from(copies);
    }

    /// Copies by tile type.
    pub(crate) fn counts(&self) -> impl ExactSizeIterator<Item = (TypeId, u8)> + '_ {
        (0..self.types).map(TypeId).map(|t| (t, self.of(t)))
    }

    /// Copies of a tile type.
    #[inline]
    pub(crate) fn of(&self, tile: TypeId) -> u8 {
        self.eights.get(tile.index() / 8).map_or(0, |eight| eight.copies[tile.index() % 8])
    }

    /// Takes a copy of a type that has one left.
    #[inline]
    pub(crate) fn take(&mut self, tile: TypeId) {
        let eight = &mut self.eights[tile.index() / 8];
        eight.copies[tile.index() % 8] -= 1;
        eight.together -= 1;
        self.left -= 1;
    }

    /// Puts a copy back, if there is room for one more: whether it did.
    pub(crate) fn give(&mut self, tile: TypeId) -> bool {
        let room = self.of(tile) < u8::MAX;
        if room {
            self.add(tile, 1);
        }
        room
    }

    /// Copies of all types.
    #[inline]
    pub(crate) fn left(&self) -> u16 {
        self.left
    }

    /// The type of the `k`-th copy, counting by types.
    #[inline]
    pub(crate) fn nth(&self, k: u32) -> Option<TypeId> {
        // Where it lies cannot be guessed: no branch depends on it.
        let (mut at, mut before, mut all) = (0, 0, 0);
        for eight in &self.eights {
            all += u32::from(eight.together);
            let passed = all <= k;
            at += usize::from(passed);
            before = if passed { all } else { before };
        }
        let eight = self.eights.get(at)?.copies;
        let found = bytes::nth_of(u64::from_le_bytes(eight), k - before);
        found.map(|(place, _)| TypeId((8 * at + place) as u16))
    }

    /// Copies of some types.
    pub(crate) fn left_of(&self, types: &[TypeId]) -> u32 {
        types.iter().map(|t| u32::from(self.of(*t))).sum()
    }

    /// The type of the `k`-th copy of some types.
    pub(crate) fn nth_of(&self, mut k: u32, types: &[TypeId]) -> Option<TypeId> {
        types.iter().copied().find(|t| {
            let copies = u32::from(self.of(*t));
            let found = k < copies;
            k = k.wrapping_sub(copies);
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Deck;
    use crate::ids::TypeId;

    #[test]
    fn the_same_as_counting_one_by_one() {
        let mut deck = Deck::default();
        (0..45u32).for_each(|i| deck.add_type((i * i * 7 % 17) as u8));
        let all: Vec<TypeId> = (0..45).map(TypeId).collect();
        let check = |deck: &Deck| {
            let mut k = 0;
            for t in 0..45 {
                for _ in 0..deck.of(TypeId(t)) {
                    assert_eq!(deck.nth(k), Some(TypeId(t)));
                    assert_eq!(deck.nth_of(k, &all), Some(TypeId(t)));
                    k += 1;
                }
            }
            assert_eq!((k, k), (deck.left() as u32, deck.left_of(&all)));
            assert_eq!((deck.nth(k), deck.nth_of(k, &all)), (None, None));
        };
        check(&deck);
        for k in [3, 100, 7, 200] {
            let tile = deck.nth(k).expect("there are as many");
            deck.take(tile);
            check(&deck);
            if k == 7 {
                assert!(deck.give(tile));
            }
        }
        check(&deck);
        let odd: Vec<TypeId> = (0..22).map(|t| TypeId(2 * t + 1)).collect();
        assert_eq!(deck.nth_of(0, &odd), odd.iter().copied().find(|t| deck.of(*t) > 0));
        assert_eq!(Deck::default().nth(0), None);
    }
}
