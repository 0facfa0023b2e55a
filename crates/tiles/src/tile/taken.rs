//! Two segments on one place, and more of them than a tile can have.

use bastide_core::decl::Lies;
use bastide_text::{Value, Word};

use super::Puzzle;
use crate::draft;
use crate::geometry::EDGES;

impl Puzzle<'_, '_> {
    /// Two segments want the same place.
    pub(super) fn note_taken(&self, number: usize, other: usize, word: &Word<'_>) {
        let name = |number: usize| &self.kinds.features[self.drafts[number].kind].name;
        let (own, first, place) = (name(number), name(other), word.text);
        let tile = self.table.entries().find(|entry| entry.key == "id");
        let (en, fr) = match tile.map(|entry| &entry.node.value) {
            Some(Value::Text(id)) => (format!("tile `{id}`: "), format!("tuile `{id}` : ")),
            _ => <(String, String)>::default(),
        };
        let (en, fr) = (
            format!("{en}a `{first}` has `{place}` already"),
            format!("{fr}un segment `{first}` a déjà `{place}`"),
        );
        let lies = |number: usize| self.drafts[number].lies;
        let help = match (lies(number), lies(other)) {
            (Lies::Whole, Lies::Whole) if number != other && EDGES.contains(&place) => (
                format!(
                    "leave `{place}` out of one of them, or write `shares = \"{place}\"` at both"
                ),
                format!(
                    "retirez `{place}` de l'un des deux, ou écrivez `shares = \"{place}\"` aux deux"
                ),
            ),
            (Lies::Middle, Lies::Whole) | (Lies::Whole, Lies::Middle) => (
                format!(
                    "leave `{place}` out of this `{own}`, or out of the `{first}`: an area takes its whole edge"
                ),
                format!(
                    "retirez `{place}` de ce segment `{own}` ou du segment `{first}` : une surface prend tout son bord"
                ),
            ),
            _ => (
                format!("leave `{place}` to one segment"),
                format!("laissez `{place}` à un seul segment"),
            ),
        };
        let document = self.table.document();
        let fault = document.fault(108, word.span.clone(), en, fr).help(help.0, help.1);
        document.note(fault.beside(
            self.drafts[other].span.clone(),
            &format!("the `{first}`"),
            &format!("le segment `{first}`"),
        ));
    }

    /// Whether there are no more segments than a tile can have.
    pub(super) fn is_few(&self) -> bool {
        let (number, max) = (self.drafts.len(), draft::SEGMENTS_MAX);
        if number > max {
            self.note(
                116,
                self.head(),
                (
                    &format!("{number} segments on a tile, more than {max}"),
                    &format!("{number} segments sur une tuile, plus que {max}"),
                ),
                ("join some of them", "réunissez-en"),
            );
        }
        number <= max
    }
}
