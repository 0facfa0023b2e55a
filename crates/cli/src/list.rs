//! `list`: expansions with their options, tile sets, editions.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};
use bastide::config::{BASE, EDITION};
use bastide::core::decl::{Text, Value};
use bastide::core::{Fault, Severity};
use bastide::manifest::{Domain, Status};
use bastide::{Library, Manifest};
use bastide_tiles::Source;
use serde::Serialize;

use crate::args;
use crate::lang::Lang;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};

/// Everything that can be played.
#[derive(Debug, Serialize)]
struct Listing {
    expansions: Vec<Expansion>,
    tile_sets: Vec<TileSet>,
    editions: Vec<Edition>,
}

#[derive(Debug, Serialize)]
struct Expansion {
    id: String,
    name: Text,
    version: String,
    status: &'static str,
    /// `native`, `script` or `data`.
    rules: &'static str,
    needs: Vec<String>,
    conflicts: Vec<String>,
    sets: Vec<String>,
    options: Vec<Choice>,
}

#[derive(Debug, Serialize)]
struct Choice {
    name: String,
    label: Text,
    default: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[i64; 2]>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, Text>,
}

#[derive(Debug, Serialize)]
struct TileSet {
    id: String,
    name: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    extends: Option<String>,
    total: u32,
    tiles: Vec<Tile>,
}

#[derive(Debug, Serialize)]
struct Tile {
    id: String,
    count: u16,
}

#[derive(Debug, Serialize)]
struct Edition {
    id: String,
    name: Text,
    default: bool,
}

/// Runs the verb. Faults of unreadable parts are reported beside the rest.
pub(crate) fn run(args: &args::List, desk: &Desk, out: &mut Out) -> Result<u8, Stop> {
    let (listing, faults) = collect(&desk.library);
    if args.json {
        out.json(&listing)?;
    } else {
        out.data(&table(&listing, out.lang))?;
    }
    if faults.is_empty() {
        return Ok(stop::FINE);
    }
    out.faults(&faults, &desk.sources);
    Ok(stop::FILE)
}

/// Returns the content of a library, and the faults of unreadable parts.
fn collect(library: &Library) -> (Listing, Vec<Fault>) {
    let mut faults = Vec::new();
    let mut manifests = Vec::new();
    for folder in library.folders() {
        let (manifest, found) = Manifest::read(folder);
        faults.extend(found);
        manifests.extend(manifest);
    }
    let mut in_sets = Vec::new();
    let tile_sets = tile_sets(library, &manifests, &mut in_sets);
    // A broken manifest declares nothing; what sets then miss says nothing about them.
    if faults.iter().all(|fault| fault.severity == Severity::Warning) {
        faults.extend(in_sets);
    }
    let base = manifests.iter().find(|m| m.id == BASE);
    let editions = base.map_or(Vec::new(), |m| m.profiles.iter().map(edition).collect());
    // The base game first, the others by name.
    manifests.sort_by_key(|m| (m.id != BASE, m.id.clone()));
    let expansions = manifests.into_iter().map(expansion).collect();
    faults.retain(|fault| fault.severity == Severity::Error);
    (Listing { expansions, tile_sets, editions }, faults)
}

fn edition(profile: &bastide::manifest::Profile) -> Edition {
    let name = profile.label.clone();
    Edition { id: profile.name.clone(), name, default: profile.name == EDITION }
}

fn expansion(m: Manifest) -> Expansion {
    let ids = |mentions: &[bastide::graph::Mention]| -> Vec<String> {
        mentions.iter().map(|mention| mention.id.clone()).collect()
    };
    Expansion {
        status: match m.status {
            Status::Complete => "complete",
            Status::TilesOnly => "tiles-only",
            Status::Draft => "draft",
        },
        rules: match (m.native, &m.script) {
            (true, _) => "native",
            (false, Some(_)) => "script",
            (false, None) => "data",
        },
        needs: ids(&m.needs),
        conflicts: ids(&m.conflicts),
        sets: ids(&m.sets),
        options: m.options.into_iter().map(choice).collect(),
        id: m.id,
        name: m.name,
        version: m.version,
    }
}

fn choice(option: bastide::manifest::OptionDecl) -> Choice {
    let (values, range) = match option.domain {
        Domain::Switch => (vec![Value::Bool(true), Value::Bool(false)], None),
        Domain::Words(words) => (words.into_iter().map(Value::Text).collect(), None),
        Domain::Range(low, high) => (Vec::new(), Some([low, high])),
    };
    Choice {
        name: option.name,
        label: option.label,
        default: option.default,
        values,
        range,
        labels: option.labels,
    }
}

