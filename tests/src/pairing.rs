//! Rules and texts go in pairs: what cites a rule cites one that is written down.

use std::collections::BTreeSet;
use std::path::Path;

use bastide::Library;
use bastide_proof::scenario;
use bastide_testkit::{cited_by_manifests, cited_by_modules, cited_by_scripts, rule_ids};

#[test]
fn every_rule_that_is_cited_is_written_down() {
    let library = Library::official();
    let known = rule_ids(&library);
    let native = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/native/src");
    let mut cited = cited_by_manifests(&library);
    cited.extend(cited_by_scripts(&library));
    cited.extend(cited_by_modules(&library, &native));
    let unknown: Vec<String> = cited
        .iter()
        .flat_map(|(file, ids)| ids.iter().map(move |id| (file, id)))
        .filter(|(_, id)| !known.contains(*id))
        .map(|(file, id)| format!("{file}: {id}"))
        .collect();
    assert!(unknown.is_empty(), "no rules.md has\n{}", unknown.join("\n"));
    let found: usize = cited.values().map(BTreeSet::len).sum();
    assert!(found > 60, "{found} ids are found, so few that the search itself must be wrong");
}

#[test]
fn scenarios_expect_rules_that_exist_and_have_ids_of_their_own() {
    let library = Library::official();
    let known = rule_ids(&library);
    let mut seen = BTreeSet::new();
    for folder in library.folders() {
        for one in scenario::of_folder(&library, &folder.id).expect("is read") {
            for id in one.cites() {
                assert!(known.contains(id), "{}: no rules.md has `{id}`", one.id);
            }
            assert!(!one.rules.is_empty(), "{}: covers no id of the reference sheet", one.id);
            assert!(seen.insert(one.id.clone()), "{} is written twice", one.id);
        }
    }
}

#[test]
fn the_coverage_table_names_scenarios_of_every_folder() {
    let library = Library::official();
    let mut all = Vec::new();
    for folder in library.folders() {
        all.extend(scenario::of_folder(&library, &folder.id).expect("is read"));
    }
    let table = scenario::coverage(&all);
    assert!(table["R-BASE-060"].contains(&"C-ROAD-01".to_owned()));
    let prefixes: BTreeSet<&str> =
        table.keys().filter_map(|id| id.rsplit_once('-').map(|(start, _)| start)).collect();
    for prefix in ["R-ABBOT", "R-BASE", "R-HAND", "R-IC", "R-PD", "R-RIVER", "R-TB", "R-TOWER"] {
        assert!(prefixes.contains(prefix), "{prefix} is covered");
    }
}
