//! The tiles of a game: sets of all enabled expansions, their copies, the changes of the config.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bastide_core::Fault;
use bastide_core::decl::{Expansion, StartTile, Tile};
use bastide_tiles::{Kinds, Source};

use super::load::{Enabled, Loading};
use super::{Config, Manifests, Tiles, unknown};
use crate::graph::Mention;
use crate::lang;
use crate::library::{Hash, Library};
use crate::manifest::{Elsewhere, Manifest};
use bastide_core::limits::TILE_COPIES_MAX;

/// Reads all sets and counts all tiles. Expansions get the hash of the sets they brought.
pub(super) fn read(
    loading: &mut Loading<'_>,
    library: &Library,
    manifests: &Manifests,
    mix: (&[&str], &Elsewhere),
    enabled: &mut [Enabled<'_>],
) -> Tiles {
    let kinds = manifests.kinds(enabled.iter().map(|one| &one.expansion));
    let mut tiles = Tiles::new();
    let mut used = BTreeMap::new();
    // Who brought a tile.
    let mut from: BTreeMap<String, String> = BTreeMap::new();
    let before = loading.faults.len();
    for one in enabled.iter_mut() {
        let id = one.manifest.id.clone();
        let mut hash = Hash::default();
        hash.bytes(one.expansion.hash.as_bytes());
        for mention in &one.sets {
            let config = &loading.config.tiles;
            let asked = config.get(&mention.id).or_else(|| config.get(&id)).map(|c| c.copies);
            let copies = one.wanted.copies.or(asked).unwrap_or(1);
            let files = set(loading, library, &id, mention, &kinds, copies, &mut tiles);
            used.insert(mention.id.clone(), id.clone());
            for (name, text) in files {
                hash.file(&format!("tiles/{name}.toml"), &text);
            }
        }
        one.expansion.hash = hash.finish();
        for tile in tiles.keys() {
            from.entry(tile.clone()).or_insert_with(|| id.clone());
        }
    }
    more(loading, library, enabled, &used, &kinds, &mut tiles);
    // What a set at fault holds is not known: do not miss it twice.
    if loading.faults.len() > before {
        // But a tile that one of the sets that were read would have is no tile.
        let read: BTreeSet<&str> =
            tiles.keys().filter_map(|id| Some(id.split_once('/')?.0)).collect();
        no_tiles(loading, &tiles, |id| id.split_once('/').is_some_and(|id| read.contains(id.0)));
    } else {
        redraw(loading, enabled, mix, &kinds, &mut tiles);
        counts(loading, enabled, &mut tiles);
        roles(loading, enabled, &tiles, &from);
        starts(loading, enabled, &tiles);
    }
    tiles
}

/// Kinds of all enabled expansions, and the names of those that are only known.
pub fn kinds<'a>(
    known: impl IntoIterator<Item = &'a Manifest>,
    enabled: impl IntoIterator<Item = &'a Expansion>,
) -> Kinds {
    in_force(idle(known), enabled)
}

/// The same, of names that are only known.
pub(super) fn in_force<'a>(
    mut kinds: Kinds,
    enabled: impl IntoIterator<Item = &'a Expansion>,
) -> Kinds {
    let mut borders = Vec::new();
    for expansion in enabled {
        kinds.add(expansion);
        borders.push(&expansion.borders);
    }
    for more in borders {
        kinds.join_borders(more);
    }
    for kind in &kinds.features {
        kinds.idle_features.remove(&kind.name);
        kinds.declared.remove(&kind.name);
    }
    for tag in &kinds.tags {
        kinds.idle_tags.remove(&tag.name);
    }
    kinds
}

/// The names of kinds that are only known.
pub(super) fn idle<'a>(known: impl IntoIterator<Item = &'a Manifest>) -> Kinds {
    let mut kinds = Kinds::default();
    for manifest in known {
        let Expansion { features, tags, groups, .. } = &manifest.everything;
        kinds.groups.extend(groups.iter().map(|group| group.name.clone()));
        kinds.idle_features.extend(features.iter().map(|kind| kind.name.clone()));
        kinds.idle_tags.extend(tags.iter().map(|tag| tag.name.clone()));
        for kind in features {
            let declared = kinds.declared.entry(kind.name.clone()).or_default();
            declared.push(manifest.id.clone());
        }
        // Nobody has said whether such a symbol is a feature or a tag; it may be printed as either.
        kinds.idle_features.extend(manifest.decoration.iter().cloned());
        kinds.idle_tags.extend(manifest.decoration.iter().cloned());
    }
    kinds
}

