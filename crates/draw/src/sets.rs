//! Tile sets of a library as they are drawn: every symbol that anybody knows is kept.

use std::collections::BTreeSet;
use std::ops::Range;

use bastide::Manifest;
use bastide::core::decl::{FeatureKind, Lies, PLACES, Tag, Tile};
use bastide::core::{Fault, Severity};
use bastide::library::{File, Library};
use bastide_text::{Document, Table, Value, Word};
use bastide_tiles::{Kinds, ON_TILE, Source, TileSet};

use crate::overlay::{Mark, Spot};

/// Edges of a tile, clockwise.
const EDGES: [&str; 4] = ["N", "E", "S", "W"];

/// Kinds and tags of all expansions of a library. Decoration is drawn too: as a kind inside the tile, or a tag
/// of anything. Faults of manifests come with it.
#[must_use]
pub fn kinds(library: &Library) -> (Kinds, Vec<Fault>) {
    let mut kinds = Kinds::default();
    let mut faults = Vec::new();
    let mut printed = BTreeSet::new();
    let mut borders = Vec::new();
    for folder in library.folders() {
        let (manifest, found) = Manifest::read(folder);
        faults.extend(found.into_iter().filter(|f| f.severity == Severity::Error));
        let Some(manifest) = manifest else { continue };
        kinds.add(&manifest.everything);
        printed.extend(manifest.decoration);
        borders.push(manifest.everything.borders);
    }
    for more in &borders {
        kinds.join_borders(more);
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
    /// Faults of the set.
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
    let marks = if faults.is_empty() { Vec::new() } else { marks(file, &set, &faults) };
    Drawable { set, marks, faults }
}

/// Marks for the faults of a file: each on the tile whose table it lies in, at the place that is written there,
/// else on the segment in which it lies.
fn marks(file: &File, set: &TileSet, faults: &[Fault]) -> Vec<(String, Mark)> {
    let mut ignored = Vec::new();
    let Some(document) = Document::parse(&file.name, &file.text, &mut ignored) else {
        return Vec::new();
    };
    let root = document.root();
    let tables = root.tables("tile");
    let mut out = Vec::new();
    for fault in faults.iter().filter(|fault| fault.file == file.name) {
        let Some(span) = &fault.span else { continue };
        let Some(table) = tables.iter().rev().find(|t| t.span().start <= span.start) else {
            continue;
        };
        let Some(id) = table.str("id") else { continue };
        let id = if id.contains('/') { id.to_owned() } else { format!("{}/{id}", set.id) };
        let written = file.text.get(span.clone()).unwrap_or_default();
        let tile = set.tiles.iter().find(|tile| tile.id == id);
        let spot = place(written).or_else(|| segment(table, tile?, span)).unwrap_or(Spot::Tile);
        let text = format!("{}: {}", fault.code, fault.what.en);
        out.push((id, Mark { spot, text }));
    }
    out
}

/// The first place that a text names.
fn place(written: &str) -> Option<Spot> {
    let word = written.trim_matches('"').split_whitespace().next()?;
    let edge = EDGES.iter().position(|edge| *edge == word);
    let place = PLACES.iter().position(|place| *place == word);
    edge.map(|edge| Spot::Edge(edge as u8)).or(place.map(|place| Spot::Place(place as u8)))
}

/// The segment of a tile whose table holds some bytes: that of its kind which has one of its places. If none
/// could be made of it, its first place.
fn segment(table: &Table<'_>, tile: &Tile, span: &Range<usize>) -> Option<Spot> {
    let holds = |outer: &Range<usize>| outer.start <= span.start && span.end <= outer.end;
    let entry = table.entries().find(|entry| holds(&entry.node.span))?;
    if !matches!(entry.node.value, Value::List(_) | Value::Table(_)) {
        return None;
    }
    let written = table.tables(&entry.key);
    // A single table has no bytes of its own.
    let bytes = |one: &Table<'_>| Some(one.span()).filter(|span| !span.is_empty());
    let inside = |one: &Table<'_>| holds(&bytes(one).unwrap_or_else(|| entry.node.span.clone()));
    let number = written.iter().position(inside)?;
    let places = |one: &Table<'_>| -> Vec<Spot> {
        let word = one.word("at");
        word.iter().flat_map(Word::pieces).filter_map(|piece| place(piece.text)).collect()
    };
    let own = places(&written[number]);
    let of_kind = || tile.segments.iter().enumerate().filter(|(_, s)| s.kind == entry.key);
    let found = if own.is_empty() {
        let before = written[..number].iter().filter(|one| places(one).is_empty()).count();
        of_kind().filter(|(_, segment)| segment.places == 0).nth(before)
    } else {
        let mask = own.iter().fold(0_u16, |mask, spot| match spot {
            Spot::Edge(edge) => mask | 0b111 << (3 * edge),
            Spot::Place(place) => mask | 1 << place,
            Spot::Tile | Spot::Segment(_) => mask,
        });
        of_kind().find(|(_, segment)| segment.places & mask != 0)
    };
    found.map(|(number, _)| Spot::Segment(number as u8)).or(own.first().copied())
}
