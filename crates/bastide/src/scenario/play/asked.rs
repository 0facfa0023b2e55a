//! A game after its moves, to be asked about.

use bastide_core::Fault;

use super::{DECISIONS_MAX, Done, Play, Scenario, Table, can_pass};
use crate::notation;

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

/// Rules that forbid the last move; none if it is allowed.
pub(in crate::scenario) fn refusal(s: &Scenario, table: &Table) -> Result<Vec<String>, Vec<Fault>> {
    let mut play = Play::new(s, table)?;
    for (i, line) in s.moves.iter().enumerate() {
        if let Done::Refused(why) = play.line(line)? {
            return if i + 1 == s.moves.len() { Ok(why) } else { Err(refused(s, line, &why)) };
        }
    }
    Ok(Vec::new())
}

/// A move that should have been allowed.
pub(super) fn refused(s: &Scenario, line: &super::Written<String>, why: &[String]) -> Vec<Fault> {
    let what = &line.value;
    if why.is_empty() {
        // No rule forbids what is an option of somebody else.
        let en = format!("`{what}` is an option here, but another is asked");
        let fr = format!("`{what}` est possible ici, mais c'est à un autre de choisir");
        let fault = s.fault("S0101", &line.span, en, fr);
        return vec![fault.help(
            "write it as a move of whoever is asked: the next player, or chance",
            "écrivez-le comme un coup de qui doit choisir : le joueur suivant, ou le hasard",
        )];
    }
    let why = why.join(", ");
    let en = format!("`{what}` is refused by {why}");
    let fr = format!("`{what}` est refusé par {why}");
    vec![s.fault("S0101", &line.span, en, fr)]
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
        let actions = decision.options.iter().filter_map(|c| c.action());
        Ok(actions.map(|action| notation::write(self.game(), action)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_of_whoever_is_not_asked_is_told_as_such() {
        let text = "[[scenario]]\nid = \"ONE\"\ntitle = \"A die\"\nmoves = [\"A roll 2\"]\n\
            [scenario.expect]\nscores = { A = 0 }\n";
        let found = crate::scenario::read("base", "x.toml", text).expect("is read");
        let told = |why: &[String]| refused(&found[0], &found[0].moves[0], why).remove(0);
        let ruled = told(&["a.b".to_owned(), "c.d".to_owned()]);
        assert_eq!(ruled.what.en, "ONE: `A roll 2` is refused by a.b, c.d");
        let other = told(&[]);
        assert_eq!(other.what.en, "ONE: `A roll 2` is an option here, but another is asked");
        assert!(other.help.is_some() && other.span.is_some());
    }
}
