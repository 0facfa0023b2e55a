//! Games of `JCloisterZone` and of what came from it: `.jcz` files are read, played again, checked and
//! turned into records.
//!
//! Such a file holds a setup, the actions of the players, and often facts that must hold after the last
//! one. What its names mean here is data of the expansions (`[jcz]` in the manifest, `aliases.jcz` of
//! tiles); this module knows the format, no expansion.

mod aim;
mod check;
mod claims;
mod conventions;
mod convert;
mod draws;
mod events;
mod file;
mod json;
mod names;
mod offer;
mod older;
mod place;
mod play;
mod random;
mod table;

use bastide_core::{Fault, Words as Sentence};

use bastide_content::Library;
use file::Saved;
use play::Play;
use table::{NoTable, Table};

pub use convert::{convert, convert_while};

pub use bastide_content::manifest::jcz::{Convention, Words};

/// Ending of such files.
pub const ENDING: &str = "jcz";
/// Longest file that is read, in bytes.
pub const FILE_BYTES_MAX: u64 = 8 << 20;

/// Why a game could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It needs what is not here, named.
    Missing(Sentence),
    /// Faults of the file, or an action that is refused.
    Faults(Vec<Fault>),
}

impl Broken {
    /// As faults, for those who only show faults.
    #[must_use]
    pub fn faults(&self, file: &str) -> Vec<Fault> {
        match self {
            Broken::Missing(what) => {
                let fault = Fault::new("J0003", &what.en, &what.fr).in_file(file);
                vec![fault.help(
                    "add the expansion, with its table `[jcz]`, to the search path (--path)",
                    "ajoutez l'extension, avec sa table `[jcz]`, au chemin de recherche (--path)",
                )]
            }
            Broken::Faults(faults) => faults.clone(),
        }
    }
}

/// A game that was played to the end of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What it says about itself.
    pub description: String,
    /// Actions carried out.
    pub actions: usize,
    /// Facts checked.
    pub facts: usize,
    /// Facts that do not hold.
    pub wrong: Vec<Fault>,
    /// What was passed over.
    pub told: Vec<Fault>,
}

/// What a file says about itself; empty if it says nothing or cannot be read.
#[must_use]
pub fn title(file: &str, text: &str) -> String {
    Saved::read(file, text).map(|saved| saved.description).unwrap_or_default()
}

/// Plays a file action by action and checks every fact that it claims.
///
/// # Errors
///
/// What is missing here; `J0001` and `J0002` faults of the file, `J0010`, `J0011` of its tiles, `J0101` to
/// `J0108` an action that is refused or not offered.
pub fn play(file: &str, text: &str, library: &Library) -> Result<Played, Broken> {
    let (saved, table) = set(file, text, library)?;
    let mut play = run(&saved, &table, || true)?;
    let mut wrong = check::judge(&mut play);
    if !wrong.is_empty() {
        wrong.extend(conventions::told(&play));
    }
    Ok(Played {
        description: saved.description.clone(),
        actions: play.now.acts.len(),
        facts: saved.assertions.len(),
        wrong,
        told: conventions::passed_over(&play).into_iter().collect(),
    })
}

/// Reads a file, and sets its table.
fn set(file: &str, text: &str, library: &Library) -> Result<(Saved, Table), Broken> {
    let mut saved = Saved::read(file, text).map_err(|f| Broken::Faults(vec![*f]))?;
    let table = Table::set(&mut saved, library).map_err(|no| match no {
        NoTable::Faults(faults) => Broken::Faults(faults),
        NoTable::Missing(what) => {
            let list = |lang| what.iter().map(|w| w.get(lang)).collect::<Vec<_>>().join(", ");
            Broken::Missing(Sentence::new(
                format!("not known here: {}", list("en")),
                format!("inconnu ici : {}", list("fr")),
            ))
        }
    })?;
    Ok((saved, table))
}

/// Plays all messages, as long as it is to go on.
fn run<'a>(
    saved: &'a Saved,
    table: &'a Table,
    mut go_on: impl FnMut() -> bool,
) -> Result<Play<'a>, Broken> {
    let mut play = Play::new(saved, table).map_err(Broken::Faults)?;
    for message in &saved.messages {
        if !go_on() {
            return Err(convert::too_long(&saved.file));
        }
        play.message(message).map_err(|mut faults| {
            faults.extend(conventions::told(&play));
            faults.extend(conventions::passed_over(&play));
            Broken::Faults(faults)
        })?;
    }
    Ok(play)
}

#[cfg(test)]
#[path = "tests/games.rs"]
mod games;
#[cfg(test)]
mod tests;
