//! Writing in a script: variables, fields, handlers.

use std::collections::BTreeSet;
use std::ops::Range;

use full_moon::ast::{Assignment, Expression, Index, Prefix, Suffix, Var};
use full_moon::tokenizer::TokenReference;

use bastide_script::module::READY;

use super::kinds::Kind;
use super::walk::Walker;
use super::{span, word};

impl Walker<'_> {
    /// Values are given to variables and fields.
    pub(crate) fn assignment(&mut self, one: &Assignment) {
        let targets: Vec<&Var> = one.variables().iter().collect();
        for (n, value) in one.expressions().iter().enumerate() {
            let handler = targets.get(n).and_then(|target| self.handler_of(target));
            let kind = match (value, handler) {
                (Expression::Function(function), Some((name, span))) => {
                    let kinds = self.enter(&name);
                    self.defined.insert(name, span);
                    self.body(function.body(), &kinds);
                    self.hooks.clear();
                    Kind::Unknown
                }
                _ => self.expression(value, false),
            };
            if let Some(target) = targets.get(n) {
                self.write(target, &kind, false);
            }
        }
        for target in targets.iter().skip(one.expressions().len()) {
            self.write(target, &Kind::Unknown, false);
        }
    }

    /// The handler that an assignment defines: `m.name = function …`.
    fn handler_of(&self, target: &Var) -> Option<(String, Range<usize>)> {
        let Var::Expression(target) = target else { return None };
        let Prefix::Name(root) = target.prefix() else { return None };
        if self.depth > 0 || self.kind_of(&word(root)) != Some(Kind::Module) {
            return None;
        }
        let names = target.suffixes().map(|suffix| match suffix {
            Suffix::Index(Index::Dot { name, .. }) => Some(name),
            _ => None,
        });
        let names: Option<Vec<&TokenReference>> = names.collect();
        let names = names.filter(|names| !names.is_empty())?;
        let path: Vec<String> = names.iter().map(|name| word(name)).collect();
        let last = names.last().map(|name| span(name))?;
        Some((path.join("."), last))
    }

    /// A variable or field gets a value.
    pub(crate) fn write(&mut self, target: &Var, kind: &Kind, compound: bool) {
        match target {
            Var::Name(token) => {
                let name = word(token);
                let depth = self.depth;
                match self.find(&name) {
                    None => {
                        self.global(&name, span(token));
                        self.declare_for_good(&name);
                    }
                    Some(variable) if variable.depth == 0 && depth > 0 => {
                        self.keeps_state(&name, span(token));
                    }
                    Some(variable) => {
                        if compound || variable.kind != *kind {
                            variable.kind = Kind::Unknown;
                        }
                    }
                }
            }
            Var::Expression(target) => {
                let suffixes: Vec<&Suffix> = target.suffixes().collect();
                let Some((_, before)) = suffixes.split_last() else { return };
                let owner = self.chain(target.prefix(), before.iter().copied());
                if let Some(Suffix::Index(Index::Brackets { expression, .. })) = suffixes.last() {
                    self.expression(expression, false);
                }
                if let Prefix::Name(root) = target.prefix() {
                    self.written_into(root, &owner);
                }
            }
            _ => self.strange = true,
        }
    }

    /// Something inside a value gets a value: `root.x = …`, `table.insert(root, …)`.
    pub(crate) fn written_into(&mut self, root: &TokenReference, owner: &Kind) {
        if let Kind::Handle(of) = owner {
            self.read_only(of, span(root));
            return;
        }
        let (name, depth) = (word(root), self.depth);
        let Some(variable) = self.find(&name) else { return };
        let lasting = matches!(variable.kind, Kind::Own { .. } | Kind::Module);
        if variable.depth == 0 && depth > 0 && lasting {
            self.keeps_state(&name, span(root));
        }
    }
}

/// Names that the script gives to functions and fields, wherever: what comes before `=` or `(` after a point,
/// colon or brace.
pub(crate) fn words_of(text: &str) -> BTreeSet<String> {
    let mut own: BTreeSet<String> = READY.iter().map(|name| (*name).to_owned()).collect();
    for line in text.lines() {
        let Some(rest) = line.trim_start().strip_prefix("function ") else {
            let key = line.split('=').next().unwrap_or_default();
            let key = key.rsplit(['.', '{', ',', ' ']).find(|word| !word.is_empty());
            own.extend(key.filter(|_| line.contains('=')).map(str::to_owned));
            continue;
        };
        let name = rest.split('(').next().unwrap_or_default();
        own.extend(name.rsplit(['.', ':']).next().map(|name| name.trim().to_owned()));
    }
    own
}
