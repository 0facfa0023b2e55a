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

/// A segment of an overlay, unrotated: which places it takes depends on how its kind lies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverlaySegment {
    /// Feature kind.
    pub kind: String,
    /// Edges (`N`) and places (`NL`).
    pub at: Vec<String>,
    /// Tags with their numbers.
    pub tags: Vec<(String, u8)>,
}

/// A piece of tile that may be laid over a lying tile, unrotated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overlay {
    /// Name.
    pub name: String,
    /// Its segments.
    pub segments: Vec<OverlaySegment>,
    /// Kinds of edge that the tile beneath must show, by edge: N, E, S, W.
    pub over: BTreeMap<String, Vec<String>>,
    /// On the edges that it reaches nothing of the tile beneath is left.
    pub covers: bool,
}

/// What becomes of a drawn tile that fits nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unplaceable {
    /// It goes to the box.
    #[default]
    Aside,
    /// It goes back to its group, as long as the game can go on so.
    Back,
}
