//! Tile types as the hot path reads them.

use crate::decl;
use crate::ids::{KindId, PileId};

/// No segment at this place.
pub const SEG_NONE: u8 = 255;

/// One side of a turned tile: segments left, middle, right as seen from the centre, and the edge kind.
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
    pub(crate) tags: u128,
    /// Open ports when placed with no neighbours.
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
    pub kinds: u32,
    /// Some segment reaches cells around.
    pub(crate) reaches: bool,
    /// Some segment's kind is listed board-wide.
    pub(crate) indexed: bool,
}
