//! Paths of one kind of edge from tile to tile, laid from one end.

use super::Game;
use crate::decl::SameWay;
use crate::ids::{Cell, EdgeId, TileId, TypeId};

/// The way from one side of a tile to another: 1 is a left turn, 2 straight on, 3 a right turn.
fn way(from: usize, to: usize) -> usize {
    (to + 4 - from) % 4
}

const STRAIGHT: usize = 2;

impl Game<'_> {
    /// Sides of a tile on which an edge of a kind meets a tile, and those tiles.
    pub fn joined(
        &self,
        tile: TileId,
        edge: EdgeId,
    ) -> impl Iterator<Item = (usize, TileId)> + use<> {
        let tile = self.state.tile(tile);
        let (face, cell) = ((tile.kind(), tile.rotation()), tile.cell());
        let joined = std::array::from_fn::<_, 4, _>(|side| {
            let meets = self.rules.edge_of(face.0, face.1, side) == edge;
            meets.then(|| self.state.tile_at(cell.side(side))).flatten().map(|t| (side, t))
        });
        joined.into_iter().flatten()
    }

    /// The first side on which an edge of a kind met a tile that lay there before.
    #[must_use]
    pub fn entry(&self, tile: TileId, edge: EdgeId) -> Option<usize> {
        self.came_from(tile, edge).map(|(side, _)| side)
    }

    /// That side, and the tile there.
    fn came_from(&self, tile: TileId, edge: EdgeId) -> Option<(usize, TileId)> {
        self.joined(tile, edge).find(|(_, other)| *other < tile)
    }

    /// Whether a tile laid so would bend a path the same way as it bent before.
    pub(crate) fn bends_again(
        &self,
        (edge, same_way): (EdgeId, SameWay),
        (tile, cell, rotation): (TypeId, Cell, u8),
    ) -> bool {
        let runs = |side: &usize| self.rules.edge_of(tile, rotation, *side) == edge;
        (0..4).filter(runs).any(|from| {
            let Some(joins) = self.state.tile_at(cell.side(from)) else { return false };
            let bend = self.bend_before(joins, (from + 2) % 4, edge, same_way);
            bend.is_some_and(|bend| runs(&((from + bend) % 4)))
        })
    }

    /// The bend of a path before it leaves a tile by a side; none if it is straight up to there.
    fn bend_before(
        &self,
        mut tile: TileId,
        mut to: usize,
        edge: EdgeId,
        same_way: SameWay,
    ) -> Option<usize> {
        loop {
            let (from, older) = self.came_from(tile, edge)?;
            match way(from, to) {
                STRAIGHT if same_way == SameWay::LastBend => {
                    // Each tile on the way back is older than the one before, so that there is an end.
                    (tile, to) = (older, (from + 2) % 4);
                }
                STRAIGHT => return None,
                bend => return Some(bend),
            }
        }
    }
}
