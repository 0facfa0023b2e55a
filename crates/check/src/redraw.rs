//! Tiles of other sets that a manifest draws anew, each looked at whatever its conditions.

use std::collections::BTreeMap;

use bastide::core::Fault;
use bastide::core::decl::Tile;
use bastide::manifest::Choices;
use bastide::{Library, Manifest};
use bastide_text::suggest;
use bastide_tiles::{Kinds, Source};

/// What is wrong with them. `whole`: whatever the manifest may speak of lies in the library.
pub(crate) fn check(
    manifest: &Manifest,
    library: &Library,
    kinds: &Kinds,
    whole: bool,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut known: BTreeMap<String, Tile> = BTreeMap::new();
    for (id, span) in &manifest.redraws {
        let Some((set, _)) = id.split_once('/') else { continue };
        let of_set = tiles(library, &manifest.id, set, kinds);
        let found = of_set.as_ref().and_then(|all| all.iter().find(|tile| tile.id == *id));
        if let Some(tile) = found {
            known.insert(id.clone(), tile.clone());
            continue;
        }
        if of_set.is_none() && !whole {
            continue;
        }
        let fault = Fault::new(
            "T0130",
            format!("no known set has the tile `{id}`"),
            format!("aucun jeu de tuiles connu n'a la tuile `{id}`"),
        );
        let fault = fault.at(manifest.file(), span.clone());
        let all = of_set.unwrap_or_default();
        faults.push(match suggest(id, all.iter().map(|tile| tile.id.as_str())) {
            Some(near) => fault
                .help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?")),
            None => fault.help(
                "write the name of the set, a stroke, and the id of the tile",
                "écrivez le nom du jeu, une barre, et l'id de la tuile",
            ),
        });
    }
    let tile = |id: &str| known.get(id).cloned();
    faults.extend(manifest.redrawn(&Choices::default(), None, kinds, &tile).1);
    faults
}

/// The tiles of a set, wherever it lies; what is wrong in it is told elsewhere.
fn tiles(library: &Library, own: &str, set: &str, kinds: &Kinds) -> Option<Vec<Tile>> {
    let mut homes = std::iter::once(own).chain(library.folders().map(|folder| folder.id.as_str()));
    let (home, file) = homes.find_map(|home| Some((home, library.set(home, set)?)))?;
    let source = |name: &str| {
        let file = library.set(home, name)?;
        Some(Source { file: file.name.clone(), text: file.text.to_string() })
    };
    Some(bastide_tiles::read(&file.name, &file.text, kinds, &source).0.unwrap_or_default().tiles)
}
