//! What bots are told that tokens and figures are worth.

use super::Builder;

impl Builder<'_> {
    /// Where several expansions say it of the same thing, the last one in order counts.
    pub(super) fn worth(&mut self) {
        for e in self.from {
            for (thing, &points) in &e.worth {
                let (kind, name) = thing.split_once('.').unwrap_or(("token", thing));
                let found = if kind == "figure" {
                    let figure = self.rules.figure(name);
                    figure.map(|figure| set(&mut self.rules.figures_worth, figure, points))
                } else {
                    let token = self.rules.token(name);
                    token.map(|token| set(&mut self.rules.tokens_worth, token, points))
                };
                if found.is_none() {
                    let what =
                        if kind == "figure" { ("figure", "figurine") } else { ("token", "jeton") };
                    self.faults.unknown(&e.id, what.0, what.1, name);
                }
            }
        }
    }
}

fn set<T: PartialEq>(all: &mut Vec<(T, i32)>, thing: T, points: i32) {
    all.retain(|(known, _)| *known != thing);
    all.push((thing, points));
}
