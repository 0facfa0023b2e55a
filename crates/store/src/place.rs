//! Where a file is: whether it is still there, and who may read it.

use std::path::{Path, PathBuf};

/// A file and what it was when it was looked at first.
#[derive(Debug)]
pub(crate) struct Place {
    file: PathBuf,
    /// Device and number; nothing, if it was not there, or where files have none.
    is: Option<(u64, u64)>,
}

impl Place {
    pub(crate) fn of(file: PathBuf) -> Self {
        let mut place = Self { file, is: None };
        place.note();
        place
    }

    /// Notes what the file is, if it was not there before.
    pub(crate) fn note(&mut self) {
        self.is = self.is.or_else(|| identity(&self.file));
    }

    /// Whether the file that was there is there no more.
    pub(crate) fn is_lost(&self) -> bool {
        self.is.is_some_and(|is| identity(&self.file) != Some(is))
    }
}

#[cfg(unix)]
fn identity(file: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let data = std::fs::metadata(file).ok()?;
    Some((data.dev(), data.ino()))
}

/// Where an open file cannot be deleted it is not lost.
#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Nobody but whoever runs the program reads the file, its log and what else lies beside them: they tell what players do not see of
/// each other. Where that cannot be done, tables are kept all the same.
#[cfg(unix)]
pub(crate) fn keep_private(file: &Path) {
    use std::fs::{OpenOptions, Permissions, set_permissions};
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    // The log gets the permissions of the file.
    let _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    let narrow = |path: &Path, mode: u32| {
        if path.exists() {
            let _ = set_permissions(path, Permissions::from_mode(mode));
        }
    };
    for end in ["", "-wal", "-shm"] {
        narrow(&PathBuf::from(format!("{}{end}", file.display())), 0o600);
    }
}

#[cfg(not(unix))]
pub(crate) fn keep_private(_: &Path) {}
