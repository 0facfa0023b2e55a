//! Asking handlers, and reporting effects.

use super::{Engine, HookError, HookFault, Host};
use crate::answer::{Answer, Full};
use crate::condition::{At, Thing};
use crate::effect::{Effect, Logged, Place, Sink};
use crate::fault::Fault;
use crate::game::Game;
use crate::handlers::Manner;
use crate::hooks::Event;
use crate::ids::{Player, RuleId};
use crate::limits::{OFFERS_MAX, OPTIONS_MAX};
use crate::ruleset::{Answering, Call, DeclaredAnswer, Listener, Ruleset, cannot_waive, may_waive};
use crate::state::State;
use std::sync::Arc;

impl Engine {
    /// How a function of an expansion is run, if its host has more than one way.
    #[must_use]
    pub fn manner(&self, expansion: usize, function: u16) -> Option<Manner> {
        self.host.entered.handlers.get(expansion)?.manner(function)
    }
}

/// More is to be chosen between than one decision can hold.
#[cold]
pub(super) fn too_many(full: Full) -> Fault {
    match full {
        Full::Options => Fault::new(
            "E0008",
            format!("a decision has more than {OPTIONS_MAX} options (OPTIONS_MAX)"),
            format!("une décision a plus de {OPTIONS_MAX} options (OPTIONS_MAX)"),
        )
        .help(
            "narrow what is offered: fewer targets, or a range of numbers instead of each",
            "restreignez ce qui est proposé : moins de cibles, ou un intervalle au lieu de chaque nombre",
        ),
        Full::Offers => Fault::new(
            "E0016",
            format!("a decision has more than {OFFERS_MAX} offers (OFFERS_MAX)"),
            format!("une décision a plus de {OFFERS_MAX} offres (OFFERS_MAX)"),
        )
        .help(
            "begin one offer for all options with the same rule and price, not one for each option",
            "commencez une offre pour toutes les options de même règle et de même prix, non une par option",
        ),
    }
}

impl Host {
    pub(super) fn fault(&self, rules: &Ruleset, call: Call, fault: Fault) -> HookError {
        let e = &rules.expansions[call.expansion.index()];
        let name = e.functions.get(call.function as usize);
        let fault = match self.entered.handlers[call.expansion.index()].place(call.function) {
            Some((file, span)) if fault.file.is_empty() => fault.at(&file, span),
            _ => fault,
        };
        HookError(Box::new(HookFault {
            expansion: e.id.clone(),
            hook: name.map_or(String::new(), |f| f.0.clone()),
            fault,
        }))
    }

    /// The fault of a function, or the core's own if none was asked.
    #[cold]
    pub(super) fn blamed(&self, rules: &Ruleset, who: Option<Call>, fault: Fault) -> HookError {
        match who {
            Some(call) => self.fault(rules, call, fault),
            None => Self::from_core(fault),
        }
    }

    #[cold]
    pub(super) fn core_fault(code: &str, en: &str, fr: &str) -> HookError {
        Self::from_core(Fault::new(code, en, fr))
    }

    #[cold]
    pub(super) fn from_core(fault: Fault) -> HookError {
        HookError(Box::new(HookFault { expansion: "core".into(), hook: String::new(), fault }))
    }

    /// Asks one handler; its answer lies in `self.answer` afterwards.
    pub(super) fn call(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        call: Call,
        event: &Event,
        allowed: u16,
    ) -> Result<(), HookError> {
        let calls = &self.entered.calls;
        calls.set(calls.get() + 1);
        self.answer.begin(allowed);
        self.call_more(rules, st, call, event, allowed)
    }

    /// Asks a subscriber: its function, or what it declares.
    #[inline]
    pub(super) fn ask(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        sub: &Listener,
        event: &Event,
        allowed: u16,
    ) -> Result<(), HookError> {
        let Some(says) = &sub.says else {
            return self.call(rules, st, sub.call, event, allowed);
        };
        self.answer.begin(allowed);
        if self.told_of {
            self.declare_told(rules, sub.call, event, |host| {
                host.answer.declared(&Game::new(rules, st), says, event);
            });
        } else {
            self.answer.declared(&Game::new(rules, st), says, event);
        }
        Ok(())
    }

    /// Like `call`, but adds to the answer that is there.
    pub(super) fn call_more(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        call: Call,
        event: &Event,
        allowed: u16,
    ) -> Result<(), HookError> {
        self.answer.allowed = allowed;
        self.called = Some(call);
        let asked = if self.told_of {
            self.answer_told(rules, st, call, event)
        } else {
            let handler = &self.entered.handlers[call.expansion.index()];
            handler.answer(call.function, rules, st, event, &mut self.answer)
        };
        if let Some(error) = self.entered.failed_inside() {
            return Err(error);
        }
        if let Err(fault) = asked {
            return Err(self.fault(rules, call, fault));
        }
        if let Some(what) = self.answer.misuse.take() {
            let fault = Fault::new(
                "L0209",
                format!("`{what}` is not an answer of this hook"),
                format!("`{what}` n'est pas une réponse de ce point d'accroche"),
            );
            return Err(self.fault(rules, call, fault));
        }
        if let Some(full) = self.answer.full.take() {
            return Err(self.fault(rules, call, too_many(full)));
        }
        for offer in &self.answer.offers {
            let bits = offer.waives.restrictions;
            if bits != may_waive(event.hook, bits) {
                let fault = cannot_waive(Some(event.hook), bits & !may_waive(event.hook, bits));
                return Err(self.fault(rules, call, fault));
            }
        }
        Ok(())
    }

