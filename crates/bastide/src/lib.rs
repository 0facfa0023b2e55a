//! Bastide: a rules engine for tile-laying games of the Carcassonne family, ready to play.
//!
//! This crate finds the expansions that a config names, checks and resolves them, and hands the core
//! plain declarations.

pub mod config;
pub mod folders;
pub mod graph;
mod lang;
pub mod library;
pub mod manifest;
pub mod rules_text;

pub use config::{Config, PlayerSeat, Setup};
pub use lang::near;
pub use library::Library;
pub use manifest::Manifest;

pub mod bots;
pub mod chance;
pub mod game;
pub mod jcz;
pub mod notation;
pub mod properties;
pub mod record;
pub mod reload;
pub mod rules;
pub mod scenario;
pub mod simulate;
pub mod story;
pub mod suite;
mod told;
mod view;

pub use bastide_core as core;
pub use bastide_script::{LogLine, Scripts, annotations, show_prints, watch};
pub use bots::Bot;
pub use game::Game;
pub use record::Record;
pub use rules::Rules;
pub use view::Seen;
