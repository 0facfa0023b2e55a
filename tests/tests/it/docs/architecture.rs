//! The map of `ARCHITECTURE.md` names rooms that are there, and is short.

use std::path::{Path, PathBuf};

use super::{read, root};

/// Longest map, and longest list of invariants, in lines: a screen each.
const SCREEN: usize = 50;

fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let from = text.find(heading).unwrap_or_else(|| panic!("there is {heading}"));
    let rest = &text[from + heading.len()..];
    &rest[..rest.find("\n## ").unwrap_or(rest.len())]
}

/// Where a path of a row may lie: below the crates, beside the first path of the row, or in that room's folder.
fn places(row: &[&str], path: &str) -> Vec<PathBuf> {
    let crates = root().join("crates");
    let first = crates.join(row.first().copied().unwrap_or_default());
    let beside =
        if first.is_dir() { first.clone() } else { first.parent().unwrap_or(&crates).to_owned() };
    vec![
        root().join(path),
        crates.join(path),
        beside.join(path),
        first.with_extension("").join(path),
    ]
}

#[test]
fn every_room_of_the_map_is_there() {
    let text = read("docs/ARCHITECTURE.md");
    let map = section(&text, "## The map: which room a line belongs in");
    let mut rooms = 0;
    for line in map.lines().filter(|line| line.starts_with("| ")) {
        let words: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        let is_path = |word: &&str| word.contains('/') || Path::new(word).extension().is_some();
        let row: Vec<&str> = words.into_iter().filter(is_path).collect();
        for path in row.iter().filter(|path| !path.contains('<')) {
            rooms += 1;
            let found = places(&row, path).iter().any(|place| place.exists());
            assert!(found, "no {path} of the row: {line}");
        }
    }
    assert!(rooms > 40, "{rooms} rooms");
}

#[test]
fn map_and_invariants_fit_a_screen_each() {
    let text = read("docs/ARCHITECTURE.md");
    for heading in ["## The map: which room a line belongs in", "## Invariants"] {
        let lines = section(&text, heading).lines().count();
        assert!(lines <= SCREEN, "{heading}: {lines} lines");
    }
}
