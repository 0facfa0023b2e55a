//! The library: every expansion folder and tile set that can be found.
//!
//! Official content is embedded in the program. Folders on the search path override or add; a folder is
//! taken as a whole, files of two folders are never mixed.

mod hash;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use bastide_core::Fault;

use crate::config::{Loaded, Manifests, ReadOnce};
use crate::folders::plain;
use crate::manifest::{self, Manifest, is_name};

pub use hash::Hash;

/// Official content: path below the project, text.
pub const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/content.rs"));

/// Longest file that is read, in bytes.
pub const FILE_BYTES_MAX: u64 = 1 << 20;
/// Most files of one folder.
pub const FILES_MAX: usize = 2000;
/// Deepest folder below an expansion's own.
pub const DEPTH_MAX: usize = 4;
/// Endings of the files that are read.
const TEXT: [&str; 4] = ["toml", "lua", "luau", "md"];

/// A text file of an expansion or tile set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The file as the user would name it.
    pub name: String,
    /// Content of the file.
    pub text: Arc<str>,
}

/// The folder of an expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folder {
    /// Name of the folder, which is the id of the expansion.
    pub id: String,
    /// The folder as the user would name it.
    pub name: String,
    /// Its text files by path below the folder, with `/`.
    pub files: BTreeMap<String, File>,
    /// Paths of text files that are there and cannot be read.
    pub unread: BTreeSet<String>,
}

impl Folder {
    /// A file by path below the folder. Nothing outside the folder can be reached.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// Hash over path and text of every file that affects the rules: manifest, scripts, tile sets.
    /// Texts of rules, notes and scenarios do not count.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut hash = Hash::default();
        for (path, file) in &self.files {
            if affects_rules(path) {
                hash.file(path, &file.text);
            }
        }
        hash.finish()
    }
}

/// Whether a file of a folder affects the rules.
fn affects_rules(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "lua" | "luau" => !path.starts_with("tests/"),
        "toml" => path == manifest::FILE || path.starts_with("tiles/"),
        _ => false,
    }
}

/// Everything that can be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    folders: BTreeMap<String, Folder>,
    sets: BTreeMap<String, File>,
    manifests: ReadOnce,
    loaded: Loaded,
}

impl Library {
    /// The official content that the program carries.
    #[must_use]
    pub fn official() -> Self {
        static OFFICIAL: LazyLock<Library> =
            LazyLock::new(|| Library::in_memory(EMBEDDED.iter().copied()));
        OFFICIAL.clone()
    }

