//! Faults of keys and words that are well written and would do nothing where they stand.

use std::ops::Range;

use bastide_core::decl::{Per, StateKey, Target, Verb};
use bastide_core::ruleset::{DEPLOYMENTS_WAIVE, RESTRICTIONS};
use bastide_text::{Node, Table, Value, listed};

use super::scope::Scope;
use super::suits::{lacks, told};

/// A condition of a hook that belongs to one step or verb.
pub(super) fn no_condition(scope: &Scope<'_>, on: &str, span: &Range<usize>) {
    let fault = scope.fault(
        132,
        span.clone(),
        format!("`where` means nothing at `{on}`: its only function is asked every time"),
        format!("`where` ne veut rien dire à `{on}` : sa seule fonction est appelée à chaque fois"),
    );
    scope.note(fault.help(
        "remove it, and ask in the function if need be",
        "retirez-la, et posez la question dans la fonction s'il le faut",
    ));
}

/// A zone that everybody shares, whose tiles are said to be offered to their owner.
pub(super) fn plays_nothing(scope: &Scope<'_>, name: &str) {
    let fault = scope.fault(
        163,
        scope.table.value_span("plays"),
        format!("`plays` offers nothing of `{name}`: its tiles are everybody's, and `plays` offers tiles to their owner"),
        format!("`plays` ne propose rien de `{name}` : ses tuiles sont à tous, et `plays` propose les tuiles à leur propriétaire"),
    );
    let fault = fault.help(
        format!("write `per = \"player\"`, or `pending = true` and `[[place]] zone = \"{name}\"`, which offers the tiles of a zone of the game"),
        "écrivez `per = \"player\"`, ou `pending = true` et un `[[place]]` qui en propose les tuiles à tous",
    );
    scope.note(fault.warning());
}

/// Keys of a hook of which the hook tells nothing.
pub(super) fn of_hook(scope: &Scope<'_>, on: &str, span: &Range<usize>) {
    if on == "end_of_game.points" {
        scope.note(
            scope
                .fault(
                    132,
                    span.clone(),
                    "`end_of_game.points` is not subscribed to: it is asked in a step of the final scoring"
                        .to_owned(),
                    "on ne s'abonne pas à `end_of_game.points` : c'est une étape de l'évaluation finale qui le demande"
                        .to_owned(),
                )
                .help(
                    "write `[final.<name>]` with `call = \"…\"`",
                    "écrivez `[final.<nom>]` avec `call = \"…\"`",
                ),
        );
    }
    for entry in scope.table.entries() {
        let key = entry.key.as_str();
        let Some(needs) = lacks(key, on) else { continue };
        let (en, fr) = if told(on).is_empty() {
            (
                "its functions are asked every time".to_owned(),
                "ses fonctions sont appelées à chaque fois".to_owned(),
            )
        } else {
            let (en, fr) = needs.words();
            (format!("it tells nothing of {en}"), format!("il ne dit rien {fr}"))
        };
        scope.note(
            scope
                .fault(
                    132,
                    entry.key_span.clone(),
                    format!("`{key}` means nothing at `{on}`: {en}"),
                    format!("`{key}` ne veut rien dire à `{on}` : {fr}"),
                )
                .help(
                    "remove it, and ask in the function if need be",
                    "retirez-la, et posez la question dans la fonction s'il le faut",
                ),
        );
    }
    for (word, span) in scope.words("step") {
        let place = on.starts_with("placement.");
        let asked = match word.as_str() {
            "*" => true,
            "place" => place,
            "action" | "second_action" => !place,
            "draw" => false,
            // An own step, which only vetoes see.
            _ => on == "deployment.veto" || !on.starts_with("deployment.") && !place,
        };
        if !asked {
            never(
                scope,
                &word,
                span,
                (on, if place { "`place`" } else { "`action`, `second_action`" }),
            );
        }
    }
    alone(scope, "times", "push");
}

/// Steps in which a verb or pattern would never be offered.
pub(super) fn of_offer(scope: &Scope<'_>, any: bool) {
    for (word, span) in scope.words("at") {
        let asked = match word.as_str() {
            "*" => any,
            "action" | "second_action" => true,
            _ => !bastide_core::hooks::SLOTS.contains(&word.as_str()),
        };
        if !asked {
            let known =
                if any { "`action`, `second_action`, `*`" } else { "`action`, `second_action`" };
            never(scope, &word, span, ("at", known));
        }
    }
}

