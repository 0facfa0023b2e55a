//! Reading a manifest under given options: conditions, values taken from options, words of a list.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use bastide_core::Fault;
use bastide_core::decl::{Text, Value};
use bastide_text::{Document, Entry, Node, Table};

use super::condition::Named;
use super::elsewhere::{Elsewhere, Foreign};
use super::options::{Domain, OptionDecl};
use super::reference::Reference;
use crate::lang;
use crate::rules_text::is_rule_id;

/// What a manifest is read under.
#[derive(Debug)]
pub(super) struct Context<'a> {
    /// The options it declares.
    pub(super) options: &'a [OptionDecl],
    /// Their values in force.
    pub(super) values: &'a BTreeMap<String, Value>,
    /// Enabled expansions; `None` keeps every table, whatever its condition.
    pub(super) enabled: Option<&'a [&'a str]>,
    /// Options of all that is in play.
    pub(super) elsewhere: Option<&'a Elsewhere>,
    /// Names in conditions, as they were read.
    pub(super) named: RefCell<Vec<Named>>,
    /// Options of other expansions, as they were read.
    pub(super) foreign: RefCell<Vec<Foreign>>,
    /// Names outside conditions, as they were read.
    pub(super) references: RefCell<Vec<Reference>>,
}

impl<'a> Context<'a> {
    /// Values of options, and what is enabled.
    pub(super) fn new(
        options: &'a [OptionDecl],
        values: &'a BTreeMap<String, Value>,
        enabled: Option<&'a [&'a str]>,
    ) -> Self {
        Self {
            options,
            values,
            enabled,
            elsewhere: None,
            named: RefCell::default(),
            foreign: RefCell::default(),
            references: RefCell::default(),
        }
    }
}

/// A table of a manifest, read under a context.
pub(super) struct Scope<'a> {
    pub(super) table: Table<'a>,
    pub(super) context: &'a Context<'a>,
}

impl<'a> Scope<'a> {
    /// A table without looking at its condition.
    pub(super) fn new(table: Table<'a>, context: &'a Context<'a>) -> Self {
        Self { table, context }
    }

