//! Which tiles fit where: edges, and what the cells of the frontier need.

use super::tables::FIT_ROW;
use super::{Ruleset, Side};
use crate::ids::{EdgeId, TileTypeId};

/// Which tiles fit into which gaps: edges of turned tiles, and what the cells of the frontier need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fitting {
    /// Four turned sides of each rotation of each tile type.
    pub(crate) sides: Vec<[Side; 4]>,
    /// For tile types with the same edges, a row of `need_size`: by need, the rotations that meet it, as bits, and above them how many
    /// these are. More zeros follow than any need is, so that no need is compared with the end of a row.
    pub(crate) rows: Vec<u8>,
    /// How many needs there are: what each of four sides asks for.
    pub(crate) need_size: usize,
    /// What a side's edge is multiplied with in a need.
    pub(crate) need_pow: [u16; 4],
    /// Which edge kinds may touch: row by row.
    pub(crate) meets: Vec<bool>,
}

impl Ruleset {
    /// Edge kind of a tile type on a side after turning.
    #[must_use]
    pub fn edge_of(&self, tile: TileTypeId, rotation: u8, side: usize) -> EdgeId {
        EdgeId(self.fitting.sides[tile.index() * 4 + (rotation & 3) as usize][side & 3].edge)
    }

    /// Whether the edges of a tile may touch those around a frontier cell.
    pub(crate) fn edges_meet(&self, tile: TileTypeId, rotation: u8, need: u16) -> bool {
        self.fitting.need_pow.iter().enumerate().all(|(side, pow)| {
            let code = (need / pow % self.fitting.need_pow[1]) as usize;
            let edge = self.edge_of(tile, rotation, side);
            code == 0 || self.fitting.meets[edge.index() * self.edges.len() + code - 1]
        })
    }

    /// Returns the row of a tile type in [`Fitting::rows`].
    #[inline]
    pub(crate) fn fit_row(&self, tile: TileTypeId) -> &[u8; FIT_ROW] {
        let row = self.fitting.rows[self.hot.types[tile.index()].row as usize..].first_chunk();
        row.expect("zeros follow the last row")
    }

    /// Rotations in which a tile type meets the need of a frontier cell, as bits.
    #[inline]
    #[must_use]
    pub(crate) fn fits(&self, tile: TileTypeId, need: u16) -> u8 {
        self.fit_row(tile)[usize::from(need)] & 15
    }
}
