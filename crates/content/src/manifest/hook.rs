//! Reads when an expansion is asked: its hooks, and its steps of the final scoring.

use std::collections::BTreeSet;
use std::ops::Range;

use bastide_core::Fault;
use bastide_core::decl::{Final, Step, Subscription, Target};

use super::act::{TARGETS, known, moments};
use super::condition::of_answer;
use super::declare::order;
use super::reference::mentioned;
use super::scope::Scope;
use super::tables::numbers;
use super::words::{EFFECTS, SLOTS, hooks};
use super::{condition, meaning};
use crate::lang;
use bastide_core::condition::{FACTS, Subject, Vocabulary};

/// Own names that the subject of a hook may be.
pub(super) struct Subjects<'a> {
    pub(super) steps: &'a [String],
    pub(super) verbs: &'a [String],
    /// The steps as they are declared.
    pub(super) declared: &'a [Step],
}

/// One `[[hook]]`: a subscription for each word of `on`.
pub(super) fn subscriptions(scope: &Scope<'_>, all: &Subjects<'_>) -> Vec<Subscription> {
    scope.table.need("on");
    let call = scope.text("call");
    let mut base = Subscription {
        rank: scope.int("rank", -9999..=9999).unwrap_or(0) as i16,
        rule: scope.rule("rule"),
        pay: scope.int("pay", -999..=999).unwrap_or(0) as i32,
        push: scope.text("push"),
        times: scope.int("times", 0..=999).unwrap_or(1) as i32,
        parts: scope.int("parts", 1..=16).unwrap_or(0) as u8,
        moves: scope.text("moves"),
        home: of_answer(scope, "home", Subject::Figure),
        points: numbers(scope, "points", -999..=999),
        waits: scope.bool_or("waits", false),
        step: moments(scope, "step", all.steps),
        ..Subscription::default()
    };
    if let Some(step) = &base.push {
        known(scope, "step", step, scope.table.value_span("push"), all.steps);
        of_number(scope, all.declared.iter().find(|declared| declared.name == *step));
    }
    facts_outside(scope);
    let ons = scope.words("on");
    base.filter = condition::of_hook(scope, &ons);
    let mut found = Vec::new();
    for (on, span) in ons {
        if is_hook(scope, &on, span.clone(), all) {
            meaning::of_hook(scope, &on, &span);
            if base.is_declared() {
                declared(scope, &on, call.is_some());
            } else {
                base.call = call.clone().unwrap_or_else(|| function(&on));
            }
            found.push(Subscription { on, ..base.clone() });
        }
    }
    found
}

/// Reports a declared push to a step that needs a thing, because a push without a function can only pass a number.
fn of_number(scope: &Scope<'_>, step: Option<&Step>) {
    let first = step.and_then(|step| step.takes.first()).filter(|t| **t != Target::Number);
    let Some((word, _)) = TARGETS.iter().find(|(_, target)| Some(target) == first) else { return };
    let fault = scope.fault(
        162,
        scope.table.value_span("push"),
        format!("`push` hands over a number at most, and the step takes a {word}"),
        format!("`push` ne donne qu'un nombre, et l'étape prend `{word}`"),
    );
    scope.note(fault.help(
        "let a function push it, which names the thing: `out:push(step, player, thing)`",
        "laissez une fonction l'ajouter, qui nomme la chose : `out:push(étape, joueur, chose)`",
    ));
}

/// Keys of a hook that are called as a fact is.
const OWN: [&str; 6] = ["moves", "parts", "points", "rank", "rule", "step"];

/// Facts that are written beside `where` instead of in it; a fault for each says where they belong.
fn facts_outside(scope: &Scope<'_>) {
    let facts: BTreeSet<&str> = FACTS.iter().map(|row| row.name).collect();
    for entry in scope.table.entries() {
        let key = entry.key.as_str();
        if OWN.contains(&key) || !facts.contains(key) {
            continue;
        }
        scope.table.raw(key);
        let fault = Fault::new(
            "K0002",
            format!("`{key}` is a fact that a condition asks for"),
            format!("`{key}` est une donnée que demande une condition"),
        );
        let fault = fault.at(scope.document().file(), entry.key_span.clone());
        scope.note(fault.help(
            format!("write `where = {{ {key} = … }}`"),
            format!("écrivez `where = {{ {key} = … }}`"),
        ));
    }
}