    /// The document.
    pub(super) fn document(&self) -> &'a Document {
        self.table.document()
    }

    /// Notes a fault.
    pub(super) fn fault(&self, number: u16, span: Range<usize>, en: String, fr: String) -> Fault {
        self.document().fault(number, span, en, fr)
    }

    /// Notes a fault.
    pub(super) fn note(&self, fault: Fault) {
        self.document().note(fault);
    }

    /// The value of a key; `{ option = "x" }` is replaced by the value of the option.
    pub(super) fn raw(&self, key: &str) -> Option<Cow<'a, Node>> {
        self.table.raw(key).and_then(|node| self.substitute(node))
    }

    /// Replaces a node that names an option. With `of = { word = value }`, a value of the option stands for another
    /// value, and with `else = value` so do all that `of` does not list.
    pub(super) fn substitute(&self, node: &'a Node) -> Option<Cow<'a, Node>> {
        let Some((option, of, otherwise)) = self.option_of(node).ok()? else {
            return Some(Cow::Borrowed(node));
        };
        let now = self.now(option);
        let word = written(now);
        if let Some(entry) = of.iter().find(|entry| entry.key == word) {
            return Some(Cow::Borrowed(&entry.node));
        }
        if let Some(node) = otherwise {
            return Some(Cow::Borrowed(node));
        }
        let value = match now {
            Value::Bool(on) => bastide_text::Value::Bool(*on),
            Value::Int(number) => bastide_text::Value::Int(*number),
            Value::Text(text) => bastide_text::Value::Text(text.clone()),
        };
        Some(Cow::Owned(Node { span: node.span.clone(), value }))
    }

    /// The option that `{ option = "x", of = { … }, else = … }` names, with the two others;
    /// `None` if the node is nothing of the kind.
    fn option_of(&self, node: &'a Node) -> Result<Option<ByOption<'a>>, Told> {
        let bastide_text::Value::Table(entries) = &node.value else { return Ok(None) };
        if !entries.iter().any(|entry| entry.key == "option") {
            return Ok(None);
        }
        let table = self.document().as_table(node, "option").ok_or(Told)?;
        let name = table.str("option").ok_or(Told)?;
        let option = self.known_option(name, table.value_span("option")).ok_or(Told)?;
        let of = table.table("of").map(|of| of.entries().collect::<Vec<_>>()).unwrap_or_default();
        for entry in &of {
            if !option.accepts(&entry.key) {
                let (name, value) = (&option.name, &entry.key);
                self.note(self.fault(
                    106,
                    entry.key_span.clone(),
                    format!("option `{name}` cannot be `{value}`"),
                    format!("l'option `{name}` ne peut pas valoir `{value}`"),
                ));
            }
        }
        let otherwise = table.raw("else");
        if self.context.enabled.is_none() {
            table.finish();
        }
        Ok(Some((option, of, otherwise)))
    }

    /// The value of an option in force.
    pub(super) fn now(&self, option: &'a OptionDecl) -> &'a Value {
        self.context.values.get(&option.name).unwrap_or(&option.default)
    }

    /// An option by name; a fault if it is not declared.
    pub(super) fn known_option(&self, name: &str, span: Range<usize>) -> Option<&'a OptionDecl> {
        let found = self.context.options.iter().find(|o| o.name == name);
        // An unreadable one was reported before.
        if found.is_none() && !self.is_written_option(name) {
            self.note(lang::suggest(
                self.fault(
                    105,
                    span,
                    format!("unknown option `{name}`"),
                    format!("option inconnue `{name}`"),
                ),
                name,
                self.context.options.iter().map(|o| o.name.as_str()),
            ));
        }
        found
    }

    /// Whether the manifest has a table `[option.<name>]`, sound or not.
    fn is_written_option(&self, name: &str) -> bool {
        let root = self.document().root();
        let options = root.entries().find(|entry| entry.key == "option");
        options.is_some_and(|entry| match &entry.node.value {
            bastide_text::Value::Table(all) => all.iter().any(|option| option.key == name),
            _ => false,
        })
    }

    /// A text.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        let node = self.raw(key)?;
        self.document().as_str(&node, key).map(str::to_owned)
    }

    /// True or false, `otherwise` if the key is absent or wrong.
    pub(super) fn bool_or(&self, key: &str, otherwise: bool) -> bool {
        self.bool(key).unwrap_or(otherwise)
    }

    /// True or false.
    pub(super) fn bool(&self, key: &str) -> Option<bool> {
        let node = self.raw(key)?;
        self.document().as_bool(&node, key)
    }

    /// A whole number.
    pub(super) fn int(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let node = self.table.raw(key)?;
        self.int_of(node, key, range)
    }

    /// A whole number at a node. An option must keep to the range with all its values.
    pub(super) fn int_of(
        &self,
        node: &'a Node,
        what: &str,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        if let Some((option, of, None)) = self.option_of(node).ok()?
            && let Domain::Range(low, high) = option.domain
            && [low, high].iter().any(|end| {
                !range.contains(end) && !of.iter().any(|entry| entry.key == end.to_string())
            })
        {
            let (name, first, last) = (&option.name, range.start(), range.end());
            self.note(
                self.fault(
                    107,
                    node.span.clone(),
                    format!("option `{name}` goes from {low} to {high}, too far for `{what}`"),
                    format!("l'option `{name}` va de {low} à {high}, trop loin pour `{what}`"),
                )
                .help(
                    format!("`{what}` takes {first} to {last}"),
                    format!("`{what}` accepte de {first} à {last}"),
                ),
            );
            return None;
        }
        let node = self.substitute(node)?;
        self.document().as_int(&node, what, range)
    }

    /// A list of words; one word is a list of one.
    pub(super) fn words(&self, key: &str) -> Vec<(String, Range<usize>)> {
        let Some(node) = self.raw(key) else { return Vec::new() };
        let words = self.document().as_words(&node, key).unwrap_or_default();
        words.into_iter().map(|word| (word.text.to_owned(), word.span)).collect()
    }

    /// A list of words without their places.
    pub(super) fn strings(&self, key: &str) -> Vec<String> {
        self.words(key).into_iter().map(|(word, _)| word).collect()
    }

    /// A list of names of expansions or things; a name that cannot be one is a fault and left out.
    pub(super) fn names(&self, key: &str) -> Vec<String> {
        self.mentions(key).into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the names with their places.
    pub(super) fn mentions(&self, key: &str) -> Vec<(String, Range<usize>)> {
        let mut words = self.words(key);
        words.retain(|(word, span)| self.is_name(word, span.clone()));
        words
    }

    /// One word of a closed list.
    pub(super) fn choice<T: Copy>(&self, key: &str, known: &[(&str, T)]) -> Option<T> {
        let word = self.text(key)?;
        let found = known.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            self.note(lang::suggest(
                self.fault(
                    110,
                    self.table.value_span(key),
                    format!("`{key}` cannot be `{word}`"),
                    format!("`{key}` ne peut pas valoir `{word}`"),
                ),
                &word,
                known.iter().map(|(name, _)| *name),
            ));
        }
        found.map(|(_, value)| *value)
    }

    /// Whether a word is a rule id; a fault if not.
    pub(super) fn is_rule(&self, id: &str, span: Range<usize>) -> bool {
        let good = is_rule_id(id);
        if !good {
            self.note(
                self.fault(
                    114,
                    span,
                    format!("`{id}` is not the id of a rule"),
                    format!("`{id}` n'est pas l'identifiant d'une règle"),
                )
                .help(
                    "write the short name of an expansion and words joined by dots: `ic.inn.road`",
                    "écrivez le nom court d'une extension et des mots reliés par des points : `ic.inn.road`",
                ),
            );
        }
        good
    }

    /// Whether a word can be a name; a fault if not.
    pub(super) fn is_name(&self, name: &str, span: Range<usize>) -> bool {
        let good = is_name(name);
        if !good {
            self.note(
                self.fault(
                    102,
                    span,
                    format!("`{name}` cannot be a name"),
                    format!("`{name}` ne peut pas être un nom"),
                )
                .help(
                    "names are at most 64 small letters, digits and single hyphens, and begin with a letter",
                    "un nom est fait d'au plus 64 minuscules sans accent, chiffres et traits d'union isolés, et commence par une lettre",
                ),
            );
        }
        good
    }

    /// A text in several languages; English must be there.
    pub(super) fn translated(&self, key: &str) -> Text {
        let mut text = Text::new();
        let Some(table) = self.table.table(key) else { return text };
        table.need("en");
        for entry in table.entries() {
            if let Some(said) = self.document().as_str(&entry.node, &entry.key) {
                text.insert(entry.key.clone(), said.to_owned());
            }
        }
        if text.contains_key("en") && !text.contains_key("fr") {
            self.note(
                self.fault(
                    123,
                    self.table.key_span(key),
                    format!("`{key}` has no French"),
                    format!("`{key}` n'a pas de français"),
                )
                .help("add `fr = \"…\"`", "ajoutez `fr = \"…\"`")
                .warning(),
            );
        }
        text
    }

    /// Every table `[key.<name>]` whose condition holds, with its name.
    pub(super) fn named(&self, key: &str) -> Vec<(String, Range<usize>, Scope<'a>)> {
        let Some(table) = self.table.table(key) else { return Vec::new() };
        let mut found = Vec::new();
        for entry in table.entries() {
            if !self.is_name(&entry.key, entry.key_span.clone()) {
                continue;
            }
            if let Some(table) = self.document().as_table(&entry.node, &entry.key) {
                let scope = Scope::new(table, self.context);
                if scope.holds() {
                    found.push((entry.key.clone(), entry.key_span.clone(), scope));
                }
            }
        }
        found
    }

    /// A table below this one.
    pub(super) fn below(&self, key: &str) -> Option<Scope<'a>> {
        self.table.table(key).map(|table| Scope::new(table, self.context))
    }

    /// Several tables `[[key]]` whose condition holds.
    pub(super) fn many(&self, key: &str) -> Vec<Scope<'a>> {
        let scopes = self.table.tables(key).into_iter().map(|t| Scope::new(t, self.context));
        scopes.filter(Scope::holds).collect()
    }
}

/// An option, what some of its values stand for, what all others stand for.
type ByOption<'a> = (&'a OptionDecl, Vec<&'a Entry>, Option<&'a Node>);

/// Something is wrong, and a fault has told it.
struct Told;

/// A value as the key of a table.
fn written(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.clone(),
    }
}

/// Small letters, digits and single hyphens, beginning with a letter; at most 64.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.len() <= 64
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && !name.ends_with('-')
        && !name.contains("--")
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
