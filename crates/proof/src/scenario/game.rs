//! A game action by action, chance's too, in which everything must hold that holds in every game.

use bastide_core::ids::Player;
use bastide_core::{Action, Decision, Fault, Game};

use super::Scenario;
use crate::properties;
use bastide::notation;
use bastide_content::Library;
use bastide_content::config::Written;
use bastide_lab::{Entered, add_entered};

/// Plays the game and looks at it closely.
pub(super) fn follow(
    s: &Scenario,
    lines: &[Written<String>],
    library: &Library,
    entered: &mut Entered,
) -> Result<(), Vec<Fault>> {
    let (rules, other) = properties::sides(s, library)?;
    let mut n = 0;
    let pick = |game: Game<'_>, decision: &Decision| {
        let Some(line) = lines.get(n) else { return Ok(None) };
        n += 1;
        option(s, line, game, decision).map(Some)
    };
    let course = properties::follow(&rules, &other, library, pick)?;
    add_entered(entered, &course.entered);
    let Some(broken) = course.broken else { return Ok(()) };
    let fault = broken.fault;
    if fault.span.is_some() {
        return Err(vec![fault]);
    }
    // Told at the action that led to it.
    let last = broken.course.len().checked_sub(1).and_then(|i| lines.get(i));
    let span = last.map_or(&s.span, |line| &line.span);
    Err(vec![fault.at(&s.file, span.clone())])
}

/// The option that a line names.
fn option(
    s: &Scenario,
    line: &Written<String>,
    game: Game<'_>,
    decision: &Decision,
) -> Result<Action, Box<Fault>> {
    let text = line.value.trim();
    let wrong = |code: &str, en: &str, fr: &str| {
        let (en, fr) = (format!("`{text}`: {en}"), format!("`{text}` : {fr}"));
        Box::new(s.fault(code, &line.span, en, fr))
    };
    let (seat, action) = text.split_once(' ').unwrap_or((text, ""));
    let asked = if decision.actor == Player::CHANCE { 0 } else { decision.actor.index() + 1 };
    if seat != asked.to_string() {
        let (en, fr) =
            (format!("seat {asked} is asked"), format!("le siège {asked} est interrogé"));
        let fault = wrong("S0101", &en, &fr);
        let help = ("0 is chance, 1 the first seat", "0 est le hasard, 1 le premier siège");
        return Err(Box::new(fault.help(help.0, help.1)));
    }
    let action =
        notation::read(game, &s.players, action).map_err(|e| wrong("S0102", &e.en, &e.fr))?;
    let listed = decision.options.iter().any(|c| c.takes(action.into()));
    listed.then_some(action).ok_or_else(|| {
        let fault =
            wrong("S0101", "this is not among the options", "ce n'est pas parmi les options");
        Box::new(fault.help(
            "if the rules have changed, the game shows nothing any more: delete the scenario",
            "si les règles ont changé, la partie ne montre plus rien : supprimez le scénario",
        ))
    })
}
