//! Paths of one kind of edge from tile to tile, laid from one end.

use super::Game;
use crate::ids::{EdgeId, TileId};

impl Game<'_> {
    /// Sides of a tile on which an edge of a kind meets a tile, and those tiles.
    pub fn joined(
        &self,
        tile: TileId,
        edge: EdgeId,
    ) -> impl Iterator<Item = (usize, TileId)> + use<> {
        let cell = self.state.tile(tile).cell();
        let joined = std::array::from_fn::<_, 4, _>(|side| {
            let meets = self.edge_at(tile, side) == edge;
            meets.then(|| self.state.tile_at(cell.side(side))).flatten().map(|t| (side, t))
        });
        joined.into_iter().flatten()
    }

    /// The first side on which an edge of a kind met a tile that lay there before.
    #[must_use]
    pub fn entry(&self, tile: TileId, edge: EdgeId) -> Option<usize> {
        self.joined(tile, edge).find(|(_, other)| *other < tile).map(|(side, _)| side)
    }
}
