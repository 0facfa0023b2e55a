//! What an expansion is called in games that version 4 of the other engine saved: each of its names has one of later versions.

use std::collections::BTreeMap;

use bastide_text::Table;

use super::read::{below, named, text, texts};

/// Names of version 4 of one expansion, or of all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Older {
    /// Expansions there → their tile set in later versions; empty if they bring no tiles.
    pub sets: BTreeMap<String, String>,
    /// Capabilities there → elements of later versions.
    pub capabilities: BTreeMap<String, Vec<String>>,
    /// Rules there.
    pub rules: BTreeMap<String, Turned>,
    /// Rules of later versions → the value that they always had.
    pub fixed: BTreeMap<String, String>,
    /// Rules that say nothing about how a game is played.
    pub idle_rules: Vec<String>,
    /// First part of the ids of tiles → that of later versions.
    pub codes: BTreeMap<String, String>,
    /// Whole ids of tiles → those of later versions.
    pub tiles: BTreeMap<String, String>,
    /// Places on a tile → class of the feature (or classes, with `|`) and place in later versions, with a blank between.
    pub places: BTreeMap<String, String>,
    /// Figure kinds here → the middle of their ids, where it was another.
    pub figures: BTreeMap<String, String>,
    /// Messages → those of later versions.
    pub messages: BTreeMap<String, String>,
    /// Tiles that lie on the table at the start, if they are in the game and the expansion is.
    pub start: Vec<Lies>,
}

/// A rule that was on or off, and a rule with values in later versions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turned {
    /// The later rule.
    pub rule: String,
    /// Its value if it was on.
    pub on: String,
    /// Its value if it was off, or not named.
    pub off: String,
}

/// Where a tile lay at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lies {
    /// Its id in later versions.
    pub tile: String,
    /// Its cell, as x and y; none if it lay in the box.
    pub at: Option<(i16, i16)>,
    /// The greatest says where a tile lies, and which of two lies on a cell; the other lies in the box.
    pub rank: u16,
    /// Expansions there one of which must be in the game; those of the table, if it names none.
    pub with: Vec<String>,
}

impl Older {
    /// Adds the names of an expansion.
    pub fn join(&mut self, other: &Older) {
        self.sets.extend(other.sets.clone());
        self.capabilities.extend(other.capabilities.clone());
        self.rules.extend(other.rules.clone());
        self.fixed.extend(other.fixed.clone());
        self.idle_rules.extend(other.idle_rules.iter().cloned());
        self.codes.extend(other.codes.clone());
        self.tiles.extend(other.tiles.clone());
        for (word, place) in &other.places {
            // One word may stand for places of several features.
            let both = |known: &String| {
                let (class, location) = place.split_once(' ')?;
                let (classes, there) = known.split_once(' ')?;
                let known = classes.split('|').any(|one| one == class);
                (there == location && !known).then(|| format!("{classes}|{class} {location}"))
            };
            match self.places.get(word) {
                None => drop(self.places.insert(word.clone(), place.clone())),
                Some(known) => {
                    let both = both(known);
                    self.places.extend(both.map(|both| (word.clone(), both)));
                }
            }
        }
        self.figures.extend(other.figures.clone());
        self.messages.extend(other.messages.clone());
        self.start.extend(other.start.iter().cloned());
    }

    /// The later id of a tile: its first part ends at a dot here, and with a slash there.
    #[must_use]
    pub fn tile(&self, id: &str) -> String {
        if let Some(tile) = self.tiles.get(id) {
            return tile.clone();
        }
        match id.split_once('.') {
            // Sentences may have the later id.
            Some((code, rest)) if !id.contains('/') => {
                format!("{}/{rest}", self.codes.get(code).map_or(code, String::as_str))
            }
            _ => id.to_owned(),
        }
    }

    /// The id in version 4 of a tile that has this one now.
    #[must_use]
    pub fn was(&self, id: &str) -> String {
        if let Some((was, _)) = self.tiles.iter().find(|(_, now)| *now == id) {
            return was.clone();
        }
        let Some((code, rest)) = id.split_once('/') else { return id.to_owned() };
        let was = self.codes.iter().find(|(_, now)| *now == code);
        format!("{}.{rest}", was.map_or(code, |(was, _)| was))
    }
}

/// Reads the table `[jcz.older]`.
pub(super) fn read(table: &Table<'_>) -> Older {
    let mut older = Older::default();
    let Some(table) = below(table, "older") else { return older };
    older.sets = texts(&table, "sets");
    older.fixed = texts(&table, "fixed");
    older.idle_rules = table.strings("idle-rules");
    older.codes = texts(&table, "codes");
    older.tiles = texts(&table, "tiles");
    older.places = texts(&table, "places");
    older.figures = texts(&table, "figures");
    older.messages = texts(&table, "messages");
    older.rules = named(&table, "rules", |t| Turned {
        rule: text(t, "rule"),
        on: text(t, "on"),
        off: text(t, "off"),
    });
    if let Some(inner) = below(&table, "capabilities") {
        let names = |key: &String| (key.clone(), inner.strings(key));
        older.capabilities = inner.entries().map(|entry| names(&entry.key)).collect();
    }
    let own = || older.sets.keys().cloned().collect();
    let mut start = Vec::new();
    for one in table.tables("start") {
        let cell = |key| one.int(key, -99..=99).map(|n| n as i16);
        start.push(Lies {
            tile: text(&one, "tile"),
            at: cell("x").zip(cell("y")),
            rank: one.int("rank", 0..=99).unwrap_or(0) as u16,
            with: if one.has("with") { one.strings("with") } else { own() },
        });
        one.finish();
    }
    older.start = start;
    table.finish();
    older
}
