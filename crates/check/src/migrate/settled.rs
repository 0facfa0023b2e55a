//! Options in `when`: they stand under `option`, as in every condition.

use std::collections::BTreeSet;

use bastide_text::{Entry, Node, Value};

use super::Edit;

/// What a condition on what is settled takes besides options.
const WORDS: [&str; 6] = ["option", "with", "without", "no", "any", "all"];
/// Tables that have no conditions.
const BARE: [&str; 3] = ["name", "option", "jcz"];

/// Options named in the conditions of a table of a manifest, and of all tables below it.
pub(super) fn conditions(text: &str, entry: &Entry, edits: &mut Vec<Edit>) {
    if BARE.contains(&entry.key.as_str()) {
        return;
    }
    let mut places = BTreeSet::new();
    below(text, &entry.node, &mut places);
    edits.extend(places.into_iter().map(|at| (at..at, "option.".to_owned())));
}

fn below(text: &str, node: &Node, places: &mut BTreeSet<usize>) {
    match &node.value {
        Value::List(nodes) => nodes.iter().for_each(|node| below(text, node, places)),
        Value::Table(entries) => {
            for entry in entries {
                match entry.key.as_str() {
                    "when" => options(text, &entry.node, places),
                    _ => below(text, &entry.node, places),
                }
            }
        }
        _ => {}
    }
}

/// Where the options that a condition names begin.
fn options(text: &str, condition: &Node, places: &mut BTreeSet<usize>) {
    match &condition.value {
        Value::List(nodes) => nodes.iter().for_each(|node| options(text, node, places)),
        Value::Table(entries) => {
            for entry in entries {
                match (entry.key.as_str(), &entry.node.value) {
                    ("no" | "any" | "all", _) => options(text, &entry.node, places),
                    (key, _) if WORDS.contains(&key) => {}
                    // Options of another expansion: each of them may name it again.
                    (_, Value::Table(of)) => {
                        places.extend(of.iter().map(|option| first_word(text, entry, option)));
                    }
                    _ => {
                        places.insert(entry.key_span.start);
                    }
                }
            }
        }
        _ => {}
    }
}

/// Where `expansion.option` begins, if it is written so; else where its expansion does.
fn first_word(text: &str, expansion: &Entry, option: &Entry) -> usize {
    let before = text[..option.key_span.start].trim_end();
    let Some(dotted) = before.strip_suffix('.').map(str::trim_end) else {
        return expansion.key_span.start;
    };
    let name = dotted.trim_end_matches(['"', '\'']);
    let bare = name.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    bare.len() - (dotted.len() - name.len())
}
