//! The core names no terrain, no figure and no expansion; what lies around it none beyond the base game.

use std::collections::BTreeSet;

use bastide::{Library, Manifest};

use super::{files, none, read};

/// Words of the base game, which only the core must not know, whether or not an expansion declares them.
const BASE: &[&str] = &[
    "carcassonne",
    "city",
    "cities",
    "cloister",
    "farm",
    "farmer",
    "field",
    "fields",
    "knight",
    "meeple",
    "meeples",
    "monastery",
    "monasteries",
    "monk",
    "pennant",
    "road",
    "roads",
    "robber",
    "spring",
];

/// Words of expansions, which nobody else must know, whether or not one of ours declares them.
const BEYOND: &[&str] = &[
    "abbey",
    "abbot",
    "barn",
    "bridge",
    "builder",
    "captive",
    "castle",
    "cathedral",
    "cloth",
    "dragon",
    "fairy",
    "ferry",
    "garden",
    "goods",
    "grain",
    "inn",
    "king",
    "lake",
    "mayor",
    "phantom",
    "pig",
    "portal",
    "princess",
    "prisoner",
    "ransom",
    "river",
    "shrine",
    "tower",
    "trader",
    "volcano",
    "wagon",
    "wine",
];

/// Words that expansions declare and that are the core's own as well, or plain English.
const SHARED: &[(&str, &str)] = &[
    ("base", "what something starts from"),
    ("capture", "the core's effect `captured`"),
    ("closes", "English"),
    ("common", "English: what owners share"),
    ("count", "English: how many"),
    ("east", "a side"),
    ("empty", "English"),
    ("exchange", "English"),
    ("floor", "arithmetic"),
    ("follower", "English"),
    ("hand", "English: what a player has in hand"),
    ("main", "the core's own deck group"),
    ("most", "English"),
    ("north", "a side"),
    ("points", "the core's own word"),
    ("south", "a side"),
    ("special", "English"),
    ("start", "the start layout"),
    ("tile", "the core's own word"),
    ("tiles", "the core's own word"),
    ("top", "English"),
    ("turn", "the core's own word"),
    ("unfinished", "English"),
    ("west", "a side"),
];

/// Words of Rust that look like words of the game.
const RUST: &[&str] = &[".field(", "escape_unicode", "$field", "clone_fields", "Builder"];

/// What looks like a word of an expansion around the core: words of Rust and of libraries, examples in messages,
/// words of another program's files.
const AROUND: &[&str] =
    &["Builder", "builder(", "PhantomData", "ic.inn.", "Tower piece", "TowerPiece"];

/// Every name that some expansion declares, with hyphens as blanks.
fn declared() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for folder in Library::official().folders() {
        let (manifest, _) = Manifest::read(folder);
        let manifest = manifest.unwrap_or_else(|| panic!("{} cannot be read", folder.id));
        let all = &manifest.everything;
        let mut names = vec![manifest.id.as_str(), manifest.short.as_str()];
        names.extend(manifest.options.iter().map(|o| o.name.as_str()));
        names.extend(manifest.decoration.iter().map(String::as_str));
        names.extend(all.edges.iter().map(|d| d.name.as_str()));
        names.extend(all.features.iter().map(|d| d.name.as_str()));
        names.extend(all.tags.iter().map(|d| d.name.as_str()));
        names.extend(all.figures.iter().map(|d| d.name.as_str()));
        names.extend(all.figures.iter().flat_map(|d| d.class.iter().map(String::as_str)));
        names.extend(all.neutrals.iter().map(|d| d.name.as_str()));
        names.extend(all.tokens.iter().map(|d| d.name.as_str()));
        names.extend(all.groups.iter().map(|d| d.name.as_str()));
        names.extend(all.zones.iter().map(|d| d.name.as_str()));
        names.extend(all.steps.iter().map(|d| d.name.as_str()));
        names.extend(all.verbs.iter().map(|d| d.name.as_str()));
        names.extend(all.state.iter().map(|d| d.name.as_str()));
        names.extend(all.finals.iter().map(|d| d.name.as_str()));
        words.extend(names.into_iter().map(|n| n.replace('-', " ")));
    }
    words.extend(BASE.iter().chain(BEYOND).map(|w| (*w).to_owned()));
    for (word, _) in SHARED {
        words.remove(*word);
    }
    words
}

