//! Checks of a script's text: names that do not exist, state kept between calls, orders and fractions that differ from
//! what the author expects.
//!
//! The text has been compiled before, so its depth is limited.

mod arguments;
mod chain;
mod condition;
mod kinds;
mod said;
mod sorts;
mod walk;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use bastide::Manifest;
use bastide::core::Fault;
use full_moon::tokenizer::TokenReference;

pub(crate) use said::Sort;

/// What expansions declare, by sort.
pub(crate) type Declared<'a> = BTreeMap<Sort, BTreeSet<&'a str>>;

/// What is known of the folder in which a script lies.
#[derive(Clone, Debug, Default)]
pub(crate) struct About<'a> {
    /// Its manifest, or `None` for a script without a folder or with a faulty manifest.
    pub(crate) manifest: Option<&'a Manifest>,
    /// Rule ids with a text in the folder, or `None` without a `rules.md`.
    pub(crate) rules: Option<BTreeSet<&'a str>>,
    /// What the known expansions declare, by sort; nothing if one of them cannot be read.
    pub(crate) known: Arc<Declared<'a>>,
    /// Options of the known expansions.
    pub(crate) options: Arc<BTreeMap<&'a str, Vec<&'a str>>>,
}

/// Options of expansions, by name.
pub(crate) fn options<'a>(
    manifests: impl Iterator<Item = &'a Manifest>,
) -> BTreeMap<&'a str, Vec<&'a str>> {
    let names = |m: &'a Manifest| m.options.iter().map(|o| o.name.as_str()).collect();
    manifests.map(|m| (m.id.as_str(), names(m))).collect()
}

/// What expansions declare, by sort.
pub(crate) fn declared<'a>(manifests: impl Iterator<Item = &'a Manifest>) -> Declared<'a> {
    let mut known = Declared::new();
    for manifest in manifests {
        let all = &manifest.everything;
        let mut add = |sort, name| {
            known.entry(sort).or_default().insert(name);
        };
        for kind in &all.features {
            add(Sort::Kind, kind.name.as_str());
        }
        for tag in &all.tags {
            add(Sort::Tag, tag.name.as_str());
        }
        for figure in &all.figures {
            add(Sort::Figure, figure.name.as_str());
            figure.class.iter().for_each(|class| add(Sort::Class, class.as_str()));
        }
        all.edges.iter().for_each(|edge| add(Sort::Edge, edge.name.as_str()));
        all.overlays.iter().for_each(|piece| add(Sort::Overlay, piece.name.as_str()));
        all.units.iter().for_each(|unit| add(Sort::Unit, unit.as_str()));
        all.tokens.iter().for_each(|token| add(Sort::Token, token.name.as_str()));
        all.neutrals.iter().for_each(|neutral| add(Sort::Neutral, neutral.name.as_str()));
        all.groups.iter().for_each(|group| add(Sort::Pile, group.name.as_str()));
        all.zones.iter().for_each(|zone| add(Sort::Pile, zone.name.as_str()));
        manifest.rules.iter().for_each(|rule| add(Sort::Rule, rule.id.as_str()));
        // Nobody has said whether such a symbol is a feature or a tag.
        for symbol in &manifest.decoration {
            add(Sort::Kind, symbol.as_str());
            add(Sort::Tag, symbol.as_str());
        }
    }
    known
}

/// Room for the parser: a script may be as deep as the interpreter allows.
const STACK_BYTES: usize = 256 << 20;

/// Longest text at fault that is parsed to find the word at fault: its depth has no other bound.
const NARROWED_BYTES_MAX: usize = 16 << 10;

/// Everything that is doubtful in a script that compiles.
pub(crate) fn check(file: &str, text: &str, about: &About<'_>) -> Vec<Fault> {
    aside(|| {
        // What the interpreter accepts and this parser does not is no fault of the script.
        let Ok(ast) = full_moon::parse(text) else { return Vec::new() };
        walk::Walker::new(file, text, about).script(ast.nodes())
    })
}

/// Does something with much room for recursion.
pub(crate) fn aside<T: Default + Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}

/// A fault of syntax of a script (`L0101`), which the interpreter places on a line of the text: at the word that it
/// did not expect. Other faults stay where they are.
#[must_use]
pub fn narrowed(fault: Fault, text: &str) -> Fault {
    if fault.code != "L0101" {
        return fault;
    }
    let Some(line) = fault.span.clone() else { return fault };
    let en = fault.what.en.clone();
    let Some((_, unexpected)) = en.rsplit_once("got ") else { return fault };
    let end = text.trim_end().len();
    if unexpected.starts_with("<eof>") {
        let file = fault.file.clone();
        return fault.at(&file, end..end);
    }
    let quoted = unexpected.strip_prefix('\'').and_then(|rest| rest.split('\'').next());
    let wanted = quoted.filter(|word| !word.is_empty()).unwrap_or(unexpected);
    let inside = text.get(line.clone()).unwrap_or_default();
    let places: Vec<usize> = inside.match_indices(wanted).map(|(at, _)| line.start + at).collect();
    let told: Vec<usize> = if text.len() > NARROWED_BYTES_MAX {
        Vec::new()
    } else {
        aside(|| match full_moon::parse(text) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.iter().map(|error| error.range().0.bytes()).collect(),
        })
    };
    let place = places.iter().find(|at| told.contains(at)).or(places.last()).copied();
    let file = fault.file.clone();
    match place {
        Some(at) => fault.at(&file, at..at + wanted.len()),
        None => fault,
    }
}

/// Bytes of a word of the script.
pub(crate) fn span(token: &TokenReference) -> Range<usize> {
    token.token().start_position().bytes()..token.token().end_position().bytes()
}

/// The word itself.
pub(crate) fn word(token: &TokenReference) -> String {
    token.token().to_string()
}
