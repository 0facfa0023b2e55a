//! Conditions that queries are given, as far as they stand in the text: read as those of manifests are.

use std::ops::Range;

use bastide::core::condition::{FactTest, Subject, Vocabulary, fact_of};
use bastide::manifest::of_script;
use bastide_script::{About, Member, asked, instead_of};
use bastide_text::{Entry, Node, Value};
use full_moon::ast::{Expression, Field, TableConstructor};
use full_moon::tokenizer::{Symbol, TokenReference, TokenType};

use super::chain::literal;
use super::said::Sort;
use super::walk::Walker;
use super::{span, word};

/// Context of a value in a condition.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// A condition on it.
    Such(Subject),
    /// Things by sort: `{ figure = … }`.
    Things,
    /// Whatever a fact is compared with.
    Test(FactTest),
    /// Something that has no subject.
    Plain,
}

impl Walker<'_> {
    /// A condition that a member is given.
    pub(super) fn condition(&mut self, member: &Member, value: &Expression) {
        let Some(about) = asked(member) else { return };
        let (subject, area) = match about {
            About::Things(subject) => (subject, false),
            About::Area => (Subject::Tile, true),
        };
        let constant = match value {
            Expression::Var(full_moon::ast::Var::Name(name)) => {
                self.constants.get(&word(name)).cloned()
            }
            _ => None,
        };
        let value = constant.as_ref().unwrap_or(value);
        let Some(node) = self.written(value, Place::Such(subject)) else { return };
        let (faults, names) = of_script(self.file, &node, subject, area);
        for fault in faults {
            if !self.faults.contains(&fault) {
                self.faults.push(fault);
            }
        }
        for named in names {
            let Some(sort) = sort(named.of) else { continue };
            let own = matches!(named.name.as_str(), "own" | "core" | "any") && sort == Sort::Rule;
            if !own {
                self.named_at(sort, &named.name, named.span);
            }
        }
    }

    /// The value of an expression, if it stands in the text.
    fn written(&mut self, value: &Expression, place: Place) -> Option<Node> {
        let at = self.place(value);
        let is = |token: &TokenReference, symbol| {
            *token.token().token_type() == TokenType::Symbol { symbol }
        };
        let value = match value {
            Expression::String(token) => Value::Text(literal(token)?),
            Expression::Number(token) => Value::Int(word(token).parse().ok()?),
            Expression::Symbol(token) if is(token, Symbol::True) => Value::Bool(true),
            Expression::Symbol(token) if is(token, Symbol::False) => Value::Bool(false),
            Expression::TableConstructor(table) => return self.table_written(table, place, at),
            _ => return None,
        };
        Some(Node { span: at, value })
    }

    fn table_written(
        &mut self,
        table: &TableConstructor,
        place: Place,
        at: Range<usize>,
    ) -> Option<Node> {
        let (mut entries, mut list, mut known) = (Vec::new(), Vec::new(), true);
        for field in table.fields() {
            let (key, key_span, value) = match field {
                Field::NameKey { key, value, .. } => (word(key), span(key), value),
                Field::ExpressionKey { key, value, .. } => match &**key {
                    Expression::String(token) => (literal(token)?, span(token), value),
                    _ => return None,
                },
                Field::NoKey(value) => {
                    list.push(self.written(value, place)?);
                    continue;
                }
                _ => return None,
            };
            if let Place::Such(subject) = place
                && self.is_old(&key, subject, &key_span)
            {
                known = false;
                continue;
            }
            match self.entry(&key, value, place) {
                Some(node) => entries.push(Entry { key, key_span, node }),
                None => known = false,
            }
        }
        let value = match (entries.is_empty(), list.is_empty()) {
            (true, false) => Value::List(list),
            // The rest of a condition may be empty, which would be another condition.
            (true, true) if !known || matches!(place, Place::Such(_)) => return None,
            (_, true) => Value::Table(entries),
            (false, false) => return None,
        };
        Some(Node { span: at, value })
    }

    /// Returns the value of a key, or a similar one if only the key is known.
    fn entry(&mut self, key: &str, value: &Expression, place: Place) -> Option<Node> {
        let fact = |subject| fact_of(subject, key).map(|row| row.test);
        let (inner, like) = match place {
            Place::Such(subject) => match key {
                "no" | "any" | "all" => (place, None),
                "now" => (Place::Such(Subject::Moment), None),
                "near" => (Place::Such(Subject::Tile), None),
                "walk" | "stop" => (Place::Such(Subject::Segment), None),
                "exists" | "none" => (Place::Things, None),
                "happened" => (Place::Such(Subject::Event), None),
                "is" | "on" | "since" | "with" | "without" | "shape" => (Place::Plain, None),
                "n" | "count" | "min" | "max" => (Place::Plain, Some(Value::Int(1))),
                _ => match fact(subject) {
                    Some(FactTest::One(_, to) | FactTest::Many(_, to)) => {
                        (Place::Such(to), Some(Value::Bool(true)))
                    }
                    Some(test @ FactTest::Number(_)) => (Place::Test(test), Some(Value::Int(1))),
                    Some(test @ FactTest::Flag(_)) => (Place::Test(test), Some(Value::Bool(true))),
                    Some(test) => (Place::Test(test), None),
                    None => (Place::Plain, Some(Value::Bool(true))),
                },
            },
            Place::Things => {
                let things = Subject::named(key).map_or(Place::Plain, Place::Such);
                (things, Some(Value::Bool(true)))
            }
            Place::Test(FactTest::Names(_)) => (Place::Plain, Some(Value::Int(1))),
            Place::Test(_) | Place::Plain => (Place::Plain, None),
        };
        let at = self.place(value);
        self.written(value, inner).or_else(|| like.map(|value| Node { span: at, value }))
    }

    /// A key of the first edition; a fault that says what is written now.
    fn is_old(&mut self, key: &str, subject: Subject, at: &Range<usize>) -> bool {
        let Some(new) = instead_of(key, subject) else { return false };
        if fact_of(subject, key).is_some() {
            return false;
        }
        // A fact with a query of its own is not a condition.
        let what = if new.contains('(') {
            (
                format!("`{key}` is asked by itself, not in a condition"),
                format!("`{key}` se demande à part, non dans une condition"),
            )
        } else {
            (format!("`{key}` is now a condition"), format!("`{key}` est maintenant une condition"))
        };
        self.note(
            "K0002",
            at.clone(),
            what,
            (format!("write `{new}`"), format!("écrivez `{new}`")),
        );
        true
    }
}

/// Which names belong to a vocabulary.
fn sort(of: Vocabulary) -> Option<Sort> {
    Some(match of {
        Vocabulary::Feature => Sort::Kind,
        Vocabulary::Figure => Sort::Figure,
        Vocabulary::Class => Sort::Class,
        Vocabulary::Neutral => Sort::Neutral,
        Vocabulary::Group | Vocabulary::Zone => Sort::Pile,
        Vocabulary::Cause => Sort::Rule,
        Vocabulary::Tag | Vocabulary::Symbol => Sort::Tag,
        Vocabulary::Edge => Sort::Edge,
        Vocabulary::Overlay => Sort::Overlay,
        Vocabulary::State => Sort::State,
        Vocabulary::Token => Sort::Token,
        Vocabulary::Verb => Sort::Verb,
        Vocabulary::Claim | Vocabulary::Why | Vocabulary::TileType => return None,
    })
}
