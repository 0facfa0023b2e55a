//! Options of other expansions, asked for in `when` and in conditions: `option.base.farmers = "off"`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::slice;

use bastide_core::Fault;
use bastide_core::decl;
use bastide_text::{Document, Entry, Node, Value};

use super::Manifest;
use super::scope::Scope;
use crate::lang;

/// Options in force of all expansions in play.
pub type Elsewhere = BTreeMap<String, BTreeMap<String, decl::Value>>;

/// An option of another expansion, and the values it is asked for.
#[derive(Clone, Debug)]
pub(super) struct Foreign {
    expansion: String,
    option: String,
    span: Range<usize>,
    values: Node,
}

impl<'a> Scope<'a> {
    /// Returns whether options of another expansion have these values; false if it is not in play. While a manifest is
    /// checked, they are recorded to be checked against the other manifest.
    pub(super) fn holds_elsewhere(&self, expansion: &'a Entry) -> bool {
        let Some(table) = self.document().as_table(&expansion.node, &expansion.key) else {
            return false;
        };
        let now = self.context.elsewhere.and_then(|all| all.get(&expansion.key));
        let mut holds = true;
        for entry in table.entries() {
            let now = now.and_then(|options| options.get(&entry.key));
            holds &= now.is_some_and(|now| several(&entry.node).iter().any(|n| is(n, now)));
            self.context.foreign.borrow_mut().push(Foreign {
                expansion: expansion.key.clone(),
                option: entry.key.clone(),
                span: entry.key_span.clone(),
                values: entry.node.clone(),
            });
        }
        holds
    }
}

fn several(node: &Node) -> &[Node] {
    if let Value::List(nodes) = &node.value { nodes } else { slice::from_ref(node) }
}

fn is(node: &Node, now: &decl::Value) -> bool {
    match (&node.value, now) {
        (Value::Bool(a), decl::Value::Bool(b)) => a == b,
        (Value::Int(a), decl::Value::Int(b)) => a == b,
        (Value::Text(a), decl::Value::Text(b)) => a == b,
        _ => false,
    }
}

impl Manifest {
    /// Returns the faults of options of other expansions that it names. Names of unknown expansions are not checked.
    #[must_use]
    pub fn judge_elsewhere<'m>(&self, known: impl Fn(&str) -> Option<&'m Manifest>) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.foreign.is_empty() {
            return faults;
        }
        let Some(document) = Document::parse_as('M', &self.file, &self.text, &mut faults) else {
            return faults;
        };
        for Foreign { expansion, option, span, values } in &self.foreign {
            let Some(other) = known(expansion) else { continue };
            if let Some(option) = other.option(option) {
                for value in several(values) {
                    option.read(&document, value);
                }
                continue;
            }
            document.note(lang::suggest(
                document.fault(
                    105,
                    span.clone(),
                    format!("`{expansion}` has no option `{option}`"),
                    format!("`{expansion}` n'a pas d'option `{option}`"),
                ),
                option,
                other.options.iter().map(|o| o.name.as_str()),
            ));
        }
        faults.extend(document.take_faults());
        faults
    }
}
