//! What players and rules do: steps, verbs, patterns, state, final steps, subscriptions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Condition, Sees};

/// What a verb is chosen with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// Nothing.
    #[default]
    None,
    /// A segment on the board.
    Segment,
    /// A figure on the board or held by a player.
    Figure,
    /// A cell.
    Cell,
    /// A tile on the board.
    Tile,
    /// A tile type in a zone of the actor.
    TileType,
    /// A player.
    Player,
    /// A number.
    Number,
    /// A neutral figure.
    Neutral,
    /// A tile on the board and how a piece is turned that is laid over it.
    Overlay,
    /// A corner of the board.
    Corner,
    /// A kind of figure.
    FigureKind,
    /// A kind of token.
    Token,
    /// One of the words that the verb declares.
    Word,
}

impl Target {
    /// Returns whether the target's number fits into 16 bits, so that two of them form one target.
    #[must_use]
    pub fn is_small(self) -> bool {
        !matches!(self, Target::None | Target::Cell | Target::Number | Target::Overlay)
    }
}

/// One of the words that a verb is chosen with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// As records and scripts write it.
    pub name: String,
    /// As people read it, by language.
    pub text: super::Text,
}

/// A part of a condition on a target, and what refuses where it does not hold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// The part, as a condition of its own.
    pub condition: Condition,
    /// Rule id, or `None` if the rule of the offer is enough.
    pub rule: Option<String>,
}

/// Which targets an offer names, and when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choosing {
    /// All of them hold for a target; in canonical order.
    pub parts: Vec<Part>,
    /// It is offered while this holds for the moment.
    pub whil: Condition,
    /// Rule ids that refuse by `while`, `once`, `price`, `trail`.
    pub refusals: BTreeMap<String, String>,
}

impl Choosing {
    /// The condition on targets.
    #[must_use]
    pub fn filter(&self) -> Condition {
        Condition::All(self.parts.iter().map(|part| part.condition.clone()).collect())
    }
}

/// A verb: what a player may choose besides placing and deploying. `do.<name>` gives its effects.
#[allow(clippy::struct_excessive_bools, reason = "each is a word of the manifest")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Verb {
    /// Name, unique in the expansion.
    pub name: String,
    /// Rule id of the offer.
    pub rule: String,
    /// Target; a list for two things: `["segment", "player"]`.
    pub target: Target,
    /// The piece that is laid over the target, if that is an overlay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlay: Option<String>,
    /// What else it is chosen with.
    #[serde(skip_serializing_if = "is_none")]
    pub second: Target,
    /// Of two things the condition on the second, in which `is = "target"` names the first.
    #[serde(skip_serializing_if = "is_always")]
    pub and: Condition,
    /// Two things of one sort in whatever order are one target.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unordered: bool,
    /// Which targets, and when.
    pub choosing: Choosing,
    /// Who sees what it is chosen with: all, or only who chooses (`owner`).
    #[serde(skip_serializing_if = "Sees::is_all")]
    pub sees: Sees,
    /// Range of numbers for `target = "number"`, both ends included. A range is one option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numbers: Option<(u32, u32)>,
    /// Words for `target = "word"`, each with its text for people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Word>,
    /// Zone of the actor, or of everybody, that a `tile-type` is chosen from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// Of figures alike (owner, kind, holder) the first is enough.
    pub one_per_kind: bool,
    /// Steps in which it is offered without a handler: `action`, `second_action`, steps of expansions; `*` = every
    /// decision of the turn's player.
    pub at: Vec<String>,
    /// Slots (`action`, `second_action`) that are asked although this verb, by `at = "*"`, is all they offer.
    pub opens: Vec<String>,
    /// Does not use up the step: the step is asked again.
    pub free: bool,
    /// While it stands, only such verbs and free ones are options.
    pub must: bool,
    /// Tokens it costs, by token name, or points by `points`; paid by the core when chosen.
    pub price: BTreeMap<String, u16>,
    /// State flag of the player (key of the expansion) that must be 0; the core sets it to 1.
    pub once: Option<String>,
    /// Neutral figure that goes to the target.
    pub moves: Option<String>,
    /// Deploys a figure of this kind from the supply of the deciding player to the target, a corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deploys: Option<String>,
    /// List state of the game (key of the expansion) with the tiles that the neutral figure has left. These tiles are
    /// not targets.
    pub trail: Option<String>,
    /// Consequences of the choice, under its own rule, before a handler of `do.<verb>` runs.
    pub does: Does,
    /// Rule ids whose vetoes do not hold for it.
    pub waives: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
fn is_none(target: &Target) -> bool {
    *target == Target::None
}

fn is_always(condition: &Condition) -> bool {
    *condition == Condition::ALWAYS
}

impl Verb {
    /// The things that a target names, each with its number: one, or two.
    pub fn named(&self, target: u32) -> impl Iterator<Item = (Target, u32)> + use<> {
        let (first, second) = (self.target, self.second);
        let both = if is_none(&second) {
            [Some((first, target)), None]
        } else {
            [Some((first, target & 0xffff)), Some((second, target >> 16))]
        };
        both.into_iter().flatten()
    }

    /// The first of the things that a target names.
    #[must_use]
    pub fn first(&self, target: u32) -> u32 {
        if is_none(&self.second) { target } else { target & 0xffff }
    }
}

