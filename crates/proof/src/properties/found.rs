//! A game that shows what does not hold, as a file of scenarios that can be run again.

use std::fmt::Write;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use bastide_core::Fault;
use bastide_core::ids::Player;
use bastide_text::Value;

use super::Broken;
use crate::scenario::Scenario;

/// Most files of found games in one folder.
const FILES_MAX: usize = 99;

/// The file.
pub(super) fn scenario(table: &Scenario, broken: &Broken) -> String {
    let Fault { code, what, .. } = &broken.fault;
    let mut out = String::new();
    let text = |out: &mut String, args: std::fmt::Arguments<'_>| {
        // Writing to a text does not fail.
        let _ = out.write_fmt(args);
    };
    let english = "The shortest game found that shows it; keep the file once it is mended.";
    let french = "La plus courte partie trouvée qui le montre ; gardez ce fichier une fois l'erreur corrigée.";
    for line in what.en.lines().chain([english]).chain(what.fr.lines()).chain([french]) {
        text(&mut out, format_args!("# {line}\n"));
    }
    text(&mut out, format_args!("[[scenario]]\nid = \"FOUND-{code}\"\n"));
    let (en, fr) = (quoted(&what.en), quoted(&what.fr));
    text(&mut out, format_args!("title = {{ en = {en}, fr = {fr} }}\n"));
    if !table.with.is_empty() {
        text(&mut out, format_args!("with = {}\n", list(&table.with)));
    }
    text(&mut out, format_args!("players = {}\n", list(&table.players)));
    text(&mut out, format_args!("edition = {}\n", quoted(&table.edition)));
    for (id, values) in &table.options {
        for entry in values {
            let value = match &entry.node.value {
                Value::Bool(on) => on.to_string(),
                Value::Int(n) => n.to_string(),
                Value::Text(word) => quoted(word),
                _ => continue,
            };
            text(&mut out, format_args!("options.{id}.{} = {value}\n", entry.key));
        }
    }
    out.push_str("game = [\n");
    for (actor, action) in &broken.course {
        let seat = if *actor == Player::CHANCE { 0 } else { actor.index() + 1 };
        text(&mut out, format_args!("  {},\n", quoted(&format!("{seat} {action}"))));
    }
    out.push_str("]\n");
    out
}

fn list(words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("[{}]", words.join(", "))
}

/// A text as TOML writes it, in one line that people read: what steers a terminal is a blank.
pub(crate) fn quoted(text: &str) -> String {
    bastide_text::quoted(&text.replace(char::is_control, " "))
}

/// Writes a found game into a folder of tests: a new file, unless one of those found before is the same.
///
/// # Errors
///
/// Whatever the system says, and a folder that is full of found games.
pub fn save(tests: &Path, text: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(tests)?;
    for n in 1..=FILES_MAX {
        let path = tests.join(format!("found-{n}.toml"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => return file.write_all(text.as_bytes()).map(|()| path),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                if fs::read_to_string(&path).is_ok_and(|known| known == text) {
                    return Ok(path);
                }
            }
            Err(e) => return Err(e),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}
