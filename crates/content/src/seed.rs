//! The seed of chance.

use std::fmt;
use std::str::FromStr;

/// Greatest seed that is written as a number: it fits every number format that a config may pass through.
pub const SEED_MAX: u64 = 999_999_999_999_999;
/// Digits of a seed in hexadecimal.
const DIGITS: usize = 32;

/// What the answers of chance come from: 128 bits, so that nobody finds out the draws to come by trying all seeds against
/// the draws that were shown.
///
/// Seeds up to [`SEED_MAX`] are written as a number, for they are what people choose; all others as `0x` and 32 digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub u128);

impl Seed {
    /// Returns the seed as the number for many games, or `None` above [`SEED_MAX`].
    #[must_use]
    pub fn number(self) -> Option<u64> {
        u64::try_from(self.0).ok().filter(|n| *n <= SEED_MAX)
    }

    /// The next one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        Self(seed.into())
    }
}

/// A text that is no seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is a number from 0 to {SEED_MAX}, or `0x` and {DIGITS} digits from 0 to f")]
pub struct NoSeed;

impl FromStr for Seed {
    type Err = NoSeed;

    fn from_str(text: &str) -> Result<Self, NoSeed> {
        if let Some(digits) = text.strip_prefix("0x") {
            let whole = digits.len() == DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit());
            return u128::from_str_radix(digits, 16).ok().filter(|_| whole).map(Self).ok_or(NoSeed);
        }
        let digits = Some(text).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
        let number: Option<u64> = digits.and_then(|digits| digits.parse().ok());
        number.filter(|n| *n <= SEED_MAX).map(Self::from).ok_or(NoSeed)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(f, "{number}"),
            None => write!(f, "{:#034x}", self.0),
        }
    }
}

#[cfg(test)]
#[path = "tests/seed.rs"]
mod tests;
