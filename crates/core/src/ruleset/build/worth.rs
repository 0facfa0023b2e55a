//! Declared values of tokens and figures for bots.

use super::Builder;

impl Builder<'_> {
    /// Where several expansions say it of the same thing, the last one in order counts.
    pub(super) fn worth(&mut self) {
        for e in self.from {
            for (thing, &points) in &e.worth {
                if let Some(thing) = self.rules.valuable(thing) {
                    self.rules.bot_worth.set(thing, points);
                    continue;
                }
                let (kind, name) = thing.split_once('.').unwrap_or(("token", thing));
                let what =
                    if kind == "figure" { ("figure", "figurine") } else { ("token", "jeton") };
                self.faults.unknown(&e.id, what.0, what.1, name);
            }
        }
    }
}
