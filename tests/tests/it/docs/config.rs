//! Options and editions, made from the manifests.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide::core::decl::Value;
use bastide::manifest::{Domain, OptionDecl};
use bastide::{Library, Manifest};

use super::page::{check, head, row};

fn written(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Text(text) => format!("\"{text}\""),
    }
}

fn domain(option: &OptionDecl) -> String {
    match &option.domain {
        Domain::Switch => "`true`, `false`".to_owned(),
        Domain::Range(low, high) => format!("`{low}` to `{high}`"),
        Domain::Words(words) => {
            let words: Vec<String> = words.iter().map(|w| format!("`\"{w}\"`")).collect();
            words.join(", ")
        }
    }
}

fn en(text: &BTreeMap<String, String>) -> &str {
    text.get("en").map_or("", String::as_str)
}

/// Manifests of everything official, the base game first.
pub(crate) fn manifests() -> Vec<Manifest> {
    let library = Library::official();
    let read =
        |folder| Manifest::read(folder).0.unwrap_or_else(|| panic!("a manifest cannot be read"));
    let mut found: Vec<Manifest> = library.folders().map(read).collect();
    found.sort_by_key(|m| (m.id != "base", m.id.clone()));
    found
}

#[test]
fn options() {
    let mut out = String::new();
    for manifest in manifests() {
        let _ = writeln!(out, "### {}: `{}`\n", en(&manifest.name), manifest.id);
        if manifest.options.is_empty() {
            out.push_str("It has no options.\n\n");
            continue;
        }
        head(&mut out, &["option", "values", "default", ""]);
        for option in &manifest.options {
            let default = format!("`{}`", written(&option.default));
            row(
                &mut out,
                &[&format!("`{}`", option.name), &domain(option), &default, en(&option.label)],
            );
        }
        out.push('\n');
    }
    check("docs/src/config.md", "options", &out);
}

#[test]
fn editions() {
    let manifests = manifests();
    let base = &manifests[0];
    let mut out = String::new();
    let mut cells = vec![String::new()];
    cells.extend(base.profiles.iter().map(|p| {
        let star = if p.name == bastide::config::EDITION { " (default)" } else { "" };
        format!("`{}`{star}", p.name)
    }));
    head(&mut out, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    let mut line = |first: &str, of: &dyn Fn(usize) -> String| {
        let mut cells = vec![first.to_owned()];
        cells.extend((0..base.profiles.len()).map(of));
        row(&mut out, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    };
    line("", &|i| en(&base.profiles[i].label).to_owned());
    for option in &base.options {
        line(&format!("`{}`", option.name), &|i| {
            let set = base.profiles[i].values.get(&option.name);
            format!("`{}`", written(set.unwrap_or(&option.default)))
        });
    }
    for manifest in &manifests {
        let own: Vec<&str> = manifest.sets.iter().map(|m| m.id.as_str()).collect();
        if own.is_empty() {
            continue;
        }
        line(&format!("tiles of `{}`", manifest.id), &|i| {
            let profile = manifest.profile(&base.profiles[i].name).and_then(|p| p.sets.as_ref());
            let sets = profile.map_or(own.clone(), |s| s.iter().map(String::as_str).collect());
            sets.iter().map(|s| format!("`{s}`")).collect::<Vec<_>>().join(", ")
        });
    }
    check("docs/src/config.md", "editions", &out);
}
