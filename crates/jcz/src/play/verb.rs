//! Messages that choose a verb of an expansion.

use std::collections::BTreeSet;
use std::ops::Range;

use bastide_core::ids::FigureId;
use bastide_core::{Action, Place};

use super::super::aim;
use super::super::conventions;
use super::super::file::{Message, Reading};
use super::super::json::Node;
use super::super::offer::{Aim, Offer, Offered};
use super::super::place;
use super::{Done, Fit, Play};
use bastide_content::manifest::jcz::Verb;

impl Play<'_> {
    /// What a message is aimed at, in our names. A figure that somebody holds is the one of that holder: who is
    /// paid depends on him, so it is a fault if nothing says which is meant.
    fn known(&self, aim: Aim, words: &[&Verb], span: &Range<usize>) -> Done<Aim> {
        let (game, names) = (self.game(), &self.table.words);
        let (id, at) = match aim {
            Aim::Part(at) => return Ok(Aim::Part(place::known_as(game, names, &at))),
            Aim::Figure(id, at) => (id, at),
            other => return Ok(other),
        };
        if let Some(at) = at {
            return Ok(Aim::Figure(id, Some(place::known_as(game, names, &at))));
        }
        let figure = self.now.names.figure(&id);
        if let Some(Place::Held(by)) = figure.map(|f| self.now.state.figure_place(f)) {
            return Ok(Aim::Held(id, by));
        }
        let aim = Aim::Figure(id.clone(), None);
        let offers = self.offers();
        let holders = offers.iter().filter_map(|offer| match &offer.what {
            Offered::Verb { word, aim: found @ Aim::Held(_, by) }
                if words.contains(word) && aim::meets(&aim, found) =>
            {
                Some(by.0)
            }
            _ => None,
        });
        if holders.collect::<BTreeSet<u8>>().len() > 1 {
            return Err(self.fault(
                "J0109",
                span,
                format!("several players hold a figure like `{id}`: nothing says whose is meant"),
                format!("plusieurs joueurs détiennent une figurine comme `{id}` : rien ne dit laquelle est visée"),
            ));
        }
        Ok(aim)
    }

    /// Handles a message for a verb of an expansion. Returns whether it can be undone.
    pub(super) fn verb(&mut self, message: &Message) -> Done<bool> {
        let said = |key: &str| message.payload.get(key).and_then(Node::text);
        let mine = |(_, word): &(&String, &Verb)| {
            word.message == message.kind
                && word.payload.iter().all(|(key, text)| said(key) == Some(text))
        };
        let table = self.table;
        let (names, words): (Vec<_>, Vec<_>) = table.words.verbs.iter().filter(mine).unzip();
        if words.is_empty() {
            let kind = &message.kind;
            return Err(self.fault(
                "J0105",
                &message.span,
                format!("no expansion in play knows the message {kind}"),
                format!("aucune extension de la partie ne connaît le message {kind}"),
            ));
        }
        let met = conventions::chosen(&table.words, &names, &self.phase_there(&message.span)?);
        self.now.met.extend(met);
        if words.iter().any(|word| word.number.is_some() || word.nth.is_some()) {
            self.numbered(&words, message)?;
            return Ok(words.iter().all(|word| word.undo));
        }
        let aim = aim::read(&Reading { file: &self.saved.file }, message).map_err(|f| vec![*f])?;
        let said = aim.clone();
        let aim = self.known(aim, &words, &message.span)?;
        let fits = |o: &Offer<'_>| match &o.what {
            Offered::Verb { word, aim: found } if words.contains(word) => {
                Fit::of(aim::is(&said, found), aim::meets(&aim, found))
            }
            _ => Fit::No,
        };
        let Some((action, _)) = self.choose(&fits, false, message)? else {
            return Err(self.not_now(message));
        };
        if let (Aim::Figure(id, _) | Aim::Held(id, _), Action::Invoke { target, .. }) =
            (&aim, action)
        {
            self.now.names.exchange(FigureId(target as u16), id);
        }
        let phase = words.iter().find_map(|word| word.phase.clone());
        self.now.phase = phase;
        Ok(words.iter().all(|word| word.undo))
    }
}
