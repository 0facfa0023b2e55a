//! Everything that is wrong with what a person wrote, in one pass: configs, manifests, tile sets, scripts,
//! texts of rules and scenarios of a folder, before any game is played.
//!
//! ```
//! let text = "id = \"mine\"\nname = { en = \"Mine\" }\n[[tile]]\nid = \"a\"\ncuont = 1\n";
//! let library = bastide::Library::official();
//! let report = bastide_check::of_texts(library, &[("tiles/mine.toml", text)]);
//! assert!(report.faults.iter().any(|fault| fault.what.en == "unknown key `cuont`"));
//! assert!(!report.is_fine());
//! ```

#![allow(clippy::result_large_err, reason = "a fault is built once, when something is wrong")]

mod content;
pub mod explain;
mod function;
mod gather;
mod idle;
mod lint;
mod mix;
mod mute;
mod names;
mod place;
mod play;
mod redraw;
mod references;
mod script;
mod sets;
mod unnamed;
pub mod watch;

use std::path::PathBuf;

use bastide::Library;
use bastide::config::Manifests;
use bastide::core::{Fault, Severity};

use content::Desk;
use gather::Gathered;

pub use function::Function;
pub use lint::narrowed;

/// Result of a check.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Everything that was found, by file and place; an error in one makes the check fail.
    pub faults: Vec<Fault>,
    /// Files that were looked at.
    pub files: usize,
    /// Tiles that were looked at.
    pub tiles: usize,
    /// Folders of expansions that were looked at, by id.
    pub expansions: Vec<String>,
    /// How the functions of their scripts are run.
    pub functions: Vec<Function>,
    /// Everything that was read, for messages that show a line.
    pub library: Library,
    /// The manifests of all its folders.
    pub manifests: Manifests,
}

impl Report {
    /// Whether there is no error; there may be warnings.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.count(Severity::Error) == 0
    }

    /// How many findings of a severity there are.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.faults.iter().filter(|fault| fault.severity == severity).count()
    }
}

/// What some expansions of a library mute although that changes nothing, as warnings: a game can be played all the same.
pub fn idle_mutes<'a>(library: &Library, ids: impl Iterator<Item = &'a str>) -> Vec<Fault> {
    let manifests = Manifests::of(library);
    let played = ids.filter_map(|id| manifests.get(id));
    let idle = played.flat_map(|manifest| mute::check(manifest, &manifests.good()));
    idle.map(Fault::warning).collect()
}

/// Checks files and folders. What lies in a folder is read from there, whatever the library holds under
/// the same name; the rest of the library is what it plays with.
///
/// # Errors
///
/// `F0003` a path that is not there, `F0007` nothing below a path that could be checked.
pub fn check(paths: &[PathBuf], library: Library) -> Result<Report, Vec<Fault>> {
    Ok(report(Gathered::from(paths, library)?))
}

/// Checks everything that a library holds.
#[must_use]
pub fn of_library(library: Library) -> Report {
    report(Gathered::all(library))
}

/// Checks texts by path, as if they lay in a folder: `expansions/<id>/…`, `tiles/<set>.toml`, and configs
/// and scripts under any other name. They come before what the library holds under the same name.
#[must_use]
pub fn of_texts(library: Library, files: &[(&str, &str)]) -> Report {
    report(Gathered::texts(library, files))
}

fn report(gathered: Gathered) -> Report {
    let library = gathered.library;
    let manifests = Manifests::of(&library);
    let mut desk = Desk::new(&library, &manifests, gathered.faults);
    for id in &gathered.expansions {
        desk.expansion(id);
    }
    for set in &gathered.sets {
        desk.common_set(set);
    }
    for (file, text) in &gathered.configs {
        desk.config(file, text);
    }
    for (expansion, file, text) in &gathered.scenarios {
        desk.scenario(expansion, file, text);
    }
    for (file, text) in &gathered.scripts {
        desk.lone_script(file, text);
    }
    let expansions = gathered.expansions.into_iter().collect();
    let found = desk.report();
    Report { expansions, library, manifests, ..found }
}
