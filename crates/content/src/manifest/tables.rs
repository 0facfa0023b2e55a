//! Tables of a manifest whose keys are names, and those that say nothing but a name.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use bastide_core::condition::Vocabulary;
use bastide_text::Entry;

use super::reference::mention;
use super::scope::Scope;

/// A table of numbers under a key.
pub(super) fn numbers(
    scope: &Scope<'_>,
    key: &str,
    range: RangeInclusive<i64>,
) -> BTreeMap<String, i32> {
    let Some(below) = scope.below(key) else { return BTreeMap::new() };
    let number = |entry: &Entry| {
        let n = below.int_of(&entry.node, &entry.key, range.clone())?;
        Some((entry.key.clone(), n as i32))
    };
    below.table.entries().filter_map(number).collect()
}

/// What something costs, by token, or by `points`.
pub(super) fn price(scope: &Scope<'_>) -> BTreeMap<String, u16> {
    for entry in scope.below("price").iter().flat_map(|below| below.table.entries()) {
        mention(scope, Vocabulary::Token, &entry.key, entry.key_span.clone());
    }
    numbers(scope, "price", 0..=999).into_iter().map(|(t, n)| (t, n as u16)).collect()
}
