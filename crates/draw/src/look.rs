//! How things look: what expansions say in their `draw.toml`, and a general look for all others.

mod icon;
mod kept;
mod known;
mod text;

use std::collections::BTreeMap;

use bastide::Library;
use bastide::config::Manifests;
use bastide::core::Fault;
use bastide::core::decl::Lies;
use bastide::library::Folder;
use bastide_text::{Document, Table, listed};
use known::Known;

use crate::faces::Faces;

pub(crate) use icon::{Icon, Paint};
pub use icon::{PATH_BYTES_MAX, SHAPES_MAX};
pub(crate) use kept::KeptLook;
pub use text::Text;

/// File of a folder that says how its things look.
pub const FILE: &str = "draw.toml";
/// Most symbols that are scattered over a kind.
const SCATTER_MAX: usize = 8;

/// A kind of feature.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KindLook {
    /// Filled with.
    pub(crate) fill: Option<Paint>,
    /// Outlined with.
    pub(crate) line: Option<Paint>,
    /// Battlements of an area, deck of a bridge of a line.
    pub(crate) wall: Option<Paint>,
    /// Width of a line.
    pub(crate) width: Option<f64>,
    /// Stands in the middle of the tile if it can.
    pub(crate) central: bool,
    /// Symbol of a kind that lies inside the tile.
    pub(crate) icon: Option<Icon>,
    /// Where lines end.
    pub(crate) end: Option<Icon>,
    /// Strewn over the area.
    pub(crate) scatter: Vec<Icon>,
    /// On boards in text.
    pub(crate) text: Option<Text>,
}

/// How the number of a tag shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shown {
    /// One symbol for each.
    #[default]
    Each,
    /// One symbol on top of the other, on the feature's own.
    Stack,
    /// One symbol around the feature's own, that points to the north for 1 and an eighth farther, clockwise, for each more. It
    /// turns with the tile.
    Compass,
    /// In place of the symbol of a feature that lies inside the tile; one for each elsewhere.
    Instead,
    /// Not at all: what the tag says is seen by how the rest is drawn.
    Nowhere,
}

/// What `show` of a tag says.
const SHOWN: [(&str, Shown); 5] = [
    ("each", Shown::Each),
    ("stack", Shown::Stack),
    ("compass", Shown::Compass),
    ("instead", Shown::Instead),
    ("nowhere", Shown::Nowhere),
];

/// A tag.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TagLook {
    pub(crate) icon: Icon,
    pub(crate) shown: Shown,
    /// On boards in text.
    pub(crate) text: Option<Text>,
}

/// How everything looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Look {
    kinds: BTreeMap<String, KindLook>,
    tags: BTreeMap<String, TagLook>,
    figures: BTreeMap<String, Icon>,
    neutrals: BTreeMap<String, Icon>,
    tokens: BTreeMap<String, Icon>,
    /// By `expansion/name`, since each keeps its own.
    kept: BTreeMap<String, KeptLook>,
    /// Faces drawn with this look.
    faces: Faces,
}

impl Look {
    /// Returns the look of everything in a library, and the faults of unreadable looks. If two folders draw the same
    /// thing, the first by name wins.
    #[must_use]
    pub fn of(library: &Library) -> (Self, Vec<Fault>) {
        let mut look = Self::default();
        let mut faults = Vec::new();
        for folder in library.folders() {
            look.read(folder, None, &mut faults);
        }
        (look, faults)
    }

    /// Returns the faults of some folders' looks, and of things that they draw and no folder of the library declares.
    #[must_use]
    pub fn faults(library: &Library, manifests: &Manifests, ids: &[String]) -> Vec<Fault> {
        let mut faults = Vec::new();
        let known = Known::of(library, manifests);
        for folder in ids.iter().filter_map(|id| library.folder(id)) {
            Self::default().read(folder, known.as_ref(), &mut faults);
        }
        faults
    }

    /// Adds the looks of a folder for things that have none yet.
    fn read(&mut self, folder: &Folder, known: Option<&Known>, faults: &mut Vec<Fault>) {
        let Some(file) = folder.file(FILE) else { return };
        self.faces = Faces::default();
        let Some(document) = Document::parse_as('D', &file.name, &file.text, faults) else {
            return;
        };
        let root = document.root();
        each(&root, "kind", &mut self.kinds, kind);
        each(&root, "tag", &mut self.tags, |table| TagLook {
            icon: icon::icon(table, 20),
            shown: shown(table, &SHOWN),
            text: text::text(table),
        });
        each(&root, "figure", &mut self.figures, |table| icon::icon(table, 24));
        each(&root, "neutral", &mut self.neutrals, |table| icon::icon(table, 30));
        each(&root, "token", &mut self.tokens, |table| icon::icon(table, 14));
        let mut kept = BTreeMap::new();
        each(&root, "state", &mut kept, kept::look);
        let own = kept.into_iter().map(|(name, look)| (format!("{}/{name}", folder.id), look));
        self.kept.extend(own);
        if let Some(known) = known {
            known.check(&root, &folder.id);
        }
        root.finish();
        drop(root);
        faults.extend(document.take_faults());
    }

    /// Returns the faces drawn with this look.
    pub(crate) fn faces(&self) -> &Faces {
        &self.faces
    }

    /// Whether some folder draws a kind of feature; others get a general look.
    #[must_use]
    pub fn has_kind(&self, name: &str) -> bool {
        self.kinds.contains_key(name)
    }

    /// Whether some folder draws a tag.
    #[must_use]
    pub fn has_tag(&self, name: &str) -> bool {
        self.tags.contains_key(name)
    }

    /// Whether some folder draws a figure, a player's or nobody's.
    #[must_use]
    pub fn has_figure(&self, name: &str) -> bool {
        self.figures.contains_key(name) || self.neutrals.contains_key(name)
    }

