//! What an expansion is called in the games of the other engine: the table `[jcz]` of its manifest.
//!
//! So the importer knows no expansion: sets, elements, rules, kinds, verbs, phases and events are data that
//! lie in the folder of the expansion they belong to.

use std::collections::BTreeMap;

use bastide_core::Words as Sentence;
use bastide_core::decl::Value;
use bastide_tiles::reader::{self, Table};

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
    /// Options that are fixed there.
    pub options: BTreeMap<String, Value>,
    /// Feature kinds here → names there.
    pub features: BTreeMap<String, Feature>,
    /// Figure kinds here → names there.
    pub figures: BTreeMap<String, Figure>,
    /// Tokens here → name there.
    pub tokens: BTreeMap<String, String>,
    /// Deck groups here → name there.
    pub groups: BTreeMap<String, String>,
    /// Tiles that are held back.
    pub held: Vec<Held>,
    /// Beginning of a rule id here → name of the points there.
    pub events: BTreeMap<String, String>,
    /// Steps here → phase there.
    pub phases: BTreeMap<String, String>,
    /// Verbs here → message and item there.
    pub verbs: BTreeMap<String, Verb>,
    /// Most copies of a tile there, by its id there, however many sets bring it.
    pub most: BTreeMap<String, u16>,
    /// Where that engine goes its own way.
    pub conventions: Vec<Convention>,
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
}

/// A figure kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Middle of its ids there: `0.<id>.1`.
    pub id: String,
    /// Class there.
    pub class: String,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verb {
    /// Message that chooses it.
    pub message: String,
    /// Texts in the payload of the message.
    pub payload: BTreeMap<String, String>,
    /// Type of the offered item; empty = it is not shown as one.
    pub item: String,
    /// Type of the item that is chosen with a cell, if it is another.
    pub item_on_cell: Option<String>,
    /// What the item is for.
    pub of: String,
    /// Phase that stands after it, within a turn after placing.
    pub phase: Option<String>,
    /// It may be done at any time and is no reason to ask.
    pub aside: bool,
    /// It can be taken back.
    pub undo: bool,
}

/// Where the other engine goes its own way, by convention or by mistake, and how one sees that a game came there:
/// everything that is said must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Convention {
    /// Its name.
    pub id: String,
    /// What happens there, and what here.
    pub text: Sentence,
    /// One of these tiles lies on the table.
    pub placed: Vec<String>,
    /// The tile to be placed has a segment of this kind.
    pub drawn_kind: Option<String>,
    /// The message of this verb came…
    pub verb: Option<String>,
    /// … in one of these phases.
    pub phases: Vec<String>,
    /// An action was refused by one of these rules.
    pub refused: Vec<String>,
    /// This figure is offered…
    pub figure: Option<String>,
    /// … on a feature that is complete, or on one that is not,
    pub complete: Option<bool>,
    /// … on a feature where its owner has another, or none.
    pub again: Option<bool>,
}

impl Words {
    /// Adds the words of an expansion; its steps and verbs are named with it.
    pub fn join(&mut self, id: &str, other: &Words) {
        let full = |name: &str| format!("{id}/{name}");
        self.features.extend(other.features.clone());
        self.figures.extend(other.figures.clone());
        self.tokens.extend(other.tokens.clone());
        self.groups.extend(other.groups.clone());
        self.held.extend(other.held.iter().cloned());
        self.events.extend(other.events.clone());
        for (step, phase) in &other.phases {
            let core = bastide_core::step::CORE_STEPS.iter().any(|(name, _)| name == step);
            self.phases.insert(if core { step.clone() } else { full(step) }, phase.clone());
        }
        self.verbs.extend(other.verbs.iter().map(|(name, verb)| (full(name), verb.clone())));
        self.most.extend(other.most.clone());
        let own =
            |one: &Convention| Convention { verb: one.verb.as_deref().map(full), ..one.clone() };
        self.conventions.extend(other.conventions.iter().map(own));
    }

    /// Name of the points that a rule gives: that of the longest beginning of its id.
    #[must_use]
    pub fn event(&self, rule: &str) -> Option<&str> {
        let mut part = rule;
        loop {
            if let Some(name) = self.events.get(part) {
                return Some(name);
            }
            part = part.rsplit_once('.')?.0;
        }
    }
}

