//! Tile sets in TOML, read with every fault at its place.
//!
//! The reader knows no terrain: the expansions define, in [`Kinds`], which kinds exist, where they lie on an edge,
//! what fills the rest of a tile, and what borders what.

mod borders;
mod draft;
mod geometry;
mod kinds;
mod redraw;
mod set;
mod tile;

pub use draft::SEGMENTS_MAX;
pub use kinds::{Kinds, ON_TILE};
pub use redraw::redraw;
pub use set::{EXTENDS_MAX, ID_BYTES_MAX, Source, TILES_MAX, TileSet, load, read};
