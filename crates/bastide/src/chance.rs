//! The seeded answers of chance, and of bots: one stream per game and purpose, the same on every machine.
//!
//! A decision takes exactly one number of its stream, whatever else is drawn for it, so that the place in the
//! stream is the number of decisions before it. So a game that somebody takes up in the middle goes on as it
//! would have. Who needs more numbers for a decision has a stream for it alone: [`Stream::apart`].

use bastide_content::Seed;
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
    pub fn new(seed: impl Into<Seed>, game: u64, purpose: Purpose) -> Self {
        let Seed(seed) = seed.into();
        let mut rng = if let Ok(seed) = u64::try_from(seed) {
            ChaCha8Rng::seed_from_u64(seed)
        } else {
            // Half of the key is the seed, so that all of it counts.
            let mut key = [0; 32];
            key[..16].copy_from_slice(&seed.to_le_bytes());
            ChaCha8Rng::from_seed(key)
        };
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
    pub fn after(seed: impl Into<Seed>, game: u64, purpose: Purpose, taken: u64) -> Self {
        let mut stream = Self::new(seed, game, purpose);
        stream.0.set_word_pos(u128::from(taken));
        stream
    }

    /// Numbers for the next decision alone, however many; each `part` has its own. Taking them moves nothing
    /// else, and they depend on nothing but the stream and the number of the decision.
    #[must_use]
    pub fn apart(&self, part: u64) -> Self {
        let mut key = self.0.get_seed();
        let (stream, place) = (self.0.get_stream(), self.0.get_word_pos() as u64);
        for (byte, mixed) in
            key.iter_mut().zip([stream, place + 1].map(u64::to_le_bytes).as_flattened())
        {
            *byte ^= mixed;
        }
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(part);
        Self(rng)
    }

    /// Returns a uniformly distributed number below `n`, or 0 if `n` is 0. Always consumes exactly one number of the
    /// stream.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        // Lemire's multiplication; the bias of 2⁻³² · n is far below anything that is measured here,
        // but a rejection makes it none at all.
        let m = self.0.next_u32() as u64 * n as u64;
        if (m as u32) < n { self.unbiased(m, n) } else { (m >> 32) as u32 }
    }

    /// What [`Stream::below`] gives if its number lies where some would come once too often. Others in its place
    /// come from a stream apart.
    #[cold]
    fn unbiased(&self, mut m: u64, n: u32) -> u32 {
        let floor = n.wrapping_neg() % n.max(1);
        if (m as u32) < floor {
            let mut more = self.apart(u64::MAX);
            while (m as u32) < floor {
                m = more.0.next_u32() as u64 * n as u64;
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

#[cfg(test)]
#[path = "tests/chance.rs"]
mod tests;
