//! The table of facts.

use super::subject::Subject;
use super::vocabulary::Vocabulary;
use crate::effect::{EFFECT_FACTS, EFFECTS};
use crate::hooks::{Hook, HookInfo};

/// What a fact is tested for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactTest {
    /// `true` or `false`.
    Flag(Flag),
    /// A number, several, `{ min, max }`, `true` for 1 or more, `false` for 0.
    Number(Number),
    /// A word or one of several.
    Word(Vocabulary),
    /// Names with a number above 0, or each with its numbers.
    Names(Vocabulary),
    /// A condition on the thing it leads to.
    One(One, Subject),
    /// A condition on some of the things it leads to, or how many.
    Many(Many, Subject),
}

/// A fact of a subject.
#[derive(Clone, Copy, Debug)]
pub struct FactInfo {
    /// Subject that has the fact.
    pub subject: Subject,
    /// Name.
    pub name: &'static str,
    /// Shape of values to compare with.
    pub test: FactTest,
    /// Description for the reference.
    pub doc: &'static str,
}

/// A flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each has a row in the table")]
pub enum Flag {
    Complete,
    Occupied,
    Placed,
    Final,
    Start,
    ClaimComplete,
    Sheltered,
    Immune,
    Ending,
    Due,
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each has a row in the table")]
pub enum Number {
    Open,
    Part,
    Parts,
    Deck,
    Score,
    Weight,
    X,
    Y,
    Told,
    Left,
    Own,
}

/// A thing that a fact leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each has a row in the table")]
pub enum One {
    Placed,
    Drawn,
    Turn,
    Actor,
    Feature,
    From,
    Other,
    Segment,
    Tile,
    Type,
    Figure,
    Neutral,
    Player,
    Owner,
    Holder,
    Beside,
    Deploys,
    Moves,
    Places,
    To,
    Cell,
    Corner,
    Kind,
    Token,
}

/// Things that a fact leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each has a row in the table")]
pub enum Many {
    Holds,
    Segments,
    Tiles,
    Borders,
    Majority,
    Neighbors,
    Neutrals,
    Mates,
    Figures,
    Held,
    Owners,
    Beside,
    Range,
    Extends,
    Completes,
    Options,
}

macro_rules! facts {
    ($($subject:ident { $($name:literal: $test:expr, $doc:literal;)* })*) => {
        /// Every fact of every subject.
        pub const FACTS: &[FactInfo] = {
            use FactTest as T;
            use Subject as S;
            use Vocabulary as V;
            &[$($(FactInfo { subject: S::$subject, name: $name, test: $test, doc: $doc },)*)*]
        };
    };
}

facts! {
    Moment {
        "placed": T::One(One::Placed, S::Tile), "The tile placed in this part of the turn.";
        "drawn": T::One(One::Drawn, S::Type), "The tile that is drawn and not placed yet.";
        "turn": T::One(One::Turn, S::Player), "Whose turn it is.";
        "actor": T::One(One::Actor, S::Player), "Who chooses; where nobody does, whose turn it is.";
        "part": T::Number(Number::Part), "Which part of the turn it is, from 1.";
        "parts": T::Number(Number::Parts), "How many parts the turn has.";
        "deck": T::Number(Number::Deck), "Tiles that may still be drawn.";
        "remaining": T::Names(V::Group), "Tiles left of a group of the deck.";
        "zone": T::Names(V::Zone), "Tiles in a zone of nobody, or in all zones of that name.";
        "state": T::Names(V::State), "Numbers that the expansion keeps for the whole game.";
        "ending": T::Flag(Flag::Ending), "An expansion has said that the game ends after this turn.";
    }
    Event {
        "feature": T::One(One::Feature, S::Feature), "The feature in question.";
        "segment": T::One(One::Segment, S::Segment), "The segment in question.";
        "from": T::One(One::From, S::Feature), "The feature that a figure left.";
        "other": T::One(One::Other, S::Feature), "The feature that was joined or cut off.";
        "figure": T::One(One::Figure, S::Figure), "The figure in question.";
        "tile": T::One(One::Tile, S::Tile), "The tile in question.";
        "type": T::One(One::Type, S::Type), "The tile drawn or moved between piles.";
        "neutral": T::One(One::Neutral, S::Neutral), "The neutral figure in question.";
        "player": T::One(One::Player, S::Player), "The player in question: of a figure, its owner.";
        "token": T::One(One::Token, S::Token), "The tokens that came or went.";
        "owners": T::Many(Many::Owners, S::Player), "The players who earn a claim.";
        "cause": T::Word(V::Cause), "The rule of the claim, or that caused the effect; `core` for none.";
        "complete": T::Flag(Flag::ClaimComplete), "The claim is for a complete feature.";
        "final": T::Flag(Flag::Final), "It is a claim of the final scoring.";
        "overlay": T::Word(V::Overlay), "The piece that was laid over the tile.";
        "start": T::Flag(Flag::Start), "It belongs to the start layout, or went to a zone.";
        "options": T::Many(Many::Options, S::Option), "The options that may be refused.";
        "number": T::Number(Number::Told), "How many points or tokens.";
        "why": T::Word(V::Why), "Why the figure went home: `scored` with a claim, `sent` by a rule, `freed` by who held it.";
    }
    Feature {
        "kind": T::Word(V::Feature), "Feature kind.";
        "claim": T::Word(V::Claim), "Whether its kind may be claimed: `yes`, `no`, `offered`.";
        "complete": T::Flag(Flag::Complete), "It is complete: no end is open, and no rule has said that it waits.";
        "occupied": T::Flag(Flag::Occupied), "A figure claims or blocks it.";
        "tag": T::Names(V::Tag), "Numbers of its tags, merged over its segments.";
        "open": T::Number(Number::Open), "Its open ends.";
        "placed": T::Flag(Flag::Placed), "It reaches the tile just placed.";
        "due": T::Flag(Flag::Due), "The scoring of this part is still to look at it.";
        "range": T::Many(Many::Range, S::Tile), "Tiles it lies on or reaches.";
        "holds": T::Many(Many::Holds, S::Figure), "Figures in it.";
        "segments": T::Many(Many::Segments, S::Segment), "Its segments.";
        "tiles": T::Many(Many::Tiles, S::Tile), "Tiles it lies on.";
        "borders": T::Many(Many::Borders, S::Feature), "Features that it borders.";
        "neutral": T::Many(Many::Neutrals, S::Neutral), "Neutral figures in it.";
        "majority": T::Many(Many::Majority, S::Player), "Who has the majority by declared weights.";
    }
    Segment {
        "kind": T::Word(V::Feature), "Feature kind.";
        "claim": T::Word(V::Claim), "Whether its kind may be claimed: `yes`, `no`, `offered`.";
        "complete": T::Flag(Flag::Complete), "Its feature is complete.";
        "occupied": T::Flag(Flag::Occupied), "A figure claims or blocks its feature.";
        "tag": T::Names(V::Tag), "Numbers of its own tags.";
        "placed": T::Flag(Flag::Placed), "It is on the tile just placed.";
        "holds": T::Many(Many::Holds, S::Figure), "Figures on it.";
        "neutral": T::Many(Many::Neutrals, S::Neutral), "Neutral figures on it.";
        "feature": T::One(One::Feature, S::Feature), "Its feature.";
        "tile": T::One(One::Tile, S::Tile), "Its tile.";
        "overlay": T::Word(V::Overlay), "The piece over a tile that it belongs to.";
        "state": T::Names(V::State), "Numbers that the expansion keeps per segment.";
    }
    Tile {
        "symbol": T::Names(V::Symbol), "Tags printed on it or on a segment of it.";
        "kinds": T::Names(V::Feature), "Segments printed on it, by feature kind.";
        "edges": T::Names(V::Edge), "Its edges as they are printed, by edge kind.";
        "overlay": T::Word(V::Overlay), "A piece that lies over it.";
        "group": T::Word(V::Group), "Group of the deck that it came from.";
        "id": T::Word(V::TileType), "Full id of its tile type.";
        "placed": T::Flag(Flag::Placed), "It is the tile just placed.";
        "segments": T::Many(Many::Segments, S::Segment), "Its segments.";
        "holds": T::Many(Many::Holds, S::Figure), "Figures on it.";
        "neutral": T::Many(Many::Neutrals, S::Neutral), "Neutral figures on it, or beside a figure on it.";
        "neighbours": T::Many(Many::Neighbors, S::Tile), "Tiles on its four sides.";
        "state": T::Names(V::State), "Numbers that the expansion keeps per tile.";
        "x": T::Number(Number::X), "Column.";
        "y": T::Number(Number::Y), "Row.";
    }
    Type {
        "symbol": T::Names(V::Symbol), "Tags printed on it or on a segment of it.";
        "kinds": T::Names(V::Feature), "Segments printed on it, by feature kind.";
        "edges": T::Names(V::Edge), "Its edges, by edge kind.";
        "group": T::Word(V::Group), "Group of the deck that it belongs to.";
        "id": T::Word(V::TileType), "Its full id.";
        "remaining": T::Number(Number::Left), "Such tiles left in the deck.";
    }
    Figure {
        "kind": T::Word(V::Figure), "Figure kind.";
        "class": T::Word(V::Class), "One of its classes.";
        "owner": T::One(One::Owner, S::Player), "Whose it is.";
        "holder": T::One(One::Holder, S::Player), "Who holds it.";
        "feature": T::One(One::Feature, S::Feature), "The feature it stands in.";
        "segment": T::One(One::Segment, S::Segment), "The segment it stands on.";
        "tile": T::One(One::Tile, S::Tile), "The tile it stands on.";
        "corner": T::One(One::Corner, S::Corner), "The corner it stands on.";
        "mates": T::Many(Many::Mates, S::Figure), "Other figures of its owner in its feature.";
        "beside": T::Many(Many::Beside, S::Neutral), "Neutral figures beside it.";
        "sheltered": T::Flag(Flag::Sheltered), "A rule shelters it where it stands.";
        "immune": T::Flag(Flag::Immune), "Its kind is exempt from rules that respect immunity.";
        "placed": T::Flag(Flag::Placed), "It stands on the tile just placed.";
        "weight": T::Number(Number::Weight), "Its declared weight in a majority.";
        "state": T::Names(V::State), "Numbers that the expansion keeps per figure.";
    }
    Neutral {
        "name": T::Word(V::Neutral), "Its name.";
        "tile": T::One(One::Tile, S::Tile), "The tile it is on, wherever it stands there.";
        "segment": T::One(One::Segment, S::Segment), "The segment it stands on.";
        "feature": T::One(One::Feature, S::Feature), "The feature it stands in.";
        "beside": T::One(One::Beside, S::Figure), "The figure it stands beside.";
        "holder": T::One(One::Holder, S::Player), "Who holds it.";
    }
    Option {
        "deploys": T::One(One::Deploys, S::FigureKind), "The figure kind that it deploys from the supply.";
        "moves": T::One(One::Moves, S::Figure), "The figure that it moves on the board.";
        "to": T::One(One::To, S::Segment), "The segment to which it brings a figure.";
        "places": T::One(One::Places, S::Type), "The tile that it places.";
        "cell": T::One(One::Cell, S::Cell), "The cell where it places a tile.";
        "overlay": T::Word(V::Overlay), "The piece that is laid with the tile, or by the verb.";
        "extends": T::Many(Many::Extends, S::Feature), "Features that the tile it places would join.";
        "completes": T::Many(Many::Completes, S::Feature), "Features on the board that the tile it places would complete, by edges and reach.";
        "invokes": T::Word(V::Verb), "The verb that is chosen.";
        "segment": T::One(One::Segment, S::Segment), "The target of a verb, a segment.";
        "figure": T::One(One::Figure, S::Figure), "The target of a verb, a figure.";
        "tile": T::One(One::Tile, S::Tile), "The target of a verb, a tile.";
        "player": T::One(One::Player, S::Player), "The target of a verb, a player.";
        "neutral": T::One(One::Neutral, S::Neutral), "The target of a verb, a neutral figure.";
        "corner": T::One(One::Corner, S::Corner), "The target of a verb, a corner.";
        "type": T::One(One::Type, S::Type), "The target of a verb, a tile type.";
        "kind": T::One(One::Kind, S::FigureKind), "The target of a verb, a figure kind.";
        "token": T::One(One::Token, S::Token), "The target of a verb, a token.";
        "rule": T::Word(V::Cause), "The rule of its offer; `core` for the core's own options.";
    }
    Cell {
        "neighbours": T::Many(Many::Neighbors, S::Tile), "Tiles on its four sides.";
        "x": T::Number(Number::X), "Column.";
        "y": T::Number(Number::Y), "Row.";
    }
    Corner {
        "tiles": T::Many(Many::Tiles, S::Tile), "Tiles that meet there, up to four.";
        "segments": T::Many(Many::Segments, S::Segment), "Segments that reach it.";
        "figures": T::Many(Many::Figures, S::Figure), "Figures that stand on it.";
        "placed": T::Flag(Flag::Placed), "It is a corner of the tile just placed.";
    }
    Token {
        "name": T::Word(V::Token), "Its name.";
        "own": T::Number(Number::Own), "How many who chooses has.";
    }
    FigureKind {
        "own": T::Number(Number::Own), "How many who chooses has in supply.";
        "kind": T::Word(V::Figure), "Its name.";
        "class": T::Word(V::Class), "One of its classes.";
        "immune": T::Flag(Flag::Immune), "It is exempt from rules that respect immunity.";
        "weight": T::Number(Number::Weight), "Its declared weight in a majority.";
    }
    Player {
        "score": T::Number(Number::Score), "Points so far.";
        "tokens": T::Names(V::Token), "Tokens in front of the player.";
        "supply": T::Names(V::Figure), "Figures in supply.";
        "zone": T::Names(V::Zone), "Tiles in a zone of the player.";
        "state": T::Names(V::State), "Numbers that the expansion keeps per player.";
        "figures": T::Many(Many::Figures, S::Figure), "Figures of the player on the board.";
        "held": T::Many(Many::Held, S::Figure), "Figures that the player holds.";
    }
}

/// Returns the names of the facts of a hook's event, without those of the moment. Returns `None` for hooks of one step
/// or verb, which have no condition.
#[must_use]
pub fn event_facts(hook: &HookInfo, subject: &str) -> Option<&'static [&'static str]> {
    Some(match hook.hook {
        Hook::PlacementOffer | Hook::DeploymentOffer | Hook::OnSettled | Hook::At => &[],
        Hook::PlacementVeto | Hook::DeploymentVeto => &["options"],
        Hook::ScoringComplete => &["feature", "segment"],
        Hook::ScoringWeight => &["feature", "segment", "figure", "player"],
        Hook::ScoringPoints | Hook::ScoringBonus => {
            &["feature", "segment", "complete", "final", "cause", "owners"]
        }
        Hook::On => {
            EFFECTS.iter().position(|e| *e == subject).map_or(&["cause"], |i| EFFECT_FACTS[i])
        }
        Hook::Ask | Hook::Answer | Hook::Do | Hook::EndOfGamePoints => return None,
    })
}

/// Returns the names of the facts of a subject; for an event, only the given ones.
#[must_use]
pub fn names_of(subject: Subject, told: &[&str]) -> Vec<&'static str> {
    let own = FACTS.iter().filter(|row| match row.subject {
        Subject::Event => subject == Subject::Event && told.contains(&row.name),
        Subject::Moment => matches!(subject, Subject::Event | Subject::Moment),
        of => of == subject,
    });
    own.map(|row| row.name).collect()
}

/// A fact of a subject by name; an event has those of the moment too.
#[must_use]
pub fn fact_of(subject: Subject, name: &str) -> Option<&'static FactInfo> {
    let of = |subject| FACTS.iter().find(|row| row.subject == subject && row.name == name);
    of(subject).or_else(|| if subject == Subject::Event { of(Subject::Moment) } else { None })
}
