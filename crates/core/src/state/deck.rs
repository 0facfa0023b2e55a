//! The deck.

use serde::{Deserialize, Serialize};

use crate::bytes;
use crate::ids::TileTypeId;

/// Thirty-two tile types: the copies left of each, and the sum before each eight, so that a draw reads few numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Block {
    eights: [[u8; 8]; 4],
    before: [u16; 4],
}

/// Copies left in their own group, by tile type.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Deck {
    blocks: Vec<Block>,
    /// How many types there are.
    types: u16,
    left: u16,
}

clone_fields!(Deck, [blocks], [types, left]);

impl Deck {
    /// Adds a tile type with `copies` copies.
    pub(crate) fn add_type(&mut self, copies: u8) {
        if self.types.is_multiple_of(32) {
            self.blocks.push(Block { before: [self.left; 4], ..Block::default() });
        }
        let tile = TileTypeId(self.types);
        self.types += 1;
        (0..copies).for_each(|_| self.add(tile));
    }

    fn add(&mut self, tile: TileTypeId) {
        self.blocks[tile.index() / 32].eights[tile.index() / 8 % 4][tile.index() % 8] += 1;
        self.left += 1;
        let later = self.blocks.iter_mut().flat_map(|block| &mut block.before);
        later.skip(tile.index() / 8 + 1).for_each(|before| *before += 1);
    }

    /// Copies by tile type.
    pub(crate) fn counts(&self) -> impl ExactSizeIterator<Item = (TileTypeId, u8)> + '_ {
        (0..self.types).map(TileTypeId).map(|t| (t, self.of(t)))
    }

    /// Copies of a tile type.
    #[inline]
    pub(crate) fn of(&self, tile: TileTypeId) -> u8 {
        let t = tile.index();
        self.blocks.get(t / 32).map_or(0, |block| block.eights[t / 8 % 4][t % 8])
    }

    /// Takes a copy of a type that has one left.
    #[inline]
    pub(crate) fn take(&mut self, tile: TileTypeId) {
        let t = tile.index();
        self.blocks[t / 32].eights[t / 8 % 4][t % 8] -= 1;
        self.left -= 1;
        // Which blocks come later cannot be guessed: something is taken from all, if only nothing.
        let within = (bytes::LANES << 16) << (t / 8 % 4 * 16);
        for (i, block) in self.blocks.iter_mut().enumerate() {
            let later = if i > t / 32 { bytes::LANES } else { 0 };
            let fewer = if i == t / 32 { within } else { later };
            block.before = bytes::to_lanes(bytes::of_lanes(block.before) - fewer);
        }
    }

    /// Puts a copy back if there is room. Returns whether it did.
    pub(crate) fn give(&mut self, tile: TileTypeId) -> bool {
        let room = self.of(tile) < u8::MAX;
        if room {
            self.add(tile);
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
    pub(crate) fn nth(&self, k: u32) -> Option<TileTypeId> {
        // Where it lies cannot be guessed: no branch depends on it.
        let begun: usize = self.blocks.iter().map(|b| bytes::up_to(b.before, k)).sum();
        let at = begun.checked_sub(1)?;
        let block = self.blocks.get(at / 4)?;
        let eight = u64::from_le_bytes(block.eights[at % 4]);
        let found = bytes::nth_of(eight, k - u32::from(block.before[at % 4]));
        found.map(|(place, _)| TileTypeId((8 * at + place) as u16))
    }

    /// Copies of some types.
    pub(crate) fn left_of(&self, types: &[TileTypeId]) -> u32 {
        types.iter().map(|t| u32::from(self.of(*t))).sum()
    }

    /// The type of the `k`-th copy of some types.
    pub(crate) fn nth_of(&self, mut k: u32, types: &[TileTypeId]) -> Option<TileTypeId> {
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
    use crate::ids::TileTypeId;

    #[test]
    fn the_same_as_counting_one_by_one() {
        let mut deck = Deck::default();
        (0..45u32).for_each(|i| deck.add_type((i * i * 7 % 17) as u8));
        let all: Vec<TileTypeId> = (0..45).map(TileTypeId).collect();
        let check = |deck: &Deck| {
            let mut k = 0;
            for t in 0..45 {
                for _ in 0..deck.of(TileTypeId(t)) {
                    assert_eq!(deck.nth(k), Some(TileTypeId(t)));
                    assert_eq!(deck.nth_of(k, &all), Some(TileTypeId(t)));
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
        let odd: Vec<TileTypeId> = (0..22).map(|t| TileTypeId(2 * t + 1)).collect();
        assert_eq!(deck.nth_of(0, &odd), odd.iter().copied().find(|t| deck.of(*t) > 0));
        assert_eq!(Deck::default().nth(0), None);
    }
}
