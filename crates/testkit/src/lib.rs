//! Helpers of tests: rules of any mix of expansions, random games step by step, scenarios by folder.

use bastide::core::Fault;
use bastide::{Library, scenario};

/// Plays every scenario of a folder.
///
/// # Panics
///
/// With the list of scenarios that fail and why.
pub fn check_folder(expansion: &str) {
    let library = Library::official();
    let scenarios = scenario::of_folder(&library, expansion).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    let mut failed = Vec::new();
    for one in &scenarios {
        if let Err(faults) = scenario::run(one, &library) {
            failed.push(told(&faults));
        }
    }
    let (bad, all) = (failed.len(), scenarios.len());
    assert!(failed.is_empty(), "{bad} of {all} scenarios of `{expansion}` fail:\n{}", failed.join("\n"));
}

/// Faults as lines of text.
#[must_use]
pub fn told(faults: &[Fault]) -> String {
    faults.iter().map(|f| format!("{} {}: {}", f.code, f.file, f.what.en)).collect::<Vec<_>>().join("\n")
}
