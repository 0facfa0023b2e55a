//! Messages that say with a number which tile of a row is meant, or how much is offered.

use std::ops::Range;

use bastide_content::manifest::jcz::{Nth, Verb};
use bastide_core::Action;
use bastide_core::ids::{TileTypeId, VerbId};

use super::super::file::Message;
use super::super::json::Node;
use super::super::offer::{Offer, Offered};
use super::{Done, Play};

/// More than anybody can offer.
const MOST: i64 = 1 << 20;

impl Play<'_> {
    /// Chooses verbs with the numbers of a message: one that is asked for, and what the same player is asked for next, as far as
    /// the message says that too.
    pub(super) fn numbered(&mut self, words: &[&Verb], message: &Message) -> Done<()> {
        let actor = self.now.decision.actor;
        let mut chosen: Vec<VerbId> = Vec::new();
        while self.now.decision.actor == actor && !self.now.state.is_over() {
            let Some((verb, target)) = self.asked(words, &chosen, message) else { break };
            self.act(Action::Invoke { verb, target }, message)?;
            chosen.push(verb);
        }
        if chosen.is_empty() { Err(self.not_now(message)) } else { Ok(()) }
    }

    /// The verb that is asked for and was not chosen yet, and what the message chooses it with.
    fn asked(
        &mut self,
        words: &[&Verb],
        chosen: &[VerbId],
        message: &Message,
    ) -> Option<(VerbId, u32)> {
        let (verb, word) =
            self.offers().into_iter().find_map(|offer| match (offer.action, offer.what) {
                (Action::Invoke { verb, .. }, Offered::Verb { word, .. })
                    if words.contains(&word) && !chosen.contains(&verb) =>
                {
                    Some((verb, word))
                }
                _ => None,
            })?;
        let said = |key: &str| {
            let number = message.payload.get(key).and_then(|node: &Node| node.int(0..=MOST))?;
            u32::try_from(number).ok()
        };
        let target = match (&word.nth, &word.number) {
            (Some(nth), _) => self.lot(nth, said(&nth.key)?)?,
            (None, Some(key)) => said(key)?,
            (None, None) => return None,
        };
        Some((verb, target))
    }

    /// The tile of a row that a number means. The row is as it was when the first of it was named, whatever has left it since.
    fn lot(&mut self, nth: &Nth, number: u32) -> Option<u32> {
        let pile = self.table.rules.ruleset.pile(&nth.zone)?;
        let zoned = self.now.state.zoned().filter(|(of, ..)| *of == pile);
        let row: Vec<TileTypeId> = zoned.map(|(.., tile)| tile).collect();
        if self.now.lots.iter().filter(|(_, named)| !named).count() != row.len() {
            self.now.lots = row.into_iter().map(|tile| (tile, false)).collect();
        }
        let (tile, named) = self.now.lots.get_mut(number as usize)?;
        (!std::mem::replace(named, true)).then_some(u32::from(tile.0))
    }

    /// Chooses what is no choice in the other engine, as long as nothing else can be chosen.
    pub(super) fn alone(&mut self, span: &Range<usize>) -> Done<()> {
        while self.now.wait.is_none() && !self.now.state.is_over() {
            if self.now.decision.options.len() != 1 {
                break;
            }
            let Some(Offer { action, what: Offered::Verb { word, .. } }) = self.offers().pop()
            else {
                break;
            };
            if !word.alone {
                break;
            }
            self.apply(action, span)?;
            self.chance(span, false)?;
        }
        Ok(())
    }
}
