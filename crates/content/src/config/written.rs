//! A config as text: what [`Config::parse`] reads from it is the config again.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide_core::decl::Value;

use super::{Config, PlayerSeat, Wanted};

impl Config {
    /// Returns the config as a file in a canonical form: reading and writing it again gives the same bytes.
    #[must_use]
    pub fn written(&self) -> String {
        let mut out = format!("players = {}\n", players(&self.players));
        let mut key = |key: &str, value: String| {
            let _ = writeln!(out, "{key} = {value}");
        };
        if let Some(edition) = &self.edition {
            key("edition", quoted(&edition.value));
        }
        if let Some(seed) = self.seed {
            let seed = seed.to_string();
            let number = seed.bytes().all(|b| b.is_ascii_digit());
            key("seed", if number { seed } else { quoted(&seed) });
        }
        if let Some(first) = self.first.and_then(|at| self.players.get(at)) {
            key("first", quoted(&first.name));
        }
        out.push_str("\n[expansions]\n");
        for (id, wanted) in &self.expansions {
            let _ = writeln!(out, "{} = {}", name(id), wanted.written());
        }
        if !self.tiles.is_empty() {
            out.push_str("\n[tiles]\n");
        }
        for (id, change) in &self.tiles {
            let n = change.copies;
            let n = if id.contains('/') { n.to_string() } else { format!("{{ copies = {n} }}") };
            let _ = writeln!(out, "{} = {n}", name(id));
        }
        out
    }
}

impl Wanted {
    /// Returns the options with their values, or `None` if a value cannot belong to an option.
    #[must_use]
    pub fn plain_options(&self) -> Option<BTreeMap<String, Value>> {
        let one = |entry: &bastide_text::Entry| {
            let value = match &entry.node.value {
                bastide_text::Value::Bool(on) => Value::Bool(*on),
                bastide_text::Value::Int(number) => Value::Int(*number),
                bastide_text::Value::Text(text) => Value::Text(text.clone()),
                _ => return None,
            };
            Some((entry.key.clone(), value))
        };
        self.options.iter().map(one).collect()
    }

    /// Returns whether the entry has nothing but options and whether it is enabled.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let Self { enabled: _, span: _, path, tiles, sets, copies, figures, options: _ } = self;
        path.is_none() && *tiles && sets.is_none() && copies.is_none() && figures.is_empty()
    }

    fn written(&self) -> String {
        if !self.enabled {
            return "false".to_owned();
        }
        let mut parts = Vec::new();
        if let Some(path) = &self.path {
            parts.push(format!("path = {}", quoted(&path.value)));
        }
        if !self.tiles {
            parts.push("tiles = false".to_owned());
        }
        if let Some(sets) = &self.sets {
            let sets: Vec<String> = sets.iter().map(|set| quoted(&set.value)).collect();
            parts.push(format!("sets = [{}]", sets.join(", ")));
        }
        parts.extend(self.copies.map(|n| format!("copies = {n}")));
        if !self.figures.is_empty() {
            let one = |(kind, n): (&String, &super::Written<u16>)| {
                format!("{} = {}", name(kind), n.value)
            };
            let figures: Vec<String> = self.figures.iter().map(one).collect();
            parts.push(format!("figures = {{ {} }}", figures.join(", ")));
        }
        for (option, value) in self.plain_options().unwrap_or_default() {
            let value = match value {
                Value::Bool(on) => on.to_string(),
                Value::Int(number) => number.to_string(),
                Value::Text(text) => quoted(&text),
            };
            parts.push(format!("{} = {value}", name(&option)));
        }
        if parts.is_empty() { "true".to_owned() } else { format!("{{ {} }}", parts.join(", ")) }
    }
}

/// A number if the seats are people with the names that a number gives, else their list.
fn players(seats: &[PlayerSeat]) -> String {
    let usual = ('A'..='Z').zip(seats).all(|(name, seat)| {
        seat.bot.is_none() && seat.name.len() == 1 && seat.name.starts_with(name)
    });
    if usual && !seats.is_empty() {
        return seats.len().to_string();
    }
    let one = |seat: &PlayerSeat| match &seat.bot {
        None => quoted(&seat.name),
        Some(bot) => format!("{{ name = {}, bot = {} }}", quoted(&seat.name), quoted(bot)),
    };
    format!("[{}]", seats.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// A key, in quotes if it needs them.
fn name(key: &str) -> String {
    let bare = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    if !key.is_empty() && key.bytes().all(bare) { key.to_owned() } else { quoted(key) }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_written_again_byte_for_byte() {
        for text in [
            "players = 3\n\n[expansions]\n",
            "players = [\"A\", \"Ö b\"]\nedition = \"bga\"\nseed = 7\nfirst = \"A\"\n\n[expansions]\nriver = true\nthe-tower = false\n",
            "players = [\"Ana\", { name = \"Bo\", bot = \"greedy\" }]\n\n[expansions]\nbase = { sets = [\"a\", \"b\"], copies = 2, figures = { meeple = 3 }, farmers = \"off\", meeples = 9, solo = true }\nmine = { path = \"a \\\"b\\\\c\", tiles = false }\n\n[tiles]\n\"base/D\" = 5\nriver = { copies = 2 }\n",
            "players = 2\nseed = \"0x0000000000000000000000000000abcd\"\n\n[expansions]\n",
        ] {
            let config = Config::parse("a.toml", text).unwrap_or_else(|f| panic!("{text}: {f:?}"));
            let written = config.written();
            let again = Config::parse("a.toml", &written).expect("a config");
            assert_eq!(again.written(), written);
            assert_eq!(again.players, config.players);
            assert!(written == text || text.contains("0x000"), "{written}");
        }
    }
}
