//! Messages that say with a number which tile of a row is meant, or how much is offered.

use std::ops::Range;

use bastide_content::manifest::jcz::Nth;
use bastide_core::Action;
use bastide_core::ids::{TileTypeId, VerbId};

use super::super::file::Message;
use super::super::json::Node;
use super::{Done, Play};

/// More than anybody can offer.
const MOST: i64 = 1 << 20;

impl Play<'_> {
    /// Chooses verbs with the numbers of a message: one that is asked for, and what the same player is asked for next, as far as
    /// the message says that too.
    pub(super) fn numbered(&mut self, names: &[&String], message: &Message) -> Done<()> {
        let actor = self.now.decision.actor;
        let mut chosen: Vec<VerbId> = Vec::new();
        while self.now.decision.actor == actor && !self.now.state.is_over() {
            let Some((verb, target)) = self.asked(names, &chosen, message) else { break };
            self.act(Action::Invoke { verb, target }, message)?;
            chosen.push(verb);
        }
        if chosen.is_empty() { Err(self.not_now(message)) } else { Ok(()) }
    }

    /// The verb that is asked for and was not chosen yet, and what the message chooses it with.
    fn asked(
        &mut self,
        names: &[&String],
        chosen: &[VerbId],
        message: &Message,
    ) -> Option<(VerbId, u32)> {
        let options = self.now.decision.options.iter();
        let asked = options.filter_map(|choice| verb(choice.action()?)).find(|verb| {
            let name = self.verb_name(*verb);
            !chosen.contains(verb) && names.iter().any(|known| **known == name)
        })?;
        let word = self.table.words.verbs.get(&self.verb_name(asked))?;
        let said = |key: &str| {
            let number = message.payload.get(key).and_then(|node: &Node| node.int(0..=MOST))?;
            u32::try_from(number).ok()
        };
        let target = match (&word.nth, &word.number) {
            (Some(nth), _) => self.lot(nth, said(&nth.key)?)?,
            (None, Some(key)) => said(key)?,
            (None, None) => return None,
        };
        Some((asked, target))
    }

    fn verb_name(&self, verb: VerbId) -> String {
        let rules = &self.table.rules.ruleset;
        rules.verbs.get(verb.index()).map_or_else(String::new, |found| {
            format!("{}/{}", rules.expansions[found.expansion.index()].id, found.decl.name)
        })
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
            let options = &self.now.decision.options;
            let only = options.first().filter(|_| options.len() == 1);
            let Some(action) = only.and_then(|only| only.action()) else { return Ok(()) };
            let word = verb(action).and_then(|v| self.table.words.verbs.get(&self.verb_name(v)));
            if !word.is_some_and(|word| word.alone) {
                return Ok(());
            }
            self.apply(action, span)?;
            self.chance(span, false)?;
        }
        Ok(())
    }
}

fn verb(action: Action) -> Option<VerbId> {
    if let Action::Invoke { verb, .. } = action { Some(verb) } else { None }
}
