//! What changed between two versions of the rules: handlers, options, rules, tiles, and all that is declared.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::Words;
use bastide_core::decl::Expansion;
use bastide_core::ruleset::How;
use serde_json::Value;

use super::code::Code;
use crate::rules::Rules;

/// Something that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Expansion, or set of tiles.
    pub of: String,
    /// What sort of thing: its word in the list below.
    pub sort: &'static str,
    /// Its name.
    pub name: String,
    /// How it changed.
    pub how: How,
}

/// Sorts of things: key of the declarations, then one and several of them in English and in French, and
/// whether the French word is feminine.
const SORTS: &[(&str, [&str; 4], bool)] = &[
    ("handler", ["handler", "handlers", "fonction", "fonctions"], true),
    (
        "hooks",
        ["declared answer", "declared answers", "réponse déclarée", "réponses déclarées"],
        true,
    ),
    ("options", ["option", "options", "option", "options"], true),
    ("rules", ["rule text", "rule texts", "texte de règle", "textes de règle"], false),
    ("tile", ["tile", "tiles", "tuile", "tuiles"], true),
    ("edges", ["edge", "edges", "bord", "bords"], false),
    ("features", ["feature", "features", "zone", "zones"], true),
    ("tags", ["tag", "tags", "marque", "marques"], true),
    ("figures", ["figure", "figures", "figurine", "figurines"], true),
    (
        "neutrals",
        ["neutral figure", "neutral figures", "figurine neutre", "figurines neutres"],
        true,
    ),
    ("tokens", ["token", "tokens", "jeton", "jetons"], false),
    (
        "groups",
        ["group of tiles", "groups of tiles", "groupe de tuiles", "groupes de tuiles"],
        false,
    ),
    ("zones", ["place for tiles", "places for tiles", "zone de tuiles", "zones de tuiles"], false),
    ("steps", ["step", "steps", "étape", "étapes"], true),
    ("verbs", ["verb", "verbs", "verbe", "verbes"], false),
    (
        "deploys",
        ["way to deploy", "ways to deploy", "façon de déployer", "façons de déployer"],
        true,
    ),
    ("state", ["state key", "state keys", "clé d'état", "clés d'état"], true),
    ("finals", ["final step", "final steps", "étape finale", "étapes finales"], true),
    ("names", ["name", "names", "nom", "noms"], false),
    ("other", ["setting", "settings", "réglage", "réglages"], false),
];

/// Keys of declarations that say nothing about the rules themselves.
const BOOKKEEPING: [&str; 3] = ["id", "version", "hash"];

/// Content by expansion or set, kind (its place in the list) and name.
type Items = BTreeMap<(String, usize, String), String>;

fn sort_of(key: &str) -> usize {
    let other = SORTS.len() - 1;
    SORTS.iter().position(|s| s.0 == key).unwrap_or(other)
}

impl Change {
    /// What sort of thing it is, in both languages.
    #[must_use]
    pub fn noun(&self) -> Words {
        let [one, _, un, _] = SORTS[sort_of(self.sort)].1;
        Words::new(one, un)
    }
}

/// Everything in which two versions of the rules differ, in order.
#[must_use]
pub fn changes(old: &Rules, new: &Rules) -> Vec<Change> {
    let (before, now) = (items(old), items(new));
    let keys: BTreeSet<_> = before.keys().chain(now.keys()).collect();
    let how = |key: &(String, usize, String)| match (before.get(key), now.get(key)) {
        (None, _) => Some(How::Added),
        (_, None) => Some(How::Removed),
        (a, b) if a != b => Some(How::Changed),
        _ => None,
    };
    let change = |key: &(String, usize, String)| {
        let (of, sort, name) = key.clone();
        Some(Change { of, sort: SORTS[sort].0, name, how: how(key)? })
    };
    keys.into_iter().filter_map(change).collect()
}

