//! Carries out a choice and calls the answer handlers of its step.

use super::ask::is_free;
use super::{HookError, Host, REACTION};
use crate::choice::Choice;
use crate::effect::Sink;
use crate::hooks::{Event, Hook};
use crate::ids::{ExpansionId, Player};
use crate::ruleset::{Call, Ruleset};
use crate::state::State;
use crate::step::Header;
use std::sync::Arc;

impl Host {
    /// Does what was chosen in the step on top, and tells the handlers of the step.
    #[inline(always)]
    pub(super) fn do_chosen<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        choice: Choice,
        sink: &mut S,
    ) -> Result<(), HookError> {
        match rules.answer_to(header.code()) {
            [] => self.act(rules, st, header, choice, sink),
            calls => self.act_and_answer(rules, st, header, choice, calls, sink),
        }
    }

    /// Like `act`, for a step with answer handlers. They are not called for a free option of another expansion,
    /// because the step is then asked again.
    #[inline(never)]
    fn act_and_answer<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        choice: Choice,
        calls: &[Call],
        sink: &mut S,
    ) -> Result<(), HookError> {
        let event = answer_event(st, header, choice);
        let free_by = self.free_by(rules, choice);
        self.act(rules, st, header, choice, sink)?;
        for &call in calls.iter().filter(|call| free_by.is_none_or(|by| by == call.expansion)) {
            self.settle_effects(rules, st, sink)?;
            std::mem::swap(&mut self.answer.offered, &mut self.offers);
            let asked = self.call(rules, st, call, &event, REACTION);
            std::mem::swap(&mut self.answer.offered, &mut self.offers);
            asked?;
            self.take_answer(rules, st, call, sink)?;
        }
        Ok(())
    }

    /// Whose option it is, if it does not use up its step.
    fn free_by(&self, rules: &Ruleset, choice: Choice) -> Option<ExpansionId> {
        let of_verb = choice.verb().map(|verb| rules.verbs[verb.index()].expansion);
        let by = of_verb.or_else(|| Some(choice.offer_among(&self.offers)?.by));
        by.filter(|_| is_free(rules, &self.offers, choice))
    }
}

/// Returns the event for the answer handlers of the top step.
pub(super) fn answer_event(st: &State, header: Header, choice: Choice) -> Event {
    let mut event = Event::new(Hook::Answer);
    event.nargs = st.top_args(header, &mut event.args);
    event.actor = Player(header.actor());
    event.step = header.code();
    event.choice = choice;
    event
}
