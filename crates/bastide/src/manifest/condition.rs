//! Reads conditions: tables of fields about one subject, as the table of the core has them.

use std::borrow::Cow;
use std::ops::Range;

use bastide_core::Fault;
use bastide_core::condition::{FieldTest, Subject, Vocabulary, event_fields, field_of};
use bastide_core::decl::{Area, Claim, Condition, Numbers, Per, StateKey};
use bastide_core::hooks::parse_hook;
use bastide_tiles::reader::{Entry, Node, Value, listed};

use super::scope::Scope;
use crate::lang;

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
        let Some(fields) = event_fields(row, subject) else {
            scope.note(
                scope
                    .fault(
                        132,
                        span.clone(),
                        format!("`where` means nothing at `{name}`: its only function is asked every time"),
                        format!("`where` ne veut rien dire à `{name}` : sa seule fonction est appelée à chaque fois"),
                    )
                    .help(
                        "remove it, and ask in the function if need be",
                        "retirez-la, et posez la question dans la fonction s'il le faut",
                    ),
            );
            continue;
        };
        match &mut told {
            None => told = Some(fields.to_vec()),
            Some(told) => told.retain(|field| fields.contains(field)),
        }
    }
    let told = told.unwrap_or_default();
    let read = Reader { scope, told: &told };
    let condition = read.condition(node, Subject::Event, DEPTH_MAX)?;
    // Claims under other rules are another matter, unless one asks for them.
    let claims = on.iter().any(|(on, _)| matches!(on.as_str(), "scoring.points" | "scoring.bonus"));
    let asked =
        matches!(&node.value, Value::Table(entries) if entries.iter().any(|e| e.key == "cause"));
    if claims && !asked {
        let own = Condition::Word("cause".to_owned(), vec!["own".to_owned()]);
        return Some(all(vec![condition, own]));
    }
    Some(condition)
}

/// Numbers of the expansion that conditions ask a thing for although they are kept for something else, or for nothing.
pub(super) fn states(scope: &Scope<'_>, named: &[Named], all: &[StateKey]) {
    let keys = named.iter().filter(|named| named.of == Vocabulary::State);
    for Named { subject, name, span, .. } in keys {
        let file = scope.document().file();
        let Some(key) = all.iter().find(|key| key.name == *name) else {
            let (en, fr) = (
                format!("there is no `[state.{name}]`"),
                format!("il n'y a pas de `[state.{name}]`"),
            );
            let fault = Fault::new("K0004", en, fr).at(file, span.clone());
            scope.note(lang::suggest(fault, name, all.iter().map(|key| key.name.as_str())));
            continue;
        };
        let wanted = match subject {
            Subject::Player => Per::Player,
            Subject::Tile => Per::Tile,
            Subject::Figure => Per::Figure,
            Subject::Segment => Per::Segment,
            _ => Per::Game,
        };
        if key.per == wanted && key.list == 0 {
            continue;
        }
        let (en, fr) = if key.list > 0 {
            (
                format!("`{name}` is a list, no number"),
                format!("`{name}` est une liste, non un nombre"),
            )
        } else {
            let [is, asked] = [key.per, wanted].map(Per::word);
            (
                format!("`{name}` is kept per {is}, and asked of a {asked}"),
                format!("`{name}` est tenu par `{is}`, et demandé à `{asked}`"),
            )
        };
        scope.note(Fault::new("K0006", en, fr).at(file, span.clone()).help(
            "ask whom it is kept for, or keep it otherwise: `per = \"…\"`",
            "demandez-le à ce pour quoi il est tenu, ou tenez-le autrement : `per = \"…\"`",
        ));
    }
}

struct Reader<'r, 'a> {
    scope: &'r Scope<'a>,
    /// Fields of the event that may be asked for.
    told: &'r [&'static str],
}

