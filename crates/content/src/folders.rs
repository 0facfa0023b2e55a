//! What lies in a folder, as far as it is anybody's work.

use std::fs;
use std::io::{Error, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use bastide_core::{Fault, Words};

/// Deepest folder below the one that is named.
pub const DEPTH_MAX: usize = 8;

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A folder.
    Folder(PathBuf),
    /// A file.
    File(PathBuf),
}

/// Files and folders of a folder by name; neither what is hidden nor links, which may lead anywhere. A folder that
/// cannot be read is empty.
#[must_use]
pub fn entries(dir: &Path) -> Vec<Entry> {
    let read = fs::read_dir(dir).into_iter().flatten();
    let mut paths: Vec<PathBuf> = read.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.sort();
    let is_hidden = |path: &PathBuf| {
        path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'))
    };
    let entry = |path: PathBuf| {
        let meta = fs::symlink_metadata(&path).ok()?;
        if meta.is_dir() {
            Some(Entry::Folder(path))
        } else {
            meta.is_file().then_some(Entry::File(path))
        }
    };
    paths.into_iter().filter(|path| !is_hidden(path)).filter_map(entry).collect()
}

/// That something cannot be read, and why not.
#[must_use]
pub fn unreadable(error: &Error) -> Words {
    let why = system(error);
    Words::new(format!("cannot be read: {}", why.en), format!("illisible : {}", why.fr))
}

/// What the system says of a file that it does not give or take. It says it in English, or as it is set up.
#[must_use]
pub fn system(error: &Error) -> Words {
    let fr = match error.kind() {
        ErrorKind::NotFound => "fichier ou dossier introuvable",
        ErrorKind::PermissionDenied => "accès refusé",
        ErrorKind::AlreadyExists => "il existe déjà",
        ErrorKind::NotADirectory => "ce n'est pas un dossier",
        ErrorKind::IsADirectory => "c'est un dossier",
        ErrorKind::DirectoryNotEmpty => "le dossier n'est pas vide",
        ErrorKind::StorageFull => "le disque est plein",
        ErrorKind::QuotaExceeded => "le quota du disque est atteint",
        ErrorKind::FileTooLarge => "le fichier est trop grand",
        ErrorKind::ReadOnlyFilesystem => "on ne peut que lire sur ce disque",
        ErrorKind::InvalidFilename => "ce nom de fichier n'est pas admis",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "un autre programme s'en sert",
        ErrorKind::AddrInUse => "un autre programme occupe ce port",
        ErrorKind::AddrNotAvailable => "cette adresse n'est pas disponible",
        ErrorKind::BrokenPipe => "plus personne ne lit",
        ErrorKind::TimedOut => "trop d'attente",
        ErrorKind::InvalidInput => "cela n'est pas admis",
        ErrorKind::InvalidData => "les données ne sont pas valables",
        ErrorKind::OutOfMemory => "la mémoire est pleine",
        ErrorKind::Unsupported => "cela n'est pas possible ici",
        _ => match error.raw_os_error() {
            Some(code) => {
                return Words::new(error.to_string(), format!("erreur {code} du système"));
            }
            None => return Words::new(error.to_string(), error.to_string()),
        },
    };
    Words::new(error.to_string(), fr)
}

/// The bytes of a file of at most so many. Read are files alone: a pipe may never end, nor a device, and a folder holds
/// nothing to read.
///
/// # Errors
///
/// Why not, in words for a fault.
pub fn read_file(path: &Path, most: usize) -> Result<Vec<u8>, Words> {
    let failed = |e: Error| unreadable(&e);
    // Looked at before it is opened: to open a pipe is to wait for who writes into it.
    let kind = fs::metadata(path).map_err(failed)?.file_type();
    if kind.is_dir() {
        return Err(Words::new("this is a folder", "c'est un dossier"));
    }
    if !kind.is_file() {
        return Err(Words::new(
            "this is no file, but a pipe or a device",
            "ce n'est pas un fichier, mais un tube ou un périphérique",
        ));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(failed)?;
    file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() > most {
        return Err(Words::new(
            format!("the file has more than {most} bytes"),
            format!("le fichier a plus de {most} octets"),
        ));
    }
    Ok(bytes)
}

/// A text as every reader takes it: without byte order mark and with plain line ends. Places of faults are bytes of this.
#[must_use]
pub fn plain(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n")
}

/// The text of a file of at most so many bytes, [`plain`]; `name` is the file as the user would name it.
///
/// # Errors
///
/// `F0002`, with a way out that suits the reason.
pub fn read_text(path: &Path, name: &str, most: usize) -> Result<String, Box<Fault>> {
    let wrong = |what: Words, en: &str, fr: &str| {
        Box::new(Fault::new("F0002", what.en, what.fr).in_file(name).help(en, fr))
    };
    let bytes = read_file(path, most).map_err(|why| {
        // Neither the path nor a right is at fault if the file is there and only too long.
        if fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() > most as u64) {
            return wrong(
                why,
                "split it, or name the file that you meant",
                "partagez-le, ou nommez le fichier que vous vouliez",
            );
        }
        wrong(why, "check the path and its permissions", "vérifiez le chemin d'accès et ses droits")
    })?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let what = Words::new(
            format!("byte {at} is not UTF-8: this is no text file"),
            format!("l'octet {at} n'est pas de l'UTF-8 : ce n'est pas un fichier texte"),
        );
        wrong(
            what,
            "save it as text in UTF-8, or name the file that you meant",
            "enregistrez-le comme texte en UTF-8, ou nommez le fichier que vous vouliez",
        )
    })?;
    Ok(plain(&text))
}
