//! Emits `tracing` events: steps and slots, handlers that are called or skipped, effects.
//!
//! Games without a log emit nothing, so playouts pay nothing: [`Sink::ON`] is known at compile time. Elsewhere one
//! flag is checked for each hook. All events are made in this file, outside the hot path. The core has no clock, so a
//! wrapper of the handlers measures time.

use super::Host;
use crate::choice::Action;
use crate::effect::{EFFECTS, Effect, Sink};
use crate::fault::Fault;
use crate::hooks::{Event, HOOKS, Hook, SLOTS, Slot};
use crate::ids::{Player, RuleId};
use crate::ruleset::{Call, Listener, Ruleset};
use crate::state::State;
use crate::step::{self, Header};
use std::sync::Arc;
use tracing::level_filters::LevelFilter;
use tracing::{Level, Span, debug, debug_span, enabled, trace, trace_span};

/// A function that is no function: the manifest declares the answer.
const DECLARED: &str = "(declared)";

impl Host {
    /// Starts tracing until [`Host::tell_no_more`], if a subscriber exists and a log is kept.
    #[inline]
    pub(super) fn tell<S: Sink>(&mut self) {
        self.told_of = S::ON && LevelFilter::current() >= LevelFilter::DEBUG;
        self.entered.told_of.set(self.told_of);
    }

    /// What happens now is looking ahead, or listing again, and not told.
    #[inline]
    pub(super) fn tell_no_more(&mut self) {
        self.told_of = false;
        self.entered.told_of.set(false);
    }

    /// Returns whether tracing is on. For playouts this is false at compile time.
    #[inline(always)]
    pub(super) fn tells<S: Sink>(&self) -> bool {
        S::ON && self.told_of
    }

    /// The turn enters a slot.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_slot(st: &State, slot: Slot) {
        let (player, turn, part) = (seat(Player(st.player)), st.turn, st.part);
        debug!(target: "bastide::step", slot = slot.name(), turn, part, player, "slot");
    }

    /// Somebody is about to be asked something.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_step(rules: &Ruleset, header: Header) {
        let actor = seat(Player(header.actor()));
        debug!(target: "bastide::step", step = rules.step_name(header.code()), actor, "step");
    }

    /// Whether somebody is asked, and between how many options.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_listed(&self, rules: &Ruleset, st: &State, header: Header, real: bool) {
        self.tell_unasked_vetoes(rules, st, header);
        let (step, options) = (rules.step_name(header.code()), self.list.len());
        if real {
            debug!(target: "bastide::step", step, options, "asked");
        } else {
            debug!(target: "bastide::step", step, options, "not asked: there is nothing to choose");
        }
    }

    /// Vetoes of places that were not even looked at, for the tile drawn is none that any of them asks for.
    fn tell_unasked_vetoes(&self, rules: &Ruleset, st: &State, header: Header) {
        let plain = header.code() == step::PLACE && rules.listing.plain.has(step::PLACE);
        let refused = rules.hot.types.get(st.drawn as usize).is_none_or(|ty| ty.refused);
        if plain && !refused && !self.list.is_empty() {
            let (actor, step) = (Player(header.actor()), header.code());
            let event = Event { actor, step, ..Event::new(Hook::PlacementVeto) };
            self.tell_passed(rules, st, &rules.asked.place_veto, &event);
        }
    }

    /// An effect has happened.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_effect(rules: &Ruleset, effect: Effect, rule: RuleId) {
        let (name, rule) = (effect.name(), rules.rule_name(rule));
        trace!(target: "bastide::effect", effect = name, rule, what = ?effect, "effect");
    }

    /// An effect concerns nobody who listens to its kind.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_unheard(&self, rules: &Ruleset, st: &State, effect: Effect, rule: RuleId) {
        let subs = &rules.asked.on[effect.kind() as usize];
        if !subs.is_empty() {
            self.tell_passed(rules, st, subs, &Event::of(st, effect, rule));
        }
    }

    /// A slot comes up: these of its subscribers are not entered.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_slot_passed(
        &self,
        rules: &Ruleset,
        st: &State,
        slot: Slot,
        (from, to): (usize, Option<usize>),
    ) {
        let subs = &rules.asked.at[slot as usize];
        let subs = subs.get(from..to.unwrap_or(subs.len())).unwrap_or_default();
        self.tell_passed(rules, st, subs, &super::slots::at_event(st, slot));
    }

    /// A hook comes up: those of its subscribers whose conditions do not hold are not entered.
    #[cold]
    #[inline(never)]
    pub(super) fn tell_passed(
        &self,
        rules: &Ruleset,
        st: &State,
        subs: &[Listener],
        event: &Event,
    ) {
        for sub in subs {
            passed(rules, sub, event, || part_failed(rules, st, sub, event, self));
        }
    }

    /// Calls a handler inside a span, which a wrapper with a clock can complete.
    #[cold]
    #[inline(never)]
    pub(super) fn answer_told(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        call: Call,
        event: &Event,
    ) -> Result<(), Fault> {
        let handler = &self.entered.handlers[call.expansion.index()];
        entered(rules, call, event)
            .in_scope(|| handler.answer(call.function, rules, st, event, &mut self.answer))
    }

    /// Lets a subscription give its declared answer inside a span.
    #[cold]
    #[inline(never)]
    pub(super) fn declare_told(
        &mut self,
        rules: &Ruleset,
        call: Call,
        event: &Event,
        declare: impl FnOnce(&mut Self),
    ) {
        entered(rules, call, event).in_scope(|| {
            declare(self);
            debug!(target: "bastide::hook", answers = self.answer.given(), "answered");
        });
    }
}

