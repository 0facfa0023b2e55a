//! Tiles that their states tell apart: for few tiles does a condition hold that asks for a number which most do not have.

use super::Condition;
use super::table::Many;
use crate::bytes::set_bits;
use crate::decl::Numbers;
use crate::game::Game;
use crate::ids::{StateId, TileId};

/// States that a condition on a tile requires, of the tile or of an adjacent one. At least one must match for the
/// condition to hold. None of the numbers is 0, the value of most tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marked {
    here: Vec<(StateId, Numbers)>,
    beside: Vec<(StateId, Numbers)>,
}

/// Tiles, as bits by their number.
pub(crate) struct Tiles(Vec<u64>);

impl Condition {
    /// Returns the states that a condition on a tile requires.
    pub(crate) fn marked(&self) -> Option<Marked> {
        self.parts().iter().find_map(|part| match part {
            Self::State(key, numbers) if !numbers.has(0) => {
                Some(Marked { here: vec![(*key, numbers.clone())], ..Marked::default() })
            }
            Self::Any(parts) => {
                let parts: Option<Vec<Marked>> = parts.iter().map(Self::marked).collect();
                parts?.into_iter().reduce(Marked::or)
            }
            Self::Many(Many::Neighbors, some) if some.must_be() => {
                let Marked { here, beside } = some.such.marked()?;
                // Two steps away are too many to be worth a list.
                beside.is_empty().then_some(Marked { here: Vec::new(), beside: here })
            }
            _ => None,
        })
    }
}

impl Marked {
    fn or(mut self, other: Self) -> Self {
        self.here.extend(other.here);
        self.beside.extend(other.beside);
        self
    }
}

impl Game<'_> {
    /// Tiles that lie and for which alone a condition with these marks may hold.
    pub(crate) fn marked(&self, marked: &Marked) -> Tiles {
        let mut tiles = Tiles(vec![0; self.state.tiles.len().div_ceil(64)]);
        self.each_with(&marked.here, |tile| {
            // One that was taken away keeps its numbers.
            if self.state.lies(tile) {
                tiles.add(tile);
            }
        });
        self.each_with(&marked.beside, |tile| {
            let cell = self.state.tile(tile).cell();
            (0..4)
                .filter_map(|side| self.state.tile_at(cell.side(side)))
                .for_each(|t| tiles.add(t));
        });
        tiles
    }

    /// Calls `f` with the tiles for which one of these numbers matches.
    fn each_with(&self, states: &[(StateId, Numbers)], mut f: impl FnMut(TileId)) {
        let row = self.rules.kept.per_tile.len().max(1);
        for (key, numbers) in states {
            let values = self.state.tile_ext.get(self.rules.state[key.index()].at..);
            for (value, tile) in values.unwrap_or(&[]).iter().step_by(row).zip((0..).map(TileId)) {
                if *value != 0 && numbers.has(*value) {
                    f(tile);
                }
            }
        }
    }
}

impl Tiles {
    fn add(&mut self, tile: TileId) {
        self.0[tile.index() / 64] |= 1 << (tile.0 % 64);
    }

    /// Each of them, by its number.
    pub(crate) fn each(&self) -> impl Iterator<Item = TileId> {
        (0..)
            .zip(&self.0)
            .flat_map(|(word, bits)| set_bits(*bits).map(move |bit| TileId(64 * word + bit)))
    }
}
