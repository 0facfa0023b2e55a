//! What placing a tile must come to, worked out from all tiles that lie. Debug builds hold every placement against it.

use std::collections::BTreeMap;

use crate::ids::{Cell, Node};
use crate::ruleset::Ruleset;
use crate::state::{FRONTIER, INDEX, NEAR, State, TILE};

impl State {
    /// Whether the window and the frontier say where tiles lie, which free cells touch one, what the edges around such a cell
    /// ask for, and which cells are reached.
    pub(super) fn lies_as_noted(&self, rules: &Ruleset) -> bool {
        let noted = |(t, tile): (usize, &crate::state::PlacedTile)| {
            let cell = self.grid.get(tile.cell());
            cell & (TILE | FRONTIER | INDEX) == TILE | t as u16
        };
        let needs = self.plain_needs(rules);
        let spots: Vec<Cell> = self.frontier.spots().map(crate::choice::Spot::cell).collect();
        let free = |(cell, need): (&Cell, &u16)| {
            let noted = self.grid.get(*cell);
            noted & (TILE | FRONTIER) == FRONTIER
                && spots.get(usize::from(noted & INDEX)) == Some(cell)
                && self.frontier.need(noted & INDEX) == *need
        };
        let reached = |n: &u16| {
            let cell = self.tiles[self.tile_of(Node(*n)).index()].cell();
            let reach = &rules.kinds[self.kind(Node(*n)).index()].decl.reach;
            reach.iter().all(|(dx, dy)| self.grid.get(cell.offset(*dx, *dy)) & NEAR != 0)
        };
        self.tiles.iter().enumerate().all(noted)
            && spots.len() == needs.len()
            && needs.iter().all(free)
            && self.reaching.iter().all(reached)
    }

    /// Every free cell beside a tile, with what the tiles around it ask for.
    fn plain_needs(&self, rules: &Ruleset) -> BTreeMap<Cell, u16> {
        let mut needs = BTreeMap::new();
        for tile in &self.tiles {
            for side in 0..4 {
                let cell = tile.cell().side(side);
                if self.tiles.iter().any(|t| t.cell() == cell) || rules.is_beyond(cell) {
                    continue;
                }
                let edge = rules.edge_of(tile.kind(), tile.rotation(), side);
                // The cell sees it on its opposite side.
                *needs.entry(cell).or_default() +=
                    rules.need_pow[(side + 2) % 4] * (u16::from(edge.0) + 1);
            }
        }
        needs
    }
}
