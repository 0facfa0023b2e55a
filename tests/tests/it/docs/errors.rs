//! Codes of faults: each one that the sources use is explained, and none else; the page of the book is made
//! from the texts.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use bastide_check::explain;

use super::check;
use super::root;

/// Calls whose first number is that of a code, after the letter of the folder.
const CALLS: [&str; 9] =
    ["fault(", "fault_at(", "unknown(", "note(", "bad_id(", "diverged(", "code(", "=> (", "=> "];
/// Folders with a letter of their own, the innermost last.
const LETTERS: [(&str, char); 9] = [
    ("crates/text/src", 'T'),
    ("crates/tiles/src", 'T'),
    ("crates/draw/src/look", 'D'),
    ("crates/content/src/config", 'C'),
    ("crates/content/src/manifest", 'M'),
    ("crates/content/src/manifest/condition", 'K'),
    ("crates/content/src/rules_text", 'M'),
    ("crates/proof/src/scenario", 'S'),
    ("crates/bastide/src/record", 'R'),
];

/// Sources of the program without its tests.
fn sources(dir: &Path, out: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(dir).expect("a folder").flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            if !name.ends_with("/tests") && !name.contains("testkit") {
                sources(&path, out);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") && name.contains("/src/") {
            let text = fs::read_to_string(&path).expect("a text");
            let body = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
            out.push((name, body));
        }
    }
}

/// The number that a text begins with, if it is one of a code in a call.
fn number(text: &str) -> Option<u16> {
    let text = text.trim_start();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let after = text[digits..].trim_start();
    let number: u16 = text[..digits].parse().ok()?;
    (after.starts_with(',') || after.starts_with(')')).then_some(number)
}

fn used() -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    let mut used = BTreeSet::new();
    for (name, text) in &files {
        for (at, _) in text.match_indices('"') {
            let word = text.get(at + 1..at + 7).unwrap_or_default();
            let digits = word.bytes().skip(1).take(4).all(|b| b.is_ascii_digit());
            let letter = word.starts_with(|c: char| "TMKCDGLRSJBFE".contains(c));
            if word.len() == 6 && letter && digits && word.ends_with('"') {
                used.insert(word[..5].to_owned());
            }
        }
        let Some((_, letter)) = LETTERS.iter().rev().find(|l| name.starts_with(l.0)) else {
            continue;
        };
        for call in CALLS {
            for (at, _) in text.match_indices(call) {
                let found = number(&text[at + call.len()..]);
                // What a match gives is a code only in the range of codes that no layer shares.
                if let Some(n) = found.filter(|n| !call.starts_with('=') || (101..=199).contains(n))
                {
                    used.insert(format!("{letter}{n:04}"));
                    // Values of options are read for configs too.
                    if name.ends_with("manifest/options.rs") {
                        used.insert(format!("C{n:04}"));
                    }
                    if name.starts_with("crates/text/") {
                        used.extend(["M", "C", "S", "D"].map(|other| format!("{other}{n:04}")));
                    }
                }
            }
        }
    }
    used
}

#[test]
fn every_code_is_explained_and_none_else() {
    let used = used();
    let known: BTreeSet<String> = explain::all().keys().cloned().collect();
    let silent: Vec<&String> = used.difference(&known).collect();
    let idle: Vec<&String> = known.difference(&used).collect();
    assert!(silent.is_empty(), "codes without a text in crates/check/src/explain: {silent:?}");
    assert!(idle.is_empty(), "texts of codes that nothing uses: {idle:?}");
}

#[test]
fn codes() {
    let mut out = String::new();
    let sorts = [
        ('T', "Tile sets"),
        ('M', "Manifests and folders of expansions"),
        ('K', "Conditions"),
        ('C', "Configs"),
        ('D', "Looks"),
        ('G', "Expansions together"),
        ('L', "Scripts"),
        ('S', "Scenarios"),
        ('R', "Records"),
        ('E', "Running games"),
        ('J', "Games of JCloisterZone"),
        ('F', "Files"),
    ];
    for (letter, title) in sorts {
        let _ = writeln!(out, "## {title}\n");
        for (code, text) in explain::all().iter().filter(|(code, _)| code.starts_with(letter)) {
            let _ = writeln!(out, "### {code}\n\n{}\n", text.words.en);
            let _ = writeln!(out, "*{}*\n\n```text\n{}\n```\n", text.words.fr, text.example);
        }
    }
    check("docs/src/errors.md", "codes", &out);
}