/// What an offer of places says that would do nothing.
pub(super) fn of_place(scope: &Scope<'_>) {
    for (word, span) in scope.words("at") {
        if word == "*" || word != "place" && bastide_core::hooks::SLOTS.contains(&word.as_str()) {
            never(scope, &word, span, ("at", "`place`"));
        }
    }
    for (word, span) in scope.words("waives") {
        if RESTRICTIONS.contains(&word.as_str()) && word != "edge" {
            cannot_waive(scope, &word, span, &["edge"]);
        }
    }
}

/// Steps in which a refusal would never find what it asks for.
pub(super) fn of_refuse(scope: &Scope<'_>) {
    let filter = scope.below("where");
    let asks = |keys: &[&str]| filter.as_ref().is_some_and(|w| keys.iter().any(|k| w.table.has(k)));
    let (places, others) = (
        asks(&["places", "cell", "extends"]),
        asks(&["deploys", "moves", "to", "invokes", "segment", "figure"]),
    );
    for (word, span) in scope.words("at") {
        let asked = match word.as_str() {
            "*" => false,
            "place" => !others,
            "action" | "second_action" => !places,
            _ => !bastide_core::hooks::SLOTS.contains(&word.as_str()),
        };
        if !asked {
            let known = if places { "`place`" } else { "`action`, `second_action`" };
            never(scope, &word, span, ("at", known));
        }
    }
}

/// What a verb says that would do nothing.
pub(super) fn of_verb(scope: &Scope<'_>, verb: &Verb, listed_in_step: bool) {
    of_offer(scope, true);
    if scope.table.has("where")
        && matches!(verb.target, Target::None | Target::Number | Target::Word)
    {
        let fault = scope.fault(
            131,
            scope.table.key_span("where"),
            "`where` means nothing here: this looks for nothing that can be narrowed".to_owned(),
            "`where` ne veut rien dire ici : on ne cherche rien que l'on puisse restreindre"
                .to_owned(),
        );
        scope.note(fault.help("remove it", "retirez-la"));
    }
    for (word, span) in scope.words("opens") {
        if !matches!(word.as_str(), "action" | "second_action") {
            never(scope, &word, span, ("opens", "`action`, `second_action`"));
        }
    }
    let anywhen = verb.at.iter().any(|at| at == "*");
    if !verb.opens.is_empty() && !anywhen {
        lack(scope, scope.table.key_span("opens"), "opens", "at = \"*\"");
    }
    if verb.trail.is_some() && verb.target != Target::Tile {
        lack(scope, scope.table.key_span("trail"), "trail", "target = \"tile\"");
    }
    let lays = verb.target == Target::Overlay;
    if lays && verb.overlay.is_none() {
        lack(scope, scope.table.value_span("target"), "target = \"overlay\"", "overlay");
    }
    if !lays && verb.overlay.is_some() {
        lack(scope, scope.table.key_span("overlay"), "overlay", "target = \"overlay\"");
    }
    of_target(scope, verb, listed_in_step || !verb.at.is_empty());
    for (word, span) in scope.words("waives") {
        if RESTRICTIONS.contains(&word.as_str()) {
            cannot_waive(scope, &word, span, &[]);
        }
    }
}

/// Reports target entries of a verb that have no effect, and missing ones.
fn of_target(scope: &Scope<'_>, verb: &Verb, offered: bool) {
    let sorts = [verb.target, verb.second];
    for (key, sort, word) in [
        ("numbers", Target::Number, "number"),
        ("words", Target::Word, "word"),
        ("zone", Target::TileType, "tile-type"),
    ] {
        let asked = sorts.contains(&sort);
        if scope.table.has(key) && !asked {
            lack(scope, scope.table.key_span(key), key, &format!("target = \"{word}\""));
        }
        // Words have no meaning but by their declaration; the others can be offered by a function.
        if asked && !scope.table.has(key) && (offered || sort == Target::Word) {
            let fault = scope.fault(
                133,
                scope.table.key_span("target"),
                format!("nothing says which target of the sort `{word}` is offered"),
                format!("rien ne dit quelle cible de la sorte `{word}` est proposée"),
            );
            let by_function = "offers:invoke(verb, target)";
            scope.note(if sort == Target::Word {
                fault.help("add `[verb.<name>.words]`", "ajoutez `[verb.<nom>.words]`")
            } else {
                fault.help(
                    format!("add `{key}`, or offer it in a function: `{by_function}`"),
                    format!("ajoutez `{key}`, ou proposez-la dans une fonction : `{by_function}`"),
                )
            });
        }
    }
    if scope.table.has("sees") && verb.target == Target::None {
        lack(scope, scope.table.key_span("sees"), "sees", "target = \"…\"");
    }
    let pair = "target = [\"…\", \"…\"]";
    if scope.table.has("second") && verb.second == Target::None {
        lack(scope, scope.table.key_span("second"), "second", pair);
    }
    if scope.table.has("second") && verb.second == Target::Word {
        let fault = scope.fault(
            131,
            scope.table.key_span("second"),
            "`second` means nothing here: words cannot be narrowed".to_owned(),
            "`second` ne veut rien dire ici : des mots ne se restreignent pas".to_owned(),
        );
        scope.note(fault.help("remove it", "retirez-la"));
    }
    if verb.unordered && (verb.second == Target::None || verb.second != verb.target) {
        lack(scope, scope.table.key_span("unordered"), "unordered", "target = [\"a\", \"a\"]");
    }
}

