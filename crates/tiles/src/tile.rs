//! One tile: its head, then its segments put together and checked.

use std::ops::Range;

use bastide_core::decl::{Lies, Segment, Tile};

use crate::borders;
use crate::draft::{self, Draft};
use crate::geometry::{self, ALL_PLACES, EDGES, Part, edge_places};
use crate::kinds::{Kinds, ON_TILE};
use crate::reader::{Table, listed};

/// Reads a tile over `tile`, which is empty but for its id, or a tile of an extended set: keys that
/// are present change it, and segments are replaced all together. Faults go to the document.
///
/// A `fresh` tile must say everything.
pub(crate) fn read(table: &Table<'_>, kinds: &Kinds, mut tile: Tile, fresh: bool) -> Tile {
    let document = table.document();
    table.raw("id");
    if fresh {
        table.need("count");
    }
    if let Some(count) = table.int("count", 0..=255) {
        tile.count = count as u16;
    }
    if let Some(group) = table.str("group") {
        tile.group = Some(group.to_owned());
    }
    if let Some(aliases) = table.table("aliases") {
        tile.aliases = aliases
            .entries()
            .filter_map(|entry| {
                let alias = document.as_str(&entry.node, &entry.key)?;
                Some((entry.key.clone(), alias.to_owned()))
            })
            .collect();
    }
    if let Some(tags) = table.table("tags") {
        tile.tags = draft::tags(&tags, kinds, ON_TILE);
        tags.finish();
    }
    let features = draft::read(table, kinds);
    table.finish();
    if fresh || features.written {
        let mut puzzle = Puzzle { table, kinds, drafts: features.drafts, owners: [None; 12] };
        if let Some((edges, segments)) = puzzle.solve(features.fine) {
            (tile.edges, tile.segments) = (edges, segments);
        }
    }
    tile
}

/// The segments of a tile and who has which place.
struct Puzzle<'a, 'd> {
    table: &'a Table<'d>,
    kinds: &'a Kinds,
    drafts: Vec<Draft<'d>>,
    owners: [Option<usize>; 12],
}

impl Puzzle<'_, '_> {
    /// Edges and segments; of a tile at fault, what can be told of them. What only follows from a fault is
    /// not one more.
    fn solve(&mut self, mut fine: bool) -> Option<([String; 4], Vec<Segment>)> {
        let explicit = self.drafts.iter().any(|draft| draft.lies == Lies::Rest);
        fine &= self.lay();
        fine = fine && self.share();
        let parts: Vec<Part> = self.parts();
        if !explicit {
            self.fill(&parts);
        }
        fine = fine && self.is_full(explicit);
        if !self.is_few() {
            return None;
        }
        let edges = [0, 1, 2, 3].map(|edge| self.edge_kind(edge).unwrap_or_default().to_owned());
        let borders = if fine {
            borders::resolve(self.table, self.kinds, &self.drafts, &parts)
        } else {
            vec![Vec::new(); self.drafts.len()]
        };
        Some((edges, self.sorted(&borders)))
    }

    /// Gives each place to who wrote it: first to those that lie whole or in the middle, then to
    /// those that take what is left.
    fn lay(&mut self) -> bool {
        let mut fine = true;
        for rest in [false, true] {
            let taken = self.taken();
            for number in 0..self.drafts.len() {
                if (self.drafts[number].lies == Lies::Rest) == rest {
                    fine &= self.lay_one(number, taken);
                }
            }
        }
        // The middle of an edge goes with both sides.
        for edge in 0..4 {
            let (left, middle, right) = (3 * edge, 3 * edge + 1, 3 * edge + 2);
            let side = self.owners[left].filter(|owner| self.owners[right] == Some(*owner));
            if let (None, Some(owner)) = (self.owners[middle], side)
                && self.drafts[owner].lies == Lies::Rest
            {
                self.owners[middle] = Some(owner);
                self.drafts[owner].places |= 1 << middle;
            }
        }
        fine
    }

    /// `taken` are the places that others had before those that take what is left.
    fn lay_one(&mut self, number: usize, taken: u16) -> bool {
        let draft = &mut self.drafts[number];
        let rest = draft.lies == Lies::Rest;
        let mut fine = true;
        for (word, mut mask) in std::mem::take(&mut draft.at) {
            if rest && mask.count_ones() == 3 {
                mask &= !taken;
            }
            let twice = (0..12).filter(|place| mask >> place & 1 == 1);
            let twice: Vec<usize> = twice.filter(|place| self.owners[*place].is_some()).collect();
            if mask == 0 || !twice.is_empty() {
                let names: Vec<&str> =
                    twice.iter().map(|place| bastide_core::decl::PLACES[*place]).collect();
                let names = if mask == 0 { format!("`{}`", word.text) } else { listed(&names) };
                let other = twice.first().and_then(|place| self.owners[*place]);
                let (en, fr) = match other.map(|other| self.drafts[other].kind) {
                    Some(kind) => {
                        let kind = &self.kinds.features[kind].name;
                        (
                            format!("a `{kind}` has {names} already"),
                            format!("un segment `{kind}` a déjà {names}"),
                        )
                    }
                    None => (
                        format!("nothing is left of {names}"),
                        format!("il ne reste rien de {names}"),
                    ),
                };
                self.note(
                    108,
                    word.span,
                    (&en, &fr),
                    ("leave each place to one segment", "laissez chaque place à un seul segment"),
                );
                fine = false;
                continue;
            }
            draft_take(&mut self.drafts[number], &mut self.owners, number, mask);
        }
        fine
    }

