//! The expansion that an imported game makes for itself: it confirms before the scoring, and ends the stack.

use std::sync::Arc;

use bastide_core::decl::{
    Expansion, Start, StartTile, StateKey, Step, Subscription, Target, Verb, Zone,
};
use bastide_core::ids::{PileId, RuleId};
use bastide_core::{Answer, Effect, Event, Fault, Game, Handlers, Hook, Ruleset, Slot, State};

/// Its id.
pub(super) const OWN: &str = "imported-game";
/// Its step, and the verb of that step: the player has done everything he wants before the scoring.
pub(super) const COMMIT: &str = "commit";
/// What an expansion does before the scoring at a higher rank, that engine does when the action has been confirmed.
const CONFIRM_RANK: i16 = 80;
/// Its number of the tiles that the stack has before the first draw.
const STACK: &str = "stack";
const PILE_OUT: PileId = PileId(1);

/// Its declaration; `piles` are as many as tiles are drawn from, if the stack has an end of its own.
pub(super) fn expansion(start: Vec<StartTile>, piles: Option<usize>) -> Expansion {
    let hook = |on: &str, call: &str, rank| Subscription {
        on: on.to_owned(),
        call: call.to_owned(),
        rank,
        ..Subscription::default()
    };
    let mut hooks = vec![hook("at.before_scoring", "confirm", CONFIRM_RANK)];
    if piles.is_some() {
        hooks.push(hook("at.setup", "drawn", i16::MAX));
        hooks.push(hook("on.drawn", "drawn", i16::MAX));
        hooks.push(hook("at.turn_end", "aside", CONFIRM_RANK));
        hooks.push(hook("at.turn_end", "aside", i16::MIN));
    }
    let zone = |n| Zone { name: aside(n), ..Zone::default() };
    Expansion {
        id: OWN.to_owned(),
        version: "1".to_owned(),
        hooks,
        zones: (0..piles.unwrap_or(0)).map(zone).collect(),
        state: vec![StateKey { name: STACK.to_owned(), ..StateKey::default() }],
        steps: vec![Step {
            name: COMMIT.to_owned(),
            verbs: vec![COMMIT.to_owned()],
            ..Step::default()
        }],
        verbs: vec![Verb {
            name: COMMIT.to_owned(),
            rule: format!("{OWN}.{COMMIT}"),
            target: Target::None,
            ..Verb::default()
        }],
        start: Some(Start { tiles: start, found: true, ..Start::default() }),
        ..Expansion::default()
    }
}

/// Where the tiles of a pile wait while too few are left of it.
fn aside(n: usize) -> String {
    format!("aside-{n}")
}

/// Its handlers.
pub(super) struct Own {
    /// Draws after which the stack is empty.
    pub(super) limit: Option<usize>,
}

impl Handlers for Own {
    fn answer(
        &self,
        _: u16,
        rules: &Arc<Ruleset>,
        state: &State,
        event: &Event,
        answer: &mut Box<Answer>,
    ) -> Result<(), Fault> {
        let Some(own) = rules.expansion(OWN) else { return Ok(()) };
        let at = event.hook == Hook::At;
        if at && event.step == Slot::BeforeScoring as u8 {
            if let Some(step) = rules.step(own, COMMIT) {
                answer.push(step, state.player(), &[]);
            }
            return Ok(());
        }
        let (Some(limit), Some(key)) = (self.limit, rules.state_key(own, STACK)) else {
            return Ok(());
        };
        let size: u16 = stack(rules).map(|(pile, _)| state.pile_size(pile)).sum();
        let whole = Game::new(rules, state).get(key, 0);
        // A tile counts when it leaves the stack: not an abbey, and once if it waits for its player first.
        let drawn = usize::try_from(whole).unwrap_or(0).saturating_sub(usize::from(size));
        if at && event.step == Slot::TurnEnd as u8 {
            // Whoever looks at the end of a turn for as many tiles as there are players finds fewer.
            if limit.saturating_sub(drawn) < usize::from(rules.players) {
                turn_over(rules, state, answer);
            }
            return Ok(());
        }
        let over = if at {
            answer.effect(Effect::Set { key, of: 0, value: size.into() }, RuleId::NONE);
            limit == 0
        } else {
            drawn >= limit
        };
        if over {
            for (from, _) in stack(rules).filter(|(pile, _)| state.pile_size(*pile) > 0) {
                answer.effect(Effect::Poured { from, to: PILE_OUT }, RuleId::NONE);
            }
        }
        Ok(())
    }
}

/// The piles that tiles are drawn from, with their numbers.
fn stack(rules: &Ruleset) -> impl Iterator<Item = (PileId, usize)> {
    let piles = rules.piles.iter().enumerate();
    let drawn = piles.filter(|(i, pile)| pile.zone.is_none() && PileId(*i as u8) != PILE_OUT);
    drawn.map(|(i, _)| PileId(i as u8)).enumerate().map(|(n, pile)| (pile, n))
}

/// Puts the stack aside, or what was put aside back.
fn turn_over(rules: &Ruleset, state: &State, answer: &mut Answer) {
    let places = stack(rules).filter_map(|(pile, n)| Some((pile, rules.pile(&aside(n))?)));
    let places: Vec<(PileId, PileId)> = places.collect();
    let waits = places.iter().any(|(_, aside)| state.pile_size(*aside) > 0);
    for (pile, aside) in places {
        let (from, to) = if waits { (aside, pile) } else { (pile, aside) };
        if state.pile_size(from) > 0 {
            answer.effect(Effect::Poured { from, to }, RuleId::NONE);
        }
    }
}
