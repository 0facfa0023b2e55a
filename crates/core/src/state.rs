//! The state of a game: one flat plain value.
//!
//! **Invariant:** between two calls of the engine the top frame of the agenda asks for a decision, or the
//! game is over.

/// How a state and its parts are cloned: lists and what holds some, and plain values.
macro_rules! clone_fields {
    ($type:ident, apart: [$($apart:ident),*], [$($list:ident),*], [$($value:ident),*]) => {
        clone_fields!($type, [$($apart,)* $($list),*], [$($value),*]);

        impl $type {
            /// Clones everything but the lists that are cloned separately.
            fn clone_rest_from(&mut self, from: &Self) {
                $(self.$list.clone_from(&from.$list);)*
                $(self.$value = from.$value;)*
            }
        }
    };
    ($type:ident, [$($list:ident),*], [$($value:ident),*]) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                Self { $($list: self.$list.clone(),)* $($value: self.$value,)* }
            }

            /// Into a used one: reuses its memory, so that no allocation happens once it has grown.
            #[inline]
            fn clone_from(&mut self, from: &Self) {
                $(self.$list.clone_from(&from.$list);)*
                $(self.$value = from.$value;)*
            }
        }

        impl $type {
            /// Returns the first part that differs.
            #[allow(dead_code, reason = "asked of whole states")]
            pub(crate) fn differs(&self, other: &Self) -> Option<&'static str> {
                $(if self.$list != other.$list { return Some(stringify!($list)); })*
                $(if self.$value != other.$value { return Some(stringify!($value)); })*
                None
            }
        }
    };
}

mod back;
mod deck;
mod frontier;
mod grid;
mod over;
mod read;

use serde::{Deserialize, Serialize};

use crate::effect::{Logged, Place};
use crate::ids::{Cell, OverlayId, PileId, Player, TileTypeId};
use crate::limits::{FIGURES_MAX, PILES_MAX, PLAYERS_MAX};
use crate::tags::Tags;
pub use back::Touched;
use deck::Deck;
pub(crate) use frontier::{Frontier, FrontierBlock};
pub(crate) use grid::{FRONTIER, Grid, INDEX, NEAR, TILE};

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedTile {
    /// Packed cell.
    pub(crate) cell: u32,
    /// Tile type × 4 + clockwise quarter turns.
    pub(crate) face: u16,
    /// First of its segments.
    pub(crate) first: u16,
}

impl PlacedTile {
    /// Where it lies.
    #[inline]
    #[must_use]
    pub fn cell(&self) -> Cell {
        Cell::unpack(self.cell)
    }

    /// Its type.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> TileTypeId {
        TileTypeId(self.face >> 2)
    }

    /// Clockwise quarter turns.
    #[inline]
    #[must_use]
    pub fn rotation(&self) -> u8 {
        self.face as u8 & 3
    }
}

/// A piece of tile that was laid over a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Overlaid {
    /// First of its segments.
    pub(crate) first: u16,
    /// Tile below the overlay, or none if that tile was removed.
    pub(crate) tile: u16,
    pub(crate) overlay: OverlayId,
    /// Clockwise quarter turns.
    pub(crate) rotation: u8,
    /// How many segments it has.
    pub(crate) n: u8,
}

impl Overlaid {
    pub(crate) fn nodes(self) -> std::ops::Range<u16> {
        self.first..self.first + u16::from(self.n)
    }
}

/// A segment on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NodeData {
    /// The segment whose number names the feature.
    pub(crate) root: u16,
    /// Next segment of the same feature, in a ring.
    pub(crate) next: u16,
    pub(crate) tile: u16,
    pub(crate) kind: u8,
    pub(crate) seg: u8,
}

/// Facts of a feature, valid at its root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FeatureData {
    pub(crate) tags: Tags,
    pub(crate) open: u16,
    pub(crate) tiles: u16,
    /// First figure of its ring, or none.
    pub(crate) figures: u16,
    /// Segments on tiles with a second segment of the kind.
    pub(crate) multi: u16,
    pub(crate) size: u16,
    /// Figures that make it occupied.
    pub(crate) claimers: u16,
    pub(crate) done: bool,
    /// A rule said that it is not complete, though no end of it is open.
    pub(crate) waits: bool,
}

/// A wooden figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FigureData {
    pub(crate) place: FigurePlace,
    /// Segment, or holder.
    pub(crate) at: u16,
    /// Next figure of the same feature, in a ring.
    pub(crate) next: u16,
    pub(crate) owner: u8,
    pub(crate) kind: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub(crate) enum FigurePlace {
    Supply,
    Segment,
    Held,
    Corner,
}

/// Figure kinds of a player, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stock {
    /// Some are in supply.
    pub(crate) left: u32,
    /// Some are not.
    pub(crate) out: u32,
}

/// A tile outside deck counts and board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Zoned {
    pub(crate) pile: u8,
    /// Whose it is; who is not seated stands for all.
    pub(crate) player: Player,
    pub(crate) tile: u16,
}

impl Zoned {
    /// Whether it lies there for a player: in a zone of his, or of all.
    pub(crate) fn is_for(self, player: u8) -> bool {
        self.player.0 == player || !self.player.is_seated()
    }
}