/// Answers without a function; all but `push` under a rule.
const ANSWERS: [&str; 7] = ["pay", "parts", "moves", "home", "points", "waits", "push"];

/// Whether a hook may be answered without a function; a fault if not.
fn declared(scope: &Scope<'_>, on: &str, calls: bool) {
    let reacts = on.starts_with("on.") || on.starts_with("at.");
    let given: Vec<&str> = ANSWERS.into_iter().filter(|key| scope.table.has(key)).collect();
    let answers = match given[..] {
        ["points"] => on == "scoring.points",
        ["waits"] => on == "scoring.complete",
        _ => reacts && !given.iter().any(|key| ["points", "waits"].contains(key)),
    };
    let (en, fr) = if calls {
        ("`call` is a second answer", "`call` est une seconde réponse")
    } else if !answers {
        (
            "`points` answers `scoring.points`, `waits` `scoring.complete`, the others `at.…` and `on.…`",
            "`points` répond à `scoring.points`, `waits` à `scoring.complete`, les autres à `at.…` et `on.…`",
        )
    } else if given != ["push"] && !scope.table.has("rule") {
        ("this needs the `rule` that says so", "cela demande la `rule` qui le dit")
    } else {
        return;
    };
    let key = given.first().copied().unwrap_or("push");
    let fault = scope.fault(127, scope.table.key_span(key), en.to_owned(), fr.to_owned());
    scope.note(fault.help("or let a function answer", "ou laissez répondre une fonction"));
}

/// The function that answers a hook if none is named.
fn function(hook: &str) -> String {
    hook.replace(['.', '-'], "_")
}

/// Whether a hook of this name exists; a fault if not.
fn is_hook(scope: &Scope<'_>, on: &str, span: Range<usize>, all: &Subjects<'_>) -> bool {
    if hooks().any(|hook| hook == on) {
        return true;
    }
    if let Some((family, subject)) = on.split_once('.') {
        let own = |sort, names| known(scope, sort, subject, span.clone(), names);
        match family {
            "on" if EFFECTS.contains(&subject) => return true,
            "at" if SLOTS.contains(&subject) => return true,
            "ask" | "answer" => return own("step", all.steps),
            "do" => return own("verb", all.verbs),
            _ => {}
        }
    }
    let all = hooks().map(str::to_owned);
    let all = all.chain(EFFECTS.iter().map(|effect| format!("on.{effect}")));
    let all: Vec<String> = all.chain(SLOTS.iter().map(|slot| format!("at.{slot}"))).collect();
    scope.note(lang::suggest(
        scope.fault(
            111,
            span,
            format!("unknown hook `{on}`"),
            format!("point d'accroche inconnu `{on}`"),
        ),
        on,
        all.iter().map(String::as_str),
    ));
    false
}

/// A step of the final scoring.
pub(super) fn last(scope: &Scope<'_>, name: String) -> Final {
    scope.table.need("rule");
    mentioned(scope, "features", Vocabulary::Feature, "*");
    let (features, call) = (scope.names("features"), scope.text("call"));
    if features.is_empty() != call.is_some() {
        scope.note(
            scope
                .fault(
                    117,
                    scope.table.span(),
                    format!(
                        "final step `{name}` needs `features` or `call`, one of the two"
                    ),
                    format!(
                        "l'étape finale `{name}` veut `features` ou `call`, l'un des deux"
                    ),
                )
                .help(
                    "`features` lists kinds that the core scores; `call` names your function",
                    "`features` énumère les sortes que le moteur compte ; `call` nomme votre fonction",
                ),
        );
    }
    Final {
        name,
        order: order(scope),
        rule: scope.rule("rule").unwrap_or_default(),
        features,
        call,
        whil: of_answer(scope, "while", Subject::Moment).unwrap_or_default(),
    }
}
