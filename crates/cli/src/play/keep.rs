//! Keeping a game: saving it, and leaving without losing it.

use std::path::{Path, PathBuf};

use bastide::core::Fault;

use super::session::Session;
use crate::lang::say;
use crate::out::Out;
use crate::stop::Stop;

/// First word of a saved game.
const RECORD_HEAD: &str = "bastide ";

impl Session {
    /// Saves where it is asked for, or where the game was saved before.
    pub(super) fn save(&mut self, file: Option<&str>, out: &mut Out) {
        let lang = out.lang;
        let Some(path) = file.map(PathBuf::from).or_else(|| self.file.clone()) else {
            out.note(
                lang.pick("name a file: save FILE", "nommez un fichier : enregistrer FICHIER"),
            );
            return;
        };
        if self.write(&path, out) {
            let shown = path.display();
            out.note(&say!(lang, "saved: {shown}", "enregistré : {shown}"));
            self.file = Some(path);
        }
    }

    /// Writes the record; a file that is no saved game is never overwritten.
    fn write(&mut self, path: &Path, out: &mut Out) -> bool {
        let lang = out.lang;
        let shown = path.display();
        if !may_overwrite(path) {
            out.note(&say!(
                lang,
                "{shown} is no saved game and is left as it is: choose another name",
                "{shown} n'est pas une partie enregistrée et reste tel quel : choisissez un autre nom"
            ));
            return false;
        }
        match self.game.record().save(path) {
            Ok(()) => {
                self.saved = self.game.entries().len();
                true
            }
            Err(e) => {
                out.note(&say!(
                    lang,
                    "{shown} cannot be written: {e}",
                    "{shown} ne peut pas être écrit : {e}"
                ));
                false
            }
        }
    }

    pub(super) fn autosave(&mut self, out: &mut Out) {
        if let Some(path) = self.file.clone().filter(|_| self.autosave) {
            self.write(&path, out);
        }
    }

    /// Saves a game that was to be saved.
    pub(super) fn save_at_end(&mut self, out: &mut Out) -> Result<(), Stop> {
        let Some(path) = self.file.clone().filter(|_| self.autosave) else { return Ok(()) };
        if self.write(&path, out) {
            return Ok(());
        }
        let fault =
            Fault::new("F0009", "the game was not saved", "la partie n'a pas été enregistrée");
        Err(fault.in_file(&path.to_string_lossy()).into())
    }

    /// Leaves, after offering to save; whether the person really leaves.
    pub(super) fn leave(&mut self, out: &mut Out) -> bool {
        if self.autosave || self.saved == self.game.entries().len() {
            return true;
        }
        out.prompt(out.lang.pick(
            "Save first? File name, or Enter to leave without: ",
            "Enregistrer d'abord ? Nom du fichier, ou Entrée pour quitter sans : ",
        ));
        match self.lines.next() {
            Some(name) if !name.is_empty() => {
                let path = PathBuf::from(&name);
                let done = self.write(&path, out);
                if done {
                    out.note(&say!(out.lang, "saved: {name}", "enregistré : {name}"));
                }
                done
            }
            _ => true,
        }
    }
}

/// Whether a path is free, or holds a saved game.
fn may_overwrite(path: &Path) -> bool {
    use std::io::Read;
    let Ok(mut file) = std::fs::File::open(path) else { return !path.is_dir() };
    let mut head = [0; RECORD_HEAD.len()];
    let n = file.read(&mut head).unwrap_or(0);
    n == 0 || &head[..n] == RECORD_HEAD.as_bytes()
}