    /// A library of texts by path: `expansions/<id>/…` and `tiles/<set>.toml`. Other paths are left out.
    pub fn in_memory<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self::default().with(files)
    }

    /// Returns the library with more texts by path, like those of [`Library::in_memory`]. A folder with a given text
    /// is read again.
    #[must_use]
    pub fn with<'a>(mut self, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut more = Self::default();
        for (path, text) in files {
            let file = File { name: path.to_owned(), text: Arc::from(plain(text)) };
            more.add(path, file, "");
        }
        self.folders.append(&mut more.folders);
        self.sets.append(&mut more.sets);
        self.is_another();
        self
    }

    /// Adds one file under its path.
    fn add(&mut self, path: &str, file: File, root: &str) {
        if let Some(rest) = path.strip_prefix("expansions/") {
            let Some((id, inside)) = rest.split_once('/') else { return };
            let folder = self.folders.entry(id.to_owned()).or_insert_with(|| Folder {
                id: id.to_owned(),
                name: format!("{root}expansions/{id}"),
                ..Folder::default()
            });
            folder.files.insert(inside.to_owned(), file);
        } else if let Some(set) = path.strip_prefix("tiles/").and_then(|p| p.strip_suffix(".toml"))
        {
            self.sets.insert(set.to_owned(), file);
        }
    }

    /// Reads a folder of the search path: `expansions/<id>/`, `tiles/<set>.toml`, and expansion folders
    /// that lie in it directly. What it holds replaces what was known under the same name.
    ///
    /// # Errors
    ///
    /// Files and folders that cannot be read: `M0901` not readable, `M0902` a symbolic link, `M0903` too
    /// long, `M0904` not UTF-8, `M0905` too many files or too deep.
    pub fn search(&mut self, dir: &Path) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        let mut homes = vec![dir.to_path_buf()];
        let inner = dir.join("expansions");
        if inner.is_dir() {
            homes.push(inner);
        }
        for home in &homes {
            for name in names(home, &mut faults) {
                let path = home.join(&name);
                let link = fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink());
                if !link && path.join(manifest::FILE).is_file() && is_name(&name) {
                    self.take(&name, &path, &mut faults);
                }
            }
        }
        let tiles = dir.join("tiles");
        if tiles.is_dir() {
            self.take_sets(&tiles, &mut faults);
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Reads the tile sets that lie in a folder directly; they replace what was known under their names.
    ///
    /// # Errors
    ///
    /// Fails like [`Library::search`].
    pub fn sets_at(&mut self, dir: &Path) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        self.take_sets(dir, &mut faults);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn take_sets(&mut self, dir: &Path, faults: &mut Vec<Fault>) {
        for name in names(dir, faults) {
            if let Some(set) = name.strip_suffix(".toml")
                && let Some(file) = read(&dir.join(&name), faults)
            {
                self.sets.insert(set.to_owned(), file);
            }
        }
        self.is_another();
    }

    /// Reads one expansion folder under the id of the config that names it.
    ///
    /// # Errors
    ///
    /// Fails like [`Library::search`].
    pub fn folder_at(&mut self, id: &str, dir: &Path) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        self.take(id, dir, &mut faults);
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Reads one tile set that belongs to no folder, under the name of its file. Without a name there is
    /// no set.
    ///
    /// # Errors
    ///
    /// Fails like [`Library::search`].
    pub fn set_at(&mut self, path: &Path) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        let name = path.file_stem().and_then(|name| name.to_str());
        if let (Some(name), Some(file)) = (name, read(path, &mut faults)) {
            self.sets.insert(name.to_owned(), file);
        }
        self.is_another();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    /// Reads a folder in place of the known one with this id.
    fn take(&mut self, id: &str, dir: &Path, faults: &mut Vec<Fault>) {
        let mut folder = Folder { id: id.to_owned(), name: shown(dir), ..Folder::default() };
        walk(dir, "", 0, &mut folder, faults);
        self.folders.insert(id.to_owned(), folder);
        self.is_another();
    }

    /// Drops everything that was computed from the former content.
    fn is_another(&mut self) {
        (self.manifests, self.loaded) = (ReadOnce::default(), Loaded::default());
    }

    /// Returns the setups that were loaded from the library.
    pub(crate) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The manifests of all folders, read when first asked for.
    pub(crate) fn manifests(&self) -> &Manifests {
        self.manifests.of(self)
    }

    /// Every expansion folder, by id.
    pub fn folders(&self) -> impl Iterator<Item = &Folder> {
        self.folders.values()
    }

    /// Folders that another library does not hold, or not so, and whose manifests cannot be used, with their faults.
    #[must_use]
    pub fn broken_since(&self, other: &Library) -> Vec<(&Folder, Vec<Fault>)> {
        let new = self.folders().filter(|folder| other.folder(&folder.id) != Some(folder));
        let read = new.map(|folder| (folder, Manifest::read(folder)));
        read.filter(|(_, read)| read.0.is_none()).map(|(folder, read)| (folder, read.1)).collect()
    }

    /// An expansion folder by id.
    #[must_use]
    pub fn folder(&self, id: &str) -> Option<&Folder> {
        self.folders.get(id)
    }

    /// Names of all tile sets that belong to no folder.
    pub fn sets(&self) -> impl Iterator<Item = &str> {
        self.sets.keys().map(String::as_str)
    }

    /// A tile set by name, as an expansion sees it: its own `tiles/<set>.toml` first, then the common ones.
    #[must_use]
    pub fn set(&self, expansion: &str, set: &str) -> Option<&File> {
        let own = self.folders.get(expansion).and_then(|f| f.file(&format!("tiles/{set}.toml")));
        own.or_else(|| self.sets.get(set))
    }
}

