//! Options and editions, made from the manifests.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide::core::decl::Value;
use bastide::manifest::{Domain, OptionDecl};
use bastide::{Library, Manifest};

use super::check;
use super::page::{head, row};

fn written(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Text(text) => format!("\"{text}\""),
    }
}

fn domain(option: &OptionDecl, page: &Page) -> String {
    match &option.domain {
        Domain::Switch => "`true`, `false`".to_owned(),
        Domain::Range(low, high) => format!("`{low}` {} `{high}`", page.to),
        Domain::Words(words) => {
            let words: Vec<String> = words.iter().map(|w| format!("`\"{w}\"`")).collect();
            words.join(", ")
        }
    }
}

/// A language of the book: the page about configs, and what its tables say.
struct Page {
    lang: &'static str,
    path: &'static str,
    options: [&'static str; 4],
    colon: &'static str,
    none: &'static str,
    to: &'static str,
    usual: &'static str,
    tiles: &'static str,
}

const PAGES: [Page; 2] = [
    Page {
        lang: "en",
        path: "docs/src/config.md",
        options: ["option", "values", "default", ""],
        colon: ":",
        none: "It has no options.",
        to: "to",
        usual: "default",
        tiles: "tiles of",
    },
    Page {
        lang: "fr",
        path: "docs/src/fr/configuration.md",
        options: ["option", "valeurs", "par défaut", ""],
        colon: " :",
        none: "Elle n'a pas d'option.",
        to: "à",
        usual: "par défaut",
        tiles: "tuiles de",
    },
];

impl Page {
    fn said<'a>(&self, text: &'a BTreeMap<String, String>) -> &'a str {
        text.get(self.lang).or_else(|| text.get("en")).map_or("", String::as_str)
    }
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
    for page in &PAGES {
        let mut out = String::new();
        for manifest in manifests() {
            let _ = writeln!(
                out,
                "### {}{} `{}`\n",
                page.said(&manifest.name),
                page.colon,
                manifest.id
            );
            if manifest.options.is_empty() {
                let _ = writeln!(out, "{}\n", page.none);
                continue;
            }
            head(&mut out, &page.options);
            for option in &manifest.options {
                let default = format!("`{}`", written(&option.default));
                let name = format!("`{}`", option.name);
                let label = page.said(&option.label);
                row(&mut out, &[&name, &domain(option, page), &default, label]);
            }
            out.push('\n');
        }
        check(page.path, "options", &out);
    }
}

#[test]
fn editions() {
    let manifests = manifests();
    for page in &PAGES {
        check(page.path, "editions", &table(&manifests, page));
    }
}

/// What the editions choose.
fn table(manifests: &[Manifest], page: &Page) -> String {
    let base = &manifests[0];
    let mut out = String::new();
    let mut cells = vec![String::new()];
    cells.extend(base.profiles.iter().map(|p| {
        let usual = format!(" ({})", page.usual);
        format!("`{}`{}", p.name, if p.name == bastide::config::EDITION { &usual } else { "" })
    }));
    head(&mut out, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    let mut line = |first: &str, of: &dyn Fn(usize) -> String| {
        let mut cells = vec![first.to_owned()];
        cells.extend((0..base.profiles.len()).map(of));
        row(&mut out, &cells.iter().map(String::as_str).collect::<Vec<_>>());
    };
    line("", &|i| page.said(&base.profiles[i].label).to_owned());
    for option in &base.options {
        line(&format!("`{}`", option.name), &|i| {
            let set = base.profiles[i].values.get(&option.name);
            format!("`{}`", written(set.unwrap_or(&option.default)))
        });
    }
    for manifest in manifests {
        let own: Vec<&str> = manifest.sets.iter().map(|m| m.id.as_str()).collect();
        if own.is_empty() {
            continue;
        }
        line(&format!("{} `{}`", page.tiles, manifest.id), &|i| {
            let profile = manifest.profile(&base.profiles[i].name).and_then(|p| p.sets.as_ref());
            let sets = profile.map_or(own.clone(), |s| s.iter().map(String::as_str).collect());
            sets.iter().map(|s| format!("`{s}`")).collect::<Vec<_>>().join(", ")
        });
    }
    out
}
