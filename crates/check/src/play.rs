//! Whether the tiles of a game can be played: what fits nowhere in this mix, what can never be joined.

use std::collections::{BTreeMap, BTreeSet};

use bastide::Setup;
use bastide::core::Fault;
use bastide::core::decl::{EdgeKind, Tile};
use bastide_text::listed;

use crate::sets::Place;

/// Edges, clockwise.
const EDGES: [&str; 4] = ["N", "E", "S", "W"];

/// Reports everything doubtful about the tiles of a game. Tiles of sets that are not checked have no place and are
/// left out.
pub(crate) fn check(setup: &Setup, places: &BTreeMap<String, Place>) -> Vec<Fault> {
    let mix = Mix::new(setup);
    let mut faults = Vec::new();
    let reached = mix.reached();
    for (number, tile) in mix.tiles.iter().enumerate() {
        let Some(place) = places.get(&tile.id) else { continue };
        if !reached.contains(&number) {
            faults.push(fits_nowhere(tile, place));
            continue;
        }
        let lonely = |edge: &&usize| !mix.is_met(number, &tile.edges[**edge]);
        let lonely: Vec<usize> = [0, 1, 2, 3].iter().filter(lonely).copied().collect();
        faults.extend(lone_edges(tile, &lonely, place));
    }
    faults
}

/// The tiles of a game that are there at all, and how their edges meet.
struct Mix<'a> {
    tiles: Vec<&'a Tile>,
    edges: Vec<&'a EdgeKind>,
    /// Ids of the tiles on the table at the start; empty if chance draws them.
    start: Vec<&'a str>,
}

impl<'a> Mix<'a> {
    fn new(setup: &'a Setup) -> Self {
        Self {
            tiles: setup.tiles.iter().filter(|tile| tile.count > 0).collect(),
            edges: setup.expansions.iter().flat_map(|e| &e.edges).collect(),
            start: setup.start_tiles(),
        }
    }

    /// Whether edges of two kinds may lie against each other.
    fn meet(&self, a: &str, b: &str) -> bool {
        let takes = |one: &str, other: &str| {
            self.edges
                .iter()
                .any(|e| e.name == one && e.meets.iter().any(|met| met == other || met == "*"))
        };
        takes(a, b) || takes(b, a)
    }

    /// Whether some other tile of the mix, or another copy, has an edge for this one.
    fn is_met(&self, number: usize, edge: &str) -> bool {
        self.tiles.iter().enumerate().any(|(other, tile)| {
            (other != number || tile.count > 1) && tile.edges.iter().any(|e| self.meet(e, edge))
        })
    }

    /// Numbers of the tiles that can come to lie on the table.
    fn reached(&self) -> BTreeSet<usize> {
        let mut reached: BTreeSet<usize> = (0..self.tiles.len())
            .filter(|n| self.start.contains(&self.tiles[*n].id.as_str()))
            .collect();
        if reached.is_empty() {
            // Any tile may be the first.
            let met = |n: &usize| self.tiles[*n].edges.iter().any(|e| self.is_met(*n, e));
            return (0..self.tiles.len()).filter(met).collect();
        }
        let mut open: BTreeSet<&str> = BTreeSet::new();
        loop {
            open.extend(
                reached.iter().flat_map(|n| self.tiles[*n].edges.iter().map(String::as_str)),
            );
            let fits = |n: &usize| {
                self.tiles[*n].edges.iter().any(|own| open.iter().any(|edge| self.meet(edge, own)))
            };
            let next: BTreeSet<usize> =
                (0..self.tiles.len()).filter(|n| reached.contains(n) || fits(n)).collect();
            if next.len() == reached.len() {
                return reached;
            }
            reached = next;
        }
    }
}

/// No tile of the game has an edge for it.
fn fits_nowhere(tile: &Tile, place: &Place) -> Fault {
    let id = &tile.id;
    let edges: BTreeSet<&str> = tile.edges.iter().map(String::as_str).collect();
    let edges = listed(&edges.into_iter().collect::<Vec<_>>());
    let fault = Fault::new(
        "T0401",
        format!("`{id}` fits nowhere: no tile of this game has an edge for {edges}"),
        format!("`{id}` ne va nulle part : aucune tuile de cette partie n'a de bord pour {edges}"),
    );
    fault
        .at(&place.file, place.span.clone())
        .help(
            "give it an edge that other tiles have, or play it with a set that has this one",
            "donnez-lui un bord que d'autres tuiles ont, ou jouez-la avec un jeu qui a celui-ci",
        )
        .warning()
}

/// Edges to which nothing can ever be joined.
fn lone_edges(tile: &Tile, lonely: &[usize], place: &Place) -> Option<Fault> {
    let first = tile.edges.get(*lonely.first()?)?;
    let names: Vec<&str> = lonely.iter().map(|edge| EDGES[*edge]).collect();
    let (id, names) = (&tile.id, listed(&names));
    Some(
        Fault::new(
            "T0402",
            format!("nothing can ever be joined to `{id}` at {names}: no other tile has an edge `{first}`"),
            format!("rien ne peut jamais toucher `{id}` en {names} : aucune autre tuile n'a de bord `{first}`"),
        )
        .at(&place.file, place.span.clone())
        .help(
            format!("what runs there is never complete: add a second tile with an edge `{first}`, or raise `count`"),
            format!("ce qui y passe n'est jamais achevé : ajoutez une autre tuile avec un bord `{first}`, ou augmentez `count`"),
        )
        .warning(),
    )
}