/// A path as the user would name it.
fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Returns the names in a folder, sorted and without hidden files.
fn names(dir: &Path, faults: &mut Vec<Fault>) -> Vec<String> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) => {
            faults.push(unreadable(dir, &error));
            return Vec::new();
        }
    };
    let mut found: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    found.retain(|name| !name.starts_with('.'));
    found.sort();
    found
}

/// Collects the text files of a folder, until there are too many: what cannot be read counts too, so that faults have
/// a limit as well.
fn walk(dir: &Path, below: &str, depth: usize, folder: &mut Folder, faults: &mut Vec<Fault>) {
    for name in names(dir, faults) {
        let (path, inside) = (dir.join(&name), format!("{below}{name}"));
        let taken = folder.files.len() + folder.unread.len();
        if taken > FILES_MAX {
            return;
        }
        let Ok(meta) = fs::symlink_metadata(&path) else { continue };
        if meta.is_dir() && depth < DEPTH_MAX {
            walk(&path, &format!("{inside}/"), depth + 1, folder, faults);
        } else if meta.is_dir() || taken == FILES_MAX {
            let (n, en, fr) = match taken {
                FILES_MAX => (FILES_MAX, "files", "fichiers"),
                _ => (DEPTH_MAX, "levels", "niveaux"),
            };
            let (en, fr) = (format!("more than {n} {en}"), format!("plus de {n} {fr}"));
            let (en, fr) = (format!("the folder has {en}"), format!("le dossier a {fr}"));
            let fault = Fault::new("M0905", en, fr).in_file(&shown(&path));
            faults.push(fault.help("make it smaller", "réduisez-le"));
            folder.unread.insert(inside);
        } else if meta.is_symlink() {
            faults.push(linked(&path));
            folder.unread.insert(inside);
        } else if meta.is_file() && path.extension().is_some_and(|e| TEXT.iter().any(|t| e == *t)) {
            match read(&path, faults) {
                Some(file) => drop(folder.files.insert(inside, file)),
                None => drop(folder.unread.insert(inside)),
            }
        }
    }
}

/// Reads one text file.
fn read(path: &Path, faults: &mut Vec<Fault>) -> Option<File> {
    let name = shown(path);
    let bytes = match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_symlink() => {
            faults.push(linked(path));
            return None;
        }
        Ok(meta) if meta.len() > FILE_BYTES_MAX => {
            let fault = Fault::new(
                "M0903",
                format!("the file has {} bytes, more than {FILE_BYTES_MAX}", meta.len()),
                format!("le fichier a {} octets, plus que {FILE_BYTES_MAX}", meta.len()),
            );
            faults.push(fault.in_file(&name).help("split it", "partagez-le"));
            return None;
        }
        Ok(_) => fs::read(path),
        Err(error) => Err(error),
    };
    match bytes.map(String::from_utf8) {
        Ok(Ok(text)) => Some(File { name, text: Arc::from(plain(&text)) }),
        Ok(Err(error)) => {
            let fault = Fault::new(
                "M0904",
                format!("byte {} is not UTF-8", error.utf8_error().valid_up_to()),
                format!("l'octet {} n'est pas de l'UTF-8", error.utf8_error().valid_up_to()),
            );
            faults.push(
                fault
                    .in_file(&name)
                    .help("save the file as UTF-8", "enregistrez le fichier en UTF-8"),
            );
            None
        }
        Err(error) => {
            faults.push(unreadable(path, &error));
            None
        }
    }
}

fn linked(path: &Path) -> Fault {
    Fault::new(
        "M0902",
        "a symbolic link is not read: it may lead out of the folder",
        "un lien symbolique n'est pas lu : il peut mener hors du dossier",
    )
    .in_file(&shown(path))
    .help("put the file itself there", "mettez-y le fichier lui-même")
}

fn unreadable(path: &Path, error: &std::io::Error) -> Fault {
    let why = crate::folders::unreadable(error);
    let fault = Fault::new("M0901", why.en, why.fr).in_file(&shown(path));
    fault.help("check the path and its permissions", "vérifiez le chemin d'accès et ses droits")
}

#[cfg(test)]
#[path = "tests/library.rs"]
mod tests;