/// Reads one set into `tiles`; answers the files it was made from.
fn set(
    loading: &mut Loading<'_>,
    library: &Library,
    expansion: &str,
    mention: &Mention,
    kinds: &Kinds,
    copies: u16,
    tiles: &mut Tiles,
) -> BTreeMap<String, Arc<str>> {
    let used = std::cell::RefCell::new(BTreeMap::new());
    let source = |name: &str| {
        let file = library.set(expansion, name)?;
        used.borrow_mut().insert(name.to_owned(), Arc::clone(&file.text));
        Some(Source { file: file.name.clone(), text: file.text.to_string() })
    };
    let Some(file) = source(&mention.id) else {
        loading.faults.push(unknown_set(loading, library, expansion, mention));
        return BTreeMap::new();
    };
    let begun = std::time::Instant::now();
    let read = bastide_tiles::load(&file.file, &file.text, kinds, &source);
    crate::told::read("tiles", &file.file, &file.text, begun);
    match read {
        Ok(set) => {
            for mut tile in set.tiles {
                tile.count = tile.count.saturating_mul(copies);
                add(loading, tile, &file.file, tiles);
            }
        }
        Err(faults) => loading.faults.extend(faults),
    }
    used.into_inner()
}

/// Adds a tile. Sets may share tiles, as two editions do: such a tile lies in the deck once, with the
/// greater number of copies.
fn add(loading: &mut Loading<'_>, tile: Tile, file: &str, tiles: &mut Tiles) {
    let Some(old) = tiles.get_mut(&tile.id) else {
        tiles.insert(tile.id.clone(), tile);
        return;
    };
    old.count = old.count.max(tile.count);
    let same = Tile { count: old.count, aliases: old.aliases.clone(), ..tile.clone() } == *old;
    if !same {
        let id = &tile.id;
        let fault = Fault::new(
            "C0115",
            format!("two sets draw the tile `{id}` differently"),
            format!("deux jeux dessinent la tuile `{id}` différemment"),
        );
        loading.faults.push(
            fault.in_file(file).help("use one of the two sets", "n'employez qu'un des deux jeux"),
        );
    }
}

/// A set that cannot be found: the fault of the config that names it, or of the manifest.
fn unknown_set(
    loading: &Loading<'_>,
    library: &Library,
    expansion: &str,
    mention: &Mention,
) -> Fault {
    let set = &mention.id;
    let code = if mention.file == loading.config.file { "C0111" } else { "M0128" };
    let fault = Fault::new(
        code,
        format!("unknown tile set `{set}`"),
        format!("jeu de tuiles inconnu `{set}`"),
    );
    let fault = match &mention.span {
        Some(span) => fault.at(&mention.file, span.clone()),
        None => fault.in_file(&mention.file),
    };
    let file = format!("tiles/{set}.toml");
    if let Some(other) = library.folders().find(|folder| folder.files.contains_key(&file)) {
        let other = &other.id;
        return fault.help(
            format!("it lies in the expansion `{other}`, which alone plays with it: write `{other} = true` under [expansions], or move the file to a folder `tiles` of the search path"),
            format!("il se trouve dans l'extension `{other}`, qui seule joue avec : écrivez `{other} = true` sous [expansions], ou déplacez le fichier dans un dossier `tiles` du chemin de recherche"),
        );
    }
    let own = || library.folder(expansion).into_iter().flat_map(|folder| folder.files.keys());
    if let Some(elsewhere) = own().find(|path| path.rsplit('/').next() == file.rsplit('/').next()) {
        return fault.help(
            format!("move `{elsewhere}` to `{file}`: tile sets of a folder lie in `tiles`"),
            format!("déplacez `{elsewhere}` vers `{file}` : les jeux de tuiles d'un dossier sont dans `tiles`"),
        );
    }
    let own = own().filter_map(|path| path.strip_prefix("tiles/")?.strip_suffix(".toml"));
    unknown(fault, set, library.sets().chain(own))
}

