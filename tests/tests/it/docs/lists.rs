//! Lists of the book that name what the shipped expansions or the reference hold: queries, units, ranks, names that are
//! taken.

use std::collections::BTreeMap;

use bastide::core::condition::Subject;
use bastide::core::hooks::SLOTS;
use bastide::manifest::RESERVED;
use bastide::{Library, Manifest};
use bastide_script::{API, About, asked};

use super::check;
use super::page::{head, row};

fn shipped() -> Vec<Manifest> {
    let library = Library::official();
    let read = |folder| Manifest::read(folder).0.expect("a sound manifest");
    library.folders().map(read).collect()
}

#[test]
fn queries_by_what_they_are_about() {
    let mut rows: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for member in API {
        let Some(about) = asked(member) else { continue };
        let (subject, area) = match about {
            About::Things(subject) => (subject, ""),
            About::Area => (Subject::Tile, ", with an area"),
        };
        rows.entry(subject as usize).or_default().push(format!(
            "`{}:{}`{area}",
            member.of.replace("tile type", "type"),
            member.name
        ));
    }
    let mut out = String::new();
    head(&mut out, &["subject of the condition", "asked by"]);
    for (subject, members) in rows {
        row(&mut out, &[Subject::ALL[subject].1, &members.join(" · ")]);
    }
    check("docs/src/handles.md", "queries", &out);
}

#[test]
fn units() {
    let mut out = String::new();
    head(&mut out, &["expansion", "units"]);
    row(&mut out, &["every game", "`tile`"]);
    for manifest in shipped() {
        let all = &manifest.everything;
        let on_features = |tag: &&bastide::core::decl::Tag| tag.on.iter().any(|on| on != "tile");
        let kinds = all.features.iter().map(|kind| kind.name.as_str());
        let tags = all.tags.iter().filter(on_features).map(|tag| tag.name.as_str());
        let units: Vec<String> = kinds.chain(tags).map(|unit| format!("`{unit}`")).collect();
        if !units.is_empty() {
            row(&mut out, &[&manifest.id, &units.join(", ")]);
        }
    }
    check("docs/src/handles.md", "units", &out);
}

#[test]
fn ranks() {
    let mut rows: BTreeMap<(usize, i16, String), Vec<String>> = BTreeMap::new();
    for manifest in shipped() {
        for hook in &manifest.everything.hooks {
            let Some(slot) = hook.on.strip_prefix("at.") else { continue };
            let at = SLOTS.iter().position(|known| *known == slot).expect("a slot");
            let what = if hook.call.is_empty() {
                hook.rule.clone().unwrap_or_default()
            } else {
                hook.call.clone()
            };
            let rows = rows.entry((at, hook.rank, manifest.id.clone())).or_default();
            rows.push(format!("`{what}`"));
        }
    }
    let mut out = String::new();
    head(&mut out, &["slot", "rank", "expansion", "function, or rule of what is declared"]);
    for ((at, rank, id), what) in rows {
        row(&mut out, &[&format!("`{}`", SLOTS[at]), &rank.to_string(), &id, &what.join(", ")]);
    }
    check("docs/src/hooks.md", "ranks", &out);
}

#[test]
fn orders_of_final_steps() {
    let mut rows = Vec::new();
    for manifest in shipped() {
        for last in &manifest.everything.finals {
            rows.push((last.order, manifest.id.clone(), last.name.clone(), last.rule.clone()));
        }
    }
    rows.sort();
    let mut out = String::new();
    head(&mut out, &["order", "expansion", "step", "rule"]);
    for (order, id, name, rule) in rows {
        row(&mut out, &[&order.to_string(), &id, &format!("`{name}`"), &format!("`{rule}`")]);
    }
    check("docs/src/hooks.md", "finals", &out);
}

#[test]
fn reserved_names_of_options() {
    let names: Vec<String> = RESERVED.iter().map(|name| format!("`{name}`")).collect();
    check("docs/src/manifest.md", "reserved", &names.join(" · "));
}
