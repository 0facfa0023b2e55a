//! A game after its moves, to be asked about.

use bastide_core::Fault;

use super::{DECISIONS_MAX, Done, Play, Scenario, Table, Why, can_pass};
use bastide::notation;

/// Plays the moves; with `pass_out`, and whatever can be passed of the part of the turn after them.
pub(in crate::scenario) fn played<'a>(
    s: &'a Scenario,
    table: &'a Table,
    pass_out: bool,
) -> Result<Play<'a>, Vec<Fault>> {
    let mut play = Play::new(s, table)?;
    for line in &s.moves {
        if let Done::Refused(why) = play.line(line)? {
            return Err(refused(s, line, &why));
        }
    }
    if pass_out {
        play.pass_out()?;
    }
    Ok(play)
}

/// Returns the rules that forbid the last move; empty if it is allowed.
pub(in crate::scenario) fn refusal(s: &Scenario, table: &Table) -> Result<Vec<String>, Vec<Fault>> {
    let mut play = Play::new(s, table)?;
    for (i, line) in s.moves.iter().enumerate() {
        if let Done::Refused(why) = play.line(line)? {
            return if i + 1 == s.moves.len() {
                Ok(why.rules)
            } else {
                Err(refused(s, line, &why))
            };
        }
    }
    Ok(Vec::new())
}

/// A move that should have been allowed.
pub(super) fn refused(s: &Scenario, line: &super::Written<String>, why: &Why) -> Vec<Fault> {
    let what = &line.value;
    let en = format!("`{what}` is refused by {}", why.en());
    let fr = format!("`{what}` est refusé par {}", why.fr());
    vec![why.helped(s.fault("S0101", &line.span, en, fr))]
}

impl Play<'_> {
    /// Passes whatever can be passed before the next tile is drawn.
    pub(super) fn pass_out(&mut self) -> Result<(), Vec<Fault>> {
        for _ in 0..DECISIONS_MAX {
            if self.draws()? || self.out.state.is_over() {
                break;
            }
            let decision = self.decision()?;
            if !can_pass(&decision) {
                break;
            }
            self.apply(bastide_core::Action::Pass)?;
        }
        Ok(())
    }

    /// The options of the decision that is open, as texts.
    pub(in crate::scenario) fn listed(&mut self) -> Result<Vec<String>, Vec<Fault>> {
        if self.draws()? {
            return Ok(Vec::new());
        }
        let decision = self.decision()?;
        Ok(decision.options.iter().map(|c| notation::option(self.game(), *c)).collect())
    }
}
