//! Folders that show by their scenarios, and by random games, what a declaration does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bastide::Library;
use bastide_proof::suite::{Suite, Verdict};

/// Random games of each folder.
const GAMES: u64 = 20;

#[test]
fn what_the_scenarios_of_the_folders_say_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("contract");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("the folders")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("tests").is_dir())
        .collect();
    folders.sort();
    assert!(folders.len() >= 2, "{folders:?}");
    let suite = Suite::gather(Library::official(), &folders).unwrap_or_else(|f| panic!("{f:#?}"));
    let (verdicts, scenarios) = suite.run(&|| {});
    for (case, verdict) in suite.cases.iter().zip(&verdicts) {
        assert_eq!(*verdict, Verdict::Passed, "{} {}", case.file, case.id);
    }
    let proofs = suite.prove(GAMES, 0, &|| {});
    for ((id, _), proof) in suite.expansions.iter().zip(&proofs) {
        let proof = proof.as_ref().unwrap_or_else(|f| panic!("{id}: {f:#?}"));
        assert_eq!(proof.found, None, "{id}");
    }
    let never: Vec<_> = { suite.handlers(&scenarios, &BTreeMap::default()) }
        .into_iter()
        .filter(|handler| handler.scenarios == 0)
        .collect();
    assert_eq!(never, [], "every function is shown by a scenario");
}
