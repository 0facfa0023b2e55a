//! Ways out of a fault of a config that only the manifests of the library know.

use std::ops::Range;

use bastide_core::Fault;
use bastide_core::decl::{Expansion, Value};
use bastide_text::Document;

use super::load::Enabled;
use super::{BASE, Config, Manifests, lang};
use crate::library::Library;
use crate::manifest::{Choices, Domain, Elsewhere, Manifest};

impl Config {
    /// Reads a config. For a key outside any table, the fault names the expansion that has such an option.
    ///
    /// # Errors
    ///
    /// Returns all faults of the file, in order.
    pub fn parse_for(file: &str, text: &str, library: &Library) -> Result<Self, Vec<Fault>> {
        Self::parse(file, text).map_err(|mut faults| {
            direct(&mut faults, text, &Manifests::of(library));
            faults
        })
    }
}

/// Says of unknown keys of the whole config which expansion they belong to.
pub fn direct(faults: &mut [Fault], text: &str, manifests: &Manifests) {
    let Some(document) = Document::parse_as('C', "", text, &mut Vec::new()) else { return };
    too_many(faults, &document, manifests);
    for entry in document.root().entries() {
        let is = |span: &Range<usize>| *span == entry.key_span;
        let unknown =
            |fault: &&mut Fault| fault.code == "C0005" && fault.span.as_ref().is_some_and(is);
        let Some(fault) = faults.iter_mut().find(unknown) else { continue };
        let key = &entry.key;
        let has = |manifest: &&Manifest| manifest.option(key).is_some();
        let Some(owner) = manifests.good().filter(has).min_by_key(|m| (m.id != BASE, m.id.clone()))
        else {
            continue;
        };
        let (id, value) = (&owner.id, text.get(entry.node.span.clone()).unwrap_or("…"));
        *fault = fault.clone().help(
            format!("it is an option of `{id}`: write `{key} = {value}` in a table `[expansions.{id}]`"),
            format!("c'est une option de `{id}` : écrivez `{key} = {value}` dans une table `[expansions.{id}]`"),
        );
    }
}

/// Adds the largest possible number of players to the fault of a number that no game can hold.
fn too_many(faults: &mut [Fault], document: &Document, manifests: &Manifests) {
    let span = Some(document.root().value_span("players"));
    let Some(fault) = faults.iter_mut().find(|f| f.code == "C0007" && f.span == span) else {
        return;
    };
    let all = manifests.good().flat_map(resolved);
    let most = all.map(|(_, expansion)| expansion.players_max).max().unwrap_or(0);
    if most > 0 {
        *fault = at_most(fault.clone(), most);
    }
}

fn at_most(fault: Fault, most: u8) -> Fault {
    fault.help(
        format!("name fewer players: no expansion is for more than {most}"),
        format!("nommez moins de joueurs : aucune extension n'en admet plus de {most}"),
    )
}

/// What the expansions of a library are called.
pub(super) struct Called {
    ids: Vec<String>,
    /// As in [`plain`], in either language, each with its id.
    names: Vec<(String, String)>,
}

impl Called {
    pub(super) fn of(library: &Library) -> Self {
        let manifests = library.manifests();
        let names = |m: &Manifest| -> Vec<(String, String)> {
            m.name.values().map(|name| (plain(name), m.id.clone())).collect()
        };
        Self {
            ids: manifests.known.keys().cloned().collect(),
            names: manifests.good().flat_map(names).collect(),
        }
    }

    /// The expansion that was meant by a word nobody knows: by its id, or by its name in either language.
    pub(super) fn meant(&self, fault: Fault, word: &str) -> Fault {
        let known = || self.ids.iter().map(String::as_str);
        if lang::near(word, known()).is_none() {
            let near = lang::near(&plain(word), self.names.iter().map(|(name, _)| name.as_str()));
            let named = near.and_then(|near| self.names.iter().find(|(name, _)| name == near));
            if let Some((_, id)) = named {
                return fault
                    .help(format!("did you mean `{id}`?"), format!("vouliez-vous dire `{id}` ?"));
            }
        }
        lang::suggest(fault, word, known())
    }
}

/// Words that one leaves out of a name or not.
const SMALL: [&str; 10] = ["and", "et", "the", "le", "la", "les", "l", "of", "de", "des"];

/// A name as one might write it for an id: no accents, no articles, no `and`.
fn plain(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'à' | 'â' | 'ä' => out.push('a'),
            'ç' => out.push('c'),
            'é' | 'è' | 'ê' | 'ë' => out.push('e'),
            'î' | 'ï' => out.push('i'),
            'ô' | 'ö' => out.push('o'),
            'ù' | 'û' | 'ü' => out.push('u'),
            'œ' => out.push_str("oe"),
            c if c.is_alphanumeric() => out.push(c),
            _ => out.push(' '),
        }
    }
    let words = out.split_whitespace().filter(|word| !SMALL.contains(word));
    words.collect::<Vec<_>>().join("-")
}

