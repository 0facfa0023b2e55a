//! Properties of every game, whatever expansions are in play: random games of an expansion with close checks, and the
//! shortest game that violates one.

mod conserved;
mod course;
mod found;
mod shrink;
mod tables;

use std::sync::atomic::{AtomicU64, Ordering};

use bastide_core::Fault;
use bastide_core::ids::Player;
use rayon::prelude::*;

use bastide_content::Library;
use bastide_lab::{Entered, Offers, add_entered, add_offers};

pub use conserved::conserved;
pub(crate) use course::{Course, follow};
pub(crate) use found::quoted;
pub use found::save;
use tables::Tables;
pub(crate) use tables::sides;

/// Number of decisions between close checks.
pub const CLOSELY: usize = 9;
/// Something that does not hold, and the game that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// What does not hold, or how an expansion failed.
    pub fault: Fault,
    /// Every action up to it, chance's too, as records write them; the last one led to it.
    pub course: Vec<(Player, String)>,
}

/// What the random games of an expansion showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proof {
    /// How often each function was entered.
    pub entered: Entered,
    /// What became of offers.
    pub offers: Offers,
    /// The first game in which something does not hold, by number.
    pub found: Option<Found>,
}

/// A random game in which something does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Number of the game.
    pub game: u64,
    /// Actions until something did not hold.
    pub actions: usize,
    /// What does not hold.
    pub fault: Fault,
    /// The shortest game that shows it, as a file of scenarios, or `None` if the length itself is wrong. No further
    /// games are played then.
    pub scenario: Option<String>,
}

/// Plays random games of an expansion with the base game and what it needs, in turn with each number of
/// players, edition and value of its options. `tick` is called after each. A game without end is the last: it takes as
/// long as hundreds of others, and those after it would most likely not end either.
///
/// # Errors
///
/// What keeps a game from being set up.
pub fn prove(
    expansion: &str,
    library: &Library,
    games: u64,
    seed: u64,
    tick: &(dyn Fn() + Sync),
) -> Result<Proof, Vec<Fault>> {
    let tables = Tables::new(expansion, library)?;
    // The least number of a game without end. Those before it are played, so that what comes out is the same on any
    // number of threads.
    let last = AtomicU64::new(u64::MAX);
    let one = |game: u64| -> Result<Option<Proof>, Vec<Fault>> {
        if game > last.load(Ordering::Relaxed) {
            tick();
            return Ok(None);
        }
        let table = tables.table(game)?;
        let Course { entered, offers, broken } = table.random(game, seed)?;
        tick();
        let found = broken.map(|broken| {
            if course::is_length(&broken.fault) {
                last.fetch_min(game, Ordering::Relaxed);
            }
            Found { game, actions: broken.course.len(), fault: broken.fault, scenario: None }
        });
        Ok(Some(Proof { entered, offers, found }))
    };
    let all: Vec<_> = (0..games).into_par_iter().map(one).collect::<Result<_, _>>()?;
    let mut proof = Proof::default();
    for (game, mut one) in (0..=last.into_inner()).zip(all.into_iter().flatten()) {
        add_entered(&mut proof.entered, &one.entered);
        add_offers(&mut proof.offers, &one.offers);
        if proof.found.is_none()
            && let Some(mut found) = one.found.take()
        {
            if !course::is_length(&found.fault) {
                let table = tables.table(game)?;
                if let Some(broken) = table.random(game, seed)?.broken {
                    let shortest = shrink::shrink(&table, broken);
                    found.scenario = Some(found::scenario(&table.scenario, &shortest));
                    found.fault = shortest.fault;
                }
            }
            proof.found = Some(found);
        }
    }
    Ok(proof)
}

#[cfg(test)]
#[path = "tests/properties.rs"]
mod tests;
