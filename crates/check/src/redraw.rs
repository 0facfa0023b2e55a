//! Tiles of other sets that a manifest names or redraws, each checked whatever its conditions.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide::core::Fault;
use bastide::core::condition::Vocabulary;
use bastide::core::decl::Tile;
use bastide::manifest::{Choices, Referred};
use bastide::{Library, Manifest};
use bastide_text::suggest;
use bastide_tiles::{Kinds, Source};

/// Returns their faults. `whole` says whether everything that the manifest may mention is in the library.
pub(crate) fn check(
    manifest: &Manifest,
    library: &Library,
    kinds: &Kinds,
    whole: bool,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut known: BTreeMap<String, Tile> = BTreeMap::new();
    for (id, span) in named(manifest) {
        let set = id.split_once('/').map_or("", |(set, _)| set);
        let of_set = tiles(library, &manifest.id, set, kinds);
        let found = of_set.as_ref().and_then(|all| all.iter().find(|tile| tile.id == *id));
        if let Some(tile) = found {
            known.insert(id.to_owned(), tile.clone());
            continue;
        }
        let fault = Fault::new(
            "T0130",
            format!("no known set has the tile `{id}`"),
            format!("aucun jeu de tuiles connu n'a la tuile `{id}`"),
        );
        let fault = fault.at(manifest.file(), span.clone());
        let doubted = of_set.is_none() && !whole;
        let all = of_set.unwrap_or_default();
        let fault = fault.meant(
            suggest(id, all.iter().map(|tile| tile.id.as_str())),
            "write the name of the set, a stroke, and the id of the tile",
            "écrivez le nom du jeu, une barre, et l'id de la tuile",
        );
        faults.push(if doubted { fault.warning() } else { fault });
    }
    let tile = |id: &str| known.get(id).cloned();
    faults.extend(manifest.redrawn(&Choices::default(), None, kinds, &tile).1);
    faults
}

/// Every tile that it names, with its place.
fn named(manifest: &Manifest) -> impl Iterator<Item = (&str, &Range<usize>)> {
    let redraws = manifest.redraws.iter().map(|(id, span)| (id.as_str(), span));
    let asked = manifest.named.iter().filter(|named| named.of == Vocabulary::TileType);
    let asked = asked.map(|named| (named.name.as_str(), &named.span));
    let others = manifest.references.iter().filter(|other| other.to == Referred::Tile);
    redraws.chain(asked).chain(others.map(|other| (other.name.as_str(), &other.span)))
}

/// Whether a manifest names tiles.
pub(crate) fn names_tiles(manifest: &Manifest) -> bool {
    named(manifest).next().is_some()
}

/// Returns the tiles of a set in any folder; its faults are reported elsewhere.
fn tiles(library: &Library, own: &str, set: &str, kinds: &Kinds) -> Option<Vec<Tile>> {
    let mut homes = std::iter::once(own).chain(library.folders().map(|folder| folder.id.as_str()));
    let (home, file) = homes.find_map(|home| Some((home, library.set(home, set)?)))?;
    let source = |name: &str| {
        let file = library.set(home, name)?;
        Some(Source { file: file.name.clone(), text: file.text.to_string() })
    };
    Some(bastide_tiles::read(&file.name, &file.text, kinds, &source).0.unwrap_or_default().tiles)
}
