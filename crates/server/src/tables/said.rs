//! What the shelf has of a table, so that only what is new has to be written.

use std::sync::Arc;

use bastide::Setup;
use bastide::core::ids::Player;
use bastide_store::{Change, Kept};
use bastide_table::{Phase, Room};

use super::shelf;

/// Latest stored state of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    about: String,
    /// Rules named in the record's header, or `None` without a record.
    setup: Option<Arc<Setup>>,
    /// Actions, each with the number of lines up to its end.
    actions: Vec<(Player, String, usize)>,
    /// Lines of the header.
    head: usize,
}

impl Said {
    /// Returns the stored state of a table from the shelf. The record is written again if it would differ now.
    pub(super) fn of(room: &Room, kept: Kept) -> Self {
        let mut said = Self::default();
        if let Some((now, news)) = said.change("", room) {
            said.takes(news);
            if now.lines != kept.lines {
                said.setup = None;
            }
        }
        said.about = kept.about;
        said
    }

    /// Returns the change to write, or `None` if there is none.
    pub(super) fn change(&self, name: &str, room: &Room) -> Option<(Change, News)> {
        let about = room.about();
        let game = room.game();
        let setup = game.map(|game| Arc::clone(&game.rules().setup));
        let entries = game.map_or(&[][..], |game| game.entries());
        // The same rules and actions give the same lines.
        let same_rules = match (&self.setup, &setup) {
            (Some(before), Some(now)) => Arc::ptr_eq(before, now),
            (None, None) => true,
            _ => false,
        };
        let pairs = self.actions.iter().zip(entries);
        let same = pairs.take_while(|(said, e)| (said.0, &said.1) == (e.actor, &e.text));
        let stay = if same_rules { same.count() } else { 0 };
        if same_rules && [self.actions.len(), entries.len()] == [stay; 2] && about == self.about {
            return None;
        }
        let head = game.filter(|_| !same_rules).map_or_else(Vec::new, |game| game.record_head());
        let head_lines = if same_rules { self.head } else { head.len() };
        let before =
            self.actions.get(..stay).and_then(<[_]>::last).map_or(head_lines, |last| last.2);
        let from = if same_rules { before } else { 0 };
        let (mut lines, mut actions) = (head, Vec::new());
        for entry in &entries[stay..] {
            lines.extend(entry.lines());
            actions.push((entry.actor, entry.text.clone(), from + lines.len()));
        }
        let (at, over) = (shelf::now().as_secs(), room.phase() == Phase::Over);
        let (room, copy) = (name.to_owned(), about.clone());
        let change = Change { room, about: copy, stay: from, lines, at, over };
        Some((change, News { about, setup, head: head_lines, stay, actions }))
    }

    /// Records that a change was written.
    pub(super) fn takes(&mut self, news: News) {
        let News { about, setup, head, stay, actions } = news;
        (self.about, self.setup, self.head) = (about, setup, head);
        self.actions.truncate(stay);
        self.actions.extend(actions);
    }
}

/// What the shelf has of a table as soon as a change is written.
#[derive(Debug)]
pub(super) struct News {
    about: String,
    setup: Option<Arc<Setup>>,
    head: usize,
    stay: usize,
    actions: Vec<(Player, String, usize)>,
}
