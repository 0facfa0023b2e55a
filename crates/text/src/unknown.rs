//! Keys that nobody knows.

use std::collections::BTreeSet;

use super::{Table, words};

/// What players call a thing that goes by another name here.
const SYNONYMS: [(&str, &str); 13] = [
    ("cloister", "monastery"),
    ("church", "monastery"),
    ("shield", "pennant"),
    ("banner", "pennant"),
    ("coat-of-arms", "pennant"),
    ("meadow", "field"),
    ("farm", "field"),
    ("grass", "field"),
    ("town", "city"),
    ("street", "road"),
    ("path", "road"),
    ("amount", "count"),
    ("copies", "count"),
];

impl Table<'_> {
    /// Reports every key that was never asked for, with the nearest of those that were.
    pub fn finish(&self) {
        let mut asked = self.asked.borrow_mut();
        let unknown: Vec<_> =
            self.entries.iter().filter(|entry| !asked.contains(&entry.key)).collect();
        if !unknown.is_empty() {
            let mut known = BTreeSet::new();
            asked.retain(|key| known.insert(key.clone()));
        }
        for entry in unknown {
            let key = &entry.key;
            let fault = self.document.fault(
                5,
                entry.key_span.clone(),
                format!("unknown key `{key}`"),
                format!("clé inconnue `{key}`"),
            );
            let (en, fr) = match synonym(key, &asked) {
                Some(meant) => (
                    format!("it is called `{meant}` here"),
                    format!("cela s'appelle `{meant}` ici"),
                ),
                None => words::way_out(key, &asked),
            };
            self.document.note(fault.help(en, fr));
        }
    }
}

/// The known key that means the same.
fn synonym<'k>(word: &str, known: &'k [String]) -> Option<&'k str> {
    let lower = word.to_lowercase();
    let (_, meant) = SYNONYMS.iter().find(|(said, _)| *said == lower)?;
    known.iter().map(String::as_str).find(|name| name == meant)
}
