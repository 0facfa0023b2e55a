//! Headers: from a game, as text, and back to a config.

use std::fmt::{self, Display, Formatter};
use std::path::Path;

use bastide_core::decl::Value;
use bastide_text::{Entry, Node};

use super::{FORMAT, Header, Needed};
use crate::game::Play;
use bastide_content::Library;
use bastide_content::config::{Config, TileChange, Wanted, Written};

/// Who is nobody's seat in a header: somebody who looked on.
pub(super) const LOOKS_ON: &str = "nobody";
/// Digits of a content hash that a record carries.
const HASH_DIGITS: usize = 16;

fn written<T>(value: T) -> Written<T> {
    Written { value, span: 0..0 }
}

/// The header of a game.
pub(super) fn of(game: &Play) -> Header {
    let setup = &game.rules().setup;
    let config = &setup.config;
    let mut header = Header {
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        ruleset: Some(written(game.rules().hash())),
        edition: (!setup.edition.is_empty()).then(|| written(setup.edition.clone())),
        seed: Some((game.seed(), game.number())),
        players: setup.players.clone(),
        first: setup.first,
        ..Header::default()
    };
    for expansion in setup.expansions.iter() {
        let mut needed = Needed {
            id: written(expansion.id.clone()),
            version: Some(expansion.version.clone()).filter(|v| !v.is_empty()),
            hash: expansion.hash.get(..HASH_DIGITS).map(str::to_owned),
            ..Needed::default()
        };
        if let Some(wanted) = config.expansions.get(&expansion.id) {
            needed.take(wanted);
        }
        header.expansions.push(needed);
    }
    let tiles = config.tiles.iter();
    header.tiles = tiles.map(|(id, change)| (written(id.clone()), change.copies)).collect();
    header
}

impl Needed {
    /// What the config says about the expansion.
    fn take(&mut self, wanted: &Wanted) {
        self.no_tiles = !wanted.tiles;
        self.copies = wanted.copies;
        let sets = wanted.sets.iter().map(|sets| sets.iter().map(|s| s.value.clone()).collect());
        self.sets = sets.map(written).next();
        let figures = wanted.figures.iter();
        self.figures = figures.map(|(name, n)| (name.clone(), written(n.value))).collect();
        // An absolute path says more about the machine than about the game.
        let path = wanted.path.as_ref().map(|p| p.value.clone());
        self.path = path.filter(|p| !Path::new(p).is_absolute() && !p.contains('"'));
        for entry in &wanted.options {
            let value = match &entry.node.value {
                bastide_text::Value::Bool(on) => Value::Bool(*on),
                bastide_text::Value::Int(n) => Value::Int(*n),
                bastide_text::Value::Text(text) => Value::Text(text.clone()),
                _ => continue,
            };
            self.options.insert(entry.key.clone(), written(value));
        }
    }

    /// As a config would say it.
    fn wanted(&self) -> Wanted {
        let mut wanted = Wanted {
            span: self.id.span.clone(),
            tiles: !self.no_tiles,
            copies: self.copies,
            figures: self.figures.clone(),
            ..Wanted::plain()
        };
        wanted.sets = self.sets.as_ref().map(|sets| {
            let one = |id: &String| Written { value: id.clone(), span: sets.span.clone() };
            sets.value.iter().map(one).collect()
        });
        for (key, option) in &self.options {
            let value = match &option.value {
                Value::Bool(on) => bastide_text::Value::Bool(*on),
                Value::Int(n) => bastide_text::Value::Int(*n),
                Value::Text(text) => bastide_text::Value::Text(text.clone()),
            };
            let span = option.span.clone();
            let node = Node { span: span.clone(), value };
            wanted.options.push(Entry { key: key.clone(), key_span: span, node });
        }
        wanted
    }
}

impl Header {
    /// As a config; faults of it point into the record.
    #[must_use]
    pub fn config(&self, file: &str) -> Config {
        let mut config = Config {
            file: file.to_owned(),
            players: self.players.clone(),
            players_span: self.players_span.clone(),
            edition: self.edition.clone(),
            seed: self.seed.map(|s| s.0),
            first: self.first,
            ..Config::default()
        };
        for needed in &self.expansions {
            config.expansions.insert(needed.id.value.clone(), needed.wanted());
        }
        for (id, copies) in &self.tiles {
            let change = TileChange { copies: *copies, span: id.span.clone() };
            config.tiles.insert(id.value.clone(), change);
        }
        config
    }

