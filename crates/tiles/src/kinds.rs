//! What the reader has to know of the expansions.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::decl::{EdgeKind, Expansion, FeatureKind, Lies, Tag};
use bastide_text::{Table, listed, suggest};

/// The word in [`Tag::on`] for a tag of the tile as a whole.
pub const ON_TILE: &str = "tile";

/// Feature kinds, edge kinds and tags that enabled expansions declare, and the names of those that
/// other known expansions declare.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kinds {
    /// Feature kinds in force.
    pub features: Vec<FeatureKind>,
    /// Edge kinds in force.
    pub edges: Vec<EdgeKind>,
    /// Tags in force; the same tag may be listed several times.
    pub tags: Vec<Tag>,
    /// Names of feature kinds that are known but not enabled: on a tile they are decoration.
    pub idle_features: BTreeSet<String>,
    /// Names of tags that are known but not enabled: on a tile they are decoration.
    pub idle_tags: BTreeSet<String>,
    /// Deck groups that known expansions declare. If it is empty, a tile's group is not checked.
    pub groups: BTreeSet<String>,
    /// Expansions that declare a feature kind that is not enabled, by its name.
    pub declared: BTreeMap<String, Vec<String>>,
}

impl Kinds {
    /// Adds what an expansion declares. A kind that is declared already, by one who does so only where the other is not
    /// in play, stays as it is.
    pub fn add(&mut self, expansion: &Expansion) {
        for kind in &expansion.features {
            if self.feature(&kind.name).is_none() {
                self.features.push(kind.clone());
            }
        }
        self.edges.extend_from_slice(&expansion.edges);
        self.tags.extend_from_slice(&expansion.tags);
    }

    /// Adds borders between kinds, whoever declares the kinds.
    pub fn join_borders(&mut self, borders: &BTreeMap<String, Vec<String>>) {
        for kind in &mut self.features {
            for name in borders.get(&kind.name).into_iter().flatten() {
                if !kind.borders.contains(name) {
                    kind.borders.push(name.clone());
                }
            }
        }
    }

    /// Returns the deck group of a tile, if it has one, and reports an undeclared group.
    pub(crate) fn group(&self, table: &Table<'_>) -> Option<String> {
        let group = table.str("group")?;
        if !self.groups.is_empty() && !self.groups.contains(group) {
            let document = table.document();
            let (en, fr) = (
                format!("no known expansion declares the group `{group}` of the deck"),
                format!("aucune extension connue ne déclare le groupe `{group}` de la pioche"),
            );
            let fault = document.fault(131, table.value_span("group"), en, fr);
            let known = listed(&self.groups.iter().collect::<Vec<_>>());
            let near = suggest(group, self.groups.iter().map(String::as_str));
            document.note(fault.meant(
                near,
                format!("known: {known}"),
                format!("connus : {known}"),
            ));
        }
        Some(group.to_owned())
    }

    /// Number of a feature kind.
    pub(crate) fn feature(&self, name: &str) -> Option<usize> {
        self.features.iter().position(|kind| kind.name == name)
    }

    /// The kind that fills what others leave: the first in order, if there are several.
    pub(crate) fn filler(&self) -> Option<usize> {
        let fills = |kind: &FeatureKind| kind.fills && kind.lies == Lies::Rest;
        (0..self.features.len())
            .filter(|number| fills(&self.features[*number]))
            .min_by_key(|number| self.rank(*number))
    }

    /// Place of a kind in the order of a tile's segments.
    pub(crate) fn rank(&self, number: usize) -> (i16, &str) {
        (self.features[number].order, &self.features[number].name)
    }

    /// Tags that a feature kind (or [`ON_TILE`]) carries, each once.
    pub(crate) fn tags_on(&self, place: &str) -> BTreeSet<&str> {
        let on = |tag: &&Tag| tag.on.iter().any(|name| name == place);
        self.tags.iter().filter(on).map(|tag| tag.name.as_str()).collect()
    }
}
