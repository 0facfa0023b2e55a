//! What facts are compared with: numbers, words, areas, what is settled before the game.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use bastide_core::condition::{FactTest, Subject, Vocabulary, fact_of};
use bastide_core::decl::{Area, Condition, Far, Numbers};
use bastide_text::{Entry, Node, Value};

use super::{DEPTH_MAX, Named, Reader, Stands, sorted, whole};
use crate::lang;

/// Numbers that can be compared with.
const NUMBERS: RangeInclusive<i64> = -99_999..=99_999;

impl<'a> Reader<'_, 'a> {
    /// Returns the condition that an option selects, if there is one.
    pub(super) fn chosen(&self, node: &'a Node) -> Option<&'a Node> {
        let Value::Table(entries) = &node.value else { return Some(node) };
        if self.stands == Stands::Script || !entries.iter().any(|entry| entry.key == "of") {
            return Some(node);
        }
        match self.scope.substitute(node)? {
            Cow::Borrowed(node) => Some(node),
            Cow::Owned(_) => {
                self.shape(node, "what else it is: `else = …`", "le reste : `else = …`")
            }
        }
    }

    /// What a fact leads to, if that is one thing.
    pub(super) fn leads_to(subject: Subject, key: &str) -> Option<Subject> {
        match fact_of(subject, key)?.test {
            FactTest::One(_, to) => Some(to),
            _ => None,
        }
    }

    /// Reads an area of a script's query: like `near`, but with the eight surrounding cells as default and without a
    /// count.
    pub(super) fn area(&self, node: &'a Node) {
        let is = |key: &str, entries: &[Entry]| entries.iter().any(|entry| entry.key == key);
        match &node.value {
            Value::Table(entries) if is("shape", entries) && !is("count", entries) => {
                self.near(node, DEPTH_MAX);
            }
            _ => {
                self.condition(node, Subject::Tile, DEPTH_MAX);
            }
        }
    }

    pub(super) fn near(&self, node: &'a Node, depth: u8) -> Option<Condition> {
        let Value::Table(entries) = &node.value else {
            return self.shape(node, "`{ shape = 8, … }`", "`{ shape = 8, … }`");
        };
        let of = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node);
        let size = match of("n") {
            None => Far::Cells(1),
            Some(n) => self.far(n)?,
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
        let such =
            Condition::all_of(whole(rest.map(|entry| self.part(entry, Subject::Tile, depth)))?);
        Some(Condition::Near(area, such.into(), count))
    }

    /// Reads the distance of an area: a number of cells, or a tag of the thing that the step is about.
    fn far(&self, node: &'a Node) -> Option<Far> {
        let Value::Table(entries) = &node.value else {
            return Some(Far::Cells(self.scope.document().as_int(node, "n", 1..=20)? as u8));
        };
        let word = |key: &str| entries.iter().find(|e| e.key == key).map(|e| &e.node);
        let (tag, of) = (word("tag"), word("of"));
        if let (Some(tag), Some(of), 2) = (tag, of, entries.len())
            && let Some([tag]) = self.words(tag).as_deref()
        {
            self.named(Subject::Feature, Vocabulary::Tag, std::slice::from_ref(tag));
            let words = self.words(of)?;
            if matches!(&words[..], [(word, _)] if word == "step") {
                self.is(words, of, Subject::Feature)?;
                return Some(Far::Tag(tag.0.clone()));
            }
        }
        self.shape(
            node,
            "a number from 1 to 20, or `{ tag = \"…\", of = \"step\" }`",
            "un nombre de 1 à 20, ou `{ tag = \"…\", of = \"step\" }`",
        )
    }

    /// Reads facts that are settled before the game: an own option, or which expansions are in play.
    pub(super) fn settled(&self, key: &str, node: &'a Node) -> Option<Condition> {
        let holds = self.scope.settled(key, node)?;
        // While a manifest is checked every part of it is read.
        Some(if holds || self.scope.context.enabled.is_none() {
            Condition::ALWAYS
        } else {
            Condition::Any(Vec::new())
        })
    }

    pub(super) fn is(
        &self,
        words: Vec<(String, Range<usize>)>,
        node: &Node,
        subject: Subject,
    ) -> Option<Condition> {
        let known: Vec<&str> = subject.words().iter().copied().filter(|w| self.has(w)).collect();
        let wrong = words.iter().find(|(word, _)| !known.contains(&word.as_str()));
        let Some((word, span)) = wrong else { return Some(Condition::Is(sorted(words))) };
        if known.is_empty() {
            return self.shape(
                node,
                "another fact: `is` names a thing",
                "une autre donnée : `is` nomme une chose",
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

    /// Whether a binding word names something where the condition stands.
    fn has(&self, word: &str) -> bool {
        match (self.stands, word) {
            (Stands::Offer { in_step } | Stands::Second { in_step }, "step") => in_step,
            (Stands::Second { .. }, "target") => true,
            (_, "target") => false,
            (Stands::Script, _) => true,
            (Stands::Hook, word) => word != "step",
            (_, word) => !matches!(word, "event" | "from" | "other" | "owners"),
        }
    }

    /// Reads a range of numbers, which an option may replace.
    pub(super) fn numbers(&self, node: &'a Node) -> Option<Numbers> {
        let given = self.by_option(node)?;
        let Cow::Borrowed(node) = given else { return self.lone(&given) };
        match &node.value {
            Value::List(nodes) if !nodes.is_empty() => {
                let each = nodes.iter().map(|node| self.number(node).map(|n| (n, n)));
                let mut all = whole(each)?;
                all.sort_unstable();
                Some(Numbers(all))
            }
            Value::Table(entries)
                if !entries.is_empty()
                    && entries.iter().all(|e| matches!(e.key.as_str(), "min" | "max")) =>
            {
                let end = |key: &str| entries.iter().find(|e| e.key == key).map(|e| &e.node);
                let low = end("min").map_or(Some(i32::MIN), |node| self.number(node))?;
                let high = end("max").map_or(Some(i32::MAX), |node| self.number(node))?;
                if low > high {
                    let en = format!("no number is at least {low} and at most {high}");
                    let fr =
                        format!("aucun nombre n'est à la fois au moins {low} et au plus {high}");
                    let fault = self.fault_at(17, node.span.clone(), en, fr);
                    self.note(fault.help("swap `min` and `max`", "échangez `min` et `max`"));
                    return None;
                }
                Some(Numbers(vec![(low, high)]))
            }
            _ => self.lone(node),
        }
    }

    /// What `{ option = "x" }` stands for; scripts read options themselves.
    fn by_option(&self, node: &'a Node) -> Option<Cow<'a, Node>> {
        let script = self.stands == Stands::Script;
        if script { Some(Cow::Borrowed(node)) } else { self.scope.substitute(node) }
    }

    /// One number, which an option may say.
    fn number(&self, node: &'a Node) -> Option<i32> {
        let given = self.by_option(node)?;
        self.scope.document().as_int(&given, "number", NUMBERS).map(|n| n as i32)
    }

    /// A number, or whether there is one.
    fn lone(&self, node: &Node) -> Option<Numbers> {
        match &node.value {
            Value::Bool(true) => Some(Numbers::some()),
            Value::Bool(false) => Some(Numbers::none()),
            Value::Int(_) => {
                let n = self.scope.document().as_int(node, "number", NUMBERS)? as i32;
                Some(Numbers(vec![(n, n)]))
            }
            _ => self.shape(
                node,
                "a number, several, `{ min, max }`, `true` for 1 or more, `false` for 0",
                "un nombre, plusieurs, `{ min, max }`, `true` pour 1 ou plus, `false` pour 0",
            ),
        }
    }

    /// Reads one word or several, or reports another shape.
    pub(super) fn words(&self, node: &Node) -> Option<Vec<(String, Range<usize>)>> {
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

    pub(super) fn named(&self, subject: Subject, of: Vocabulary, words: &[(String, Range<usize>)]) {
        let mut named = self.scope.context.named.borrow_mut();
        named.extend(words.iter().map(|(name, span)| Named {
            subject,
            of,
            name: name.clone(),
            span: span.clone(),
            offered: !matches!(self.stands, Stands::Hook),
            kinds: Vec::new(),
        }));
    }

    /// Tags that stand in a condition beside kinds of feature: one of these must carry them.
    pub(super) fn tags_of_kinds(&self, entries: &[Entry], subject: Subject) {
        let of = |key: &str| entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node);
        let (Some(kind), Some(tag)) = (of("kind"), of("tag")) else { return };
        let word = |node: &Node| match &node.value {
            Value::Text(word) => Some(word.clone()),
            _ => None,
        };
        let kinds: Option<Vec<String>> = match &kind.value {
            Value::List(nodes) => nodes.iter().map(word).collect(),
            _ => word(kind).map(|kind| vec![kind]),
        };
        // Words only: a number may ask that there is none of it.
        if !matches!(tag.value, Value::Text(_) | Value::List(_)) {
            return;
        }
        let within =
            |named: &Named| tag.span.start <= named.span.start && named.span.end <= tag.span.end;
        let mut named = self.scope.context.named.borrow_mut();
        for named in named
            .iter_mut()
            .filter(|n| n.subject == subject && n.of == Vocabulary::Tag && within(n))
        {
            named.kinds = kinds.clone().unwrap_or_default();
        }
    }
}
