//! What an option costs, and the step that it ends.

use std::sync::Arc;

use super::{HookError, Host};
use crate::choice::Choice;
use crate::effect::{Effect, Sink};
use crate::ids::{Player, RuleId, StateId};
use crate::ruleset::{Ruleset, Verb};
use crate::state::State;
use crate::step::Header;

/// Terms of a chosen option: whether it is free, its rule, and the state that records its use.
#[derive(Clone, Copy, Debug)]
struct Paid {
    free: bool,
    rule: RuleId,
    once: Option<StateId>,
}

/// An option of the core itself costs nothing but its step.
const UNPAID: Paid = Paid { free: false, rule: RuleId::NONE, once: None };

impl Host {
    /// Pays the cost of the chosen option (or verb) and ends the top step unless the option is free. Returns the rule
    /// of the option.
    #[inline(always)]
    pub(super) fn leave_step<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        choice: Choice,
        verb: Option<&Verb>,
        sink: &mut S,
    ) -> Result<RuleId, HookError> {
        let actor = Player(header.actor());
        let mut paid = UNPAID;
        if choice.offer() > 0 {
            paid = self.pay_offer(rules, st, actor, choice, sink)?;
        }
        if let Some(v) = verb {
            self.pay_verb(rules, st, actor, v, sink)?;
            paid = Paid { free: paid.free || v.decl.free, rule: v.rule, once: v.once };
        }
        if let Some(key) = paid.once
            && actor.0 < st.players
        {
            let mut effect = Effect::Set { key, of: actor.0 as u16, value: 1 };
            self.emit_rare(rules, st, sink, &mut effect, paid.rule)?;
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
        let Some(offer) = choice.offer_among(&self.offers) else {
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

    /// Pays what a verb costs.
    #[inline(always)]
    fn pay_verb<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        v: &Verb,
        sink: &mut S,
    ) -> Result<(), HookError> {
        for &(token, n) in &v.price {
            let mut effect = Effect::TokenMoved { token, player: actor, by: -(n as i16) };
            self.emit_rare(rules, st, sink, &mut effect, v.rule)?;
        }
        if v.points > 0 {
            let mut effect = Effect::pay(actor, -(v.points as i32));
            self.emit_rare(rules, st, sink, &mut effect, v.rule)?;
        }
        Ok(())
    }
}
