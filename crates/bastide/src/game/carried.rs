//! A running game under other rules.

use std::cell::RefCell;

use bastide_core::ids::RuleId;
use bastide_core::ruleset::Mismatch;
use bastide_core::{Fault, HookError, Ruleset, Sheet, State};

use super::{Entry, Game, Outcome, Play, fault_of};
use crate::rules::Rules;

/// Why a game does not go on under other rules as it is.
#[derive(Debug)]
pub(crate) enum NotCarried {
    /// Its state means something else there.
    Shape(Vec<Mismatch>),
    /// The new rules fail.
    Faults(Vec<Fault>),
}

impl From<Vec<Mismatch>> for NotCarried {
    fn from(found: Vec<Mismatch>) -> Self {
        Self::Shape(found)
    }
}

impl Game {
    /// Returns this game under other rules, with its state and history. The next options are listed again.
    pub(crate) fn carried(&self, rules: Rules) -> Result<Self, NotCarried> {
        let (old, new) = (&self.rules.ruleset, &rules.ruleset);
        let state = self.state.carried(old, new)?;
        let mut engine = rules.engine().map_err(NotCarried::Faults)?;
        let failed = |e: HookError| NotCarried::Faults(vec![fault_of(&e)]);
        let decision = engine.decision(&state).map_err(failed)?;
        let mut back = Vec::new();
        // Undo ends at the first state whose options can no longer be listed.
        for (before, _) in self.back.iter().rev() {
            let listed = before.carried(old, new).ok().and_then(|before: State| {
                let decision = engine.decision(&before).ok()?;
                Some((before, decision))
            });
            match listed {
                Some(listed) => back.insert(0, listed),
                None => break,
            }
        }
        let entry = |e: &Entry| Entry { outcome: told(&e.outcome, old, new), ..e.clone() };
        let play = Play {
            names: rules.setup.players.iter().map(|p| p.name.clone()).collect(),
            state,
            decision,
            seed: self.seed,
            number: self.number,
            entries: self.entries.iter().map(entry).collect(),
            back,
            opening: told(&self.opening, old, new),
            rules,
        };
        Ok(Self { play, engine: Some(engine).into(), crew: RefCell::default() })
    }
}

/// What an action did, with the numbers that rules and units have now.
fn told(outcome: &Outcome, old: &Ruleset, new: &Ruleset) -> Outcome {
    let rule = |id: RuleId| old.rule_under(new, id);
    let mut out = outcome.clone();
    for logged in &mut out.effects {
        logged.rule = rule(logged.rule);
    }
    for sheet in &mut out.sheets {
        let Sheet { claim, terms, bonus, .. } = sheet;
        claim.rule = rule(claim.rule);
        for term in terms {
            term.rule = rule(term.rule);
            term.term = old.term_under(new, term.term);
        }
        for bonus in bonus {
            bonus.2 = rule(bonus.2);
        }
    }
    out
}
