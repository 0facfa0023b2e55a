//! What an expansion is called in the games of the other engine: the table `[jcz]` of its manifest.
//!
//! So the importer knows no expansion: sets, elements, rules, kinds, verbs, phases and events are data that
//! lie in the folder of the expansion they belong to.

use std::collections::BTreeMap;

use bastide_core::decl::Value;
use bastide_core::{Words as Sentence, step};

mod older;
mod read;

pub use older::{Lies, Older, Turned};
pub(super) use read::{check, read};

/// Names of one expansion, or of all expansions of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Tile sets there → tile set here.
    pub sets: BTreeMap<String, String>,
    /// Elements that can be switched on.
    pub elements: BTreeMap<String, Element>,
    /// Rules that have values.
    pub rules: BTreeMap<String, Switch>,
    /// Rules that mean nothing without elements that nobody here knows.
    pub idle_rules: Vec<String>,
    /// Option that allows a game of one player.
    pub alone: Option<String>,
    /// Options that allow this number of players.
    pub seats: BTreeMap<String, u16>,
    /// Options that are fixed there.
    pub options: BTreeMap<String, Value>,
    /// Feature kinds here → names there.
    pub features: BTreeMap<String, Feature>,
    /// Figure kinds here → names there.
    pub figures: BTreeMap<String, Figure>,
    /// Tokens here → name there.
    pub tokens: BTreeMap<String, String>,
    /// Token of the other engine that counts the tiles in a player's zone, by zone.
    pub zones: BTreeMap<String, String>,
    /// Deck groups here → name there.
    pub groups: BTreeMap<String, String>,
    /// Tiles, by their id there, that lie in another group there than those of their group here.
    pub tile_groups: BTreeMap<String, String>,
    /// Tiles that are held back.
    pub held: Vec<Held>,
    /// Beginning of a rule id here → name of the points there.
    pub events: BTreeMap<String, String>,
    /// Names of points there of which a player gets all at once in one.
    pub sums: Vec<String>,
    /// Tags of features here → name of the points of features that carry them.
    pub tags: BTreeMap<String, String>,
    /// Steps here → phase there.
    pub phases: BTreeMap<String, String>,
    /// Verbs here → message and item there.
    pub verbs: BTreeMap<String, Verb>,
    /// Tokens here → the number of the game that tells their size there.
    pub sizes: BTreeMap<String, String>,
    /// Steps of chance here → how they are rolled there.
    pub chance: BTreeMap<String, Chance>,
    /// Steps after which that engine asks for a confirmation.
    pub commits: BTreeMap<String, Commit>,
    /// Most copies of a tile there, by its id there, however many sets bring it.
    pub most: BTreeMap<String, u16>,
    /// Copies of a tile in the other engine, by its id there, where the number differs.
    pub copies: BTreeMap<String, u16>,
    /// A tile there → the one, by its id there, in whose place it lies at the start; whichever does not lie there is in no game.
    pub instead: BTreeMap<String, String>,
    /// Where that engine goes its own way.
    pub conventions: Vec<Convention>,
    /// Names in games of version 4.
    pub older: Older,
}

/// An element, and what it sets here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Option that it sets.
    pub option: Option<String>,
    /// Value if it is on; without one a switch is on, a number the element's own.
    pub on: Option<Value>,
    /// Value if it is off; without one a switch is off, a number 0.
    pub off: Option<Value>,
    /// Figure kind whose number it is.
    pub figure: Option<String>,
    /// It means nothing as long as none of these tiles is in play; with one, it cannot be played here.
    pub only_with: Vec<String>,
    /// It does not bring the expansion into the game by itself.
    pub passive: bool,
    /// Without it the expansion is not in play: tiles of its sets are, and its symbols on them are paint.
    pub whole: bool,
    /// Tile sets here that come with it.
    pub sets: Vec<String>,
}

/// A rule with values, and the option that it sets here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switch {
    /// Option.
    pub option: String,
    /// Element without which it says nothing.
    pub element: Option<String>,
    /// Value there if the file says nothing.
    pub default: String,
    /// Values there → value here.
    pub values: BTreeMap<String, Value>,
}

/// A feature kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feature {
    /// Class there.
    pub class: String,
    /// Name of its points.
    pub event: String,
    /// Where it lies on a tile there, if that is neither told by its sides nor by its number.
    pub location: Option<String>,
}

/// A figure kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Middle of its ids there: `0.<id>.1`.
    pub id: String,
    /// Class there.
    pub class: String,
}

