//! Reads what a manifest declares about decisions: verbs, steps and deploy patterns.

use std::ops::Range;

use bastide_core::condition::{Subject, Vocabulary};
use bastide_core::decl::{
    DeployPattern, Does, Expansion, PlacePattern, Refuse, Sees, Step, Target, Verb,
};

use super::chosen_with;
use super::condition::{choosing, of_second, of_things};
use super::declare::{each, finish};
use super::hook::{Subjects, subscriptions};
use super::kept;
use super::meaning;
use super::reference::Referred;
use super::scope::Scope;
use super::tables::{numbers, price};
use super::words::{EFFECTS, SLOTS};
use crate::lang;

/// What a verb can be chosen with, and an argument of a step be.
pub(super) const TARGETS: [(&str, Target); 14] = [
    ("none", Target::None),
    ("segment", Target::Segment),
    ("figure", Target::Figure),
    ("cell", Target::Cell),
    ("tile", Target::Tile),
    ("tile-type", Target::TileType),
    ("player", Target::Player),
    ("number", Target::Number),
    ("neutral", Target::Neutral),
    ("overlay", Target::Overlay),
    ("corner", Target::Corner),
    ("figure-kind", Target::FigureKind),
    ("token", Target::Token),
    ("word", Target::Word),
];

/// Whether a word of `at` is a step of an expansion, which has arguments.
fn is_own(at: &str) -> bool {
    at != "*" && !SLOTS.contains(&at)
}

/// Reads verbs, steps, patterns and hooks; everything else has been read.
pub(super) fn read(root: &Scope<'_>, out: &mut Expansion) {
    let steps: Vec<String> = below(root, "step");
    let verbs: Vec<String> = below(root, "verb");
    let mut words = std::collections::BTreeMap::new();
    out.steps = each(root, "step", &mut out.names, |scope, name| {
        kept::labels(scope, ("step", &name), &mut words);
        step(scope, name, &verbs)
    });
    out.names.extend(words);
    let states: Vec<String> = below(root, "state");
    out.verbs = each(root, "verb", &mut out.names, |scope, name| {
        let listed = out.steps.iter().any(|step| step.verbs.contains(&name));
        let verb = verb(scope, name, &steps, &states, listed);
        meaning::of_verb(scope, &verb, listed);
        verb
    });
    for scope in root.many("deploy") {
        scope.table.need("rule");
        let at = moments(&scope, "at", &steps);
        let in_step = at.iter().any(|at| is_own(at));
        out.deploys.push(DeployPattern {
            rule: scope.rule("rule").unwrap_or_default(),
            deploys: of_things(&scope, "deploys", Subject::FigureKind, in_step).unwrap_or_default(),
            choosing: choosing(&scope, Some(Subject::Segment), in_step),
            at,
            free: scope.bool_or("free", false),
            once: own_state(&scope, "once", &states),
            waives: scope.referred("waives", Referred::Waiver),
        });
        meaning::of_pattern(&scope);
        finish(&scope);
    }
    for scope in root.many("place") {
        out.places.push(place(&scope, &steps));
        finish(&scope);
    }
    for scope in root.many("refuse") {
        out.refuses.push(refuse(&scope, &steps));
        finish(&scope);
    }
    if let Some(scope) = root.below("replace") {
        for entry in scope.table.entries() {
            if let Some(own) = root.document().as_str(&entry.node, &entry.key)
                && known(&scope, "step", own, entry.node.span.clone(), &steps)
            {
                out.replace.insert(entry.key.clone(), own.to_owned());
            }
        }
    }
    out.log = log(root);
    for scope in root.many("hook") {
        let all = Subjects { steps: &steps, verbs: &verbs, declared: &out.steps };
        out.hooks.extend(subscriptions(&scope, &all));
        finish(&scope);
    }
}

/// Names of the tables `[key.*]`, conditions or not.
fn below(root: &Scope<'_>, key: &str) -> Vec<String> {
    let Some(table) = root.table.table(key) else { return Vec::new() };
    table.entries().map(|entry| entry.key.clone()).collect()
}

/// Whether a word is one of the expansion's own names of a sort; a fault if not.
pub(super) fn known(
    scope: &Scope<'_>,
    sort: &str,
    word: &str,
    span: Range<usize>,
    names: &[String],
) -> bool {
    let good = names.iter().any(|name| name == word);
    if !good {
        let (number, fr) = match sort {
            "verb" => (113, "verbe"),
            "step" => (112, "étape"),
            _ => (118, "état"),
        };
        scope.note(lang::suggest(
            scope.fault(
                number,
                span,
                format!("{sort} `{word}` is not declared here"),
                format!("{fr} `{word}` : rien de tel n'est déclaré ici"),
            ),
            word,
            names.iter().map(String::as_str),
        ));
    }
    good
}

