//! Kinds as the expansions of the shipped sets declare them, and the shipped files.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};

use bastide_core::Fault;
use bastide_core::decl::{EdgeKind, FeatureKind, Lies, Tag};
use bastide_tiles::{Kinds, Source, TileSet, load};

fn kind(name: &str, order: i16, lies: Lies) -> FeatureKind {
    let edge = (lies != Lies::Centre).then(|| name.to_owned());
    FeatureKind { name: name.to_owned(), order, edge, lies, ..FeatureKind::default() }
}

fn tag(name: &str, on: &str) -> Tag {
    Tag { name: name.to_owned(), on: vec![on.to_owned()], ..Tag::default() }
}

/// Everything that the shipped sets name.
pub(crate) fn kinds() -> Kinds {
    let field = FeatureKind {
        fills: true,
        borders: vec!["city".to_owned()],
        ..kind("field", 90, Lies::Rest)
    };
    let edge = |name: &str| EdgeKind { name: name.to_owned(), meets: vec![name.to_owned()] };
    Kinds {
        features: vec![
            field,
            kind("city", 0, Lies::Whole),
            kind("road", 10, Lies::Middle),
            kind("river", 20, Lies::Middle),
            kind("monastery", 30, Lies::Centre),
            kind("garden", 40, Lies::Centre),
            kind("tower", 50, Lies::Centre),
        ],
        edges: ["city", "road", "river", "field"].map(edge).to_vec(),
        tags: vec![
            tag("pennant", "city"),
            tag("cathedral", "city"),
            tag("wine", "city"),
            tag("grain", "city"),
            tag("cloth", "city"),
            tag("inn", "road"),
            tag("pig-herd", "field"),
            tag("volcano", "tile"),
            tag("dragon", "tile"),
            tag("portal", "tile"),
            tag("princess", "city"),
            tag("angular", "city"),
            Tag {
                on: ["city", "road", "monastery"].map(str::to_owned).to_vec(),
                ..tag("junction", "city")
            },
        ],
        ..Kinds::default()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Ids of all shipped sets, sorted.
pub(crate) fn sets() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("tiles")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let toml = paths.filter(|path| path.extension().is_some_and(|ext| ext == "toml"));
    let mut ids: Vec<String> =
        toml.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    ids.sort();
    ids
}

/// A shipped set.
pub(crate) fn source(id: &str) -> Option<Source> {
    let file = format!("tiles/{id}.toml");
    let text = std::fs::read_to_string(root().join(&file)).ok()?;
    Some(Source { file, text })
}

/// Reads a text with all kinds; it may extend the shipped sets.
pub(crate) fn read(text: &str) -> Result<TileSet, Vec<Fault>> {
    load("test.toml", text, &kinds(), &source)
}