/// The span of a handler that is entered.
fn entered(rules: &Ruleset, call: Call, event: &Event) -> Span {
    debug_span!(
        target: "bastide::hook",
        "hook",
        name = hook_name(rules, event),
        expansion = rules.expansions[call.expansion.index()].id,
        function = function(rules, call),
    )
}

/// The span of a handler that is not entered although its hook came up. Why is found out only if somebody listens.
fn passed(rules: &Ruleset, sub: &Listener, event: &Event, why: impl FnOnce() -> Option<Failed>) {
    let call = sub.call;
    let span = trace_span!(
        target: "bastide::hook",
        "passed",
        name = hook_name(rules, event),
        expansion = rules.expansions[call.expansion.index()].id,
        function = function(rules, call),
    );
    span.in_scope(|| {
        if !enabled!(target: "bastide::hook", Level::TRACE) {
            return;
        }
        if let Some(Failed { key, wants, found }) = why() {
            trace!(target: "bastide::hook", key, wants, found, "not entered");
        }
    });
}

/// Name of the function that answers, or that there is none.
fn function(rules: &Ruleset, call: Call) -> &str {
    let functions = &rules.expansions[call.expansion.index()].functions;
    functions.get(call.function as usize).map_or(DECLARED, |f| f.0.as_str())
}

/// Name of a hook with its subject, as in a manifest.
#[must_use]
pub fn hook_name(rules: &Ruleset, event: &Event) -> String {
    let family = HOOKS[event.hook as usize].name;
    let subject = match event.hook {
        Hook::At => SLOTS[event.step as usize].to_owned(),
        Hook::On => EFFECTS[event.step as usize].to_owned(),
        Hook::Ask | Hook::Answer => {
            let step = rules.step_name(event.step);
            step.rsplit('/').next().map(str::to_owned).unwrap_or_default()
        }
        Hook::Do => match event.choice.action() {
            Some(Action::Invoke { verb, .. }) => rules.verbs[verb.index()].decl.name.clone(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    format!("{family}{subject}")
}

/// A seat as people count them, or chance.
fn seat(player: Player) -> String {
    if player == Player::CHANCE { "chance".to_owned() } else { (player.index() + 1).to_string() }
}

/// What does not hold.
pub(super) struct Failed {
    /// Its key in the manifest.
    pub(super) key: &'static str,
    /// The part as written.
    pub(super) wants: String,
    /// The value found.
    pub(super) found: String,
}

/// Returns the step or the first part of the condition that does not hold for an event, or `None` if all hold.
pub(super) fn part_failed(
    rules: &Ruleset,
    st: &State,
    sub: &Listener,
    event: &Event,
    host: &Host,
) -> Option<Failed> {
    let s = &rules.asked.written[sub.written as usize];
    let asks = matches!(
        event.hook,
        Hook::PlacementOffer | Hook::PlacementVeto | Hook::DeploymentOffer | Hook::DeploymentVeto
    );
    if asks && !sub.is_asked_in(event.step) {
        let found = rules.step_name(event.step);
        return Some(Failed { key: "step", wants: s.step.join(" "), found });
    }
    let at = host.at(rules, st, event);
    let (wants, found) = at.failing(sub.call.expansion, s.filter.as_ref()?)?;
    debug_assert!(
        !host.matches(rules, st, sub, event),
        "a part of the condition of `{}` is told of if and only if it fails",
        s.on
    );
    Some(Failed { key: "where", wants, found })
}
