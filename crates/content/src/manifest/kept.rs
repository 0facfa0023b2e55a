//! `[state.<name>]`: numbers that an expansion keeps.

use std::collections::BTreeMap;

use bastide_core::decl::{Expansion, Per, Reset, Sees, StateKey, Text};

use super::declare::{each, sees};
use super::meaning;
use super::scope::Scope;

/// Every `[state.<name>]`, and the words that stand for single values.
pub(super) fn state(root: &Scope<'_>, out: &mut Expansion) {
    let mut words = BTreeMap::new();
    out.state = each(root, "state", &mut out.names, |scope, name| {
        labels(scope, ("state", &name), &mut words);
        number(scope, name)
    });
    out.names.extend(words);
}

fn number(scope: &Scope<'_>, name: String) -> StateKey {
    let per = [
        ("game", Per::Game),
        ("player", Per::Player),
        ("tile", Per::Tile),
        ("figure", Per::Figure),
        ("segment", Per::Segment),
    ];
    let reset = [("never", Reset::Never), ("part", Reset::Part), ("turn", Reset::Turn)];
    let int = |key, low: i64, high: i64| scope.int(key, low..=high).unwrap_or(0);
    let key = StateKey {
        name,
        per: scope.choice("per", &per).unwrap_or_default(),
        default: int("default", i64::from(i32::MIN), i64::from(i32::MAX)) as i32,
        list: int("list", 0, 255) as u8,
        reset: scope.choice("reset", &reset).unwrap_or_default(),
        sees: sees(scope),
    };
    let owned = matches!(key.per, Per::Player | Per::Figure);
    if key.sees == Sees::Owner && !owned {
        meaning::lack(scope, scope.table.value_span("sees"), "sees", "per = \"player\"");
    }
    key
}

/// Words that stand for single values of a number, or for what chance gives in a step, as names of it: `state.flea.2`.
pub(super) fn labels(
    scope: &Scope<'_>,
    (sort, name): (&str, &str),
    names: &mut BTreeMap<String, Text>,
) {
    let Some(labels) = scope.below("labels") else { return };
    if !scope.table.has("name") {
        meaning::lack(scope, scope.table.key_span("labels"), "labels", "name");
    }
    for entry in labels.table.entries() {
        let word = labels.translated(&entry.key);
        if let Ok(value) = entry.key.parse::<i32>() {
            names.insert(format!("{sort}.{name}.{value}"), word);
        } else {
            let (en, fr) = (
                format!("`{}` is no number", entry.key),
                format!("`{}` n'est pas un nombre", entry.key),
            );
            let fault = scope.fault(122, entry.key_span.clone(), en, fr);
            scope.note(fault.help(
                "write `labels = { 1 = { en = \"…\", fr = \"…\" } }`: by value",
                "écrivez `labels = { 1 = { en = \"…\", fr = \"…\" } }` : par valeur",
            ));
        }
    }
    labels.table.finish();
}
