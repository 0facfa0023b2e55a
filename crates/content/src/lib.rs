//! What a game is made of, before it is one: expansions, tile sets and configs, found, read, checked and resolved.
//!
//! The official content lies in the program; folders on the search path are read at run time. What comes out is a
//! [`Setup`]: plain declarations, which the core builds its rules from.

pub mod config;
pub mod folders;
pub mod graph;
pub mod lang;
pub mod library;
pub mod manifest;
pub mod rules_text;
pub mod seed;
pub mod told;

pub use config::{Config, PlayerSeat, Setup};
pub use lang::near;
pub use library::Library;
pub use manifest::Manifest;
pub use seed::Seed;
