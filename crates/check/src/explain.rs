//! The long text of every code, in English and French, with an example.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use bastide::core::Words;
use bastide_text::Document;

/// Texts by letter. Those of `toml.toml` hold for every letter of files in TOML.
const TEXTS: [(&str, &str); 14] = [
    ("T", include_str!("explain/T.toml")),
    ("M", include_str!("explain/M.toml")),
    ("M", include_str!("explain/folder.toml")),
    ("K", include_str!("explain/K.toml")),
    ("C", include_str!("explain/C.toml")),
    ("D", include_str!("explain/D.toml")),
    ("G", include_str!("explain/G.toml")),
    ("L", include_str!("explain/L.toml")),
    ("S", include_str!("explain/S.toml")),
    ("R", include_str!("explain/R.toml")),
    ("E", include_str!("explain/E.toml")),
    ("J", include_str!("explain/J.toml")),
    ("B", include_str!("explain/B.toml")),
    ("F", include_str!("explain/F.toml")),
];
const TOML: &str = include_str!("explain/toml.toml");
/// Letters of files in TOML.
const TOML_LETTERS: [char; 5] = ['T', 'M', 'C', 'S', 'D'];

/// Explanation of a code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Meaning of the code, and what to do.
    pub words: Words,
    /// Lines that bring it about, and lines that are right.
    pub example: String,
}

/// The text of a code.
#[must_use]
pub fn of(code: &str) -> Option<&'static Text> {
    all().get(code)
}

/// Every code with its text, in order.
pub fn all() -> &'static BTreeMap<String, Text> {
    static ALL: OnceLock<BTreeMap<String, Text>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = BTreeMap::new();
        for letter in TOML_LETTERS {
            read(TOML, |number| format!("{letter}{number}"), &mut all);
        }
        for (_, text) in TEXTS {
            read(text, str::to_owned, &mut all);
        }
        all
    })
}

fn read(text: &str, code: impl Fn(&str) -> String, into: &mut BTreeMap<String, Text>) {
    let mut faults = Vec::new();
    let Some(document) = Document::parse("explain", text, &mut faults) else { return };
    for entry in document.root().entries() {
        let Some(table) = document.as_table(&entry.node, &entry.key) else { continue };
        let said = |key: &str| table.str(key).unwrap_or_default().to_owned();
        let words = Words::new(said("en"), said("fr"));
        let example = said("example").trim_matches('\n').to_owned();
        into.insert(code(&entry.key), Text { words, example });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_whole_and_stands_under_its_letter() {
        for (letter, text) in TEXTS.iter().chain(&[("0", TOML)]) {
            let mut faults = Vec::new();
            let document = Document::parse("explain", text, &mut faults);
            assert_eq!(faults, [], "{letter}");
            let document = document.expect("TOML");
            for entry in document.root().entries() {
                assert!(entry.key.starts_with(letter), "{} in {letter}", entry.key);
            }
        }
        assert!(all().len() > 150, "{}", all().len());
        for (code, text) in all() {
            let Text { words, example } = text;
            assert!(words.en.len() > 20 && words.fr.len() > 20, "{code} says too little");
            assert!(!example.trim().is_empty(), "{code} has no example");
        }
    }
}
