//! Things on the table: edges, features, tags, figures, tokens, piles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::Player;

/// A kind of tile edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EdgeKind {
    /// Name, unique among all edge kinds.
    pub name: String,
    /// Edge kinds it may touch, either way round; `*` is every kind.
    pub meets: Vec<String>,
}

/// Where a feature kind lies on an edge that it reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lies {
    /// All three places of the edge.
    Whole,
    /// The middle place, leaving the halves to others.
    Middle,
    /// Whatever others leave.
    Rest,
    /// Reaches no edge.
    #[default]
    Centre,
}

/// Who may claim a feature kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claimable {
    /// The core offers it on the placed tile.
    Yes,
    /// Never; a figure that claims nothing may stand there.
    #[default]
    No,
    /// Only through an offer that names the kind.
    Offered,
}

impl Claimable {
    /// All of them.
    pub const ALL: [Claimable; 3] = [Claimable::Yes, Claimable::No, Claimable::Offered];

    /// As it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Claimable::Yes => "yes",
            Claimable::No => "no",
            Claimable::Offered => "offered",
        }
    }
}

/// A kind of feature.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FeatureKind {
    /// Name, unique among all feature kinds.
    pub name: String,
    /// Place in the order of a tile's segments; lower first, then by name.
    pub order: i16,
    /// Edge kind that it makes where it reaches an edge.
    pub edge: Option<String>,
    /// Where it lies on such an edge.
    pub lies: Lies,
    /// Fills what the other kinds leave of a tile.
    pub fills: bool,
    /// Kinds that its segments border on the same tile.
    pub borders: Vec<String>,
    /// Neighboring cells it wants filled, as (dx, dy); empty for edge-connected kinds and spots.
    pub reach: Vec<(i8, i8)>,
    /// Can be complete.
    pub completes: bool,
    /// Who may claim it.
    pub claim: Claimable,
    /// Figure classes it takes besides the kinds that name it.
    pub takes: Vec<String>,
    /// Figures on it are safe from rules that respect shelter.
    pub shelter: bool,
}

/// How a tag combines when segments join.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Merge {
    /// Sum.
    #[default]
    Add,
    /// 1 if any segment has it.
    Any,
    /// 1 if all segments have it.
    All,
    /// Belongs to the segment only; the feature shows 0.
    Drop,
    /// The common value, or 0 when segments differ.
    Equal,
}

/// A named small counter (0–255) on a tile or on segments of one feature kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tag {
    /// Name; several expansions may declare the same tag if place and merge are equal.
    pub name: String,
    /// Feature kinds that carry it, or `tile`.
    pub on: Vec<String>,
    /// How it combines.
    pub merge: Merge,
}

/// How many pieces of something a player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Supply {
    /// The same number for any number of players.
    Each(u16),
    /// By number of players.
    ByPlayers(BTreeMap<u8, u16>),
}

impl Default for Supply {
    fn default() -> Self {
        Supply::Each(0)
    }
}

impl Supply {
    /// Pieces per player with this many players; the entry of the next smaller number counts.
    #[must_use]
    pub fn for_players(&self, players: u8) -> u16 {
        match self {
            Supply::Each(n) => *n,
            Supply::ByPlayers(map) => {
                let below = map.range(..=players).next_back();
                below.or_else(|| map.iter().next()).map_or(0, |(_, n)| *n)
            }
        }
    }
}

