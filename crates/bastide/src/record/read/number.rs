//! Numbers that a record holds.

use bastide_content::seed::{SEED_MAX, Seed};

use super::Reader;
use super::body::Word;

impl Reader<'_> {
    pub(super) fn number(&mut self, w: &Word, most: i64) -> Option<u64> {
        let n = w.text.parse::<i64>().ok().filter(|n| (0..=most).contains(n));
        if n.is_none() {
            self.fault(
                5,
                &w.span,
                format!("`{}` is no number from 0 to {most}", w.text),
                format!("`{}` n'est pas un nombre de 0 à {most}", w.text),
            );
        }
        n.map(|n| n as u64)
    }

    /// The seed of chance.
    pub(super) fn seed(&mut self, w: &Word) -> Option<Seed> {
        let seed = w.text.parse();
        if seed.is_err() {
            self.fault(
                5,
                &w.span,
                format!("`{}` is no number from 0 to {SEED_MAX}, nor `0x` and 32 digits", w.text),
                format!(
                    "`{}` n'est ni un nombre de 0 à {SEED_MAX}, ni `0x` et 32 chiffres",
                    w.text
                ),
            );
        }
        seed.ok()
    }
}
