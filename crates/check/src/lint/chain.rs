//! Expressions of a script: what they call and read, and what comes of it.

use std::ops::Range;

use full_moon::ast::{BinOp, Call, Expression, FunctionArgs, Index, Prefix, Suffix, Var};
use full_moon::node::Node;
use full_moon::tokenizer::{Position, TokenReference, TokenType};

use bastide_script::API;
use bastide_script::library::{GLOBALS, LIBRARIES};

use super::kinds::{Kind, gives, member};
use super::said::{Sort, missing};
use super::walk::Walker;
use super::{span, word};

/// Functions that make whole numbers of others.
const ROUNDING: [&str; 3] = ["math.floor", "math.ceil", "math.round"];
/// Functions that change the table they are given.
const CHANGING: [&str; 4] = ["table.insert", "table.remove", "table.sort", "table.clear"];

impl Walker<'_> {
    /// An expression; `whole` if its value is rounded at once.
    pub(crate) fn expression(&mut self, value: &Expression, whole: bool) -> Kind {
        match value {
            Expression::BinaryOperator { lhs, binop, rhs } => {
                if !whole && matches!(binop, BinOp::Slash(_) | BinOp::Caret(_)) {
                    let token = binop.token();
                    self.fraction(&word(token), span(token));
                }
                // What a rounded sum is made of is rounded with it.
                let (left, right) = (self.expression(lhs, whole), self.expression(rhs, whole));
                match binop {
                    BinOp::Or(_) if left == right => left,
                    BinOp::And(_) => right,
                    BinOp::TwoDots(_) => Kind::Text,
                    _ => Kind::Unknown,
                }
            }
            Expression::Parentheses { expression, .. }
            | Expression::TypeAssertion { expression, .. } => self.expression(expression, whole),
            Expression::UnaryOperator { expression, .. } => {
                self.expression(expression, whole);
                Kind::Unknown
            }
            Expression::Function(function) => {
                self.body(function.body(), &[]);
                Kind::Unknown
            }
            Expression::FunctionCall(call) => self.chain(call.prefix(), call.suffixes()),
            Expression::IfExpression(one) => {
                self.expression(one.condition(), false);
                let mut kind = self.expression(one.if_expression(), whole);
                for other in one.else_if_expressions().into_iter().flatten() {
                    self.expression(other.condition(), false);
                    if self.expression(other.expression(), whole) != kind {
                        kind = Kind::Unknown;
                    }
                }
                let last = self.expression(one.else_expression(), whole);
                if last == kind { kind } else { Kind::Unknown }
            }
            Expression::InterpolatedString(text) => {
                for part in text.expressions() {
                    self.expression(part, true);
                }
                Kind::Text
            }
            Expression::TableConstructor(table) => self.table(table.fields()),
            Expression::Number(token) => {
                let text = word(token);
                let hex = text.starts_with("0x") || text.starts_with("0X");
                if !whole && text.contains('.') && !hex {
                    self.fraction(&text, span(token));
                }
                Kind::Unknown
            }
            Expression::String(token) => {
                self.rule_text(token);
                Kind::Text
            }
            Expression::Var(Var::Name(token)) => self.name(token),
            Expression::Var(Var::Expression(one)) => self.chain(one.prefix(), one.suffixes()),
            _ => Kind::Unknown,
        }
    }

    /// A name that stands alone or begins a chain.
    fn name(&mut self, token: &TokenReference) -> Kind {
        let name = word(token);
        if let Some(kind) = self.kind_of(&name) {
            return kind;
        }
        if LIBRARIES.iter().any(|(library, _)| *library == name) || GLOBALS.contains(&name.as_str())
        {
            return Kind::Library(name);
        }
        self.unknown_name(&name, span(token));
        Kind::Unknown
    }

    /// `prefix.name:call(…)[…]` from left to right.
    pub(crate) fn chain<'s>(
        &mut self,
        prefix: &Prefix,
        suffixes: impl Iterator<Item = &'s Suffix>,
    ) -> Kind {
        let suffixes: Vec<&Suffix> = suffixes.collect();
        let mut path = None;
        let mut kind = match prefix {
            Prefix::Name(token) => {
                let removed = self.removed_path(token, &suffixes);
                if let Some((name, row, place)) = removed {
                    self.removed(&name, row, place);
                    self.arguments_of(&suffixes);
                    return Kind::Unknown;
                }
                path = Some(token);
                self.name(token)
            }
            Prefix::Expression(value) => self.expression(value, false),
            _ => Kind::Unknown,
        };
        let mut handler: Vec<String> = Vec::new();
        for (n, suffix) in suffixes.iter().enumerate() {
            kind = match suffix {
                Suffix::Index(Index::Dot { name, .. }) => {
                    if kind == Kind::Module {
                        handler.push(word(name));
                        self.used.insert(handler.join("."));
                        continue;
                    }
                    let next = suffixes.get(n + 1);
                    let called = matches!(next, Some(Suffix::Call(Call::AnonymousCall(_))));
                    self.field(&kind, name, called)
                }
                Suffix::Index(Index::Brackets { expression, .. }) => {
                    self.expression(expression, false);
                    match kind {
                        Kind::List(of) => Kind::Handle(of),
                        _ => Kind::Unknown,
                    }
                }
                Suffix::Call(Call::AnonymousCall(arguments)) => {
                    self.call(&kind, arguments, path.map(span).unwrap_or_default())
                }
                Suffix::Call(Call::MethodCall(one)) => self.method(&kind, one.name(), one.args()),
                _ => Kind::Unknown,
            };
        }
        kind
    }

    /// A whole library that is missing, or the name of a function that is: `os.time`.
    fn removed_path(
        &self,
        token: &TokenReference,
        suffixes: &[&Suffix],
    ) -> Option<(String, &'static bastide_script::module::Missing, Range<usize>)> {
        let mut name = word(token);
        if self.kind_of(&name).is_some() {
            return None;
        }
        let mut place = span(token);
        if let Some(Suffix::Index(Index::Dot { name: inner, .. })) = suffixes.first() {
            name = format!("{name}.{}", word(inner));
            place.end = span(inner).end;
        }
        missing(&name).map(|row| (name, row, place))
    }

    /// The arguments of calls in a chain that cannot be followed.
    fn arguments_of(&mut self, suffixes: &[&Suffix]) {
        for suffix in suffixes {
            match suffix {
                Suffix::Call(Call::AnonymousCall(arguments)) => {
                    self.arguments(arguments, false);
                }
                Suffix::Call(Call::MethodCall(one)) => {
                    self.arguments(one.args(), false);
                }
                _ => {}
            }
        }
    }

    /// `value.name`.
    fn field(&mut self, kind: &Kind, token: &TokenReference, called: bool) -> Kind {
        let name = word(token);
        match kind {
            Kind::Handle(of) => match member(of, &name) {
                Some(found) if found.is_field() && !called => return gives(found),
                Some(found) => {
                    self.point_or_colon(of, &name, span(token));
                    return gives(found);
                }
                None => self.not_in_handle(of, &name, span(token)),
            },
            Kind::Options => {
                let there = self.declared(Sort::Option).contains(&name);
                if self.about.manifest.is_some() && !there {
                    self.undeclared(Sort::Option, &name, span(token));
                }
            }
            Kind::Library(library) => {
                let Some((_, names)) = LIBRARIES.iter().find(|(own, _)| own == library) else {
                    return Kind::Unknown;
                };
                if !names.contains(&name.as_str()) {
                    self.not_in_library(library, &name, span(token));
                    return Kind::Unknown;
                }
                return Kind::Library(format!("{library}.{name}"));
            }
            _ => {}
        }
        Kind::Unknown
    }

    /// `function(…)`.
    fn call(&mut self, kind: &Kind, arguments: &FunctionArgs, place: Range<usize>) -> Kind {
        let Kind::Library(path) = kind else {
            self.arguments(arguments, false);
            return Kind::Unknown;
        };
        let of = self.arguments(arguments, ROUNDING.contains(&path.as_str()));
        let FunctionArgs::Parentheses { arguments, .. } = arguments else { return Kind::Unknown };
        let Some(first) = arguments.iter().next() else { return Kind::Unknown };
        match path.as_str() {
            "pairs" | "next" => {
                let list = matches!(of, Kind::List(_) | Kind::Own { named: false });
                self.no_order(list, place);
            }
            "ipairs" => {
                if let Kind::List(of) = of {
                    return Kind::Pairs(of);
                }
            }
            path if CHANGING.contains(&path) => {
                if let Expression::Var(Var::Name(root)) = first {
                    self.written_into(root, &Kind::Unknown);
                }
            }
            _ => {}
        }
        Kind::Unknown
    }

    /// `value:name(…)`.
    fn method(&mut self, kind: &Kind, token: &TokenReference, arguments: &FunctionArgs) -> Kind {
        let name = word(token);
        let kinds = match kind {
            Kind::Handle("game") if name == "what_if" => {
                self.looks(arguments);
                Vec::new()
            }
            _ => self.kinds_of(arguments, false),
        };
        match kind {
            Kind::Handle(of) => match member(of, &name) {
                Some(found) if found.is_field() => {
                    self.point_or_colon(of, &name, span(token));
                    gives(found)
                }
                Some(found) => {
                    self.given(found, arguments, span(token));
                    self.sorts(found, arguments, &kinds);
                    gives(found)
                }
                None => {
                    self.not_in_handle(of, &name, span(token));
                    Kind::Unknown
                }
            },
            Kind::Text => {
                let names =
                    LIBRARIES.iter().find(|(own, _)| *own == "string").map_or(&[][..], |l| l.1);
                if !names.contains(&name.as_str()) {
                    self.not_in_library("string", &name, span(token));
                }
                Kind::Text
            }
            _ => {
                let text = LIBRARIES.iter().any(|(_, names)| names.contains(&name.as_str()));
                let known = API.iter().any(|m| m.name == name && !m.is_field());
                if !known && !text && !self.own.contains(&name) {
                    self.unknown_method(&name, span(token));
                }
                Kind::Unknown
            }
        }
    }

    /// Arguments of `game:what_if`, whose function is given a tile.
    fn looks(&mut self, arguments: &FunctionArgs) {
        let FunctionArgs::Parentheses { arguments, .. } = arguments else { return };
        for value in arguments {
            match value {
                Expression::Function(one) => self.body(one.body(), &[Kind::Handle("tile")]),
                other => drop(self.expression(other, false)),
            }
        }
    }

    /// Arguments of a call; what the first of them is.
    fn arguments(&mut self, arguments: &FunctionArgs, whole: bool) -> Kind {
        self.kinds_of(arguments, whole).into_iter().next().unwrap_or_default()
    }

    /// Arguments of a call, each as what it is.
    fn kinds_of(&mut self, arguments: &FunctionArgs, whole: bool) -> Vec<Kind> {
        match arguments {
            FunctionArgs::Parentheses { arguments, .. } => {
                arguments.iter().map(|value| self.expression(value, whole)).collect()
            }
            FunctionArgs::String(token) => {
                self.rule_text(token);
                vec![Kind::Text]
            }
            FunctionArgs::TableConstructor(table) => vec![self.table(table.fields())],
            _ => Vec::new(),
        }
    }

    /// A text that looks like a rule id of the expansion must be one.
    fn rule_text(&mut self, token: &TokenReference) {
        let (Some(manifest), Some(rules)) = (self.about.manifest, &self.about.rules) else {
            return;
        };
        let Some(id) = literal(token) else { return };
        let own = id.strip_prefix(&manifest.short).is_some_and(|rest| rest.starts_with('.'));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ".-_".contains(c);
        if own && !id.ends_with('.') && id.chars().all(plain) && !rules.contains(id.as_str()) {
            self.no_rule(&id, span(token));
        }
    }

    /// Bytes of an expression.
    pub(crate) fn place(&self, value: &Expression) -> Range<usize> {
        let start = value.start_position().map_or(0, Position::bytes);
        let end = value.end_position().map_or(self.text.len(), Position::bytes);
        start..end.max(start)
    }
}

/// The text of a literal.
pub(crate) fn literal(token: &TokenReference) -> Option<String> {
    match token.token().token_type() {
        TokenType::StringLiteral { literal, .. } => Some(literal.to_string()),
        _ => None,
    }
}
