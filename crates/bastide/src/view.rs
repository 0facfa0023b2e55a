//! What one seat may know of a running game: bots, pages and displays get this, never the state.

use bastide_core::ids::{Player, TileTypeId};
use bastide_core::{Action, Decision, Effect, Logged, Ruleset, State, View};

use crate::game::{Entry, Outcome, Play};

/// A game as a seat may look at it: its view, made when it is looked at, so that who does not look pays nothing.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    seat: Player,
}

impl<'a> Seen<'a> {
    /// What a seat may look at.
    #[must_use]
    pub fn new(rules: &'a Ruleset, state: &'a State, seat: Player) -> Self {
        Self { rules, state, seat }
    }

    /// Who looks.
    #[must_use]
    pub fn seat(&self) -> Player {
        self.seat
    }

    /// The state as the seat sees it.
    #[must_use]
    pub fn view(&self) -> View<'a> {
        View::of(self.rules, self.state, self.seat)
    }
}

impl Play {
    /// The state as a seat sees it, with the tiles it has not seen.
    #[must_use]
    pub fn seen_by(&self, seat: Player) -> View<'_> {
        View::of(&self.rules().ruleset, self.state(), seat)
    }

    /// Returns the decision as a seat sees it: of another player's options, only those that name nothing hidden from
    /// the seat. The weights of chance are included if all its options are.
    #[must_use]
    pub fn decision_for(&self, seat: Player) -> Decision {
        let (mut decision, rules) = (self.decision().clone(), &self.rules().ruleset);
        let (actor, all) = (decision.actor, decision.options.len());
        decision.options.retain(|option| View::shows(rules, self.state(), actor, *option, seat));
        if decision.options.len() < all {
            decision.weights.clear();
        }
        if seat != actor {
            decision.keep_offers_in_use();
        }
        decision
    }

    /// What an action did, as a seat sees it: tiles that went where it does not see are unknown.
    #[must_use]
    pub fn outcome_for(&self, outcome: &Outcome, seat: Player) -> Outcome {
        let masked = |l: &Logged| Logged {
            effect: View::effect(&self.rules().ruleset, l.effect, seat),
            ..*l
        };
        Outcome {
            effects: outcome.effects.iter().map(masked).collect(),
            sheets: outcome.sheets.clone(),
        }
    }

    /// The text of an action as a seat sees it.
    #[must_use]
    pub fn text_for(&self, entry: &Entry, seat: Player) -> String {
        text_for(self, entry, seat)
    }
}

/// The text of an action as a seat sees it.
pub(crate) fn text_for(game: &Play, entry: &Entry, seat: Player) -> String {
    let unseen = |l: &Logged| match View::effect(&game.rules().ruleset, l.effect, seat) {
        Effect::Drawn { tile, .. } | Effect::TileMoved { tile, .. } => tile == TileTypeId::NONE,
        _ => false,
    };
    let secret = match entry.action {
        Action::Invoke { verb, .. } => {
            let verb = game.rules().ruleset.verbs.get(verb.index());
            verb.is_some_and(|verb| !verb.decl.sees.has(seat, entry.actor))
        }
        _ => false,
    };
    let ago = |is: &dyn Fn(&Entry) -> bool| game.entries().iter().rev().position(is);
    let alike = |one: &Entry| one.actor == entry.actor && one.text == entry.text;
    let ago = ago(&|one| std::ptr::eq(one, entry)).or_else(|| ago(&alike));
    let sealed = |(actor, given): (Player, usize)| actor != seat && Some(given) == ago;
    if game.state().sealed().any(sealed) {
        // Hide a pass too: it would reveal part of the sealed answer.
        return "?".to_owned();
    }
    let hidden = secret || entry.actor != seat && entry.outcome.effects.iter().any(unseen);
    match entry.text.split_once(' ') {
        Some((verb, _)) if hidden => format!("{verb} ?"),
        _ => entry.text.clone(),
    }
}

#[cfg(test)]
#[path = "tests/view.rs"]
mod tests;
