//! What lies in a folder, as far as it is anybody's work.

use std::fs;
use std::path::{Path, PathBuf};

use crate::library::FILES_MAX;

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

/// Files and folders of a folder by name, so many and no more; neither what is hidden nor links, which may
/// lead anywhere. A folder that cannot be read is empty.
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
    paths.into_iter().take(FILES_MAX).filter(|path| !is_hidden(path)).filter_map(entry).collect()
}
