//! Bastide: a rules engine for tile-laying games of the Carcassonne family, ready to play.
//!
//! What a game is made of is found and read by `bastide_content`, whose names stand here too. This crate builds the
//! rules of a game and runs it: turns, bots, chance, records, taking back, rules that change meanwhile.

pub mod bots;
pub mod chance;
pub mod game;
pub mod notation;
pub mod record;
pub mod reload;
pub mod rules;
pub mod story;
pub mod told;
mod view;

pub use bastide_content::{
    Config, Library, Manifest, PlayerSeat, Setup, config, folders, graph, library, manifest, near,
    rules_text,
};
pub use bastide_core as core;
pub use bastide_script::{LogLine, annotations, show_prints, watch};
pub use bots::Bot;
pub use game::Game;
pub use record::Record;
pub use rules::Rules;
pub use view::Seen;
