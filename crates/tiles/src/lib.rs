//! Tile sets written in TOML, read with every fault at its place.
//!
//! The reader knows no terrain: which kinds exist, where they lie on an edge, what fills the rest of
//! a tile and what borders what is told by the expansions.

pub mod reader;
