//! Who sits where.

use bastide::core::Words;
use bastide::core::ids::Player;
use bastide::core::text::{hidden, seen};
use bastide::{Bot, PlayerSeat};

use crate::key::{Key, Seal};
use crate::room::NAMES_CHARS_MAX;

/// Who looks: from a seat or from beside the table, and whether it is the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Seat of the viewer, or nobody for a spectator.
    pub seat: Player,
    /// May change who sits where.
    pub host: bool,
    /// May take a free seat.
    pub invited: bool,
    /// With what others may, if it is known: the host can say it.
    pub invitation: Option<Key>,
    /// Seats whose keys are shown, a bit for each: several people may sit at one screen.
    pub held: u16,
}

impl Viewer {
    /// Who only looks on.
    pub const WATCHER: Self =
        Self { seat: Player::NONE, host: false, invited: false, invitation: None, held: 0 };

    /// Seats whose keys are shown.
    pub(crate) fn seats(self) -> Vec<u8> {
        (0..16).filter(|at| self.held >> at & 1 == 1).collect()
    }
}

/// A seat at the table.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) name: String,
    /// The bot that plays the seat, or `None` for a person or a free seat.
    pub(crate) bot: Option<Bot>,
    /// Of the person who sits there.
    pub(crate) key: Option<Seal>,
    /// They have said that they are ready.
    pub(crate) ready: bool,
    /// When they were last here, in the time of the table.
    pub(crate) seen: u64,
    /// When they last said something.
    pub(crate) spoke: Option<u64>,
}

impl Seat {
    pub(crate) fn of(seat: &PlayerSeat) -> Self {
        let bot = seat.bot.as_deref().and_then(Bot::named);
        Self { name: seat.name.clone(), bot, key: None, ready: false, seen: 0, spoke: None }
    }

    /// Nobody sits there, and no bot plays.
    pub(crate) fn is_free(&self) -> bool {
        self.key.is_none() && self.bot.is_none()
    }

    /// A person plays, and no bot for them.
    pub(crate) fn is_person(&self) -> bool {
        self.key.is_some() && self.bot.is_none()
    }
}

/// A name as it is shown: without blanks around it.
///
/// # Errors
///
/// It is empty, too long, holds a quote or what is not seen, or looks like somebody else's.
pub(crate) fn name(wanted: &str, seats: &[Seat], own: usize) -> Result<String, Words> {
    let name = wanted.trim();
    if name.is_empty() {
        return Err(Words::new("say your name", "dites votre nom"));
    }
    if name.chars().count() > NAMES_CHARS_MAX {
        return Err(Words::new(
            format!("a name has at most {NAMES_CHARS_MAX} characters"),
            format!("un nom a {NAMES_CHARS_MAX} caractères au plus"),
        ));
    }
    // Names in records stand in quotes, if they hold blanks.
    if name.contains('"') {
        return Err(Words::new(
            "a name has no quotes like these: \"",
            "un nom ne contient pas de guillemets droits : \"",
        ));
    }
    let look = seen(name);
    if hidden(name).is_some() || look.trim().is_empty() {
        return Err(Words::new(
            "a name is made of characters that are seen",
            "un nom se compose de caractères visibles",
        ));
    }
    let is_other = |(at, seat): (usize, &Seat)| at != own && seen(&seat.name) == look;
    if seats.iter().enumerate().any(is_other) {
        return Err(Words::new(
            format!("somebody here is called {name} already"),
            format!("quelqu'un ici s'appelle déjà {name}"),
        ));
    }
    Ok(name.to_owned())
}
