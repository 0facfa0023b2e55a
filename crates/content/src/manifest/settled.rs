//! Facts that are settled before a game: options, and which expansions are in play. Tables and parts of conditions
//! depend on them.

use bastide_core::Fault;
use bastide_core::decl;
use bastide_text::{Entry, Node, Value};

use super::reference::Referred;
use super::scope::Scope;

/// Keys of a table that say when it counts.
pub(super) const KEYS: [&str; 3] = ["when", "with", "without"];

/// `when` inside `when`.
const DEPTH_MAX: u8 = 8;

impl<'a> Scope<'a> {
    /// Whether the conditions `when`, `with` and `without` hold. They are checked in any case.
    pub(super) fn holds(&self) -> bool {
        let when = self.table.raw("when").is_none_or(|node| self.is_so(node, DEPTH_MAX));
        let [with, without] = ["with", "without"].map(|key| self.expansions(key));
        let Some(enabled) = self.context.enabled else { return true };
        let there = |id: &String| enabled.contains(&id.as_str());
        when && with.iter().all(there) && !without.iter().any(there)
    }

    /// Whether a condition on what is settled holds. All of it is checked in any case.
    fn is_so(&self, node: &'a Node, depth: u8) -> bool {
        match &node.value {
            Value::Text(_) => self.settled("option", node).unwrap_or(false),
            Value::List(nodes) if !nodes.is_empty() && depth > 0 => {
                let held: Vec<bool> = nodes.iter().map(|n| self.is_so(n, depth - 1)).collect();
                held.contains(&true)
            }
            Value::Table(entries) if !entries.is_empty() && depth > 0 => {
                let mut holds = true;
                for entry in entries {
                    let node = &entry.node;
                    holds &= match (entry.key.as_str(), &node.value) {
                        ("option" | "with" | "without", _) => {
                            self.settled(&entry.key, node).unwrap_or(false)
                        }
                        ("no", _) => !self.is_so(node, depth - 1),
                        ("any", Value::List(_)) => self.is_so(node, depth - 1),
                        ("all", Value::List(nodes)) => {
                            let held = nodes.iter().map(|n| self.is_so(n, depth - 1));
                            !held.collect::<Vec<_>>().contains(&false)
                        }
                        _ => {
                            self.not_settled(entry);
                            false
                        }
                    };
                }
                holds
            }
            _ => {
                self.misshapen(
                    node,
                    "the name of an option, or `{ option.x = \"value\", with = \"…\", without = \"…\" }`",
                    "le nom d'une option, ou `{ option.x = \"valeur\", with = \"…\", without = \"…\" }`",
                );
                false
            }
        }
    }

    /// Returns whether an own option has a value, or whether expansions are in play; `None` after a fault.
    pub(super) fn settled(&self, key: &str, node: &'a Node) -> Option<bool> {
        if key == "option" {
            return match &node.value {
                Value::Text(name) => {
                    let option = self.known_option(name, node.span.clone())?;
                    let so = self.now(option) == &decl::Value::Bool(true);
                    if !matches!(option.default, decl::Value::Bool(_)) {
                        let (en, fr) = (
                            format!("`{name}` is not true or false"),
                            format!("`{name}` n'est pas vraie ou fausse"),
                        );
                        let fault = Fault::new("K0005", en, fr);
                        let fault = fault.at(self.document().file(), node.span.clone());
                        self.note(fault.help(
                            format!("write the value: `option.{name} = …`"),
                            format!("écrivez la valeur : `option.{name} = …`"),
                        ));
                    }
                    Some(so)
                }
                Value::Table(entries) => {
                    let mut holds = true;
                    for entry in entries {
                        if matches!(entry.node.value, Value::Table(_)) {
                            holds &= self.holds_elsewhere(entry);
                            continue;
                        }
                        let option = self.known_option(&entry.key, entry.key_span.clone())?;
                        holds &= option.is_among(self.now(option), self.document(), &entry.node);
                    }
                    Some(holds)
                }
                _ => {
                    self.misshapen(
                        node,
                        "`option = \"x\"`, or `option.x = value`",
                        "`option = \"x\"`, ou `option.x = valeur`",
                    );
                    None
                }
            };
        }
        let words = self.document().as_words(node, key)?;
        let enabled = self.context.enabled.unwrap_or_default();
        for word in &words {
            self.refer(Referred::Expansion, word.text, word.span.clone());
        }
        let mut known = words.iter().filter(|word| self.is_name(word.text, word.span.clone()));
        Some(if key == "with" {
            known.all(|word| enabled.contains(&word.text))
        } else {
            !known.any(|word| enabled.contains(&word.text))
        })
    }

    fn misshapen(&self, node: &Node, en: &str, fr: &str) {
        let fault = Fault::new("K0003", "this cannot stand here", "ceci n'a pas sa place ici");
        let fault = fault.at(self.document().file(), node.span.clone());
        self.note(fault.help(format!("write {en}"), format!("écrivez {fr}")));
    }

    /// A key of `when` that is known only when the game runs, or an option without the word for it.
    fn not_settled(&self, entry: &Entry) {
        let key = &entry.key;
        let fault = Fault::new(
            "K0002",
            format!("`when` does not know `{key}`: it knows only what is settled before the game"),
            format!(
                "`when` ne connaît pas `{key}` : elle ne connaît que ce qui est fixé avant la partie"
            ),
        );
        let fault = fault.at(self.document().file(), entry.key_span.clone());
        let own = self.context.options.iter().any(|option| option.name == *key);
        self.note(if own || matches!(entry.node.value, Value::Table(_)) {
            fault.help(format!("write `option.{key} = …`"), format!("écrivez `option.{key} = …`"))
        } else {
            fault.help(
                "it knows `option`, `with`, `without`, `no`, `any` and `all`",
                "elle connaît `option`, `with`, `without`, `no`, `any` et `all`",
            )
        });
    }
}
