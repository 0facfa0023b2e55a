//! The one language of conditions: which subject has which fact, and how a condition is looked at.
//!
//! A condition is written once ([`decl::Condition`](crate::decl::Condition)), with names; compiled, it is the same with
//! numbers. The table below is all there is to know about facts: reading, compiling, the reference of the book and the
//! test of every pair come from it. A fact costs a row, a variant and an arm of one match in `facts.rs`.

mod around;
mod compile;
mod depends;
mod facts;
mod failing;
mod happened;
mod holds;
mod index;
mod looks;
mod marked;
mod option;
mod query;
mod scan;
mod spots;
mod subject;
mod table;
mod vocabulary;

pub use depends::Depends;
pub use happened::{Why, is_told_of, is_undergone};
pub use holds::Thing;
pub use looks::{LOOKS_DEAR, LOOKS_MAX, looks};
pub use query::{Asked, GIVEN_MAX, Query};
pub use subject::Subject;
pub use table::{FACTS, FactInfo, FactTest, event_facts, fact_of, names_of};
pub use vocabulary::Vocabulary;

pub(crate) use compile::{compile, is_own};
pub(crate) use holds::At;
pub(crate) use index::Index;
pub(crate) use marked::Marked;
pub(crate) use option::Listed;
pub(crate) use scan::{OptionSort, Refused, Scan, Standing, Whose};
pub(crate) use spots::Spots;

use crate::decl::{Numbers, Since};
use crate::ids::{KindId, PileId, StateId, TokenId};
use table::{Flag, Many, Number, One};

/// A compiled condition.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Always,
    Never,
    All(Box<[Condition]>),
    Any(Box<[Condition]>),
    No(Box<Condition>),
    Now(Box<Condition>),
    Is(Box<[Bound]>),
    /// The thing that a script names, by its place among those.
    Given(u8),
    Flag(Flag, bool),
    Number(Number, Numbers),
    /// Feature kind, as bits.
    Kind(u64),
    /// Figure kind, as bits.
    FigureKind(u32),
    /// Neutral figure, as bits.
    Neutral(u64),
    /// Tokens, as bits.
    Token(u64),
    /// Tile types, by everything that is printed on them.
    Types(Types),
    /// Rules of claims or causes of effects.
    Cause(Box<[crate::ids::RuleId]>),
    /// The merged number of a tag in a feature, by kind.
    Tag(Lanes, Numbers),
    /// The number of a tag on a segment alone, by kind.
    OwnTag(Lanes, Numbers),
    /// Verbs of an option.
    Verb(Box<[crate::ids::VerbId]>),
    State(StateId, Numbers),
    /// Tiles in a zone.
    Zone(PileId, Numbers),
    /// Tiles left in a group of the deck.
    Left(PileId, Numbers),
    Tokens(TokenId, Numbers),
    /// Figures in supply, by kind.
    Supply(u8, Numbers),
    One(One, Box<Condition>),
    Many(Many, Box<Several>),
    Exists(Subject, Box<Several>),
    Near(Around, Box<Several>),
    /// The tile that a word names lies in the area.
    Within(Around, Bound),
    /// Effects, by the number of their kind.
    Happened(u8, Since, Box<Several>),
    Walk(Box<Condition>, Box<Several>),
    /// Why a figure went home.
    Why(u8),
    /// Pieces over tiles, as bits.
    Overlay(u16),
}

/// Things that are counted.
#[derive(Clone, Debug)]
pub(crate) struct Several {
    pub(crate) such: Condition,
    pub(crate) count: Numbers,
    /// Bit set of the feature, figure or neutral kinds that can match. Others are skipped.
    pub(crate) kinds: u64,
    /// Whether only features with a figure can match.
    pub(crate) manned: bool,
    /// Whether only features that await scoring can match.
    pub(crate) due: bool,
    /// Whether figures that players hold, and figures on corners, can match too.
    pub(crate) anywhere: bool,
    /// For tiles: only tiles with a non-default state value can match.
    pub(crate) marked: Option<Marked>,
    /// For segments: only segments with one of these tags can match.
    pub(crate) tagged: Option<Lanes>,
    /// For cells: only cells near these tiles can match.
    pub(crate) spots: Option<Spots>,
}

impl Several {
    fn new(such: Condition, count: Numbers) -> Self {
        let (kinds, manned, due) = (such.kinds(), such.asks_figures(), such.asks_due());
        let (anywhere, marked, tagged) = (such.asks_holder(), such.marked(), such.tagged());
        Self { such, count, kinds, manned, due, anywhere, marked, tagged, spots: None }
    }

    /// Whether they are asked for, and none of them is too few.
    fn must_be(&self) -> bool {
        !self.count.has(0)
    }

    /// Whether one is enough, and so are more.
    fn is_some(&self) -> bool {
        self.count == Numbers::some()
    }
}

/// Cells around a subject.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    /// With those that share a corner only, or without them, or those alone.
    pub(crate) lines: Lines,
    /// The own cells too.
    pub(crate) own: bool,
    /// Distance in cells.
    pub(crate) far: i16,
    /// As far as the number of this tag of the feature that the step is about.
    pub(crate) by: Option<Lanes>,
}

/// Which of the cells around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lines {
    Straight,
    Diagonal,
    All,
}

/// Where a tag lies, by feature kind.
pub(crate) type Lanes = Box<[(KindId, u8)]>;

/// Some of the tile types.
pub(crate) type Types = crate::ruleset::TileSet;

/// What a binding word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Own,
    Others,
    Turn,
    Event,
    From,
    Other,
    Owners,
    Placed,
    Drawn,
    It,
    Step,
    First,
    Target,
}

impl Bound {
    /// Whether it names the same feature whichever target is asked about.
    fn is_fixed(self) -> bool {
        matches!(self, Bound::Event | Bound::From | Bound::Other | Bound::Step | Bound::Target)
    }

    /// The one that a word of a manifest is.
    fn named(word: &str) -> Option<Self> {
        Some(match word {
            "own" => Bound::Own,
            "others" => Bound::Others,
            "turn" => Bound::Turn,
            "event" => Bound::Event,
            "from" => Bound::From,
            "other" => Bound::Other,
            "owners" => Bound::Owners,
            "placed" => Bound::Placed,
            "drawn" => Bound::Drawn,
            "it" => Bound::It,
            "step" => Bound::Step,
            "first" => Bound::First,
            "target" => Bound::Target,
            _ => return None,
        })
    }
}
