//! Tests, found by path: scenarios, tests in Lua, games of another engine, and the properties of every game.

pub mod properties;
pub mod scenario;
pub mod suite;
