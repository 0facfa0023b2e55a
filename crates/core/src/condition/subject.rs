//! What a condition can be about.

use crate::decl::{Per, Target};

/// What a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The game as it is now.
    Moment,
    /// What a hook tells.
    Event,
    /// A feature.
    Feature,
    /// A segment.
    Segment,
    /// A tile that lies.
    Tile,
    /// A tile type: what is printed on a tile.
    Type,
    /// A figure.
    Figure,
    /// A neutral figure.
    Neutral,
    /// A player.
    Player,
    /// A figure kind, of those in somebody's supply.
    FigureKind,
    /// A free cell where a tile may be placed.
    Cell,
    /// Something that may be chosen.
    Option,
    /// A corner of the board.
    Corner,
    /// A kind of token.
    Token,
}

impl Subject {
    /// Returns the subject of conditions on such a target, or `None` if it has no conditions.
    #[must_use]
    pub fn of(target: Target) -> Option<Self> {
        Some(match target {
            Target::Segment => Self::Segment,
            Target::Figure => Self::Figure,
            Target::Tile | Target::Overlay => Self::Tile,
            Target::TileType => Self::Type,
            Target::Player => Self::Player,
            Target::Neutral => Self::Neutral,
            Target::Cell => Self::Cell,
            Target::Corner => Self::Corner,
            Target::FigureKind => Self::FigureKind,
            Target::Token => Self::Token,
            Target::None | Target::Number | Target::Word => return None,
        })
    }

    /// All of them, with their names.
    pub const ALL: [(Subject, &'static str); 14] = [
        (Subject::Moment, "moment"),
        (Subject::Event, "event"),
        (Subject::Feature, "feature"),
        (Subject::Segment, "segment"),
        (Subject::Tile, "tile"),
        (Subject::Type, "type"),
        (Subject::Figure, "figure"),
        (Subject::Neutral, "neutral"),
        (Subject::Player, "player"),
        (Subject::FigureKind, "figure-kind"),
        (Subject::Cell, "cell"),
        (Subject::Option, "option"),
        (Subject::Corner, "corner"),
        (Subject::Token, "token"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Things that a condition can look for in the whole game.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        use Subject::{Event, FigureKind, Moment, Option, Token};
        let none = |s: Self| matches!(s, Moment | Event | FigureKind | Option | Token);
        Self::ALL.into_iter().find(|(s, n)| *n == name && !none(*s)).map(|(s, _)| s)
    }

    /// The fact that one word alone stands for.
    #[must_use]
    pub fn lead(self) -> Option<&'static str> {
        match self {
            Self::Feature | Self::Segment | Self::Figure | Self::FigureKind => Some("kind"),
            Self::Tile | Self::Type => Some("symbol"),
            Self::Neutral | Self::Token => Some("name"),
            Self::Player => Some("is"),
            Self::Moment | Self::Event | Self::Cell | Self::Option | Self::Corner => None,
        }
    }

    /// Whether it lies somewhere, so that things can be near it.
    #[must_use]
    pub fn has_place(self) -> bool {
        use Subject::{Cell, Feature, Figure, Neutral, Segment, Tile};
        matches!(self, Feature | Segment | Tile | Figure | Neutral | Cell)
    }

    /// The binding words that can name one.
    #[must_use]
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Self::Player => &["own", "others", "turn", "event", "owners", "step", "target", "it"],
            Self::Tile => &["placed", "event", "step", "target", "it"],
            Self::Feature => &["event", "from", "other", "step", "target", "it"],
            Self::Segment => &["event", "step", "first", "target", "it"],
            Self::Figure | Self::Neutral => &["event", "step", "target", "it"],
            Self::Type => &["drawn", "event", "step", "target", "it"],
            Self::Corner => &["step", "target", "it"],
            Self::FigureKind | Self::Token => &["target"],
            Self::Moment | Self::Event | Self::Cell | Self::Option => &[],
        }
    }

    /// Of what declared numbers must be kept that are asked of it.
    #[must_use]
    pub fn kept_per(self) -> Per {
        match self {
            Subject::Player => Per::Player,
            Subject::Tile => Per::Tile,
            Subject::Figure => Per::Figure,
            Subject::Segment => Per::Segment,
            _ => Per::Game,
        }
    }
}