/// A step of chance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chance {
    /// Messages that roll it, if no earlier message carried a random number. Versions of that engine differ.
    pub messages: Vec<String>,
    /// Phase that waits for the message.
    pub phase: Option<String>,
    /// Numbers in the order of that engine; without them, rising.
    pub order: Vec<u32>,
    /// Numbers that engine draws besides and that decide nothing here: each below one of these.
    pub also: Vec<u32>,
}

/// A confirmation after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// After which answers.
    pub after: After,
    /// Phase that waits for it, if it is not that of the step.
    pub phase: Option<String>,
}

/// After which answers of a step that engine asks for a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// After everything but a pass.
    Action,
    /// After a pass.
    Pass,
    /// After both.
    Any,
    /// After an action after which the same player is not asked again.
    Last,
}

/// Tiles that lie in a group of their own until something is on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Tag of the tiles.
    pub tag: String,
    /// Their group there.
    pub group: String,
    /// Tag of the tile after which they are drawn.
    pub until: String,
}

/// A verb.
#[allow(clippy::struct_excessive_bools, reason = "each is a word of the manifest")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verb {
    /// Message that chooses it.
    pub message: String,
    /// Texts in the payload of the message.
    pub payload: BTreeMap<String, String>,
    /// Type of the offered item; empty = it is not shown as one.
    pub item: String,
    /// Type of the item that is chosen with a cell, if it differs.
    pub item_on_cell: Option<String>,
    /// What the item is for.
    pub of: String,
    /// Phase that stands after it, within a turn after placing.
    pub phase: Option<String>,
    /// It may be done at any time and is no reason to ask.
    pub aside: bool,
    /// Whether the confirmation opens the action again for a player who had passed.
    pub reopens: bool,
    /// It can be taken back.
    pub undo: bool,
    /// Key of the number in the message that it is chosen with.
    pub number: Option<String>,
    /// Which tile it is chosen with.
    pub nth: Option<Nth>,
    /// It is no choice there where nothing else can be chosen.
    pub alone: bool,
    /// Option values under which the item is awarded without an auction.
    pub no_auction: BTreeMap<String, Value>,
}

/// Tiles of a zone that messages name by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nth {
    /// Key of the number in the message, counted from 0 in the order in which they came to the zone, those too that were chosen since.
    pub key: String,
    /// The zone.
    pub zone: String,
}

/// Point at which the other engine follows another reading, and the message that reveals it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Convention {
    /// Its name.
    pub id: String,
    /// What happens there, and what here.
    pub text: Sentence,
    /// Verb of the message.
    pub verb: String,
    /// Phases in which the message counts.
    pub phases: Vec<String>,
}

impl Words {
    /// Adds the words of an expansion; its steps and verbs are named with it.
    pub fn join(&mut self, id: &str, other: &Words) {
        let full = |name: &str| format!("{id}/{name}");
        self.features.extend(other.features.clone());
        self.figures.extend(other.figures.clone());
        self.tokens.extend(other.tokens.clone());
        self.zones.extend(other.zones.clone());
        self.groups.extend(other.groups.clone());
        self.tile_groups.extend(other.tile_groups.clone());
        self.held.extend(other.held.iter().cloned());
        self.events.extend(other.events.clone());
        self.sums.extend(other.sums.iter().cloned());
        self.tags.extend(other.tags.clone());
        for (own, phase) in &other.phases {
            let core = step::CORE_STEPS.iter().any(|(name, _)| name == own);
            self.phases.insert(if core { own.clone() } else { full(own) }, phase.clone());
        }
        let options = |verb: &Verb| {
            verb.no_auction.iter().map(|(name, value)| (full(name), value.clone())).collect()
        };
        let verb = |verb: &Verb| Verb { no_auction: options(verb), ..verb.clone() };
        self.verbs.extend(other.verbs.iter().map(|(name, one)| (full(name), verb(one))));
        self.sizes.extend(other.sizes.iter().map(|(token, state)| (token.clone(), full(state))));
        self.chance.extend(other.chance.iter().map(|(step, one)| (full(step), one.clone())));
        self.commits.extend(other.commits.iter().map(|(step, one)| (full(step), one.clone())));
        self.most.extend(other.most.clone());
        self.copies.extend(other.copies.clone());
        self.instead.extend(other.instead.clone());
        let own = |one: &Convention| Convention { verb: full(&one.verb), ..one.clone() };
        self.conventions.extend(other.conventions.iter().map(own));
        self.older.join(&other.older);
    }

    /// Name of the points that a rule gives: that of the longest beginning of its id. An empty one is none.
    #[must_use]
    pub fn event(&self, rule: &str) -> Option<&str> {
        let mut part = rule;
        loop {
            if let Some(name) = self.events.get(part) {
                return Some(name.as_str()).filter(|name| !name.is_empty());
            }
            part = part.rsplit_once('.')?.0;
        }
    }
}
