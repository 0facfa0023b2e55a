//! The mechanism of Bastide: board, features, figures, agenda, decisions, effects, claims.
//!
//! The core declares no terrain, no figure and no rule of any game; all names come from expansions.

pub mod decl;
pub mod fault;

pub use fault::{Fault, Severity, Words};