/// Adds help for too few players: an option of the only expansion that asks for more.
pub(super) fn more(fault: Fault, count: usize, enabled: &[Enabled<'_>]) -> Fault {
    let few = |expansion: &Expansion| usize::from(expansion.players_min) > count;
    let asking: Vec<&Manifest> =
        enabled.iter().filter(|one| few(&one.expansion)).map(|one| one.manifest).collect();
    let [one] = asking[..] else {
        return fault.help("add players", "ajoutez des joueurs");
    };
    let option = resolved(one).into_iter().find_map(|(choice, all)| choice.filter(|_| !few(&all)));
    match option {
        Some(choice) => by_option(fault, &one.id, &choice),
        None if one.id == BASE => fault.help("add players", "ajoutez des joueurs"),
        None => {
            let id = &one.id;
            fault.help(
                format!("add players, or play without `{id}`"),
                format!("ajoutez des joueurs, ou jouez sans `{id}`"),
            )
        }
    }
}

fn by_option(fault: Fault, id: &str, choice: &str) -> Fault {
    fault.help(
        format!("write `{choice}` in a table `[expansions.{id}]`"),
        format!("écrivez `{choice}` dans une table `[expansions.{id}]`"),
    )
}

/// Adds help for too many players: an expansion, or one of its options.
pub(super) fn fewer(
    fault: Fault,
    count: usize,
    enabled: &[Enabled<'_>],
    manifests: &Manifests,
) -> Fault {
    if let Some((id, option)) = enabled.iter().find_map(|one| hindering(one, count)) {
        return fault.help(
            format!("leave `{option}` out of the table of `{id}`: without it there may be {count}"),
            format!("retirez `{option}` de la table de `{id}` : sans elle, on peut être {count}"),
        );
    }
    let mut most = 0;
    let mut lines = Vec::new();
    for manifest in manifests.good() {
        for (choice, expansion) in resolved(manifest) {
            most = most.max(expansion.players_max);
            // The base game is there anyway: only an option of it changes anything.
            if usize::from(expansion.players_max) >= count
                && (manifest.id != BASE || choice.is_some())
            {
                lines.push((choice.is_some(), manifest.id.clone(), choice));
            }
        }
    }
    lines.sort();
    match lines.into_iter().next() {
        Some((_, id, None)) => fault.help(
            format!("write `{id} = true` below `[expansions]`: with it there may be {count}"),
            format!("écrivez `{id} = true` sous `[expansions]` : avec elle, on peut être {count}"),
        ),
        Some((_, id, Some(choice))) => by_option(fault, &id, &choice),
        None => at_most(fault, most),
    }
}

/// Returns the option of an enabled expansion that alone limits the number of players, as written in the config.
fn hindering<'a>(one: &'a Enabled<'_>, count: usize) -> Option<(&'a str, &'a str)> {
    let written = one.wanted.options.iter().map(|entry| entry.key.as_str());
    let option = written.into_iter().find(|option| {
        let mut choices = one.choices.clone();
        choices.options.remove(*option);
        let id = one.manifest.id.as_str();
        let without = one.manifest.resolve(&choices, &[BASE, id], &Elsewhere::new());
        usize::from(without.players_max) >= count
    })?;
    Some((&one.manifest.id, option))
}

/// An expansion as it is, and with one option at another value.
fn resolved(manifest: &Manifest) -> Vec<(Option<String>, Expansion)> {
    let with = |options: &[(&str, Value)]| {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let choices = Choices { options: options.collect(), ..Choices::default() };
        manifest.resolve(&choices, &[BASE, &manifest.id], &Elsewhere::new())
    };
    let mut all = vec![(None, with(&[]))];
    for option in &manifest.options {
        let values: Vec<(String, Value)> = match &option.domain {
            Domain::Switch => [true, false].map(|on| (on.to_string(), Value::Bool(on))).into(),
            Domain::Words(words) => {
                words.iter().map(|w| (format!("\"{w}\""), Value::Text(w.clone()))).collect()
            }
            Domain::Range(..) => Vec::new(),
        };
        for (written, value) in values.into_iter().filter(|(_, value)| *value != option.default) {
            let line = format!("{} = {written}", option.name);
            all.push((Some(line), with(&[(&option.name, value)])));
        }
    }
    all
}

#[cfg(test)]
#[path = "../tests/ways.rs"]
mod tests;
