//! A whole tile set: its head, the set it extends, its tiles.

use std::collections::BTreeSet;

use bastide_core::Fault;
use bastide_core::decl::{Lies, Text, Tile};

use crate::kinds::Kinds;
use crate::tile;
use bastide_text::{Document, Table, listed, suggest};

/// Most tile types in a set, those of the extended set included.
pub const TILES_MAX: usize = 4096;
/// Most sets in a chain of `extends`.
pub const EXTENDS_MAX: usize = 8;
/// Longest id of a set or tile, in bytes.
pub const ID_BYTES_MAX: usize = 64;

/// A tile set, ready for a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TileSet {
    /// `inns-and-cathedrals`.
    pub id: String,
    /// Name by language.
    pub name: Text,
    /// The set it started from.
    pub extends: Option<String>,
    /// Tile types: those of the extended set first, then its own in the order of the file.
    pub tiles: Vec<Tile>,
}

impl TileSet {
    /// Copies of all tiles together.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.tiles.iter().map(|tile| u32::from(tile.count)).sum()
    }
}

/// The text of a tile set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// File as the user would name it.
    pub file: String,
    /// Content of the file.
    pub text: String,
}

/// Reads a tile set. Pure: `sources` gives the texts of sets that it may extend, by id.
///
/// # Errors
///
/// All faults of the file and of the sets it extends, in the order of each file.
pub fn load(
    file: &str,
    text: &str,
    kinds: &Kinds,
    sources: &dyn Fn(&str) -> Option<Source>,
) -> Result<TileSet, Vec<Fault>> {
    let (set, faults) = read(file, text, kinds, sources);
    match set {
        Some(set) if faults.is_empty() => Ok(set),
        _ => Err(faults),
    }
}

/// Loads a set like [`load`] and returns the readable part of a faulty one, for pictures and not for games.
#[must_use]
pub fn read(
    file: &str,
    text: &str,
    kinds: &Kinds,
    sources: &dyn Fn(&str) -> Option<Source>,
) -> (Option<TileSet>, Vec<Fault>) {
    let mut reading = Reading { kinds, sources, faults: Vec::new(), chain: Vec::new() };
    reading.check_kinds(file);
    let set = reading.set(file, text);
    (set, reading.faults)
}

/// Whether a text may be the id of a set or, without its set, of a tile.
pub(crate) fn is_id(id: &str) -> bool {
    id.len() <= ID_BYTES_MAX
        && id.starts_with(|first: char| first.is_ascii_alphanumeric())
        && id.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
}

struct Reading<'a> {
    kinds: &'a Kinds,
    sources: &'a dyn Fn(&str) -> Option<Source>,
    faults: Vec<Fault>,
    /// Ids of the sets being read, the outermost first.
    chain: Vec<String>,
}

