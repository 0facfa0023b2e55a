//! Pictures: tiles, sheets and boards as SVG, drawn from data alone.
//!
//! What lies where follows from places of segments and from how their kinds lie on an edge. How it looks is said
//! by the expansion that declares it, in `draw.toml` of its folder; what nobody draws gets a general look. A
//! picture holds no text, font, script or reference to anything outside itself, and the same data give the same
//! bytes.
//!
//! ```
//! use bastide::core::decl::{FeatureKind, Lies, Segment, Tile};
//! use bastide_draw::{Look, TileOptions, tile};
//! let (look, faults) = Look::of(&bastide::Library::official());
//! assert!(faults.is_empty());
//! let road = FeatureKind { name: "road".into(), lies: Lies::Middle, ..Default::default() };
//! let segment = Segment { kind: "road".into(), places: 0b000_010_000_010, ..Default::default() };
//! let bend = Tile { id: "my/bend".into(), segments: vec![segment], ..Default::default() };
//! assert!(tile(&bend, &[road], &look, &TileOptions::default()).starts_with("<svg"));
//! ```

mod art;
mod board;
mod defs;
mod drawn;
mod faces;
mod layout;
mod letters;
mod look;
mod outline;
mod overlay;
mod png;
mod seats;
mod sets;
mod shape;
mod shapes;
mod sheet;
mod svg;
mod tile;

pub use board::{BoardOptions, Laid, PLAIN, board, laid};
pub use drawn::{HEAD_BYTES, is_drawn};
pub use look::{FILE, Look, PATH_BYTES_MAX, SHAPES_MAX, Text};
pub use overlay::{Mark, Spot};
pub use png::{PngError, png};
pub use seats::seat;
pub use sets::{Drawable, kinds, set};
pub use shapes::shapes;
pub use sheet::{SheetOptions, pages, sheet};
pub use tile::{TileOptions, tile};

#[cfg(test)]
mod tests {
    mod boards;
    mod compass;
    mod eyes;
    mod instead;
    mod kept;
    mod pages;
    mod seams;
}
