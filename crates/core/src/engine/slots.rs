//! Handlers of a slot, one after the other.

use std::sync::Arc;

use super::{HookError, Host, REACTION};
use crate::effect::Sink;
use crate::hooks::{Event, Hook, Slot};
use crate::ids::{Player, TileTypeId};
use crate::ruleset::{Handled, Listener, Ruleset, TurnSlot};
use crate::state::{NONE, State};
use crate::step::{self, Header};

/// Runs the handlers of a slot whose own work the core does last: the turn's frame comes back to the
/// same slot, marked by its number of arguments.
#[inline(never)]
pub(super) fn end_with_handlers(
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

impl Host {
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
        let from = args[1] as usize;
        let next = self.next_at(rules, st, slot, from);
        if self.tells::<S>() {
            self.tell_slot_passed(rules, st, slot, (from, next));
        }
        let Some(i) = next else { return Ok(()) };
        self.run_at(rules, st, slot, i, Player(header.actor()), sink)
    }

    /// Runs the handler of a slot with this number, under a frame that comes back for the next, if there is one.
    #[inline(never)]
    pub(super) fn run_at<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        slot: Slot,
        i: usize,
        player: Player,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let subs = &rules.asked.at[slot as usize];
        if i + 1 < subs.len() {
            st.push_frame(step::AT, player, &[slot as i32, i as i32 + 1])?;
        }
        let sub = &subs[i];
        self.ask(rules, st, sub, &at_event(st, slot), REACTION)?;
        self.take_answer(rules, st, sub.call, sink)?;
        self.settle(rules, st, sink)
    }

    /// The first handler of a slot of the turn that is asked in this state.
    #[inline]
    pub(super) fn first_at(&self, rules: &Ruleset, st: &State, now: TurnSlot) -> Option<usize> {
        let asks = |tile: TileTypeId| rules.hot.types[tile.index()].slots & now.bit != 0;
        if now.handled == Handled::WithTiles && !st.placed_kind().is_some_and(asks) {
            debug_assert!(
                self.asks_nobody(
                    rules,
                    st,
                    &rules.asked.at[now.slot as usize],
                    &at_event(st, now.slot)
                ),
                "a slot is passed over if nobody asks for the tile"
            );
            return None;
        }
        self.next_at(rules, st, now.slot, 0)
    }

    /// The next handler of a slot that is asked in this state, from a number on.
    #[inline]
    pub(super) fn next_at(
        &self,
        rules: &Ruleset,
        st: &State,
        slot: Slot,
        from: usize,
    ) -> Option<usize> {
        let subs = rules.asked.at[slot as usize].get(from..)?;
        let tile = st.placed_kind();
        let there = |n| st.has_neutral(n);
        // Most slots are skipped by quick tests.
        let may = |s: &Listener| s.may_ask(tile) && s.neutral.is_none_or(there) && s.may_hold(st);
        let passed = subs.iter().position(may);
        debug_assert!(
            self.asks_nobody(rules, st, &subs[..passed.unwrap_or(subs.len())], &at_event(st, slot)),
            "handlers are passed over if they would not be asked"
        );
        self.matching_at(rules, st, slot, from + passed?)
    }

    /// Like `next_at`, for listeners that may be called.
    #[inline(never)]
    fn matching_at(&self, rules: &Ruleset, st: &State, slot: Slot, from: usize) -> Option<usize> {
        let event = at_event(st, slot);
        let matches = |sub: &Listener| self.matches(rules, st, sub, &event);
        rules.asked.at[slot as usize][from..].iter().position(matches).map(|i| from + i)
    }
}

/// What the handlers of a slot are asked about.
pub(super) fn at_event(st: &State, slot: Slot) -> Event {
    let mut event = Event::new(Hook::At);
    event.actor = Player(st.player);
    event.step = slot as u8;
    event.start = slot == Slot::Setup;
    if st.placed != NONE {
        event.tile = crate::ids::TileId(st.placed);
    }
    event
}
