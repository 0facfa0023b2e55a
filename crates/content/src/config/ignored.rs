//! Lines of a config that another line of it makes idle. They are warnings: a record may hold such a config, and is played.

use std::collections::BTreeSet;

use bastide_core::Fault;
use bastide_text::{Document, Node, Value};

use super::load::Enabled;
use super::{Config, Wanted};
use crate::manifest::Manifest;

/// Options that say how many figures of a kind there are, beside `figures`, which says it too and wins.
pub(super) fn options(config: &Config, manifest: &Manifest, wanted: &Wanted) -> Vec<Fault> {
    let mut faults = Vec::new();
    if wanted.figures.is_empty() || wanted.options.is_empty() {
        return faults;
    }
    let read = Document::parse_as('M', manifest.file(), manifest.text(), &mut Vec::new());
    let Some(document) = read else { return faults };
    for figure in wanted.figures.keys() {
        let deciding = supply_options(&document, figure);
        for entry in wanted.options.iter().filter(|entry| deciding.contains(&entry.key)) {
            let option = &entry.key;
            let fault = config.fault(
                124,
                &entry.key_span,
                format!("`figures` says how many `{figure}` there are, so `{option}` does not"),
                format!(
                    "`figures` dit combien il y a de `{figure}` : `{option}` ne le dit donc plus"
                ),
            );
            let help = fault.help(
                format!("leave out `{option}`, or `{figure}` in `figures`"),
                format!("retirez `{option}`, ou `{figure}` dans `figures`"),
            );
            faults.push(help.warning());
        }
    }
    faults
}

/// Options that the manifest names where it says how many figures of a kind there are.
fn supply_options(manifest: &Document, figure: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let root = manifest.root();
    let figures = root.table("figure");
    if let Some(node) = figures.as_ref().and_then(|figures| figures.raw(figure)) {
        named(node, false, &mut found);
    }
    found
}

/// Collects every `option` below a `supply`.
fn named(node: &Node, inside: bool, found: &mut BTreeSet<String>) {
    match &node.value {
        Value::List(nodes) => nodes.iter().for_each(|node| named(node, inside, found)),
        Value::Table(entries) => {
            for entry in entries {
                if let (true, "option", Value::Text(option)) =
                    (inside, entry.key.as_str(), &entry.node.value)
                {
                    found.insert(option.clone());
                }
                named(&entry.node, inside || entry.key == "supply", found);
            }
        }
        _ => {}
    }
}

/// Reports lines of `[tiles]` about sets whose copies are set elsewhere, or whose expansion is not in play.
pub(super) fn copies(config: &Config, enabled: &[Enabled<'_>]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut idle = |name: &str, why: (String, String), way: (String, String)| {
        let Some(change) = config.tiles.get(name) else { return };
        let fault = config.fault(
            125,
            &change.span,
            format!("this line changes nothing: {}", why.0),
            format!("cette ligne ne change rien : {}", why.1),
        );
        faults.push(fault.help(way.0, way.1).warning());
    };
    for one in enabled {
        let id = one.manifest.id.as_str();
        let own = |set: &str| config.tiles.contains_key(set);
        let sets = || one.sets.iter().map(|set| set.id.as_str());
        if one.wanted.copies.is_some() {
            let names: BTreeSet<&str> = sets().chain([id]).collect();
            for name in names {
                idle(
                    name,
                    (
                        format!("`{id}` has `copies` under `[expansions]`"),
                        format!("`{id}` a `copies` sous `[expansions]`"),
                    ),
                    ("leave out one of the two".to_owned(), "retirez l'une des deux".to_owned()),
                );
            }
        } else if one.sets.is_empty() {
            idle(
                id,
                (
                    format!("`{id}` has no tile set in play"),
                    format!("`{id}` n'a aucun jeu de tuiles dans la partie"),
                ),
                (
                    "leave it out, or name a tile set".to_owned(),
                    "retirez-la, ou nommez un jeu de tuiles".to_owned(),
                ),
            );
        } else if sets().all(|set| set != id && own(set)) {
            idle(
                id,
                (
                    format!("each tile set of `{id}` has a line of its own"),
                    format!("chaque jeu de tuiles de `{id}` a sa propre ligne"),
                ),
                ("leave it out".to_owned(), "retirez-la".to_owned()),
            );
        }
    }
    faults
}

#[cfg(test)]
#[path = "../tests/ignored.rs"]
mod tests;
