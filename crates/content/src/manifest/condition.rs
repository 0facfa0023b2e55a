//! Reads conditions: tables of facts about one subject, as the table of the core has them.

mod doubts;
mod faults;
mod happened;
mod parts;
mod secrets;
mod states;
mod values;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use bastide_core::Fault;
use bastide_core::condition::{FactTest, Subject, Vocabulary, Why, event_facts, fact_of};
use bastide_core::decl::{Claimable, Condition, Numbers};
use bastide_core::hooks::parse_hook;
use bastide_text::{Document, Entry, Node, Value};

use super::meaning;
use super::scope::{Context, Scope};

pub(super) use parts::{choosing, of_answer, of_second, of_things, verbs};
pub(super) use secrets::of_others;
pub(super) use states::states;

/// A name in a condition, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What the condition is about.
    pub subject: Subject,
    /// In which list it is looked up.
    pub of: Vocabulary,
    /// The name.
    pub name: String,
    /// Bytes in the manifest.
    pub span: Range<usize>,
    /// Whether it belongs to an offer or a refusal, so that options reveal its value.
    pub offered: bool,
    /// For a tag: feature kinds of which one must carry it. Empty if the condition names no kind beside it.
    pub kinds: Vec<String>,
}

/// Conditions inside each other.
const DEPTH_MAX: u8 = 8;

/// The condition of a hook under `where`, about what all these hooks tell.
pub(super) fn of_hook(scope: &Scope<'_>, on: &[(String, Range<usize>)]) -> Option<Condition> {
    let node = scope.table.raw("where")?;
    let mut told: Option<Vec<&'static str>> = None;
    for (name, span) in on {
        // A hook that does not exist is a fault of its own.
        let Some((row, subject)) = parse_hook(name) else { continue };
        let Some(facts) = event_facts(row, subject) else {
            meaning::no_condition(scope, name, span);
            continue;
        };
        match &mut told {
            None => told = Some(facts.to_vec()),
            Some(told) => told.retain(|fact| facts.contains(fact)),
        }
    }
    let told = told.unwrap_or_default();
    let read = Reader { scope, told: &told, stands: Stands::Hook };
    let condition = read.outermost(node, Subject::Event)?;
    read.never_placed(node, on);
    // Claims under other rules match only if the condition names them.
    let claims = on.iter().any(|(on, _)| matches!(on.as_str(), "scoring.points" | "scoring.bonus"));
    let asked =
        matches!(&node.value, Value::Table(entries) if entries.iter().any(|e| e.key == "cause"));
    if claims && !asked {
        let own = Condition::Word("cause".to_owned(), vec!["own".to_owned()]);
        return Some(Condition::all_of(vec![condition, own]));
    }
    Some(condition)
}

/// Reads a condition that a script writes down, on things of a sort or (`area`) on the tiles of an area. What is wrong with
/// it, and the names in it. Spans are those of the script.
#[must_use]
pub fn of_script(
    file: &str,
    node: &Node,
    subject: Subject,
    area: bool,
) -> (Vec<Fault>, Vec<Named>) {
    // A script is not TOML, so its faults go to an empty document with its name.
    let mut faults = Vec::new();
    let Some(document) = Document::parse_as('K', file, "", &mut faults) else {
        return (faults, Vec::new());
    };
    let (values, options) = (BTreeMap::new(), []);
    let context = Context::new(&options, &values, None);
    let scope = Scope::new(document.root(), &context);
    let read = Reader { scope: &scope, told: &[], stands: Stands::Script };
    if area {
        read.area(node);
    } else {
        read.outermost(node, subject);
    }
    (document.take_faults(), context.named.take())
}

struct Reader<'r, 'a> {
    scope: &'r Scope<'a>,
    /// Facts of the event that may be asked for.
    told: &'r [&'static str],
    stands: Stands,
}

/// Where a condition stands, which says what binding words there are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// In a hook: there is an event.
    Hook,
    /// In an offer: in a step of an expansion, with arguments, or elsewhere.
    Offer { in_step: bool },
    /// In an offer, on the second of two targets.
    Second { in_step: bool },
    /// In a script, where the words of the hook that runs can be said.
    Script,
}

