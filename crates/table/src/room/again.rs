//! Playing once more.

use std::sync::Arc;

use bastide::{Rules, Setup};

use super::{Answer, Room};
use crate::now::Phase;
use crate::seats::Viewer;

impl Room {
    pub(super) fn play_again(&mut self, viewer: Viewer) -> Answer {
        if !viewer.host && !viewer.seat.is_some() {
            return Answer::no(
                "key",
                "only who plays here may ask for another game",
                "seuls ceux qui jouent ici peuvent demander une autre partie",
            );
        }
        if self.phase() != Phase::Over {
            return Answer::no(
                "turn",
                "the game is not over yet",
                "la partie n'est pas encore terminée",
            );
        }
        // A second request leads to the table that the first one made.
        if self.next.is_none() && self.again.is_none() {
            match self.once_more() {
                Ok(room) => self.again = Some(Box::new(room)),
                Err(error) => {
                    let what = error.faults().into_iter().next().map(|fault| fault.what);
                    let why = what.unwrap_or_default();
                    return Answer::No { code: "fault", why, rules: Vec::new() };
                }
            }
        }
        self.changed()
    }

    /// A table of the same config and the same people, who sit one place further.
    fn once_more(&self) -> bastide::Result<Room> {
        let mut config = self.config.clone();
        // The same seed would give the same game.
        config.seed = None;
        let (library, look) = (Arc::clone(&self.library), Arc::clone(&self.look));
        let rules = Rules::new(Setup::load(&config, &library)?)?;
        let mut room = Room::with(config, &rules, None, (library, look), (self.host, self.invite));
        room.seats.clone_from(&self.seats);
        room.seats.rotate_left(1);
        room.seats.iter_mut().for_each(|seat| seat.ready = false);
        (room.policy, room.pictures) = (self.policy, self.pictures);
        (room.clock, room.host_seen) = (self.clock, self.host_seen);
        Ok(room)
    }

    /// Whether the same people have another table already.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.next.is_some()
    }

    /// Takes the rematch for the same people once somebody has asked for it. The caller stores it and reports its name
    /// with [`Room::goes_on_at`].
    pub fn take_again(&mut self) -> Option<Room> {
        self.again.take().map(|room| *room)
    }

    /// Sets the name of the rematch.
    pub fn goes_on_at(&mut self, name: &str) {
        self.next = Some(name.to_owned());
        self.changed();
    }
}
