//! Tables that queries of a script are given: the filters of the first contract as conditions.

use std::ops::Range;

use bastide::core::Fault;
use full_moon::ast::{Expression, Field, FunctionArgs, MethodCall, TableConstructor};
use full_moon::node::Node as _;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;

use super::{Edit, Migrated, left_to_you, written};
use crate::lint::{aside, literal, span, word};

/// What the table of a query narrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Query {
    Figures,
    Segments,
    Features,
    /// Segments at which a way ends: what is asked looks at the segment alone.
    Stop,
    Tiles,
}

impl Query {
    fn of(method: &str) -> Option<Self> {
        Some(match method {
            "figures" | "holds" => Self::Figures,
            "segments" => Self::Segments,
            "features" | "due" | "bordering" => Self::Features,
            "walk" => Self::Stop,
            "around" | "range" => Self::Tiles,
            _ => return None,
        })
    }
}

/// Where an old key belongs now.
enum Now {
    /// It stays as it is.
    Stays,
    /// It has this name.
    Named(&'static str),
    /// It stands inside another table, with others that belong there, under this name.
    Inside(&'static str, &'static str),
    /// This whole entry stands there.
    Written(String),
    /// That asks for understanding.
    ByHand,
}

/// A key of a table of such a query, and what is written behind it.
fn now(query: Query, key: &str, value: &Value<'_>, figures: &[&str]) -> Now {
    use Now::{ByHand, Inside, Named, Stays, Written};
    use Query::{Features, Figures, Segments, Stop, Tiles};
    let text = value.text;
    match (query, key) {
        (Figures, "figure") => Named("kind"),
        (Figures, "kind") => match &value.literal {
            // A query that has been written anew by hand.
            Some(word) if figures.contains(&word.as_str()) => Stays,
            Some(_) => Inside("feature", "kind"),
            None => ByHand,
        },
        (Figures | Segments, "tag") => Inside("feature", "tag"),
        (Figures, "complete") => Inside("feature", "complete"),
        (Figures, "occupied") => Inside("feature", "occupied"),
        (Figures | Segments, "without") => {
            Written(format!("no = {{ feature = {{ tag = {text} }} }}"))
        }
        (Features | Stop, "without") => Written(format!("no = {{ tag = {text} }}")),
        (Segments | Features | Stop, "figure") => Inside("holds", "kind"),
        (Segments | Features | Stop, "class") => Inside("holds", "class"),
        (Segments | Features | Stop, "owner") => Inside("holds", "owner"),
        (Tiles, "kind") => Named("kinds"),
        (Tiles, "tag") => Named("symbol"),
        (Tiles, "itself") if text == "true" => Written("shape = 9".to_owned()),
        (_, "closed_by" | "one_per_kind") | (Tiles, "itself") => ByHand,
        _ => Stays,
    }
}

/// What stands behind a key.
struct Value<'t> {
    text: &'t str,
    /// The word, if it is one.
    literal: Option<String>,
}

/// A field with a name.
struct Named<'t> {
    key: String,
    key_span: Range<usize>,
    value: Value<'t>,
    end: usize,
}

struct Walk<'t> {
    file: &'t str,
    text: &'t str,
    figures: &'t [&'t str],
    edits: Vec<Edit>,
    left: Vec<Fault>,
}

/// Rewrites a script of the first contract. What its tables ask for and cannot be said by renaming is listed.
#[must_use]
pub fn script(file: &str, text: &str, figures: &[&str]) -> Migrated {
    let walked = aside(|| {
        let mut walk = Walk { file, text, figures, edits: Vec::new(), left: Vec::new() };
        // What is no script is told by the check.
        if let Ok(ast) = full_moon::parse(text) {
            walk.visit_ast(&ast);
        }
        (walk.edits, walk.left)
    });
    written(text, walked.0, walked.1)
}

impl Visitor for Walk<'_> {
    fn visit_method_call(&mut self, call: &MethodCall) {
        let Some(query) = Query::of(&word(call.name())) else { return };
        match call.args() {
            FunctionArgs::TableConstructor(table) => self.table(query, table),
            FunctionArgs::String(token) => self.lone(query, token, true),
            FunctionArgs::Parentheses { arguments, .. } => match arguments.iter().next() {
                Some(Expression::TableConstructor(table)) => self.table(query, table),
                Some(Expression::String(token)) => self.lone(query, token, false),
                _ => {}
            },
            _ => {}
        }
    }
}

