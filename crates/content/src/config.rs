//! The config of a game: who plays, which edition, which expansions with which options, which tiles.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_core::Fault;
use bastide_core::decl::Value;
use bastide_core::limits::FIGURES_PER_KIND_MAX;
use bastide_core::{Severity, decl};
use bastide_text::{Document, Entry, Node, Table};

use crate::lang;
use crate::manifest::RESERVED;
use crate::seed::{SEED_MAX, Seed};

mod deck;
mod ignored;
mod load;
mod loaded;
mod manifests;
mod paths;
mod seats;
mod tiles;
mod ways;
mod written;

pub use load::Setup;
pub use loaded::Built;
pub(crate) use loaded::Loaded;
pub use manifests::Manifests;
pub(crate) use manifests::ReadOnce;
pub use seats::{BOTS, NAME_MAX, PLAYERS_MAX, PlayerSeat};
pub use tiles::kinds;
pub use ways::direct;

/// The expansion that is always enabled.
pub const BASE: &str = "base";
/// Edition if the config names none.
pub const EDITION: &str = "second-2014";
/// Most copies of a set, and most of one tile.
pub const COPIES_MAX: i64 = 99;

/// Something written in the config, with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written<T> {
    /// The value.
    pub value: T,
    /// Bytes in the file.
    pub span: Range<usize>,
}

/// What the config says about one expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// On or off.
    pub enabled: bool,
    /// Bytes of its name in the file.
    pub span: Range<usize>,
    /// Folder to read it from, relative to the config.
    pub path: Option<Written<String>>,
    /// Its tile sets stay out if false.
    pub tiles: bool,
    /// Tile sets instead of its own.
    pub sets: Option<Vec<Written<String>>>,
    /// How often its sets are in the deck.
    pub copies: Option<u16>,
    /// Pieces per player of some kinds of figure.
    pub figures: BTreeMap<String, Written<u16>>,
    /// Remaining entries: options, not yet checked against the manifest.
    pub options: Vec<Entry>,
}

impl Wanted {
    /// Enabled with everything at its default.
    #[must_use]
    pub fn plain() -> Self {
        Self { enabled: true, tiles: true, ..Self::default() }
    }

    /// Sets an option as if it were written in the config.
    pub fn set(&mut self, option: &str, value: &Value) {
        let value = match value {
            Value::Bool(on) => bastide_text::Value::Bool(*on),
            Value::Int(number) => bastide_text::Value::Int(*number),
            Value::Text(text) => bastide_text::Value::Text(text.clone()),
        };
        self.options.retain(|entry| entry.key != option);
        let node = Node { span: 0..0, value };
        self.options.push(Entry { key: option.to_owned(), key_span: 0..0, node });
    }
}

/// What the config says about a tile or a set of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileChange {
    /// Copies of the tile, or of every tile of the set.
    pub copies: u16,
    /// Bytes of the name in the file.
    pub span: Range<usize>,
}

/// A config that has been read. Names of expansions, options and tiles are not yet checked against what exists;
/// [`Setup::load`] does that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// File as the user would name it.
    pub file: String,
    /// Seats in turn order.
    pub players: Vec<PlayerSeat>,
    /// Bytes of the list of players.
    pub players_span: Range<usize>,
    /// Edition, if one is named.
    pub edition: Option<Written<String>>,
    /// Seed of chance, if one is given.
    pub seed: Option<Seed>,
    /// Seat that begins, if one is named.
    pub first: Option<usize>,
    /// Expansions by id.
    pub expansions: BTreeMap<String, Wanted>,
    /// Changes of tiles by full id (with `/`) or by set.
    pub tiles: BTreeMap<String, TileChange>,
}

