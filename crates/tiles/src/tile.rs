//! One tile: its head, then its segments put together and checked.

use std::ops::Range;

use bastide_core::decl::{Aliases, Lies, Segment, Tile};
use bastide_core::limits::TILE_COPIES_MAX;

use crate::borders;
use crate::draft::{self, Draft};
use crate::geometry::{self, ALL_PLACES, EDGES, Part, edge_places};
use crate::kinds::{Kinds, ON_TILE};
use bastide_text::{Table, listed};

mod edges;
mod taken;

/// The key of places that belong to nobody.
pub(crate) const NOBODY: &str = "none";

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
    if let Some(count) = table.int("count", 0..=TILE_COPIES_MAX as i64) {
        tile.count = count as u16;
    }
    if let Some(group) = kinds.group(table) {
        tile.group = Some(group);
    }
    if let Some(role) = table.str("role") {
        tile.role = Some(role.to_owned());
    }
    if let Some(aliases) = table.table("aliases") {
        tile.aliases = aliases
            .entries()
            .filter_map(|entry| {
                let names = document.as_words(&entry.node, &entry.key)?;
                let mut names: Vec<String> = names.iter().map(|w| w.text.to_owned()).collect();
                let only = names.len() == 1;
                let names =
                    if only { Aliases::One(names.remove(0)) } else { Aliases::Several(names) };
                Some((entry.key.clone(), names))
            })
            .collect();
    }
    draw(table, kinds, &mut tile, fresh);
    tile
}

/// Reads what is drawn on a tile: tags, segments, places without an owner. Every other key of the table must have been
/// asked for.
pub(crate) fn draw(table: &Table<'_>, kinds: &Kinds, tile: &mut Tile, fresh: bool) {
    if let Some(tags) = table.table("tags") {
        tile.tags = draft::tags(&tags, kinds, ON_TILE);
        tags.finish();
    }
    let none = draft::nobody(table);
    let features = draft::read(table, kinds);
    table.finish();
    if fresh || features.written || none.is_some() {
        let (drafts, none) = (features.drafts, none.unwrap_or(0));
        let explicit = features.rest;
        let mut puzzle = Puzzle { table, kinds, drafts, owners: [None; 12], none, explicit };
        if let Some((edges, segments)) = puzzle.solve(features.fine) {
            (tile.edges, tile.segments) = (edges, segments);
        }
    }
}

/// The segments of a tile and who has which place.
struct Puzzle<'a, 'd> {
    table: &'a Table<'d>,
    kinds: &'a Kinds,
    drafts: Vec<Draft<'d>>,
    owners: [Option<usize>; 12],
    /// Places that belong to nobody.
    none: u16,
    /// What takes the rest is written, and not derived.
    explicit: bool,
}

