//! Walking the agenda: turns, parts, slots.

use super::chosen::answer_event;
use super::scoring::all_is_noted;
use super::slots::end_with_handlers;
use super::{HookError, Host, REACTION};
use crate::choice::Choice;
use crate::effect::{Effect, EffectKind, Sink};
use crate::hooks::Slot;
use crate::ids::{Player, RuleId};
use crate::limits::STEPS_PER_ACTION_MAX;
use crate::ruleset::{Handled, Ruleset, Work};
use crate::state::{NONE, State};
use crate::step::{self, Header};
use std::sync::Arc;

impl Host {
    /// Runs the agenda until somebody is asked, or the game is over.
    #[inline]
    pub(super) fn advance<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        // Most often the turn goes on, and comes to a decision at once.
        let turns = st.agenda.last().is_some_and(|top| Header(*top).code() == step::TURN);
        if turns && self.turn(rules, st, sink)? {
            return Ok(());
        }
        self.run_agenda(rules, st, sink)
    }

    #[inline(never)]
    fn run_agenda<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut left = STEPS_PER_ACTION_MAX;
        while left > 0 {
            left -= 1;
            let Some(top) = st.agenda.last() else {
                return self.pass_on(rules, st, sink, Effect::Ended);
            };
            let header = Header(*top);
            if st.skip != 0 && header.code() != step::TURN && st.is_skipped(rules, header) {
                st.pop_frame(header);
                continue;
            }
            match header.code() {
                step::TURN => {
                    if self.turn(rules, st, sink)? {
                        return Ok(());
                    }
                }
                step::DRAW if !st.may_draw(header) => st.pop_frame(header),
                step::DRAW => {
                    if !self.deal(rules, st, sink)? {
                        self.ask_draw();
                        return Ok(());
                    }
                    left = STEPS_PER_ACTION_MAX;
                }
                step::PLACE | step::ACTION | step::SECOND_ACTION => {
                    if header.code() == step::PLACE && st.placed != NONE {
                        st.pop_frame(header);
                        continue;
                    }
                    if self.enter_step::<S>(rules, st, header)? || self.ask_always {
                        return Ok(());
                    }
                    if header.code() == step::PLACE && st.drawn != NONE {
                        self.unplaceable(rules, st, sink)?;
                    } else {
                        st.pop_frame(header);
                        if header.code() == step::PLACE {
                            self.stuck(rules, st, Player(header.actor()), sink)?;
                        }
                    }
                }
                step::SCORE => {
                    st.pop_frame(header);
                    self.score_wave(rules, st, header.first(), sink)?;
                }
                step::AT => self.at_slot(rules, st, header, sink)?,
                step::BEFORE_FINAL => {
                    st.pop_frame(header);
                    st.push_frame(step::FINAL, Player::NONE, &[0])?;
                    for slot in [Slot::Final, Slot::BeforeFinal] {
                        if !rules.asked.at[slot as usize].is_empty() {
                            st.push_frame(step::AT, Player(st.player), &[slot as i32, 0])?;
                        }
                    }
                }
                step::FINAL => self.final_step(rules, st, header, sink)?,
                step::KEPT => self.open(rules, st, header, sink)?,
                step::OVER => {
                    self.list.clear();
                    self.actor = Player::NONE;
                    return self.pass_on(rules, st, sink, Effect::Ended);
                }
                _ => {
                    if self.enter_step::<S>(rules, st, header)? || self.ask_always {
                        return Ok(());
                    }
                    if rules.is_sealed(header.code()) {
                        st.keep_nothing(rules, header)?;
                    } else {
                        self.unasked(rules, st, header, sink)?;
                    }
                }
            }
        }
        Err(self.undecided(rules))
    }

    /// Lists the options of the step that starts. Returns whether the step must be asked.
    #[inline(always)]
    fn enter_step<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
    ) -> Result<bool, HookError> {
        if self.tells::<S>() {
            Self::tell_step(rules, header);
        }
        let real = if self.notes_offers() {
            self.list_noted(rules, st, header)?
        } else {
            self.list_step(rules, st, header)?
        };
        if self.tells::<S>() {
            self.tell_listed(rules, st, header, real);
        }
        Ok(real)
    }

    /// Chance is to draw; what there is to draw is not listed.
    #[inline]
    fn ask_draw(&mut self) {
        self.list.clear();
        self.actor = Player::CHANCE;
        self.step = step::DRAW;
    }

    /// Skips an expansion's step whose only option is to pass, and calls its answer handler as if the player had
    /// passed.
    #[inline(never)]
    pub(super) fn unasked<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let event = answer_event(st, header, Choice::PASS);
        st.pop_frame(header);
        for &call in rules.answer_to(header.code()) {
            self.call(rules, st, call, &event, REACTION)?;
            self.take_answer(rules, st, call, sink)?;
            self.settle(rules, st, sink)?;
        }
        Ok(())
    }

    /// Nothing was drawn, and nothing else can be placed: what follows is for those who listen, who may push
    /// another placement before the turn goes on.
    #[inline(never)]
    fn stuck<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        player: Player,
        sink: &mut S,
    ) -> Result<(), HookError> {
        if rules.asked.heard.is_any(EffectKind::Stuck) {
            self.report(rules, st, sink, Effect::Stuck { player }, RuleId::NONE);
            self.settle(rules, st, sink)?;
        }
        Ok(())
    }

    /// Enters the slots of the turn one after the other until a step interrupts. Returns whether a decision is
    /// pending.
    #[inline(never)]
    pub(super) fn turn<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<bool, HookError> {
        let mut top = *st.agenda.last().expect("the turn's frame");
        if Header(top).first() == 0 {
            let player = Player(st.player);
            self.pass_on(rules, st, sink, Effect::TurnBegun { player })?;
        }
        loop {
            let here = Header(top);
            let Some(now) = rules.course.turn_slots.get(here.first() as usize) else {
                return Err(past_the_turn());
            };
            // The frame is moved on before anything runs that may push others onto it.
            top += 1;
            if st.skip & now.bit != 0 || now.after_place && st.placed == NONE {
                continue;
            }
            if self.tells::<S>() && here.nargs() < 4 {
                Self::tell_slot(st, now.slot);
            }
            // Handlers that would not be asked in this state are nobody.
            if now.handled != Handled::Never {
                let first = self.first_at(rules, st, *now);
                let again = matches!(now.slot, Slot::PartEnd | Slot::TurnEnd);
                // Those of a slot that is come back to are asked, and told of, later.
                if self.tells::<S>() && (first.is_none() || !again) && here.nargs() < 4 {
                    self.tell_slot_passed(rules, st, now.slot, (0, first));
                }
                if let Some(i) = first {
                    st.move_turn(top);
                    if !matches!(now.slot, Slot::PartEnd | Slot::TurnEnd) {
                        let me = Player(st.player);
                        if now.frame != step::AT {
                            st.agenda.push(core_frame(now.frame, me).0);
                        }
                        self.run_at(rules, st, now.slot, i, me, sink)?;
                        return Ok(false);
                    }
                    if here.nargs() < 4 {
                        end_with_handlers(st, here, now.slot)?;
                        return Ok(false);
                    }
                }
                if now.work == Work::Nothing {
                    continue;
                }
            }
            debug_assert!(
                now.work != Work::Score || all_is_noted(rules, st),
                "whoever closes the last open end of a feature notes it"
            );
            match now.work {
                Work::Draw => {
                    if st.may_draw(core_frame(now.frame, Player::CHANCE)) {
                        st.move_turn(top);
                        st.agenda.push(core_frame(now.frame, Player::CHANCE).0);
                        if !self.deal(rules, st, sink)? {
                            self.ask_draw();
                            return Ok(true);
                        }
                        if st.agenda.last() != Some(&top) {
                            return Ok(false);
                        }
                    }
                }
                // Most often nothing was closed.
                Work::Score if st.due.is_empty() && rules.asked.complete.is_empty() => {}
                Work::Score => {
                    st.move_turn(top);
                    if self.score_wave(rules, st, 0, sink)? {
                        return Ok(false);
                    }
                }
                Work::EndPart => {
                    st.move_turn(top);
                    self.part_end(rules, st, sink)?;
                    top = *st.agenda.last().expect("the turn's frame");
                }
                Work::EndTurn => {
                    st.move_turn(top);
                    self.turn_end(rules, st, here, sink)?;
                    top = *st.agenda.last().expect("a frame");
                    if Header(top).code() != step::TURN {
                        return Ok(false);
                    }
                }
                Work::Nothing => {}
                Work::Place if st.placed != NONE => {}
                Work::Place | Work::Ask => {
                    if now.idle && !st.may_interrupt(rules, st.player) && !self.ask_always {
                        continue;
                    }
                    st.move_turn(top);
                    let header = core_frame(now.frame, Player(st.player));
                    st.agenda.push(header.0);
                    if self.enter_step::<S>(rules, st, header)? || self.ask_always {
                        return Ok(true);
                    }
                    if now.work == Work::Place || now.frame >= step::OWN {
                        // What fits nowhere, or is not asked, is seen to by the agenda.
                        return Ok(false);
                    }
                    st.pop_frame(header);
                }
            }
        }
    }

    #[inline(always)]
    fn part_end<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let more = st.part < st.parts && st.placed != NONE && st.can_go_on(rules);
        let next = if more { st.part + 1 } else { 0 };
        self.pass_on(rules, st, sink, Effect::PartEnded { next })?;
        let top = Header(*st.agenda.last().expect("the turn's frame"));
        if more {
            st.set_turn_position(top, rules.course.part_start);
        } else if top.nargs() >= 4 {
            st.set_turn_position(top, rules.course.part_end + 1);
        }
        Ok(())
    }

    fn turn_end<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        sink: &mut S,
    ) -> Result<(), HookError> {
        self.pass_on(rules, st, sink, Effect::TurnEnded)?;
        let next = Player(if st.player + 1 == st.players { 0 } else { st.player + 1 });
        if header.nargs() == 1 && !st.ending && st.can_go_on(rules) {
            // By far the most common case: reuse the frame for the next player.
            *st.agenda.last_mut().expect("the turn's frame") =
                Header::new(step::TURN, next.0, 1, 0).0;
            return self.pass_on(rules, st, sink, Effect::TurnBegun { player: next });
        }
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let nargs = st.top_args(header, &mut args);
        let header = Header(*st.agenda.last().expect("the turn's frame"));
        st.pop_frame(header);
        if nargs >= 3 && args[1] != 0 {
            return self.pass_on(rules, st, sink, State::resumed([args[1], args[2]]));
        }
        if st.ending || !st.can_go_on(rules) {
            st.push_frame(step::OVER, Player::NONE, &[])?;
            return st.push_frame(step::BEFORE_FINAL, Player::NONE, &[]);
        }
        st.push_frame(step::TURN, next, &[0])?;
        self.pass_on(rules, st, sink, Effect::TurnBegun { player: next })
    }
}

/// The frame of a slot in which the core asks, or scores.
#[inline]
fn core_frame(code: u8, player: Player) -> Header {
    if code == step::DRAW {
        return Header::new(code, Player::CHANCE.0, 1, 0);
    }
    Header::new(code, player.0, 0, 0)
}

/// The turn's frame stands behind its last slot.
#[cold]
fn past_the_turn() -> HookError {
    Host::core_fault(
        "E0013",
        "the turn has come past its last slot",
        "le tour a dépassé son dernier moment",
    )
}
