//! Reads which segments, figures and tiles a verb or pattern may name, and what refuses the others.

use std::collections::BTreeMap;

use bastide_core::decl::{Claim, Shape, Where, Whose, Within};
use bastide_tiles::reader::Value;

use super::meaning;
use super::scope::Scope;
use super::suits::Aim;
use super::words::REFUSALS;

pub(super) const CLAIM: [(&str, Claim); 3] =
    [("yes", Claim::Yes), ("no", Claim::No), ("offered", Claim::Offered)];

const WHOSE: [(&str, Whose); 3] =
    [("any", Whose::Any), ("own", Whose::Own), ("others", Whose::Others)];

/// `where = { … }`.
pub(super) fn wher(parent: &Scope<'_>, aim: Aim) -> Where {
    which(parent, "where", aim).unwrap_or_default()
}

/// Such a table under a key.
pub(super) fn which(parent: &Scope<'_>, key: &str, aim: Aim) -> Option<Where> {
    let scope = parent.below(key)?;
    meaning::of_where(&scope, aim);
    let within = scope.below("within").map(|within| {
        let shapes = [("cross", Shape::Cross), ("square", Shape::Square)];
        let found = Within {
            shape: within.choice("shape", &shapes).unwrap_or_default(),
            tag: within.text("tag"),
            size: within.int("size", 0..=255).unwrap_or(0) as u8,
        };
        within.table.finish();
        found
    });
    let found = Where {
        placed: either(&scope, "placed"),
        placed_tag: scope.text("placed-tag"),
        figure: scope.names("figure"),
        class: scope.text("class"),
        owner: scope.choice("owner", &WHOSE).unwrap_or_default(),
        holder: scope.choice("holder", &WHOSE),
        sheltered: either(&scope, "sheltered"),
        immune: either(&scope, "immune"),
        within,
        one_per_kind: scope.bool_or("one-per-kind", false),
        next_to: scope.text("next-to"),
        free_of: scope.text("free-of"),
        ..of_features(&scope)
    };
    scope.table.finish();
    Some(found)
}

/// Such features under a key: nothing is said of figures or tiles.
pub(super) fn features(parent: &Scope<'_>, key: &str) -> Option<Where> {
    let scope = parent.below(key)?;
    let found = of_features(&scope);
    scope.table.finish();
    Some(found)
}

/// What a table says of features alone.
fn of_features(scope: &Scope<'_>) -> Where {
    Where {
        kind: scope.names("kind"),
        claim: scope.choice("claim", &CLAIM),
        tag: scope.text("tag"),
        without: scope.text("without"),
        occupied: either(scope, "occupied"),
        complete: either(scope, "complete"),
        ..Where::default()
    }
}

/// `true`, `false`, or `"any"`, which is the same as not writing the key.
pub(super) fn either(scope: &Scope<'_>, key: &str) -> Option<bool> {
    let node = scope.raw(key)?;
    if matches!(&node.value, Value::Text(word) if word == "any") {
        return None;
    }
    scope.document().as_bool(&node, key)
}

/// `refusals = { … }`: rule ids by the key of `where` that does not hold, or `once`, `price`.
pub(super) fn refusals(parent: &Scope<'_>) -> BTreeMap<String, String> {
    let Some(scope) = parent.below("refusals") else { return BTreeMap::new() };
    let rules = REFUSALS.iter().filter_map(|key| Some(((*key).to_owned(), scope.rule(key)?)));
    let found = rules.collect();
    scope.table.finish();
    found
}
