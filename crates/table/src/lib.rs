//! A table for people who are apart: seats, turns, and what each viewer may see.
//!
//! A [`Room`] is a machine without clock, network or files. It gets requests ([`Asked`]) with the key of the sender,
//! answers them ([`Answer`]), and says what a viewer may see ([`Now`]). The caller drives it with [`Room::advance`],
//! one step of chance or of a bot at a time, and stores its record after every step.
//!
//! An action is named as records write it, never by its index in a menu. Viewers get words and pictures made from the
//! view of their own seat, so that nothing hidden is among them.

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
