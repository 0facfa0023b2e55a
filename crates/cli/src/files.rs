//! Files that a verb writes, whole or not at all, under one rule: what exists stays, unless `--force`. Free are
//! besides: a file with nothing in it; for `render`, a picture that this program drew; for `play`, the file that
//! the game itself was saved to or read from.

use std::io::{self, Read as _};
use std::path::Path;

use bastide::core::{Fault, Words};

use crate::stop::Stop;

/// Files that may be overwritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// Nothing.
    Nothing,
    /// A picture that this program drew and can draw again.
    Picture,
    /// Any file.
    Anything,
}

impl Over {
    /// Anything with `--force`, else nothing.
    pub(crate) fn forced(force: bool) -> Self {
        if force { Over::Anything } else { Over::Nothing }
    }
}

/// Whether a file may be written there: its folder exists, it is no folder itself, and nothing is lost.
pub(crate) fn free(path: &Path, over: Over) -> Result<(), Stop> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let shown = folder.display();
        return Err(at(path, "F0021")(
            format!("there is no folder `{shown}`"),
            format!("il n'y a pas de dossier `{shown}`"),
        )
        .help("make it, or choose another place", "créez-le, ou choisissez un autre endroit")
        .into());
    }
    if path.is_dir() {
        return Err(at(path, "F0022")("this is a folder".into(), "c'est un dossier".into())
            .help("name a file in it", "nommez un fichier dedans")
            .into());
    }
    if is_taken(path, over) {
        return Err(taken(
            path,
            Words::new(
                "choose another name, or --force to write over it",
                "choisissez un autre nom, ou --force pour le remplacer",
            ),
        ));
    }
    Ok(())
}

/// Whether something lies there that would be lost.
pub(crate) fn is_taken(path: &Path, over: Over) -> bool {
    let Ok(there) = path.symlink_metadata() else { return false };
    match over {
        Over::Anything => false,
        _ if there.is_file() && there.len() == 0 => false,
        Over::Picture => !is_picture(path),
        Over::Nothing => true,
    }
}

fn is_picture(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = std::fs::File::open(path)
        .and_then(|file| file.take(bastide_draw::HEAD_BYTES as u64).read_to_end(&mut head));
    read.is_ok() && bastide_draw::is_drawn(&head)
}

/// Something lies where a file or a folder was to be written.
pub(crate) fn taken(path: &Path, help: Words) -> Stop {
    let what = if path.is_dir() {
        ("this folder exists", "ce dossier existe déjà")
    } else {
        ("this file exists", "ce fichier existe déjà")
    };
    at(path, "F0020")(what.0.into(), what.1.into()).help(help.en, help.fr).into()
}

/// Writes a text whole or not at all; where one lies already, with its line ends and rights.
pub(crate) fn write(path: &Path, text: impl AsRef<str>) -> Result<(), Stop> {
    put(path, text).map_err(|e| unwritable(path, &e).into())
}

/// As [`write()`], for what is no text.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    bastide::record::save_bytes(path, bytes).map_err(|e| unwritable(path, &e).into())
}

/// As [`write()`], for who tells what goes wrong in words of its own.
pub(crate) fn put(path: &Path, text: impl AsRef<str>) -> io::Result<()> {
    bastide::record::save_atomic(path, text.as_ref())
}

/// Makes a folder with those above it; one that is there is fine.
pub(crate) fn folder(path: &Path) -> Result<(), Stop> {
    make(path).map_err(|e| unwritable(path, &e).into())
}

/// Does the same as [`folder()`] and returns the system's error, for callers with words of their own.
pub(crate) fn make(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

/// Nobody else on this machine looks into a folder. Where that cannot be done, it stays as it is.
pub(crate) fn own(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700));
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// A word as shells read it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "./_-+,=:@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A file that cannot be written.
pub(crate) fn unwritable(path: &Path, e: &io::Error) -> Fault {
    let why = bastide::folders::system(e);
    let (en, fr) = (why.en, why.fr);
    at(path, "F0006")(format!("cannot be written: {en}"), format!("écriture impossible : {fr}"))
        .help("check the path and its permissions", "vérifiez le chemin d'accès et ses droits")
}

fn at(path: &Path, code: &'static str) -> impl Fn(String, String) -> Fault {
    let file = path.to_string_lossy().replace('\\', "/");
    move |en, fr| Fault::new(code, en, fr).in_file(&file)
}
