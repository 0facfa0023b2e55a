//! Contents of a game for people who decide whether to sit down: expansions and their options.

use bastide::core::decl::{Expansion, Text, Value};
use bastide::{Library, Manifest, story};
use serde::Serialize;

use crate::room::Room;

/// Contents of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// The edition, by its name.
    pub edition: String,
    /// Expansions, the base game first.
    pub expansions: Vec<InPlay>,
}

/// An expansion in play.
#[derive(Clone, Debug, Serialize)]
pub struct InPlay {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Every option with the value in force, in words.
    pub options: Vec<(String, String)>,
}

impl Room {
    /// Returns the contents of the game in a language (`en` or `fr`), before it begins too.
    #[must_use]
    pub fn played(&self, lang: &str) -> Played {
        let rules = self.in_force();
        let named = |id: &str| story::name(&rules.ruleset, &["expansion"], id, lang);
        let setup = &rules.setup;
        let base = manifest(&self.library, bastide::config::BASE);
        let profiles = base.iter().flat_map(|base| &base.profiles);
        let label = profiles.filter(|p| p.name == setup.edition).find_map(|p| said(&p.label, lang));
        let in_play = |expansion: &Expansion| InPlay {
            id: expansion.id.clone(),
            name: named(&expansion.id),
            options: options(expansion, manifest(&self.library, &expansion.id).as_ref(), lang),
        };
        Played {
            edition: label.unwrap_or_else(|| setup.edition.clone()),
            expansions: setup.expansions.iter().map(in_play).collect(),
        }
    }
}

/// Returns the manifest of an expansion, or `None` if only its config leads to it.
fn manifest(library: &Library, id: &str) -> Option<Manifest> {
    library.folder(id).and_then(|folder| Manifest::read(folder).0)
}

/// Options in the order of the manifest; those that it has no words for by the names of the file.
fn options(
    expansion: &Expansion,
    manifest: Option<&Manifest>,
    lang: &str,
) -> Vec<(String, String)> {
    let decls = manifest.map_or(&[][..], |manifest| &manifest.options);
    let at = |name: &String| decls.iter().position(|decl| decl.name == *name);
    let mut options: Vec<_> = expansion.options.iter().collect();
    options.sort_by_key(|(name, _)| at(name));
    let told = |(name, value): (&String, &Value)| {
        let decl = at(name).map(|at| &decls[at]);
        let label = decl.and_then(|decl| said(&decl.label, lang));
        let value = match value {
            Value::Bool(on) => switch(*on, lang).to_owned(),
            Value::Int(number) => number.to_string(),
            Value::Text(word) => {
                let label = decl.and_then(|decl| said(decl.labels.get(word)?, lang));
                label.unwrap_or_else(|| word.clone())
            }
        };
        (label.unwrap_or_else(|| name.clone()), value)
    };
    options.into_iter().map(told).collect()
}

fn switch(on: bool, lang: &str) -> &'static str {
    match (on, lang) {
        (true, "fr") => "oui",
        (true, _) => "yes",
        (false, "fr") => "non",
        (false, _) => "no",
    }
}

fn said(text: &Text, lang: &str) -> Option<String> {
    text.get(lang).or(text.get("en")).cloned()
}