impl<'t> Walk<'t> {
    /// A word alone that means another fact now.
    fn lone(&mut self, query: Query, token: &TokenReference, bare: bool) {
        let key = match query {
            Query::Stop => "tag",
            Query::Tiles => "kinds",
            _ => return,
        };
        let at = span(token);
        let space = if bare && !self.text[..at.start].ends_with(' ') { " " } else { "" };
        let now = format!("{space}{{ {key} = {} }}", &self.text[at.clone()]);
        self.edits.push((at, now));
    }

    fn table(&mut self, query: Query, table: &TableConstructor) {
        let fields: Vec<Named<'t>> = table.fields().iter().filter_map(|f| self.named(f)).collect();
        let now: Vec<Now> =
            fields.iter().map(|f| now(query, &f.key, &f.value, self.figures)).collect();
        // Parts of tables that become one stand where the first of them stood.
        let mut taken: Vec<&str> = Vec::new();
        for (i, field) in fields.iter().enumerate() {
            let whole = field.key_span.start..field.end;
            match &now[i] {
                Now::Stays => {}
                Now::Named(name) => {
                    self.edits.push((field.key_span.clone(), (*name).to_owned()));
                }
                Now::Written(entry) => self.edits.push((whole, entry.clone())),
                Now::ByHand => self.left.push(left_to_you(
                    self.file,
                    field.key_span.clone(),
                    "write it as a condition: the page on api 2 has a line for it",
                    "écrivez-le en condition : la page sur l'api 2 en donne la forme",
                )),
                Now::Inside(outer, _) if taken.contains(outer) => {
                    self.edits.push((fields[i - 1].end..field.end, String::new()));
                }
                Now::Inside(outer, _) => {
                    taken.push(outer);
                    let inner = fields.iter().zip(&now).filter_map(|(field, now)| match now {
                        Now::Inside(other, name) if other == outer => {
                            Some(format!("{name} = {}", field.value.text))
                        }
                        _ => None,
                    });
                    let inner: Vec<String> = inner.collect();
                    self.edits.push((whole, format!("{outer} = {{ {} }}", inner.join(", "))));
                }
            }
        }
    }

    fn named(&self, field: &Field) -> Option<Named<'t>> {
        let Field::NameKey { key, value, .. } = field else { return None };
        let range = value.range()?;
        let (start, end) = (range.0.bytes(), range.1.bytes());
        let literal = match &**value {
            Expression::String(token) => literal(token),
            _ => None,
        };
        let value = Value { text: self.text.get(start..end)?, literal };
        Some(Named { key: word(key), key_span: span(key), value, end })
    }
}

#[cfg(test)]
mod tests {
    use super::script;

    #[test]
    fn filters_of_queries_become_conditions_and_the_rest_stays() {
        for (was, is) in [
            ("x:figures { figure = \"pig\" }", "x:figures { kind = \"pig\" }"),
            (
                "x:figures { kind = \"city\", owner = p, complete = true } -- so",
                "x:figures { feature = { kind = \"city\", complete = true }, owner = p } -- so",
            ),
            ("x:figures { kind = \"meeple\" }", "x:figures { kind = \"meeple\" }"),
            (
                "x:segments { kind = k, tag = \"inn\" }",
                "x:segments { kind = k, feature = { tag = \"inn\" } }",
            ),
            (
                "x:features { class = \"meeple\", complete = true, owner = p }",
                "x:features { holds = { class = \"meeple\", owner = p }, complete = true }",
            ),
            ("x:features { without = \"inn\" }", "x:features { no = { tag = \"inn\" } }"),
            ("x:figures({ without = tag })", "x:figures({ no = { feature = { tag = tag } } })"),
            ("x:walk(\"ferry\", side)", "x:walk({ tag = \"ferry\" }, side)"),
            ("x:walk\"ferry\"", "x:walk { tag = \"ferry\" }"),
            ("x:walk { class = \"meeple\" }", "x:walk { holds = { class = \"meeple\" } }"),
            (
                "x:around { itself = true, tag = \"hill\" }",
                "x:around { shape = 9, symbol = \"hill\" }",
            ),
            ("x:range { kind = \"city\" }", "x:range { kinds = \"city\" }"),
            ("x:tag { kind = \"city\" }", "x:tag { kind = \"city\" }"),
        ] {
            let (was, is) = (format!("return {was}\n"), format!("return {is}\n"));
            let migrated = script("init.lua", &was, &["meeple", "pig"]);
            assert_eq!((migrated.text, migrated.left.len()), (is, 0));
        }
        for was in ["x:features { closed_by = t }", "x:figures { kind = k }"] {
            let was = format!("return {was}\n");
            let migrated = script("init.lua", &was, &["meeple"]);
            assert_eq!((migrated.text, migrated.left.len()), (was, 1));
        }
    }
}