impl Reading<'_> {
    /// A kind that reaches edges must make an edge that somebody declares.
    fn check_kinds(&mut self, file: &str) {
        for kind in self.kinds.features.iter().filter(|kind| kind.lies != Lies::Centre) {
            let edge = kind.edge.as_deref().unwrap_or_default();
            if !self.kinds.edges.iter().any(|known| known.name == edge) {
                let name = &kind.name;
                let fault = Fault::new(
                    "T0118",
                    format!("`{name}` makes the edge `{edge}`, which nobody declares"),
                    format!("`{name}` forme le bord `{edge}`, que personne ne déclare"),
                );
                self.faults.push(fault.in_file(file).help(
                    format!("declare `[edge.{edge}]` in an expansion"),
                    format!("déclarez `[edge.{edge}]` dans une extension"),
                ));
            }
        }
    }

    fn set(&mut self, file: &str, text: &str) -> Option<TileSet> {
        let document = Document::parse(file, text, &mut self.faults)?;
        let root = document.root();
        let mut set = TileSet { id: Self::own_id(&root), name: name(&root), ..TileSet::default() };
        self.chain.push(set.id.clone());
        let before = self.faults.len();
        self.extend(&root, &mut set);
        // If the extended set could not be read, what it holds is not known.
        let sound = self.faults.len() == before;
        self.chain.pop();
        let inherited = set.tiles.len();
        let mut dropped = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let tables = root.tables("tile");
        if tables.is_empty() && set.extends.is_none() {
            let fault = document.fault(
                124,
                root.key_span("tile"),
                "a set without tiles",
                "un jeu de tuiles sans tuile",
            );
            document.note(fault.help("write `[[tile]]`", "écrivez `[[tile]]`"));
        }
        for table in &tables {
            if set.tiles.len() >= TILES_MAX {
                let fault = document.fault(
                    117,
                    table.span(),
                    format!("more than {TILES_MAX} tiles in a set"),
                    format!("plus de {TILES_MAX} tuiles dans un jeu"),
                );
                document.note(fault.help("make a second set", "faites-en un second jeu"));
                break;
            }
            let Some(id) = tile_id(table, &set.id) else {
                tile::read(table, self.kinds, Tile::default(), true);
                continue;
            };
            if !seen.insert(id.clone()) {
                let fault = document.fault(
                    103,
                    table.value_span("id"),
                    format!("the tile `{id}` is written twice"),
                    format!("la tuile `{id}` est écrite deux fois"),
                );
                document.note(fault.help("give it another id", "donnez-lui un autre id"));
            }
            let old = set.tiles[..inherited].iter().position(|tile| tile.id == id);
            let full = table.str("id").is_some_and(|written| written.contains('/'));
            if let Some(old) = old {
                let start = std::mem::take(&mut set.tiles[old]);
                set.tiles[old] = tile::read(table, self.kinds, start, false);
                if set.tiles[old].count == 0 {
                    dropped.insert(old);
                }
            } else {
                if full && sound && !id.starts_with(&format!("{}/", set.id)) {
                    document.note(not_inherited(table, &id, &set.tiles[..inherited]));
                }
                let start = Tile { id, ..Tile::default() };
                // Without the set that it changes, such a tile lacks nothing.
                set.tiles.push(tile::read(table, self.kinds, start, !full || sound));
            }
        }
        root.finish();
        self.faults.extend(document.take_faults());
        let mut number = 0;
        set.tiles.retain(|_| {
            number += 1;
            !dropped.contains(&(number - 1))
        });
        Some(set)
    }

    fn own_id(root: &Table<'_>) -> String {
        root.need("id");
        let id = root.str("id").unwrap_or_default();
        if root.has("id") && !is_id(id) {
            root.document().note(bad_id(101, root, id));
        }
        id.to_owned()
    }

    /// Starts from the tiles of another set.
    fn extend(&mut self, root: &Table<'_>, set: &mut TileSet) {
        let Some(word) = root.word("extends") else { return };
        let (id, document) = (word.text, root.document());
        set.extends = Some(id.to_owned());
        if self.chain.iter().any(|known| known == id) || self.chain.len() >= EXTENDS_MAX {
            let chain = format!("{} → {id}", self.chain.join(" → "));
            let fault = document.fault(
                121,
                word.span,
                format!("sets extend each other without end: {chain}"),
                format!("des jeux s'étendent sans fin : {chain}"),
            );
            self.faults.push(fault.help("cut the circle", "coupez le cercle"));
        } else if let Some(source) = (self.sources)(id) {
            set.tiles = self.set(&source.file, &source.text).unwrap_or_default().tiles;
        } else {
            let fault = document.fault(
                120,
                word.span,
                format!("no tile set `{id}`"),
                format!("aucun jeu de tuiles `{id}`"),
            );
            self.faults.push(fault.help(
                format!("add `{id}.toml` to a folder of tile sets"),
                format!("ajoutez `{id}.toml` à un dossier de jeux de tuiles"),
            ));
        }
    }
}

fn name(root: &Table<'_>) -> Text {
    root.need("name");
    let document = root.document();
    let Some(table) = root.table("name") else { return Text::new() };
    table.need("en");
    let texts = table.entries().filter_map(|entry| {
        Some((entry.key.clone(), document.as_str(&entry.node, &entry.key)?.to_owned()))
    });
    texts.collect()
}

/// The full id of a tile.
fn tile_id(table: &Table<'_>, set: &str) -> Option<String> {
    if !table.need("id") {
        return None;
    }
    let id = table.str("id")?;
    let (owner, own) = id.split_once('/').unwrap_or((set, id));
    // A set whose own id is at fault has been reported.
    if !is_id(own) || (id.contains('/') && !is_id(owner)) {
        table.document().note(bad_id(102, table, id));
        return None;
    }
    Some(format!("{owner}/{own}"))
}

fn bad_id(number: u16, table: &Table<'_>, id: &str) -> Fault {
    let fault = table.document().fault(
        number,
        table.value_span("id"),
        format!("`{id}` cannot be an id"),
        format!("`{id}` ne peut pas être un id"),
    );
    fault.help(
        format!("use letters from a to z, digits and hyphens, at most {ID_BYTES_MAX}"),
        format!("employez des lettres de a à z sans accent, des chiffres et des traits d'union, {ID_BYTES_MAX} au plus"),
    )
}

fn not_inherited(table: &Table<'_>, id: &str, inherited: &[Tile]) -> Fault {
    let fault = table.document().fault(
        122,
        table.value_span("id"),
        format!("no tile `{id}` in the set that this one extends"),
        format!("aucune tuile `{id}` dans le jeu que celui-ci étend"),
    );
    let ids: Vec<&str> = inherited.iter().map(|tile| tile.id.as_str()).collect();
    match suggest(id, ids.iter().copied()) {
        Some(near) => {
            fault.help(format!("did you mean `{near}`?"), format!("vouliez-vous dire `{near}` ?"))
        }
        None if ids.is_empty() => fault.help(
            "write the id without a set for a new tile",
            "écrivez l'id sans jeu pour une nouvelle tuile",
        ),
        None => {
            fault.help(format!("known: {}", listed(&ids)), format!("connues : {}", listed(&ids)))
        }
    }
}