    /// Kinds on one edge must make the same edge, but for what takes the rest beside a middle.
    fn share(&self) -> bool {
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

    /// What those that lie whole or in the middle leave goes to the filling kind, cut by them.
    fn fill(&mut self, parts: &[Part]) {
        let Some(filler) = self.kinds.filler() else { return };
        for region in geometry::regions(parts) {
            let number = self.drafts.len();
            let mut draft = Draft::derived(filler, region.touches);
            draft_take(&mut draft, &mut self.owners, number, region.places);
            self.drafts.push(draft);
        }
    }

    fn is_full(&self, explicit: bool) -> bool {
        let free: Vec<&str> = (0..12)
            .filter(|place| self.owners[*place].is_none())
            .map(|place| bastide_core::decl::PLACES[place])
            .collect();
        if free.is_empty() {
            return true;
        }
        let rest = self.drafts.iter().find(|draft| draft.lies == Lies::Rest);
        let span = rest.map_or_else(|| self.head(), |draft| draft.span.clone());
        let free = listed(&free);
        let help = if explicit {
            (
                "add them to a segment, or leave out the whole key: then it is derived",
                "ajoutez-les à un segment, ou omettez toute la clé : elle est alors déduite",
            )
        } else {
            (
                "enable an expansion with a kind that fills, or cover the edges",
                "activez une extension dont un type remplit, ou couvrez les bords",
            )
        };
        self.note(
            113,
            span,
            (&format!("nothing fills {free}"), &format!("rien ne remplit {free}")),
            help,
        );
        false
    }

    fn is_few(&self) -> bool {
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

    /// The segments by (order, name) of their kinds, then in file order.
    fn sorted(&self, borders: &[Vec<usize>]) -> Vec<Segment> {
        let mut order: Vec<usize> = (0..self.drafts.len()).collect();
        order.sort_by_key(|number| self.kinds.rank(self.drafts[*number].kind));
        let place = |number: &usize| order.iter().position(|other| other == number);
        let segment = |number: &usize| {
            let draft = &self.drafts[*number];
            let mut borders: Vec<u8> =
                borders[*number].iter().filter_map(place).map(|at| at as u8).collect();
            borders.sort_unstable();
            Segment {
                kind: self.kinds.features[draft.kind].name.clone(),
                places: draft.places,
                tags: draft.tags.clone(),
                borders,
            }
        };
        order.iter().map(segment).collect()
    }

    /// Kind of an edge: what lies in its middle decides, then what lies on it.
    fn edge_kind(&self, edge: usize) -> Option<&str> {
        let owners = self.owners[3 * edge..][..3].iter().flatten();
        let lies = |wanted: Lies| owners.clone().find(|owner| self.drafts[**owner].lies == wanted);
        let first =
            lies(Lies::Middle).or_else(|| lies(Lies::Whole)).or_else(|| lies(Lies::Rest))?;
        self.kinds.features[self.drafts[*first].kind].edge.as_deref()
    }

    /// Parts that cut what is left, numbered like the drafts; those of the rest have no place yet.
    fn parts(&self) -> Vec<Part> {
        let places = |draft: &Draft<'_>| if draft.lies == Lies::Rest { 0 } else { draft.places };
        self.drafts.iter().map(|draft| Part { places: places(draft), lies: draft.lies }).collect()
    }

    fn taken(&self) -> u16 {
        self.drafts.iter().fold(0, |taken, draft| taken | draft.places) & ALL_PLACES
    }

    fn head(&self) -> Range<usize> {
        self.table.value_span("id")
    }

    fn note(&self, number: u16, span: Range<usize>, what: (&str, &str), help: (&str, &str)) {
        let document = self.table.document();
        document.note(document.fault(number, span, what.0, what.1).help(help.0, help.1));
    }
}

fn draft_take(draft: &mut Draft<'_>, owners: &mut [Option<usize>; 12], number: usize, mask: u16) {
    draft.places |= mask;
    for (place, owner) in owners.iter_mut().enumerate() {
        if mask >> place & 1 == 1 {
            *owner = Some(number);
        }
    }
}

/// Places of an edge that a kind takes when its name is written.
pub(crate) fn whole_edge(lies: Lies, edge: usize) -> u16 {
    match lies {
        Lies::Whole | Lies::Rest => edge_places(edge),
        Lies::Middle => edge_places(edge) & geometry::MIDDLES,
        Lies::Centre => 0,
    }
}
