//! Tile types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Places of a tile's border, clockwise from the north-west corner: each edge has left, middle, right
/// as seen from the centre.
pub const PLACES: [&str; 12] =
    ["NL", "NM", "NR", "EL", "EM", "ER", "SL", "SM", "SR", "WL", "WM", "WR"];

/// Corners of a tile, clockwise from the north-west.
pub const CORNERS: [&str; 4] = ["NW", "NE", "SE", "SW"];

/// One segment of a tile, unrotated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// Feature kind.
    pub kind: String,
    /// Bit `i` set: it takes place `PLACES[i]`.
    pub places: u16,
    /// Tags with their numbers.
    pub tags: Vec<(String, u8)>,
    /// Indices of segments of the same tile that it borders.
    pub borders: Vec<u8>,
}

/// A tile type, unrotated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    /// Full id: `set/tile`.
    pub id: String,
    /// Copies in the deck, the start tile included.
    pub count: u16,
    /// Deck group; none = `main`.
    pub group: Option<String>,
    /// What it is for, in a free word: start layouts ask for a tile by it, whatever set is in play.
    pub role: Option<String>,
    /// Edge kinds N, E, S, W.
    pub edges: [String; 4],
    /// Segments in the order of their kinds.
    pub segments: Vec<Segment>,
    /// Tags of the tile as a whole.
    pub tags: Vec<(String, u8)>,
    /// Names of the same tile elsewhere.
    pub aliases: BTreeMap<String, String>,
}