/// The words of a line in small letters: `LargeMeeple`, `large_meeple` and `large-meeple` are two words.
fn words(line: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in line.chars() {
        let begins = !before.is_alphabetic() || (c.is_uppercase() && before.is_lowercase());
        if c.is_alphabetic() {
            if begins {
                out.push(String::new());
            }
            if let Some(word) = out.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    out
}

#[test]
fn words_are_split_at_borders() {
    assert_eq!(
        words("pub fn LargeMeeple(road_end: u8) // city!"),
        ["pub", "fn", "large", "meeple", "road", "end", "u", "city"]
    );
}

/// Lines with one of these words, but for what only looks like it.
fn told(file: &str, text: &str, known: &BTreeSet<String>, alike: &[&str]) -> Vec<String> {
    let hit = |(number, line): (usize, &str)| {
        let plain = alike.iter().fold(line.to_owned(), |line, other| line.replace(other, " "));
        let words = words(&plain);
        let word = known.iter().find(|name| {
            let name: Vec<&str> = name.split(' ').collect();
            words.windows(name.len()).any(|w| w.iter().zip(&name).all(|(a, b)| a == b))
        })?;
        Some(format!("{file}:{}: `{word}`: {}", number + 1, line.trim()))
    };
    text.lines().enumerate().filter_map(hit).collect()
}

#[test]
fn the_core_knows_no_word_of_any_expansion() {
    let known = declared();
    let files = files("crates/core/src", &[".rs"]);
    let bad: Vec<String> =
        files.iter().flat_map(|file| told(file, &read(file), &known, RUST)).collect();
    none("words of expansions in the core", &bad);
}

/// Whoever writes an expansion changes no program: not the pictures, not the command, not the pages.
#[test]
fn what_lies_around_the_core_knows_no_word_beyond_the_base_game() {
    let known = BEYOND.iter().map(|word| (*word).to_owned()).collect();
    let crates = [
        "bastide", "check", "cli", "content", "draw", "jcz", "lab", "proof", "report", "script",
        "server", "table", "tiles",
    ];
    let files = crates.iter().flat_map(|name| files(&format!("crates/{name}/src"), &[".rs"]));
    let mut bad = Vec::new();
    for file in files.filter(|file| !file.contains("/tests")) {
        let text = read(&file);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let bare = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
        let code: Vec<String> = code.lines().map(bare).collect();
        bad.extend(told(&file, &code.join("\n"), &known, AROUND));
    }
    none("words of expansions around the core", &bad);
}

/// The page shows what a table tells it, and knows neither an expansion nor a feature nor a figure.
#[test]
fn the_page_of_a_table_knows_no_word_of_any_game() {
    let mut known: BTreeSet<String> = BASE.iter().chain(BEYOND).map(|w| (*w).to_owned()).collect();
    for folder in Library::official().folders() {
        let (manifest, _) = Manifest::read(folder);
        let manifest = manifest.unwrap_or_else(|| panic!("{} cannot be read", folder.id));
        let all = &manifest.everything;
        let features = all.features.iter().map(|d| d.name.as_str());
        let figures = all.figures.iter().map(|d| d.name.as_str());
        let neutrals = all.neutrals.iter().map(|d| d.name.as_str());
        let names = features.chain(figures).chain(neutrals).chain([manifest.id.as_str()]);
        known.extend(names.map(|name| name.replace('-', " ")));
    }
    // The base game's own id is a plain word.
    known.remove("base");
    let files = files("crates/server/page", &[".js", ".html", ".css"]);
    assert!(files.len() > 8, "{files:?}");
    let own = files.iter().filter(|file| !file.contains("/vendor/"));
    let bad: Vec<String> = own.flat_map(|file| told(file, &read(file), &known, &[])).collect();
    none("words of a game in the page", &bad);
}
