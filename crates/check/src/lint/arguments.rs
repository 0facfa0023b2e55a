//! Arguments of methods, as far as the text shows them: their number, keys, names.

use std::ops::Range;

use bastide::core::decl::Per;
use bastide::core::hooks::{Hook, answers};
use bastide::core::ruleset::{RESTRICTIONS, cannot_waive, may_waive};
use bastide_script::{DEPLOY_KEYS, Member, WORTH_KEYS};
use bastide_text::listed;
use full_moon::ast::{Expression, Field, FunctionArgs, TableConstructor};
use full_moon::tokenizer::{Symbol, TokenReference, TokenType};

use super::chain::literal;
use super::kinds::{answer, taken};
use super::said::{Sort, way_out};
use super::walk::Walker;
use super::{span, word};

/// An argument as written.
enum Given<'s> {
    Text(&'s TokenReference),
    Table(&'s TableConstructor),
    Number,
    /// As many values as a call or `...` gives.
    Many,
    Other,
}

impl<'s> Given<'s> {
    fn of(value: &'s Expression) -> Self {
        let dots = TokenType::Symbol { symbol: Symbol::Ellipsis };
        match value {
            Expression::String(token) => Given::Text(token),
            Expression::TableConstructor(table) => Given::Table(table),
            Expression::Number(_) => Given::Number,
            Expression::FunctionCall(_) => Given::Many,
            Expression::Symbol(token) if *token.token().token_type() == dots => Given::Many,
            _ => Given::Other,
        }
    }

    fn all(arguments: &'s FunctionArgs) -> Vec<Self> {
        match arguments {
            FunctionArgs::String(token) => vec![Given::Text(token)],
            FunctionArgs::TableConstructor(table) => vec![Given::Table(table)],
            FunctionArgs::Parentheses { arguments, .. } => {
                arguments.iter().map(Given::of).collect()
            }
            _ => vec![Given::Many],
        }
    }
}

/// What a method takes, in order, as the reference writes it: `player`, `stop?`.
pub(crate) fn parameters(member: &Member) -> Vec<&'static str> {
    let inside = member.signature.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let inside = inside.map_or("", |(inside, _)| inside);
    inside.split(", ").filter(|parameter| !parameter.is_empty()).collect()
}

/// Keys of the one table that a method takes: `{rule, free}`.
fn keys(member: &Member) -> Option<Vec<&'static str>> {
    let inside = member.signature.strip_prefix('{')?.strip_suffix('}')?;
    Some(inside.split(", ").collect())
}

/// What a text stands for that is given for a parameter.
fn sort(member: &Member, parameter: &str) -> Option<Sort> {
    Some(match (member.of, member.name, parameter) {
        ("options", "each", _) => return None,
        (_, _, "rule") => Sort::Rule,
        (_, _, "key") => Sort::State,
        ("out", "push", "step") => Sort::Step,
        ("offers", "invoke" | "range", "verb") => Sort::Verb,
        (_, "tag", "name") | (_, _, "tag") => Sort::Tag,
        (_, _, "figure kind") | ("player", "supply", "figure") => Sort::Figure,
        ("figure", "class", "name") => Sort::Class,
        (_, _, "token") => Sort::Token,
        (_, "neutral", "name") => Sort::Neutral,
        ("out", "transfer", _) => return None,
        (_, "zone", "name") | ("out", _, "zone" | "from" | "to") => Sort::Pile,
        (_, _, "edge") => Sort::Edge,
        (_, _, "overlay") => Sort::Overlay,
        (_, _, "unit") => Sort::Unit,
        (_, _, "unit or \"*\"") => Sort::Units,
        (_, _, "slot") => Sort::Slot,
        (_, _, "effect") => Sort::Effect,
        (_, _, "kind") => Sort::Kind,
        _ => return None,
    })
}

