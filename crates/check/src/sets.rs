//! A tile set as a whole: what is in it twice, what counts for nobody, what is never used.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bastide::core::Fault;
use bastide::core::decl::{FeatureKind, Lies, Tag, Tile};
use bastide::library::File;
use bastide::{Config, Library};
use bastide_text::{Document, Node, Table, Value, listed};
use bastide_tiles::{Kinds, ON_TILE};

use crate::content::is_toml;
use crate::place;

/// Where a tile is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) span: Range<usize>,
}

/// Who declares a name that a set uses.
pub(crate) struct Names<'a> {
    /// Expansions that declare a feature or tag, by its name.
    pub(crate) providers: &'a BTreeMap<&'a str, Vec<&'a str>>,
    /// Names that count in the mix of the set, or are said to be decoration.
    pub(crate) fine: Vec<&'a str>,
}

/// Kinds with every known name in force, symbols included: tiles that differ in one are not the same.
pub(crate) fn with_symbols(mut kinds: Kinds) -> Kinds {
    for name in std::mem::take(&mut kinds.idle_features) {
        kinds.features.push(FeatureKind { name, lies: Lies::Centre, ..FeatureKind::default() });
    }
    let mut on: Vec<String> = kinds.features.iter().map(|kind| kind.name.clone()).collect();
    on.push(ON_TILE.to_owned());
    for name in std::mem::take(&mut kinds.idle_tags) {
        kinds.tags.push(Tag { name, on: on.clone(), ..Tag::default() });
    }
    kinds
}

/// Expansions that a manifest names in the conditions of a set: `{ set = "…", with = "…" }`.
pub(crate) fn comes_with(manifest: &str, set: &str) -> Vec<String> {
    let Some(document) = Document::parse("", manifest, &mut Vec::new()) else { return Vec::new() };
    let mut open: Vec<&Node> = document.root().entries().map(|entry| &entry.node).collect();
    let mut found = Vec::new();
    while let Some(node) = open.pop() {
        match &node.value {
            Value::List(nodes) => open.extend(nodes),
            Value::Table(entries) => {
                let named = Value::Text(set.to_owned());
                if entries.iter().any(|entry| entry.key == "set" && entry.node.value == named) {
                    let text = manifest.get(node.span.clone()).unwrap_or_default();
                    found.extend(place::beside(text).map(str::to_owned));
                }
                open.extend(entries.iter().map(|entry| &entry.node));
            }
            _ => {}
        }
    }
    found
}

/// Where the tiles of a document are written, by full id.
pub(crate) fn places(document: &Document) -> BTreeMap<String, Place> {
    let root = document.root();
    let set = root.str("id").unwrap_or_default();
    let mut places = BTreeMap::new();
    for table in root.tables("tile") {
        let Some(id) = table.str("id") else { continue };
        let full = if id.contains('/') { id.to_owned() } else { format!("{set}/{id}") };
        let place = Place { file: document.file().to_owned(), span: table.value_span("id") };
        places.entry(full).or_insert(place);
    }
    places
}

/// Where the tiles of the expansions that a config names are written.
pub(crate) fn of_folders(library: &Library, config: &Config) -> BTreeMap<String, Place> {
    let folders = config.expansions.keys().filter_map(|id| library.folder(id));
    let files = folders.flat_map(|folder| &folder.files);
    let tiles = files.filter(|(path, _)| path.starts_with("tiles/") && is_toml(path));
    let read = |file: &File| Document::parse(&file.name, &file.text, &mut Vec::new());
    tiles.filter_map(|(_, file)| read(file)).flat_map(|document| places(&document)).collect()
}

