//! Tiles near a place: one question instead of one for every cell.

use bastide_core::Game;
use bastide_core::ids::{Cell, Node, TileId};

use super::call::Call;
use super::names::What;
use super::texts::{Text, words};
use super::value::{Of, Value};
use crate::raised::Res;

const AROUND: [Text; 3] = [Text::ITSELF, Text::KIND, Text::TAG];
const RANGE: [Text; 2] = [Text::KIND, Text::TAG];

/// Keys that can be told of a tile around another one.
pub const AROUND_KEYS: &[&str] = &words(AROUND);

/// Keys that can be told of tiles among which there is no middle.
pub const RANGE_KEYS: &[&str] = &words(RANGE);

/// Cells that cost nothing.
const FREE: usize = 32;

/// Which tiles are asked for; every key present must hold.
#[derive(Default)]
struct Wanted {
    /// The one in the middle too.
    itself: bool,
    /// With a segment of one of these kinds.
    kinds: u32,
    /// With this tag of the tile as a whole.
    tag: Option<u32>,
}

impl Wanted {
    fn takes(&self, game: Game<'_>, tile: TileId) -> bool {
        let of = &game.rules.types[game.state.tile(tile).kind().index()];
        (self.kinds == 0 || of.kinds & self.kinds != 0)
            && self.tag.is_none_or(|bit| of.tags >> bit & 1 == 1)
    }
}

impl Call<'_> {
    fn wanted(&self, value: Value, keys: &[Text]) -> Res<Wanted> {
        let mut wanted = Wanted::default();
        match value {
            Value::Nil => {}
            Value::Text(_) => wanted.kinds = 1 << self.name(What::Kind, value, "kind")?,
            Value::Table(table) => self.each(table, |key, value| {
                match self.key_of(key, keys)?.0 {
                    Text::ITSELF => wanted.itself = self.flag(value, "itself")?,
                    Text::KIND => wanted.kinds = self.several(value, What::Kind, "kind")?,
                    _ => wanted.tag = Some(self.name(What::TileTag, value, "tag")?),
                }
                Ok(())
            })?,
            other => {
                let (en, fr) = ("a table or a kind", "une table ou un genre");
                return Err(self.bad("filter", en, fr, other));
            }
        }
        Ok(wanted)
    }

    /// Tiles on the eight cells around one, by row and column.
    pub(super) fn around(&self, cell: Cell, filter: Value) -> Res<Value> {
        let wanted = self.wanted(filter, &AROUND)?;
        let cells = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let near = cells.filter(|at| wanted.itself || *at != (0, 0));
        let tiles = near.filter_map(|(dx, dy)| self.game.state.tile_at(cell.offset(dx, dy)));
        self.list(Of::Tile, tiles.filter(|tile| wanted.takes(self.game, *tile)).map(TileId::index))
    }

    /// Tiles on the cells of a feature and those that its kind reaches, by row and column.
    pub(super) fn in_range(&self, feature: Node, filter: Value) -> Res<Value> {
        let wanted = self.wanted(filter, &RANGE)?;
        let state = self.game.state;
        let mut cells: Vec<Cell> = self.game.reached(feature).collect();
        if cells.len() > FREE {
            self.frame.meter.charge(cells.len() as u32 / 8)?;
        }
        cells.sort_unstable();
        cells.dedup();
        let tiles = cells.into_iter().filter_map(|cell| state.tile_at(cell));
        self.list(Of::Tile, tiles.filter(|tile| wanted.takes(self.game, *tile)).map(TileId::index))
    }
}
