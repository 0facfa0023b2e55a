//! Who is here, and who plays for those who are not.

use bastide::Bot;
use bastide::core::Words;
use bastide::core::ids::Player;

use super::{Answer, Room};
use crate::key::{Key, Seal};
use crate::seats::{Seat, Viewer};

/// Milliseconds since the last request within which a person is present.
pub const HERE_MS: u64 = 30_000;
/// Milliseconds since the last request after which a bot can stand in for an awaited person.
pub const GONE_MS: u64 = 120_000;

impl Room {
    /// Says what time it is, in milliseconds since any moment: who has not been seen for long is gone.
    pub fn at(&mut self, now: u64) {
        let before = self.presence();
        self.clock = self.clock.max(now);
        if self.presence() != before {
            self.changed();
        }
    }

    /// When the table changes although nobody asks for anything.
    #[must_use]
    pub fn alarm(&self) -> Option<u64> {
        let seats = self.seats.iter().filter(|seat| seat.key.is_some()).map(|seat| seat.seen);
        let moments = seats.flat_map(|seen| [seen + HERE_MS, seen + GONE_MS]);
        let host = self.host_seen.map(|seen| seen + HERE_MS);
        moments.chain(host).filter(|moment| *moment > self.clock).min()
    }

    /// Those who show these keys are here. For whom a bot stood in plays again.
    pub fn seen(&mut self, keys: &[Key]) {
        let before = self.presence();
        let keys: Vec<Seal> = keys.iter().map(|key| key.seal()).collect();
        let mut back = Vec::new();
        for seat in &mut self.seats {
            if seat.key.is_some_and(|key| keys.contains(&key)) {
                seat.seen = self.clock;
                if seat.bot.take().is_some() {
                    back.push(seat.name.clone());
                }
            }
        }
        if keys.contains(&self.host) {
            self.host_seen = Some(self.clock);
        }
        for name in &back {
            self.note(Words::new(
                format!("{name} is here again."),
                format!("{name} est de retour."),
            ));
        }
        if !back.is_empty() || self.presence() != before {
            self.changed();
        }
    }

    /// Returns who is present: for each seat, and for the host.
    fn presence(&self) -> (Vec<(bool, bool)>, bool) {
        let seats = (0..self.seats.len()).map(|at| (self.is_here(at), self.is_late(at)));
        (seats.collect(), self.is_host_here())
    }

    /// Whether the person of a seat is here.
    pub(crate) fn is_here(&self, at: usize) -> bool {
        let is = |seat: &Seat| seat.key.is_some() && self.clock < seat.seen + HERE_MS;
        self.seats.get(at).is_some_and(is)
    }

    /// Whether the host is here.
    pub(crate) fn is_host_here(&self) -> bool {
        self.host_seen.is_some_and(|seen| self.clock < seen + HERE_MS)
    }

    /// Whether the person of a seat is awaited, and gone for long.
    pub(crate) fn is_late(&self, at: usize) -> bool {
        let gone = |seat: &Seat| seat.is_person() && self.clock >= seat.seen + GONE_MS;
        self.awaited() == Some(at) && self.seats.get(at).is_some_and(gone)
    }

    /// The seat for which the game waits.
    pub(crate) fn awaited(&self) -> Option<usize> {
        let game = self.game.as_ref().filter(|game| !game.is_over())?;
        let seat = self.held.unwrap_or_else(|| game.actor());
        (seat.is_some() && seat != Player::CHANCE).then(|| seat.index())
    }

    /// Lets a bot play a seat that belongs to somebody, until they are here again.
    pub(super) fn stand_in_with(&mut self, at: usize, bot: Bot) -> Answer {
        let Some(seat) = self.seats.get_mut(at) else { return super::lobby::no_seat() };
        seat.bot = Some(bot);
        let (name, bot) = (seat.name.clone(), bot.name());
        if self.held.is_some_and(|held| held.index() == at) {
            self.held = None;
        }
        self.note(Words::new(
            format!("{bot} plays for {name} until they are here again."),
            format!("{bot} joue pour {name} jusqu'à son retour."),
        ));
        self.changed()
    }

    /// Seats of the people who play.
    pub(crate) fn people(&self) -> impl Iterator<Item = usize> {
        self.seats.iter().enumerate().filter(|(_, seat)| seat.is_person()).map(|(at, _)| at)
    }

    /// Whether a viewer may see the game.
    #[must_use]
    pub fn may_look(&self, viewer: Viewer) -> bool {
        self.policy.watchers || viewer.seat.is_some() || viewer.host || viewer.invited
    }

    /// Returns whether this secret gives access to the pictures of the board.
    #[must_use]
    pub fn may_see(&self, word: Option<&str>) -> bool {
        self.policy.watchers
            || word.and_then(Key::read).is_some_and(|key| Some(key) == self.pictures)
    }
}