/// A set whose file is called otherwise, tiles without copies, but for those of which some zone has its own at the start.
pub(crate) fn head(document: &Document, file_stem: &str, zoned: &BTreeSet<&str>) -> Vec<Fault> {
    let root = document.root();
    let mut faults = Vec::new();
    let id = root.str("id").unwrap_or_default();
    if !id.is_empty() && id != file_stem {
        faults.push(
            Fault::new(
                "T0306",
                format!("the file is called `{file_stem}`, the set `{id}`"),
                format!("le fichier s'appelle `{file_stem}`, le jeu `{id}`"),
            )
            .at(document.file(), root.value_span("id"))
            .help(
                format!("call both the same: sets are found by the name of their file (`{file_stem}`)"),
                format!("donnez-leur le même nom : un jeu se trouve par le nom de son fichier (`{file_stem}`)"),
            )
            .warning(),
        );
    }
    for table in root.tables("tile") {
        let own = table.str("id").filter(|id| !id.contains('/'));
        let none = table.raw("count").is_some_and(|node| node.value == Value::Int(0));
        if own.is_some_and(|own| none && !zoned.contains(format!("{id}/{own}").as_str())) {
            faults.push(
                Fault::new(
                    "T0304",
                    "a tile of which there are no copies",
                    "une tuile en aucun exemplaire",
                )
                .at(document.file(), table.value_span("count"))
                .help(
                    "write `count = 1` or more, leave the tile out, or let a zone begin with it (`start`)",
                    "écrivez `count = 1` ou plus, retirez la tuile, ou donnez-la au départ à une zone (`start`)",
                )
                .warning(),
            );
        }
    }
    faults
}

/// Rewords the fault of a kind that the set's expansion does not declare, for the author instead of the player.
pub(crate) fn for_its_author(fault: Fault, document: &Document, kinds: &Kinds) -> Fault {
    let Some(at) = fault.span.as_ref().filter(|_| fault.code == "T0119").map(|span| span.start)
    else {
        return fault;
    };
    let tables = document.root().tables("tile");
    let mut entries = tables.iter().flat_map(Table::entries);
    let kind = entries.find(|entry| entry.node.span.contains(&at)).map(|entry| &entry.key);
    let first = kind.and_then(|kind| kinds.declared.get(kind)).and_then(|all| all.first());
    match first {
        Some(first) => fault.help(
            format!("add `needs = [\"{first}\"]` to the manifest"),
            format!("ajoutez `needs = [\"{first}\"]` au manifeste"),
        ),
        None => fault,
    }
}

/// Features and tags that only an expansion declares that the set does not play with.
pub(crate) fn strangers(document: &Document, names: &Names<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for table in document.root().tables("tile") {
        for entry in table.entries() {
            let tables: Vec<Table<'_>> = match &entry.node.value {
                Value::Table(_) | Value::List(_) => table.tables(&entry.key),
                _ => Vec::new(),
            };
            let reaches = tables.iter().any(|segment| segment.has("at"));
            if !reaches {
                faults.extend(stranger(document, names, &entry.key, &entry.key_span));
            }
            for inner in tables.iter().flat_map(Table::entries) {
                faults.extend(stranger(document, names, &inner.key, &inner.key_span));
            }
        }
    }
    // Values were read for their shapes only; their faults are reported elsewhere.
    drop(document.take_faults());
    faults
}

fn stranger(
    document: &Document,
    names: &Names<'_>,
    key: &str,
    span: &Range<usize>,
) -> Option<Fault> {
    let providers = names.providers.get(key)?;
    if names.fine.contains(&key) {
        return None;
    }
    let (first, all) = (providers.first()?, listed(providers));
    Some(
        Fault::new(
            "T0303",
            format!("`{key}` counts only with {all}"),
            format!("`{key}` ne compte qu'avec {all}"),
        )
        .at(document.file(), span.clone())
        .help(
            format!("add `needs = [\"{first}\"]` to the manifest, or `decoration = [\"{key}\"]` if it is only drawn"),
            format!("ajoutez `needs = [\"{first}\"]` au manifeste, ou `decoration = [\"{key}\"]` si ce n'est que dessiné"),
        )
        .warning(),
    )
}

