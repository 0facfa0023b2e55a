//! Each edge is of one kind, whoever lies on it.

use bastide_core::decl::Lies;

use super::Puzzle;
use crate::geometry::EDGES;

impl Puzzle<'_, '_> {
    /// Kinds on one edge must make the same edge, but for what takes the rest beside a middle.
    pub(super) fn share(&self) -> bool {
        let mut fine = true;
        for (edge, name) in EDGES.iter().enumerate() {
            let owners: Vec<usize> =
                self.owners[3 * edge..][..3].iter().flatten().copied().collect();
            let Some(kind) = self.edge_kind(edge) else { continue };
            let middle = owners.iter().any(|owner| self.drafts[*owner].lies == Lies::Middle);
            let clash = owners.iter().find(|owner| {
                let draft = &self.drafts[**owner];
                let beside = middle && draft.lies == Lies::Rest;
                !beside && self.kinds.features[draft.kind].edge.as_deref() != Some(kind)
            });
            if let Some(clash) = clash {
                let draft = &self.drafts[*clash];
                let own = &self.kinds.features[draft.kind].name;
                self.note(
                    112,
                    draft.span.clone(),
                    (
                        &format!("`{own}` cannot share the edge {name} with a `{kind}` edge"),
                        &format!("`{own}` ne peut pas partager le bord {name}, de type `{kind}`"),
                    ),
                    ("give the edge to one of them", "donnez le bord à l'un d'eux"),
                );
                fine = false;
            }
        }
        fine
    }

    /// What is derived is held against edges too: a kind with edges of its own takes a whole edge, and leaves none of it to
    /// what fills. Segments from `known` on are derived.
    pub(super) fn leaves_edges(&self, known: usize) -> bool {
        let mut fine = true;
        for (edge, name) in EDGES.iter().enumerate() {
            let owners: Vec<usize> =
                self.owners[3 * edge..][..3].iter().flatten().copied().collect();
            let lying = |wanted: Lies| {
                owners.iter().copied().find(|owner| self.drafts[*owner].lies == wanted)
            };
            let kind = |number: usize| &self.kinds.features[self.drafts[number].kind];
            let derived = owners.iter().copied().find(|owner| *owner >= known);
            let (Some(own), None, Some(derived)) =
                (lying(Lies::Whole), lying(Lies::Middle), derived)
            else {
                continue;
            };
            if kind(own).edge == kind(derived).edge {
                continue;
            }
            let (own_name, other) = (&kind(own).name, &kind(derived).name);
            self.note(
                112,
                self.drafts[own].span.clone(),
                (
                    &format!("this `{own_name}` takes a part of the edge {name}, and `{other}` cannot have the rest"),
                    &format!("ce segment `{own_name}` prend une partie du bord {name}, et `{other}` ne peut pas avoir le reste"),
                ),
                (
                    &format!("name the whole edge in `at`: `{name}`"),
                    &format!("nommez le bord entier dans `at` : `{name}`"),
                ),
            );
            fine = false;
        }
        fine
    }
}
