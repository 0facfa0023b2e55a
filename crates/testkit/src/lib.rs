//! Helpers of tests: rules of any mix of expansions, random games step by step, scenarios by folder, and
//! an oracle that works features out anew from what lies on the table.

mod content;
mod oracle;
mod play;
mod turned;

use bastide::core::Fault;
use bastide::{Config, Library, Rules, Setup, scenario};

pub use content::{cited_by_manifests, cited_by_modules, cited_by_scripts, rule_ids, twinned};
pub use oracle::{conserved, features_differ};
pub use play::{Played, play, replay_text};
pub use turned::{Motion, rotated_seats, turned};

/// Plays every scenario of a folder.
///
/// # Panics
///
/// With the list of scenarios that fail and why.
pub fn check_folder(expansion: &str) {
    let library = Library::official();
    let scenarios = scenario::of_folder(&library, expansion)
        .unwrap_or_else(|faults| panic!("{}", told(&faults)));
    let mut failed = Vec::new();
    for one in &scenarios {
        if let Err(faults) = scenario::run(one, &library) {
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
    out
}
