//! Values that pass between a script and the engine, for Luau and plans alike.

use bastide_core::Game;
use bastide_core::ids::{Corner, FigureId, NeutralId, Player, SegmentId, TileId, TileTypeId};

use super::texts::Text;
use super::worth::Inquiry;

macro_rules! kinds {
    ($($name:ident $words:literal,)*) => {
        /// A kind of handle.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Of {
            $(#[doc = $words] $name,)*
        }

        impl Of {
            /// Every kind, in order of the numbers.
            pub(crate) const ALL: &[Of] = &[$(Of::$name,)*];

            /// Its name for people, as in the reference.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Of::$name => $words,)*
                }
            }
        }
    };
}

kinds! {
    Game "game",
    Player "player",
    Tile "tile",
    Type "tile type",
    Segment "segment",
    Feature "feature",
    Figure "figure",
    Neutral "neutral figure",
    End "open end",
    Corner "corner",
    Event "event",
    Claim "claim",
    Step "step",
    Options "options",
    Choice "option",
    Out "out",
    Score "score",
    Offers "offers",
    Verdict "verdict",
    Weight "weight",
}

/// A value of a script that a member takes or gives.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u64)]
pub(crate) enum Value {
    Nil,
    Bool(bool),
    Number(f64),
    Text(Text),
    /// A handle of a kind, by its number.
    Handle(Of, u32),
    /// Taken: a table of the script, by a number that its runner knows.
    Table(u32),
    /// Taken: a function of the script.
    Function(u32),
    /// Taken: something else of the script.
    Other(u32),
    /// Given: the handles that were found; their numbers lie in the frame until the next list.
    List(Of),
    /// Given: the numbers that were found.
    Numbers,
    /// Given: the texts that were found.
    Texts,
    /// Given: the options of the running expansion.
    Settings,
    /// Given: what steps through the options of a decision, all or those of a kind.
    Each(u8),
    /// Given: a tile that lies on the copy of the board, to be looked at by the function that was taken.
    Look(TileId),
    /// Question for all expansions, to be asked once the call is over.
    Asks(Inquiry),
}

impl Value {
    /// A segment, or nothing.
    pub(crate) fn segment(game: Game<'_>, node: SegmentId) -> Value {
        if game.state.is_there(node) {
            return Value::Handle(Of::Segment, u32::from(node.0));
        }
        Value::Nil
    }

    /// The feature of a segment, or nothing.
    pub(crate) fn feature(game: Game<'_>, node: SegmentId) -> Value {
        if game.state.is_there(node) {
            return Value::Handle(Of::Feature, u32::from(game.state.root(node).0));
        }
        Value::Nil
    }

    /// A figure, or nothing.
    pub(crate) fn figure(game: Game<'_>, figure: FigureId) -> Value {
        if figure.index() < game.state.figure_count() { figure.into() } else { Value::Nil }
    }

    /// A player, or nothing for nobody and chance.
    pub(crate) fn seat(game: Game<'_>, player: Player) -> Value {
        if player.0 < game.state.players() { player.into() } else { Value::Nil }
    }

    /// A tile on the board, or nothing.
    pub(crate) fn tile(game: Game<'_>, tile: TileId) -> Value {
        if tile.index() < game.state.tiles().len() { tile.into() } else { Value::Nil }
    }

    /// The number of a handle of a kind.
    #[inline]
    pub(crate) fn id(self, of: Of) -> Option<usize> {
        match self {
            Value::Handle(kind, id) if kind == of => Some(id as usize),
            _ => None,
        }
    }

    /// Whether it says all that there is to say.
    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        !matches!(self, Value::Table(_) | Value::Function(_) | Value::Other(_))
    }

    pub(crate) fn is_nil(self) -> bool {
        self == Value::Nil
    }
}

macro_rules! numbers {
    ($($of:ty),*) => {$(
        impl From<$of> for Value {
            #[inline]
            fn from(n: $of) -> Self {
                Value::Number(n as f64)
            }
        }
    )*};
}

numbers!(u8, i16, u16, i32, u32, usize);

macro_rules! handles {
    ($($id:ty => $of:ident),*) => {$(
        impl From<$id> for Value {
            #[inline]
            fn from(id: $id) -> Self {
                Value::Handle(Of::$of, id.0 as u32)
            }
        }
    )*};
}

handles!(
    Player => Player, TileId => Tile, TileTypeId => Type, FigureId => Figure, NeutralId => Neutral,
    Corner => Corner
);

impl From<bool> for Value {
    #[inline]
    fn from(b: bool) -> Self {
        Value::Bool(b)
    }
}

impl From<Text> for Value {
    #[inline]
    fn from(text: Text) -> Self {
        Value::Text(text)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    #[inline]
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Nil, Into::into)
    }
}