impl<'a> Reader<'_, 'a> {
    /// A condition that is no part of another.
    fn outermost(&self, node: &'a Node, subject: Subject) -> Option<Condition> {
        let condition = self.condition(node, subject, DEPTH_MAX)?;
        self.bounded(node, &condition, subject);
        Some(condition)
    }

    fn condition(&self, node: &'a Node, subject: Subject, depth: u8) -> Option<Condition> {
        if depth == 0 {
            let (en, fr) = (
                "conditions lie too deep inside each other",
                "des conditions sont imbriquées trop profondément",
            );
            self.note(self.fault(3, node, en, fr).help("write it flatter", "réduisez les niveaux"));
            return None;
        }
        let node = self.chosen(node)?;
        match &node.value {
            Value::Table(entries) if entries.is_empty() => {
                let (en, fr) =
                    ("an empty condition always holds", "une condition vide est toujours vraie");
                self.note(self.fault(8, node, en, fr).help("leave it out", "retirez-la"));
                None
            }
            Value::Table(entries) => {
                let parts = entries.iter().map(|entry| self.part(entry, subject, depth));
                let parts = whole(parts);
                self.tags_of_kinds(entries, subject);
                Some(Condition::all_of(parts?))
            }
            Value::List(nodes) if nodes.iter().any(|n| matches!(n.value, Value::Table(_))) => {
                let parts = nodes.iter().map(|node| self.condition(node, subject, depth - 1));
                Some(Condition::one_of(whole(parts)?))
            }
            _ => self.lead(node, subject),
        }
    }

    /// A word alone stands for the first fact of its subject.
    fn lead(&self, node: &Node, subject: Subject) -> Option<Condition> {
        let lead = subject.lead().filter(|_| matches!(node.value, Value::Text(_) | Value::List(_)));
        match lead {
            Some("is") => self.is(self.words(node)?, node, subject),
            Some(fact) => {
                let words = self.words(node)?;
                let test = fact_of(subject, fact)?.test;
                Some(match test {
                    FactTest::Names(of) => {
                        self.named(subject, of, &words);
                        Condition::AnyName(fact.to_owned(), sorted(words))
                    }
                    FactTest::Word(of) => {
                        self.named(subject, of, &words);
                        Condition::Word(fact.to_owned(), sorted(words))
                    }
                    _ => return None,
                })
            }
            None => {
                self.shape(node, "a condition: `{ fact = … }`", "une condition : `{ donnée = … }`")
            }
        }
    }

    /// One entry of a condition.
    fn part(&self, entry: &'a Entry, subject: Subject, depth: u8) -> Option<Condition> {
        let (key, node) = (entry.key.as_str(), &entry.node);
        let depth = depth - 1;
        // By the word `any` an option says that nothing is asked.
        let by_option = self.stands != Stands::Script
            && matches!(&node.value, Value::Table(all) if all.iter().any(|e| e.key == "of"));
        let chosen = if by_option { self.scope.substitute(node)? } else { Cow::Borrowed(node) };
        if by_option && matches!(&chosen.value, Value::Text(word) if word == "any") {
            return Some(Condition::ALWAYS);
        }
        let state = matches!(subject, Subject::Moment | Subject::Event);
        match key {
            "no" => self.condition(node, subject, depth).map(|c| Condition::No(c.into())),
            "now" => self.condition(node, Subject::Moment, depth).map(|c| Condition::Now(c.into())),
            "any" | "all" => {
                let Value::List(nodes) = &node.value else {
                    return self.shape(node, "a list of conditions", "une liste de conditions");
                };
                let parts = whole(nodes.iter().map(|node| self.condition(node, subject, depth)))?;
                Some(if key == "any" { Condition::one_of(parts) } else { Condition::all_of(parts) })
            }
            "is" => self.is(self.words(node)?, node, subject),
            "near" if subject.has_place() => self.near(node, depth),
            "happened" if bastide_core::condition::is_undergone(subject) => {
                self.happened(node, subject, depth)
            }
            "walk" if subject == Subject::Segment => self.walk(node, depth),
            "exists" | "none" if state => self.exists(node, key == "none", depth),
            "option" | "with" | "without" if self.stands == Stands::Script => {
                self.unknown(entry, subject);
                None
            }
            "option" | "with" | "without" => self.settled(key, node),
            "not" => {
                let (en, fr) = ("write `no`", "écrivez `no`");
                self.note(
                    self.fault_at(
                        2,
                        entry.key_span.clone(),
                        "`not` is a reserved word of Lua, and both are written alike",
                        "`not` est un mot réservé de Lua, et les deux s'écrivent de même",
                    )
                    .help(en, fr),
                );
                None
            }
            _ => {
                let known = fact_of(subject, key)
                    .filter(|row| row.subject != Subject::Event || self.told.contains(&key));
                let Some(row) = known else {
                    self.unknown(entry, subject);
                    return None;
                };
                self.fact(row.subject, key, row.test, node, depth)
            }
        }
    }

    fn fact(
        &self,
        subject: Subject,
        key: &str,
        test: FactTest,
        node: &'a Node,
        depth: u8,
    ) -> Option<Condition> {
        let condition = matches!(test, FactTest::One(..) | FactTest::Many(..));
        let given = if condition { Cow::Borrowed(node) } else { self.scope.substitute(node)? };
        let fact = key.to_owned();
        match (test, &given.value) {
            (FactTest::Flag(_), Value::Bool(so)) => Some(Condition::Flag(fact, *so)),
            (FactTest::Flag(_), _) => self.shape(node, "`true` or `false`", "`true` ou `false`"),
            (FactTest::Number(_), _) => Some(Condition::Number(fact, self.numbers(node)?)),
            (FactTest::Word(of), _) => {
                let words = self.words(&given)?;
                let (all, en, fr) = match of {
                    Vocabulary::Claim => (
                        Claimable::ALL.map(Claimable::word),
                        "`yes`, `no` or `offered`",
                        "`yes`, `no` ou `offered`",
                    ),
                    Vocabulary::Why => (
                        Why::ALL.map(|(_, word)| word),
                        "`scored`, `sent` or `freed`",
                        "`scored`, `sent` ou `freed`",
                    ),
                    _ => ([""; 3], "", ""),
                };
                if !en.is_empty() && words.iter().any(|(word, _)| !all.contains(&word.as_str())) {
                    return self.shape(node, en, fr);
                }
                self.named(subject, of, &words);
                let words: Vec<String> = sorted(words);
                // Whatever caused it is no condition.
                Some(if of == Vocabulary::Cause && words.iter().any(|w| w == "any") {
                    Condition::ALWAYS
                } else {
                    Condition::Word(fact, words)
                })
            }
            (FactTest::Names(of), Value::Table(entries)) => {
                let mut names = Vec::new();
                for entry in entries {
                    let word = (entry.key.clone(), entry.key_span.clone());
                    self.named(subject, of, std::slice::from_ref(&word));
                    names.push((word.0, self.numbers(&entry.node)?));
                }
                names.sort();
                Some(Condition::Names(fact, names))
            }
            (FactTest::Names(of), _) => {
                let words = self.words(&given)?;
                self.named(subject, of, &words);
                Some(Condition::AnyName(fact, sorted(words)))
            }
            (FactTest::One(_, _), Value::Bool(there)) => {
                let one = Condition::One(fact, Condition::ALWAYS.into());
                Some(if *there { one } else { Condition::No(one.into()) })
            }
            (FactTest::One(_, to), _) => {
                Some(Condition::One(fact, self.condition(node, to, depth)?.into()))
            }
            (FactTest::Many(_, to), _) => {
                let (such, count) = self.many(node, to, depth)?;
                Some(Condition::Many(fact, such.into(), count))
            }
        }
    }

    /// A condition on some of several things, and how many of them.
    fn many(&self, node: &'a Node, to: Subject, depth: u8) -> Option<(Condition, Numbers)> {
        let counts = |entries: &[Entry]| {
            !entries.is_empty() && entries.iter().all(|e| matches!(e.key.as_str(), "min" | "max"))
        };
        match &node.value {
            Value::Bool(_) | Value::Int(_) => Some((Condition::ALWAYS, self.numbers(node)?)),
            Value::Table(entries) if counts(entries) => {
                Some((Condition::ALWAYS, self.numbers(node)?))
            }
            Value::Table(entries) if entries.iter().any(|entry| entry.key == "count") => {
                let count = entries.iter().find(|entry| entry.key == "count")?;
                let count = self.numbers(&count.node)?;
                let rest = entries.iter().filter(|entry| entry.key != "count");
                Some((
                    Condition::all_of(whole(rest.map(|entry| self.part(entry, to, depth)))?),
                    count,
                ))
            }
            _ => Some((self.condition(node, to, depth)?, Numbers::some())),
        }
    }
}

/// All of them, or nothing if one is at fault; every one is read in any case.
fn whole<T>(parts: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let parts: Vec<Option<T>> = parts.collect();
    parts.into_iter().collect()
}

fn sorted(words: Vec<(String, Range<usize>)>) -> Vec<String> {
    let mut words: Vec<String> = words.into_iter().map(|(word, _)| word).collect();
    words.sort();
    words.dedup();
    words
}