/// Reads the table `[jcz]` of a manifest; faults go to its document.
pub(crate) fn read(root: &Table<'_>) -> Words {
    let mut words = Words::default();
    if !root.has("jcz") {
        let _ = root.raw("jcz");
        return words;
    }
    let Some(table) = root.table("jcz") else { return words };
    words.sets = texts(&table, "sets");
    words.idle_rules = table.strings("idle-rules");
    words.alone = table.str("alone").map(str::to_owned);
    words.options = values(&table, "options");
    words.tokens = texts(&table, "tokens");
    words.groups = texts(&table, "groups");
    words.events = texts(&table, "events");
    words.phases = texts(&table, "phases");
    words.elements = named(&table, "elements", |t| Element {
        option: t.str("option").map(str::to_owned),
        on: t.raw("on").and_then(value),
        off: t.raw("off").and_then(value),
        figure: t.str("figure").map(str::to_owned),
        only_with: t.strings("only-with"),
        passive: t.bool("passive").unwrap_or(false),
        whole: t.bool("whole").unwrap_or(false),
    });
    words.rules = named(&table, "rules", |t| Switch {
        option: text(t, "option"),
        element: t.str("element").map(str::to_owned),
        default: text(t, "default"),
        values: values(t, "values"),
    });
    words.features =
        named(&table, "features", |t| Feature { class: text(t, "class"), event: text(t, "event") });
    words.figures =
        named(&table, "figures", |t| Figure { id: text(t, "id"), class: text(t, "class") });
    words.verbs = named(&table, "verbs", |t| Verb {
        message: text(t, "message"),
        payload: texts(t, "payload"),
        item: text(t, "item"),
        item_on_cell: t.str("item-on-cell").map(str::to_owned),
        of: text(t, "of"),
        phase: t.str("phase").map(str::to_owned),
        aside: t.bool("aside").unwrap_or(false),
        undo: t.bool("undo").unwrap_or(true),
    });
    words.most = numbers(&table, "most");
    for one in table.tables("convention") {
        let said = texts(&one, "text");
        let said = |lang| said.get(lang).cloned().unwrap_or_default();
        words.conventions.push(Convention {
            id: text(&one, "id"),
            text: Sentence::new(said("en"), said("fr")),
            placed: one.strings("placed"),
            drawn_kind: one.str("drawn-kind").map(str::to_owned),
            verb: one.str("verb").map(str::to_owned),
            phases: one.strings("phases"),
            refused: one.strings("refused"),
            figure: one.str("figure").map(str::to_owned),
            complete: one.bool("complete"),
            again: one.bool("again"),
        });
        one.finish();
    }
    for held in table.tables("held") {
        words.held.push(Held {
            tag: text(&held, "tag"),
            group: text(&held, "group"),
            until: text(&held, "until"),
        });
        held.finish();
    }
    table.finish();
    words
}

fn text(table: &Table<'_>, key: &str) -> String {
    table.str(key).unwrap_or_default().to_owned()
}

/// A table whose values are tables.
fn named<T>(table: &Table<'_>, key: &str, make: impl Fn(&Table<'_>) -> T) -> BTreeMap<String, T> {
    let mut out = BTreeMap::new();
    let Some(inner) = below(table, key) else { return out };
    for entry in inner.entries() {
        if let Some(one) = inner.table(&entry.key) {
            out.insert(entry.key.clone(), make(&one));
            one.finish();
        }
    }
    out
}

/// A table whose values are texts.
fn texts(table: &Table<'_>, key: &str) -> BTreeMap<String, String> {
    let Some(inner) = below(table, key) else { return BTreeMap::new() };
    let text = |entry: &reader::Entry| {
        Some((entry.key.clone(), inner.document().as_str(&entry.node, &entry.key)?.to_owned()))
    };
    inner.entries().filter_map(text).collect()
}

/// A table whose values are small numbers.
fn numbers(table: &Table<'_>, key: &str) -> BTreeMap<String, u16> {
    let Some(inner) = below(table, key) else { return BTreeMap::new() };
    let n = |key: &String| Some((key.clone(), inner.int(key, 0..=999)? as u16));
    inner.entries().filter_map(|entry| n(&entry.key)).collect()
}

/// A table whose values are those of options.
fn values(table: &Table<'_>, key: &str) -> BTreeMap<String, Value> {
    let Some(inner) = below(table, key) else { return BTreeMap::new() };
    inner.entries().filter_map(|entry| Some((entry.key.clone(), value(&entry.node)?))).collect()
}

fn below<'d>(table: &Table<'d>, key: &str) -> Option<Table<'d>> {
    if table.has(key) {
        return table.table(key);
    }
    // Asked for all the same, so that it is a known key.
    let _ = table.raw(key);
    None
}

fn value(node: &reader::Node) -> Option<Value> {
    match &node.value {
        reader::Value::Bool(on) => Some(Value::Bool(*on)),
        reader::Value::Int(n) => Some(Value::Int(*n)),
        reader::Value::Text(text) => Some(Value::Text(text.clone())),
        _ => None,
    }
}