/// What a deploy pattern says that would do nothing.
pub(super) fn of_pattern(scope: &Scope<'_>) {
    of_offer(scope, false);
    // The supply and the kinds that a feature takes are what a pattern is made of.
    let known = &DEPLOYMENTS_WAIVE[2..];
    for (word, span) in scope.words("waives") {
        if RESTRICTIONS.contains(&word.as_str()) && !known.contains(&word.as_str()) {
            cannot_waive(scope, &word, span, known);
        }
    }
}

/// A key that does nothing without another of the same table.
fn alone(scope: &Scope<'_>, key: &str, needs: &str) {
    if scope.table.has(key) && !scope.table.has(needs) {
        lack(scope, scope.table.key_span(key), key, needs);
    }
}

pub(super) fn lack(scope: &Scope<'_>, span: Range<usize>, key: &str, needs: &str) {
    scope.note(
        scope
            .fault(
                134,
                span,
                format!("`{key}` does nothing without `{needs}`"),
                format!("`{key}` ne fait rien sans `{needs}`"),
            )
            .help(
                format!("remove it, or add `{needs}`"),
                format!("retirez-la, ou ajoutez `{needs}`"),
            ),
    );
}

fn never(scope: &Scope<'_>, word: &str, span: Range<usize>, (key, known): (&str, &str)) {
    let own = matches!(key, "at" | "deployment.veto");
    scope.note(
        scope
            .fault(
                133,
                span,
                format!("`{key}` never comes to `{word}`"),
                format!("`{key}` n'arrive jamais à `{word}`"),
            )
            .help(
                format!("it takes {known}{}", if own { ", and steps of expansions" } else { "" }),
                format!("il y a {known}{}", if own { ", et les étapes d'extensions" } else { "" }),
            ),
    );
}

fn cannot_waive(scope: &Scope<'_>, word: &str, span: Range<usize>, known: &[&str]) {
    let fault = scope.fault(
        135,
        span,
        format!("`{word}` cannot be waived here"),
        format!("on ne peut pas lever `{word}` ici"),
    );
    scope.note(if known.is_empty() {
        fault.help(
            "a verb waives vetoes, by the ids of their rules",
            "un verbe lève des refus, par les identifiants de leurs règles",
        )
    } else {
        let list = listed(known);
        fault.help(
            format!("remove it; {list} can be waived, and rules by their ids"),
            format!(
                "retirez-le ; {list} peuvent être levées, et des règles par leurs identifiants"
            ),
        )
    });
}

/// Numbers that verbs and deployments keep: `once` sets one of the player who chooses, `trail` adds to a list of the game.
pub(super) fn of_kept(root: &Scope<'_>, all: &[StateKey]) {
    let verbs = root.table.table("verb");
    let verbs = verbs.iter().flat_map(Table::entries).map(|entry| &entry.node);
    let deploys = match root.table.raw("deploy").map(|node| &node.value) {
        Some(Value::List(nodes)) => nodes.as_slice(),
        _ => &[],
    };
    for node in verbs.chain(deploys) {
        let Value::Table(entries) = &node.value else { continue };
        let written = |key: &str| entries.iter().find(|e| e.key == key).map(|e| &e.node);
        for (key, per, list) in [("once", Per::Player, false), ("trail", Per::Game, true)] {
            let Some(Node { value: Value::Text(name), span }) = written(key) else { continue };
            let Some(kept) = all.iter().find(|state| state.name == *name) else { continue };
            if kept.per == per && (kept.list > 0) == list {
                continue;
            }
            let (en, fr) = match key {
                "once" => ("a number of each player", "un nombre de chaque joueur"),
                _ => ("a list of the game", "une liste de la partie"),
            };
            let fault = root.fault(
                170,
                span.clone(),
                format!("`{key}` needs {en}, and `{name}` is none"),
                format!("`{key}` demande {fr}, ce que `{name}` n'est pas"),
            );
            let per = per.word();
            let list = if list { ", list = …" } else { "" };
            root.note(fault.help(
                format!("keep it so: `per = \"{per}\"{list}`"),
                format!("tenez-le ainsi : `per = \"{per}\"{list}`"),
            ));
        }
    }
}
