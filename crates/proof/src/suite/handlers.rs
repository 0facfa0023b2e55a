//! Which functions of the tested expansions were entered, and how often.

use std::collections::BTreeSet;

use super::Suite;
use bastide_content::Manifest;
use bastide_lab::{Entered, hooks};

/// A function of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// Expansion.
    pub expansion: String,
    /// Function.
    pub function: String,
    /// Hooks that it answers, as the manifest names them; empty for steps and verbs.
    pub hooks: String,
    /// Entries in scenarios.
    pub scenarios: u64,
    /// Entries in random games.
    pub games: u64,
}

impl Suite {
    /// All functions of the tested expansions, as they were entered in scenarios and in random games.
    #[must_use]
    pub fn handlers(&self, scenarios: &Entered, games: &Entered) -> Vec<Handler> {
        self.expansions.iter().flat_map(|(id, _)| self.of(id, scenarios, games)).collect()
    }

    fn of(&self, id: &str, scenarios: &Entered, games: &Entered) -> Vec<Handler> {
        let manifest = self.library.folder(id).and_then(|folder| Manifest::read(folder).0);
        let Some(manifest) = manifest else { return Vec::new() };
        let declared = &manifest.everything;
        let mut names: BTreeSet<&str> = declared.hooks.iter().map(|h| h.call.as_str()).collect();
        names.extend(declared.finals.iter().filter_map(|f| f.call.as_deref()));
        let seen = scenarios.keys().chain(games.keys()).filter(|(expansion, _)| expansion == id);
        names.extend(seen.map(|(_, function)| function.as_str()));
        let times = |entered: &Entered, name: &str| {
            entered.get(&(id.to_owned(), name.to_owned())).copied().unwrap_or(0)
        };
        let named = names.into_iter().filter(|name| !name.is_empty());
        let handler = named.map(|name| Handler {
            expansion: id.to_owned(),
            function: name.to_owned(),
            hooks: hooks(declared, name),
            scenarios: times(scenarios, name),
            games: times(games, name),
        });
        handler.collect()
    }
}
