//! What expansions declare: plain data with names, not yet interned.
//!
//! A loader makes one [`Expansion`] from each enabled folder, with options resolved and conditional
//! tables already kept or dropped; [`crate::Ruleset::build`] interns everything to small ids.
//! Nothing here knows a terrain, a figure or an expansion: all names are the expansions' own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// On or off.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// One of the option's words.
    Text(String),
}

/// A text in several languages, by language code (`en`, `fr`).
pub type Text = BTreeMap<String, String>;

/// One enabled expansion. Rule ids are written in full (`short.subject.case`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Expansion {
    /// Name of the folder, unique: `two-words`.
    pub id: String,
    /// Version of the folder, for records.
    pub version: String,
    /// Hash of everything in the folder that affects the rules, for records.
    pub hash: String,
    /// Every option with the value in force.
    pub options: BTreeMap<String, Value>,
    /// Fewest players this expansion allows; 0 = no opinion. The greatest of all counts.
    pub players_min: u8,
    /// Most players this expansion allows; 0 = no opinion. The greatest of all counts.
    pub players_max: u8,
    /// Kinds of tile edge.
    pub edges: Vec<EdgeKind>,
    /// Kinds of feature.
    pub features: Vec<FeatureKind>,
    /// Named small counters on tiles and segments.
    pub tags: Vec<Tag>,
    /// Kinds of figure that players own.
    pub figures: Vec<FigureKind>,
    /// Figures that belong to nobody.
    pub neutrals: Vec<Neutral>,
    /// Counters in front of players.
    pub tokens: Vec<Token>,
    /// Groups of the deck.
    pub groups: Vec<Group>,
    /// Places for tiles that are neither in the deck nor on the board.
    pub zones: Vec<Zone>,
    /// Own steps on the agenda.
    pub steps: Vec<Step>,
    /// Verbs a player may choose.
    pub verbs: Vec<Verb>,
    /// Deploy patterns offered by declaration.
    pub deploys: Vec<DeployPattern>,
    /// State of its own, kept in the engine.
    pub state: Vec<StateKey>,
    /// Final scoring steps.
    pub finals: Vec<Final>,
    /// Start layout, if this expansion brings one.
    pub start: Option<Start>,
    /// Hook subscriptions.
    pub hooks: Vec<Subscription>,
    /// Names of effects that it looks up in the log of the turn (`returned`); others are not kept.
    pub log: Vec<String>,
    /// Rule ids that give a named restriction of the core its law (`occupied` → `short.claim.occupied`).
    pub restrictions: BTreeMap<String, String>,
    /// Rule ids that are switched off: their terms, vetoes, offers, subscriptions and final steps.
    pub mute: Vec<String>,
    /// Steps of another expansion that this one answers instead (`owner/step` → own step).
    pub replace: BTreeMap<String, String>,
    /// Changes of tile counts, full tile id → copies.
    pub tile_counts: BTreeMap<String, u16>,
    /// Every rule id of the folder with its texts and source.
    pub rules: Vec<Rule>,
    /// Board bounds `[x_min, y_min, x_max, y_max]`, if the table has an edge.
    pub bounds: Option<[i16; 4]>,
    /// Display names of declared things by `kind.name` (`figure.<name>`), for people.
    pub names: BTreeMap<String, Text>,
}

/// A rule: its id, short texts and where it comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rule {
    /// `short.subject.case`.
    pub id: String,
    /// One or two sentences per language.
    pub text: Text,
    /// Reference ids and pages: `R-…-072; 000`.
    pub source: String,
}

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
pub enum Claim {
    /// The core offers it on the placed tile.
    Yes,
    /// Never.
    #[default]
    No,
    /// Only through an offer that names the kind.
    Offered,
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
    /// Kinds whose segments on the same tile it is said to border.
    pub borders: Vec<String>,
    /// Neighbouring cells it wants filled, as (dx, dy); empty for edge-connected kinds and spots.
    pub reach: Vec<(i8, i8)>,
    /// Can be complete.
    pub completes: bool,
    /// Who may claim it.
    pub claim: Claim,
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
    /// The same for any number of players.
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
    /// Not sent home when its feature is scored.
    pub stays: bool,
    /// Exempt from rules that respect immunity.
    pub immune: bool,
    /// Class of figure that its owner needs in the feature already.
    pub needs_own: Option<String>,
    /// At most one of its kind and owner in a feature.
    pub one_per_feature: bool,
    /// Goes on the board in the step `second_action`, not in `action`.
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
    /// Tiles that lie there at the start, full ids, for each owner.
    pub start: Vec<String>,
}