pub(crate) const NONE: u16 = u16::MAX;

/// What a state had no room for; the next effect is refused for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spilt {
    /// A tag of a feature: its kind and lane.
    Tag(u8, u8),
    /// The log of a turn.
    Log,
}

/// What had been noted for a turn when an extra one interrupted it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Interrupted {
    pub(crate) turn: u16,
    pub(crate) log: Vec<Logged>,
    pub(crate) log_part: u16,
    /// Numbers of the game, of tiles and of segments that would be forgotten: places and values.
    pub(crate) numbers: [Vec<(u32, i32)>; 3],
}

/// The state of a game. Two are the same if a game goes on from them alike, however their boards are kept in memory.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct State {
    pub(crate) grid: Grid,
    pub(crate) frontier: Frontier,
    pub(crate) tiles: Vec<PlacedTile>,
    /// Pieces laid over tiles, in the order in which they were laid.
    pub(crate) overlaid: Vec<Overlaid>,
    /// Tiles that were taken off the board, in order; their numbers, and those of their segments, stay theirs.
    pub(crate) gone: Vec<u16>,
    /// What effects have laid: tiles and pieces over tiles.
    pub(crate) laid: u16,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) features: Vec<FeatureData>,
    pub(crate) figures: Vec<FigureData>,
    /// Figures in supply by player × figure kinds + kind: bit per figure of that kind.
    pub(crate) supply: Vec<u32>,
    /// Bit sets derived from `supply`, for each player: kinds with figures left, and kinds with figures out of
    /// supply. Cached because every turn reads them.
    pub(crate) stock: [Stock; PLAYERS_MAX],
    /// Figures that stand on segments, as bits by number.
    pub(crate) standing: [u64; FIGURES_MAX / 64],
    pub(crate) neutrals: Vec<Place>,
    pub(crate) tokens: Vec<i16>,
    pub(crate) score: [i32; PLAYERS_MAX],
    pub(crate) deck: Deck,
    /// Tiles left by pile, zones included.
    pub(crate) piles: [u16; PILES_MAX],
    /// How many piles the game has.
    pub(crate) pile_count: u8,
    /// The pile that a tile would be drawn from, or none: asked for several times in every turn.
    pub(crate) next_pile: PileId,
    pub(crate) zoned: Vec<Zoned>,
    pub(crate) agenda: Vec<u64>,
    pub(crate) ext: Vec<i32>,
    pub(crate) tile_ext: Vec<i32>,
    pub(crate) segment_ext: Vec<i32>,
    pub(crate) indexed: Vec<u16>,
    /// Segments that reach cells around, in order of placement.
    pub(crate) reaching: Vec<u16>,
    /// Segments of features that the scoring is to look at; a turn that was interrupted keeps its own below
    /// a mark, [`NONE`].
    pub(crate) due: Vec<u16>,
    pub(crate) log: Vec<Logged>,
    pub(crate) log_part: u16,
    /// Links beyond edges, and cuts of links by edges (third is true).
    pub(crate) links: Vec<(u16, u16, bool)>,
    /// Segments closed by an effect.
    pub(crate) closed: Vec<u16>,
    /// Segments whose own tags differ from their type's, in order of placement.
    pub(crate) retagged: Vec<(u16, Tags)>,
    /// Tile to be placed, or none.
    pub(crate) drawn: u16,
    /// Tile placed in this part, or none.
    pub(crate) placed: u16,
    pub(crate) player: u8,
    pub(crate) players: u8,
    pub(crate) part: u8,
    pub(crate) parts: u8,
    pub(crate) turn: u16,
    /// Number of turns that have begun. It differs from the turn number after an interrupted turn resumes.
    pub(crate) begun: u16,
    /// Turns that were interrupted and are to go on, the next last.
    pub(crate) interrupted: Vec<Interrupted>,
    pub(crate) skip: u16,
    pub(crate) discarded: u16,
    /// How many figures of each player are held by others.
    pub(crate) held: [u16; PLAYERS_MAX],
    pub(crate) over: bool,
    /// The game ends soon: nobody takes another turn.
    pub(crate) ending: bool,
    /// What has become too great since an effect was applied.
    #[serde(skip)]
    pub(crate) spilt: Option<Spilt>,
    /// Actions carried out.
    pub(crate) actions: u32,
    /// Actions carried out before this turn.
    pub(crate) actions_before: u32,
}

clone_fields!(
    State,
    apart: [nodes, features, tiles, tile_ext, segment_ext],
    [
        grid,
        frontier,
        overlaid,
        gone,
        figures,
        supply,
        neutrals,
        tokens,
        deck,
        zoned,
        agenda,
        ext,
        indexed,
        reaching,
        due,
        log,
        links,
        closed,
        retagged,
        interrupted
    ],
    [
        laid,
        score,
        stock,
        standing,
        piles,
        pile_count,
        next_pile,
        log_part,
        drawn,
        placed,
        player,
        players,
        part,
        parts,
        turn,
        begun,
        skip,
        discarded,
        held,
        over,
        ending,
        spilt,
        actions,
        actions_before
    ]
);
