//! Names that a manifest uses outside its conditions, with their places. The check of folders, which knows the whole
//! library, finds out whether they are declared.

use std::ops::Range;

use bastide_core::condition::{Subject, Vocabulary};

use super::condition::Named;
use super::scope::Scope;

/// What such a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Referred {
    /// An expansion, which may well not be installed.
    Expansion,
    /// A tile type, by its full id.
    Tile,
    /// A restriction or rule that an offer waives.
    Waiver,
    /// A rule under which something stands that the manifest declares.
    Rule,
    /// A rule that is muted.
    Muted,
}

/// A name, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Kind of thing that is named.
    pub to: Referred,
    /// The name.
    pub name: String,
    /// Bytes in the manifest.
    pub span: Range<usize>,
}

impl Scope<'_> {
    /// Notes a name, to be looked up in the whole library.
    pub(super) fn refer(&self, to: Referred, name: &str, span: Range<usize>) {
        let reference = Reference { to, name: name.to_owned(), span };
        self.context.references.borrow_mut().push(reference);
    }

    /// A rule id.
    pub(super) fn rule(&self, key: &str) -> Option<String> {
        let id = self.text(key)?;
        let span = self.table.value_span(key);
        if !self.is_rule(&id, span.clone()) {
            return None;
        }
        self.refer(Referred::Rule, &id, span);
        Some(id)
    }

    /// Words under a key that name such things.
    pub(super) fn referred(&self, key: &str, to: Referred) -> Vec<String> {
        let words = self.words(key);
        for (word, span) in &words {
            self.refer(to, word, span.clone());
        }
        words.into_iter().map(|(word, _)| word).collect()
    }

    /// Names of expansions under a key.
    pub(super) fn expansions(&self, key: &str) -> Vec<String> {
        let names = self.mentions(key);
        for (name, span) in &names {
            self.refer(Referred::Expansion, name, span.clone());
        }
        names.into_iter().map(|(name, _)| name).collect()
    }
}

/// Words under a key, each a name of this sort; `*` and the word that stands for something else are none.
pub(super) fn mentioned(scope: &Scope<'_>, key: &str, of: Vocabulary, but: &str) {
    for (word, span) in scope.words(key).iter().filter(|(word, _)| word != "*" && word != but) {
        mention(scope, of, word, span.clone());
    }
}

/// A name that some expansion declares, or the check says where it stands.
pub(super) fn mention(scope: &Scope<'_>, of: Vocabulary, name: &str, span: Range<usize>) {
    let (subject, offered, kinds) = (Subject::Feature, false, Vec::new());
    let named = Named { subject, of, name: name.to_owned(), span, offered, kinds };
    scope.context.named.borrow_mut().push(named);
}
