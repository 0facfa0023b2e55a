//! Tests that need more than one crate: scenarios of all expansions, and what holds in every game.

#[cfg(test)]
mod scenarios;
