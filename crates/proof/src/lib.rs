//! What must hold: scenarios, tests in Lua, games of another engine, and the properties of every game, found by path.

pub mod properties;
pub mod scenario;
pub mod suite;
