//! Rules asked for by a program: what a host writes in a config, as calls.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use bastide_core::decl::Value;
use bastide_text::quoted;

use crate::error::Result;
use crate::{Bot, Config, Library, Rules, Setup};

/// What messages call the config that is made of the calls.
const FILE: &str = "rules()";

/// Rules of a game: players, edition, expansions, options. The default is the base game for two.
pub fn rules() -> Asked {
    Asked::default()
}

/// Rules that are being asked for: [`rules`].
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Asked {
    players: Vec<(String, Option<Bot>)>,
    edition: Option<String>,
    expansions: BTreeMap<String, BTreeMap<String, Value>>,
    folders: Vec<PathBuf>,
}

impl Asked {
    /// People at the table, after those who sit there already.
    pub fn players<I: IntoIterator<Item: Into<String>>>(mut self, names: I) -> Self {
        self.players.extend(names.into_iter().map(|name| (name.into(), None)));
        self
    }

    /// A bot at the table, after those who sit there already.
    pub fn bot(mut self, name: impl Into<String>, bot: Bot) -> Self {
        self.players.push((name.into(), Some(bot)));
        self
    }

    /// The edition; without it that of a config that names none.
    pub fn edition(mut self, edition: impl Into<String>) -> Self {
        self.edition = Some(edition.into());
        self
    }

    /// With an expansion, by its id.
    pub fn with(mut self, expansion: impl Into<String>) -> Self {
        self.expansions.entry(expansion.into()).or_default();
        self
    }

    /// With an expansion whose option has this value.
    pub fn set(
        mut self,
        expansion: impl Into<String>,
        option: impl Into<String>,
        value: impl Into<Value>,
    ) -> Self {
        self.expansions.entry(expansion.into()).or_default().insert(option.into(), value.into());
        self
    }

    /// Expansions are looked for in this folder too, before the official ones.
    pub fn path(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// The config that says the same: what the command reads with `--config`.
    #[must_use]
    pub fn config(&self) -> String {
        let mut text = String::from("players = ");
        if self.players.is_empty() {
            text.push('2');
        } else {
            let seat = |(name, bot): &(String, Option<Bot>)| match bot {
                None => quoted(name),
                Some(bot) => format!("{{ name = {}, bot = {} }}", quoted(name), quoted(bot.name())),
            };
            let seats: Vec<String> = self.players.iter().map(seat).collect();
            let _ = write!(text, "[{}]", seats.join(", "));
        }
        if let Some(edition) = &self.edition {
            let _ = write!(text, "\nedition = {}", quoted(edition));
        }
        text.push_str("\n\n[expansions]\n");
        for (id, options) in &self.expansions {
            let set: Vec<String> = options
                .iter()
                .map(|(option, value)| format!("{} = {}", quoted(option), written(value)))
                .collect();
            let how =
                if set.is_empty() { "true".into() } else { format!("{{ {} }}", set.join(", ")) };
            let _ = writeln!(text, "{} = {how}", quoted(id));
        }
        text
    }

    /// The rules.
    ///
    /// # Errors
    ///
    /// As for a config: an expansion, option or value that does not exist, expansions that exclude each other. Scripts are loaded
    /// by the first game.
    pub fn build(&self) -> Result<Rules> {
        let config = Config::parse(FILE, &self.config())?;
        let mut library = Library::official();
        for folder in &self.folders {
            library.search(folder)?;
        }
        Ok(Rules::new(Setup::load(&config, &library)?)?)
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::Bool(on) => on.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => quoted(text),
    }
}

#[cfg(test)]
#[path = "tests/asked.rs"]
mod tests;
