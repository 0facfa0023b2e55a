//! Settling: effects first in, first out; each offered to its subscribers; then the pushed steps.

use std::sync::Arc;

use super::{HookError, Host, REACTION};
use crate::apply::Impossible;
use crate::effect::{Effect, Logged, Place, Sink};
use crate::fault::Fault;
use crate::game::Game;
use crate::hooks::{Event, Hook, answers};
use crate::ids::{FigureId, NeutralId, Player, RuleId, SegmentId, TileId};
use crate::limits::{EFFECTS_PER_ACTION_MAX, WAVES_MAX};
use crate::ruleset::{Call, Listener, Ruleset};
use crate::state::State;

/// Builds the fault for an effect, claim or step that the handler's answer may not contain.
#[cold]
fn impossible(name: &str, why: &Impossible) -> Fault {
    Fault::new("L0210", format!("`{name}`: {}", why.en), format!("`{name}` : {}", why.fr))
}

impl Host {
    /// Takes over what a handler answered: its effects as one batch, its claims, its steps.
    pub(super) fn take_answer<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        call: Call,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut effects = std::mem::take(&mut self.answer.effects);
        for logged in &mut effects {
            self.effects += 1;
            if self.effects > EFFECTS_PER_ACTION_MAX {
                let fault = Fault::new(
                    "E0009",
                    format!("one action has more than {EFFECTS_PER_ACTION_MAX} effects"),
                    format!("une action a plus de {EFFECTS_PER_ACTION_MAX} effets"),
                );
                return Err(self.fault(rules, call, fault));
            }
            let before = parts_of(st, logged.effect);
            if let Effect::Skip { .. } = logged.effect {
                self.skips = Some(call);
            }
            let mut met = Vec::new();
            if let Effect::TileRemoved { tile, .. } = logged.effect {
                self.clear_tile(rules, st, tile, logged.rule, sink)?;
                met = st.met_around(rules, tile);
            }
            let in_time = st.in_time(rules, &logged.effect);
            if let Err(e) = in_time.and_then(|()| st.apply(rules, &mut logged.effect)) {
                self.failed = Some(logged.effect);
                let fault = impossible(logged.effect.name(), &e);
                return Err(self.fault(rules, call, fault));
            }
            self.report(rules, st, sink, logged.effect, logged.rule);
            for effect in st.fallen_apart(&met) {
                self.report(rules, st, sink, effect, logged.rule);
            }
            if let Some((a, b)) = before {
                let joined = matches!(logged.effect, Effect::Linked { .. });
                let effect =
                    if joined { Effect::Joined { node: a } } else { Effect::Split { a, b } };
                if joined || st.root(a) != st.root(b) {
                    self.report(rules, st, sink, effect, logged.rule);
                }
            }
        }
        // Turns given together are played first given, first played.
        for logged in effects.iter().rev() {
            if let Effect::Turn { player } = logged.effect {
                st.push_turn(player).map_err(|e| self.fault(rules, call, e.0.fault))?;
                self.pass_on(rules, st, sink, Effect::Interrupted { player })?;
            }
        }
        effects.clear();
        self.answer.effects = effects;
        if let Err((name, why)) = st.steps_in_time(&self.answer.steps) {
            return Err(self.fault(rules, call, impossible(name, &why)));
        }
        self.pushed.append(&mut self.answer.steps);
        if !self.answer.claims.is_empty() {
            let claims = std::mem::take(&mut self.answer.claims);
            let bonus = std::mem::take(&mut self.answer.bonus);
            let majority = std::mem::take(&mut self.answer.by_majority);
            self.score_claims(rules, st, &claims, &majority, &bonus, sink)?;
            self.answer.claims = claims;
            self.answer.claims.clear();
        }
        Ok(())
    }

    /// Returns the figures on a tile that will be removed, and takes neutral figures off the board.
    fn clear_tile<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        tile: TileId,
        rule: RuleId,
        sink: &mut S,
    ) -> Result<(), HookError> {
        if !st.lies(tile) {
            return Ok(());
        }
        let corners = Game::new(rules, st).figures_at_corners(tile);
        let standing: Vec<FigureId> = st.figures_on(tile).chain(corners).collect();
        for figure in standing {
            let mut effect = Effect::Returned { figure, from: SegmentId::NONE, scored: false };
            self.emit_rare(rules, st, sink, &mut effect, rule)?;
        }
        let neutrals = (0..st.neutrals.len() as u8).map(NeutralId);
        let here = |n: &NeutralId| Game::new(rules, st).neutral_tile(*n) == Some(tile);
        let here: Vec<NeutralId> = neutrals.filter(here).collect();
        for neutral in here {
            let mut effect = Effect::NeutralMoved { neutral, to: Place::Supply };
            self.emit_rare(rules, st, sink, &mut effect, rule)?;
        }
        Ok(())
    }

    /// Returns the next effect with subscribers, first in, first out.
    #[inline]
    fn next_event(&mut self) -> Option<Logged> {
        let next = self.events.get(self.told).copied();
        self.told += 1;
        if next.is_none() {
            self.events.clear();
            self.told = 0;
        }
        next
    }

    /// Settles the effects so far, without `on.settled` and without putting steps on the agenda.
    #[inline]
    pub(super) fn settle_effects<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        while let Some(logged) = self.next_event() {
            let subs = &rules.asked.on[logged.effect.kind() as usize];
            let who = rules.hot.who_hears(st, logged.effect);
            let moved = match logged.effect {
                Effect::NeutralMoved { neutral, to: Place::Tile(_) } => neutral,
                _ => NeutralId::NONE,
            };
            let told = |i: usize| who >> i.min(63) & 1 != 0;
            // Skip most subscribers with checks on data that is close together in memory.
            let may = |(i, sub): (usize, &Listener)| {
                told(i) && sub.may_hold(st) && (!moved.is_some() || sub.is_there(st, moved))
            };
            debug_assert!(
                subs.iter().enumerate().all(|one| may(one)
                    || !self.asks(rules, st, one.1, &Event::of(st, logged.effect, logged.rule))),
                "whoever is passed over before an event is made would not be asked"
            );
            let Some(first) = subs.iter().enumerate().position(may) else {
                if self.tells::<S>() {
                    self.tell_unheard(rules, st, logged.effect, logged.rule);
                }
                continue;
            };
            let event = Event::of(st, logged.effect, logged.rule);
            if self.tells::<S>() {
                self.tell_passed(rules, st, &subs[..first], &event);
            }
            for (i, sub) in subs.iter().enumerate().skip(first) {
                if told(i) && self.matches(rules, st, sub, &event) {
                    self.ask(rules, st, sub, &event, REACTION)?;
                    self.take_answer(rules, st, sub.call, sink)?;
                } else if self.tells::<S>() {
                    self.tell_passed(rules, st, std::slice::from_ref(sub), &event);
                }
            }
        }
        Ok(())
    }

    /// Settles everything; then the pushed steps go onto the agenda as a block, first pushed on top.
    #[inline(always)]
    pub(super) fn settle<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        if !self.events.is_empty() {
            self.settle_effects(rules, st, sink)?;
        }
        if !rules.asked.settled.is_empty() {
            self.on_settled(rules, st, sink)?;
        }
        if self.pushed.is_empty() { Ok(()) } else { self.put_pushed(rules, st) }
    }

    #[inline(never)]
    fn put_pushed(&mut self, rules: &Ruleset, st: &mut State) -> Result<(), HookError> {
        let mut steps = self.pushed.drain(..).rev();
        let put = steps.try_for_each(|push| {
            let args = &push.args[..push.nargs as usize];
            st.push_frame(rules.replacement(push.code), Player(push.actor), args)
        });
        drop(steps);
        put.map_err(|e| self.blamed(rules, self.called, e.0.fault))
    }

    #[inline(never)]
    fn on_settled<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut last = None;
        for _ in 0..WAVES_MAX {
            let mut quiet = true;
            for sub in &rules.asked.settled {
                let event = Event::new(Hook::OnSettled);
                if !self.matches(rules, st, sub, &event) {
                    if self.tells::<S>() {
                        self.tell_passed(rules, st, std::slice::from_ref(sub), &event);
                    }
                    continue;
                }
                self.call(rules, st, sub.call, &event, answers::EFFECTS)?;
                if !self.answer.effects.is_empty() || !self.answer.steps.is_empty() {
                    quiet = false;
                    last = Some(sub.call);
                    self.take_answer(rules, st, sub.call, sink)?;
                    self.settle_effects(rules, st, sink)?;
                }
            }
            if quiet {
                return Ok(());
            }
        }
        let fault = Fault::new(
            "E0010",
            format!("`on.settled` has answered {WAVES_MAX} times and does not come to rest"),
            format!("`on.settled` a répondu {WAVES_MAX} fois et ne s'arrête pas"),
        );
        Err(self.blamed(rules, last, fault))
    }
}

/// The segments between which an effect makes or cuts a connection.
fn parts_of(st: &State, effect: Effect) -> Option<(SegmentId, SegmentId)> {
    match effect {
        Effect::Linked { a, b } if a.index() < st.nodes.len() && b.index() < st.nodes.len() => {
            (st.root(a) != st.root(b)).then_some((a, b))
        }
        Effect::Unlinked { a, b } => Some((a, b)),
        _ => None,
    }
}
