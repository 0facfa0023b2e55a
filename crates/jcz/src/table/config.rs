//! The config that a saved game stands for.

use std::collections::{BTreeMap, BTreeSet};

use bastide_content::config::{BASE, Config, PlayerSeat, TileChange, Written};
use bastide_content::manifest::Manifest;
use bastide_content::manifest::jcz::{Switch, Words};
use bastide_core::decl::Value;

use super::super::file::Saved;
use super::{is_on, ranged};

/// What a saved game is made of, as a config.
pub(super) fn config(
    saved: &Saved,
    manifests: &BTreeMap<String, Manifest>,
    ids: &BTreeSet<String>,
) -> Config {
    let seat = |name: &String| PlayerSeat { name: name.clone(), bot: None };
    let mut config = Config {
        file: saved.file.clone(),
        players: saved.players.iter().map(seat).collect(),
        players_span: saved.span.clone(),
        ..Config::default()
    };
    for manifest in ids.iter().filter_map(|id| manifests.get(id)) {
        let words = &manifest.jcz;
        // Sets of expansions that are not in play lie with the base game.
        let others = manifests.values().filter(|m| manifest.id == BASE && !ids.contains(&m.id));
        let known: Vec<&Words> =
            std::iter::once(words).chain(others.map(|other| &other.jcz)).collect();
        // Who is in play has them all.
        let has = |id: &String, set: &str| {
            manifests.get(id).is_some_and(|m| m.jcz.sets.contains_key(set))
        };
        let mine = |(set, n): &(Written<String>, u16)| {
            if !words.sets.contains_key(&set.value) && ids.iter().any(|id| has(id, &set.value)) {
                return None;
            }
            let name = known.iter().find_map(|words| words.sets.get(&set.value))?;
            Some((Written { value: name.clone(), span: set.span.clone() }, *n))
        };
        let mut sets: Vec<(Written<String>, u16)> = Vec::new();
        for (set, n) in saved.sets.iter().filter_map(mine) {
            // Two sets there may be one here.
            match sets.iter_mut().find(|(known, _)| known.value == set.value) {
                Some((_, most)) => *most = n.max(*most),
                None => sets.push((set, n)),
            }
        }
        let with = words.elements.iter().filter(|(name, one)| is_on(saved, manifest, name, one));
        for set in with.flat_map(|(_, element)| &element.sets) {
            if !sets.iter().any(|(known, _)| known.value == *set) {
                sets.push((Written { value: set.clone(), span: saved.span.clone() }, 1));
            }
        }
        for (set, copies) in sets.iter().filter(|(_, copies)| *copies != 1) {
            let change = TileChange { copies: *copies, span: set.span.clone() };
            config.tiles.insert(set.value.clone(), change);
        }
        let wanted = config.enable(&manifest.id);
        wanted.span = saved.span.clone();
        wanted.tiles = !sets.is_empty();
        wanted.sets = (!sets.is_empty()).then(|| sets.into_iter().map(|(set, _)| set).collect());
        for (option, value) in &words.options {
            wanted.set(option, value);
        }
        let on = |switch: &&Switch| {
            switch.element.as_ref().is_none_or(|e| saved.elements.contains_key(e))
        };
        for (rule, switch) in words.rules.iter().filter(|(_, switch)| on(switch)) {
            let value = saved.rules.get(rule).map_or(&switch.default, |v| &v.value);
            if let Some(value) = switch.values.get(value) {
                wanted.set(&switch.option, value);
            }
        }
        for (name, element) in &words.elements {
            let given = saved.elements.get(name);
            if let Some(figure) = &element.figure {
                // One that is on without a number has its own here.
                let n = given.map_or(Some(0), |given| given.value);
                if let Some(n) = n.map(|n| n.clamp(0, 99) as u16) {
                    let n = Written { value: n, span: saved.span.clone() };
                    wanted.figures.insert(figure.clone(), n);
                }
            }
            let Some(option) = &element.option else { continue };
            let number = ranged(manifest, element);
            let value = match (given, number) {
                (Some(g), true) => Some(Value::Int(g.value.unwrap_or(1).max(0))),
                (Some(_), false) if element.off.is_none() => Some(Value::Bool(true)),
                (Some(_), false) => None,
                (None, true) => Some(Value::Int(0)),
                (None, false) => Some(Value::Bool(false)),
            };
            let said = if given.is_some() { &element.on } else { &element.off };
            // An enabled word may name its value by a rule.
            let Some(value) = said.clone().or(value) else { continue };
            wanted.set(option, &value);
        }
        for (option, seats) in &words.seats {
            wanted.set(option, &Value::Bool(saved.players.len() >= usize::from(*seats)));
        }
        if let Some(alone) = &words.alone {
            wanted.set(alone, &Value::Bool(saved.players.len() == 1));
        }
    }
    config
}
