//! The manifest of an expansion: `expansion.toml`, read once with all faults, resolved once per game.

use std::collections::BTreeMap;
use std::sync::Arc;

use bastide_core::decl::{Expansion, Rule, Supply, Text, Value};
use bastide_core::{Fault, Severity};
use bastide_text::Document;

use crate::graph::Mention;
use crate::library::Folder;
use crate::rules_text;

mod act;
mod board;
mod bot;
mod check;
mod chosen_with;
mod condition;
mod declare;
mod elsewhere;
mod hook;
pub mod jcz;
mod kept;
mod meaning;
mod options;
mod overlay;
mod reference;
mod scope;
mod sets;
mod settled;
mod start;
pub mod suits;
mod tables;
pub mod words;

pub use condition::{Named, of_script};
pub use elsewhere::Elsewhere;
pub use options::{Domain, OptionDecl, Profile, RESERVED};
pub use reference::{Reference, Referred};
pub use scope::is_name;
use scope::{Context, Scope};

/// Version of the manifest format and of the hook table that this engine speaks.
pub const API: i64 = 2;

/// The code of a manifest that is of another.
const OTHER_API: &str = "M0103";
/// File of a folder that holds the manifest.
pub const FILE: &str = "expansion.toml";
/// Files of a folder that may hold its rules, in the order in which they are looked for.
pub const SCRIPTS: [&str; 2] = ["init.lua", "init.luau"];

/// How far an expansion is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Everything its rules say.
    #[default]
    Complete,
    /// Its tiles can be played, its own rules are missing.
    TilesOnly,
    /// Work in progress.
    Draft,
}

/// A manifest that has been read. Conditions and option values are not yet applied.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// Name of the folder.
    pub id: String,
    /// First word of its rule ids.
    pub short: String,
    /// Version of the folder.
    pub version: String,
    /// Name for people.
    pub name: Text,
    /// How far it is done.
    pub status: Status,
    /// Its functions are Rust, under the same id.
    pub native: bool,
    /// File and text of its script, if it has one.
    pub script: Option<(String, Arc<str>)>,
    /// Expansions that must be enabled.
    pub needs: Vec<Mention>,
    /// Expansions that must not be enabled.
    pub conflicts: Vec<Mention>,
    /// Expansions that come before it if they are enabled.
    pub after: Vec<Mention>,
    /// Tile sets it brings, whatever the conditions.
    pub sets: Vec<Mention>,
    /// Expansions whose tile sets stay out when it is in play.
    pub replaces_sets: Vec<Mention>,
    /// Tiles of other sets that it redraws under any condition, by full id, with the bytes of the id in the manifest.
    pub redraws: Vec<(String, std::ops::Range<usize>)>,
    /// Its options.
    pub options: Vec<OptionDecl>,
    /// Its editions.
    pub profiles: Vec<Profile>,
    /// Symbols that tiles of other editions print, beside those it declares.
    pub decoration: Vec<String>,
    /// Its names in the games of another engine.
    pub jcz: jcz::Words,
    /// Rules of its `rules.md`.
    pub rules: Vec<Rule>,
    /// Hash of the files of the folder that affect the rules.
    pub hash: String,
    /// Everything it declares, whatever the conditions, with options at their defaults.
    pub everything: Expansion,
    /// Names in its conditions.
    pub named: Vec<Named>,
    /// Names outside its conditions.
    pub references: Vec<Reference>,
    /// Options of other expansions for which it asks.
    foreign: Vec<elsewhere::Foreign>,
    file: String,
    text: Arc<str>,
}

/// What a game chooses about one expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Values of options that are not at their default.
    pub options: BTreeMap<String, Value>,
    /// Pieces per player of some kinds of figure.
    pub figures: BTreeMap<String, u16>,
}