    /// Whether some folder draws a token, or the tag of its name.
    #[must_use]
    pub fn has_token(&self, name: &str) -> bool {
        self.tokens.contains_key(name) || self.has_tag(name)
    }

    /// Returns the sign of a feature kind on boards in text, if its expansion gives one.
    #[must_use]
    pub fn kind_in_text(&self, name: &str) -> Option<&Text> {
        self.kinds.get(name)?.text.as_ref()
    }

    /// Returns the sign of a tag on boards in text, if its expansion gives one.
    #[must_use]
    pub fn tag_in_text(&self, name: &str) -> Option<&Text> {
        self.tags.get(name)?.text.as_ref()
    }

    /// Whether the number of a tag shows on the symbol of its feature, and not by symbols of its own.
    #[must_use]
    pub fn stacks(&self, tag: &str) -> bool {
        self.tags.get(tag).is_some_and(|look| look.shown == Shown::Stack)
    }

    /// Whether a tag is shown nowhere.
    #[must_use]
    pub fn hides(&self, tag: &str) -> bool {
        self.tags.get(tag).is_some_and(|look| look.shown == Shown::Nowhere)
    }

    /// Whether the number of a tag is a direction: 1 is north, 2 north-east, and so on to 8.
    #[must_use]
    pub fn points(&self, tag: &str) -> bool {
        self.tags.get(tag).is_some_and(|look| look.shown == Shown::Compass)
    }

    pub(crate) fn kind(&self, name: &str) -> Option<&KindLook> {
        self.kinds.get(name)
    }

    /// Colors of a kind: fill, outline, and third as its look says.
    pub(crate) fn colours(&self, name: &str, lies: Lies) -> (Paint, Paint, Option<Paint>) {
        let (fill, line) = match lies {
            Lies::Whole => (0xcf_c6dd, 0x6d_6285),
            Lies::Middle => (0xf0_e8f5, 0x7b_6d8f),
            Lies::Rest => (0xb9_d289, 0x8f_ab61),
            Lies::Centre => (0xff_ffff, 0x6d_6285),
        };
        let look = self.kinds.get(name);
        (
            look.and_then(|k| k.fill).unwrap_or(Paint::Rgb(fill)),
            look.and_then(|k| k.line).unwrap_or(Paint::Rgb(line)),
            look.and_then(|k| k.wall),
        )
    }

    pub(crate) fn tag(&self, name: &str) -> Option<&TagLook> {
        self.tags.get(name)
    }

    pub(crate) fn figure(&self, name: &str) -> Option<&Icon> {
        self.figures.get(name)
    }

    pub(crate) fn neutral(&self, name: &str) -> Option<&Icon> {
        self.neutrals.get(name)
    }

    pub(crate) fn kept(&self, called: &str) -> Option<&KeptLook> {
        self.kept.get(called)
    }

    /// Returns the sign of an expansion's state (`expansion/name`) on boards in text, if the expansion gives one.
    #[must_use]
    pub fn kept_in_text(&self, called: &str) -> Option<&Text> {
        self.kept(called)?.text.as_ref()
    }

    pub(crate) fn token(&self, name: &str) -> Option<&Icon> {
        self.tokens.get(name).or_else(|| self.tags.get(name).map(|tag| &tag.icon))
    }
}

/// Every table `[key.<name>]` whose name is not known yet.
fn each<T>(
    root: &Table<'_>,
    key: &str,
    known: &mut BTreeMap<String, T>,
    make: impl Fn(&Table<'_>) -> T,
) {
    let Some(all) = root.table(key) else { return };
    for entry in all.entries() {
        if let Some(table) = root.document().as_table(&entry.node, &entry.key) {
            let made = make(&table);
            table.finish();
            known.entry(entry.key.clone()).or_insert(made);
        }
    }
}

fn kind(table: &Table<'_>) -> KindLook {
    let inner = |table: Table<'_>, size| {
        let icon = icon::icon(&table, size);
        table.finish();
        icon
    };
    let own = table.has("shapes").then(|| icon::icon(table, 32));
    let scatter = table.tables("scatter");
    if scatter.len() > SCATTER_MAX {
        let document = table.document();
        let fault = document.fault(
            105,
            table.key_span("scatter"),
            format!("{} symbols to strew", scatter.len()),
            format!("{} symboles à semer", scatter.len()),
        );
        document.note(fault.help(
            format!("use at most {SCATTER_MAX}"),
            format!("employez-en {SCATTER_MAX} au plus"),
        ));
    }
    KindLook {
        fill: icon::paint(table, "fill"),
        line: icon::paint(table, "line"),
        wall: icon::paint(table, "wall"),
        width: table.int("width", 2..=30).map(|n| n as f64),
        central: table.bool("central").unwrap_or(false),
        icon: own,
        end: table.table("end").map(|t| inner(t, 20)),
        scatter: scatter.into_iter().take(SCATTER_MAX).map(|t| inner(t, 10)).collect(),
        text: text::text(table),
    }
}

/// `show`, one of some words.
fn shown<T: Copy + Default>(table: &Table<'_>, known: &[(&str, T)]) -> T {
    let Some(word) = table.word("show") else { return T::default() };
    if let Some((_, meant)) = known.iter().find(|(name, _)| *name == word.text) {
        return *meant;
    }
    let document = table.document();
    let fault = document.fault(
        106,
        word.span,
        format!("`show` cannot be `{}`", word.text),
        format!("`show` ne peut pas valoir `{}`", word.text),
    );
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let names = listed(&names);
    document.note(fault.help(
        format!("write one of these: {names}"),
        format!("écrivez l'un de ceux-ci : {names}"),
    ));
    T::default()
}
