//! Contents of a folder, without hidden and generated files.

use std::fs;
use std::io::{Error, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use bastide_core::{Fault, Words};

/// Deepest folder below the one that is named.
pub const DEPTH_MAX: usize = 8;
/// Most files and folders that are looked at below those that are named.
pub const WALKED_MAX: usize = 100_000;
/// Folders that hold what programs made.
const MADE: [&str; 2] = ["target", "node_modules"];

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A folder.
    Folder(PathBuf),
    /// A file.
    File(PathBuf),
}

/// A way through everything below some folders, up to a limit: nobody means the whole machine.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    left: usize,
}

impl Default for Walk {
    fn default() -> Self {
        Self { left: WALKED_MAX }
    }
}

impl Walk {
    /// Files and folders of a folder by name; neither what is hidden nor links, which may lead anywhere, nor folders that hold
    /// what programs made. A folder that cannot be read is empty, and so is everything beyond the limit.
    pub fn entries(&mut self, dir: &Path) -> Vec<Entry> {
        let read = fs::read_dir(dir).into_iter().flatten().take(self.left);
        let mut paths: Vec<PathBuf> = read.filter_map(|e| Some(e.ok()?.path())).collect();
        self.left = self.left.saturating_sub(paths.len());
        paths.sort();
        let is_hidden = |path: &PathBuf| {
            path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'))
        };
        let is_made = |path: &PathBuf| MADE.iter().any(|name| path.ends_with(name));
        let entry = |path: PathBuf| {
            let meta = fs::symlink_metadata(&path).ok()?;
            if meta.is_dir() {
                (!is_made(&path)).then_some(Entry::Folder(path))
            } else {
                meta.is_file().then_some(Entry::File(path))
            }
        };
        paths.into_iter().filter(|path| !is_hidden(path)).filter_map(entry).collect()
    }

    /// Looks at everything below a path as far as the limit goes; whether that was all.
    #[must_use]
    pub fn ends_below(&mut self, path: &Path) -> bool {
        let mut open = vec![(path.to_path_buf(), 0)];
        while let Some((dir, depth)) = open.pop() {
            for entry in self.entries(&dir) {
                if let Entry::Folder(path) = entry
                    && depth < DEPTH_MAX
                {
                    open.push((path, depth + 1));
                }
            }
        }
        !self.is_over()
    }

    /// Whether the limit has been reached.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.left == 0
    }

    /// That more lies below a path than anybody looks at; `name` is the path as the user would name it.
    #[must_use]
    pub fn too_much(name: &str) -> Fault {
        Fault::new(
            "F0008",
            format!("more than {WALKED_MAX} files and folders lie below"),
            format!("il y a plus de {WALKED_MAX} fichiers et dossiers là-dessous"),
        )
        .in_file(name)
        .help("name the folder that you mean", "nommez le dossier dont il s'agit")
    }
}

/// That something cannot be read, and why not.
#[must_use]
pub fn unreadable(error: &Error) -> Words {
    let why = system(error);
    Words::new(format!("cannot be read: {}", why.en), format!("illisible : {}", why.fr))
}

/// Returns the system's reason for a failed read or write, in English or in the system's language.
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

/// Returns the bytes of a file of at most `most` bytes. Only regular files are read: a pipe or device may never end,
/// and a folder has no bytes.
///
/// # Errors
///
/// Returns the reason, in words for a fault.
pub fn read_file(path: &Path, most: usize) -> Result<Vec<u8>, Words> {
    let failed = |e: Error| unreadable(&e);
    // Check before opening, because opening a pipe waits for a writer.
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

/// Returns the text of a file of at most `most` bytes, [`plain`]; `name` is the file as the user would name it.
///
/// # Errors
///
/// Returns `F0002` with help that suits the reason.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_ends_at_its_limit() {
        let dir = std::env::temp_dir().join(format!("bastide-walk-{}", std::process::id()));
        for name in ["a/b", "c", "target/made"] {
            fs::create_dir_all(dir.join(name)).expect("a folder");
        }
        for name in ["a/1.toml", "a/b/2.toml", "c/3.toml", "target/made/4.toml"] {
            fs::write(dir.join(name), "").expect("a file");
        }
        // a, c, target; 1.toml and b in a; 2.toml in b; 3.toml in c.
        let ends = |left| Walk { left }.ends_below(&dir);
        assert_eq!((ends(7), ends(8)), (false, true));
        let mut walk = Walk { left: 2 };
        assert!(walk.entries(&dir).len() <= 2 && walk.is_over());
        assert!(walk.entries(&dir).is_empty());
        fs::remove_dir_all(&dir).expect("it is ours");
    }
}
