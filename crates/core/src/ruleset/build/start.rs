//! The start layout: whose tiles lie on the table, and where.

use std::collections::BTreeMap;

use super::Builder;
use crate::decl;
use crate::ids::{Cell, TileTypeId};
use crate::limits::{CELL_MAX, TILES_MAX};

/// Tile of a start layout that chance draws.
const DRAWN: &str = "*";

/// A tile on the table: its type, where, and how it is turned.
type Laid = (TileTypeId, Cell, u8);

impl Builder<'_> {
    pub(super) fn start_layout(&mut self) {
        let starts = || self.from.iter().filter_map(|e| e.start.as_ref());
        let mixed: Vec<&String> = starts().flat_map(|s| &s.mixes).collect();
        let mut replaced: Vec<&String> =
            starts().flat_map(|s| &s.replaces).chain(mixed.iter().copied()).collect();
        let is_drawn = |s: &decl::Start| s.tiles.iter().all(|t| t.tile == DRAWN);
        let lies = |e: &&decl::Expansion| {
            !replaced.contains(&&e.id) && e.start.as_ref().is_some_and(|s| !is_drawn(s))
        };
        if self.from.iter().any(|e| lies(&e)) {
            let gives_way = |e: &&decl::Expansion| e.start.as_ref().is_some_and(is_drawn);
            replaced.extend(self.from.iter().filter(gives_way).map(|e| &e.id));
        }
        let mut adding = Vec::new();
        let mut chosen = Vec::new();
        for e in self.from {
            let Some(start) = &e.start else { continue };
            if mixed.contains(&&e.id) {
                // Its start tiles are in the deck like any other.
            } else if replaced.contains(&&e.id) {
                self.take_out(start);
            } else if start.adds {
                adding.push((e, start));
            } else {
                chosen.push((e, start));
            }
        }
        if chosen.len() > 1 {
            let names: Vec<&str> = chosen.iter().map(|(e, _)| e.id.as_str()).collect();
            self.faults.add(
                chosen[1].0.id.as_str(),
                format!("{} each bring a start layout; only one may", names.join(" and ")),
                format!("{} apportent chacun une disposition de départ", names.join(" et ")),
                (
                    "play with one of them, or let one say under [start] that it `replaces` or `mixes` the other, or `adds` to it",
                    "jouez avec l'une d'elles, ou que l'une dise sous [start] qu'elle remplace (`replaces`) ou mêle (`mixes`) l'autre, ou s'y ajoute (`adds`)",
                ),
            );
        }
        for (e, start) in chosen {
            self.lay(&e.id, start);
        }
        for (e, start) in adding {
            self.lay_beside(&e.id, start);
        }
        if self.rules.start_len() == 0 && self.faults.found.is_empty() {
            self.faults.add(
                "tiles",
                "no enabled expansion brings a start layout".into(),
                "aucune extension active n'apporte de disposition de départ".into(),
                ("enable an expansion that has `[start]`", "activez une extension qui a `[start]`"),
            );
        }
    }

    /// Removes the start tiles of a replaced layout from the game, except tiles that are known only by a name in
    /// another engine.
    fn take_out(&mut self, start: &decl::Start) {
        for s in &start.tiles {
            let found = self.rules.tile_type(&s.tile);
            if let Some(t) = found.filter(|t| self.rules.types[t.index()].decl.id == s.tile) {
                let count = &mut self.rules.types[t.index()].decl.count;
                *count = count.saturating_sub(1);
            }
        }
    }

    /// A layout as it is written.
    fn lay(&mut self, owner: &str, start: &decl::Start) {
        for s in &start.tiles {
            let cell = Cell::new(s.at.0, s.at.1);
            if self.rules.is_beyond(cell) {
                self.faults.add(
                    owner,
                    format!(
                        "the start tile at {},{} lies beyond the edge of the table",
                        s.at.0, s.at.1
                    ),
                    format!(
                        "la tuile de départ en {},{} est au-delà du bord de la table",
                        s.at.0, s.at.1
                    ),
                    ("write a cell within `bounds`", "écrivez une case dans `bounds`"),
                );
            }
            if !self.alone(owner, &s.tile, cell) {
                continue;
            }
            if s.tile == DRAWN {
                self.rules.course.start_drawn.push((cell, s.rotation & 3));
            } else if let Some(tile) = self.start_tile(owner, &s.tile) {
                if cell.is_far() {
                    self.faults.add(
                        owner,
                        format!("the start tile `{}` is beyond CELL_MAX ({CELL_MAX})", s.tile),
                        format!("la tuile de départ `{}` dépasse CELL_MAX ({CELL_MAX})", s.tile),
                        ("lay it nearer to 0,0", "posez-la plus près de 0,0"),
                    );
                } else {
                    let laid = (tile, cell, s.rotation & 3);
                    if !start.found {
                        self.joins_layout(owner, &s.tile, laid);
                    }
                    self.rules.course.start.push(laid);
                }
            }
        }
    }

    /// Whether a tile of a layout lies where no other does; a fault if not.
    fn alone(&mut self, owner: &str, id: &str, cell: Cell) -> bool {
        let mut taken = self.rules.course.start.iter().map(|(_, at, _)| at);
        if !taken.any(|at| *at == cell) && self.rules.course.start_drawn.iter().all(|s| s.0 != cell)
        {
            return true;
        }
        let at = format!("{},{}", cell.x, cell.y);
        self.faults.add(
            owner,
            format!("the start tile `{id}` lies at {at}, where another lies"),
            format!("la tuile de départ `{id}` est en {at}, où il y en a une autre"),
            ("lay each tile on a cell of its own", "posez chaque tuile sur sa propre case"),
        );
        false
    }

    /// The edges of a tile of a layout match those of the tiles beside it.
    fn joins_layout(&mut self, owner: &str, id: &str, laid: Laid) {
        let lying: BTreeMap<(i16, i16), (TileTypeId, u8)> =
            self.rules.course.start.iter().map(|&(t, at, r)| ((at.x, at.y), (t, r))).collect();
        if (0..4).all(|side| self.meets(laid, side, &lying)) {
            return;
        }
        let at = format!("{},{}", laid.1.x, laid.1.y);
        self.faults.add(
            owner,
            format!("the edges of the start tile `{id}` at {at} do not match those beside it"),
            format!(
                "les bords de la tuile de départ `{id}` en {at} ne vont pas avec ceux d'à côté"
            ),
            ("turn it, or lay another", "tournez-la, ou posez-en une autre"),
        );
    }

    /// Whether a tile matches what lies beside it on one side, if anything does.
    fn meets(
        &self,
        (tile, cell, rotation): Laid,
        side: usize,
        lying: &BTreeMap<(i16, i16), (TileTypeId, u8)>,
    ) -> bool {
        let beside = cell.side(side);
        lying.get(&(beside.x, beside.y)).is_none_or(|(other, turned)| {
            let one = self.rules.edge_of(tile, rotation, side);
            let two = self.rules.edge_of(*other, *turned, side + 2);
            self.rules.fitting.meets[one.index() * self.rules.edges.len() + two.index()]
        })
    }

    /// Tiles that lie in zones from the start are tiles of the game.
    pub(super) fn zone_tiles(&mut self) {
        let players = self.rules.players;
        let mut lying = 0;
        for e in self.from {
            for zone in &e.zones {
                let each = if zone.per_player { usize::from(players) } else { 1 };
                for id in zone.start.for_players(players) {
                    lying += each;
                    if self.rules.tile_type(id).is_none() {
                        self.faults.unknown(&e.id, "tile of a zone", "tuile d'une zone", id);
                    }
                }
            }
        }
        let tiles = self.rules.tile_count() + lying;
        self.faults.limit("tiles", "tiles, those in zones included", tiles, TILES_MAX);
    }

    /// A tile that is to lie on the table, if the game has one.
    fn start_tile(&mut self, owner: &str, id: &str) -> Option<TileTypeId> {
        let Some(tile) = self.rules.tile_type(id) else {
            self.faults.unknown(owner, "start tile", "tuile de départ", id);
            return None;
        };
        if self.rules.types[tile.index()].decl.count > 0 {
            return Some(tile);
        }
        self.faults.add(
            owner,
            format!("the start tile `{id}` has count 0"),
            format!("la tuile de départ `{id}` figure en 0 exemplaire"),
            (
                "leave at least one copy of it in the game",
                "laissez-en au moins un exemplaire dans le jeu",
            ),
        );
        None
    }

    /// Adds a layout beside what is there: as written if it fits, else moved as little as possible, else also turned.
    fn lay_beside(&mut self, owner: &str, start: &decl::Start) {
        if self.rules.start_len() == 0 || start.tiles.iter().any(|s| s.tile == DRAWN) {
            return self.lay(owner, start);
        }
        let mut tiles = Vec::new();
        for s in &start.tiles {
            let Some(tile) = self.start_tile(owner, &s.tile) else { return };
            tiles.push((tile, Cell::new(s.at.0, s.at.1), s.rotation & 3));
        }
        let places = (0..4).filter_map(|turns| self.nearest_place(&tiles, turns));
        match places.into_iter().next() {
            Some(tiles) => self.rules.course.start.extend(tiles),
            None => self.faults.add(
                owner,
                "its start layout fits nowhere beside what lies on the table".into(),
                "sa disposition de départ ne va nulle part à côté de ce qui est sur la table".into(),
                (
                    "play without one of the two, or lay tiles whose outer edges fit",
                    "jouez sans l'une des deux, ou posez des tuiles dont les bords extérieurs conviennent",
                ),
            ),
        }
    }

    /// Turns tiles together about 0,0 and moves them to the nearest place where they touch other tiles and fit. Of
    /// equally near places, the northernmost and then the westernmost wins.
    fn nearest_place(&self, tiles: &[Laid], turns: u8) -> Option<Vec<Laid>> {
        let turned = |&(tile, cell, rotation): &Laid| {
            let cell = (0..turns).fold(cell, |cell, _| Cell::new(-cell.y, cell.x));
            (tile, cell, (rotation + turns) & 3)
        };
        let tiles: Vec<Laid> = tiles.iter().map(turned).collect();
        let lying: BTreeMap<(i16, i16), (TileTypeId, u8)> = self
            .rules
            .course
            .start
            .iter()
            .map(|&(t, cell, r)| ((cell.x, cell.y), (t, r)))
            .collect();
        // Where it is written it may also lie apart.
        let mut ways: Vec<(i16, i16)> = (turns == 0).then_some((0, 0)).into_iter().collect();
        for &(x, y) in lying.keys() {
            let beside = (0..4).map(|side| Cell::new(x, y).side(side));
            for free in beside.filter(|cell| !lying.contains_key(&(cell.x, cell.y))) {
                ways.extend(tiles.iter().map(|(_, cell, _)| (free.x - cell.x, free.y - cell.y)));
            }
        }
        ways.sort_unstable_by_key(|(x, y)| (x.abs() + y.abs(), *y, *x));
        ways.dedup();
        let moved = |(x, y): (i16, i16)| {
            let moved = |&(tile, cell, r): &Laid| (tile, Cell::new(cell.x + x, cell.y + y), r);
            tiles.iter().map(moved).collect::<Vec<Laid>>()
        };
        ways.into_iter().map(moved).find(|tiles| tiles.iter().all(|tile| self.fits(*tile, &lying)))
    }

    /// Whether a tile fits where it is to lie, beside those that lie there. Tiles of one layout lie as they are written, and
    /// beside one that chance draws nothing is known to fit.
    fn fits(
        &self,
        (tile, cell, rotation): Laid,
        lying: &BTreeMap<(i16, i16), (TileTypeId, u8)>,
    ) -> bool {
        let drawn = |cell: Cell| self.rules.course.start_drawn.iter().any(|(at, _)| *at == cell);
        let free = !lying.contains_key(&(cell.x, cell.y)) && !drawn(cell);
        free && !cell.is_far()
            && !self.rules.is_beyond(cell)
            && (0..4).all(|side| {
                !drawn(cell.side(side)) && self.meets((tile, cell, rotation), side, lying)
            })
    }
}
