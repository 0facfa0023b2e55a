//! What an option costs, and the step that it ends.

use std::sync::Arc;

use super::{HookError, Host};
use crate::choice::Choice;
use crate::effect::{Effect, Sink};
use crate::ids::{Player, RuleId, StateId};
use crate::ruleset::{Ruleset, Verb};
use crate::state::State;
use crate::step::Header;

/// What an option cost: whether it is free, its rule, and the key that notes that it was taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paid {
    pub(super) free: bool,
    rule: RuleId,
    once: Option<StateId>,
}

/// An option of the core itself costs nothing but its step.
const UNPAID: Paid = Paid { free: false, rule: RuleId::NONE, once: None };

impl Host {
    /// The step on top is over, unless the option is free: pays what the option costs. Gives its rule.
    #[inline(always)]
    pub(super) fn leave_step<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        choice: Choice,
        sink: &mut S,
    ) -> Result<RuleId, HookError> {
        st.actions = st.actions.wrapping_add(1);
        let actor = Player(header.actor());
        let mut paid = UNPAID;
        if choice.offer() > 0 {
            paid = self.pay_offer(rules, st, actor, choice, sink)?;
            self.note_once(rules, st, actor, paid, sink)?;
        }
        if !paid.free {
            st.end_step(rules, header)?;
        }
        Ok(paid.rule)
    }

    /// Pays what an offer costs.
    #[inline(never)]
    fn pay_offer<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        choice: Choice,
        sink: &mut S,
    ) -> Result<Paid, HookError> {
        let Some(offer) = self.offers.get(choice.offer() as usize - 1) else {
            return Ok(UNPAID);
        };
        let (paid, price) =
            (Paid { free: offer.free, rule: offer.rule, once: offer.once }, offer.price);
        if let Some((token, n)) = price {
            let mut effect = Effect::TokenMoved { token, player: actor, by: -(n as i16) };
            self.emit_rare(rules, st, sink, &mut effect, paid.rule)?;
        }
        Ok(paid)
    }

    /// Pays what a verb costs, and the offer that it is under.
    #[inline(always)]
    pub(super) fn pay_verb<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        choice: Choice,
        v: &Verb,
        sink: &mut S,
    ) -> Result<Paid, HookError> {
        let mut free = v.decl.free;
        if choice.offer() > 0 {
            free |= self.pay_offer(rules, st, actor, choice, sink)?.free;
        }
        for &(token, n) in &v.price {
            let mut effect = Effect::TokenMoved { token, player: actor, by: -(n as i16) };
            self.emit_rare(rules, st, sink, &mut effect, v.rule)?;
        }
        if v.points > 0 {
            let mut effect =
                Effect::Paid { from: actor, to: Player::NONE, points: v.points as i32 };
            self.emit_rare(rules, st, sink, &mut effect, v.rule)?;
        }
        let paid = Paid { free, rule: v.rule, once: v.once };
        self.note_once(rules, st, actor, paid, sink)?;
        Ok(paid)
    }

    /// Notes that what may be done once has been done.
    #[inline]
    fn note_once<S: Sink>(
        &mut self,
        rules: &Ruleset,
        st: &mut State,
        actor: Player,
        paid: Paid,
        sink: &mut S,
    ) -> Result<(), HookError> {
        match paid.once {
            Some(key) if actor.0 < st.players => {
                let mut effect = Effect::Set { key, of: actor.0 as u16, value: 1 };
                self.emit_rare(rules, st, sink, &mut effect, paid.rule)
            }
            _ => Ok(()),
        }
    }
}
