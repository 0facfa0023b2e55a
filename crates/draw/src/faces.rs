//! Cache of tile faces: the places of everything on a face are computed once for each look.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bastide::core::decl::{Lies, Tile};

use crate::art::{Art, Kit};
use crate::defs::Defs;

/// Maximum number of cached tile faces; the cache is cleared when it is full. All shipped sets together have about
/// 800.
const FACES_MAX: usize = 4096;

/// Faces of tiles by the ids of their types, for all who draw with the same look.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faces(Arc<Mutex<BTreeMap<String, Vec<Face>>>>);

impl PartialEq for Faces {
    /// Cached faces do not count for equality.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Face {
    tile: Tile,
    /// How the kinds of its segments lie.
    lies: Vec<Lies>,
    fields: bool,
    whole: bool,
    drawn: Arc<(Art, Defs)>,
}

impl Faces {
    /// A face as it was drawn before, or as it is drawn now, with the definitions that it needs.
    pub(crate) fn of(
        &self,
        tile: &Tile,
        kit: Kit<'_>,
        whole: bool,
        draw: impl FnOnce() -> (Art, Defs),
    ) -> Arc<(Art, Defs)> {
        let lies: Vec<Lies> = tile.segments.iter().map(|s| (kit.lies)(&s.kind)).collect();
        let is = |face: &&Face| {
            let how = (face.fields, face.whole, &face.lies) == (kit.fields, whole, &lies);
            how && face.tile == *tile
        };
        // The faces stay whole even if a thread panics.
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(face) = lock().get(&tile.id).and_then(|faces| faces.iter().find(is)) {
            return Arc::clone(&face.drawn);
        }
        let drawn = Arc::new(draw());
        let face =
            Face { tile: tile.clone(), lies, fields: kit.fields, whole, drawn: Arc::clone(&drawn) };
        let mut faces = lock();
        if faces.values().map(Vec::len).sum::<usize>() >= FACES_MAX {
            faces.clear();
        }
        faces.entry(tile.id.clone()).or_default().push(face);
        drawn
    }
}
