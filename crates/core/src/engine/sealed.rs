//! Sealed steps: answers are kept until everybody who is asked has answered, then shown, then carried out.
//!
//! Above the frame of a step that was answered lies one with the answer and the number of the decision. Such pairs lie below those who are still to
//! answer, first asked on top; when one of them comes up, nobody is left to ask.

use super::ask::is_free;
use super::{HookError, Host};
use crate::choice::Choice;
use crate::effect::{Effect, Sink};
use crate::ids::{Player, RuleId};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::step::{self, Header};
use std::sync::Arc;

/// All may see the answer.
const SHOWN: i32 = 1;
/// There was nothing to choose.
const UNASKED: i32 = 2;

impl Ruleset {
    /// Whether a step is one whose answers are kept until all have answered.
    #[must_use]
    pub fn is_sealed(&self, code: u8) -> bool {
        let own = code.checked_sub(step::OWN).and_then(|n| self.steps.get(usize::from(n)));
        own.is_some_and(|step| step.decl.sealed)
    }
}

impl Host {
    /// Stores the answer to the top step if the step is sealed. Returns whether it did. A free option is not stored:
    /// all see it, and the step is asked again.
    pub(super) fn keep(
        &mut self,
        rules: &Ruleset,
        st: &mut State,
        header: Header,
        choice: Choice,
    ) -> Result<bool, HookError> {
        if is_free(rules, &self.offers, choice) {
            return Ok(false);
        }
        st.keep(rules, header, choice, 0)?;
        Ok(true)
    }

    /// An answer that was kept comes up: all are shown, and then this one is carried out.
    #[inline(never)]
    pub(super) fn open<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        sink: &mut S,
    ) -> Result<(), HookError> {
        if header.first() & SHOWN == 0 {
            for player in st.show_kept() {
                self.report(rules, st, sink, Effect::Revealed { player }, RuleId::NONE);
            }
            return self.settle(rules, st, sink);
        }
        let choice = st.kept_choice(header, st.agenda.len() - 1);
        st.pop_frame(header);
        let asked = Header(*st.agenda.last().expect("the frame of the step"));
        // What others answered may have taken away what was chosen.
        let offered = header.first() & UNASKED == 0 && self.list_step(rules, st, asked)?;
        let found = self.list.iter().position(|option| offered && option.takes(choice));
        let Some(i) = found else { return self.unasked(rules, st, asked, sink) };
        self.narrow_to(i, choice);
        let choice = self.list.get(i).unwrap_or(choice);
        self.do_chosen(rules, st, asked, choice, sink)?;
        self.settle(rules, st, sink)
    }
}

impl State {
    /// Puts the frame on top and an answer to it below all who are still to answer.
    fn keep(
        &mut self,
        rules: &Ruleset,
        header: Header,
        choice: Choice,
        flags: i32,
    ) -> Result<(), HookError> {
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let n = usize::from(self.top_args(header, &mut args));
        let from = self.agenda.len() - 1 - header.extra();
        let mut kept: Vec<u64> = self.agenda.split_off(from);
        kept.extend([u64::from(self.actions), choice.0]);
        kept.push(Header::new(step::KEPT, header.actor(), 4, flags).0);
        let own = &rules.steps[usize::from(header.code() - step::OWN)];
        if own.decl.rounds {
            self.ask_next(header, &mut args[..n])?;
        }
        let mut at = self.agenda.len();
        while let Some(top) = at.checked_sub(1) {
            let below = Header(self.agenda[top]);
            let same = below.code() == header.code() || is_hidden(below);
            if !same {
                break;
            }
            at = top - below.extra();
        }
        self.agenda.splice(at..at, kept);
        Ok(())
    }

    /// As an answer, that there was nothing to choose.
    pub(super) fn keep_nothing(
        &mut self,
        rules: &Ruleset,
        header: Header,
    ) -> Result<(), HookError> {
        self.keep(rules, header, Choice::PASS, UNASKED)
    }

    /// Reveals all stored answers on top of the agenda. Returns their players in the order of asking.
    fn show_kept(&mut self) -> Vec<Player> {
        let (mut at, mut shown) = (self.agenda.len(), Vec::new());
        while let Some(top) = at.checked_sub(1) {
            let kept = Header(self.agenda[top]);
            if !is_hidden(kept) {
                break;
            }
            self.agenda[top] = kept.with_first(kept.first() | SHOWN).0;
            shown.push(Player(kept.actor()));
            at = self.below_kept(kept, top);
        }
        shown
    }

    /// Where the frames below a kept answer and its step end.
    fn below_kept(&self, kept: Header, top: usize) -> usize {
        let step = top - 1 - kept.extra();
        step - Header(self.agenda[step]).extra()
    }

    fn kept_choice(&self, kept: Header, top: usize) -> Choice {
        debug_assert_eq!(
            kept.extra(),
            2,
            "the choice is one word, below it the number of the decision"
        );
        Choice(self.agenda[top - 1])
    }

    /// Every answer that nobody but its player may see yet: whose, and how many decisions ago it was given, 0 = the last.
    pub fn sealed(&self) -> impl Iterator<Item = (Player, usize)> + '_ {
        let ago =
            |top: usize| u64::from(self.actions).saturating_sub(self.agenda[top - 2]) as usize;
        self.hidden_answers().map(move |(top, kept)| (Player(kept.actor()), ago(top)))
    }

    /// Places of the frames with answers that are not shown yet, from the top.
    fn hidden_answers(&self) -> impl Iterator<Item = (usize, Header)> + '_ {
        let mut at = self.agenda.len();
        std::iter::from_fn(move || {
            while let Some(top) = at.checked_sub(1) {
                let header = Header(self.agenda[top]);
                at = top - header.extra();
                if is_hidden(header) {
                    return Some((top, header));
                }
            }
            None
        })
    }

    /// Takes away what others have answered and a seat does not see: to it, they are still to be asked.
    pub(crate) fn forget_sealed(&mut self, seat: Player) {
        let of_others = |(_, kept): &(usize, Header)| Player(kept.actor()) != seat;
        let all: Vec<usize> = self.hidden_answers().filter(of_others).map(|(top, _)| top).collect();
        for top in all {
            self.agenda.drain(top - 2..=top);
        }
    }

    /// Whether a seat may not see some answer.
    pub(crate) fn is_sealed_for(&self, seat: Player) -> bool {
        self.hidden_answers().any(|(_, kept)| Player(kept.actor()) != seat)
    }
}

/// Whether a frame is an answer that is not shown yet.
fn is_hidden(header: Header) -> bool {
    header.code() == step::KEPT && header.first() & SHOWN == 0
}
