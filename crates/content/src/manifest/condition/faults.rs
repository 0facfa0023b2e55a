//! Faults of conditions.

use std::ops::Range;

use bastide_core::Fault;
use bastide_core::condition::{FACTS, Subject, names_of};
use bastide_text::{Entry, Node, listed};

use super::{Reader, Stands};
use crate::lang;

impl Reader<'_, '_> {
    pub(super) fn unknown(&self, entry: &Entry, subject: Subject) {
        let key = &entry.key;
        if self.stands == Stands::Script && matches!(key.as_str(), "option" | "with" | "without") {
            let fault = self.fault_at(
                2,
                entry.key_span.clone(),
                format!("`{key}` is settled before the game, in the manifest"),
                format!("`{key}` est fixé avant la partie, dans le manifeste"),
            );
            self.note(fault.help(
                "write it into `where` of the hook, or ask `game.option`",
                "écrivez-le dans `where` du point d'accroche, ou demandez `game.option`",
            ));
            return;
        }
        let own = names_of(subject, self.told);
        let homes = FACTS.iter().filter(|row| row.name == key).map(|row| row.subject.name());
        let homes: Vec<&str> = homes.collect();
        let name = subject.name();
        let fault = self.fault_at(
            1,
            entry.key_span.clone(),
            format!("a condition on `{name}` has no fact `{key}`"),
            format!("une condition sur `{name}` n'a pas de donnée `{key}`"),
        );
        self.note(if homes.is_empty() {
            lang::suggest(fault, key, own)
        } else {
            let (homes, own) = (listed(&homes), listed(&own));
            fault.help(
                format!("it is a fact of {homes}; here there are {own}"),
                format!("c'est une donnée de {homes} ; il y a ici {own}"),
            )
        });
    }

    /// A value of the wrong shape.
    pub(super) fn shape<T>(&self, node: &Node, en: &str, fr: &str) -> Option<T> {
        let fault = self.fault(3, node, "this cannot stand here", "ceci n'a pas sa place ici");
        self.note(fault.help(format!("write {en}"), format!("écrivez {fr}")));
        None
    }

    pub(super) fn fault(&self, number: u16, node: &Node, en: &str, fr: &str) -> Fault {
        self.fault_at(number, node.span.clone(), en, fr)
    }

    pub(super) fn fault_at(
        &self,
        number: u16,
        span: Range<usize>,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) -> Fault {
        Fault::new(&format!("K{number:04}"), en, fr).at(self.scope.document().file(), span)
    }

    pub(super) fn note(&self, fault: Fault) {
        self.scope.note(fault);
    }
}
