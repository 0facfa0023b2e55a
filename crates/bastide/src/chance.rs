//! The seeded answers of chance, and of bots: one stream per game and purpose, the same on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What a stream of numbers is for; streams of one game never touch each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Draws of tiles.
    Chance,
    /// Everything else that chance decides: a rule that rolls a die does not change the order of the deck.
    Lot,
    /// Choices of the bot in a seat.
    Bot(u8),
}

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of a game and purpose under a seed. Games are numbered from 0.
    #[must_use]
    pub fn new(seed: u64, game: u64, purpose: Purpose) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let purpose = match purpose {
            Purpose::Chance => 0,
            Purpose::Bot(seat) => seat as u64 + 1,
            Purpose::Lot => 15,
        };
        rng.set_stream(game << 4 | purpose);
        Self(rng)
    }

    /// The stream after `taken` numbers.
    #[must_use]
    pub fn after(seed: u64, game: u64, purpose: Purpose, taken: u64) -> Self {
        let mut stream = Self::new(seed, game, purpose);
        stream.0.set_word_pos(u128::from(taken));
        stream
    }

    /// A number from 0 to `n - 1`, all alike; 0 for `n = 0`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        // Lemire's multiplication; the bias of 2⁻³² · n is far below anything that is measured here,
        // but a rejection makes it none at all.
        let mut m = self.0.next_u32() as u64 * n as u64;
        if (m as u32) < n {
            let floor = n.wrapping_neg() % n.max(1);
            while (m as u32) < floor {
                m = self.0.next_u32() as u64 * n as u64;
            }
        }
        (m >> 32) as u32
    }

    /// An index, by whole weights.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total: u32 = weights.iter().sum();
        let mut k = self.below(total);
        for (i, w) in weights.iter().enumerate() {
            if k < *w {
                return i;
            }
            k -= *w;
        }
        0
    }
}