impl<'a> Reader<'_, 'a> {
    fn condition(&self, node: &'a Node, subject: Subject, depth: u8) -> Option<Condition> {
        if depth == 0 {
            let (en, fr) = (
                "conditions lie too deep inside each other",
                "des conditions sont imbriquées trop profondément",
            );
            self.note(
                self.fault(3, node, en, fr).help("write it flatter", "écrivez-la plus à plat"),
            );
            return None;
        }
        let node = match self.scope.substitute(node)? {
            Cow::Borrowed(node) => node,
            Cow::Owned(node) => return self.lead(&node, subject),
        };
        match &node.value {
            Value::Table(entries) if entries.is_empty() => {
                let (en, fr) =
                    ("an empty condition always holds", "une condition vide est toujours vraie");
                self.note(self.fault(8, node, en, fr).help("leave it out", "retirez-la"));
                None
            }
            Value::Table(entries) => {
                let parts = entries.iter().map(|entry| self.part(entry, subject, depth));
                Some(all(whole(parts)?))
            }
            Value::List(nodes) if nodes.iter().any(|n| matches!(n.value, Value::Table(_))) => {
                let parts = nodes.iter().map(|node| self.condition(node, subject, depth - 1));
                Some(any(whole(parts)?))
            }
            _ => self.lead(node, subject),
        }
    }

    /// A word alone stands for the first field of its subject.
    fn lead(&self, node: &Node, subject: Subject) -> Option<Condition> {
        let words = self.words(node);
        match (subject.lead(), words) {
            (Some("is"), Some(words)) => self.is(words, node, subject),
            (Some(field), Some(words)) => {
                let test = field_of(subject, field)?.test;
                Some(match test {
                    FieldTest::Names(of) => {
                        self.named(subject, of, &words);
                        Condition::AnyName(field.to_owned(), sorted(words))
                    }
                    FieldTest::Word(of) => {
                        self.named(subject, of, &words);
                        Condition::Word(field.to_owned(), sorted(words))
                    }
                    _ => return None,
                })
            }
            _ => {
                self.shape(node, "a condition: `{ field = … }`", "une condition : `{ champ = … }`")
            }
        }
    }

    /// One entry of a condition.
    fn part(&self, entry: &'a Entry, subject: Subject, depth: u8) -> Option<Condition> {
        let (key, node) = (entry.key.as_str(), &entry.node);
        let depth = depth - 1;
        let state = matches!(subject, Subject::Moment | Subject::Event);
        match key {
            "no" => self.condition(node, subject, depth).map(|c| Condition::No(c.into())),
            "now" => self.condition(node, Subject::Moment, depth).map(|c| Condition::Now(c.into())),
            "any" | "all" => {
                let Value::List(nodes) = &node.value else {
                    return self.shape(node, "a list of conditions", "une liste de conditions");
                };
                let parts = whole(nodes.iter().map(|node| self.condition(node, subject, depth)))?;
                Some(if key == "any" { any(parts) } else { all(parts) })
            }
            "is" => self.is(self.words(node)?, node, subject),
            "near" if subject.has_place() => self.near(node, depth),
            "exists" | "none" if state => self.exists(node, key == "none", depth),
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
                let known = field_of(subject, key)
                    .filter(|row| row.subject != Subject::Event || self.told.contains(&key));
                let Some(row) = known else {
                    self.unknown(entry, subject);
                    return None;
                };
                self.field(row.subject, key, row.test, node, depth)
            }
        }
    }

    fn field(
        &self,
        subject: Subject,
        key: &str,
        test: FieldTest,
        node: &'a Node,
        depth: u8,
    ) -> Option<Condition> {
        let given = self.scope.substitute(node)?;
        let field = key.to_owned();
        match (test, &given.value) {
            (FieldTest::Flag(_), Value::Bool(so)) => Some(Condition::Flag(field, *so)),
            (FieldTest::Flag(_), _) => self.shape(node, "`true` or `false`", "`true` ou `false`"),
            (FieldTest::Number(_), _) => Some(Condition::Number(field, self.numbers(&given)?)),
            (FieldTest::Word(of), _) => {
                let words = self.words(&given)?;
                let claims = Claim::ALL.map(Claim::word);
                if of == Vocabulary::Claim
                    && words.iter().any(|(word, _)| !claims.contains(&word.as_str()))
                {
                    return self.shape(
                        node,
                        "`yes`, `no` or `offered`",
                        "`yes`, `no` ou `offered`",
                    );
                }
                self.named(subject, of, &words);
                let words: Vec<String> = sorted(words);
                // Whatever caused it is no condition.
                Some(if of == Vocabulary::Cause && words.iter().any(|w| w == "any") {
                    Condition::ALWAYS
                } else {
                    Condition::Word(field, words)
                })
            }
            (FieldTest::Names(of), Value::Table(entries)) => {
                let mut names = Vec::new();
                for entry in entries {
                    let word = (entry.key.clone(), entry.key_span.clone());
                    self.named(subject, of, std::slice::from_ref(&word));
                    names.push((word.0, self.numbers(&entry.node)?));
                }
                names.sort();
                Some(Condition::Names(field, names))
            }
            (FieldTest::Names(of), _) => {
                let words = self.words(&given)?;
                self.named(subject, of, &words);
                Some(Condition::AnyName(field, sorted(words)))
            }
            (FieldTest::One(_, _), Value::Bool(there)) => {
                let one = Condition::One(field, Condition::ALWAYS.into());
                Some(if *there { one } else { Condition::No(one.into()) })
            }
            (FieldTest::One(_, to), _) => {
                Some(Condition::One(field, self.condition(node, to, depth)?.into()))
            }
            (FieldTest::Many(_, to), _) => {
                let (such, count) = self.many(node, to, depth)?;
                Some(Condition::Many(field, such.into(), count))
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
                Some((all(whole(rest.map(|entry| self.part(entry, to, depth)))?), count))
            }
            _ => Some((self.condition(node, to, depth)?, Numbers::some())),
        }
    }

    fn exists(&self, node: &'a Node, none: bool, depth: u8) -> Option<Condition> {
        let Value::Table(entries) = &node.value else {
            return self.shape(
                node,
                "a sort of thing: `{ figure = … }`",
                "une sorte de chose : `{ figure = … }`",
            );
        };
        let mut parts = Vec::new();
        for entry in entries {
            let Some(things) = Subject::named(&entry.key) else {
                let things = Subject::ALL.map(|(_, name)| name);
                let things: Vec<&str> =
                    things.into_iter().filter(|n| Subject::named(n).is_some()).collect();
                let key = &entry.key;
                self.note(lang::suggest(
                    self.fault_at(
                        1,
                        entry.key_span.clone(),
                        format!("there are no things `{key}`"),
                        format!("il n'existe pas de choses `{key}`"),
                    ),
                    key,
                    things,
                ));
                return None;
            };
            let (such, count) = self.many(&entry.node, things, depth)?;
            let exists = Condition::Exists(entry.key.clone(), such.into(), count);
            parts.push(if none { Condition::No(exists.into()) } else { exists });
        }
        Some(all(parts))
    }

    fn near(&self, node: &'a Node, depth: u8) -> Option<Condition> {
        let Value::Table(entries) = &node.value else {
            return self.shape(node, "`{ shape = 8, … }`", "`{ shape = 8, … }`");
        };
        let of = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node);
        let size = match of("n") {
            None => 1,
            Some(n) => self.scope.document().as_int(n, "n", 1..=20)? as u8,
        };
        let area = match of("shape").map(|shape| &shape.value) {
            Some(Value::Int(4)) => Area::Sides,
            Some(Value::Int(5)) => Area::SidesAndOwn,
            Some(Value::Int(8)) => Area::Around,
            Some(Value::Int(9)) => Area::AroundAndOwn,
            Some(Value::Text(word)) if word == "diagonal" => Area::Diagonals,
            Some(Value::Text(word)) if word == "cross" => Area::Cross(size),
            Some(Value::Text(word)) if word == "square" => Area::Square(size),
            _ => {
                let at = of("shape").unwrap_or(node);
                return self.shape(
                    at,
                    "`shape`: 4, 5, 8, 9, `diagonal`, `cross` or `square`",
                    "`shape` : 4, 5, 8, 9, `diagonal`, `cross` ou `square`",
                );
            }
        };
        if of("n").is_some() && !matches!(area, Area::Cross(_) | Area::Square(_)) {
            return self.shape(
                of("n")?,
                "`n` with `cross` and `square` only",
                "`n` avec `cross` et `square` seulement",
            );
        }
        let count = of("count").map_or(Some(Numbers::some()), |count| self.numbers(count))?;
        let rest = entries.iter().filter(|e| !matches!(e.key.as_str(), "shape" | "n" | "count"));
        let such = all(whole(rest.map(|entry| self.part(entry, Subject::Tile, depth)))?);
        Some(Condition::Near(area, such.into(), count))
    }

    /// What is settled before the game: an own option, which expansions are in play.
    fn settled(&self, key: &str, node: &'a Node) -> Option<Condition> {
        let context = self.scope.context;
        let so = |holds: bool| {
            // While a manifest is checked every part of it is read.
            if holds || context.enabled.is_none() {
                Condition::ALWAYS
            } else {
                Condition::Any(Vec::new())
            }
        };
        if key == "option" {
            let mut holds = true;
            let one = |name: &str, span: Range<usize>, nodes: Option<&[Node]>| -> Option<bool> {
                let option = self.scope.known_option(name, span)?;
                let now = context.values.get(&option.name).unwrap_or(&option.default);
                let Some(nodes) = nodes else {
                    return Some(*now == bastide_core::decl::Value::Bool(true));
                };
                let wanted = nodes.iter().filter_map(|n| option.read(self.scope.document(), n));
                Some(wanted.collect::<Vec<_>>().contains(now))
            };
            match &node.value {
                Value::Text(name) => holds = one(name, node.span.clone(), None)?,
                Value::Table(entries) => {
                    for entry in entries {
                        let nodes = match &entry.node.value {
                            Value::List(nodes) => nodes.as_slice(),
                            _ => std::slice::from_ref(&entry.node),
                        };
                        holds &= one(&entry.key, entry.key_span.clone(), Some(nodes))?;
                    }
                }
                _ => return self.shape(node, "an option", "une option"),
            }
            return Some(so(holds));
        }
        let words = self.words(node)?;
        let enabled = context.enabled.unwrap_or_default();
        let there = words.iter().all(|(id, _)| enabled.contains(&id.as_str()));
        let none = !words.iter().any(|(id, _)| enabled.contains(&id.as_str()));
        Some(so(if key == "with" { there } else { none }))
    }

    fn is(
        &self,
        words: Vec<(String, Range<usize>)>,
        node: &Node,
        subject: Subject,
    ) -> Option<Condition> {
        let known = subject.words();
        let wrong = words.iter().find(|(word, _)| !known.contains(&word.as_str()));
        let Some((word, span)) = wrong else { return Some(Condition::Is(sorted(words))) };
        if known.is_empty() {
            return self.shape(
                node,
                "another field: `is` names a thing",
                "un autre champ : `is` nomme une chose",
            );
        }
        let name = subject.name();
        self.note(lang::suggest(
            self.fault_at(
                7,
                span.clone(),
                format!("a {name} is not told apart by `{word}`"),
                format!("`{word}` ne désigne rien de la sorte `{name}`"),
            ),
            word,
            known.iter().copied(),
        ));
        None
    }

    fn numbers(&self, node: &Node) -> Option<Numbers> {
        let small = |node: &Node| {
            self.scope.document().as_int(node, "number", -99_999..=99_999).map(|n| n as i32)
        };
        match &node.value {
            Value::Bool(true) => Some(Numbers::some()),
            Value::Bool(false) => Some(Numbers::none()),
            Value::Int(_) => small(node).map(|n| Numbers(vec![(n, n)])),
            Value::List(nodes) if !nodes.is_empty() => {
                let mut all = whole(nodes.iter().map(|node| small(node).map(|n| (n, n))))?;
                all.sort_unstable();
                Some(Numbers(all))
            }
            Value::Table(entries)
                if !entries.is_empty()
                    && entries.iter().all(|e| matches!(e.key.as_str(), "min" | "max")) =>
            {
                let end = |key: &str| entries.iter().find(|e| e.key == key).map(|e| &e.node);
                let low = end("min").map_or(Some(i32::MIN), small)?;
                let high = end("max").map_or(Some(i32::MAX), small)?;
                Some(Numbers(vec![(low, high)]))
            }
            _ => self.shape(
                node,
                "a number, several, `{ min, max }`, `true` for 1 or more, `false` for 0",
                "un nombre, plusieurs, `{ min, max }`, `true` pour 1 ou plus, `false` pour 0",
            ),
        }
    }

    /// A word or several; a fault if there is another thing.
    fn words(&self, node: &Node) -> Option<Vec<(String, Range<usize>)>> {
        let word = |node: &Node| match &node.value {
            Value::Text(word) => Some((word.clone(), node.span.clone())),
            _ => None,
        };
        let words = match &node.value {
            Value::List(nodes) if !nodes.is_empty() => nodes.iter().map(word).collect(),
            _ => word(node).map(|word| vec![word]),
        };
        words.or_else(|| {
            self.shape(node, "a word, or a list of words", "un mot, ou une liste de mots")
        })
    }

    fn named(&self, subject: Subject, of: Vocabulary, words: &[(String, Range<usize>)]) {
        let mut named = self.scope.context.named.borrow_mut();
        named.extend(words.iter().map(|(name, span)| Named {
            subject,
            of,
            name: name.clone(),
            span: span.clone(),
        }));
    }

    fn unknown(&self, entry: &Entry, subject: Subject) {
        let key = &entry.key;
        let fields = bastide_core::condition::FIELDS.iter();
        let own: Vec<&str> = fields
            .clone()
            .filter(|row| match row.subject {
                Subject::Event => subject == Subject::Event && self.told.contains(&row.name),
                Subject::Moment => matches!(subject, Subject::Event | Subject::Moment),
                of => of == subject,
            })
            .map(|row| row.name)
            .collect();
        let homes: Vec<&str> =
            fields.filter(|row| row.name == key).map(|row| row.subject.name()).collect();
        let name = subject.name();
        let fault = self.fault_at(
            1,
            entry.key_span.clone(),
            format!("a condition on `{name}` has no field `{key}`"),
            format!("une condition sur `{name}` n'a pas de champ `{key}`"),
        );
        self.note(if homes.is_empty() {
            lang::suggest(fault, key, own)
        } else {
            let (homes, own) = (listed(&homes), listed(&own));
            fault.help(
                format!("it is a field of {homes}; here there are {own}"),
                format!("c'est un champ de {homes} ; il y a ici {own}"),
            )
        });
    }

    /// A value of the wrong shape.
    fn shape<T>(&self, node: &Node, en: &str, fr: &str) -> Option<T> {
        let fault = self.fault(3, node, "this cannot stand here", "ceci n'a pas sa place ici");
        self.note(fault.help(format!("write {en}"), format!("écrivez {fr}")));
        None
    }

    fn fault(&self, number: u16, node: &Node, en: &str, fr: &str) -> Fault {
        self.fault_at(number, node.span.clone(), en, fr)
    }

    fn fault_at(
        &self,
        number: u16,
        span: Range<usize>,
        en: impl Into<String>,
        fr: impl Into<String>,
    ) -> Fault {
        Fault::new(&format!("K{number:04}"), en, fr).at(self.scope.document().file(), span)
    }

    fn note(&self, fault: Fault) {
        self.scope.note(fault);
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

/// In canonical order: how it was spelt must not tell.
fn all(parts: Vec<Condition>) -> Condition {
    let flat = parts.into_iter().flat_map(|part| match part {
        Condition::All(parts) => parts,
        part => vec![part],
    });
    joined(flat.collect(), Condition::All)
}

fn any(parts: Vec<Condition>) -> Condition {
    let flat = parts.into_iter().flat_map(|part| match part {
        Condition::Any(parts) => parts,
        part => vec![part],
    });
    joined(flat.collect(), Condition::Any)
}

fn joined(
    mut parts: Vec<Condition>,
    several: impl FnOnce(Vec<Condition>) -> Condition,
) -> Condition {
    parts.sort();
    parts.dedup();
    if parts.len() == 1 { parts.remove(0) } else { several(parts) }
}
