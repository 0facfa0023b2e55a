//! Saved games of version 4 of the other engine, turned into what later versions save: other names of sets, rules, tiles and places,
//! which expansions tell (`[jcz.older]`), and another generator of chance.

use std::collections::{BTreeMap, BTreeSet};

use bastide_content::config::Written;
use bastide_content::manifest::Manifest;
use bastide_content::manifest::jcz::{Lies, Older};
use bastide_core::{Fault, Words as Named};

use super::file::{PLAYERS_MAX, Reading, Saved};
use super::json::{Json, Node};
use super::random::Random;

/// What such a file says otherwise than later ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Old {
    expansions: Vec<(Written<String>, u16)>,
    capabilities: Vec<Written<String>>,
    rules: BTreeMap<String, Written<String>>,
    /// Tiles that lie in the box instead of on the table, by their later ids.
    pub(super) boxed: Vec<String>,
    /// Names of all expansions.
    pub(super) names: Older,
}

/// Whether a file is one of version 4.
pub(super) fn is(root: &Node) -> bool {
    root.get("players").is_none() && root.get("slots").is_some()
}

/// Reads what only such files have.
///
/// # Errors
///
/// `J0002` with its place.
pub(super) fn read(
    reading: &Reading<'_>,
    root: &Node,
    text: &str,
    saved: &mut Saved,
) -> Result<(), Box<Fault>> {
    let seed = root.get("initialSeed").map_or(Ok(0), |node| reading.whole(node, text))?;
    saved.random = Random::seeded(seed);
    let mut slots = Vec::new();
    for slot in reading.list(reading.need(root, "slots")?)?.iter().take(PLAYERS_MAX) {
        // Whoever took his seat first begins.
        let serial = slot.get("serial").and_then(|n| n.int(0..=i64::from(u32::MAX)));
        slots.push((serial.unwrap_or(i64::MAX), slot.get("nickname").and_then(Node::text)));
    }
    slots.sort_by_key(|(serial, _)| *serial);
    for (n, (_, name)) in slots.into_iter().enumerate() {
        let name = name.filter(|name| !name.is_empty()).map(str::to_owned);
        saved.players.push(name.unwrap_or_else(|| format!("{}", n + 1)));
    }
    let setup = reading.need(root, "setup")?;
    let mut old = Old::default();
    let expansions = reading.need(setup, "expansions")?;
    if !matches!(expansions.value, Json::Table(_)) {
        return reading.wrong(expansions, "an object", "un objet");
    }
    for (name, node) in expansions.entries() {
        let copies = reading.int(node, 0..=99)? as u16;
        if copies > 0 {
            old.expansions.push((Written { value: name.clone(), span: node.span.clone() }, copies));
        }
    }
    for node in reading.list(reading.need(setup, "capabilities")?)? {
        let value = reading.text(node)?.to_owned();
        old.capabilities.push(Written { value, span: node.span.clone() });
    }
    old.rules = reading.rules(setup)?;
    for node in root.get("replay").map_or(Ok(&[][..]), |node| reading.list(node))? {
        let mut message = reading.message(node)?;
        let salt = message.payload.get("salt");
        message.salt = salt.map(|node| reading.whole(node, text)).transpose()?;
        saved.messages.push(message);
    }
    if let Some(pack) = root.get("annotations").and_then(|notes| notes.get("tilePack")) {
        let class = reading.need(pack, "className")?;
        if !reading.text(class)?.ends_with(".ForcedDrawTilePack") {
            return reading.wrong(class, "ForcedDrawTilePack", "ForcedDrawTilePack");
        }
        if let Some(params) = pack.get("params") {
            reading.draws(params, "drawLimit", saved)?;
        }
    }
    saved.old = Some(old);
    Ok(())
}

