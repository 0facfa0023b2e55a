//! The law of effects: *state + effects = next state*.

use crate::effect::Logged;
use crate::fault::Words;
use crate::ruleset::Ruleset;
use crate::state::State;

impl State {
    /// Applies the effects in an action's log to the state before the action, and returns the first difference from
    /// the state after it, if there is one.
    ///
    /// Everything that a player or a script can read is compared, and how it is stored. The agenda and the number of
    /// decisions are copied from the state after.
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