    /// Applies an effect of the core and offers it to its subscribers later.
    #[inline(always)]
    pub(super) fn emit<S: Sink>(
        &mut self,
        rules: &Ruleset,
        st: &mut State,
        sink: &mut S,
        effect: &mut Effect,
        rule: RuleId,
    ) -> Result<(), HookError> {
        if let Err(e) = st.apply(rules, effect) {
            return Err(Self::core_fault("E0006", &e.en, &e.fr));
        }
        self.report(rules, st, sink, *effect, rule);
        Ok(())
    }

    /// An effect that has been applied: log, turn log, queue.
    #[inline(always)]
    pub(super) fn report<S: Sink>(
        &mut self,
        rules: &Ruleset,
        st: &mut State,
        sink: &mut S,
        effect: Effect,
        rule: RuleId,
    ) {
        if S::ON {
            sink.effect(effect, rule);
            if self.told_of {
                Self::tell_effect(rules, effect, rule);
            }
        }
        st.note(rules, effect, rule);
        let heard = rules.asked.heard.hears(&rules.hot, st, effect, self.events.is_empty());
        debug_assert!(
            heard
                || self.asks_nobody(
                    rules,
                    st,
                    &rules.asked.on[effect.kind() as usize],
                    &Event::of(st, effect, rule)
                ),
            "an effect is dropped if nobody would hear of it"
        );
        if heard {
            self.note_event(effect, rule);
        } else if self.tells::<S>() {
            self.tell_unheard(rules, st, effect, rule);
        }
    }

    #[inline(never)]
    fn note_event(&mut self, effect: Effect, rule: RuleId) {
        self.events.push(Logged { effect, rule });
    }

    /// Applies an effect of the turn flow, which has no subscribers. A new turn resets the count of decisions.
    #[inline(always)]
    pub(super) fn pass_on<S: Sink>(
        &mut self,
        rules: &Ruleset,
        st: &mut State,
        sink: &mut S,
        mut effect: Effect,
    ) -> Result<(), HookError> {
        if let Err(e) = st.apply(rules, &mut effect) {
            return Err(Self::core_fault("E0006", &e.en, &e.fr));
        }
        if let Effect::TurnBegun { .. } | Effect::TurnEnded = effect {
            st.actions_before = st.actions;
        }
        if S::ON {
            sink.effect(effect, RuleId::NONE);
            if self.told_of {
                Self::tell_effect(rules, effect, RuleId::NONE);
            }
        }
        Ok(())
    }

    /// Like `emit`, but not inlined: for rare effects.
    #[inline(never)]
    pub(super) fn emit_rare<S: Sink>(
        &mut self,
        rules: &Ruleset,
        st: &mut State,
        sink: &mut S,
        effect: &mut Effect,
        rule: RuleId,
    ) -> Result<(), HookError> {
        self.emit(rules, st, sink, effect, rule)
    }
}

impl Answer {
    /// What a subscription answers to an event; the keys of
    /// [`Subscription`](crate::decl::Subscription) say what each means.
    pub(super) fn declared(&mut self, game: &Game<'_>, says: &DeclaredAnswer, event: &Event) {
        let st = game.state;
        let me = Player(st.player);
        let rule = says.rule;
        for act in &says.acts {
            match act {
                Answering::Pay(points) => self.pay(me, *points, rule),
                Answering::Push(step, times) => self.push(*step, me, times.as_slice()),
                Answering::Parts(n) => self.effect(Effect::Parts { n: *n }, rule),
                Answering::Move(neutral) => {
                    let Some(tile) = event.tile(st) else { continue };
                    let to = Place::Tile(tile);
                    self.effect(Effect::NeutralMoved { neutral: *neutral, to }, rule);
                }
                Answering::Home(whom) => {
                    for figure in event.tile(st).into_iter().flat_map(|tile| st.figures_on(tile)) {
                        if At::event(*game, event).of(whom, Thing::Figure(figure)) {
                            self.send_home(figure, rule);
                        }
                    }
                }
                Answering::Points(each) if event.node.is_some() => {
                    let n = match &each.tag {
                        Some(lanes) => game.tag_of(event.node, lanes),
                        None => st.feature(event.node).tiles as i32,
                    };
                    self.add(rule, each.unit, n, each.rate);
                }
                Answering::Waits => self.verdict(false, rule),
                // There is nothing to do it to.
                Answering::Points(_) => {}
            }
        }
    }
}
