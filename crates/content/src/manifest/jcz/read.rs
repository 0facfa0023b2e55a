//! Reading the table `[jcz]` of a manifest.

use std::collections::BTreeMap;

use bastide_core::decl::{Expansion, Per, Value};
use bastide_core::{Words as Sentence, step};
use bastide_text::Table;

use super::super::options::OptionDecl;
use super::{
    After, Chance, Commit, Convention, Element, Feature, Figure, Held, Nth, Switch, Verb, Words,
};
use crate::lang;

/// Reads the table `[jcz]` of a manifest; faults go to its document.
pub(in super::super) fn read(root: &Table<'_>) -> Words {
    let mut words = Words::default();
    if !root.has("jcz") {
        let _ = root.raw("jcz");
        return words;
    }
    let Some(table) = root.table("jcz") else { return words };
    words.sets = texts(&table, "sets");
    words.idle_rules = table.strings("idle-rules");
    words.alone = table.str("alone").map(str::to_owned);
    words.seats = numbers(&table, "seats");
    words.options = values(&table, "options");
    words.tokens = texts(&table, "tokens");
    words.zones = texts(&table, "zones");
    words.groups = texts(&table, "groups");
    words.tile_groups = texts(&table, "tile-groups");
    words.events = texts(&table, "events");
    words.sums = table.strings("sums");
    words.tags = texts(&table, "tags");
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
        reopens: t.bool("reopens").unwrap_or(false),
        undo: t.bool("undo").unwrap_or(true),
        number: t.str("number").map(str::to_owned),
        nth: below(t, "nth").map(|nth| {
            let found = Nth { key: text(&nth, "key"), zone: text(&nth, "zone") };
            nth.finish();
            found
        }),
        alone: t.bool("alone").unwrap_or(false),
        no_auction: values(t, "no-auction"),
    });
    words.sizes = texts(&table, "sizes");
    words.chance = named(&table, "chance", |t| Chance {
        messages: t.strings("message"),
        phase: t.str("phase").map(str::to_owned),
        order: rolls(t, "order"),
        also: rolls(t, "also"),
    });
    words.commits = commits(&table);
    words.most = numbers(&table, "most");
    words.copies = numbers(&table, "copies");
    words.instead = texts(&table, "instead");
    for one in table.tables("convention") {
        let said = texts(&one, "text");
        let said = |lang| said.get(lang).cloned().unwrap_or_default();
        words.conventions.push(Convention {
            id: text(&one, "id"),
            text: Sentence::new(said("en"), said("fr")),
            verb: text(&one, "verb"),
            phases: one.strings("phases"),
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
    words.older = super::older::read(&table);
    table.finish();
    words
}

pub(super) fn text(table: &Table<'_>, key: &str) -> String {
    table.str(key).unwrap_or_default().to_owned()
}

/// A table whose values are tables.
pub(super) fn named<T>(
    table: &Table<'_>,
    key: &str,
    make: impl Fn(&Table<'_>) -> T,
) -> BTreeMap<String, T> {
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
pub(super) fn texts(table: &Table<'_>, key: &str) -> BTreeMap<String, String> {
    let Some(inner) = below(table, key) else { return BTreeMap::new() };
    let text = |entry: &bastide_text::Entry| {
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
pub(in super::super) fn check(root: &Table<'_>, all: &Expansion, options: &[OptionDecl]) {
    let Some(table) = below(root, "jcz") else { return };
    let steps = || all.steps.iter().map(|step| step.name.as_str());
    let states = || all.state.iter().filter(|s| s.per == Per::Game && s.list == 0);
    let core = |name: &str| step::CORE_STEPS.iter().any(|(known, _)| *known == name);
    let unknown = |number, span, (en, fr): (&str, &str), name: &str, known: Vec<&str>| {
        if known.contains(&name) {
            return;
        }
        let what = (format!("unknown {en} `{name}`"), format!("{fr} `{name}`"));
        let fault = table.document().fault(number, span, what.0, what.1);
        table.document().note(lang::suggest(fault, name, known));
    };
    for key in ["phases", "chance", "commits"] {
        let Some(inner) = below(&table, key) else { continue };
        for entry in inner.entries().filter(|entry| key != "phases" || !core(&entry.key)) {
            let (span, what) = (entry.key_span.clone(), ("step", "étape inconnue"));
            unknown(112, span, what, &entry.key, steps().collect());
        }
    }
    let zone = |name: &str, span| {
        let known = all.zones.iter().map(|z| z.name.as_str()).collect();
        unknown(154, span, ("zone", "domaine inconnu"), name, known);
    };
    for entry in below(&table, "zones").iter().flat_map(Table::entries) {
        zone(&entry.key, entry.key_span.clone());
    }
    for entry in below(&table, "tags").iter().flat_map(Table::entries) {
        let known = all.tags.iter().map(|tag| tag.name.as_str()).collect();
        unknown(155, entry.key_span.clone(), ("tag", "étiquette inconnue"), &entry.key, known);
    }
    if let Some(sizes) = below(&table, "sizes") {
        for entry in sizes.entries() {
            let bastide_text::Value::Text(name) = &entry.node.value else { continue };
            let known = states().map(|s| s.name.as_str()).collect();
            let what = ("number of the game", "nombre de la partie inconnu");
            unknown(118, entry.node.span.clone(), what, name, known);
        }
    }
    let Some(verbs) = below(&table, "verbs") else { return };
    for verb in verbs.entries().filter_map(|entry| verbs.table(&entry.key)) {
        if let Some(said) = below(&verb, "no-auction") {
            for option in said.entries() {
                let known = options.iter().map(|o| o.name.as_str()).collect();
                let what = ("option", "option inconnue");
                unknown(105, option.key_span.clone(), what, &option.key, known);
            }
        }
        let nth = below(&verb, "nth");
        if let Some(node) = nth.as_ref().and_then(|nth| nth.raw("zone"))
            && let bastide_text::Value::Text(name) = &node.value
        {
            zone(name, node.span.clone());
        }
    }
}

/// Numbers that a step of chance rolls, or below which it does.
fn rolls(table: &Table<'_>, key: &str) -> Vec<u32> {
    let Some(node) = table.raw(key) else { return Vec::new() };
    let one = |node| table.document().as_int(node, key, 0..=i64::from(u32::MAX));
    let bastide_text::Value::List(nodes) = &node.value else {
        let _ = one(node);
        return Vec::new();
    };
    nodes.iter().filter_map(one).map(|n| n as u32).collect()
}

/// Steps that end with a confirmation.
fn commits(table: &Table<'_>) -> BTreeMap<String, Commit> {
    let Some(inner) = below(table, "commits") else { return BTreeMap::new() };
    let mut out = BTreeMap::new();
    for entry in inner.entries() {
        let (after, phase) = if let bastide_text::Value::Table(_) = entry.node.value {
            let Some(one) = inner.table(&entry.key) else { continue };
            let found = (after(&one, "after"), one.str("phase").map(str::to_owned));
            one.finish();
            found
        } else {
            (after(&inner, &entry.key), None)
        };
        out.extend(after.map(|after| (entry.key.clone(), Commit { after, phase })));
    }
    out
}

/// After which answers a step ends with a confirmation.
fn after(table: &Table<'_>, key: &str) -> Option<After> {
    table.need(key);
    let node = table.raw(key)?;
    match table.document().as_str(node, key)? {
        "action" => Some(After::Action),
        "pass" => Some(After::Pass),
        "any" => Some(After::Any),
        "last" => Some(After::Last),
        other => {
            let fault = table.document().fault(
                110,
                node.span.clone(),
                format!("`{key}` cannot be `{other}`"),
                format!("`{key}` ne peut pas valoir `{other}`"),
            );
            table.document().note(fault.help(
                "write `action`, `pass`, `any` or `last`",
                "écrivez `action`, `pass`, `any` ou `last`",
            ));
            None
        }
    }
}

/// A table whose values are those of options.
fn values(table: &Table<'_>, key: &str) -> BTreeMap<String, Value> {
    let Some(inner) = below(table, key) else { return BTreeMap::new() };
    inner.entries().filter_map(|entry| Some((entry.key.clone(), value(&entry.node)?))).collect()
}

pub(super) fn below<'d>(table: &Table<'d>, key: &str) -> Option<Table<'d>> {
    if table.has(key) {
        return table.table(key);
    }
    // Asked for all the same, so that it is a known key.
    let _ = table.raw(key);
    None
}

fn value(node: &bastide_text::Node) -> Option<Value> {
    match &node.value {
        bastide_text::Value::Bool(on) => Some(Value::Bool(*on)),
        bastide_text::Value::Int(n) => Some(Value::Int(*n)),
        bastide_text::Value::Text(text) => Some(Value::Text(text.clone())),
        _ => None,
    }
}
