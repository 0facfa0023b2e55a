//! What ships passes the check without a warning.

use std::path::{Path, PathBuf};

use bastide::Library;
use bastide::core::{Fault, Severity};
use bastide_check::{check, of_library};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn official_content_has_no_finding() {
    let report = of_library(Library::official());
    assert_eq!(report.faults, []);
    assert!(report.tiles > 200 && report.files > 60, "{} {}", report.tiles, report.files);
}

#[test]
fn folders_of_the_project_have_no_finding() {
    for (folder, tiles) in [("expansions", 0), ("tiles", 200), ("docs/examples", 3)] {
        let report = check(&[root().join(folder)], Library::official());
        let report = report.unwrap_or_else(|faults| panic!("{folder}: {faults:?}"));
        assert_eq!(report.faults, [], "{folder}");
        assert!(report.tiles >= tiles && report.files > 2, "{folder}");
    }
}

/// Scripts that are known to play have no error; the one that is wrong on purpose has its own.
#[test]
fn scripts_that_play_have_no_error() {
    for (folder, wrong) in [("tests/contract", 1), ("tests/outsiders", 0)] {
        let report = check(&[root().join(folder)], Library::official());
        let report = report.unwrap_or_else(|faults| panic!("{folder}: {faults:?}"));
        let errors: Vec<&Fault> =
            report.faults.iter().filter(|fault| fault.severity == Severity::Error).collect();
        assert!(errors.iter().all(|fault| fault.file.contains("contract/faulty")), "{errors:?}");
        assert_eq!(errors.len(), wrong, "{folder}");
        assert!(report.functions.len() > 50, "{folder}: {}", report.functions.len());
    }
}
