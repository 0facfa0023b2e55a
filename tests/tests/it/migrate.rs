//! An expansion of api 1 becomes one of api 2: every key that was, comments and layout, and nothing twice.

use std::path::{Path, PathBuf};

use bastide::Library;
use bastide::manifest::Manifest;
use bastide_check::migrate::{self, Migrated};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/migrate")
}

fn read(id: &str, name: &str) -> String {
    std::fs::read_to_string(fixtures().join(id).join(name)).unwrap_or_default()
}

/// What became of a text, held against what is kept beside it.
fn kept(id: &str, name: &str, migrated: &Migrated) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(fixtures().join(id).join(name), &migrated.text).expect("it can be written");
    }
    assert_eq!(read(id, name), migrated.text, "{id}: with `UPDATE=1` it is written anew");
}

/// Every key that a manifest of api 1 had and one of api 2 has not, or elsewhere.
const KEYS: [&str; 43] = [
    "feature",
    "tag",
    "complete",
    "last",
    "cause",
    "figure",
    "class",
    "placed-tag",
    "placed-kind",
    "group",
    "surrounded",
    "tile-occupied",
    "token",
    "zone",
    "state",
    "on-board",
    "neutral",
    "beside",
    "holds",
    "bends",
    "same-way",
    "collect",
    "bordering",
    "sets",
    "aside",
    "pours",
    "most",
    "pay",
    "joins",
    "bars",
    "without",
    "next-to",
    "free-of",
    "within",
    "one-per-kind",
    "owner",
    "immune",
    "kind",
    "claim",
    "home",
    "when",
    "refusals",
    "api",
];

#[test]
fn every_key_of_api_1_is_written_anew_or_left_with_its_place() {
    let before = read("every-key", "before.toml");
    for key in KEYS {
        assert!(
            before.contains(&format!("{key} ")) || before.contains(&format!("{key}.")),
            "{key}"
        );
    }
    let figures = ["meeple", "builder"];
    let migrated = migrate::manifest("expansion.toml", &before, &figures).expect("it is TOML");
    let migrated = migrated.expect("it is of api 1");
    kept("every-key", "after.toml", &migrated);
    // Whatever the engine does not take now is what is left to the author, place by place.
    let library = Library::in_memory([("expansions/every-key/expansion.toml", &*migrated.text)]);
    let (_, faults) = Manifest::read(library.folder("every-key").expect("the folder"));
    let words = |text: &str, faults: &[bastide::core::Fault]| {
        let word = |fault: &bastide::core::Fault| {
            let from = &text[fault.span.clone()?.start..];
            let end = from.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            Some(from[..end.unwrap_or(from.len())].to_owned())
        };
        let mut words: Vec<String> = faults.iter().filter_map(word).collect();
        words.sort();
        words
    };
    // The folder has a manifest alone, and final steps want the function that is left to write.
    let faults: Vec<_> = faults
        .into_iter()
        .filter(|fault| !matches!(fault.code.as_str(), "M0115" | "M0117"))
        .collect();
    let left = words(&before, &migrated.left);
    assert!(left.len() > 10, "{left:?}");
    assert_eq!(words(&migrated.text, &faults), left, "{faults:#?}");

    let script = read("every-key", "before.lua");
    let migrated = migrate::script("init.lua", &script, &["meeple", "guard", "scout"]);
    kept("every-key", "after.lua", &migrated);
    let [left] = &migrated.left[..] else { panic!("{:#?}", migrated.left) };
    assert_eq!(&script[left.span.clone().expect("a place")], "closed_by");
}

#[test]
fn what_is_migrated_stays() {
    for folder in std::fs::read_dir(fixtures()).expect("fixtures") {
        let id = folder.expect("a folder").file_name().into_string().expect("a name");
        let before = read(&id, "before.toml");
        let once =
            |text: &str| migrate::manifest(&id, text, &["meeple", "builder"]).expect("it is TOML");
        let migrated = once(&before).expect("it is of api 1");
        assert!(once(&migrated.text).is_none(), "{id}");
        // And if it said again that it is of api 1: its words are those of api 2.
        let again = migrated.text.replacen("= 2", "= 1", 1);
        assert_ne!(again, migrated.text, "{id}");
        let again = once(&again).expect("it is of api 1");
        assert_eq!(again.text, migrated.text, "{id}");
        // Comments and blank lines are all there.
        let comments = |text: &str| text.matches('#').count();
        let blank = |text: &str| text.lines().filter(|line| line.is_empty()).count();
        assert_eq!(comments(&before), comments(&migrated.text), "{id}");
        assert_eq!(blank(&before), blank(&migrated.text), "{id}");
    }
}
