//! Tile types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::turn_places;

/// Places of a tile's border, clockwise from the north-west corner: each edge has left, middle, right
/// as seen from the center.
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
    /// Deck group, or `None` for `main`.
    pub group: Option<String>,
    /// Role of the tile. Start layouts find a tile by its role in any set.
    pub role: Option<String>,
    /// Edge kinds N, E, S, W.
    pub edges: [String; 4],
    /// Segments in the order of their kinds.
    pub segments: Vec<Segment>,
    /// Tags of the tile as a whole.
    pub tags: Vec<(String, u8)>,
    /// Names of the same tile in other engines, by engine.
    pub aliases: BTreeMap<String, Aliases>,
}

impl Tile {
    /// Returns its names in another engine, the main name first.
    pub fn names(&self, place: &str) -> impl Iterator<Item = &str> {
        self.aliases.get(place).into_iter().flat_map(Aliases::all)
    }

    /// Returns a text for its appearance after `turns` clockwise quarter turns. Two tiles that look the same have the
    /// same text.
    #[must_use]
    pub fn look(&self, turns: u8) -> String {
        let one = |n: usize| {
            let segment = &self.segments[n];
            let mut tags = segment.tags.clone();
            tags.sort();
            (segment.kind.clone(), turn_places(segment.places, turns), tags)
        };
        let mut all: Vec<_> = (0..self.segments.len())
            .map(|n| {
                let borders = self.segments[n].borders.iter().map(|b| usize::from(*b));
                let mut borders: Vec<_> =
                    borders.filter(|b| *b < self.segments.len()).map(one).collect();
                borders.sort();
                (one(n), borders)
            })
            .collect();
        all.sort();
        let mut tags = self.tags.clone();
        tags.sort();
        format!("{all:?}{tags:?}{:?}", self.group)
    }

    /// Returns whether a half turn maps every segment to one like it. A segment inside with a tag may face one
    /// side, so that such a tile has no symmetry.
    #[must_use]
    pub fn is_alike(&self, one: u8, other: u8) -> bool {
        let looks = |s: &Segment| s.places == 0 && !s.tags.is_empty();
        one == other || !self.segments.iter().any(looks) && self.look(one) == self.look(other)
    }
}

/// Names of a tile in one other place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Aliases {
    /// One.
    One(String),
    /// Several names; the first is the main one.
    Several(Vec<String>),
}

impl Aliases {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        match self {
            Aliases::One(name) => std::slice::from_ref(name),
            Aliases::Several(names) => names,
        }
        .iter()
        .map(String::as_str)
    }
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

/// Treatment of a drawn tile that fits nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unplaceable {
    /// It goes to the box.
    #[default]
    Aside,
    /// It goes back to its group, as long as the game can go on so.
    Back,
}
