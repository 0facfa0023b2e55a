//! Reads pieces of tile that may be laid over tiles.

use std::ops::Range;

use bastide_core::condition::Vocabulary;
use bastide_core::decl::{Overlay, OverlaySegment, PLACES};
use bastide_text::{Document, Table, Value, Word};

use super::reference::mention;
use super::scope::Scope;
use crate::lang;

const EDGES: [&str; 4] = ["N", "E", "S", "W"];
/// Keys that are no feature kind.
const OWN: [&str; 5] = ["name", "over", "covers", "when", "with"];
/// Keys of a segment that are no tag.
const OF_SEGMENT: [&str; 1] = ["at"];

/// `[overlay.<name>]`: segments by feature kind, as a tile set writes them.
pub(super) fn read(scope: &Scope<'_>, name: String) -> Overlay {
    let mut overlay =
        Overlay { name, covers: scope.bool_or("covers", false), ..Overlay::default() };
    let document = scope.document();
    if let Some(over) = scope.below("over") {
        for entry in over.table.entries() {
            if !EDGES.contains(&entry.key.as_str()) {
                unknown_place(document, entry.key_span.clone(), &entry.key, &EDGES);
            }
            over.table.raw(&entry.key);
            let kinds = document.as_words(&entry.node, &entry.key).unwrap_or_default();
            for word in &kinds {
                mention(scope, Vocabulary::Edge, word.text, word.span.clone());
            }
            let kinds = kinds.into_iter().map(|word| word.text.to_owned()).collect();
            overlay.over.insert(entry.key.clone(), kinds);
        }
    }
    for entry in scope.table.entries().filter(|e| !OWN.contains(&e.key.as_str())) {
        scope.table.raw(&entry.key);
        mention(scope, Vocabulary::Feature, &entry.key, entry.key_span.clone());
        for table in document.as_tables(&entry.node, &entry.key).unwrap_or_default() {
            for tag in table.entries().filter(|e| !OF_SEGMENT.contains(&e.key.as_str())) {
                mention(scope, Vocabulary::Tag, &tag.key, tag.key_span.clone());
            }
            overlay.segments.push(segment(document, &table, &entry.key));
        }
    }
    overlay
}

fn segment(document: &Document, table: &Table<'_>, kind: &str) -> OverlaySegment {
    let mut segment = OverlaySegment { kind: kind.to_owned(), ..OverlaySegment::default() };
    for word in table.word("at").iter().flat_map(Word::pieces) {
        if EDGES.contains(&word.text) || PLACES.contains(&word.text) {
            segment.at.push(word.text.to_owned());
        } else {
            let known: Vec<&str> = EDGES.into_iter().chain(PLACES).collect();
            unknown_place(document, word.span.clone(), word.text, &known);
        }
    }
    for entry in table.entries().filter(|e| !OF_SEGMENT.contains(&e.key.as_str())) {
        table.raw(&entry.key);
        let number = match entry.node.value {
            Value::Bool(set) => Some(i64::from(set)),
            _ => document.as_int(&entry.node, &entry.key, 0..=255),
        };
        if let Some(number) = number.filter(|number| *number > 0) {
            segment.tags.push((entry.key.clone(), number as u8));
        }
    }
    segment
}

fn unknown_place(document: &Document, span: Range<usize>, text: &str, known: &[&str]) {
    let fault = document.fault(
        110,
        span,
        format!("`{text}` is no place of a tile"),
        format!("`{text}` n'est pas une place d'une tuile"),
    );
    document.note(lang::suggest(fault, text, known.iter().copied()));
}
