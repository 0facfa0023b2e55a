//! Messages at the table beside the game: phrases, and notices of the table itself.

use bastide::core::Words;

use super::wish::not_here;
use super::{Answer, Room};
use crate::phrase::{Phrase, Spoken};
use crate::seats::Viewer;

/// Milliseconds between two phrases of a seat.
pub const PHRASE_MS: u64 = 2000;
/// Phrases and notes that are kept.
const KEPT_MAX: usize = 12;

impl Room {
    pub(super) fn say(&mut self, viewer: Viewer, phrase: Phrase) -> Answer {
        if !self.policy.phrases {
            return not_here();
        }
        let clock = self.clock;
        let Some(seat) = self.seats.get_mut(viewer.seat.index()) else {
            return Answer::no(
                "key",
                "you look on: take a seat first",
                "vous regardez : prenez d'abord une place",
            );
        };
        if seat.spoke.is_some_and(|at| clock < at + PHRASE_MS) {
            return Answer::no("soon", "wait a moment", "attendez un instant");
        }
        seat.spoke = Some(clock);
        self.told += 1;
        self.spoken.push_back(Spoken { id: self.told, seat: viewer.seat.0, phrase });
        if self.spoken.len() > KEPT_MAX {
            self.spoken.pop_front();
        }
        self.changed()
    }

    /// The table tells something that everybody should know.
    pub(super) fn note(&mut self, words: Words) {
        self.told += 1;
        self.notes.push_back((self.told, words));
        if self.notes.len() > KEPT_MAX {
            self.notes.pop_front();
        }
    }
}