/// Tiles of the set's own that are the same when turned. `tiles` have been read with all symbols. Where others know both
/// by names of their own, two tiles are meant: the sign on them has a direction, or a start layout names each.
pub(crate) fn twins(tiles: &[Tile], places: &BTreeMap<String, Place>) -> Vec<Fault> {
    let mut seen: BTreeMap<String, &Tile> = BTreeMap::new();
    let mut faults = Vec::new();
    for tile in tiles {
        let Some(place) = places.get(&tile.id) else { continue };
        let looks = (0..4).map(|turns| tile.look(turns)).min().unwrap_or_default();
        let Some(first) = seen.get(&looks) else {
            seen.insert(looks, tile);
            continue;
        };
        if tile.aliases.keys().any(|among| first.aliases.contains_key(among)) {
            continue;
        }
        let own = |id: &str| id.rsplit('/').next().unwrap_or(id).to_owned();
        let (one, other) = (own(&tile.id), own(&first.id));
        faults.push(
            Fault::new(
                "T0301",
                format!("`{one}` is `{other}` once more, perhaps turned"),
                format!("`{one}` est encore `{other}`, peut-être tournée"),
            )
            .at(&place.file, place.span.clone())
            .help(
                format!("raise the `count` of `{other}` instead, or correct one of the two"),
                format!("augmentez plutôt le `count` de `{other}`, ou corrigez l'une des deux"),
            )
            .warning(),
        );
    }
    faults
}

/// Tiles of the set's own on which two pieces of ground cross: nothing that lies flat can be drawn so, and most often left and right
/// of a road were swapped.
pub(crate) fn crossed(
    tiles: &[Tile],
    kinds: &Kinds,
    places: &BTreeMap<String, Place>,
) -> Vec<Fault> {
    let ground = |kind: &str| {
        kinds.features.iter().any(|known| known.name == kind && known.lies == Lies::Rest)
    };
    let crosses = |tile: &&Tile| {
        let pieces = tile.segments.iter().filter(|segment| ground(&segment.kind));
        let pieces: Vec<u16> = pieces.map(|segment| segment.places).collect();
        (1..pieces.len()).any(|i| pieces[..i].iter().any(|before| by_turns(*before, pieces[i])))
    };
    let found = tiles.iter().filter(crosses).filter_map(|tile| places.get(&tile.id));
    let all = "NL NM NR EL EM ER SL SM SR WL WM WR";
    let fault = |place: &Place| {
        Fault::new(
            "T0302",
            "two pieces of ground cross each other on this tile",
            "deux morceaux de terrain se croisent sur cette tuile",
        )
        .at(&place.file, place.span.clone())
        .help(
            format!("clockwise the places are `{all}`: were left and right of a road swapped?"),
            format!("dans le sens horaire, les places sont `{all}` : la gauche et la droite d'une route ont-elles été échangées ?"),
        )
        .warning()
    };
    found.map(fault).collect()
}

/// Whether places of one and of the other come by turns around the tile, twice at least.
fn by_turns(one: u16, other: u16) -> bool {
    let mut turns: Vec<bool> =
        (0..12).filter(|at| (one ^ other) >> at & 1 == 1).map(|at| one >> at & 1 == 1).collect();
    turns.dedup();
    if turns.len() > 1 && turns.first() == turns.last() {
        turns.pop();
    }
    turns.len() > 2
}

#[cfg(test)]
mod tests {
    use super::by_turns;

    #[test]
    fn ground_crosses_if_it_comes_by_turns() {
        let places = |all: &[u16]| all.iter().fold(0, |mask, at| mask | 1 << at);
        assert!(!by_turns(places(&[0, 9, 10, 11]), places(&[2, 3, 4, 5])));
        assert!(by_turns(places(&[0, 3, 6]), places(&[2, 8, 9])), "swapped");
        assert!(!by_turns(places(&[0, 1, 2, 3]), 0));
        assert!(!by_turns(places(&[11, 0, 1, 6]), places(&[3, 4])), "one lies around the other");
    }
}
