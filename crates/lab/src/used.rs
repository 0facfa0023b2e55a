//! What a game made use of: verbs that were chosen, kinds of figures that came to the board, rules that gave or did something.

use bastide_core::ids::{FigureKindId, RuleId, VerbId};
use bastide_core::{Ruleset, Sheet};
use serde::{Deserialize, Serialize};

/// How often each thing that is declared was used, by its number; what was never met may be missing at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// Verbs that were chosen.
    pub verbs: Vec<u32>,
    /// Kinds of figures that came to the board.
    pub figures: Vec<u32>,
    /// Rules that an effect or a score was due to, and those of the verbs that were chosen.
    pub rules: Vec<u32>,
}

/// One more of a number.
fn count(counts: &mut Vec<u32>, number: usize) {
    if counts.len() <= number {
        counts.resize(number + 1, 0);
    }
    counts[number] = counts[number].saturating_add(1);
}

impl Used {
    /// A verb was chosen.
    pub(crate) fn verb(&mut self, rules: &Ruleset, verb: VerbId) {
        count(&mut self.verbs, verb.index());
        if let Some(verb) = rules.verbs.get(verb.index()) {
            self.rule(verb.rule);
        }
    }

    /// A figure came to the board.
    pub(crate) fn figure(&mut self, kind: FigureKindId) {
        count(&mut self.figures, kind.index());
    }

    /// Something was due to a rule.
    pub(crate) fn rule(&mut self, rule: RuleId) {
        if rule.is_some() {
            count(&mut self.rules, rule.index());
        }
    }

    /// Points were counted.
    pub(crate) fn sheet(&mut self, sheet: &Sheet) {
        self.rule(sheet.claim.rule);
        sheet.terms.iter().for_each(|term| self.rule(term.rule));
        sheet.bonus.iter().for_each(|bonus| self.rule(bonus.2));
    }

    /// Adds the uses of another game.
    pub fn add(&mut self, other: &Self) {
        let sides = [
            (&mut self.verbs, &other.verbs),
            (&mut self.figures, &other.figures),
            (&mut self.rules, &other.rules),
        ];
        for (sums, more) in sides {
            sums.resize(sums.len().max(more.len()), 0);
            for (sum, n) in sums.iter_mut().zip(more) {
                *sum = sum.saturating_add(*n);
            }
        }
    }
}