impl Walker<'_> {
    /// Checks the arguments of a method against the reference.
    pub(crate) fn given(&mut self, member: &Member, arguments: &FunctionArgs, place: Range<usize>) {
        let values = Given::all(arguments);
        self.answered(member, &place);
        if let Some(keys) = keys(member) {
            if let [Given::Table(table)] = values[..] {
                let ruled = keys.contains(&"rule");
                let keys: Vec<&str> = keys.iter().map(|key| key.trim_end_matches('?')).collect();
                self.keys_in(member, table, &keys, ruled, &place);
            }
            return;
        }
        if let ("option_of", [Given::Text(expansion), Given::Text(name)]) =
            (member.name, &values[..])
        {
            self.option_of(expansion, name);
        }
        let wanted = parameters(member);
        self.number(member, &wanted, &values, place.clone());
        self.of_whom(member, &wanted, &values, &place);
        let asks = wanted.first().is_some_and(|first| is_condition(first));
        if let Some(value) = first(arguments).filter(|_| asks) {
            self.condition(member, &value);
        }
        for (parameter, value) in wanted.iter().zip(&values) {
            let parameter = parameter.trim_end_matches('?');
            match value {
                Given::Text(token) => {
                    if let Some(sort) = sort(member, parameter) {
                        self.named(sort, token);
                    }
                }
                Given::Table(table) if (member.of, member.name) == ("offers", "deploy") => {
                    self.keys_in(member, table, DEPLOY_KEYS, false, &place);
                }
                Given::Table(table) if parameter == "as" => {
                    self.keys_in(member, table, WORTH_KEYS, false, &place);
                }
                _ => {}
            }
        }
    }

    /// What no hook of the handler takes as an answer.
    fn answered(&mut self, member: &Member, place: &Range<usize>) {
        if member.of != "out" || self.hooks.is_empty() {
            return;
        }
        if taken(self.hooks.iter().copied()) & answer(member.name) != 0 {
            return;
        }
        let hook = self.hooks.join("`, `");
        let what = (
            format!("`{}` is not an answer of `{hook}`", member.name),
            format!("`{}` n'est pas une réponse de `{hook}`", member.name),
        );
        let help = match answer(member.name) {
            answers::EFFECTS => (
                "a final step answers by `claim` and `bonus`",
                "une étape finale répond par `claim` et `bonus`",
            ),
            answers::BONUS => (
                "a final step awards by `bonus`; here points are paid by `pay`",
                "une étape finale accorde par `bonus` ; ici, les points se paient par `pay`",
            ),
            _ => (
                "have it looked at by `out:check`, or answer `on.completed` or a slot of the turn",
                "faites-le examiner par `out:check`, ou répondez à `on.completed` ou à un moment du tour",
            ),
        };
        self.note("L0209", place.clone(), what, (help.0.to_owned(), help.1.to_owned()));
    }

    /// Checks an option of another expansion. Options of unknown expansions are skipped.
    fn option_of(&mut self, expansion: &TokenReference, name: &TokenReference) {
        let (Some(expansion), Some(option)) = (literal(expansion), literal(name)) else { return };
        let Some(known) = self.about.options.get(expansion.as_str()) else { return };
        if known.contains(&option.as_str()) {
            return;
        }
        let what = (
            format!("`{expansion}` has no option `{option}`"),
            format!("`{expansion}` n'a pas d'option `{option}`"),
        );
        let help = way_out(&option, known);
        self.note("L0410", span(name), what, help);
    }

    /// Too few arguments, or too many.
    fn number(
        &mut self,
        member: &Member,
        wanted: &[&str],
        values: &[Given<'_>],
        place: Range<usize>,
    ) {
        let least = wanted.iter().rposition(|parameter| !parameter.ends_with(['?', '…']));
        let least = least.map_or(0, |last| last + 1);
        let open = matches!(values.last(), Some(Given::Many));
        let sure = values.len() - usize::from(open);
        let any = wanted.last().is_some_and(|parameter| parameter.ends_with('…'));
        let most = wanted.len();
        let (of, name) = (member.of, member.name);
        let method = format!("{of}:{name}");
        // A number in place of a rule means that the rule was left out.
        let unruled =
            wanted.iter().zip(values).any(|(p, v)| *p == "rule" && matches!(v, Given::Number));
        if unruled || values.len() < least && !open {
            let missing = if unruled { &["rule"] } else { &wanted[values.len()..least] };
            let missing = listed(missing);
            self.note(
                "L0415",
                place,
                (
                    format!("`{method}` is not given {missing}"),
                    format!("`{method}` ne reçoit pas {missing}"),
                ),
                takes(member),
            );
        } else if sure > most && !any {
            self.note(
                "L0415",
                place,
                (
                    format!("`{method}` is given {} arguments", values.len()),
                    format!("`{method}` reçoit {} arguments", values.len()),
                ),
                takes(member),
            );
        }
    }

    /// A number that is kept for each player or thing, without the one whose it is.
    fn of_whom(
        &mut self,
        member: &Member,
        wanted: &[&str],
        values: &[Given<'_>],
        place: &Range<usize>,
    ) {
        let (Some(at), [Given::Text(key), ..]) = (wanted.iter().position(|p| *p == "of?"), values)
        else {
            return;
        };
        if values.len() > at || matches!(values.last(), Some(Given::Many)) || wanted[0] != "key" {
            return;
        }
        let (Some(manifest), Some(key)) = (self.about.manifest, literal(key)) else { return };
        let state = manifest.everything.state.iter().find(|state| state.name == key);
        let Some((en, fr)) = state.and_then(|state| match state.per {
            Per::Game => None,
            Per::Player => Some(("player", "joueur")),
            Per::Tile => Some(("tile", "tuile")),
            Per::Figure => Some(("figure", "figurine")),
            Per::Segment => Some(("segment", "segment")),
        }) else {
            return;
        };
        let method = format!("{}:{}", member.of, member.name);
        let what = (
            format!("`{method}` is not given whose `{key}` it is: there is one for each {en}"),
            format!("`{method}` ne reçoit pas à qui est `{key}` : il y en a un par {fr}"),
        );
        self.note("L0415", place.clone(), what, takes(member));
    }

    /// Keys that a method does not know, the names among their values, and whether a rule is there if there must be one.
    fn keys_in(
        &mut self,
        member: &Member,
        table: &TableConstructor,
        known: &[&str],
        must_rule: bool,
        place: &Range<usize>,
    ) {
        let mut plain = true;
        let mut ruled = false;
        for field in table.fields() {
            let Field::NameKey { key, value, .. } = field else {
                plain = false;
                continue;
            };
            let name = word(key);
            ruled |= name == "rule";
            if known.contains(&name.as_str()) {
                self.named_by_key(&name, value);
            } else {
                let method = format!("{}:{}", member.of, member.name);
                self.note(
                    "L0414",
                    span(key),
                    (
                        format!("`{method}` has no key `{name}`"),
                        format!("`{method}` n'a pas de clé `{name}`"),
                    ),
                    way_out(&name, known),
                );
            }
        }
        if must_rule && plain && !ruled {
            let (of, name) = (member.of, member.name);
            self.note(
                "L0415",
                place.clone(),
                (
                    format!("`{of}:{name}` is not given `rule`"),
                    format!("`{of}:{name}` ne reçoit pas `rule`"),
                ),
                takes(member),
            );
        }
    }

    /// The name, or names, that stand after a key.
    fn named_by_key(&mut self, key: &str, value: &Expression) {
        let sort = match key {
            "rule" => Sort::Rule,
            "waives" => Sort::Waiver,
            _ => return,
        };
        match value {
            Expression::String(token) => self.named(sort, token),
            Expression::TableConstructor(list) => {
                for field in list.fields() {
                    if let Field::NoKey(Expression::String(token)) = field {
                        self.named(sort, token);
                    }
                }
            }
            _ => {}
        }
    }

    /// A name in quotes, where names of a sort are expected.
    fn named(&mut self, sort: Sort, token: &TokenReference) {
        if let Some(name) = literal(token) {
            self.named_at(sort, &name, span(token));
        }
    }

    /// A name, where names of a sort are expected.
    pub(super) fn named_at(&mut self, sort: Sort, name: &str, at: Range<usize>) {
        if sort == Sort::Waiver
            && let Some(bit) = RESTRICTIONS.iter().position(|r| *r == name)
        {
            if may_waive(Hook::Ask, 1 << bit) == 0 {
                self.faults.push(cannot_waive(None, 1 << bit).at(self.file, at));
            }
            return;
        }
        let known = self.declared(sort);
        // Without knowledge there is no check. Names of other expansions are written in full.
        let own = matches!(sort, Sort::State | Sort::Step | Sort::Verb);
        let judged = !known.is_empty() || own && self.about.manifest.is_some();
        if !judged
            || known.iter().any(|known| known == name)
            || name.contains('/')
            || name.starts_with("core.")
        {
            return;
        }
        match sort {
            // Names with the expansion's own prefix have been checked, wherever they are.
            Sort::Rule | Sort::Waiver => {
                let own = self.about.manifest.map(|m| format!("{}.", m.short));
                if !own.is_some_and(|own| name.starts_with(&own)) {
                    self.no_rule(name, at);
                }
            }
            _ => self.undeclared(sort, name, at),
        }
    }
}

/// Whether a parameter is a condition.
fn is_condition(parameter: &str) -> bool {
    matches!(parameter.trim_end_matches('?'), "condition" | "stop")
}

/// The first argument.
fn first(arguments: &FunctionArgs) -> Option<Expression> {
    match arguments {
        FunctionArgs::String(token) => Some(Expression::String(token.clone())),
        FunctionArgs::TableConstructor(table) => Some(Expression::TableConstructor(table.clone())),
        FunctionArgs::Parentheses { arguments, .. } => arguments.iter().next().cloned(),
        _ => None,
    }
}

/// What a method takes, as a way out.
fn takes(member: &Member) -> (String, String) {
    let (of, name, signature) = (member.of, member.name, member.signature);
    let space = if signature.starts_with('{') { " " } else { "" };
    let written = signature.split("): ").next().unwrap_or_default();
    let close = if signature.contains("): ") { ")" } else { "" };
    (
        format!("write `{of}:{name}{space}{written}{close}`"),
        format!("écrivez `{of}:{name}{space}{written}{close}`"),
    )
}