    /// The library, and what lies in folders that the record names and the library does not know: below
    /// the folder of the record, or else below the one the program runs in.
    pub(super) fn library(&self, file: &str, library: &Library) -> Library {
        let mut library = library.clone();
        let here = Path::new(file).parent().unwrap_or(Path::new(""));
        for needed in &self.expansions {
            let id = &needed.id.value;
            let Some(path) = needed.path.as_ref().filter(|p| !Path::new(p).is_absolute()) else {
                continue;
            };
            let found = [here.join(path), path.into()].into_iter().find(|dir| dir.is_dir());
            if let (None, Some(dir)) = (library.folder(id), found) {
                // What cannot be read is missed when the expansion is looked for.
                let _ = library.folder_at(id, &dir);
            }
        }
        library
    }
}

/// A word, in quotes if it needs them.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plain =
            !self.0.is_empty() && !self.0.contains(char::is_whitespace) && !self.0.starts_with('#');
        if plain { f.write_str(self.0) } else { write!(f, "\"{}\"", self.0) }
    }
}

impl Display for Needed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "expansion {}", Quoted(&self.id.value))?;
        for word in [&self.version, &self.hash].into_iter().flatten() {
            write!(f, " {}", Quoted(word))?;
        }
        if self.no_tiles {
            write!(f, " tiles=false")?;
        }
        if let Some(sets) = &self.sets {
            write!(f, " sets={}", Quoted(&sets.value.join(",")))?;
        }
        if let Some(copies) = self.copies {
            write!(f, " copies={copies}")?;
        }
        for (name, n) in &self.figures {
            write!(f, " figures.{name}={}", n.value)?;
        }
        for (name, option) in &self.options {
            match &option.value {
                Value::Bool(on) => write!(f, " {name}={on}")?,
                Value::Int(n) => write!(f, " {name}={n}")?,
                // A word that looks like a number or a truth value stays a word.
                Value::Text(t) if t.parse::<i64>().is_ok() || t == "true" || t == "false" => {
                    write!(f, " {name}=\"{t}\"")?;
                }
                Value::Text(t) => write!(f, " {name}={}", Quoted(t))?,
            }
        }
        if let Some(path) = &self.path {
            write!(f, " path={}", Quoted(path))?;
        }
        writeln!(f)
    }
}

impl Display for Header {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "bastide {FORMAT}")?;
        if !self.engine.is_empty() {
            writeln!(f, "engine {}", Quoted(&self.engine))?;
        }
        if let Some(ruleset) = &self.ruleset {
            writeln!(f, "ruleset {}", Quoted(&ruleset.value))?;
        }
        if let Some(edition) = &self.edition {
            writeln!(f, "edition {}", Quoted(&edition.value))?;
        }
        match self.seed {
            Some((seed, 0)) => writeln!(f, "seed {seed}")?,
            Some((seed, number)) => writeln!(f, "seed {seed} {number}")?,
            None => {}
        }
        for (i, seat) in self.players.iter().enumerate() {
            write!(f, "player {} {}", i + 1, Quoted(&seat.name))?;
            match &seat.bot {
                Some(bot) => writeln!(f, " {bot}")?,
                None => writeln!(f)?,
            }
        }
        if let Some(first) = self.first {
            writeln!(f, "first {}", first + 1)?;
        }
        self.expansions.iter().try_for_each(|needed| needed.fmt(f))?;
        if !self.tiles.is_empty() {
            write!(f, "tiles")?;
            self.tiles.iter().try_for_each(|(id, n)| write!(f, " {}={n}", id.value))?;
            writeln!(f)?;
        }
        if self.implied_draws {
            writeln!(f, "implied-draws")?;
        }
        if let Some(seat) = &self.seen_by {
            match seat.value {
                Some(seat) => writeln!(f, "seen-by {}", seat + 1)?,
                None => writeln!(f, "seen-by {LOOKS_ON}")?,
            }
        }
        Ok(())
    }
}
