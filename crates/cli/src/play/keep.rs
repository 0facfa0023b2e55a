//! Keeping a game: saving it, and leaving without losing it.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bastide::core::Fault;
use bastide::core::ids::Player;
use bastide::core::text::harmless;
use bastide::folders::system;

use super::input::{self, Wanted};
use super::kept;
use super::session::Session;
use crate::files::{self, Over};
use crate::interrupt;
use crate::lang::{Lang, say};
use crate::out::Out;
use crate::stop::{self, Stop};

/// How often a game is saved that goes on by itself.
const AUTOSAVE: Duration = Duration::from_secs(1);

impl Session {
    /// Saves where it is asked for, or where the game was saved before. A game that has a file goes on in it: another one is
    /// a copy.
    pub(super) fn save(&mut self, wanted: &Wanted, out: &mut Out) {
        let lang = out.lang;
        let file = wanted.file.as_ref();
        let Some(path) = file.map(PathBuf::from).or_else(|| self.file.clone()) else {
            out.note(
                lang.pick("name a file: save FILE", "nommez un fichier : enregistrer FICHIER"),
            );
            return;
        };
        if self.write(&path, Over::forced(wanted.force), out) {
            let shown = path.to_string_lossy();
            let shown = harmless(&shown);
            match self.file.as_ref().filter(|own| **own != path).map(|own| own.to_string_lossy()) {
                Some(own) if self.autosave => {
                    let own = harmless(&own);
                    out.note(&say!(
                        lang,
                        "a copy is saved: {shown}; the game goes on being saved in {own}",
                        "copie enregistrée : {shown} ; la partie continue d'être enregistrée dans {own}"
                    ));
                }
                _ => out.note(&say!(lang, "saved: {shown}", "enregistré : {shown}")),
            }
            self.file.get_or_insert(path);
        }
    }

    /// Writes the record; of files that exist, only those that this game was saved to or read from.
    fn write(&mut self, path: &Path, over: Over, out: &mut Out) -> bool {
        let lang = out.lang;
        let shown = path.to_string_lossy();
        let shown = harmless(&shown);
        if !self.own.iter().any(|own| own == path) && files::is_taken(path, over) {
            out.note(&say!(
                lang,
                "{shown} exists and is left as it is: choose another name, or write --force before it",
                "{shown} existe et reste tel quel : choisissez un autre nom, ou écrivez --force devant"
            ));
            return false;
        }
        match files::put(path, self.game.record().to_string()) {
            Ok(()) => {
                self.own.push(path.to_owned());
                // A copy is not enough for the file in which the game is saved.
                if !self.autosave || self.file.as_deref() == Some(path) {
                    self.saved = self.game.entries().len();
                }
                true
            }
            Err(e) => {
                let e = system(&e);
                let e = e.get(lang.code());
                out.note(&say!(
                    lang,
                    "{shown} cannot be written: {e}",
                    "{shown} ne peut pas être écrit : {e}"
                ));
                false
            }
        }
    }

    /// Saves after a move, to the chosen file or else to the kept games.
    pub(super) fn autosave(&mut self, out: &mut Out) {
        if let Some(path) = self.kept.clone().filter(|_| !self.autosave)
            && let Err(e) = kept::put(&path, self.is_played().then(|| self.game.record()))
        {
            let shown = path.display();
            let e = system(&e);
            let e = e.get(out.lang.code());
            out.note(&say!(
                out.lang,
                "the game cannot be kept in {shown}: {e}",
                "la partie ne peut pas être gardée dans {shown} : {e}"
            ));
            self.kept = None;
        }
        if let Some(path) = self.own_file().map(Path::to_path_buf) {
            self.write(&path, Over::Nothing, out);
        }
    }

    /// Saves a game that goes on without anybody looking: now and then, since a bot may think long and be stopped.
    pub(super) fn save_now_and_then(&mut self, last: &mut Instant, out: &mut Out) {
        if self.autosave && last.elapsed() > AUTOSAVE {
            self.autosave(out);
            *last = Instant::now();
        }
    }

