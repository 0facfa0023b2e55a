//! Options and profiles of an expansion.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_core::Fault;
use bastide_core::decl::{Text, Value};
use bastide_text::{Document, Node, listed};

use super::scope::{Context, Scope};
use super::sets::sets;
use super::settled::KEYS;
use crate::lang;

/// Keys that every expansion accepts in a config; no option may be called so.
pub const RESERVED: [&str; 6] = ["path", "tiles", "figures", "set", "sets", "copies"];

/// What an option may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// On or off.
    Switch,
    /// One of some words.
    Words(Vec<String>),
    /// A whole number between two others, both included.
    Range(i64, i64),
}

/// An option of an expansion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDecl {
    /// Its name.
    pub name: String,
    /// Possible values.
    pub domain: Domain,
    /// Default value.
    pub default: Value,
    /// Its name for people.
    pub label: Text,
    /// Names of its values for people.
    pub labels: BTreeMap<String, Text>,
    /// Where it is declared in the manifest.
    pub span: Range<usize>,
}

impl OptionDecl {
    /// Whether the option can have the value that is written so.
    pub(super) fn accepts(&self, word: &str) -> bool {
        match &self.domain {
            Domain::Switch => word == "true" || word == "false",
            Domain::Words(words) => words.iter().any(|known| known == word),
            Domain::Range(low, high) => {
                word.parse::<i64>().is_ok_and(|number| (low..=high).contains(&&number))
            }
        }
    }

    /// The value that is written at a node; `None` with a fault (number 106) if the option cannot be so.
    pub fn read(&self, document: &Document, node: &Node) -> Option<Value> {
        let value = match (&self.domain, &node.value) {
            (Domain::Switch, bastide_text::Value::Bool(on)) => return Some(Value::Bool(*on)),
            (Domain::Words(words), bastide_text::Value::Text(word)) if words.contains(word) => {
                return Some(Value::Text(word.clone()));
            }
            (Domain::Range(low, high), bastide_text::Value::Int(number))
                if (low..=high).contains(&number) =>
            {
                return Some(Value::Int(*number));
            }
            (_, bastide_text::Value::Text(word)) => format!("`{word}`"),
            (_, bastide_text::Value::Int(number)) => format!("`{number}`"),
            (_, bastide_text::Value::Bool(on)) => format!("`{on}`"),
            _ => "…".to_owned(),
        };
        let name = &self.name;
        let fault = document.fault(
            106,
            node.span.clone(),
            format!("option `{name}` cannot be {value}"),
            format!("l'option `{name}` ne peut pas valoir {value}"),
        );
        document.note(self.way_out(fault, node));
        None
    }

    /// Returns whether the present value is among those at a node, each of which is checked.
    pub(super) fn is_among(&self, now: &Value, document: &Document, node: &Node) -> bool {
        let nodes = match &node.value {
            bastide_text::Value::List(nodes) => nodes.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let wanted: Vec<Value> =
            nodes.iter().filter_map(|node| self.read(document, node)).collect();
        wanted.contains(now)
    }

    /// What could have been written.
    fn way_out(&self, fault: Fault, node: &Node) -> Fault {
        match (&self.domain, &node.value) {
            (Domain::Switch, _) => {
                fault.help("write `true` or `false`", "écrivez `true` ou `false`")
            }
            (Domain::Words(words), bastide_text::Value::Text(word)) => {
                lang::suggest(fault, word, words.iter().map(String::as_str))
            }
            (Domain::Words(words), _) => {
                let words = listed(words);
                fault.help(format!("write one of {words}"), format!("écrivez l'un de {words}"))
            }
            (Domain::Range(low, high), _) => fault.help(
                format!("write a number from {low} to {high}"),
                format!("écrivez un nombre de {low} à {high}"),
            ),
        }
    }
}

/// Values of options that belong together: an edition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub label: Text,
    /// Values of options that differ from the default.
    pub values: BTreeMap<String, Value>,
    /// Tile sets instead of those of the manifest.
    pub sets: Option<Vec<String>>,
}

