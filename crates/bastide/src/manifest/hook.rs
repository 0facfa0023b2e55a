//! Reads when an expansion is asked: its hooks, and its steps of the final scoring.

use std::ops::Range;

use bastide_core::decl::{Beside, Final, SameWay, Subscription};

use super::act::{known, moments};
use super::condition::of_answer;
use super::declare::order;
use super::scope::Scope;
use super::tables::{numbers, texts};
use super::words::{EFFECTS, SLOTS, hooks};
use super::{condition, meaning};
use crate::lang;
use bastide_core::condition::Subject;

/// Own names that the subject of a hook may be.
pub(super) struct Subjects<'a> {
    pub(super) steps: &'a [String],
    pub(super) verbs: &'a [String],
    pub(super) states: &'a [String],
}

/// One `[[hook]]`: a subscription for each word of `on`.
pub(super) fn subscriptions(scope: &Scope<'_>, all: &Subjects<'_>) -> Vec<Subscription> {
    scope.table.need("on");
    let call = scope.text("call");
    let mut base = Subscription {
        rank: scope.int("rank", -9999..=9999).unwrap_or(0) as i16,
        rule: scope.rule("rule"),
        feature: scope.names("feature"),
        tag: scope.names("tag"),
        cause: scope.rule("cause"),
        complete: scope.bool("complete"),
        last: scope.bool("last"),
        figure: scope.names("figure"),
        class: scope.text("class"),
        placed_tag: scope.text("placed-tag"),
        placed_kind: scope.text("placed-kind"),
        group: scope.text("group"),
        token: scope.text("token"),
        neutral: scope.text("neutral"),
        beside: scope.choice("beside", &[("own", Beside::Own), ("feature", Beside::Feature)]),
        tile_occupied: scope.bool("tile-occupied"),
        pay: scope.int("pay", -999..=999).unwrap_or(0) as i32,
        push: scope.text("push"),
        times: scope.int("times", 0..=999).unwrap_or(1) as i32,
        parts: scope.int("parts", 1..=16).unwrap_or(0) as u8,
        collect: scope.bool_or("collect", false),
        moves: scope.text("moves"),
        home: of_answer(scope, "home", Subject::Figure),
        sets: numbers(scope, "sets", -99_999..=99_999),
        aside: scope.text("aside"),
        pours: texts(scope, "pours"),
        points: numbers(scope, "points", -999..=999),
        bordering: of_answer(scope, "bordering", Subject::Feature),
        same_way: scope.choice(
            "same-way",
            &[("next-tile", SameWay::NextTile), ("last-bend", SameWay::LastBend)],
        ),
        bends: scope.text("bends"),
        step: moments(scope, "step", all.steps),
        on_board: scope.text("on-board"),
        holds: scope.text("holds"),
        state: scope.text("state"),
        zone: scope.text("zone"),
        surrounded: scope.bool("surrounded"),
        ..Subscription::default()
    };
    if let Some(step) = &base.push {
        known(scope, "step", step, scope.table.value_span("push"), all.steps);
    }
    if let Some(state) = &base.state {
        known(scope, "state", state, scope.table.value_span("state"), all.states);
    }
    if let Some(sets) = scope.below("sets") {
        for entry in sets.table.entries() {
            known(scope, "state", &entry.key, entry.key_span.clone(), all.states);
        }
    }
    let ons = scope.words("on");
    base.wher = condition::of_hook(scope, &ons);
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

/// Answers without a function; all but `push` and `sets` under a rule.
const ANSWERS: [&str; 12] = [
    "pay",
    "bordering",
    "parts",
    "collect",
    "moves",
    "home",
    "sets",
    "aside",
    "pours",
    "points",
    "same-way",
    "push",
];

/// Whether a hook may be answered without a function; a fault if not.
fn declared(scope: &Scope<'_>, on: &str, calls: bool) {
    let reacts = on.starts_with("on.") || on.starts_with("at.");
    let given: Vec<&str> = ANSWERS.into_iter().filter(|key| scope.table.has(key)).collect();
    let pays = match given[..] {
        ["points"] => on == "scoring.points",
        ["aside"] => on == "on.drawn",
        ["same-way"] => on == "placement.veto" && scope.table.has("bends"),
        ["pay", "bordering"] => on == "scoring.bonus",
        ["pay"] => reacts || on == "scoring.bonus",
        _ => {
            let of_one_hook = ["points", "aside", "same-way", "bordering"];
            reacts && !of_one_hook.iter().any(|key| given.contains(key))
        }
    };
    let (en, fr) = if calls {
        ("`call` is a second answer", "`call` est une seconde réponse")
    } else if !pays {
        (
            "`points` answers `scoring.points`, `aside` `on.drawn`, `same-way` with `bends` `placement.veto`, `pay` also `scoring.bonus` (with `bordering` that alone), the others `at.…` and `on.…`",
            "`points` répond à `scoring.points`, `aside` à `on.drawn`, `same-way` avec `bends` à `placement.veto`, `pay` aussi à `scoring.bonus` (avec `bordering` à lui seul), les autres à `at.…` et `on.…`",
        )
    } else if given != ["push"] && given != ["sets"] && !scope.table.has("rule") {
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
    let (features, call) = (scope.names("features"), scope.text("call"));
    let (most, neutral) = (numbers(scope, "most", -999..=999), scope.text("neutral"));
    let pay = scope.int("pay", -999..=999).unwrap_or(0) as i32;
    let gives = [!features.is_empty(), call.is_some(), !most.is_empty(), pay != 0];
    if gives.iter().filter(|gives| **gives).count() != 1 || neutral.is_some() != (pay != 0) {
        scope.note(
            scope
                .fault(
                    117,
                    scope.table.span(),
                    format!(
                        "final step `{name}` needs `features`, `most`, `pay` with `neutral`, or `call`, one of these"
                    ),
                    format!(
                        "l'étape finale `{name}` veut `features`, `most`, `pay` avec `neutral`, ou `call`, un seul d'entre eux"
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
        most,
        pay,
        neutral,
        call,
    }
}