/// Sets that only the config names: `[tiles] my-set = true`.
fn more(
    loading: &mut Loading<'_>,
    library: &Library,
    enabled: &[Enabled<'_>],
    used: &BTreeMap<String, String>,
    kinds: &Kinds,
    tiles: &mut Tiles,
) {
    let config = loading.config;
    for (name, change) in config.tiles.iter().filter(|(name, _)| !name.contains('/')) {
        if used.contains_key(name) || enabled.iter().any(|one| one.manifest.id == *name) {
            continue;
        }
        let span = Some(change.span.clone());
        let mention = Mention { id: name.clone(), file: config.file.clone(), span };
        set(loading, library, "", &mention, kinds, change.copies, tiles);
    }
}

/// Redraws tiles for expansions. Two expansions that redraw the same tile must agree.
fn redraw(
    loading: &mut Loading<'_>,
    enabled: &[Enabled<'_>],
    mix: (&[&str], &Elsewhere),
    kinds: &Kinds,
    tiles: &mut Tiles,
) {
    let mut drawn: BTreeMap<String, (String, Tile)> = BTreeMap::new();
    for one in enabled.iter().filter(|one| !one.manifest.redraws.is_empty()) {
        let tile = |id: &str| tiles.get(id).cloned();
        let (new, faults) = one.manifest.redrawn(&one.choices, Some(mix), kinds, &tile);
        loading.faults.extend(faults);
        for tile in new {
            let other = drawn.get(&tile.id).filter(|(_, other)| *other != tile);
            if let Some((other, _)) = other {
                let (id, one) = (&tile.id, &one.manifest.id);
                let fault = Fault::new(
                    "C0119",
                    format!("`{other}` and `{one}` each draw the tile `{id}` anew, differently"),
                    format!(
                        "`{other}` et `{one}` redessinent chacune la tuile `{id}`, différemment"
                    ),
                );
                loading.faults.push(fault.in_file(&loading.config.file).help(
                    "disable one of the two, or write `without` at one of the drawings",
                    "désactivez l'une des deux, ou écrivez `without` à l'un des dessins",
                ));
            } else {
                drawn.insert(tile.id.clone(), (one.manifest.id.clone(), tile));
            }
        }
    }
    tiles.extend(drawn.into_iter().map(|(id, (_, tile))| (id, tile)));
}

/// Start tiles that are asked for by their role get an id: a tile of the expansion's own sets, else one of any. A layout
/// that finds none keeps none for it.
fn roles(
    loading: &mut Loading<'_>,
    enabled: &mut [Enabled<'_>],
    tiles: &Tiles,
    from: &BTreeMap<String, String>,
) {
    for one in enabled {
        let id = &one.manifest.id;
        let starts = one.expansion.start.iter_mut().flat_map(|start| &mut start.tiles);
        for tile in starts.filter(|tile| !tile.role.is_empty()) {
            let known = tiles.values().filter(|known| known.role.as_deref() == Some(&tile.role));
            let left = known.clone().any(|known| known.count > 0);
            let such = known.filter(|known| known.count > 0 || !left);
            let such: Vec<&str> = such.map(|known| known.id.as_str()).collect();
            let own: Vec<&str> =
                such.iter().copied().filter(|tile| from.get(*tile) == Some(id)).collect();
            let found = if own.is_empty() { such } else { own };
            if found.len() > 1 {
                let role = &tile.role;
                let all = bastide_text::listed(&found);
                let fault = Fault::new(
                    "C0120",
                    format!(
                        "`{id}` starts with the tile whose role is `{role}`, and there are several: {all}"
                    ),
                    format!(
                        "`{id}` commence par la tuile dont le rôle est `{role}`, et il y en a plusieurs : {all}"
                    ),
                );
                loading.faults.push(fault.in_file(&loading.config.file).help(
                    "keep one of them: take the other out under [tiles], with 0",
                    "gardez-en une : retirez l'autre sous [tiles], par 0",
                ));
            }
            tile.tile = found.first().map(|tile| (*tile).to_owned()).unwrap_or_default();
        }
    }
}

/// Applies the counts of manifests, then those of the config.
fn counts(loading: &mut Loading<'_>, enabled: &mut [Enabled<'_>], tiles: &mut Tiles) {
    for one in enabled {
        // Tiles of a set that stays out have no count to change.
        for (id, count) in std::mem::take(&mut one.expansion.tile_counts) {
            if let Some(tile) = tiles.get_mut(&id) {
                tile.count = count;
            }
        }
    }
    for (id, change) in &loading.config.tiles {
        if let Some(tile) = tiles.get_mut(id) {
            tile.count = change.copies;
        }
    }
    too_many(loading, tiles);
    no_tiles(loading, tiles, |_| true);
}

/// Tiles of which a set that is in play several times has more copies than a game can hold.
fn too_many(loading: &mut Loading<'_>, tiles: &Tiles) {
    let Some(most) = tiles.values().max_by_key(|tile| tile.count) else { return };
    let (id, count, config) = (&most.id, most.count, loading.config);
    if usize::from(count) <= TILE_COPIES_MAX {
        return;
    }
    let of_sets = config.tiles.iter().filter(|(name, _)| !name.contains('/'));
    let of_sets = of_sets.map(|(_, change)| (Some(change.copies), &change.span));
    let of_all = config.expansions.values().map(|wanted| (wanted.copies, &wanted.span));
    let said = of_sets.chain(of_all).max_by_key(|(copies, _)| *copies);
    let fault = Fault::new(
        "C0126",
        format!(
            "{count} copies of the tile `{id}`; the limit is {TILE_COPIES_MAX} (TILE_COPIES_MAX)"
        ),
        format!(
            "{count} exemplaires de la tuile `{id}` ; la limite est {TILE_COPIES_MAX} (TILE_COPIES_MAX)"
        ),
    );
    let fault = match said {
        Some((Some(_), span)) => fault.at(&config.file, span.clone()),
        _ => fault.in_file(&config.file),
    };
    loading.faults.push(fault.help(
        "write fewer `copies` of the set",
        "écrivez moins d'exemplaires (`copies`) du jeu de tuiles",
    ));
}

/// Tiles of the config that are not there, among those that would be.
fn no_tiles(loading: &mut Loading<'_>, tiles: &Tiles, would: impl Fn(&str) -> bool) {
    let config = loading.config;
    let named = config.tiles.iter().filter(|(id, _)| id.contains('/') && would(id));
    for (id, change) in named.filter(|(id, _)| !tiles.contains_key(*id)) {
        let fault = config.fault(
            110,
            &change.span,
            format!("no tile `{id}` is in play"),
            format!("aucune tuile `{id}` n'est de la partie"),
        );
        loading.faults.push(unknown(fault, id, tiles.keys().map(String::as_str)));
    }
}

/// Every tile of a start layout in force must be in play.
fn starts(loading: &mut Loading<'_>, enabled: &[Enabled<'_>], tiles: &Tiles) {
    let starts = || enabled.iter().filter_map(|one| Some((one, one.expansion.start.as_ref()?)));
    let replaced: BTreeSet<&str> =
        starts().flat_map(|(_, s)| s.replaces.iter().chain(&s.mixes).map(String::as_str)).collect();
    for (one, start) in starts().filter(|(one, _)| !replaced.contains(one.manifest.id.as_str())) {
        let laid = || start.tiles.iter().filter(|tile| tile.tile != "*");
        for tile in laid() {
            loading.faults.extend(without_copy(loading.config, &one.manifest.id, tile));
        }
        for tile in laid().filter(|tile| !tiles.contains_key(&tile.tile)) {
            // One that was asked for by its role has no id.
            let id = if tile.tile.is_empty() { &tile.role } else { &tile.tile };
            let expansion = &one.manifest.id;
            let (en, fr) = (
                format!("`{expansion}` starts with the tile `{id}`, which is not in play"),
                format!("`{expansion}` commence par la tuile `{id}`, qui n'est pas de la partie"),
            );
            // An entry of the config about the expansion's tiles is the reason, if there is one.
            let span = loading.config.expansions.get(expansion).map(|wanted| wanted.span.clone());
            let fault = match span.filter(|span| !span.is_empty()) {
                Some(span) => loading.config.fault(116, &span, en, fr),
                None => Fault::new("C0116", en, fr).in_file(one.manifest.file()),
            };
            loading.faults.push(fault.meant(
                lang::near(id, tiles.keys().map(String::as_str)),
                "keep a tile set that has it, or let another expansion lay the start tile",
                "gardez un jeu de tuiles qui l'a, ou laissez une autre extension poser la tuile de départ",
            ));
        }
    }
}

/// Reports a start tile without a copy in the game.
fn without_copy(config: &Config, expansion: &str, start: &StartTile) -> Option<Fault> {
    let id = &start.tile;
    let change = config.tiles.get(id).filter(|change| change.copies == 0)?;
    let fault = config.fault(
        116,
        &change.span,
        format!("`{expansion}` starts with the tile `{id}`, of which no copy is left"),
        format!("`{expansion}` commence par la tuile `{id}`, dont il ne reste aucun exemplaire"),
    );
    Some(fault.help(
        "leave at least one copy of it in the game",
        "laissez-en au moins un exemplaire dans le jeu",
    ))
}
