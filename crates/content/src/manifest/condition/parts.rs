//! Conditions on what an offer names, part by part, each with the rule that refuses where it does not hold.

use bastide_core::condition::{Subject, Vocabulary};
use bastide_core::decl::{Choosing, Condition, Numbers, Part, Verb};
use bastide_text::{Entry, Node, Value};

use super::{DEPTH_MAX, Named, Reader, Stands, whole};
use crate::lang;
use crate::manifest::reference::Referred;
use crate::manifest::scope::Scope;

/// Keys of `refusals` that are no parts of `where`.
pub(crate) const BESIDE: [&str; 4] = ["while", "once", "price", "trail"];

/// What refuses where a condition does not hold.
#[derive(Clone, Copy)]
enum Why<'a> {
    /// The rule of the offer.
    Offer,
    /// This rule.
    Rule(&'a str),
    /// A rule for each of its parts.
    Parts(&'a [Entry]),
}

/// `where`, `while` and `refusals` of an offer whose targets are of one sort; in a step of an expansion or not.
pub(in crate::manifest) fn choosing(
    scope: &Scope<'_>,
    subject: Option<Subject>,
    in_step: bool,
) -> Choosing {
    let read = Reader { scope, told: &[], stands: Stands::Offer { in_step } };
    let mut choosing = Choosing::default();
    if let Some(node) = scope.table.raw("while") {
        choosing.whil = read.outermost(node, Subject::Moment).unwrap_or_default();
    }
    let mut why: &[Entry] = &[];
    if let Some(node) = scope.table.raw("refusals") {
        match &node.value {
            Value::Table(entries) => why = entries,
            _ => {
                let _: Option<()> = read.shape(node, "`{ kind = \"…\" }`", "`{ kind = \"…\" }`");
            }
        }
    }
    for entry in why.iter().filter(|entry| BESIDE.contains(&entry.key.as_str())) {
        if let Why::Rule(rule) = read.why(&entry.node) {
            choosing.refusals.insert(entry.key.clone(), rule.to_owned());
        }
        if !scope.table.has(&entry.key) {
            read.no_such_part(entry);
        }
    }
    let node = scope.table.raw("where");
    if let (Some(node), Some(subject)) = (node, subject) {
        let parts = read.parts(node, Why::Parts(why), subject, DEPTH_MAX).unwrap_or_default();
        let all = parts.iter().map(|part| part.condition.clone()).collect();
        read.bounded(node, &Condition::All(all), subject);
        choosing.parts = parts.into_iter().filter(|p| p.condition != Condition::ALWAYS).collect();
        choosing.parts.sort();
        choosing.parts.dedup();
    }
    read.refusals(&node.into_iter().collect::<Vec<_>>(), why, true);
    choosing
}

/// A condition of its own of an offer or refusal, about things of one sort; in a step of an expansion or not.
pub(in crate::manifest) fn of_things(
    scope: &Scope<'_>,
    key: &str,
    subject: Subject,
    in_step: bool,
) -> Option<Condition> {
    let node = scope.table.raw(key)?;
    let stands = Stands::Offer { in_step };
    Reader { scope, told: &[], stands }.outermost(node, subject)
}

/// `second`: the condition on the second of two targets, which may ask for the first.
pub(in crate::manifest) fn of_second(
    scope: &Scope<'_>,
    subject: Option<Subject>,
    in_step: bool,
) -> Option<Condition> {
    let node = scope.table.raw("second")?;
    let stands = Stands::Second { in_step };
    Reader { scope, told: &[], stands }.outermost(node, subject?)
}

/// A condition of its own in the answer of a hook.
pub(in crate::manifest) fn of_answer(
    scope: &Scope<'_>,
    key: &str,
    subject: Subject,
) -> Option<Condition> {
    let stands = Stands::Hook;
    let node = scope.table.raw(key)?;
    Reader { scope, told: &[], stands }.outermost(node, subject)
}

impl<'a> Reader<'_, 'a> {
    /// Returns the rules at a key of `refusals`.
    fn why(&self, node: &'a Node) -> Why<'a> {
        match &node.value {
            Value::Text(rule) if self.scope.is_rule(rule, node.span.clone()) => {
                self.scope.refer(Referred::Rule, rule, node.span.clone());
                Why::Rule(rule)
            }
            Value::Text(_) => Why::Offer,
            Value::Table(entries) => Why::Parts(entries),
            _ => {
                let _: Option<()> = self.shape(node, "the id of a rule", "l'id d'une règle");
                Why::Offer
            }
        }
    }

    fn why_of(&self, why: Why<'a>, key: &str) -> Why<'a> {
        match why {
            Why::Parts(entries) => entries
                .iter()
                .find(|entry| entry.key == key)
                .map_or(Why::Offer, |entry| self.why(&entry.node)),
            why => why,
        }
    }

    fn parts(
        &self,
        node: &'a Node,
        why: Why<'a>,
        subject: Subject,
        depth: u8,
    ) -> Option<Vec<Part>> {
        let node = self.chosen(node)?;
        let part = |condition: Condition, why: Why<'a>| Part {
            condition,
            rule: if let Why::Rule(rule) = why { Some(rule.to_owned()) } else { None },
        };
        let Value::Table(entries) = &node.value else {
            let lead = subject.lead().unwrap_or_default();
            return Some(vec![part(self.condition(node, subject, depth)?, self.why_of(why, lead))]);
        };
        if entries.is_empty() || depth == 0 || matches!(why, Why::Rule(_)) {
            return Some(vec![part(self.condition(node, subject, depth)?, why)]);
        }
        let each = entries.iter().map(|entry| {
            let below = self.why_of(why, &entry.key);
            match (entry.key.as_str(), &entry.node.value, below) {
                ("no", Value::List(nodes), below) => {
                    let each = nodes.iter().map(|node| self.denied(node, below, subject, depth));
                    Some(whole(each)?.into_iter().flatten().collect())
                }
                ("no", _, Why::Parts(_)) => self.denied(&entry.node, below, subject, depth),
                ("all", Value::List(nodes), below) => {
                    let each = nodes.iter().map(|n| self.parts(n, below, subject, depth - 1));
                    Some(whole(each)?.into_iter().flatten().collect())
                }
                (key, Value::Table(_), Why::Parts(_)) => {
                    let Some(to) = Self::leads_to(subject, key) else {
                        let condition = self.part(entry, subject, depth)?;
                        let each = self.each_name(condition, below).into_iter();
                        return Some(each.map(|(condition, why)| part(condition, why)).collect());
                    };
                    let parts = self.parts(&entry.node, below, to, depth - 1)?.into_iter();
                    let one = |c: Condition| Condition::One(key.to_owned(), c.into());
                    Some(parts.map(|p| Part { condition: one(p.condition), ..p }).collect())
                }
                (_, _, below) => {
                    Some(vec![part(self.part(entry, subject, depth)?, self.rule_of(below))])
                }
            }
        });
        Some(whole(each)?.into_iter().flatten().collect())
    }

    /// A fact that is asked by name, such as `state`, name by name, each with its rule.
    fn each_name(&self, condition: Condition, why: Why<'a>) -> Vec<(Condition, Why<'a>)> {
        match condition {
            Condition::Names(fact, names) => {
                let of = |name: &str| self.rule_of(self.why_of(why, name));
                let one = |name: (String, Numbers)| {
                    let why = of(&name.0);
                    (Condition::Names(fact.clone(), vec![name]), why)
                };
                names.into_iter().map(one).collect()
            }
            condition => {
                self.no_part_below(why);
                vec![(condition, Why::Offer)]
            }
        }
    }

    /// One of several things that must not be, with the rule under the name of its only fact.
    fn denied(
        &self,
        node: &'a Node,
        why: Why<'a>,
        subject: Subject,
        depth: u8,
    ) -> Option<Vec<Part>> {
        let why = match (&node.value, why) {
            (Value::Table(entries), Why::Parts(_)) => {
                if let [only] = &entries[..] {
                    self.rule_of(self.why_of(why, &only.key))
                } else {
                    // Of several facts that must not hold together none is refused by itself.
                    self.no_part_below(why);
                    Why::Offer
                }
            }
            (_, Why::Parts(_)) => self.why_of(why, subject.lead().unwrap_or_default()),
            (_, why) => why,
        };
        let condition = Condition::No(self.condition(node, subject, depth - 1)?.into());
        let rule = if let Why::Rule(rule) = why { Some(rule.to_owned()) } else { None };
        Some(vec![Part { condition, rule }])
    }

    /// Returns the rule of a part that cannot be divided.
    fn rule_of(&self, why: Why<'a>) -> Why<'a> {
        self.no_part_below(why);
        if matches!(why, Why::Parts(_)) { Why::Offer } else { why }
    }

    fn no_part_below(&self, why: Why<'a>) {
        if let Why::Parts(entries) = why {
            for entry in entries {
                self.no_such_part(entry);
            }
        }
    }

    /// Paths of `refusals` that lead to no part of these conditions.
    fn refusals(&self, of: &[&'a Node], why: &'a [Entry], first: bool) {
        for entry in why.iter().filter(|e| !(first && BESIDE.contains(&e.key.as_str()))) {
            let below: Vec<&Node> =
                of.iter().flat_map(|node| Self::children(node, &entry.key)).collect();
            match &entry.node.value {
                _ if below.is_empty() => self.no_such_part(entry),
                Value::Table(more) => self.refusals(&below, more, false),
                // That it is the id of a rule is looked at even where the condition is not now so.
                _ => drop(self.why(&entry.node)),
            }
        }
    }

    /// Returns the nodes at a key of a condition, whatever the options.
    fn children(node: &'a Node, key: &str) -> Vec<&'a Node> {
        match &node.value {
            Value::Table(entries) if entries.iter().any(|e| e.key == "of") => {
                let of = entries.iter().filter(|e| e.key == "of").map(|e| &e.node.value);
                let each = of.flat_map(|of| match of {
                    Value::Table(all) => all.iter().map(|e| &e.node).collect(),
                    _ => Vec::new(),
                });
                let otherwise = entries.iter().filter(|e| e.key == "else").map(|e| &e.node);
                each.chain(otherwise).flat_map(|node| Self::children(node, key)).collect()
            }
            Value::Table(entries) => {
                entries.iter().filter(|e| e.key == key).map(|e| &e.node).collect()
            }
            Value::List(nodes) if nodes.iter().any(|n| matches!(n.value, Value::Table(_))) => {
                nodes.iter().flat_map(|node| Self::children(node, key)).collect()
            }
            // A word alone is the first fact of its subject.
            Value::Text(_) | Value::List(_) if LEADS.contains(&key) => vec![node],
            _ => Vec::new(),
        }
    }

    fn no_such_part(&self, entry: &Entry) {
        let key = &entry.key;
        let fault = self.fault_at(
            11,
            entry.key_span.clone(),
            format!("`{key}` refuses nothing: there is no such part"),
            format!("`{key}` ne refuse rien : il n'y a pas de telle partie"),
        );
        self.note(fault.help(
            "`refusals` has the shape of `where`, with rules where its parts end; remove it, or add the part",
            "`refusals` a la forme de `where`, avec des règles là où finissent ses parties ; retirez-la, ou ajoutez la partie",
        ));
    }
}

/// First facts of subjects.
const LEADS: [&str; 4] = ["kind", "symbol", "name", "is"];

/// Verbs of the expansion that conditions name and that it does not declare.
pub(in crate::manifest) fn verbs(scope: &Scope<'_>, named: &[Named], all: &[Verb]) {
    let of_verbs = |named: &&Named| named.of == Vocabulary::Verb && !named.name.contains('/');
    for Named { name, span, .. } in named.iter().filter(of_verbs) {
        if all.iter().any(|verb| verb.name == *name) {
            continue;
        }
        let (en, fr) =
            (format!("there is no `[verb.{name}]`"), format!("il n'y a pas de `[verb.{name}]`"));
        let fault = bastide_core::Fault::new("K0004", en, fr);
        let fault = fault.at(scope.document().file(), span.clone());
        scope.note(lang::suggest(fault, name, all.iter().map(|verb| verb.name.as_str())));
    }
}