/// Words that say when: slots, own steps, `*`, or a step of another expansion in full.
pub(super) fn moments(scope: &Scope<'_>, key: &str, steps: &[String]) -> Vec<String> {
    let mut words = scope.words(key);
    if words.is_empty() && scope.table.has(key) {
        let fault = scope.fault(
            133,
            scope.table.value_span(key),
            format!("`{key}` names nothing: it would never be offered"),
            format!("`{key}` ne nomme rien : ce ne serait jamais proposé"),
        );
        scope.note(fault.help(
            "name a slot of the turn or a step, `\"action\"` say, or remove the key",
            "nommez un moment du tour ou une étape, `\"action\"` par exemple, ou retirez la clé",
        ));
    }
    words.retain(|(word, span)| {
        let good = word == "*"
            || word.contains('/')
            || SLOTS.contains(&word.as_str())
            || steps.contains(word);
        if !good {
            scope.note(lang::suggest(
                scope.fault(
                    112,
                    span.clone(),
                    format!("`{word}` is neither a slot of the turn nor an own step"),
                    format!("`{word}` n'est ni un moment du tour ni une étape déclarée ici"),
                ),
                word,
                SLOTS.iter().copied().chain(steps.iter().map(String::as_str)),
            ));
        }
        good
    });
    words.into_iter().map(|(word, _)| word).collect()
}

fn place(scope: &Scope<'_>, steps: &[String]) -> PlacePattern {
    for key in ["rule", "at"] {
        scope.table.need(key);
    }
    if !scope.table.has("overlay") {
        scope.table.need("zone");
    }
    let at = moments(scope, "at", steps);
    meaning::of_place(scope);
    let in_step = at.iter().any(|at| is_own(at));
    PlacePattern {
        rule: scope.rule("rule").unwrap_or_default(),
        zone: scope.text("zone"),
        overlay: scope.text("overlay"),
        price: price(scope),
        filter: of_things(scope, "where", Subject::Cell, in_step).unwrap_or_default(),
        whil: of_things(scope, "while", Subject::Moment, in_step).unwrap_or_default(),
        must: scope.bool_or("must", false),
        waives: scope.referred("waives", Referred::Waiver),
        at,
    }
}

fn refuse(scope: &Scope<'_>, steps: &[String]) -> Refuse {
    scope.table.need("rule");
    scope.table.need("where");
    let at = moments(scope, "at", steps);
    meaning::of_refuse(scope);
    let in_step = at.is_empty() || at.iter().any(|at| is_own(at));
    Refuse {
        rule: scope.rule("rule").unwrap_or_default(),
        filter: of_things(scope, "where", Subject::Option, in_step).unwrap_or_default(),
        whil: of_things(scope, "while", Subject::Moment, in_step).unwrap_or_default(),
        at,
    }
}

fn step(scope: &Scope<'_>, name: String, verbs: &[String]) -> Step {
    let mut words = scope.words("verbs");
    words.retain(|(word, span)| known(scope, "verb", word, span.clone(), verbs));
    let rounds = scope.bool_or("rounds", false);
    Step {
        name,
        always: scope.bool_or("always", false),
        verbs: words.into_iter().map(|(word, _)| word).collect(),
        pass: scope.rule("pass"),
        rule: scope.rule("rule"),
        takes: takes(scope, rounds),
        rounds,
        sealed: scope.bool_or("sealed", false),
    }
}

/// What the arguments of a step are. One that goes round the table counts with the first.
fn takes(scope: &Scope<'_>, rounds: bool) -> Vec<Target> {
    let mut found = Vec::new();
    for (i, (word, span)) in scope.words("takes").into_iter().enumerate() {
        let target = TARGETS.iter().find(|(name, _)| *name == word);
        if target.is_none() {
            let names = TARGETS.iter().map(|(name, _)| *name);
            let fault = scope.fault(
                110,
                span.clone(),
                format!("`takes` cannot be `{word}`"),
                format!("`takes` ne peut pas valoir `{word}`"),
            );
            scope.note(lang::suggest(fault, &word, names));
        }
        if i == 0 && rounds && target.is_some_and(|(_, target)| *target != Target::Number) {
            let fault = scope.fault(
                161,
                span,
                format!("the step counts its rounds with its first argument, which is no {word}"),
                format!(
                    "l'étape compte ses tours avec son premier argument, qui n'est pas `{word}`"
                ),
            );
            scope.note(fault.help(
                format!("write `takes = [\"number\", \"{word}\"]`, and hand over the number first"),
                format!("écrivez `takes = [\"number\", \"{word}\"]`, et donnez d'abord le nombre"),
            ));
        }
        found.extend(target.map(|(_, target)| *target));
    }
    found
}