/// Returns all tile sets, read with the kinds of all expansions, and the faults of broken sets.
fn tile_sets(library: &Library, manifests: &[Manifest], faults: &mut Vec<Fault>) -> Vec<TileSet> {
    let kinds = bastide::config::kinds(manifests, manifests.iter().map(|m| &m.everything));
    let mut homes: Vec<(&str, &str)> = library.sets().map(|set| ("", set)).collect();
    for folder in library.folders() {
        let own = folder.files.keys();
        let own = own.filter_map(|path| path.strip_prefix("tiles/")?.strip_suffix(".toml"));
        homes.extend(own.map(|set| (folder.id.as_str(), set)));
    }
    let mut out = Vec::new();
    for (owner, id) in homes {
        let Some(file) = library.set(owner, id) else { continue };
        let source = |name: &str| {
            let file = library.set(owner, name)?;
            Some(Source { file: file.name.clone(), text: file.text.to_string() })
        };
        match bastide_tiles::load(&file.name, &file.text, &kinds, &source) {
            Ok(set) => out.push(TileSet {
                total: set.total(),
                tiles: set.tiles.into_iter().map(|t| Tile { id: t.id, count: t.count }).collect(),
                id: set.id,
                name: set.name,
                extends: set.extends,
            }),
            Err(found) => faults.extend(found),
        }
    }
    out
}

const HEAD: Style = Style::new().bold().underline();
const ID: Style = Style::new().bold().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Cyan)));
const FAINT: Style = Style::new().dimmed();

fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

fn written(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::Int(n) => n.to_string(),
        Value::Text(text) => format!("\"{text}\""),
    }
}

/// Everything for people.
fn table(listing: &Listing, lang: Lang) -> String {
    let mut out = String::new();
    let head = |text: &str| format!("{}\n", styled(HEAD, text));
    out.push_str(&head(lang.pick("Expansions", "Extensions")));
    for e in &listing.expansions {
        let status = match e.status {
            "complete" => lang.pick("complete", "complète"),
            "tiles-only" => lang.pick(
                "tiles only: its own rules are missing",
                "tuiles seules : ses règles manquent",
            ),
            _ => lang.pick("draft", "ébauche"),
        };
        let rules = match e.rules {
            "native" => lang.pick("native", "native"),
            "script" => lang.pick("script", "script"),
            _ => lang.pick("data only", "données seules"),
        };
        let facts = format!("{} · {status} · {rules}", e.version);
        out.push_str(&format!(
            "{}  {}  {}\n",
            styled(ID, &e.id),
            lang.of(&e.name),
            styled(FAINT, &facts)
        ));
        let mut more = |what: &str, ids: &[String]| {
            if !ids.is_empty() {
                out.push_str(&format!("    {what} {}\n", ids.join(", ")));
            }
        };
        more(lang.pick("tile sets:", "jeux de tuiles :"), &e.sets);
        let needs: Vec<String> = e.needs.iter().filter(|id| *id != BASE).cloned().collect();
        more(lang.pick("needs:", "demande :"), &needs);
        more(lang.pick("not with:", "pas avec :"), &e.conflicts);
        for option in &e.options {
            out.push_str(&choice_lines(option, lang));
        }
    }
    out.push('\n');
    out.push_str(&head(lang.pick("Tile sets", "Jeux de tuiles")));
    for set in &listing.tile_sets {
        let (tiles, types) = lang.pick(("tiles", "types"), ("tuiles", "sortes"));
        let from = set
            .extends
            .as_ref()
            .map_or(String::new(), |from| format!(", {} {from}", lang.pick("extends", "prolonge")));
        let counts = format!("{:>3} {tiles}, {} {types}{from}", set.total, set.tiles.len());
        let id = format!("{:<28}", set.id);
        out.push_str(&format!(
            "{} {:<44} {}\n",
            styled(ID, &id),
            lang.of(&set.name),
            styled(FAINT, &counts)
        ));
    }
    out.push('\n');
    out.push_str(&head(lang.pick("Editions", "Éditions")));
    for edition in &listing.editions {
        let default =
            if edition.default { lang.pick("  (default)", "  (par défaut)") } else { "" };
        let id = format!("{:<14}", edition.id);
        out.push_str(&format!(
            "{} {}{}\n",
            styled(ID, &id),
            lang.of(&edition.name),
            styled(FAINT, default)
        ));
    }
    out
}

/// An option: its name, what it may be, what it is by default; then the meaning of its values.
fn choice_lines(option: &Choice, lang: Lang) -> String {
    let values = match option.range {
        Some([low, high]) => format!("{low}–{high}"),
        None => option.values.iter().map(written).collect::<Vec<_>>().join(" | "),
    };
    let default = format!("({} {})", lang.pick("default", "par défaut"), written(&option.default));
    let label = lang.of(&option.label);
    let label = if label.is_empty() { String::new() } else { format!("  {label}") };
    let mut out = format!("    {} = {values} {}{label}\n", option.name, styled(FAINT, &default));
    for (value, text) in &option.labels {
        out.push_str(&format!("        {value}: {}\n", lang.of(text)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listing_for_people() {
        let (listing, faults) = collect(&Library::official());
        assert!(faults.is_empty(), "{faults:?}");
        let plain = |lang| anstream::adapter::strip_str(&table(&listing, lang)).to_string();
        insta::assert_snapshot!("list_en", plain(Lang::En));
        insta::assert_snapshot!("list_fr", plain(Lang::Fr));
    }

    #[test]
    fn every_set_counts_its_tiles() {
        let (listing, _) = collect(&Library::official());
        let base = listing.tile_sets.iter().find(|set| set.id == "base").unwrap();
        assert_eq!(base.total, 72);
        assert_eq!(base.total, base.tiles.iter().map(|t| u32::from(t.count)).sum::<u32>());
    }
}
