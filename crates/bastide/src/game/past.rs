//! A game as it was, and another one that goes on from there.

use bastide_content::Seed;
use bastide_core::Fault;

use super::{Game, Play, Refused};

impl Game {
    /// A game of the same rules that has come as far as this one had after its first `n` actions (all of them, if it has not so
    /// many). With another seed chance goes on otherwise from there.
    ///
    /// # Errors
    ///
    /// Scripts that do not load, or an expansion that fails.
    pub fn first(&self, n: usize, seed: Seed) -> Result<Self, Vec<Fault>> {
        let mut game = Self::numbered(self.rules().clone(), seed, self.number())?;
        game.follow(self, n).map_err(|refused| match refused {
            Refused::Fault(fault) => vec![*fault],
            other => {
                let words = other.words();
                vec![Fault::new("R0001", words.en, words.fr)]
            }
        })?;
        Ok(game)
    }

    /// Continues as another game did, up to its first `n` actions. This game must have the same beginning.
    ///
    /// # Errors
    ///
    /// Fails like [`Play::act`].
    pub fn follow(&mut self, other: &Play, n: usize) -> Result<(), Refused> {
        let upto = n.min(other.entries().len());
        for at in self.entries().len()..upto {
            self.act(other.entries()[at].action)?;
        }
        Ok(())
    }
}

impl Play {
    /// Whether all that was done here was done in another game too, first.
    #[must_use]
    pub fn begins(&self, other: &Play) -> bool {
        let (own, others) = (self.entries(), other.entries());
        let same = own.iter().zip(others).all(|(a, b)| (a.actor, a.action) == (b.actor, b.action));
        own.len() <= others.len() && same
    }
}