/// Consequences of a verb that need no handler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Does {
    /// Changes of the target segment's own tags, by tag name.
    pub tags: BTreeMap<String, i16>,
    /// The price in points goes to the player who holds the target figure.
    pub pays_holder: bool,
    /// Returns the target figure to its supply.
    pub home: bool,
    /// Scores the feature of the target figure as it is, for the actor alone. The figure returns to its supply when
    /// the points are paid.
    pub scores: bool,
    /// Own step that the actor is asked next; its first argument is the target.
    pub step: Option<String>,
}

/// A deploy pattern offered by declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeployPattern {
    /// Rule id of the offer.
    pub rule: String,
    /// Steps in which it is offered: `action`, `second_action`, steps of expansions.
    pub at: Vec<String>,
    /// Which figure kinds of the supply.
    pub deploys: Condition,
    /// Which segments, and when.
    pub choosing: Choosing,
    /// Does not use up the step.
    pub free: bool,
    /// State flag of the player (key of the expansion) that must be 0; the core sets it to 1.
    pub once: Option<String>,
    /// Restrictions or rule ids that do not hold for it: of the restrictions `elsewhere`, `occupied`, `complete`,
    /// `needs-own`, `one-per-feature`.
    pub waives: Vec<String>,
}

/// Places offered by declaration: tiles of a zone on cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlacePattern {
    /// Rule id of the offer.
    pub rule: String,
    /// Steps in which it is offered: `place`, steps of expansions.
    pub at: Vec<String>,
    /// Zone that the tile comes from, of the actor or of everybody, or `None` for the drawn tile.
    pub zone: Option<String>,
    /// Piece that is laid with it, over it or over a tile beside it: places where it fits so, and not without.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overlay: Option<String>,
    /// Tokens it costs, by token name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub price: BTreeMap<String, u16>,
    /// Which cells, of those that touch a tile.
    #[serde(rename = "where")]
    pub filter: Condition,
    /// It is offered while this holds for the moment.
    #[serde(rename = "while")]
    pub whil: Condition,
    /// While it stands, only such places and free options are.
    pub must: bool,
    /// Restrictions or rule ids that do not hold for it: of the restrictions `edge`.
    pub waives: Vec<String>,
}

/// Options that a rule refuses wherever they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Refuse {
    /// Rule id of the refusal; offers and verbs may waive it.
    pub rule: String,
    /// Steps in which it refuses: `place`, `action`, `second_action`, steps of expansions; empty = all.
    pub at: Vec<String>,
    /// Which options: a condition on what an option does.
    #[serde(rename = "where")]
    pub filter: Condition,
    /// It refuses while this holds for the moment.
    #[serde(rename = "while")]
    pub whil: Condition,
}

/// Whom a state key belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    /// One value.
    #[default]
    Game,
    /// One per player.
    Player,
    /// One per placed tile.
    Tile,
    /// One per figure.
    Figure,
    /// One per segment on the board.
    Segment,
}

impl Per {
    /// As it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Per::Game => "game",
            Per::Player => "player",
            Per::Tile => "tile",
            Per::Figure => "figure",
            Per::Segment => "segment",
        }
    }
}

/// When a state key goes back to its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reset {
    /// Never.
    #[default]
    Never,
    /// At the end of each part of a turn.
    Part,
    /// At the end of each turn.
    Turn,
}

/// A declared piece of state: a number, or a short list of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StateKey {
    /// Name, unique in the expansion.
    pub name: String,
    /// Kind of thing that has the state.
    pub per: Per,
    /// Value at the start.
    pub default: i32,
    /// Longest list; 0 = a number.
    pub list: u8,
    /// When it goes back to its default.
    pub reset: Reset,
    /// Who sees it: all, the player whose it is or whose figure, or nobody.
    #[serde(skip_serializing_if = "Sees::is_all")]
    pub sees: Sees,
}

/// A step of the final scoring.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Final {
    /// Name, unique in the expansion.
    pub name: String,
    /// Lower first.
    pub order: i16,
    /// Rule id, so that it can be muted; also if the function of `call` pays under others.
    pub rule: String,
    /// Occupied features of these kinds are scored by the core.
    pub features: Vec<String>,
    /// Handler of `end_of_game.points` that makes claims and awards.
    pub call: Option<String>,
    /// It takes place if this holds for the moment.
    #[serde(rename = "while", skip_serializing_if = "is_always")]
    pub whil: Condition,
}

/// Tiles that lie on the board before the first turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Start {
    /// Tiles of the layout, with their places.
    pub tiles: Vec<StartTile>,
    /// Expansions whose start layout this one replaces; their start tiles go to the box.
    pub replaces: Vec<String>,
    /// Expansions whose start layout this one replaces; their start tiles are shuffled with the others.
    pub mixes: Vec<String>,
    /// Lies besides the layout of another expansion: where it says, or, if that is taken or edges do not fit there, at the
    /// nearest place beside what lies there, turned if need be.
    pub adds: bool,
    /// Whether edges may differ, for boards that another engine left. Manifests cannot set it.
    #[serde(skip)]
    pub found: bool,
}

/// One tile of a start layout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartTile {
    /// Full tile id, or `*`: chance draws it. A layout of nothing but such tiles gives way to any other.
    pub tile: String,
    /// In its place the role of a tile, as its set says it: of the expansion's own sets, else of any.
    pub role: String,
    /// Cell.
    pub at: (i16, i16),
    /// Clockwise quarter turns.
    pub rotation: u8,
}