/// Everything that the rules are made of, with its text.
fn items(rules: &Rules) -> Items {
    let mut items = Items::new();
    for expansion in rules.setup.expansions.iter() {
        declared(expansion, &mut items);
        let scripts = &rules.setup.scripts;
        let Some(script) = scripts.iter().find(|s| s.0 == expansion.id) else { continue };
        let code = Code::of(&script.2);
        let enabled = rules.ruleset.expansions.iter().find(|e| e.id == expansion.id);
        for (function, _) in enabled.iter().flat_map(|e| &e.functions) {
            add(&mut items, &expansion.id, 0, function, &code.handler(function));
        }
    }
    for tile in rules.setup.tiles.iter() {
        let set = tile.id.split('/').next().unwrap_or_default();
        add(&mut items, set, sort_of("tile"), &tile.id, &text(tile));
    }
    items
}

/// Adds a text under a name.
fn add(items: &mut Items, of: &str, sort: usize, name: &str, text: &str) {
    if name.is_empty() && sort == 0 {
        return;
    }
    let known = items.entry((of.to_owned(), sort, name.to_owned())).or_default();
    known.push_str(text);
    known.push('\n');
}

fn text(thing: &impl serde::Serialize) -> String {
    serde_json::to_string(thing).unwrap_or_default()
}

/// Adds what an expansion declares. A subscription is part of the function that it names.
fn declared(expansion: &Expansion, items: &mut Items) {
    let Ok(Value::Object(all)) = serde_json::to_value(expansion) else { return };
    for (key, value) in &all {
        if BOOKKEEPING.contains(&key.as_str()) {
            continue;
        }
        let sort = sort_of(key);
        match value {
            Value::Array(list) if SORTS[sort].0 == key => {
                for thing in list {
                    let word = |key: &str| thing.get(key).and_then(Value::as_str).unwrap_or("");
                    let (sort, name) = match key.as_str() {
                        "hooks" if !word("call").is_empty() => (0, word("call")),
                        "hooks" => (sort, word("on")),
                        "rules" => (sort, word("id")),
                        "deploys" => (sort, word("rule")),
                        _ => (sort, word("name")),
                    };
                    add(items, &expansion.id, sort, name, &thing.to_string());
                }
            }
            Value::Object(map) if SORTS[sort].0 == key => {
                for (name, value) in map {
                    // What a thing is called belongs to the thing.
                    let thing = name.split_once('.').filter(|_| key == "names");
                    let named = thing.and_then(|(of, name)| {
                        let sort = SORTS.iter().position(|s| s.0.strip_suffix('s') == Some(of))?;
                        Some((sort, name))
                    });
                    let (sort, name) = named.unwrap_or((sort, name));
                    add(items, &expansion.id, sort, name, &value.to_string());
                }
            }
            other => add(items, &expansion.id, sort, key, &other.to_string()),
        }
    }
}

/// A sentence that counts the changes: `3 handlers changed, 1 tile added`.
#[must_use]
pub fn summary(changes: &[Change]) -> Words {
    if changes.is_empty() {
        return Words::new("nothing changed", "rien de changé");
    }
    let mut counts: BTreeMap<(usize, How), usize> = BTreeMap::new();
    for change in changes {
        *counts.entry((sort_of(change.sort), change.how)).or_default() += 1;
    }
    let (mut en, mut fr) = (Vec::new(), Vec::new());
    for ((sort, how), n) in counts {
        let (_, [one, several, un, plusieurs], feminine) = SORTS[sort];
        let (done, fait) = match how {
            How::Added => ("added", "ajouté"),
            How::Removed => ("removed", "retiré"),
            How::Changed | How::Moved => ("changed", "changé"),
        };
        en.push(format!("{n} {} {done}", if n == 1 { one } else { several }));
        let e = if feminine { "e" } else { "" };
        let (noun, s) = if n < 2 { (un, "") } else { (plusieurs, "s") };
        fr.push(format!("{n} {noun} {fait}{e}{s}"));
    }
    Words::new(en.join(", "), fr.join(", "))
}