fn verb(
    scope: &Scope<'_>,
    name: String,
    steps: &[String],
    states: &[String],
    listed: bool,
) -> Verb {
    scope.table.need("rule");
    let once = own_state(scope, "once", states);
    let trail = own_state(scope, "trail", states);
    let (target, second) = chosen_with::targets(scope);
    let at = moments(scope, "at", steps);
    let in_step = listed || at.iter().any(|at| is_own(at));
    let mut verb = Verb {
        name,
        rule: scope.rule("rule").unwrap_or_default(),
        target,
        second,
        and: of_second(scope, Subject::of(second), in_step).unwrap_or_default(),
        unordered: scope.bool_or("unordered", false),
        choosing: choosing(scope, Subject::of(target), in_step),
        overlay: scope.text("overlay"),
        numbers: chosen_with::numbers(scope),
        words: chosen_with::words(scope),
        zone: scope.text("zone"),
        sees: scope
            .choice("sees", &[("all", Sees::All), ("owner", Sees::Owner)])
            .unwrap_or_default(),
        one_per_kind: scope.bool_or("one-per-kind", false),
        at,
        opens: moments(scope, "opens", &[]),
        free: scope.bool_or("free", false),
        must: scope.bool_or("must", false),
        once,
        moves: scope.text("moves"),
        deploys: scope.text("deploys"),
        trail,
        waives: scope.referred("waives", Referred::Waiver),
        price: price(scope),
        ..Verb::default()
    };
    if let Some(kind) = &verb.deploys {
        super::reference::mention(
            scope,
            Vocabulary::Figure,
            kind,
            scope.table.value_span("deploys"),
        );
    }
    if verb.one_per_kind && target != Target::Figure {
        scope.note(scope.fault(
            126,
            scope.table.value_span("one-per-kind"),
            "`one-per-kind` needs a verb with `target = \"figure\"`".to_owned(),
            "`one-per-kind` demande un verbe avec `target = \"figure\"`".to_owned(),
        ));
    }
    if verb.deploys.is_some() && target != Target::Corner {
        scope.note(scope.fault(
            126,
            scope.table.value_span("deploys"),
            "`deploys` needs a verb with `target = \"corner\"`".to_owned(),
            "`deploys` demande un verbe avec `target = \"corner\"`".to_owned(),
        ));
    }
    if let Some(does) = scope.below("does") {
        verb.does = consequences(&does, verb.target, steps);
    }
    verb
}

/// `does = { … }`: what follows from a verb without a handler.
fn consequences(scope: &Scope<'_>, target: Target, steps: &[String]) -> Does {
    let tags = numbers(scope, "tags", -255..=255);
    let does = Does {
        tags: tags.into_iter().map(|(tag, n)| (tag, n as i16)).collect(),
        pays_holder: scope.bool_or("pays-holder", false),
        home: scope.bool_or("home", false),
        scores: scope.bool_or("scores", false),
        step: scope.text("step"),
    };
    if let Some(step) = &does.step {
        known(scope, "step", step, scope.table.value_span("step"), steps);
    }
    let segment = target == Target::Segment || does.tags.is_empty();
    let figure = target == Target::Figure;
    let wrong = [
        ("tags", "segment", !segment),
        ("pays-holder", "figure", does.pays_holder && !figure),
        ("home", "figure", does.home && !figure),
        ("scores", "figure", does.scores && !figure),
    ];
    for (key, word, _) in wrong.iter().filter(|w| w.2) {
        scope.note(scope.fault(
            126,
            scope.table.value_span(key),
            format!("`{key}` needs a verb with `target = \"{word}\"`"),
            format!("`{key}` demande un verbe avec `target = \"{word}\"`"),
        ));
    }
    scope.table.finish();
    does
}

/// A key that names an own state key.
fn own_state(scope: &Scope<'_>, key: &str, states: &[String]) -> Option<String> {
    let name = scope.text(key)?;
    known(scope, "state", &name, scope.table.value_span(key), states);
    Some(name)
}

/// `log = […]`: effects that its functions look up in the log of the turn.
fn log(root: &Scope<'_>) -> Vec<String> {
    let mut words = root.words("log");
    words.retain(|(word, span)| {
        let good = EFFECTS.contains(&word.as_str());
        if !good {
            root.note(lang::suggest(
                root.fault(
                    125,
                    span.clone(),
                    format!("unknown effect `{word}`"),
                    format!("effet inconnu `{word}`"),
                ),
                word,
                EFFECTS.iter().copied(),
            ));
        }
        good
    });
    words.into_iter().map(|(word, _)| word).collect()
}
