//! Cache of setups, so that many tables with the same rules share them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bastide_core::decl::{self, Expansion};
use bastide_core::{BuildError, Ruleset};

use super::{Config, PlayerSeat, Setup};

/// Number of setups that a library caches before it starts again.
const SETUPS_MAX: usize = 64;

/// Cached setups of a library, by everything in the config that decides the rules. They are derived from its files, do
/// not count for equality, and are shared by clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loaded(Arc<Mutex<BTreeMap<String, Setup>>>);

impl PartialEq for Loaded {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Loaded {}

impl Loaded {
    /// The setup of a config whose rules were loaded before, with the people of this one.
    pub(super) fn of(&self, rules: &str, config: &Config) -> Option<Setup> {
        let known = locked(&self.0).get(rules).cloned()?;
        Some(Setup {
            config: config.clone(),
            players: config.players.clone(),
            seed: config.seed,
            first: config.first,
            ..known
        })
    }

    /// Caches a setup whose config gave no warnings.
    pub(super) fn keep(&self, rules: String, setup: &Setup) {
        if setup.warnings.is_empty() {
            let mut known = locked(&self.0);
            if known.len() >= SETUPS_MAX {
                known.clear();
            }
            known.insert(rules, setup.clone());
        }
    }
}

/// Returns the part of a config without players and seed, or `None` if it names a folder, whose files may change each
/// time.
pub(super) fn rules_of(config: &Config) -> Option<String> {
    if config.expansions.values().any(|wanted| wanted.path.is_some()) {
        return None;
    }
    let players = vec![PlayerSeat::default(); config.players.len()];
    let plain = Config { players, seed: None, first: None, ..config.clone() };
    Some(plain.written())
}

/// Rulesets that were built of the same declarations, each for a number of players.
#[derive(Clone, Debug, Default)]
pub struct Built(Arc<Mutex<Vec<Arc<One>>>>);

impl PartialEq for Built {
    /// Derived data do not count for equality.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Debug)]
struct One {
    // These are shared and never change; a caller that modifies them works on a clone.
    expansions: Arc<Vec<Expansion>>,
    tiles: Arc<Vec<decl::Tile>>,
    ruleset: Arc<Ruleset>,
    hash: OnceLock<String>,
}

impl Setup {
    /// The rules as a game needs them; those that were built of the same declarations before, if there are any.
    ///
    /// # Errors
    ///
    /// Fails like [`Ruleset::build`].
    pub fn ruleset(&self) -> Result<Arc<Ruleset>, Vec<BuildError>> {
        Ok(Arc::clone(&self.built()?.ruleset))
    }

    /// The hash of the rules, worked out once for all who share them.
    #[must_use]
    pub fn hash_once(&self, hash: impl FnOnce() -> String) -> String {
        match self.built() {
            Ok(one) => one.hash.get_or_init(hash).clone(),
            Err(_) => hash(),
        }
    }

    fn built(&self) -> Result<Arc<One>, Vec<BuildError>> {
        let players = self.players.len() as u8;
        let is = |one: &&Arc<One>| {
            one.ruleset.players == players
                && Arc::ptr_eq(&one.expansions, &self.expansions)
                && Arc::ptr_eq(&one.tiles, &self.tiles)
        };
        if let Some(one) = locked(&self.built.0).iter().find(is) {
            return Ok(Arc::clone(one));
        }
        let ruleset = Ruleset::build(players, &self.expansions, &self.tiles)?;
        let one = Arc::new(One {
            expansions: Arc::clone(&self.expansions),
            tiles: Arc::clone(&self.tiles),
            ruleset: Arc::new(ruleset),
            hash: OnceLock::new(),
        });
        locked(&self.built.0).push(Arc::clone(&one));
        Ok(one)
    }
}

/// Locks a value that stays whole even if a thread panics.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "../tests/loaded.rs"]
mod tests;