/// An own step on the agenda; `ask.<name>` lists its options, `answer.<name>` follows the choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    /// Name, unique in the expansion.
    pub name: String,
    /// Asked although nothing but pass is an option.
    pub always: bool,
    /// Verbs of the same expansion that it offers by their declarations, without a handler.
    pub verbs: Vec<String>,
    /// Rule id of the pass, if one may pass.
    pub pass: Option<String>,
}

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
}

/// A shape of cells around a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// The cell and those in the four straight lines.
    #[default]
    Cross,
    /// All cells within a square.
    Square,
}

/// Cells near the segment, figure or cell in the step's first argument.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Within {
    /// Shape of the area.
    pub shape: Shape,
    /// Tag of the segment in the step's first argument whose number is the size.
    pub tag: Option<String>,
    /// Size if no tag is named.
    pub size: u8,
}

/// Whose figure, seen from the actor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// Anybody's.
    #[default]
    Any,
    /// The actor's.
    Own,
    /// Another player's.
    Others,
}

/// Which segments or figures a verb or pattern may name; every key present must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Where {
    /// Feature kinds (of the segment, or of what the figure stands on).
    pub kind: Vec<String>,
    /// Tag that the segment has (a number above 0).
    pub tag: Option<String>,
    /// Tag that the segment lacks.
    pub without: Option<String>,
    /// Claimed by somebody, or not.
    pub occupied: Option<bool>,
    /// Complete, or not.
    pub complete: Option<bool>,
    /// On the tile just placed, or not.
    pub placed: Option<bool>,
    /// Figure kind.
    pub figure: Vec<String>,
    /// Figure class.
    pub class: Option<String>,
    /// Whose figure.
    pub owner: Whose,
    /// Held as a prisoner by such a player; otherwise the figure is on the board.
    pub holder: Option<Whose>,
    /// Only where no rule shelters the figure, or only where one does.
    pub sheltered: Option<bool>,
    /// Near the step's first argument.
    pub within: Option<Within>,
    /// For figures held: one of each kind is enough.
    pub one_per_kind: bool,
}

/// A verb: what a player may choose besides placing and deploying. `do.<name>` gives its effects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Verb {
    /// Name, unique in the expansion.
    pub name: String,
    /// Rule id of the offer.
    pub rule: String,
    /// What it is chosen with.
    pub target: Target,
    /// Which targets.
    pub wher: Where,
    /// Steps in which the core offers it by itself (`action`, `second_action`, `place`, …; `*` = every
    /// decision of the turn's player).
    pub at: Vec<String>,
    /// Slots that are asked although this is all they offer.
    pub opens: Vec<String>,
    /// Does not use up the step: the step is asked again.
    pub free: bool,
    /// While it stands, only such verbs and free ones are options.
    pub must: bool,
    /// Tokens it costs, by token name, or points by `points`; paid by the core when chosen.
    pub price: BTreeMap<String, u16>,
    /// State flag of the player (key of the expansion) that must be 0; the core sets it to 1.
    pub once: Option<String>,
    /// Rule ids whose vetoes do not hold for it.
    pub waives: Vec<String>,
    /// Rule ids that refuse a target, by the key of `where` that does not hold, or `once`, `price`.
    pub refusals: BTreeMap<String, String>,
}

