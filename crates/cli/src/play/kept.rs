//! Games that are kept without being asked: the last ones lie in a folder of the person's, and `--resume` alone takes the newest.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bastide::core::Fault;

use crate::files;
use crate::stop::Stop;

/// How many games are kept.
const KEPT_MAX: usize = 20;
/// How their names end.
const ENDING: &str = "bastide";

/// Folder of the kept games: that of `BASTIDE_STATE`, else the one in which programs keep their state. None if nothing says
/// where that is, or if nobody sits there and nothing is said: tests and pipes leave nothing behind.
pub(crate) fn folder(is_terminal: bool) -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value: &OsString| !value.is_empty());
    if let Some(folder) = named("BASTIDE_STATE") {
        return Some(folder.into());
    }
    if !is_terminal {
        return None;
    }
    let home = || named("HOME").map(|home| Path::new(&home).join(".local/state"));
    let base = named("XDG_STATE_HOME").or_else(|| named("LOCALAPPDATA")).map(PathBuf::from);
    base.or_else(home).map(|base| base.join("bastide"))
}

/// A file for a new game; the oldest of too many go.
pub(super) fn begin(folder: &Path) -> std::io::Result<PathBuf> {
    files::make(folder)?;
    let mut all = games(folder);
    while all.len() >= KEPT_MAX {
        fs::remove_file(all.remove(0))?;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis());
    Ok(folder.join(format!("{now:015}.{ENDING}")))
}

/// The game that was kept last.
pub(super) fn last() -> Result<PathBuf, Stop> {
    let found = folder(true).and_then(|folder| games(&folder).pop());
    found.ok_or_else(|| {
        Fault::new("F0035", "no game has been kept", "aucune partie n'a été gardée")
            .help(
                "name the file: `bastide play --resume FILE`; a game is kept from the first move that a person makes at a terminal",
                "nommez le fichier : `bastide play --resume FICHIER` ; une partie est gardée dès le premier coup d'une personne dans un terminal",
            )
            .into()
    })
}

/// Kept games, the oldest first: their names are moments.
fn games(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut all: Vec<PathBuf> =
        all.filter(|path| path.extension().is_some_and(|e| e == ENDING)).collect();
    all.sort();
    all
}