/// Turns such a file into one of later versions; names that no expansion here knows.
pub(super) fn renew(saved: &mut Saved, manifests: &BTreeMap<String, Manifest>) -> Vec<Named> {
    let Some(mut old) = saved.old.take() else { return Vec::new() };
    for manifest in manifests.values() {
        old.names.join(&manifest.jcz.older);
    }
    let names = &old.names;
    let mut unknown = Vec::new();
    for (name, copies) in &old.expansions {
        match names.sets.get(&name.value) {
            Some(set) if set.is_empty() => {}
            Some(set) => {
                saved.sets.push((Written { value: set.clone(), span: name.span.clone() }, *copies));
            }
            None => unknown.push(named("expansion", "extension", &name.value)),
        }
    }
    for name in &old.capabilities {
        match names.capabilities.get(&name.value) {
            Some(elements) => saved.elements.extend(
                elements
                    .iter()
                    .map(|id| (id.clone(), Written { value: None, span: name.span.clone() })),
            ),
            None => unknown.push(named("capability", "capacité", &name.value)),
        }
    }
    for name in old.rules.keys() {
        if !names.rules.contains_key(name) && !names.idle_rules.contains(name) {
            unknown.push(named("rule", "règle", name));
        }
    }
    let mut set = |rule: &String, value: &String, span| {
        saved.rules.insert(rule.clone(), Written { value: value.clone(), span });
    };
    for (name, turned) in &names.rules {
        let said = old.rules.get(name);
        let on = said.is_some_and(|said| said.value == "true");
        let span = said.map_or(saved.span.clone(), |said| said.span.clone());
        set(&turned.rule, if on { &turned.on } else { &turned.off }, span);
    }
    for (rule, value) in &names.fixed {
        set(rule, value, saved.span.clone());
    }
    for message in &mut saved.messages {
        if let Some(kind) = names.messages.get(&message.kind) {
            message.kind.clone_from(kind);
        }
        renewed(&mut message.payload, names, 0);
    }
    saved.old = Some(old);
    unknown
}

fn named(en: &str, fr: &str, name: &str) -> Named {
    Named::new(format!("{en} `{name}` of version 4"), format!("{fr} `{name}` de la version 4"))
}

/// Deepest part of a message that names a place.
const DEEPEST: usize = 4;

/// Gives places and figures in a message the form of later versions.
fn renewed(node: &mut Node, names: &Older, depth: usize) {
    let span = node.span.clone();
    let Json::Table(entries) = &mut node.value else { return };
    let text = |value: &str| Node { span: span.clone(), value: Json::Text(value.to_owned()) };
    let has = |entries: &[(String, Node)], key: &str| entries.iter().any(|(name, _)| name == key);
    if has(entries, "location") && !has(entries, "feature") {
        let place = entries.iter_mut().find(|(key, _)| key == "location");
        let known = place.and_then(|(_, node)| {
            let (class, location) = names.places.get(node.text()?)?.split_once(' ')?;
            *node = text(location);
            Some(class)
        });
        // Sides and half sides do not say of which feature they are.
        entries.push(("feature".to_owned(), text(known.unwrap_or_default())));
    }
    if has(entries, "location") && has(entries, "meepleId") {
        let (rest, place) =
            std::mem::take(entries).into_iter().partition(|(key, _)| key == "meepleId");
        *entries = rest;
        let place = Node { span: span.clone(), value: Json::Table(place) };
        entries.push(("featurePointer".to_owned(), place));
    }
    if depth < DEEPEST {
        for (_, node) in entries.iter_mut() {
            renewed(node, names, depth + 1);
        }
    }
}

/// Lays the tiles on the table at the start, of those that are in the game.
pub(super) fn lay(saved: &mut Saved, in_game: &dyn Fn(&str) -> bool) {
    let Some(old) = &mut saved.old else { return };
    let plays = |name: &String| old.expansions.iter().any(|(played, _)| played.value == *name);
    let counts = |one: &&Lies| one.with.iter().any(plays) && in_game(&one.tile);
    let mut by_tile: BTreeMap<&str, &Lies> = BTreeMap::new();
    for one in old.names.start.iter().filter(counts) {
        let known = by_tile.entry(&one.tile).or_insert(one);
        if one.rank > known.rank {
            *known = one;
        }
    }
    let mut all: Vec<&Lies> = by_tile.into_values().collect();
    all.sort_by_key(|one| (std::cmp::Reverse(one.rank), &one.tile));
    let (mut boxed, mut taken) = (Vec::new(), BTreeSet::new());
    for one in all {
        match one.at.filter(|at| taken.insert(*at)) {
            Some(at) => {
                let id = Written { value: one.tile.clone(), span: saved.span.clone() };
                saved.start.push((id, at, 0));
            }
            None => boxed.push(one.tile.clone()),
        }
    }
    old.boxed = boxed;
}
