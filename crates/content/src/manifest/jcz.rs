//! What an expansion is called in the games of the other engine: the table `[jcz]` of its manifest.
//!
//! So the importer knows no expansion: sets, elements, rules, kinds, verbs, phases and events are data that
//! lie in the folder of the expansion they belong to.

use std::collections::BTreeMap;

use bastide_core::decl::{Expansion, Per, Value};
use bastide_core::{Words as Sentence, step};
use bastide_tiles::reader::{self, Table};

use super::options::OptionDecl;
use crate::lang;

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
    /// Tokens here → the number of the game that tells their size there.
    pub sizes: BTreeMap<String, String>,
    /// Steps of chance here → how they are rolled there.
    pub chance: BTreeMap<String, Chance>,
    /// Steps after which that engine asks for a confirmation → after which answers.
    pub commits: BTreeMap<String, After>,
    /// Most copies of a tile there, by its id there, however many sets bring it.
    pub most: BTreeMap<String, u16>,
    /// Copies of a tile there, by its id there, where they are others than here.
    pub copies: BTreeMap<String, u16>,
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
    /// Message that rolls it, if nothing before has brought a number of chance.
    pub message: Option<String>,
    /// Phase that waits for the message.
    pub phase: Option<String>,
    /// Numbers in the order of that engine; without them, rising.
    pub order: Vec<u32>,
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
    /// Options with whose values the item is said to be without an auction.
    pub no_auction: BTreeMap<String, Value>,
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
        self.commits.extend(other.commits.iter().map(|(step, after)| (full(step), *after)));
        self.most.extend(other.most.clone());
        self.copies.extend(other.copies.clone());
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
        sets: t.strings("sets"),
    });
    words.rules = named(&table, "rules", |t| Switch {
        option: text(t, "option"),
        element: t.str("element").map(str::to_owned),
        default: text(t, "default"),
        values: values(t, "values"),
    });
    words.features = named(&table, "features", |t| Feature {
        class: text(t, "class"),
        event: text(t, "event"),
        location: t.str("location").map(str::to_owned),
    });
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
        no_auction: values(t, "no-auction"),
    });
    words.sizes = texts(&table, "sizes");
    words.chance = named(&table, "chance", |t| Chance {
        message: t.str("message").map(str::to_owned),
        phase: t.str("phase").map(str::to_owned),
        order: rolls(t),
    });
    words.commits = commits(&table);
    words.most = numbers(&table, "most");
    words.copies = numbers(&table, "copies");
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

/// Whether the steps, states and options that the table names are declared; faults go to the document.
pub(crate) fn check(root: &Table<'_>, all: &Expansion, options: &[OptionDecl]) {
    let Some(table) = below(root, "jcz") else { return };
    let steps = || all.steps.iter().map(|step| step.name.as_str());
    let states = || all.state.iter().filter(|s| s.per == Per::Game && s.list == 0);
    let core = |name: &str| step::CORE_STEPS.iter().any(|(known, _)| *known == name);
    let unknown = |number, span, (en, fr): (&str, &str), name: &str, known: &[&str]| {
        let what = (format!("unknown {en} `{name}`"), format!("{fr} `{name}`"));
        let fault = table.document().fault(number, span, what.0, what.1);
        table.document().note(lang::suggest(fault, name, known.iter().copied()));
    };
    for key in ["phases", "chance", "commits"] {
        let Some(inner) = below(&table, key) else { continue };
        for entry in inner.entries() {
            let name = entry.key.as_str();
            let known = steps().any(|step| step == name) || key == "phases" && core(name);
            if !known {
                let known: Vec<&str> = steps().collect();
                unknown(112, entry.key_span.clone(), ("step", "étape inconnue"), name, &known);
            }
        }
    }
    if let Some(sizes) = below(&table, "sizes") {
        for entry in sizes.entries() {
            let reader::Value::Text(name) = &entry.node.value else { continue };
            if !states().any(|state| state.name == *name) {
                let known: Vec<&str> = states().map(|s| s.name.as_str()).collect();
                let what = ("number of the game", "nombre de la partie inconnu");
                unknown(118, entry.node.span.clone(), what, name, &known);
            }
        }
    }
    let Some(verbs) = below(&table, "verbs") else { return };
    for entry in verbs.entries() {
        let Some(said) = verbs.table(&entry.key).and_then(|v| below(&v, "no-auction")) else {
            continue;
        };
        for option in said.entries() {
            if !options.iter().any(|known| known.name == option.key) {
                let known: Vec<&str> = options.iter().map(|o| o.name.as_str()).collect();
                let what = ("option", "option inconnue");
                unknown(105, option.key_span.clone(), what, &option.key, &known);
            }
        }
    }
}

/// Numbers that a step of chance rolls.
fn rolls(table: &Table<'_>) -> Vec<u32> {
    let Some(node) = table.raw("order") else { return Vec::new() };
    let reader::Value::List(nodes) = &node.value else {
        let _ = table.document().as_int(node, "order", 0..=i64::from(u32::MAX));
        return Vec::new();
    };
    let one = |node| table.document().as_int(node, "order", 0..=i64::from(u32::MAX));
    nodes.iter().filter_map(one).map(|n| n as u32).collect()
}

/// Steps that end with a confirmation.
fn commits(table: &Table<'_>) -> BTreeMap<String, After> {
    let Some(inner) = below(table, "commits") else { return BTreeMap::new() };
    let after = |entry: &reader::Entry| {
        let after = match inner.document().as_str(&entry.node, &entry.key)? {
            "action" => After::Action,
            "pass" => After::Pass,
            "any" => After::Any,
            other => {
                let fault = inner.document().fault(
                    110,
                    entry.node.span.clone(),
                    format!("`{}` cannot be `{other}`", entry.key),
                    format!("`{}` ne peut pas valoir `{other}`", entry.key),
                );
                let help = ("write `action`, `pass` or `any`", "écrivez `action`, `pass` ou `any`");
                inner.document().note(fault.help(help.0, help.1));
                return None;
            }
        };
        Some((entry.key.clone(), after))
    };
    inner.entries().filter_map(after).collect()
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
