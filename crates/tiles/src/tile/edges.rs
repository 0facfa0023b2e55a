//! Each edge has one kind, whatever lies on it.

use bastide_core::decl::Lies;

use super::Puzzle;
use crate::geometry::EDGES;

impl Puzzle<'_, '_> {
    /// Segments on an edge, place by place.
    fn on_edge(&self, edge: usize) -> impl Iterator<Item = usize> {
        self.owners[3 * edge..][..3].iter().flatten().copied()
    }

    /// The first of them that lies so.
    fn lying(&self, edge: usize, wanted: Lies) -> Option<usize> {
        self.on_edge(edge).find(|owner| self.drafts[*owner].lies == wanted)
    }

    /// Kind of an edge: what lies in its middle decides, then what lies on it.
    pub(super) fn edge_kind(&self, edge: usize) -> Option<&str> {
        let first = [Lies::Middle, Lies::Whole, Lies::Rest];
        let first = first.into_iter().find_map(|lies| self.lying(edge, lies))?;
        self.kinds.features[self.drafts[first].kind].edge.as_deref()
    }

    /// Checks that kinds on one edge agree about it, except a kind that fills the rest beside a middle.
    pub(super) fn share(&self) -> bool {
        let mut fine = true;
        for (edge, name) in EDGES.iter().enumerate() {
            let Some(kind) = self.edge_kind(edge) else { continue };
            let middle = self.lying(edge, Lies::Middle).is_some();
            let clash = self.on_edge(edge).find(|owner| {
                let draft = &self.drafts[*owner];
                let beside = middle && draft.lies == Lies::Rest;
                !beside && self.kinds.features[draft.kind].edge.as_deref() != Some(kind)
            });
            if let Some(clash) = clash {
                let draft = &self.drafts[clash];
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

    /// Checks derived segments against edges too: a kind with edges of its own takes a whole edge and leaves nothing
    /// to fill. Segments from `known` on are derived.
    pub(super) fn leaves_edges(&self, known: usize) -> bool {
        let mut fine = true;
        for (edge, name) in EDGES.iter().enumerate() {
            let kind = |number: usize| &self.kinds.features[self.drafts[number].kind];
            let derived = self.on_edge(edge).find(|owner| *owner >= known);
            let (Some(own), None, Some(derived)) =
                (self.lying(edge, Lies::Whole), self.lying(edge, Lies::Middle), derived)
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
