//! What expansions declare: plain data with names, not yet interned.
//!
//! A loader makes one [`Expansion`] from each enabled folder, with options resolved and conditional
//! tables already kept or dropped; [`crate::Ruleset::build`] interns everything to small ids.
//! Nothing here knows a terrain, a figure or an expansion: all names are the expansions' own.

mod acts;
mod condition;
mod reacts;
mod steps;
mod things;
mod tiles;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use acts::*;
pub use condition::*;
pub use reacts::*;
pub use steps::*;
pub use things::*;
pub use tiles::*;

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

impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Self::Bool(on)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Int(number)
    }
}

impl From<&str> for Value {
    fn from(word: &str) -> Self {
        Self::Text(word.to_owned())
    }
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
    /// Things that claims count and that are no feature, tag or tile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<String>,
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
    /// Places offered by declaration.
    pub places: Vec<PlacePattern>,
    /// Options that rules refuse.
    pub refuses: Vec<Refuse>,
    /// State of its own, kept in the engine.
    pub state: Vec<StateKey>,
    /// Final scoring steps.
    pub finals: Vec<Final>,
    /// Pieces of tile that may be laid over tiles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<Overlay>,
    /// Start layout, if this expansion brings one.
    pub start: Option<Start>,
    /// Hook subscriptions.
    pub hooks: Vec<Subscription>,
    /// Names of effects that it looks up in the log of the turn (`returned`); others are not kept.
    pub log: Vec<String>,
    /// Rule ids that give a named restriction of the core its law (`occupied` → `short.claim.occupied`).
    pub restrictions: BTreeMap<String, String>,
    /// Rule ids by which the core itself offers something (`deploy` → `short.deploy`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub offers: BTreeMap<String, String>,
    /// Rule ids that are switched off: their terms, vetoes, offers, subscriptions and final steps.
    pub mute: Vec<String>,
    /// Steps of another expansion that this one answers instead (`owner/step` → own step).
    pub replace: BTreeMap<String, String>,
    /// For each kind, the kinds that its segments border on the same tile, whoever declares the two.
    pub borders: BTreeMap<String, Vec<String>>,
    /// Changes of tile counts, full tile id → copies.
    pub tile_counts: BTreeMap<String, u16>,
    /// Every rule id of the folder with its texts and source.
    pub rules: Vec<Rule>,
    /// Board bounds `[x_min, y_min, x_max, y_max]`, if the table has an edge.
    pub bounds: Option<[i16; 4]>,
    /// The edge of the table closes what runs into it, and stands for the tiles beyond it.
    pub closed_border: bool,
    /// Treatment of a drawn tile that fits nowhere; a value other than the default wins.
    pub unplaceable: Unplaceable,
    /// Value for bots, in points, of owning a thing, by kind and name (`token.<name>`, `figure.<name>`). It changes no
    /// rule, and therefore no hash of rules.
    #[serde(skip)]
    pub worth: BTreeMap<String, i32>,
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
