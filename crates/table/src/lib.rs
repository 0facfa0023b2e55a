//! A table at which people sit from afar: who sits where, whose turn it is, what each of them may see.
//!
//! A [`Room`] is a machine without clock, network or files. It is told what somebody asks ([`Asked`]) under the key that they
//! show, answers ([`Answer`]), and says what a viewer may see ([`Now`]). Whoever runs it lends it time with [`Room::advance`],
//! one step of chance or of a bot after the other, and keeps its record after every step.
//!
//! An action is asked for as records write it, never by its place in a menu. Nothing that a seat does not see is in what its
//! viewers get: they get words and pictures that are made from the seat's own view.

mod asked;
pub mod form;
mod hoard;
mod key;
mod land;
mod log;
mod menu;
mod now;
mod past;
mod phrase;
mod played;
mod policy;
mod rest;
mod room;
mod seats;
mod sheets;
mod why;
mod wrong;

pub use asked::{Answer, Asked};
pub use key::{KEY_CHARS, Key};
pub use land::{Land, Lying, Part, Standing, Territory};
pub use log::Told;
pub use menu::Item;
pub use now::{Ask, Board, Known, Now, Phase, SeatNow, WishNow};
pub use past::RuleText;
pub use phrase::Phrase;
pub use played::{InPlay, Played};
pub use policy::{Confirm, PAUSE_MAX, Policy, PolicyChange, Undo};
pub use rest::{Rest, Unseen};
pub use room::{
    Asks, Faces, GONE_MS, HERE_MS, NAMES_CHARS_MAX, PHRASE_MS, Restored, Room, Sight, Step, is_host,
};
pub use seats::Viewer;
pub use sheets::{Line, Scored};
pub use wrong::Wrong;

#[cfg(test)]
mod looked;
#[cfg(test)]
mod tests;
