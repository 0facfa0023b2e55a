//! Reference implementation of placing a tile, computed from all tiles on the board. Debug builds compare every
//! placement with it.

use crate::ids::{Cell, SegmentId, TileId};
use crate::ruleset::Ruleset;
use crate::state::{FRONTIER, INDEX, NEAR, PlacedTile, State, TILE};

impl State {
    /// Whether the window and the frontier say where tiles lie, which free cells touch one, what the edges around such a cell
    /// ask for, and which cells are reached.
    pub(super) fn lies_as_noted(&self, rules: &Ruleset) -> bool {
        let noted = |(t, tile): (TileId, &PlacedTile)| {
            let cell = self.grid.get(tile.cell());
            cell & (TILE | FRONTIER | INDEX) == TILE | t.0
        };
        let needs = self.plain_needs(rules);
        let spots: Vec<Cell> = self.frontier.spots().map(crate::choice::PackedCell::cell).collect();
        let free = |(cell, need): &(Cell, u16)| {
            let noted = self.grid.get(*cell);
            noted & (TILE | FRONTIER) == FRONTIER
                && spots.get(usize::from(noted & INDEX)) == Some(cell)
                && self.frontier.need(noted & INDEX) == *need
        };
        let reached = |n: &u16| {
            let cell = self.tiles[self.tile_of(SegmentId(*n)).index()].cell();
            let reach = &rules.kinds[self.kind(SegmentId(*n)).index()].decl.reach;
            reach.iter().all(|(dx, dy)| self.grid.get(cell.offset(*dx, *dy)) & NEAR != 0)
        };
        self.lying().all(noted)
            && spots.len() == needs.len()
            && needs.iter().all(free)
            && self.reaching.iter().all(reached)
    }

    /// Returns every free cell beside a tile, in order, with the edges that its neighbors require.
    fn plain_needs(&self, rules: &Ruleset) -> Vec<(Cell, u16)> {
        let mut lying: Vec<Cell> = self.lying().map(|(_, tile)| tile.cell()).collect();
        lying.sort_unstable();
        let mut asked = Vec::with_capacity(4 * lying.len());
        for (id, tile) in self.lying() {
            for side in 0..4 {
                let cell = tile.cell().side(side);
                if rules.is_beyond(cell) || lying.binary_search(&cell).is_ok() {
                    continue;
                }
                let edge = self.edge_at(rules, id, side);
                // The cell sees it on its opposite side.
                asked
                    .push((cell, rules.fitting.need_pow[(side + 2) % 4] * (u16::from(edge.0) + 1)));
            }
        }
        asked.sort_unstable();
        let same = |a: &(Cell, u16), b: &(Cell, u16)| a.0 == b.0;
        let all = |of: &[(Cell, u16)]| (of[0].0, of.iter().map(|(_, need)| need).sum());
        asked.chunk_by(same).map(all).collect()
    }
}