/// Reads `[option.*]`.
pub(super) fn options(root: &Scope<'_>) -> Vec<OptionDecl> {
    let mut found = Vec::new();
    let Some(table) = root.table.table("option") else { return found };
    for entry in table.entries() {
        let (name, span) = (entry.key.clone(), entry.key_span.clone());
        if !root.is_name(&name, span.clone()) {
            continue;
        }
        if RESERVED.contains(&name.as_str()) {
            root.note(
                root.fault(
                    109,
                    span,
                    format!("no option can be called `{name}`"),
                    format!("aucune option ne peut s'appeler `{name}`"),
                )
                .help(
                    format!("choose another name: in a config {} are keys of every expansion", listed(&RESERVED)),
                    format!("choisissez un autre nom : dans une configuration, {} sont des clés de toute extension", listed(&RESERVED)),
                ),
            );
            continue;
        }
        let Some(table) = root.document().as_table(&entry.node, &name) else { continue };
        let scope = Scope::new(table, root.context);
        found.extend(option(name, span, &scope));
        scope.table.finish();
    }
    found
}

/// Reads one option.
fn option(name: String, span: Range<usize>, scope: &Scope<'_>) -> Option<OptionDecl> {
    let label = scope.translated("label");
    let default = scope.table.raw("default");
    let (mut labels, mut labelled) = (BTreeMap::new(), Vec::new());
    if let Some(table) = scope.below("labels") {
        for entry in table.table.entries() {
            labels.insert(entry.key.clone(), table.translated(&entry.key));
            labelled.push((entry.key.clone(), entry.key_span.clone()));
        }
    }
    let wrong = |en: &str, fr: &str| {
        let fault = scope.fault(
            108,
            span.clone(),
            format!("option `{name}`: {en}"),
            format!("option `{name}` : {fr}"),
        );
        scope.note(fault.help(
            "write `values = [\"a\", \"b\"]`, or `range = [low, high]`, or `default = true`",
            "écrivez `values = [\"a\", \"b\"]`, ou `range = [bas, haut]`, ou `default = true`",
        ));
    };
    let domain = match (scope.table.raw("values").is_some(), scope.table.raw("range")) {
        (true, Some(_)) => {
            wrong("both `values` and `range`", "`values` et `range` à la fois");
            return None;
        }
        (true, None) => Domain::Words(scope.names("values")),
        (false, Some(range)) => {
            let ends = match &range.value {
                bastide_text::Value::List(nodes) => nodes.as_slice(),
                _ => &[],
            };
            let [bastide_text::Value::Int(low), bastide_text::Value::Int(high)] =
                ends.iter().map(|n| n.value.clone()).collect::<Vec<_>>()[..]
            else {
                wrong("`range` is not two numbers", "`range` n'est pas fait de deux nombres");
                return None;
            };
            Domain::Range(low, high)
        }
        (false, None) => Domain::Switch,
    };
    if let Domain::Words(words) = &domain
        && (1..words.len()).any(|at| words[..at].contains(&words[at]))
    {
        wrong("a value stands twice", "une valeur y est deux fois");
        return None;
    }
    if matches!(&domain, Domain::Range(low, high) if low > high)
        || matches!(&domain, Domain::Words(words) if words.is_empty())
    {
        wrong("no value is possible", "aucune valeur n'est possible");
        return None;
    }
    if !scope.table.need("default") {
        return None;
    }
    let mut found = OptionDecl { name, domain, default: Value::Bool(false), label, labels, span };
    for (word, span) in labelled.into_iter().filter(|(word, _)| !found.accepts(word)) {
        let node = Node { value: bastide_text::Value::Text(word), span };
        found.read(scope.document(), &node);
    }
    found.default = found.read(scope.document(), default?)?;
    Some(found)
}

/// Reads `[profile.*]`, once the options are known.
pub(super) fn profiles(root: &Scope<'_>) -> Vec<Profile> {
    let mut found = Vec::new();
    for (name, _, scope) in root.named("profile") {
        let mut profile = Profile { name, label: scope.translated("name"), ..Profile::default() };
        if scope.table.has("sets") {
            let sets = sets(&scope, "sets").into_iter().map(|(name, _)| name);
            profile.sets = Some(sets.collect());
        }
        for entry in scope.table.entries() {
            if ["name", "sets"].contains(&entry.key.as_str()) || KEYS.contains(&entry.key.as_str())
            {
                continue;
            }
            if let Some(option) = scope.known_option(&entry.key, entry.key_span.clone())
                && let Some(value) = option.read(scope.document(), &entry.node)
            {
                profile.values.insert(entry.key.clone(), value);
            }
        }
        found.push(profile);
    }
    found
}

/// Every option with its default.
pub(super) fn defaults(options: &[OptionDecl]) -> BTreeMap<String, Value> {
    options.iter().map(|o| (o.name.clone(), o.default.clone())).collect()
}

/// A context that keeps everything and knows no option yet.
pub(super) fn bare(values: &BTreeMap<String, Value>) -> Context<'_> {
    Context::new(&[], values, None)
}
