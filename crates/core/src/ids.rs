//! Small numbers for things that have names. Each is only valid with the ruleset or state it came from.

use serde::{Deserialize, Serialize};

use crate::limits::CELL_MAX;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident($repr:ty);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $repr);

        impl $name {
            /// No such thing.
            pub const NONE: Self = Self(<$repr>::MAX);

            /// As an index.
            #[inline]
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// Whether it names something.
            #[inline]
            #[must_use]
            pub fn is_some(self) -> bool {
                self.0 != <$repr>::MAX
            }
        }
    )*};
}

id! {
    /// A seat at the table, in turn order from 0.
    Player(u8);
    /// A kind of tile edge.
    EdgeId(u8);
    /// A kind of feature.
    KindId(u8);
    /// A kind of figure.
    FigureKindId(u8);
    /// A tile type of the game's mix.
    TileTypeId(u16);
    /// A piece of tile that may be laid over tiles.
    OverlayId(u8);
    /// A tile on the board, in order of placement.
    TileId(u16);
    /// A segment on the board. The feature that it belongs to is named by any of its segments.
    SegmentId(u16);
    /// A corner of the board, by the oldest tile that touches it: four times its number, and which of its corners
    /// (0 north-west, clockwise).
    Corner(u16);
    /// One wooden figure, for the whole game.
    FigureId(u16);
    /// A rule.
    RuleId(u16);
    /// A verb of an expansion.
    VerbId(u8);
    /// An own step of an expansion.
    StepId(u8);
    /// A counter in front of players.
    TokenId(u8);
    /// A neutral figure.
    NeutralId(u8);
    /// A deck group or zone.
    PileId(u8);
    /// A declared piece of state.
    StateId(u16);
    /// A unit that points are counted in (`tile`, a tag's name, …).
    UnitId(u8);
    /// A score sheet of one action's log.
    SheetId(u16);
    /// An enabled expansion, in canonical order.
    ExpansionId(u8);
}

impl PileId {
    /// The box: tiles that are out of the game.
    pub const OUT: Self = Self(1);
}

impl Player {
    /// Chance: the actor that draws and rolls.
    pub const CHANCE: Self = Self(254);

    /// Whether it sits at a table: neither chance nor nobody.
    #[inline]
    #[must_use]
    pub fn is_seated(self) -> bool {
        self.0 < Self::CHANCE.0
    }
}

/// A cell of the board: x grows to the east, y to the south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// Column.
    pub x: i16,
    /// Row.
    pub y: i16,
}

impl Cell {
    /// A cell.
    #[inline]
    #[must_use]
    pub fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// In one number; reading order (row, then column) is number order.
    #[inline]
    #[must_use]
    pub fn pack(self) -> u32 {
        ((self.y as u16 ^ 0x8000) as u32) << 16 | (self.x as u16 ^ 0x8000) as u32
    }

    /// From [`Cell::pack`].
    #[inline]
    #[must_use]
    pub fn unpack(n: u32) -> Self {
        Self { x: (n as u16 ^ 0x8000) as i16, y: ((n >> 16) as u16 ^ 0x8000) as i16 }
    }

    /// The neighbor on a side (0 N, 1 E, 2 S, 3 W).
    #[inline]
    #[must_use]
    pub fn side(self, side: usize) -> Self {
        const STEP: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        let (dx, dy) = STEP[side & 3];
        Self { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// Whether it is farther from the origin than [`CELL_MAX`].
    pub(crate) fn is_far(self) -> bool {
        self.x.unsigned_abs().max(self.y.unsigned_abs()) > CELL_MAX as u16
    }

    /// The cell at a distance.
    #[inline]
    #[must_use]
    pub fn offset(self, dx: i8, dy: i8) -> Self {
        Self { x: self.x.wrapping_add(dx as i16), y: self.y.wrapping_add(dy as i16) }
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
