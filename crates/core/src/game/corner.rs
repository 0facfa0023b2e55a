//! Corners of the board, where up to four tiles meet.

use super::Game;
use crate::effect::Place;
use crate::ids::{Cell, Corner, FigureId, SegmentId, TileId};
use crate::state::{FigureData, FigurePlace};

/// The four cells around the north-western corner of a cell, clockwise from the north-west.
const AROUND: [(i8, i8); 4] = [(-1, -1), (0, -1), (0, 0), (-1, 0)];
/// For each of these cells, which of its corners it is.
const FACING: [u16; 4] = [2, 3, 0, 1];

impl Corner {
    /// The tile by which it is named.
    #[must_use]
    pub fn tile(self) -> TileId {
        TileId(self.0 / 4)
    }

    /// Which of the corners of that tile it is, as in [`CORNERS`](crate::decl::CORNERS).
    #[must_use]
    pub fn which(self) -> usize {
        usize::from(self.0 % 4)
    }
}

impl<'a> Game<'a> {
    /// A corner of a tile, as in [`CORNERS`](crate::decl::CORNERS); of the tiles that meet there the oldest names it.
    #[must_use]
    pub fn corner(&self, tile: TileId, which: usize) -> Corner {
        let named = Corner(tile.0 * 4 + (which as u16 & 3));
        self.meeting(named).map(|(t, which)| Corner(t.0 * 4 + which)).min().unwrap_or(named)
    }

    /// All corners of tiles, each once.
    pub fn corners(self) -> impl Iterator<Item = Corner> + use<'a> {
        let all = (0..self.state.tiles.len() as u16 * 4).map(Corner);
        all.filter(move |c| self.is_corner(*c))
    }

    /// Returns the corners of a tile by their canonical names, in canonical order.
    pub(crate) fn corners_of(self, tile: TileId) -> [Corner; 4] {
        let mut all = [0, 1, 2, 3].map(|which| self.corner(tile, which));
        all.sort_unstable();
        all
    }

    /// Returns whether a corner exists under its canonical name.
    #[must_use]
    pub fn is_corner(&self, corner: Corner) -> bool {
        self.state.lies(corner.tile()) && self.corner(corner.tile(), corner.which()) == corner
    }

    /// The cell whose north-western corner it is.
    #[must_use]
    pub fn corner_cell(&self, corner: Corner) -> Cell {
        let (dx, dy) = [(0, 0), (1, 0), (1, 1), (0, 1)][corner.which()];
        self.state.tile(corner.tile()).cell().offset(dx, dy)
    }

    /// The tiles that meet in a corner, clockwise from the north-west, and which of their corners it is.
    fn meeting(self, corner: Corner) -> impl Iterator<Item = (TileId, u16)> + use<'a> {
        let cell = self.corner_cell(corner);
        AROUND.into_iter().zip(FACING).filter_map(move |((dx, dy), facing)| {
            Some((self.state.tile_at(cell.offset(dx, dy))?, facing))
        })
    }

    /// The tiles that meet in a corner, clockwise from the north-west.
    pub fn corner_tiles(self, corner: Corner) -> impl Iterator<Item = TileId> + use<'a> {
        self.meeting(corner).map(|(tile, _)| tile)
    }

    /// Figures that stand on a corner, in canonical order.
    pub fn corner_figures(self, corner: Corner) -> impl Iterator<Item = FigureId> + use<'a> {
        let there = move |f: &FigureData| f.place == FigurePlace::Corner && f.at == corner.0;
        let all = self.state.figures.iter().zip(0..);
        all.filter(move |(f, _)| there(f)).map(|(_, i)| FigureId(i))
    }

    /// The corner on which a figure stands, if it stands on one.
    #[must_use]
    pub fn figure_corner(&self, figure: FigureId) -> Option<Corner> {
        let f = self.state.figures.get(figure.index())?;
        (f.place == FigurePlace::Corner).then_some(Corner(f.at))
    }

    /// Whether a figure stands on a segment, or on a corner, if that is where its kind belongs.
    #[inline]
    pub(crate) fn is_on_board(&self, figure: FigureId) -> bool {
        let f = self.state.figures[figure.index()];
        let belongs = self.rules.hot.cornered >> (f.kind & 31) & 1 != 0;
        f.place == FigurePlace::Segment || belongs && f.place == FigurePlace::Corner
    }

    /// Of some figure kinds (bits), the figures that stand on corners where they belong, in canonical order.
    pub(crate) fn cornered(self, kinds: u32) -> impl Iterator<Item = FigureId> + use<'a> {
        let kinds = kinds & self.rules.hot.cornered;
        let all = if kinds == 0 { &[][..] } else { &self.state.figures[..] };
        let there =
            move |f: &FigureData| f.place == FigurePlace::Corner && kinds >> (f.kind & 31) & 1 != 0;
        all.iter().zip(0..).filter(move |(f, _)| there(f)).map(|(_, i)| FigureId(i))
    }

    /// Figures on the board, at its corners, or held, in canonical order.
    pub fn figures_anywhere(self) -> impl Iterator<Item = FigureId> + use<'a> {
        let state = self.state;
        let out = move |f: &FigureId| !matches!(state.figure_place(*f), Place::Supply | Place::Box);
        (0..state.figures.len() as u16).map(FigureId).filter(out)
    }

    /// Figures that stand on the corners of a tile, in canonical order.
    pub(crate) fn figures_at_corners(
        self,
        tile: TileId,
    ) -> impl Iterator<Item = FigureId> + use<'a> {
        let all = (0..self.state.figures.len() as u16).map(FigureId);
        all.filter(move |f| {
            let corner = self.figure_corner(*f);
            corner.is_some_and(|corner| self.corner_tiles(corner).any(|t| t == tile))
        })
    }

    /// The segments that reach a corner: on each tile those that hold a half of an edge beside it.
    pub fn corner_segments(self, corner: Corner) -> impl Iterator<Item = SegmentId> + use<'a> {
        self.meeting(corner).flat_map(move |(tile, which)| {
            // The left half of its own side, clockwise, and the right half of the side before.
            let halves = 1 << (3 * which) | 1 << (3 * ((which + 3) % 4) + 2);
            self.segments(tile).filter(move |n| self.places(*n) & halves != 0)
        })
    }
}
