//! A table as it is at one moment, to be looked at away from it: looking back at a long game takes a while, and the table goes on.

use std::sync::Arc;

use bastide::core::ids::Player;
use bastide::core::{Fault, Words};
use bastide::game::Play;
use bastide::{Config, Game, Library, Rules};
use bastide_draw::Look;

use super::{Room, Wish};
use crate::key::{Key, Seal};
use crate::phrase::Spoken;
use crate::policy::Policy;
use crate::seats::Seat;
use crate::wrong::Wrong;

/// A table without an engine: plain data, which goes to another thread and is a [`Room`] there.
#[derive(Clone, Debug)]
pub struct Sight {
    library: Arc<Library>,
    config: Config,
    look: Arc<Look>,
    rules: Rules,
    names: Vec<Words>,
    keys: (Seal, Seal),
    seats: Vec<Seat>,
    play: Option<Play>,
    policy: Policy,
    pictures: Option<Key>,
    clock: u64,
    wish: Option<Wish>,
    spoken: Vec<Spoken>,
    notes: Vec<(u64, Words)>,
    next: Option<String>,
    faults: Vec<Wrong>,
    trouble: Option<Words>,
    held: Option<Player>,
    counts: [u64; 2],
    came_to: usize,
}

impl Room {
    /// The table as it is now, to be looked at elsewhere.
    #[must_use]
    pub fn sight(&self) -> Sight {
        Sight {
            library: Arc::clone(&self.library),
            config: self.config.clone(),
            look: Arc::clone(&self.look),
            rules: self.rules.clone(),
            names: self.names.clone(),
            keys: (self.host, self.invite),
            seats: self.seats.clone(),
            play: self.game.as_ref().map(|game| Play::clone(game)),
            policy: self.policy,
            pictures: self.pictures,
            clock: self.clock,
            wish: self.wish.clone(),
            spoken: self.spoken.iter().copied().collect(),
            notes: self.notes.iter().cloned().collect(),
            next: self.next.clone(),
            faults: self.faults.clone(),
            trouble: self.trouble.clone(),
            held: self.held,
            counts: [self.version, self.course],
            came_to: self.came_to,
        }
    }
}

impl Sight {
    /// The table, here; with the engines and pictures of the same table as it was looked at before, if it was.
    ///
    /// # Errors
    ///
    /// Scripts that do not load.
    pub fn room(self, before: Option<Room>) -> Result<Room, Vec<Fault>> {
        let Self { library, config, look, rules, names, keys, seats, play, .. } = self;
        let same = |before: &Room| {
            let ruleset = play.as_ref().map(|play| &play.rules().ruleset);
            let own = before.game.as_ref().map(|game| &game.rules().ruleset);
            ruleset.zip(own).is_some_and(|(a, b)| Arc::ptr_eq(a, b))
                && before.course == self.counts[1]
        };
        let mut before = before.filter(same);
        let game = match (play, before.as_mut().and_then(|before| before.game.take())) {
            (Some(play), Some(game)) => Some(game.going_on_as(play)?),
            (Some(play), None) => Some(Game::of(play)?),
            (None, _) => None,
        };
        let mut room = Room::with(config, &rules, game, (library, look), keys);
        (room.names, room.seats) = (names, seats);
        (room.policy, room.pictures) = (self.policy, self.pictures);
        (room.clock, room.wish, room.held) = (self.clock, self.wish, self.held);
        (room.spoken, room.notes) = (self.spoken.into(), self.notes.into());
        (room.next, room.faults, room.trouble) = (self.next, self.faults, self.trouble);
        room.came_to = self.came_to;
        [room.version, room.course] = self.counts;
        if let Some(before) = before {
            (room.past, room.laid, room.drawn) = (before.past, before.laid, before.drawn);
        }
        Ok(room)
    }
}
