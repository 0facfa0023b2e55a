//! `[bot]`: values of things for bots, estimated by the author. They call no function and change no rule.

use std::collections::BTreeMap;

use bastide_core::condition::Vocabulary;

use super::declare::finish;
use super::reference::mention;
use super::scope::Scope;

/// Points that a thing may be worth.
const POINTS: std::ops::RangeInclusive<i64> = -99..=99;

/// `worth = { "token.x" = 2, "figure.y" = 4 }`: points by thing.
pub(super) fn worth(scope: &Scope<'_>) -> BTreeMap<String, i32> {
    let mut found = BTreeMap::new();
    if let Some(worth) = scope.below("worth") {
        for entry in worth.table.entries() {
            let (key, span) = (&entry.key, &entry.key_span);
            let points = worth.int(key, POINTS);
            let of = match key.split_once('.') {
                Some(("token", name)) => Some((Vocabulary::Token, name)),
                Some(("figure", name)) => Some((Vocabulary::Figure, name)),
                _ => None,
            };
            let Some((of, name)) = of else {
                worth.note(
                    worth
                        .fault(
                            140,
                            span.clone(),
                            format!("`{key}` is neither a token nor a kind of figure"),
                            format!("`{key}` n'est ni un jeton ni une sorte de figurine"),
                        )
                        .help(
                            "write `\"token.<name>\"` or `\"figure.<name>\"`, in quotes",
                            "écrivez `\"token.<nom>\"` ou `\"figure.<nom>\"`, entre guillemets",
                        ),
                );
                continue;
            };
            mention(scope, of, name, span.clone());
            found.extend(points.map(|n| (key.clone(), n as i32)));
        }
        worth.table.finish();
    }
    let holds = scope.holds();
    finish(scope);
    if holds { found } else { BTreeMap::new() }
}

#[cfg(test)]
#[path = "../tests/bot.rs"]
mod tests;
