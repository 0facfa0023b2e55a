//! Games that are kept without being asked: the last ones lie in a folder of the person's, `--resume` alone takes the one that was
//! played last, and `--kept` lists them.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bastide::core::Fault;
use bastide::core::text::harmless;
use bastide::record::{Record, Said};

use crate::files;
use crate::lang::{Lang, say};
use crate::out::Out;
use crate::stop::Stop;

/// How many games are kept.
const KEPT_MAX: usize = 20;
/// How their names end.
const ENDING: &str = "bastide";

/// Returns the folder of kept games: `BASTIDE_STATE`, or else the usual folder for program state. Returns `None` if
/// that is unknown, or if no person plays and the variable is not set, so that tests and pipes leave nothing behind.
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

/// A file for a new game. There is none before it is worth keeping.
pub(super) fn begin(folder: &Path) -> std::io::Result<PathBuf> {
    files::make(folder)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis());
    let mut free = (now..).map(|moment| folder.join(format!("{moment:015}.{ENDING}")));
    free.find(|path| !path.exists()).ok_or_else(|| std::io::ErrorKind::AlreadyExists.into())
}

/// Keeps a game in its file, and the oldest of too many go; a game that nobody has played is none.
pub(super) fn put(path: &Path, game: Option<Record>) -> std::io::Result<()> {
    let is_there = path.exists();
    let Some(record) = game else {
        return if is_there { fs::remove_file(path) } else { Ok(()) };
    };
    let mut all = path.parent().filter(|_| !is_there).map(games).unwrap_or_default();
    while all.len() >= KEPT_MAX {
        fs::remove_file(all.remove(0))?;
    }
    files::put(path, record.to_string())
}

/// Whether a file lies where games are kept.
pub(super) fn is_kept(path: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().ok();
    let home = folder(true).and_then(|folder| whole(&folder));
    home.is_some() && whole(path).and_then(|path| path.parent().map(Path::to_path_buf)) == home
}

/// The game that was kept last, or the one of a number in the list.
pub(super) fn numbered(number: usize) -> Result<PathBuf, Stop> {
    let all = folder(true).map(|folder| games(&folder)).unwrap_or_default();
    let found = all.iter().rev().nth(number.saturating_sub(1)).filter(|_| number > 0);
    found.cloned().ok_or_else(|| {
        let (en, fr) = match all.len() {
            0 => ("no game has been kept".to_owned(), "aucune partie n'a été gardée".to_owned()),
            n => (
                format!("no kept game has the number {number}: there are 1 to {n}"),
                format!("aucune partie gardée n'a le numéro {number} : il y en a de 1 à {n}"),
            ),
        };
        Fault::new("F0035", en, fr)
            .help(
                "name the file: `bastide play --resume FILE`; a game is kept from the first move that a person makes at a terminal",
                "nommez le fichier : `bastide play --resume FICHIER` ; une partie est gardée dès le premier coup d'une personne dans un terminal",
            )
            .into()
    })
}

/// The kept games, the last first: when somebody played last, who plays what, and where the file is.
pub(super) fn list(out: &mut Out) -> Result<(), Stop> {
    let lang = out.lang;
    let all = folder(true).map(|folder| games(&folder)).unwrap_or_default();
    if all.is_empty() {
        out.note(lang.pick("no game has been kept", "aucune partie n'a été gardée"));
    }
    for (number, path) in (1..).zip(all.iter().rev()) {
        let ago = ago(moment(path).elapsed().unwrap_or_default(), lang);
        out.line(&format!("{number:>3}  {ago} · {}", about(path, lang)))?;
        out.line(&format!("     {}", harmless(&path.to_string_lossy())))?;
    }
    if !all.is_empty() {
        out.note(lang.pick(
            "`bastide play --resume 2` goes on with the second.",
            "`bastide play --resume 2` reprend la deuxième.",
        ));
    }
    Ok(())
}

/// Who plays what in a record, and how far it went.
fn about(path: &Path, lang: Lang) -> String {
    let Ok(record) = Record::load(path) else {
        return lang.pick("it cannot be read", "illisible").to_owned();
    };
    let turn = record.lines.iter().rev().find_map(|line| match line.what {
        Said::State(turn, _) => Some(turn),
        _ => None,
    });
    let went = match turn {
        Some(0) => lang.pick("over", "terminée").to_owned(),
        Some(turn) => say!(lang, "turn {turn}", "tour {turn}"),
        None => lang.counted(record.actions(), "action", "action"),
    };
    let players: Vec<&str> = record.header.players.iter().map(|seat| seat.name.as_str()).collect();
    let ids: Vec<&str> = record.header.expansions.iter().map(|e| e.id.value.as_str()).collect();
    harmless(&format!("{} · {went} · {}", players.join(", "), ids.join(", "))).into_owned()
}

/// How long ago something was.
fn ago(since: Duration, lang: Lang) -> String {
    let minutes = since.as_secs() / 60;
    let long = match minutes {
        0 => return lang.pick("just now", "à l'instant").to_owned(),
        1..60 => lang.counted(minutes, "minute", "minute"),
        60..1440 => lang.counted(minutes / 60, "hour", "heure"),
        _ => lang.counted(minutes / 1440, "day", "jour"),
    };
    say!(lang, "{long} ago", "il y a {long}")
}

/// When a game was kept last.
fn moment(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|meta| meta.modified()).unwrap_or(UNIX_EPOCH)
}

/// Kept games, the one that was played least lately first; of the same moment, the one that began first, as their names say.
fn games(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut all: Vec<PathBuf> =
        all.filter(|path| path.extension().is_some_and(|e| e == ENDING)).collect();
    all.sort_by_cached_key(|path| (moment(path), path.clone()));
    all
}