impl Manifest {
    /// Reads the manifest of a folder, its `rules.md` and whether it has a script. Without a manifest
    /// that can be used there is none; the faults say why. Warnings may come with a manifest.
    #[must_use]
    pub fn read(folder: &Folder) -> (Option<Self>, Vec<Fault>) {
        let begun = std::time::Instant::now();
        let mut faults = Vec::new();
        let Some(file) = folder.file(FILE) else {
            let id = &folder.id;
            faults.push(
                Fault::new(
                    "M0120",
                    format!("`{id}` has no {FILE}"),
                    format!("`{id}` n'a pas de {FILE}"),
                )
                .in_file(&folder.name)
                .help("add the file", "ajoutez ce fichier"),
            );
            return (None, faults);
        };
        let Some(document) = Document::parse_as('M', &file.name, &file.text, &mut faults) else {
            return (None, faults);
        };
        let mut manifest = Self::header(&document, folder);
        manifest.file.clone_from(&file.name);
        manifest.text = Arc::clone(&file.text);
        if let Some(file) = folder.file("rules.md") {
            let (rules, more) = rules_text::read(&file.name, &file.text, &manifest.short);
            manifest.rules = rules;
            faults.extend(more);
        }
        manifest.hash = folder.hash();
        let values = options::defaults(&manifest.options);
        let context = Context::new(&manifest.options, &values, None);
        let root = Scope::new(document.root(), &context);
        let mut everything = Expansion::default();
        declare::read(&root, &mut everything);
        act::read(&root, &mut everything);
        everything.mute = mute(&root);
        for key in ["conflicts", "after", "replaces-sets"] {
            root.expansions(key);
        }
        manifest.jcz = jcz::read(&root.table);
        for key in HEADER {
            root.table.raw(key);
        }
        root.table.finish();
        manifest.named = context.named.take();
        manifest.redraws = sets::redraws(&root);
        manifest.references = context.references.take();
        manifest.foreign = context.foreign.take();
        manifest.check(&root, &everything, folder);
        jcz::check(&root.table, &everything, &manifest.options);
        drop(root);
        manifest.everything = everything;
        faults.extend(document.take_faults());
        // What another api says is not judged by this one: its words may be right.
        if faults.iter().any(|fault| fault.code == OTHER_API) {
            faults.retain(|fault| fault.code == OTHER_API);
        }
        faults.sort_by_cached_key(|f| {
            let start = f.span.as_ref().map_or(0, |span| span.start);
            (f.file.clone(), start, f.code.clone(), f.what.en.clone())
        });
        faults.dedup();
        crate::told::read("manifest", &file.name, &file.text, begun);
        let good = faults.iter().all(|f| f.severity == Severity::Warning);
        (good.then_some(manifest), faults)
    }

    /// Reads everything that is no declaration of the game.
    fn header(document: &Document, folder: &Folder) -> Self {
        let values = BTreeMap::new();
        let context = options::bare(&values);
        let root = Scope::new(document.root(), &context);
        for key in ["id", "short", "version", "api", "name"] {
            root.table.need(key);
        }
        let options = options::options(&root);
        let context = Context::new(&options, &values, None);
        let root = Scope::new(document.root(), &context);
        let status = [
            ("complete", Status::Complete),
            ("tiles-only", Status::TilesOnly),
            ("draft", Status::Draft),
        ];
        let mention =
            |(id, span)| Mention { id, file: document.file().to_owned(), span: Some(span) };
        let mentions = |key: &str| root.mentions(key).into_iter().map(mention).collect::<Vec<_>>();
        let script = SCRIPTS.iter().find_map(|name| folder.file(name));
        let named = |key: &str| {
            root.text(key).filter(|name| root.is_name(name, root.table.value_span(key)))
        };
        let id = named("id").unwrap_or_default();
        Self {
            short: named("short").unwrap_or_default(),
            version: root.text("version").unwrap_or_default(),
            name: root.translated("name"),
            status: root.choice("status", &status).unwrap_or_default(),
            native: root.bool_or("native", false),
            script: script.map(|file| (file.name.clone(), Arc::clone(&file.text))),
            needs: mentions("needs"),
            conflicts: mentions("conflicts"),
            after: mentions("after"),
            sets: sets::sets(&root, "sets").into_iter().map(mention).collect(),
            replaces_sets: mentions("replaces-sets"),
            redraws: Vec::new(),
            profiles: options::profiles(&root),
            decoration: root.names("decoration"),
            jcz: jcz::Words::default(),
            rules: Vec::new(),
            hash: String::new(),
            everything: Expansion::default(),
            named: Vec::new(),
            references: Vec::new(),
            foreign: Vec::new(),
            file: String::new(),
            text: Arc::from(""),
            id,
            options,
        }
    }