impl Config {
    /// The config that the program carries: two players and four expansions.
    #[must_use]
    pub fn default_text() -> &'static str {
        include_str!("config/default.toml")
    }

    /// Reads a config. `file` names it for people; relative paths in it are relative to its folder.
    ///
    /// # Errors
    ///
    /// All faults of the file, in its order.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let (config, faults) = Self::read(file, text);
        let bad = faults.iter().any(|fault| fault.severity == Severity::Error);
        config.filter(|_| !bad).ok_or(faults)
    }

    /// Reads a config as far as it can be read, with everything that is wrong in the file itself.
    #[must_use]
    pub fn read(file: &str, text: &str) -> (Option<Self>, Vec<Fault>) {
        let begun = std::time::Instant::now();
        let mut faults = Vec::new();
        if is_record(text) {
            let fault = Fault::new(
                "C0121",
                "this is a saved game, and no config",
                "c'est une partie enregistrée, et pas une configuration",
            );
            let help = fault.at(file, 0..text.find('\n').unwrap_or(text.len())).help(
                format!("to go on with it: `bastide play --resume {file}`"),
                format!("pour la reprendre : `bastide play --resume {file}`"),
            );
            return (None, vec![help]);
        }
        let Some(document) = Document::parse_as('C', file, text, &mut faults) else {
            return (None, faults);
        };
        let root = document.root();
        let mut config = Self {
            file: file.to_owned(),
            players: seats::read(&root),
            players_span: root.value_span("players"),
            seed: seed(&document, &root),
            ..Self::default()
        };
        if let Some(edition) = root.str("edition") {
            let span = root.value_span("edition");
            config.edition = Some(Written { value: edition.to_owned(), span });
        }
        config.first = seats::first(&root, &config.players);
        if let Some(table) = root.table("expansions") {
            for entry in table.entries() {
                config.expansions.insert(entry.key.clone(), wanted(&document, entry));
            }
        }
        if let Some(table) = root.table("tiles") {
            for entry in table.entries() {
                if let Some(copies) = copies(&document, entry) {
                    let span = entry.key_span.clone();
                    config.tiles.insert(entry.key.clone(), TileChange { copies, span });
                }
            }
        }
        root.finish();
        faults.extend(document.take_faults());
        crate::told::read("config", file, text, begun);
        (Some(config), faults)
    }

    /// Enables an expansion as if it were written in the config.
    pub fn enable(&mut self, id: &str) -> &mut Wanted {
        let wanted = self.expansions.entry(id.to_owned()).or_insert_with(Wanted::plain);
        wanted.enabled = true;
        wanted
    }

    /// A fault at a place in this config; without a place if it was not written there.
    fn fault(&self, number: u16, span: &Range<usize>, en: String, fr: String) -> Fault {
        let fault = Fault::new(&format!("C{number:04}"), en, fr);
        if span.is_empty() { fault.in_file(&self.file) } else { fault.at(&self.file, span.clone()) }
    }
}

/// The seed: a number, or a text of hexadecimal digits.
fn seed(document: &Document, root: &Table<'_>) -> Option<Seed> {
    let bastide_text::Value::Text(text) = &root.raw("seed")?.value else {
        return root.int("seed", 0..=SEED_MAX as i64).map(|seed| Seed::from(seed as u64));
    };
    let seed = text.parse();
    if seed.is_err() {
        let fault = document.fault(
            7,
            root.value_span("seed"),
            format!("`{text}` is no seed"),
            format!("`{text}` n'est pas une graine"),
        );
        document.note(fault.help(
            format!("write a number up to {SEED_MAX}, or `0x` and 32 digits from 0 to f in quotes"),
            format!("écrivez un nombre jusqu'à {SEED_MAX}, ou `0x` et 32 chiffres de 0 à f entre guillemets"),
        ));
    }
    seed.ok()
}

/// One entry of `[expansions]`.
fn wanted(document: &Document, entry: &Entry) -> Wanted {
    let mut wanted = Wanted { span: entry.key_span.clone(), ..Wanted::plain() };
    match &entry.node.value {
        bastide_text::Value::Bool(on) => wanted.enabled = *on,
        bastide_text::Value::Table(_) => {
            if let Some(table) = document.as_table(&entry.node, &entry.key) {
                table_of(&table, &mut wanted);
            }
        }
        _ => document.note(
            document
                .fault(
                    6,
                    entry.node.span.clone(),
                    format!("`{}` is neither true, false nor a table", entry.key),
                    format!("`{}` n'est ni vrai, ni faux, ni une table", entry.key),
                )
                .help(
                    "write `true`, or options: `{ name = value }`",
                    "écrivez `true`, ou des options : `{ nom = valeur }`",
                ),
        ),
    }
    if entry.key == BASE && !wanted.enabled {
        document.note(
            document
                .fault(
                    113,
                    entry.node.span.clone(),
                    "the base game is always in play",
                    "le jeu de base est toujours de la partie",
                )
                .help(
                    "leave the line out; to play with other tiles, write `base = { set = \"…\" }` with a tile set that has a start tile",
                    "retirez la ligne ; pour jouer avec d'autres tuiles, écrivez `base = { set = \"…\" }` avec un jeu qui a une tuile de départ",
                ),
        );
    }
    wanted
}