/// A deploy pattern offered by declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeployPattern {
    /// Rule id of the offer.
    pub rule: String,
    /// Steps in which it is offered.
    pub at: Vec<String>,
    /// Only while the tile just placed carries this tag or a segment with it.
    pub placed_tag: Option<String>,
    /// Figure class; empty = any.
    pub class: Option<String>,
    /// Figure kinds; empty = any.
    pub figure: Vec<String>,
    /// Which segments.
    pub wher: Where,
    /// Does not use up the step.
    pub free: bool,
    /// Restrictions or rule ids that do not hold for it.
    pub waives: Vec<String>,
    /// Rule ids that refuse a segment, by the key of `where` that does not hold.
    pub refusals: BTreeMap<String, String>,
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
    /// Whom it belongs to.
    pub per: Per,
    /// Value at the start.
    pub default: i32,
    /// Longest list; 0 = a number. Lists are per game or per player.
    pub list: u8,
    /// When it goes back to its default.
    pub reset: Reset,
}

/// A step of the final scoring.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Final {
    /// Name, unique in the expansion.
    pub name: String,
    /// Lower first.
    pub order: i16,
    /// Rule id, so that it can be muted.
    pub rule: String,
    /// Occupied features of these kinds are scored by the core.
    pub features: Vec<String>,
    /// Handler of `end_of_game.points` that makes claims and awards.
    pub call: Option<String>,
}

/// Tiles that lie on the board before the first turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Start {
    /// What lies where.
    pub tiles: Vec<StartTile>,
    /// Expansions whose start layout this one replaces; their start tiles go to the box.
    pub replaces: Vec<String>,
}

/// One tile of a start layout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartTile {
    /// Full tile id.
    pub tile: String,
    /// Cell.
    pub at: (i16, i16),
    /// Clockwise quarter turns.
    pub rotation: u8,
}

/// A subscription to a hook. Every filter present must hold; all are evaluated by the core.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Subscription {
    /// Name of the hook: `scoring.points`, `on.placed`, `at.before_scoring`, `ask.<step>`, …
    pub on: String,
    /// Function of the expansion that answers.
    pub call: String,
    /// Order among the handlers of one slot or effect; lower first, then needs, then id.
    pub rank: i16,
    /// Rule id that switches the subscription off when muted.
    pub rule: Option<String>,
    /// Feature kinds of the feature, segment or claim in question.
    pub feature: Vec<String>,
    /// The feature has this tag (a number above 0).
    pub tag: Option<String>,
    /// The rule of the claim or the cause of the effect.
    pub cause: Option<String>,
    /// The claim or feature is complete, or not.
    pub complete: Option<bool>,
    /// In the final scoring, or not.
    pub last: Option<bool>,
    /// Figure kinds.
    pub figure: Vec<String>,
    /// Figure class.
    pub class: Option<String>,
    /// The tile just placed, or the tile of the event, carries this tag or a segment with it.
    pub placed_tag: Option<String>,
    /// The tile to be placed has a segment of this kind (`placement.veto`).
    pub placed_kind: Option<String>,
    /// The deck group the tile of the event came from.
    pub group: Option<String>,
    /// Some player has this token.
    pub token: Option<String>,
    /// The neutral figure of the event, or one that is on the board for other hooks.
    pub neutral: Option<String>,
    /// Steps or slots in which an offer or veto is asked.
    pub step: Vec<String>,
    /// A figure of this kind is on the board.
    pub on_board: Option<String>,
    /// A game-wide state key of the expansion is not 0.
    pub state: Option<String>,
    /// Some zone of the turn's player with this name holds a tile.
    pub zone: Option<String>,
}

/// Places of a tile's border, clockwise from the north-west corner: each edge has left, middle, right
/// as seen from the centre.
pub const PLACES: [&str; 12] =
    ["NL", "NM", "NR", "EL", "EM", "ER", "SL", "SM", "SR", "WL", "WM", "WR"];

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
    /// Edge kinds N, E, S, W.
    pub edges: [String; 4],
    /// Segments in the order of their kinds.
    pub segments: Vec<Segment>,
    /// Tags of the tile as a whole.
    pub tags: Vec<(String, u8)>,
    /// Names of the same tile elsewhere.
    pub aliases: BTreeMap<String, String>,
}