    /// An option by name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&OptionDecl> {
        self.options.iter().find(|option| option.name == name)
    }

    /// An edition by name.
    #[must_use]
    pub fn profile(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.name == name)
    }

    /// Every option with its default.
    #[must_use]
    pub fn defaults(&self) -> BTreeMap<String, Value> {
        options::defaults(&self.options)
    }

    /// File in which it is written, as the user would name it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the content of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Options in force.
    #[must_use]
    pub fn chosen(&self, choices: &Choices) -> BTreeMap<String, Value> {
        let mut values = self.defaults();
        for (name, value) in &choices.options {
            if let Some(old) = values.get_mut(name) {
                old.clone_from(value);
            }
        }
        values
    }

    /// The expansion as it is played: tables whose condition does not hold are gone, options have become
    /// their values. Choices that the options do not allow are not looked at; a config was checked before.
    #[must_use]
    pub fn resolve(&self, choices: &Choices, enabled: &[&str], elsewhere: &Elsewhere) -> Expansion {
        let values = self.chosen(choices);
        let mut out = Expansion {
            id: self.id.clone(),
            version: self.version.clone(),
            hash: self.hash.clone(),
            rules: self.rules.clone(),
            ..Expansion::default()
        };
        let mut ignored = Vec::new();
        if let Some(document) = Document::parse_as('M', &self.file, &self.text, &mut ignored) {
            let mut context = Context::new(&self.options, &values, Some(enabled));
            context.elsewhere = Some(elsewhere);
            let root = Scope::new(document.root(), &context);
            declare::read(&root, &mut out);
            act::read(&root, &mut out);
            out.mute = mute(&root);
        }
        let verbs: Vec<&str> = out.verbs.iter().map(|verb| verb.name.as_str()).collect();
        for step in &mut out.steps {
            step.verbs.retain(|verb| verbs.contains(&verb.as_str()));
        }
        for figure in &mut out.figures {
            if let Some(count) = choices.figures.get(&figure.name) {
                figure.supply = Supply::Each(*count);
            }
        }
        out.options = values;
        self.labels(&mut out.names);
        out
    }

    /// Names of the expansion, its options, their values and its editions.
    fn labels(&self, names: &mut BTreeMap<String, Text>) {
        let mut add = |key: String, text: &Text| {
            if !text.is_empty() {
                names.insert(key, text.clone());
            }
        };
        add(format!("expansion.{}", self.id), &self.name);
        for option in &self.options {
            add(format!("option.{}", option.name), &option.label);
            for (value, text) in &option.labels {
                add(format!("option.{}.{value}", option.name), text);
            }
        }
        for profile in &self.profiles {
            add(format!("profile.{}", profile.name), &profile.label);
        }
    }
}

/// Keys of the root table that the header takes.
const HEADER: [&str; 19] = [
    "id",
    "short",
    "version",
    "api",
    "name",
    "status",
    "native",
    "needs",
    "conflicts",
    "after",
    "sets",
    "replaces-sets",
    "redraw",
    "mute",
    "decoration",
    "option",
    "profile",
    "replace",
    "jcz",
];

/// `mute = […]`: rule ids.
fn mute(root: &Scope<'_>) -> Vec<String> {
    let mut words = root.words("mute");
    words.retain(|(id, span)| root.is_rule(id, span.clone()));
    for (id, span) in &words {
        root.refer(Referred::Muted, id, span.clone());
    }
    words.into_iter().map(|(id, _)| id).collect()
}

#[cfg(test)]
#[path = "tests/corners.rs"]
mod corners;
#[cfg(test)]
#[path = "tests/manifest.rs"]
mod tests;

#[cfg(test)]
#[path = "tests/condition.rs"]
mod condition_tests;
