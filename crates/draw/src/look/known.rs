//! Names that some expansion declares: a look of anything else is never seen.

use std::collections::{BTreeMap, BTreeSet};

use bastide::Library;
use bastide::config::Manifests;
use bastide::core::decl::{Per, StateKey};
use bastide_text::{Table, suggest};

/// Names by kind of thing.
#[derive(Debug, Default)]
pub(super) struct Known<'a> {
    symbols: BTreeSet<&'a str>,
    figures: BTreeSet<&'a str>,
    neutrals: BTreeSet<&'a str>,
    tokens: BTreeSet<&'a str>,
    /// Numbers that people see, by expansion.
    kept: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

impl<'a> Known<'a> {
    /// All names of a library; `None` if some manifest cannot be read, since it may declare anything.
    pub(super) fn of(library: &'a Library, manifests: &'a Manifests) -> Option<Self> {
        let mut known = Self::default();
        for folder in library.folders() {
            let manifest = manifests.get(&folder.id)?;
            let all = &manifest.everything;
            known.symbols.extend(all.features.iter().map(|kind| kind.name.as_str()));
            known.symbols.extend(all.tags.iter().map(|tag| tag.name.as_str()));
            known.symbols.extend(manifest.decoration.iter().map(String::as_str));
            known.figures.extend(all.figures.iter().map(|figure| figure.name.as_str()));
            known.neutrals.extend(all.neutrals.iter().map(|neutral| neutral.name.as_str()));
            known.tokens.extend(all.tokens.iter().map(|token| token.name.as_str()));
            let seen = |key: &&StateKey| {
                let named = all.names.contains_key(&format!("state.{}", key.name));
                named && key.list == 0 && !matches!(key.per, Per::Game | Per::Player)
            };
            let kept = all.state.iter().filter(seen).map(|key| key.name.as_str());
            known.kept.entry(&folder.id).or_default().extend(kept);
        }
        Some(known)
    }

    /// Reports looks of undeclared things in the tables of an expansion's file.
    pub(super) fn check(&self, root: &Table<'_>, expansion: &str) {
        let nothing = BTreeSet::new();
        let kept = self.kept.get(expansion).unwrap_or(&nothing);
        let sorts = [
            ("kind", &self.symbols, "feature kind", "sorte de domaine"),
            ("tag", &self.symbols, "tag", "étiquette"),
            ("figure", &self.figures, "figure", "figurine"),
            ("neutral", &self.neutrals, "neutral figure", "figurine neutre"),
            ("token", &self.tokens, "token", "jeton"),
            (
                "state",
                kept,
                "named state of tiles, segments or figures",
                "état nommé de tuiles, de segments ou de figurines",
            ),
        ];
        for (key, names, en, fr) in sorts {
            let Some(table) = root.table(key) else { continue };
            for entry in table.entries().filter(|entry| !names.contains(entry.key.as_str())) {
                let name = &entry.key;
                let fault = root.document().fault(
                    108,
                    entry.key_span.clone(),
                    format!("no expansion declares the {en} `{name}`"),
                    format!("{fr} `{name}` : aucune extension ne déclare rien de tel"),
                );
                let fault = fault.meant(
                    suggest(name, names.iter().copied()),
                    "declare it in a manifest, or take the look away",
                    "déclarez-la dans un manifeste, ou retirez cet aspect",
                );
                root.document().note(fault.warning());
            }
        }
    }
}