/// A kind of figure that players own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a word of the manifest")]
pub struct FigureKind {
    /// Name, unique among all figures.
    pub name: String,
    /// Free words that rules ask for.
    pub class: Vec<String>,
    /// Pieces per player.
    pub supply: Supply,
    /// Feature kinds it may stand on.
    pub on: Vec<String>,
    /// Strength in a majority; 0 never owns.
    pub weight: u8,
    /// Claims: needs an unoccupied feature and makes it occupied.
    pub claims: bool,
    /// Makes a feature occupied although it does not claim.
    pub blocks: bool,
    /// Whether the figure stays when its feature is scored.
    pub stays: bool,
    /// Exempt from rules that respect immunity.
    pub immune: bool,
    /// Class of figure that its owner needs in the feature already.
    pub needs_own: Option<String>,
    /// At most one of its kind and owner in a feature.
    pub one_per_feature: bool,
    /// Goes on the board in the step `second_action` too, after another figure.
    pub second: bool,
    /// Not offered by the core's own action step, only by offers that name it.
    pub offered: bool,
}

impl Default for FigureKind {
    fn default() -> Self {
        Self {
            name: String::new(),
            class: Vec::new(),
            supply: Supply::default(),
            on: Vec::new(),
            weight: 1,
            claims: true,
            blocks: false,
            stays: false,
            immune: false,
            needs_own: None,
            one_per_feature: false,
            second: false,
            offered: false,
        }
    }
}

/// A figure that belongs to nobody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Neutral {
    /// Name, unique among all figures.
    pub name: String,
}

/// A counter in front of each player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Token {
    /// Name, unique among all tokens.
    pub name: String,
    /// Number at the start.
    pub supply: Supply,
    /// Who sees how many a player has: all, that player (`owner`), or nobody.
    #[serde(skip_serializing_if = "Sees::is_all")]
    pub sees: Sees,
}

/// A group of the deck. Tiles are drawn from the first group, by order, that is open and not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Group {
    /// Name, unique among groups and zones. `main` is the core's own, with order 0.
    pub name: String,
    /// Lower is drawn first.
    pub order: i16,
    /// Never drawn from.
    pub closed: bool,
}

/// Who sees the tiles of a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sees {
    /// Everybody.
    #[default]
    All,
    /// The player whose zone it is.
    Owner,
    /// Nobody.
    Nobody,
}

impl Sees {
    /// Whether everybody does.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde asks")]
    pub(crate) fn is_all(&self) -> bool {
        *self == Self::All
    }

    /// Returns whether a seat sees a thing that belongs to a player, or to nobody.
    #[must_use]
    pub fn has(self, seat: Player, owner: Player) -> bool {
        match self {
            Self::All => true,
            Self::Owner => owner == seat && owner.is_seated(),
            Self::Nobody => false,
        }
    }
}

/// A place for tiles outside deck and board. `out` (the box) is the core's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Zone {
    /// Name, unique among groups and zones.
    pub name: String,
    /// One for each player, not one for the game.
    pub per_player: bool,
    /// Who sees the tiles.
    pub sees: Sees,
    /// The step `place` offers these tiles to their owner.
    pub plays: bool,
    /// The game goes on as long as a tile lies here, as it does for tiles that are played from a zone.
    pub pending: bool,
    /// Tiles that lie there at the start, full ids, for each owner: beside those in the deck, so that one which lies nowhere
    /// else has `count = 0`.
    pub start: Laid,
}

/// Tiles that lie somewhere at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Laid {
    /// The same layout for any number of players.
    Always(Vec<String>),
    /// By number of players.
    ByPlayers(BTreeMap<u8, Vec<String>>),
}

impl Default for Laid {
    fn default() -> Self {
        Laid::Always(Vec::new())
    }
}

impl Laid {
    /// Those with this many players; the entry of the next smaller number counts.
    #[must_use]
    pub fn for_players(&self, players: u8) -> &[String] {
        match self {
            Laid::Always(tiles) => tiles,
            Laid::ByPlayers(by) => by.range(..=players).next_back().map_or(&[], |(_, tiles)| tiles),
        }
    }

    /// Every tile that may lie there.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        let (always, by) = match self {
            Laid::Always(tiles) => (Some(tiles), None),
            Laid::ByPlayers(by) => (None, Some(by)),
        };
        always.into_iter().chain(by.into_iter().flat_map(BTreeMap::values)).flatten()
    }
}
