//! The law of effects: *state + effects = next state*.

use crate::effect::Logged;
use crate::fault::Words;
use crate::ruleset::Ruleset;
use crate::state::State;

impl State {
    /// What is not as it is in the state after an action, once the effects in the action's log are applied to the state
    /// before it, one by one, if anything.
    ///
    /// Everything that a player or a script can read must be the same, and how it is kept in memory too. What the engine
    /// keeps for itself is taken over: the agenda, which says how it goes on, and how many decisions there were.
    #[must_use]
    pub fn misses(&self, rules: &Ruleset, effects: &[Logged], next: &State) -> Option<Words> {
        let mut state = self.clone();
        for logged in effects {
            let Logged { mut effect, rule } = *logged;
            let name = effect.name();
            if let Err(e) = state.apply(rules, &mut effect) {
                return Some(Words::new(
                    format!("`{name}` does not apply: {}", e.en),
                    format!("`{name}` ne s'applique pas : {}", e.fr),
                ));
            }
            if effect != logged.effect {
                return Some(Words::new(
                    format!("`{name}` is another effect when it is applied again"),
                    format!("`{name}` est un autre effet quand on l'applique à nouveau"),
                ));
            }
            state.note(rules, effect, rule);
        }
        state.agenda.clone_from(&next.agenda);
        (state.actions, state.actions_before) = (next.actions, next.actions_before);
        state.differs(next).map(|part| {
            Words::new(
                format!("the effects in the log do not lead to the same `{part}`"),
                format!("les effets du journal ne mènent pas au même `{part}`"),
            )
        })
    }
}