    /// Saves a game that was to be saved.
    pub(super) fn save_at_end(&mut self, out: &mut Out) -> Result<(), Stop> {
        let Some(path) = self.own_file().map(Path::to_path_buf) else {
            if self.game.entries().len() > self.saved {
                self.autosave(out);
            }
            return Ok(());
        };
        // A file in which nothing would be new stays as somebody wrote it, with his notes.
        if self.read && self.game.entries().len() == self.saved {
            return Ok(());
        }
        if self.write(&path, Over::Nothing, out) {
            return Ok(());
        }
        let fault =
            Fault::new("F0009", "the game was not saved", "la partie n'a pas été enregistrée");
        Err(fault.in_file(&path.to_string_lossy()).into())
    }

    /// Where it is to be saved.
    fn own_file(&self) -> Option<&Path> {
        self.file.as_deref().filter(|_| self.autosave)
    }

    /// Whether a person has done anything: other games have all the rest as well.
    fn is_played(&self) -> bool {
        let person =
            |p: Player| p != Player::CHANCE && self.game.bot(p).is_none() && !self.has_program(p);
        self.game.entries().iter().any(|entry| person(entry.actor))
    }

    /// Leaves, after offering to save; whether the person really leaves.
    pub(super) fn leave(&mut self, out: &mut Out) -> bool {
        if let Some(said) = whereabouts(self.kept.as_deref(), self.own_file(), out.lang) {
            out.note(&said);
            return true;
        }
        // What chance alone has done, another game has as well.
        let after = self.game.entries().get(self.saved..);
        let chance_alone =
            after.is_some_and(|after| after.iter().all(|entry| entry.actor == Player::CHANCE));
        if self.autosave || chance_alone {
            return true;
        }
        let prompt = out.lang.pick(
            "Save first? File name, or Enter to leave without: ",
            "Enregistrer d'abord ? Nom du fichier, ou Entrée pour quitter sans : ",
        );
        match self.lines.ask(prompt, Vec::new, out) {
            Some(line) => {
                let Wanted { file: Some(name), force } = input::wanted(&line) else { return true };
                let done = self.write(Path::new(&name), Over::forced(force), out);
                if done {
                    let name = harmless(&name);
                    out.note(&say!(out.lang, "saved: {name}", "enregistré : {name}"));
                }
                done
            }
            None => true,
        }
    }
}

/// Where a game is, if it is anywhere, and how to go on with it.
fn whereabouts(own: Option<&Path>, file: Option<&Path>, lang: Lang) -> Option<String> {
    let there = |path: &&Path| path.exists();
    let is_kept = |path: &&Path| kept::is_kept(path);
    match own.or(file.filter(is_kept)).filter(there) {
        Some(_) => Some(say!(
            lang,
            "The game is kept: `bastide play --resume` goes on with it, `bastide play --kept` lists all that are kept.",
            "La partie est gardée : `bastide play --resume` la reprend, `bastide play --kept` donne toutes celles qui le sont."
        )),
        None => file.filter(there).map(|file| saved(file, lang)),
    }
}

/// That a game is saved in a file that was named, and how to go on with it.
fn saved(file: &Path, lang: Lang) -> String {
    let shown = file.to_string_lossy();
    let shown = harmless(&shown);
    say!(
        lang,
        "The game is saved: `bastide play --resume {shown}` goes on with it.",
        "La partie est enregistrée : `bastide play --resume {shown}` la reprend."
    )
}

/// Ctrl-C while nobody is asked ends the program at once, and the programs at its seats; what is kept stays, and the person is
/// told how to go on.
pub(super) fn tell_if_interrupted(session: &Session, programs: bool, lang: Lang) {
    let file = session.own_file().map(Path::to_path_buf);
    let own = session.kept.clone();
    let tells = session.lines.is_terminal && (own.is_some() || file.is_some());
    if !tells && !programs {
        return;
    }
    interrupt::on(move || {
        let said = whereabouts(own.as_deref(), file.as_deref(), lang);
        if let Some(said) = said.filter(|_| tells) {
            // Nobody is left to be told that it could not be said.
            let _ = writeln!(std::io::stderr(), "\n{said}");
        }
        interrupt::exit(stop::INTERRUPTED);
    });
}
