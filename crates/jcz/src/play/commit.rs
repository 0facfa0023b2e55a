//! Messages that confirm or pass, and the way back behind a pass.

use std::ops::Range;

use bastide_core::{Action, step};

use super::super::file::Message;
use super::super::offer;
use super::{COMMIT, Done, Now, Play};

impl Play<'_> {
    /// Confirms the action, or what an expansion lets be confirmed.
    pub(super) fn commit(&mut self, message: &Message) -> Done<()> {
        self.past_asides(&message.span)?;
        if self.now.again && self.is_action() {
            // Older ones stay at the confirmation when it is paid there: what was passed remains so.
            self.apply(Action::Pass, &message.span)?;
            self.past_second(&message.span)?;
            self.past_asides(&message.span)?;
        }
        match self.confirmation() {
            Some(action) => {
                self.now.again = false;
                self.act(action, message).map(|_| ())
            }
            None if self.table.words.verbs.values().any(|word| word.message == COMMIT) => {
                self.verb(message)?;
                self.confirmed(&message.span)
            }
            None => Err(self.not_now(message)),
        }
    }

    /// Holds that the game is over.
    pub(super) fn over(&mut self, message: &Message) -> Done<()> {
        self.past_asides(&message.span)?;
        if self.now.state.is_over() { Ok(()) } else { Err(self.not_now(message)) }
    }

    /// The confirmation before the scoring, if it is asked for.
    fn confirmation(&self) -> Option<Action> {
        let mut options = self.now.decision.options.iter().filter_map(|c| c.action());
        options.find(|action| offer::is_commit(self.table, *action))
    }

    /// A COMMIT that confirms something else confirms the action with it: that engine stays committed until the next message,
    /// and its confirmation before the scoring does not ask then.
    fn confirmed(&mut self, span: &Range<usize>) -> Done<()> {
        let (asked, ahead) = self.ahead(span, Self::confirmation)?;
        if let Some(action) = asked {
            self.now = Now { again: false, ..ahead };
            self.apply(action, span)?;
        }
        Ok(())
    }

    /// What `look` finds past what may be done at any time, and the game there; it stays where it is.
    fn ahead<T>(&mut self, span: &Range<usize>, look: fn(&Self) -> T) -> Done<(T, Now)> {
        let here = self.now.clone();
        let passed = self.past_asides(span);
        let found = look(self);
        let there = std::mem::replace(&mut self.now, here);
        passed.map(|()| (found, there))
    }

    /// Declines what is offered; in the turn's own action, the second one with it.
    pub(super) fn pass(&mut self, message: &Message) -> Done<()> {
        self.past_asides(&message.span)?;
        if self.now.state.is_over() || !offer::can_pass(&self.now.decision) {
            return Err(self.not_now(message));
        }
        let before = self.is_action().then(|| Box::new(self.now.clone()));
        self.act(Action::Pass, message)?;
        if before.is_some() {
            self.past_second(&message.span)?;
        }
        self.now.passed = before;
        Ok(())
    }

    /// Whether the turn's own action is asked for.
    fn is_action(&self) -> bool {
        !self.now.state.is_over() && offer::is_step(&self.now.decision, step::ACTION)
    }

    /// Passes the second action.
    fn past_second(&mut self, span: &Range<usize>) -> Done<()> {
        while !self.now.state.is_over()
            && offer::is_step(&self.now.decision, step::SECOND_ACTION)
            && offer::can_pass(&self.now.decision)
        {
            self.apply(Action::Pass, span)?;
        }
        Ok(())
    }

    /// A message that opens the action again where that engine waits for the confirmation goes back behind the pass, so that what
    /// follows is the one action of the turn.
    pub(super) fn reopened(&mut self, message: &Message, passed: Option<Box<Now>>) -> Done<()> {
        let mut words = self.table.words.verbs.values();
        let Some(passed) = passed else { return Ok(()) };
        if !words.any(|word| word.reopens && word.message == message.kind) {
            return Ok(());
        }
        let (asked, _) = self.ahead(&message.span, Self::confirmation)?;
        if asked.is_some() {
            self.now = Now { again: true, random: self.now.random, ..*passed };
        }
        Ok(())
    }

    /// Returns the phase of the other engine. A second action that only lists options of any time does not exist
    /// there.
    pub(super) fn phase_there(&mut self, span: &Range<usize>) -> Done<String> {
        if self.now.state.is_over() || !offer::is_step(&self.now.decision, step::SECOND_ACTION) {
            return Ok(self.phase());
        }
        self.ahead(span, Self::phase).map(|(phase, _)| phase)
    }

    /// Records that a player who had passed has no second action there after the reopened one.
    pub(super) fn one_action(&mut self, span: &Range<usize>) -> Done<()> {
        if self.now.again { self.past_second(span) } else { Ok(()) }
    }
}
