//! Answering for chance, and waiting for the messages that bring its numbers.

use std::ops::Range;

use bastide_core::ids::Player;

use super::super::draws;
use super::super::file::Message;
use super::{Done, Now, Play, drawn};

/// A message for which the other engine waits between two decisions of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Wait {
    /// Possible messages, of which one follows.
    pub(in super::super) messages: Vec<String>,
    /// Phase in which it waits.
    pub(in super::super) phase: String,
}

impl Wait {
    /// Whether a message is one of those.
    pub(in super::super) fn is(&self, kind: &str) -> bool {
        self.messages.iter().any(|message| message == kind)
    }
}

impl Play<'_> {
    /// Goes past what may be done at any time to the step of chance that a message rolls.
    pub(super) fn awaited(&mut self, message: &Message) -> Done<()> {
        let mut rolls = self.table.words.chance.values();
        if self.now.wait.is_some() || !rolls.any(|chance| chance.messages.contains(&message.kind)) {
            return Ok(());
        }
        let before = self.now.clone();
        self.past_asides(&message.span)?;
        self.chance(&message.span, false)?;
        if !self.now.wait.as_ref().is_some_and(|wait| wait.is(&message.kind)) {
            self.now = before;
        }
        Ok(())
    }

    /// Answers for chance as long as it is asked, and the other engine waits for no message. A step of an expansion
    /// is rolled with a number that the last message brought (`fresh`), or waits for the message that brings one.
    pub(super) fn chance(&mut self, span: &Range<usize>, fresh: bool) -> Done<()> {
        while self.now.wait.is_none()
            && !self.now.state.is_over()
            && self.now.decision.actor == Player::CHANCE
        {
            let draws = self.now.decision.options.iter().filter_map(|c| c.action());
            let picked = if draws.into_iter().any(|action| drawn(action).is_some()) {
                draws::pick(self.saved, self.table, &mut self.now, span)?
            } else {
                let step = self.table.rules.ruleset.step_name(self.now.decision.step);
                let unknown = |now: &Now| draws::unknown(self.saved, self.table, now, span);
                let Some(chance) = self.table.words.chance.get(&step) else {
                    return Err(vec![unknown(&self.now)]);
                };
                // Version 4 has no message for it: the number that stands is used.
                if !chance.messages.is_empty() && !fresh && self.saved.old.is_none() {
                    let (messages, phase) = (chance.messages.clone(), chance.phase.clone());
                    self.now.wait = Some(Wait { messages, phase: phase.unwrap_or(step) });
                    break;
                }
                let picked = draws::roll(&mut self.now, chance);
                picked.ok_or_else(|| vec![unknown(&self.now)])?
            };
            self.apply(picked, span)?;
        }
        Ok(())
    }
}
