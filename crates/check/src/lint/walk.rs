//! The walk over a script: blocks, statements, variables.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bastide::core::Fault;
use bastide::core::effect::EFFECTS;
use bastide::core::hooks::SLOTS;
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Block, Expression, Field, FunctionBody, FunctionDeclaration, FunctionName, GenericFor,
    LastStmt, LocalAssignment, Parameter, Stmt,
};
use full_moon::tokenizer::{Symbol, TokenReference, TokenType};

use bastide_script::library::GLOBALS;

use super::kinds::{Kind, parameters};
use super::said::Sort;
use super::write::words_of;
use super::{About, span, word};

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) kind: Kind,
    /// In how many functions it lies: 0 = it lives as long as the script.
    pub(crate) depth: usize,
}

/// The state of a walk.
pub(crate) struct Walker<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    pub(crate) about: &'a About<'a>,
    pub(crate) faults: Vec<Fault>,
    scopes: Vec<BTreeMap<String, Variable>>,
    /// How many functions the walk is in.
    pub(crate) depth: usize,
    /// Handlers with the place where they are defined.
    pub(crate) defined: BTreeMap<String, Range<usize>>,
    /// Handlers that the script itself uses.
    pub(crate) used: BTreeSet<String>,
    /// Tables of the script that stay as they are written, by name.
    pub(crate) constants: BTreeMap<String, Expression>,
    /// Names of functions and fields that tables of the script have.
    pub(crate) own: BTreeSet<String>,
    /// Hooks of the handler that the walk is in, as the manifest names them.
    pub(crate) hooks: Vec<&'a str>,
    /// There is something in the script that this walk does not know: names are not judged then.
    pub(crate) strange: bool,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(file: &'a str, text: &'a str, about: &'a About<'a>) -> Self {
        Self {
            file,
            text,
            about,
            faults: Vec::new(),
            scopes: Vec::new(),
            depth: 0,
            defined: BTreeMap::new(),
            used: BTreeSet::new(),
            constants: BTreeMap::new(),
            own: words_of(text),
            hooks: Vec::new(),
            strange: false,
        }
    }

    /// The whole script.
    pub(crate) fn script(mut self, block: &Block) -> Vec<Fault> {
        self.block(block, &[]);
        self.uncalled_handlers();
        if self.strange {
            self.faults.retain(|fault| !matches!(fault.code.as_str(), "L0401" | "L0412"));
        }
        self.faults
    }

    fn uncalled_handlers(&mut self) {
        let Some(manifest) = self.about.manifest else { return };
        let all = &manifest.everything;
        let calls = all.hooks.iter().map(|hook| hook.call.as_str());
        let calls: BTreeSet<&str> =
            calls.chain(all.finals.iter().filter_map(|f| f.call.as_deref())).collect();
        let calls: Vec<&str> = calls.into_iter().filter(|call| !call.is_empty()).collect();
        let flat = |name: &str| name.replace('.', "_");
        for (name, span) in std::mem::take(&mut self.defined) {
            let called = calls.iter().any(|call| flat(call) == flat(&name));
            if !called && !self.used.contains(&name) {
                self.uncalled(&name, span, &calls);
            }
        }
    }

    /// A block with some variables of its own.
    fn block(&mut self, block: &Block, with: &[(String, Kind)]) {
        self.scopes.push(BTreeMap::new());
        for (name, kind) in with {
            self.declare(name, kind.clone());
        }
        self.inside(block);
        self.scopes.pop();
    }

    fn inside(&mut self, block: &Block) {
        for statement in block.stmts() {
            self.statement(statement);
        }
        if let Some(LastStmt::Return(last)) = block.last_stmt() {
            self.all(last.returns());
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Assignment(one) => self.assignment(one),
            Stmt::CompoundAssignment(one) => {
                let operator = one.compound_operator().token();
                if matches!(word(operator).as_str(), "/=" | "^=") {
                    self.fraction(&word(operator), span(operator));
                }
                self.expression(one.rhs(), false);
                self.write(one.lhs(), &Kind::Unknown, true);
            }
            Stmt::Do(one) => self.block(one.block(), &[]),
            Stmt::FunctionCall(call) => {
                self.chain(call.prefix(), call.suffixes());
            }
            Stmt::FunctionDeclaration(one) => self.function(one),
            Stmt::GenericFor(one) => self.generic_for(one),
            Stmt::If(one) => {
                self.strange |= one.binding().is_some();
                self.expression(one.condition(), false);
                self.block(one.block(), &[]);
                for other in one.else_if().into_iter().flatten() {
                    self.strange |= other.binding().is_some();
                    self.expression(other.condition(), false);
                    self.block(other.block(), &[]);
                }
                if let Some(block) = one.else_block() {
                    self.block(block, &[]);
                }
            }
            Stmt::LocalAssignment(one) => self.local(one),
            Stmt::LocalFunction(one) => {
                let name = word(one.name());
                self.declare(&name, Kind::Unknown);
                self.body(one.body(), &[]);
            }
            Stmt::NumericFor(one) => {
                self.expression(one.start(), false);
                self.expression(one.end(), false);
                if let Some(step) = one.step() {
                    self.expression(step, false);
                }
                self.block(one.block(), &[(word(one.index_variable()), Kind::Unknown)]);
            }
            Stmt::Repeat(one) => {
                // The condition sees the variables of the block.
                self.scopes.push(BTreeMap::new());
                self.inside(one.block());
                self.expression(one.until(), false);
                self.scopes.pop();
            }
            Stmt::While(one) => {
                self.expression(one.condition(), false);
                self.block(one.block(), &[]);
            }
            Stmt::TypeDeclaration(_) | Stmt::ExportedTypeDeclaration(_) => {}
            _ => self.strange = true,
        }
    }

    fn local(&mut self, one: &LocalAssignment) {
        let mut kinds: Vec<Kind> = Vec::new();
        for value in one.expressions() {
            let arguments = is_arguments(value) && self.depth == 0;
            let kind = self.expression(value, false);
            kinds.push(if arguments { Kind::Module } else { kind });
        }
        for (name, value) in one.names().iter().zip(one.expressions()) {
            if self.depth == 0 && matches!(value, Expression::TableConstructor(_)) {
                self.constants.insert(word(name), value.clone());
            } else {
                // Another variable of the name.
                self.constants.remove(&word(name));
            }
        }
        for (n, name) in one.names().iter().enumerate() {
            self.declare(&word(name), kinds.get(n).cloned().unwrap_or_default());
        }
    }

    fn function(&mut self, one: &FunctionDeclaration) {
        let name: &FunctionName = one.name();
        let tokens: Vec<&TokenReference> = name.names().iter().collect();
        let Some((root, path)) = tokens.split_first() else { return };
        let method = name.method_name();
        let root_name = word(root);
        let is_module = self.kind_of(&root_name) == Some(Kind::Module);
        let mut kinds = Vec::new();
        if path.is_empty() && method.is_none() {
            if self.find(&root_name).is_none() {
                self.global_function(&root_name, span(root));
            }
        } else if self.find(&root_name).is_none() {
            self.unknown_name(&root_name, span(root));
        } else if is_module && self.depth == 0 && method.is_none() {
            let handler = path.iter().map(|token| word(token)).collect::<Vec<_>>().join(".");
            kinds = self.enter(&handler);
            let place = path.last().map(|token| span(token)).unwrap_or_default();
            self.defined.insert(handler, place);
        } else if self.depth > 0 {
            self.written_into(root, &Kind::Unknown);
        }
        if method.is_some() {
            self.scopes.push(BTreeMap::new());
            self.depth += 1;
            self.declare("self", Kind::Unknown);
            self.depth -= 1;
            self.body(one.body(), &kinds);
            self.scopes.pop();
        } else {
            self.body(one.body(), &kinds);
        }
        if self.depth == 0 {
            self.hooks.clear();
        }
    }

    /// Enters a handler and returns the types of its arguments.
    pub(crate) fn enter(&mut self, handler: &str) -> Vec<Kind> {
        self.hooks = self.hooks_of(handler);
        parameters(self.hooks.iter().copied())
    }

    /// The hooks that a handler answers, as the manifest names them; a final step is one.
    fn hooks_of(&self, handler: &str) -> Vec<&'a str> {
        let Some(manifest) = self.about.manifest else { return Vec::new() };
        let all = &manifest.everything;
        let flat = handler.replace('.', "_");
        let same = |call: &str| call.replace('.', "_") == flat;
        let hooks = all.hooks.iter().filter(|hook| same(&hook.call)).map(|hook| hook.on.as_str());
        let ends = all.finals.iter().filter_map(|last| last.call.as_deref()).any(same);
        hooks.chain(ends.then_some("end_of_game.points")).collect()
    }

    /// A function: `kinds` are those of its arguments, as far as they are known.
    pub(crate) fn body(&mut self, body: &FunctionBody, kinds: &[Kind]) {
        self.depth += 1;
        let mut with = Vec::new();
        for (n, parameter) in body.parameters().iter().enumerate() {
            if let Parameter::Name(token) = parameter {
                let name = word(token);
                // Everybody calls these two so.
                let usual = ["game", "out"].iter().find(|usual| **usual == name);
                let guess = usual.map_or(Kind::Unknown, |usual| Kind::Handle(usual));
                with.push((name, kinds.get(n).cloned().unwrap_or(guess)));
            }
        }
        self.block(body.block(), &with);
        self.depth -= 1;
    }

    fn generic_for(&mut self, one: &GenericFor) {
        let mut first = Kind::Unknown;
        for (n, value) in one.expressions().iter().enumerate() {
            let kind = self.expression(value, false);
            if n == 0 {
                if kind == (Kind::Own { named: true }) {
                    self.no_order(false, self.place(value));
                }
                first = kind;
            }
        }
        let kinds = match first {
            Kind::Pairs(of) | Kind::List(of) => [Kind::Unknown, Kind::Handle(of)],
            Kind::Each(of) => [Kind::Handle(of), Kind::Unknown],
            _ => [Kind::Unknown, Kind::Unknown],
        };
        let names = one.names().iter().map(word).zip(kinds.into_iter().chain([Kind::Unknown]));
        let with: Vec<(String, Kind)> = names.collect();
        self.block(one.block(), &with);
    }

    /// Expressions, one after the other.
    pub(crate) fn all(&mut self, values: &Punctuated<Expression>) {
        for value in values {
            self.expression(value, false);
        }
    }

    /// A table as written.
    pub(crate) fn table(&mut self, fields: &Punctuated<Field>) -> Kind {
        let mut named = false;
        for field in fields {
            match field {
                Field::NameKey { value, .. } => {
                    named = true;
                    self.expression(value, false);
                }
                Field::ExpressionKey { key, value, .. } => {
                    named |= !matches!(&**key, Expression::Number(_));
                    self.expression(key, false);
                    self.expression(value, false);
                }
                Field::NoKey(value) => {
                    self.expression(value, false);
                }
                _ => {}
            }
        }
        Kind::Own { named }
    }

    fn declare(&mut self, name: &str, kind: Kind) {
        let depth = self.depth;
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), Variable { kind, depth });
        }
    }

    /// Declares a reported name, so that it is reported once.
    pub(crate) fn declare_for_good(&mut self, name: &str) {
        let depth = self.depth;
        if let Some(scope) = self.scopes.first_mut() {
            scope.insert(name.to_owned(), Variable { kind: Kind::Unknown, depth });
        }
    }

    /// A variable that can be used here.
    pub(crate) fn find(&mut self, name: &str) -> Option<&mut Variable> {
        self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name))
    }

    /// Returns the type of a variable, or `None` if there is no such variable.
    pub(crate) fn kind_of(&self, name: &str) -> Option<Kind> {
        Some(self.scopes.iter().rev().find_map(|scope| scope.get(name))?.kind.clone())
    }

    /// Names that can be used here.
    pub(crate) fn visible(&self) -> Vec<String> {
        let own = self.scopes.iter().flat_map(|scope| scope.keys().cloned());
        own.chain(GLOBALS.iter().map(|name| (*name).to_owned())).collect()
    }

    /// Names of a sort that are declared.
    pub(crate) fn declared(&self, sort: Sort) -> Vec<String> {
        let known = |sort| self.about.known.get(&sort).into_iter().flatten();
        let shared = |sorts: &[Sort], more: &[&str]| -> Vec<String> {
            let names: Vec<&str> = sorts.iter().flat_map(|sort| known(*sort)).copied().collect();
            let more = if names.is_empty() { &[] } else { more };
            names.iter().chain(more).map(|&name| name.to_owned()).collect()
        };
        let own = self.about.manifest;
        let all = own.map(|manifest| &manifest.everything);
        match (sort, own.zip(all)) {
            (Sort::Option, Some((own, _))) => own.options.iter().map(|o| o.name.clone()).collect(),
            (Sort::State, Some((_, all))) => all.state.iter().map(|s| s.name.clone()).collect(),
            (Sort::Step, Some((_, all))) => all.steps.iter().map(|s| s.name.clone()).collect(),
            (Sort::Verb, Some((_, all))) => all.verbs.iter().map(|v| v.name.clone()).collect(),
            (Sort::Option | Sort::State | Sort::Step | Sort::Verb, None) => Vec::new(),
            (Sort::Unit, _) => shared(&[Sort::Kind, Sort::Tag, Sort::Unit], &["tile"]),
            (Sort::Units, _) => shared(&[Sort::Kind, Sort::Tag, Sort::Unit], &["tile", "*"]),
            (Sort::Slot, _) => SLOTS.iter().map(|&slot| slot.to_owned()).collect(),
            (Sort::Effect, _) => EFFECTS.iter().map(|&effect| effect.to_owned()).collect(),
            (Sort::Rule | Sort::Waiver, _) => shared(&[Sort::Rule], &[]),
            (Sort::Pile, _) => shared(&[Sort::Pile], &["main", "out"]),
            (sort, _) => shared(&[sort], &[]),
        }
    }
}

/// `...`, which holds the table of handlers.
fn is_arguments(value: &Expression) -> bool {
    let Expression::Symbol(token) = value else { return false };
    matches!(token.token().token_type(), TokenType::Symbol { symbol: Symbol::Ellipsis })
}
