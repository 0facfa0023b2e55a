//! Tile types as the hot path reads them.

use super::Ruleset;
use crate::bytes::set_bits;
use crate::decl;
use crate::ids::{Cell, EdgeId, KindId, PileId, TileTypeId};
use crate::limits::FEATURE_KINDS_MAX;
use crate::tags::Tags;
use std::ops::{Index, IndexMut};

/// How many different needs 16 bits can say.
pub(crate) const FIT_ROW: usize = 1 << 16;

/// No segment at this place.
pub(crate) const SEG_NONE: u8 = 255;

/// One side of a turned tile: segments left, middle, right as seen from the center, and the edge kind.
/// A side whose places all belong to one segment is folded into the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Segment on the left half.
    pub left: u8,
    /// Segment in the middle, or of the whole folded side.
    pub middle: u8,
    /// Segment on the right half.
    pub right: u8,
    /// Edge kind.
    pub edge: u8,
}

/// A segment of a tile type.
#[derive(Clone, Debug)]
pub struct TypeSegment {
    /// Feature kind.
    pub kind: KindId,
    /// Tag word.
    pub(crate) tags: Tags,
    /// Open ports when placed with no neighbors.
    pub(crate) open: u16,
    /// Another segment of the tile has the same kind.
    pub(crate) multi: bool,
    /// Segments of the same tile that it borders, as bits.
    pub borders: u32,
    /// Places it takes, unrotated.
    pub places: u16,
}

/// A tile type.
#[derive(Clone, Debug)]
pub struct TileType {
    /// Its declaration.
    pub decl: decl::Tile,
    /// Segments in order.
    pub segments: Vec<TypeSegment>,
    /// Deck group.
    pub group: PileId,
    /// Tags of the tile as a whole, as bits.
    pub tags: u32,
    /// Feature kinds that it has, as bits.
    pub kinds: u64,
    /// Of each rotation the first that looks the same.
    pub(crate) alike: [u8; 4],
    /// Some segment reaches cells around.
    pub(crate) reaches: bool,
    /// Some segment's kind is listed board-wide.
    pub(crate) indexed: bool,
}

/// What the hot path reads of a tile type, close together.
#[allow(clippy::struct_excessive_bools, reason = "each is read by itself on the hot path")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HotType {
    /// Who may want to hear that such a tile was placed: subscriptions as bits by number, the last for all further ones.
    pub(crate) placed: u64,
    /// Who, that it was drawn.
    pub(crate) drawn: u64,
    /// Slots of the turn in which some handler may be asked about such a tile, as bits.
    pub(crate) slots: u16,
    /// What verbs and patterns ask of the tile just placed, if it may carry it, as bits by number, the last for all
    /// further ones.
    pub(crate) symbols: u16,
    /// First of its segments in [`Hot::templates`].
    pub(crate) start: u32,
    /// First of its row in [`Fitting::rows`](super::Fitting::rows).
    pub(crate) row: u32,
    pub(crate) n: u8,
    pub(crate) reaches: bool,
    pub(crate) indexed: bool,
    /// A place for it may be refused by declaration.
    pub(crate) refused: bool,
    /// Some segment of a kind that can be complete has no open end from the beginning.
    pub(crate) whole: bool,
}

/// Tables of the hot path, flat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hot {
    pub(crate) types: Vec<HotType>,
    /// Features of lone segments, type by type.
    pub(crate) templates: Vec<crate::state::FeatureData>,
    /// The same segments, laid out as for a tile whose first segment is 0.
    pub(crate) nodes: Vec<crate::state::NodeData>,
    /// Figure kinds that the core offers on a feature kind, as bits.
    pub(crate) offers: ByKind,
    /// Figure kinds that may stand on a feature kind, as bits.
    pub(crate) takes: ByKind,
    /// Feature kinds on which a figure kind may stand, as bits.
    pub(crate) stands: [u64; 32],
    /// Segments of the same tile that the same segments border, either way, as bits.
    pub(crate) borders: Vec<u32>,
    pub(crate) reach: Reach,
    /// Feature kinds that can be complete, as bits.
    pub(crate) completes: u64,
    /// Feature kinds of which a declared rule may say that a closed feature waits, as bits…
    pub(crate) held_back: u64,
    /// …and those of which a function may say so.
    pub(crate) judged: u64,
    /// All the figures that a player has of a kind, as bits of the supply.
    pub(crate) pieces: [u32; 32],
    /// Figure kinds that need an unoccupied feature, as bits.
    pub(crate) claims: u32,
    /// Figure kinds with a condition on the feature, as bits.
    pub(crate) special: u32,
    /// Figure kinds that need an own figure in the feature, as bits.
    pub(crate) joins: u32,
    /// Declared weights by figure kind.
    pub(crate) weights: [u8; 32],
    /// Figure kinds that occupy, as bits.
    pub(crate) occupies: u32,
    /// Bit set of figure kinds that do not return when their feature is scored.
    pub(crate) stays: u32,
    /// Figure kinds that a verb brings to corners, as bits: those that stand there are on the board as others are.
    pub(crate) cornered: u32,
}

/// Figure kinds as bits, by feature kind.
#[derive(Clone, Debug)]
pub(crate) struct ByKind([u32; FEATURE_KINDS_MAX]);

impl Default for ByKind {
    fn default() -> Self {
        Self([0; FEATURE_KINDS_MAX])
    }
}

impl Index<u8> for ByKind {
    type Output = u32;

    #[inline(always)]
    fn index(&self, kind: u8) -> &u32 {
        &self.0[usize::from(kind) % FEATURE_KINDS_MAX]
    }
}

impl IndexMut<u8> for ByKind {
    fn index_mut(&mut self, kind: u8) -> &mut u32 {
        &mut self.0[usize::from(kind) % FEATURE_KINDS_MAX]
    }
}

/// Which feature kinds reach from one cell to another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    /// How far any of them reaches, in cells.
    pub(crate) far: i16,
    /// Kinds as bits, by offset: a square of twice `far` and one, row by row.
    kinds: Vec<u64>,
}

impl Reach {
    /// From offsets with the kinds that reach so far, as bits.
    pub(crate) fn new(offsets: &[(i8, i8, u64)]) -> Self {
        let size = |n: i8| i16::from(n.unsigned_abs());
        let far = offsets.iter().map(|r| size(r.0).max(size(r.1))).max().unwrap_or(0);
        let width = 2 * far as usize + 1;
        let mut reach = Self { far, kinds: vec![0; width * width] };
        for &(dx, dy, kinds) in offsets {
            let [x, y] = [dx, dy].map(|n| (i16::from(n) + far) as usize);
            reach.kinds[y * width + x] |= kinds;
        }
        reach
    }

    /// Kinds that reach from a cell to another, as bits.
    #[inline]
    pub(crate) fn kinds(&self, from: Cell, to: Cell) -> u64 {
        let width = 2 * self.far as u16 + 1;
        let [x, y] = [to.x - from.x, to.y - from.y].map(|n| (n + self.far) as u16);
        if x >= width || y >= width {
            return 0;
        }
        self.kinds[usize::from(y) * usize::from(width) + usize::from(x)]
    }
}

impl Hot {
    /// Feature kinds on which some of these figure kinds may stand; all as bits.
    #[inline]
    pub(crate) fn kinds_taking(&self, figures: u32) -> u64 {
        set_bits(figures).fold(0, |kinds, figure| kinds | self.stands[usize::from(figure)])
    }
}

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
