//! Tile sets of a library as they are drawn: every symbol that anybody knows is kept.

use std::collections::BTreeSet;

use bastide::Manifest;
use bastide::core::decl::{FeatureKind, Lies, PLACES, Tag};
use bastide::core::{Fault, Severity};
use bastide::library::{File, Library};
use bastide_tiles::reader::Document;
use bastide_tiles::{Kinds, ON_TILE, Source, TileSet};

use crate::overlay::{Mark, Spot};

/// Kinds and tags of all expansions of a library. Decoration is drawn too: as a kind inside the tile, or a tag
/// of anything. Faults of manifests come with it.
#[must_use]
pub fn kinds(library: &Library) -> (Kinds, Vec<Fault>) {
    let mut kinds = Kinds::default();
    let mut faults = Vec::new();
    let mut printed = BTreeSet::new();
    for folder in library.folders() {
        let (manifest, found) = Manifest::read(folder);
        faults.extend(found.into_iter().filter(|f| f.severity == Severity::Error));
        let Some(manifest) = manifest else { continue };
        let all = &manifest.everything;
        let new = |k: &&FeatureKind| !kinds.features.iter().any(|known| known.name == k.name);
        let features: Vec<FeatureKind> = all.features.iter().filter(new).cloned().collect();
        kinds.features.extend(features);
        kinds.edges.extend(all.edges.iter().cloned());
        kinds.tags.extend(all.tags.iter().cloned());
        printed.extend(manifest.decoration);
    }
    let places: Vec<String> = kinds.features.iter().map(|kind| kind.name.clone()).collect();
    for name in printed {
        if !kinds.features.iter().any(|kind| kind.name == name) {
            let lies = Lies::Centre;
            let order = i16::MAX;
            kinds.features.push(FeatureKind {
                name: name.clone(),
                lies,
                order,
                ..FeatureKind::default()
            });
        }
        if !kinds.tags.iter().any(|tag| tag.name == name) {
            let on = places.iter().cloned().chain([ON_TILE.to_owned()]).collect();
            kinds.tags.push(Tag { name, on, ..Tag::default() });
        }
    }
    (kinds, faults)
}

/// A set as it can be drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawable {
    /// What could be understood.
    pub set: TileSet,
    /// Where something is wrong: full id of a tile, and the mark.
    pub marks: Vec<(String, Mark)>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

/// Reads a set for drawing. `home` is the folder of the expansion that brings it, or empty.
#[must_use]
pub fn set(library: &Library, kinds: &Kinds, home: &str, file: &File) -> Drawable {
    let source = |name: &str| {
        let file = library.set(home, name)?;
        Some(Source { file: file.name.clone(), text: file.text.to_string() })
    };
    let (set, faults) = bastide_tiles::read(&file.name, &file.text, kinds, &source);
    let set = set.unwrap_or_default();
    let marks = if faults.is_empty() { Vec::new() } else { marks(file, &set.id, &faults) };
    Drawable { set, marks, faults }
}

/// Marks for the faults of a file: each on the tile whose table it lies in, at the place that is written there.
fn marks(file: &File, set: &str, faults: &[Fault]) -> Vec<(String, Mark)> {
    let mut ignored = Vec::new();
    let Some(document) = Document::parse(&file.name, &file.text, &mut ignored) else {
        return Vec::new();
    };
    let root = document.root();
    let tiles = root.tables("tile");
    let mut out = Vec::new();
    for fault in faults.iter().filter(|fault| fault.file == file.name) {
        let Some(span) = &fault.span else { continue };
        let Some(table) = tiles.iter().rev().find(|t| t.span().start <= span.start) else {
            continue;
        };
        let Some(id) = table.str("id") else { continue };
        let id = if id.contains('/') { id.to_owned() } else { format!("{set}/{id}") };
        let written = file.text.get(span.clone()).unwrap_or_default();
        let text = format!("{}: {}", fault.code, fault.what.en);
        out.push((id, Mark { spot: spot(written), text }));
    }
    out
}

/// The first place that a text names.
fn spot(written: &str) -> Spot {
    let word = written.trim_matches('"').split_whitespace().next().unwrap_or_default();
    let edge = ["N", "E", "S", "W"].iter().position(|edge| *edge == word);
    let place = PLACES.iter().position(|place| *place == word);
    match (edge, place) {
        (Some(edge), _) => Spot::Edge(edge as u8),
        (_, Some(place)) => Spot::Place(place as u8),
        _ => Spot::Tile,
    }
}
