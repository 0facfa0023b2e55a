//! One tile as a picture of its own.

use bastide::core::decl::{FeatureKind, Lies, Tile};

use crate::art::{Kit, art};
use crate::defs::{Defs, document};
use crate::look::Look;
use crate::overlay::{self, Mark};

/// How a tile is drawn.
#[derive(Clone, Debug, Default)]
pub struct TileOptions {
    /// Clockwise quarter turns.
    pub rotation: u8,
    /// Tell fields apart by tints.
    pub fields: bool,
    /// Show segments, places and borders with their names.
    pub overlay: bool,
    /// Marked faults.
    pub marks: Vec<Mark>,
}

/// How a kind lies on an edge, among declared kinds.
pub(crate) fn lies_of(kinds: &[FeatureKind]) -> impl Fn(&str) -> Lies + '_ {
    |name| kinds.iter().find(|kind| kind.name == name).map_or(Lies::Centre, |kind| kind.lies)
}

/// A tile, 100 units wide.
#[must_use]
pub fn tile(tile: &Tile, kinds: &[FeatureKind], look: &Look, options: &TileOptions) -> String {
    let lies = lies_of(kinds);
    let mut defs = Defs::default();
    let body = body(tile, Kit { look, lies: &lies, fields: options.fields }, options, &mut defs);
    document([100.0, 100.0], "", &tile.id, &defs, &body)
}

/// A tile with all that is drawn on it.
pub(crate) fn body(tile: &Tile, kit: Kit<'_>, options: &TileOptions, defs: &mut Defs) -> String {
    let art = art(tile, kit, defs);
    let mut body = art.svg(options.rotation);
    if options.overlay {
        body.push_str(&overlay::names(tile, &art, options.rotation));
    }
    for mark in &options.marks {
        body.push_str(&overlay::mark(tile, &art, options.rotation, mark));
    }
    body
}
