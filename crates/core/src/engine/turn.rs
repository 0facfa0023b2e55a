//! Walking the agenda: turns, parts, slots.

use super::REACTION;
use super::{HookError, Host};
use crate::choice::Choice;
use crate::effect::{Effect, EffectKind, Sink};
use crate::hooks::{Event, Hook, Slot};
use crate::ids::{Player, RuleId};
use crate::limits::STEPS_PER_ACTION_MAX;
use crate::ruleset::{Ruleset, Sub, TurnSlot, Work};
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
        for _ in 0..STEPS_PER_ACTION_MAX {
            let Some(top) = st.agenda.last() else {
                st.over = true;
                return Ok(());
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
                step::DRAW => {
                    if st.may_draw(header) {
                        self.ask_draw();
                        return Ok(());
                    }
                    st.pop_frame(header);
                }
                step::PLACE | step::ACTION | step::SECOND_ACTION => {
                    if header.code() == step::PLACE && st.placed != NONE {
                        st.pop_frame(header);
                        continue;
                    }
                    if self.list_step(rules, st, header)? || self.ask_always {
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
                    if !rules.at[Slot::BeforeFinal as usize].is_empty() {
                        st.push_frame(step::AT, Player(st.player), &[Slot::BeforeFinal as i32, 0])?;
                    }
                }
                step::FINAL => self.final_step(rules, st, header, sink)?,
                step::OVER => {
                    st.over = true;
                    self.list.clear();
                    self.actor = Player::NONE;
                    return Ok(());
                }
                _ => {
                    if self.list_step(rules, st, header)? || self.ask_always {
                        return Ok(());
                    }
                    self.unasked(rules, st, header, sink)?;
                }
            }
        }
        Err(Self::core_fault(
            "E0005",
            "the agenda never comes to a decision (STEPS_PER_ACTION_MAX)",
            "l'agenda n'arrive jamais à une décision (STEPS_PER_ACTION_MAX)",
        ))
    }

    /// Chance is to draw; what there is to draw is not listed.
    #[inline]
    fn ask_draw(&mut self) {
        self.list.clear();
        self.actor = Player::CHANCE;
        self.step = step::DRAW;
    }

    /// An own step with nothing but pass is not asked; its answer handler is told of a pass.
    #[inline(never)]
    pub(super) fn unasked<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut event = Event::new(Hook::Answer);
        event.nargs = st.top_args(header, &mut event.args);
        event.actor = Player(header.actor());
        event.step = header.code();
        event.choice = Choice::PASS;
        st.pop_frame(header);
        if let Some(call) = rules.steps[(header.code() - step::OWN) as usize].answer {
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
        if rules.heard.is_any(EffectKind::Stuck) {
            self.report(rules, st, sink, Effect::Stuck { player }, RuleId::NONE);
            self.settle(rules, st, sink)?;
        }
        Ok(())
    }

    /// Enters the slots of the turn one after the other, as long as nothing comes between; whether somebody
    /// is asked now.
    #[inline(never)]
    pub(super) fn turn<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<bool, HookError> {
        let mut top = *st.agenda.last().expect("the turn's frame");
        loop {
            let here = top;
            let &TurnSlot { slot, bit, handled, after_place, idle, frame, work } =
                &rules.turn_slots[Header(here).first() as usize];
            // The frame is moved on before anything runs that may push others onto it.
            top += 1;
            *st.agenda.last_mut().expect("the turn's frame") = top;
            if st.skip & bit != 0 || after_place && st.placed == NONE {
                continue;
            }
            // Handlers that would not be asked in this state are nobody.
            if handled && let Some(i) = self.next_at(rules, st, slot, 0) {
                let ends = matches!(slot, Slot::PartEnd | Slot::TurnEnd);
                if !ends {
                    let me = Player(st.player);
                    if frame != step::AT {
                        st.agenda.push(core_frame(frame, me).0);
                    }
                    self.run_at(rules, st, slot, i, me, sink)?;
                    return Ok(false);
                }
                if Header(here).nargs() < 4 {
                    self.end_with_handlers(st, Header(here), slot)?;
                    return Ok(false);
                }
            }
            match work {
                Work::Draw => {
                    if st.may_draw(core_frame(frame, Player::CHANCE)) {
                        st.agenda.push(core_frame(frame, Player::CHANCE).0);
                        self.ask_draw();
                        return Ok(true);
                    }
                }
                // Most often nothing was closed.
                Work::Score if st.due.is_empty() && rules.complete.is_empty() => {}
                Work::Score => {
                    if self.score_wave(rules, st, 0, sink)? {
                        return Ok(false);
                    }
                }
                Work::EndPart => {
                    self.part_end(rules, st);
                    top = *st.agenda.last().expect("the turn's frame");
                }
                Work::EndTurn => {
                    self.turn_end(rules, st, Header(here))?;
                    top = *st.agenda.last().expect("a frame");
                    if (top >> 56) as u8 != step::TURN {
                        return Ok(false);
                    }
                }
                Work::Nothing => {}
                Work::Place if st.placed != NONE => {}
                Work::Place | Work::Ask => {
                    if idle && !st.may_interrupt(rules, st.player) && !self.ask_always {
                        continue;
                    }
                    let header = core_frame(frame, Player(st.player));
                    st.agenda.push(header.0);
                    if self.list_step(rules, st, header)? || self.ask_always {
                        return Ok(true);
                    }
                    if work == Work::Place || frame >= step::OWN {
                        // What fits nowhere, or is not asked, is seen to by the agenda.
                        return Ok(false);
                    }
                    st.pop_frame(header);
                }
            }
        }
    }

    /// Runs the handlers of a slot whose own work the core does last: the turn's frame comes back to the
    /// same slot, marked by its number of arguments.
    #[inline(never)]
    pub(super) fn end_with_handlers(
        &mut self,
        st: &mut State,
        header: Header,
        slot: Slot,
    ) -> Result<(), HookError> {
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        st.top_args(header, &mut args);
        // The frame has been moved on to the next slot already.
        st.pop_frame(header.with_first(header.first() + 1));
        st.push_frame(step::TURN, Player(header.actor()), &[header.first(), args[1], args[2], 1])?;
        st.push_frame(step::AT, Player(st.player), &[slot as i32, 0])
    }

    #[inline]
    pub(super) fn part_end(&mut self, rules: &Arc<Ruleset>, st: &mut State) {
        st.reset(rules, &rules.resets_part);
        let placed = st.placed != NONE;
        st.placed = NONE;
        st.drawn = NONE;
        st.skip = 0;
        st.due.truncate(st.due_from());
        st.log_part = st.log.len() as u16;
        if st.part < st.parts && placed && st.can_go_on(rules) {
            st.part += 1;
            let top = Header(*st.agenda.last().expect("the turn's frame"));
            st.set_turn_position(top, rules.part_start);
        } else {
            let top = Header(*st.agenda.last().expect("the turn's frame"));
            if top.nargs() >= 4 {
                st.set_turn_position(top, rules.part_end + 1);
            }
        }
    }

    pub(super) fn turn_end(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
    ) -> Result<(), HookError> {
        st.reset(rules, &rules.resets_turn);
        st.log.clear();
        st.log_part = 0;
        st.part = 1;
        st.parts = 1;
        st.turn += 1;
        if header.nargs() == 1 && !st.last && st.can_go_on(rules) {
            // The plain case by far: the frame serves the next player.
            st.player = if st.player + 1 == st.players { 0 } else { st.player + 1 };
            let next = Header::new(step::TURN, st.player, 1, 0);
            *st.agenda.last_mut().expect("the turn's frame") = next.0;
            return Ok(());
        }
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let nargs = st.top_args(header, &mut args);
        let header = Header(*st.agenda.last().expect("the turn's frame"));
        st.pop_frame(header);
        if nargs >= 3 && args[1] != 0 {
            st.go_on([args[1], args[2]]);
            return Ok(());
        }
        if st.last || !st.can_go_on(rules) {
            st.push_frame(step::OVER, Player::NONE, &[])?;
            return st.push_frame(step::BEFORE_FINAL, Player::NONE, &[]);
        }
        st.player = (st.player + 1) % st.players;
        st.push_frame(step::TURN, Player(st.player), &[0])
    }

    /// Runs one handler of a slot, then comes back for the next.
    #[inline(never)]
    pub(super) fn at_slot<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        st.top_args(header, &mut args);
        let slot = Slot::ALL[header.first() as usize];
        st.pop_frame(header);
        let Some(i) = self.next_at(rules, st, slot, args[1] as usize) else { return Ok(()) };
        self.run_at(rules, st, slot, i, Player(header.actor()), sink)
    }

    /// Runs the handler of a slot with this number, under a frame that comes back for the next, if there is one.
    #[inline(never)]
    fn run_at<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        slot: Slot,
        i: usize,
        player: Player,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let subs = &rules.at[slot as usize];
        if i + 1 < subs.len() {
            st.push_frame(step::AT, player, &[slot as i32, i as i32 + 1])?;
        }
        let sub = &subs[i];
        self.ask(rules, st, sub, &at_event(st, slot), REACTION)?;
        self.take_answer(rules, st, sub.call, sink)?;
        self.settle(rules, st, sink)
    }

    /// The next handler of a slot that is asked in this state, from a number on.
    #[inline]
    fn next_at(&self, rules: &Ruleset, st: &State, slot: Slot, from: usize) -> Option<usize> {
        let subs = rules.at[slot as usize].get(from..)?;
        let tile = st.placed_kind();
        let there = |n| st.has_neutral(n);
        // Most slots are passed over for what can be seen without looking closely.
        let may = |s: &Sub| s.may_ask(tile) && s.neutral.is_none_or(there) && s.may_hold(rules, st);
        let first = from + subs.iter().position(may)?;
        self.matching_at(rules, st, slot, first)
    }

    /// As `next_at`, for those who may be asked.
    #[inline(never)]
    fn matching_at(&self, rules: &Ruleset, st: &State, slot: Slot, from: usize) -> Option<usize> {
        let event = at_event(st, slot);
        let matches = |sub: &Sub| self.matches(rules, st, sub, &event);
        rules.at[slot as usize][from..].iter().position(matches).map(|i| from + i)
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

/// What the handlers of a slot are asked about.
fn at_event(st: &State, slot: Slot) -> Event {
    let mut event = Event::new(Hook::At);
    event.actor = Player(st.player);
    event.step = slot as u8;
    event.start = slot == Slot::Setup;
    if st.placed != NONE {
        event.tile = crate::ids::TileId(st.placed);
    }
    event
}
