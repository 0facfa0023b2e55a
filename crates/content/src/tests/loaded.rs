//! Cached setups are shared, and nobody can change them for others.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::sync::Arc;

use crate::config::tests::official;
use crate::config::{Config, Setup};
use crate::library::Library;

#[test]
fn the_same_is_loaded_once_and_what_has_changed_anew() {
    let mut library = official();
    let load = |library: &Library, text: &str| {
        Setup::load(&Config::parse("a.toml", text).unwrap(), library).unwrap()
    };
    let shares = |a: &Setup, b: &Setup| Arc::ptr_eq(&a.expansions, &b.expansions);
    let first = load(&library, "players = [\"Ana\", \"Bo\"]\nseed = 1\n[expansions]\nriver = {}\n");
    let again = load(&library, "players = [\"Zoé\", \"Bo\"]\n[expansions]\nriver = {}\n");
    assert!(shares(&first, &again));
    assert_eq!((again.players[0].name.as_str(), again.seed), ("Zoé", None));
    let rules = [&first, &again].map(|setup| setup.ruleset().unwrap());
    assert!(Arc::ptr_eq(&rules[0], &rules[1]));
    for other in [
        "players = 3\n[expansions]\nriver = {}\n",
        "players = 2\nedition = \"bga\"\n[expansions]\nriver = {}\n",
        "players = 2\n[tiles]\n\"base/D\" = 9\n[expansions]\nriver = {}\n",
        "players = 2\n[expansions]\n",
    ] {
        assert!(!shares(&first, &load(&library, other)), "{other}");
    }
    // A modified setup is a clone.
    let mut changed = again.clone();
    Arc::make_mut(&mut changed.expansions)[0].version.push('x');
    assert_ne!(again.expansions[0].version, changed.expansions[0].version);
    assert!(!Arc::ptr_eq(&changed.ruleset().unwrap(), &rules[0]));
    // So is a modified library.
    library = library.with([("tiles/mine.toml", "")]);
    assert!(!shares(&first, &load(&library, "players = 2\n[expansions]\nriver = {}\n")));
}
