//! Who uses what a manifest can declare. What a single expansion would say belongs in its script: a key with fewer than two
//! users is here with a reason, or it goes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use bastide_text::{Document, Entry, Node, Value};

use crate::docs::keys;

/// Folders of rules, and of proofs of what any rule may need.
const FOLDERS: [&str; 3] = ["expansions", "tests/outsiders", "tests/contract"];

/// Keys of tables that there are but once.
const ONCE: [&str; 6] =
    ["board.closed", "board.room", "bot.worth", "deck.unplaceable", "players.max", "players.min"];

/// Keys with fewer than two users, and why they stay.
const ALONE: [(&str, &str); 16] = [
    ("board.closed", TABLE),
    ("board.room", TABLE),
    ("bot.worth", "bots may be told what no rule says, and no function can be asked for it"),
    ("deck.unplaceable", TABLE),
    ("does.pays-holder", "a price is paid before `do.<verb>`: who gets it has to be known there"),
    ("feature.fills", SETS),
    ("figure.one-per-feature", PATTERN),
    ("figure.second", PATTERN),
    ("group.closed", "the effect `deck` opens a group: tiles that come later in a game"),
    ("hook.home", ANSWER),
    ("hook.times", ANSWER),
    ("place.must", OFFER),
    ("players.min", TABLE),
    ("step.sealed", SECRET),
    ("verb.trail", WALK),
    ("verb.waives", OFFER),
];

const TABLE: &str =
    "a table has edges and seats, and a tile may fit nowhere, in any game of this family";
const OFFER: &str =
    "an offer is made in one way, whatever it offers: others of its kind have the key";
const ANSWER: &str =
    "an answer without a function, as others are: a reaction to every such effect would be dear";
const SETS: &str = "the base game says so of its kinds for every set of tiles that draws them";
const PATTERN: &str = "how a kind of figure is deployed is known while options are listed, before any function is asked";
const SECRET: &str = "who sees what is one law for zones, numbers, tokens and verbs";
const WALK: &str =
    "a neutral figure that is led around, step by step, over tiles that it has not left before";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Tables that are one of several, with a name or without, or the one that there is.
fn tables(node: &Node, named: bool) -> Vec<&[Entry]> {
    let entries = |node| match node {
        &Node { value: Value::Table(ref entries), .. } => Some(&entries[..]),
        _ => None,
    };
    match &node.value {
        Value::List(nodes) => nodes.iter().filter_map(entries).collect(),
        Value::Table(all) if named => all.iter().filter_map(|one| entries(&one.node)).collect(),
        _ => entries(node).into_iter().collect(),
    }
}

/// The keys that a manifest writes, each after the table it stands in.
fn written(document: &Document) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for table in document.root().entries() {
        let name = table.key.as_str();
        let alone = ["start", "board", "bot", "deck", "players"].contains(&name);
        for entry in tables(&table.node, !alone).into_iter().flatten() {
            found.insert(format!("{name}.{}", entry.key));
            let key = entry.key.as_str();
            if matches!((name, key), ("verb", "does") | ("start", "tiles")) {
                let inner = tables(&entry.node, false).into_iter().flatten();
                found.extend(inner.map(|entry| format!("{key}.{}", entry.key)));
            }
        }
    }
    found
}

/// Folders by the keys that they use.
fn users() -> BTreeMap<String, BTreeSet<String>> {
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for place in FOLDERS {
        for folder in std::fs::read_dir(root().join(place)).expect("folders").flatten() {
            let Ok(text) = std::fs::read_to_string(folder.path().join("expansion.toml")) else {
                continue;
            };
            let document = Document::parse_as('M', "", &text, &mut Vec::new()).expect("it is TOML");
            for key in written(&document) {
                let id = folder.file_name().to_string_lossy().into_owned();
                users.entry(key).or_default().insert(id);
            }
        }
    }
    users
}

#[test]
fn every_key_has_users_or_a_reason() {
    let (users, none) = (users(), BTreeSet::new());
    let (mut list, mut wrong) = (String::new(), Vec::new());
    let all: Vec<String> = keys().into_iter().chain(ONCE.map(str::to_owned)).collect();
    for key in &all {
        let by = users.get(key).unwrap_or(&none);
        let reason = ALONE.iter().find(|alone| alone.0 == key.as_str()).map(|alone| alone.1);
        match (by.len() < 2, reason) {
            (true, None) => {
                wrong.push(format!("`{key}` has one user or none, and no reason: {by:?}"));
            }
            (false, Some(_)) => wrong.push(format!("`{key}` has users, and needs no reason")),
            _ => {}
        }
        let by: Vec<&str> = by.iter().map(String::as_str).collect();
        let _ = writeln!(list, "{key}: {}", by.join(" "));
    }
    let stale = ALONE.iter().filter(|alone| !all.iter().any(|key| key == alone.0));
    wrong.extend(stale.map(|alone| format!("`{}` is no key", alone.0)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let path = root().join("tests/fixtures/users.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &list).expect("it can be written");
    }
    let was = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(was, list, "`users.txt` says otherwise; with `UPDATE=1` it is written anew");
}