impl Puzzle<'_, '_> {
    /// Returns edges and segments; of a faulty tile, as far as they are known. Consequences of a fault are not
    /// reported.
    fn solve(&mut self, mut fine: bool) -> Option<([String; 4], Vec<Segment>)> {
        fine &= self.halve();
        fine &= self.lay();
        fine = fine && self.share();
        let parts: Vec<Part> = self.parts();
        if !self.explicit {
            self.fill(&parts);
            fine = fine && self.leaves_edges(parts.len());
        }
        fine = fine && self.is_full();
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

    /// Splits an edge that two segments share: each has half of it, and the middle belongs to neither. The segment
    /// that comes first counterclockwise has the left half.
    fn halve(&mut self) -> bool {
        let mut fine = true;
        for (edge, name) in EDGES.iter().enumerate() {
            let shares = |draft: &Draft<'_>| draft.shares.iter().any(|(_, shared)| *shared == edge);
            let sharing: Vec<usize> =
                (0..self.drafts.len()).filter(|number| shares(&self.drafts[*number])).collect();
            let Some(first) = sharing.first() else { continue };
            let [one, other] = sharing[..] else {
                let (word, _) = self.drafts[*first].shares[0].clone();
                let n = sharing.len();
                self.note(
                    127,
                    word.span,
                    (
                        &format!("it takes two segments to share the edge {name}; here it is {n}"),
                        &format!("il faut deux segments pour se partager le bord {name} ; il y en a {n} ici"),
                    ),
                    (
                        "two segments share an edge: write `shares` at both",
                        "deux segments se partagent un bord : écrivez `shares` aux deux",
                    ),
                );
                fine = false;
                continue;
            };
            // How far against the clock the next edge is that a segment reaches besides.
            let turns = |number: usize| {
                let reached = self.drafts[number].reached();
                (1..4).find(|turns| reached >> ((edge + 4 - turns) % 4) & 1 == 1).unwrap_or(4)
            };
            let swapped = turns(other) < turns(one);
            let (left, right) = if swapped { (other, one) } else { (one, other) };
            for (number, half) in [(left, 0b001), (right, 0b100)] {
                let whole = edge_places(edge);
                let at = self.drafts[number].at.iter_mut().find(|(_, mask)| *mask == whole);
                if let Some((_, mask)) = at {
                    *mask = half << (3 * edge);
                }
            }
            self.none |= 0b010 << (3 * edge);
        }
        fine
    }

    /// Assigns each place to a segment: first to segments that lie whole or in the middle, then to those that fill the
    /// rest.
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
                && self.none >> middle & 1 == 0
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
                mask &= !(taken | self.none);
            }
            let twice = (0..12).filter(|place| mask >> place & 1 == 1);
            let gone = |place: &usize| self.owners[*place].is_some() || self.none >> place & 1 == 1;
            let twice: Vec<usize> = twice.filter(gone).collect();
            if mask == 0 || !twice.is_empty() {
                let names: Vec<&str> =
                    twice.iter().map(|place| bastide_core::decl::PLACES[*place]).collect();
                let names = if mask == 0 { format!("`{}`", word.text) } else { listed(&names) };
                let other = twice.first().and_then(|place| self.owners[*place]);
                if let Some(other) = other {
                    self.note_taken(number, other, &word);
                    fine = false;
                    continue;
                }
                let (en, fr) = match mask {
                    1.. => {
                        (format!("{names} belongs to nobody"), format!("{names} n'est à personne"))
                    }
                    0 => (
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

    /// What those that lie whole or in the middle leave goes to the filling kind, cut by them.
    fn fill(&mut self, parts: &[Part]) {
        let Some(filler) = self.kinds.filler() else { return };
        // Places that belong to nobody are left out of the rest.
        let (none, known) = (Part { places: self.none, lies: Lies::Whole }, parts.len());
        let mut all = parts.to_vec();
        all.extend((self.none != 0).then_some(none));
        for mut region in geometry::regions(&all) {
            // So is ground that nothing but such a place could reach.
            if region.places == 0 && region.touches.contains(&known) {
                continue;
            }
            region.touches.retain(|part| *part < known);
            let number = self.drafts.len();
            let mut draft = Draft::derived(filler, region.touches);
            draft_take(&mut draft, &mut self.owners, number, region.places);
            self.drafts.push(draft);
        }
    }

    fn is_full(&self) -> bool {
        let free: Vec<&str> = (0..12)
            .filter(|place| self.owners[*place].is_none() && self.none >> place & 1 == 0)
            .map(|place| bastide_core::decl::PLACES[place])
            .collect();
        let edge = (0..4).find(|edge| self.edge_kind(*edge).is_none());
        if let (true, Some(edge)) = (free.is_empty(), edge) {
            let name = EDGES[edge];
            self.note(
                128,
                self.table.value_span(NOBODY),
                (
                    &format!("nobody has a place of the edge {name}: it is of no kind"),
                    &format!("le bord {name} n'est à personne : il n'est d'aucune sorte"),
                ),
                (
                    "leave a place of it to a segment, or declare a kind of edge for it",
                    "laissez-en une place à un segment, ou déclarez une sorte de bord pour lui",
                ),
            );
            return false;
        }
        if free.is_empty() {
            return true;
        }
        let rest = self.drafts.iter().find(|draft| draft.lies == Lies::Rest);
        // A key of a kind that takes the rest, with nothing in it, is the reason too.
        let is_rest = |key: &str| {
            let mut kinds = self.kinds.features.iter();
            kinds.any(|kind| kind.lies == Lies::Rest && kind.name == key)
        };
        let empty = || self.table.entries().find(|entry| is_rest(&entry.key));
        let span = rest.map(|draft| draft.span.clone());
        let span = span.or_else(|| empty().map(|entry| entry.key_span.clone()));
        let span = span.unwrap_or_else(|| self.head());
        let (one, free) = (free.len() == 1, listed(&free));
        let help = if self.explicit && one {
            (
                "add it to a segment, or leave out the whole key: then it is derived",
                "ajoutez-la à un segment, ou omettez toute la clé : elle est alors déduite",
            )
        } else if self.explicit {
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
