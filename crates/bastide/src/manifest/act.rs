//! Reads what a manifest declares about decisions: verbs, steps, deploy patterns and hooks.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use bastide_core::decl::{
    Beside, DeployPattern, Does, Expansion, Step, Subscription, Target, Verb,
};
use bastide_tiles::reader::Entry;

use super::declare::{each, finish};
use super::scope::Scope;
use super::targets::{refusals, wher, which};
use super::words::{EFFECTS, SLOTS, hooks};
use crate::lang;

/// Reads verbs, steps, patterns and hooks; everything else has been read.
pub(super) fn read(root: &Scope<'_>, out: &mut Expansion) {
    let steps: Vec<String> = below(root, "step");
    let verbs: Vec<String> = below(root, "verb");
    out.steps = each(root, "step", &mut out.names, |scope, name| step(scope, name, &verbs));
    let states: Vec<String> = below(root, "state");
    out.verbs =
        each(root, "verb", &mut out.names, |scope, name| verb(scope, name, &steps, &states));
    for scope in root.many("deploy") {
        let placed_tag = scope.text("placed-tag");
        scope.table.need("rule");
        out.deploys.push(DeployPattern {
            rule: scope.rule("rule").unwrap_or_default(),
            at: moments(&scope, "at", &steps),
            placed_tag,
            class: scope.text("class"),
            figure: scope.names("figure"),
            wher: wher(&scope),
            free: scope.bool_or("free", false),
            once: own_state(&scope, "once", &states),
            waives: scope.strings("waives"),
            refusals: refusals(&scope),
        });
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
    let kinds: Vec<String> = below(root, "feature");
    for scope in root.many("hook") {
        let all = Subjects { steps: &steps, verbs: &verbs, kinds: &kinds, states: &states };
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
fn known(scope: &Scope<'_>, sort: &str, word: &str, span: Range<usize>, names: &[String]) -> bool {
    let good = names.iter().any(|name| name == word);
    if !good {
        let (number, fr) = match sort {
            "verb" => (113, "verbe"),
            "step" => (112, "étape"),
            "feature" => (124, "sorte de terrain"),
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
fn moments(scope: &Scope<'_>, key: &str, steps: &[String]) -> Vec<String> {
    let mut words = scope.words(key);
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

fn step(scope: &Scope<'_>, name: String, verbs: &[String]) -> Step {
    let mut words = scope.words("verbs");
    words.retain(|(word, span)| known(scope, "verb", word, span.clone(), verbs));
    Step {
        name,
        always: scope.bool_or("always", false),
        verbs: words.into_iter().map(|(word, _)| word).collect(),
        pass: scope.rule("pass"),
        rounds: scope.bool_or("rounds", false),
    }
}

fn verb(scope: &Scope<'_>, name: String, steps: &[String], states: &[String]) -> Verb {
    let target = [
        ("none", Target::None),
        ("segment", Target::Segment),
        ("figure", Target::Figure),
        ("cell", Target::Cell),
        ("tile", Target::Tile),
        ("tile-type", Target::TileType),
        ("player", Target::Player),
        ("number", Target::Number),
        ("neutral", Target::Neutral),
    ];
    scope.table.need("rule");
    let once = own_state(scope, "once", states);
    let trail = own_state(scope, "trail", states);
    let mut verb = Verb {
        name,
        rule: scope.rule("rule").unwrap_or_default(),
        target: scope.choice("target", &target).unwrap_or_default(),
        wher: wher(scope),
        at: moments(scope, "at", steps),
        opens: moments(scope, "opens", &[]),
        free: scope.bool_or("free", false),
        must: scope.bool_or("must", false),
        once,
        moves: scope.text("moves"),
        trail,
        waives: scope.strings("waives"),
        refusals: refusals(scope),
        price: numbers(scope, "price", 0..=999).into_iter().map(|(t, n)| (t, n as u16)).collect(),
        ..Verb::default()
    };
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

/// Own names that the subject of a hook may be.
struct Subjects<'a> {
    steps: &'a [String],
    verbs: &'a [String],
    kinds: &'a [String],
    states: &'a [String],
}

/// One `[[hook]]`: a subscription for each word of `on`.
fn subscriptions(scope: &Scope<'_>, all: &Subjects<'_>) -> Vec<Subscription> {
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
        home: which(scope, "home"),
        sets: numbers(scope, "sets", -99_999..=99_999),
        aside: scope.text("aside"),
        pours: texts(scope, "pours"),
        points: numbers(scope, "points", -999..=999),
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
    let mut found = Vec::new();
    for (on, span) in scope.words("on") {
        if is_hook(scope, &on, span, all) {
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

/// A table of numbers under a key.
fn numbers(scope: &Scope<'_>, key: &str, range: RangeInclusive<i64>) -> BTreeMap<String, i32> {
    let Some(below) = scope.below(key) else { return BTreeMap::new() };
    let number = |entry: &Entry| {
        let n = below.int_of(&entry.node, &entry.key, range.clone())?;
        Some((entry.key.clone(), n as i32))
    };
    below.table.entries().filter_map(number).collect()
}

/// A table of words under a key.
fn texts(scope: &Scope<'_>, key: &str) -> BTreeMap<String, String> {
    let Some(below) = scope.below(key) else { return BTreeMap::new() };
    let text = |entry: &Entry| {
        let text = below.document().as_str(&entry.node, &entry.key)?;
        Some((entry.key.clone(), text.to_owned()))
    };
    below.table.entries().filter_map(text).collect()
}

/// Answers without a function; all but `push` and `sets` under a rule.
const ANSWERS: [&str; 10] =
    ["pay", "parts", "collect", "moves", "home", "sets", "aside", "pours", "points", "push"];

/// Whether a hook may be answered without a function; a fault if not.
fn declared(scope: &Scope<'_>, on: &str, calls: bool) {
    let reacts = on.starts_with("on.") || on.starts_with("at.");
    let given: Vec<&str> = ANSWERS.into_iter().filter(|key| scope.table.has(key)).collect();
    let pays = match given[..] {
        ["points"] => on == "scoring.points",
        ["aside"] => on == "on.drawn",
        ["pay"] => reacts || on == "scoring.bonus",
        _ => reacts && !given.contains(&"points") && !given.contains(&"aside"),
    };
    let (en, fr) = if calls {
        ("`call` is a second answer", "`call` est une seconde réponse")
    } else if !pays {
        (
            "`points` answers `scoring.points`, `aside` `on.drawn`, `pay` also `scoring.bonus`, the others `at.…` and `on.…`",
            "`points` répond à `scoring.points`, `aside` à `on.drawn`, `pay` aussi à `scoring.bonus`, les autres à `at.…` et `on.…`",
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
            "reach" => return own("feature", all.kinds),
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
