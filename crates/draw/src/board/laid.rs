//! A board that was drawn, and where things are on it.

use super::Table;
use crate::shape::at;

/// A drawn board to draw more on. Tiles are 100 wide, and cell `0,0` begins at `0, 0`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Laid {
    /// The board as an SVG document.
    pub svg: String,
    /// Left, top, width and height of the picture.
    pub frame: [f64; 4],
    /// The tiles, in the order in which they were placed: column, row, number of the type, clockwise quarter turns.
    pub tiles: Vec<(i16, i16, u16, u8)>,
    /// Where a figure stands on each segment, by its number. What lies no more has no place worth knowing.
    pub stands: Vec<[f64; 2]>,
}

impl Table<'_> {
    /// Where a figure stands on each segment.
    pub(super) fn stands(&self) -> Vec<[f64; 2]> {
        let game = self.game;
        let mut stands = vec![[0.0; 2]; game.state.node_count()];
        for (id, tile) in game.state.lying() {
            let Some(art) = self.arts.get(&tile.kind().0) else { continue };
            let cell = at(f64::from(tile.cell().x) * 100.0, f64::from(tile.cell().y) * 100.0);
            for node in game.segments(id) {
                let p = self.spot(node, art, false).plus(cell, 1.0);
                stands[node.index()] = [p.x.round(), p.y.round()];
            }
        }
        stands
    }
}