/// The table of an expansion: the keys that all accept, and options.
fn table_of(table: &Table<'_>, wanted: &mut Wanted) {
    let document = table.document();
    if let Some(path) = table.str("path") {
        let span = table.value_span("path");
        if path.is_empty() || path.contains('\0') {
            let fault = document.fault(
                114,
                span,
                "`path` names no folder",
                "`path` ne nomme aucun dossier",
            );
            document.note(fault.help(
                "write `path = \"mods/my-variant\"`",
                "écrivez `path = \"mods/ma-variante\"`",
            ));
        } else {
            wanted.path = Some(Written { value: path.to_owned(), span });
        }
    }
    wanted.tiles = table.bool("tiles").unwrap_or(true);
    if table.has("set") && table.has("sets") {
        let fault = document.fault(
            117,
            table.key_span("sets"),
            "both `set` and `sets`",
            "`set` et `sets` à la fois",
        );
        document.note(fault.help("keep `sets`", "gardez `sets`"));
    }
    for key in ["set", "sets"] {
        if let Some(words) = table.words(key) {
            let words = words.into_iter();
            let sets = words.map(|w| Written { value: w.text.to_owned(), span: w.span });
            wanted.sets = Some(sets.collect());
        }
    }
    wanted.copies = table.int("copies", 0..=COPIES_MAX).map(|n| n as u16);
    if !wanted.tiles {
        without_tiles(table);
    }
    if let Some(figures) = table.table("figures") {
        for entry in figures.entries() {
            let most = FIGURES_PER_KIND_MAX as i64;
            if let Some(n) = document.as_int(&entry.node, &entry.key, 0..=most) {
                let written = Written { value: n as u16, span: entry.key_span.clone() };
                wanted.figures.insert(entry.key.clone(), written);
            }
        }
    }
    let options = table.entries().filter(|entry| !RESERVED.contains(&entry.key.as_str()));
    wanted.options = options.cloned().collect();
}

/// Ignores entries about tile sets that are not in play.
fn without_tiles(table: &Table<'_>) {
    let document = table.document();
    for key in ["set", "sets", "copies"].into_iter().filter(|key| table.has(key)) {
        let fault = document.fault(
            123,
            table.key_span(key),
            format!("`{key}` beside `tiles = false`: there is no tile set to which it applies"),
            format!("`{key}` avec `tiles = false` : aucun jeu de tuiles n'est concerné"),
        );
        document.note(fault.help(
            format!("leave out `tiles = false`, or `{key}`"),
            format!("retirez `tiles = false`, ou `{key}`"),
        ));
    }
}

/// One entry of `[tiles]`: a number for a tile, `{ copies = n }` for a set, or `true` for a set once.
fn copies(document: &Document, entry: &Entry) -> Option<u16> {
    if entry.key.contains('/') {
        return document.as_int(&entry.node, &entry.key, 0..=COPIES_MAX).map(|n| n as u16);
    }
    if let bastide_text::Value::Bool(on) = entry.node.value {
        return Some(u16::from(on));
    }
    let table = document.as_table(&entry.node, &entry.key)?;
    table.need("copies");
    let copies = table.int("copies", 0..=COPIES_MAX);
    table.finish();
    copies.map(|n| n as u16)
}

/// Options of an expansion that differ from another list, for records and summaries.
#[must_use]
pub fn differing(
    values: &BTreeMap<String, Value>,
    from: &BTreeMap<String, Value>,
) -> BTreeMap<String, Value> {
    let differ = values.iter().filter(|(name, value)| from.get(*name) != Some(value));
    differ.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// An unknown name in the config, with the nearest known.
fn unknown<'a>(fault: Fault, word: &str, known: impl IntoIterator<Item = &'a str>) -> Fault {
    lang::suggest(fault, word, known)
}

/// Tiles by full id.
type Tiles = BTreeMap<String, decl::Tile>;

/// Whether a text begins as records do.
fn is_record(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("bastide ").is_some_and(|version| version.trim().parse::<u32>().is_ok())
}

#[cfg(test)]
#[path = "tests/config.rs"]
mod tests;
