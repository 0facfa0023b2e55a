//! Helpers of tests: rules of any mix of expansions, random games step by step, scenarios by folder, and
//! an oracle that works features out anew from what lies on the table.

mod content;
pub mod counts;
mod fixture;
pub mod fuzz;
mod oracle;
mod page;
mod play;
mod turned;

use bastide::core::Fault;
use bastide::{Config, Library, Rules, Setup};
use bastide_proof::scenario;

pub use content::{
    cited_by_manifests, cited_by_modules, cited_by_scripts, hooks, rule_ids, twinned, with_files,
};
pub use fixture::{fixture, hashed};
pub use oracle::features_differ;
pub use page::check_page;
pub use play::{Played, play, replay_text};
pub use turned::{Motion, rotated_seats, turned};

/// Plays every scenario of an official folder.
///
/// # Panics
///
/// With the list of scenarios that fail and why.
pub fn check_folder(expansion: &str) {
    check_folder_of(&Library::official(), expansion);
}

/// Plays every scenario of a folder of a library.
///
/// # Panics
///
/// With the list of scenarios that fail and why.
pub fn check_folder_of(library: &Library, expansion: &str) {
    let scenarios = scenario::of_folder(library, expansion)
        .unwrap_or_else(|faults| panic!("{}", told(&faults)));
    let mut failed = Vec::new();
    for one in &scenarios {
        if let Err(faults) = scenario::run(one, library) {
            failed.push(told(&faults));
        }
    }
    let (bad, all) = (failed.len(), scenarios.len());
    assert!(
        failed.is_empty(),
        "{bad} of {all} scenarios of `{expansion}` fail:\n{}",
        failed.join("\n")
    );
}

/// Faults as lines of text.
#[must_use]
pub fn told(faults: &[Fault]) -> String {
    faults
        .iter()
        .map(|f| format!("{} {}: {}", f.code, f.file, f.what.en))
        .collect::<Vec<_>>()
        .join("\n")
}

/// What a config text makes of a library.
///
/// # Panics
///
/// With the faults of the config.
#[must_use]
pub fn setup(library: &Library, config: &str) -> Setup {
    let config =
        Config::parse("test.toml", config).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    Setup::load(&config, library).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

/// Rules of a setup.
///
/// # Panics
///
/// With the faults of the setup.
#[must_use]
pub fn rules(setup: Setup) -> Rules {
    Rules::new(setup).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

/// The config of a mix of expansions.
#[must_use]
pub fn config(players: usize, edition: &str, expansions: &[&str]) -> String {
    let list: String = expansions.iter().flat_map(|id| [*id, " = true\n"]).collect();
    format!("players = {players}\nedition = \"{edition}\"\n[expansions]\n{list}")
}

/// Every mix of the official expansions that goes together, each with a number of players and an edition.
#[must_use]
pub fn mixes() -> Vec<String> {
    let mut out = Vec::new();
    for bits in 0..16 {
        for rivers in [&[][..], &["river"], &["river", "river-ii"]] {
            let others =
                ["inns-and-cathedrals", "the-tower", "traders-and-builders", "princess-and-dragon"];
            let mut ids: Vec<&str> =
                (0..4).filter(|i| bits >> i & 1 == 1).map(|i| others[i]).collect();
            ids.extend(rivers);
            let n = out.len();
            let edition = ["bga", "second-2014", "first-2002"][n % 3];
            // The other readings too, in every second mix.
            let plain = "princess-and-dragon = true";
            let other = "princess-and-dragon = { fairy = \"on-tile\", princess = \"must\", \
                         dragon-move = \"after-scoring\" }";
            let text = config(2 + n % 4, edition, &ids);
            out.push(if n % 2 == 1 { text.replace(plain, other) } else { text });
        }
    }
    // Those without tiles of their own beside some of the others; every one with every other would be too many.
    for (players, edition, ids) in [
        (2, "second-2014", &["abbot"][..]),
        (3, "second-2014", &["abbot", "the-tower", "traders-and-builders", "river"]),
        (4, "bga", &["abbot", "inns-and-cathedrals"]),
        (2, "bga", &["phantom"]),
        (2, "bga", &["tactical-hand"]),
        (4, "second-2014", &["tactical-hand", "river", "traders-and-builders", "abbot"]),
        (3, "second-2014", &["abbot", "phantom", "the-tower", "traders-and-builders"]),
    ] {
        out.push(config(players, edition, ids));
    }
    out.extend(house_mixes());
    out
}

/// House rules, by twos and threes with other expansions, and all together.
fn house_mixes() -> Vec<String> {
    let edge = "house-table-edge = { north = 4, east = 5, south = 3, west = 6, closes = true }\n";
    let one = |n, edition, ids: &[&str], more: &str| format!("{}{more}", config(n, edition, ids));
    let all = [
        "house-filled-hole",
        "house-unfinished-nothing",
        "house-tile-back",
        "house-start-in-bag",
        "house-first-player",
        "house-draw-early",
        "house-buy-tile",
    ];
    let big = ["inns-and-cathedrals", "the-tower", "traders-and-builders"];
    let with = |ids: &[&'static str]| [ids, &all[..]].concat();
    vec![
        one(2, "pnp-2020", &[], edge),
        one(3, "bga", &["house-filled-hole", "traders-and-builders", "house-draw-early"], ""),
        one(4, "first-2002", &["house-tile-back", "river"], edge),
        one(2, "second-2014", &["house-start-in-bag", "house-buy-tile", "the-tower"], ""),
        one(5, "bga", &["river", "house-draw-early", "house-buy-tile", "house-tile-back"], ""),
        one(3, "bga", &["house-unfinished-nothing", "inns-and-cathedrals"], ""),
        one(4, "pnp-2020", &[], "house-first-player = { lot = \"throw\" }\n"),
        one(3, "pnp-2020", &all, edge),
        one(4, "bga", &with(&big), edge),
        one(2, "second-2014", &with(&["river", "traders-and-builders"]), ""),
    ]
}
