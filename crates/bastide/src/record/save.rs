//! Saving so that a file is either the old one or the new one, never half of it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use bastide_core::{Fault, Words};

use super::{HEAD_BYTES_MAX, RECORD_BYTES_MAX, RECORD_LINES_MAX, Record};
use crate::game::Play;
use bastide_content::folders::read_file;

/// After so long a file that was being written is nobody's any more.
const LEFT_AFTER: Duration = Duration::from_secs(60);

/// Writes a text beside the file, down to the disk, then puts it in the file's place.
///
/// # Errors
///
/// Whatever the system says; the file is then as it was.
pub fn save_atomic(path: &Path, text: &str) -> io::Result<()> {
    save_bytes(path, text.as_bytes())
}

/// As [`save_atomic`], for files that are no text.
///
/// # Errors
///
/// As [`save_atomic`].
pub fn save_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let beside =
        path.with_file_name(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    clear_left(path, &beside);
    let written = write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one worth telling.
        let _ = fs::remove_file(&beside);
        return written;
    }
    // The new name is only safe once the folder is on the disk too; not every system can do that.
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.map_or_else(|| PathBuf::from("."), Path::to_path_buf)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Removes what was left beside a file when a program was ended while it saved. What is younger may be the work of another
/// program that runs.
fn clear_left(path: &Path, own: &Path) {
    let Some(name) = path.file_name().map(|n| format!(".{}.", n.to_string_lossy())) else { return };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let Ok(there) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    for entry in there.flatten() {
        let file = entry.file_name();
        let file = file.to_string_lossy();
        let number = file.strip_prefix(&name).and_then(|rest| rest.strip_suffix(".tmp"));
        let is_ours = number.is_some_and(|n| n.parse::<u32>().is_ok()) && entry.path() != own;
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_ours && age().is_some_and(|age| age > LEFT_AFTER) {
            // What cannot be removed stays: the file itself is what matters.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Whether a text is longer than any game's. Its header is bounded more closely: what stands there is looked up.
pub(super) fn is_too_long(text: &str) -> bool {
    let head = text.find("\n---").unwrap_or(text.len());
    let lines = || text.bytes().filter(|b| *b == b'\n').count();
    text.len() > RECORD_BYTES_MAX || head > HEAD_BYTES_MAX || lines() > RECORD_LINES_MAX
}

/// A record that is longer than any game.
pub(super) fn too_long(file: &str) -> Fault {
    let fault = Fault::new(
        "R0009",
        format!(
            "the record is longer than {RECORD_BYTES_MAX} bytes or {RECORD_LINES_MAX} lines, or its header \
             than {HEAD_BYTES_MAX} bytes"
        ),
        format!(
            "la partie enregistrée dépasse {RECORD_BYTES_MAX} octets ou {RECORD_LINES_MAX} lignes, ou son en-tête \
             {HEAD_BYTES_MAX} octets"
        ),
    );
    fault.in_file(file).help(
        "this is hardly the record of a game",
        "ce n'est sans doute pas une partie enregistrée",
    )
}

impl Record {
    /// Saves the record in the place of the file.
    ///
    /// # Errors
    ///
    /// As [`save_atomic`].
    pub fn save(&self, path: &Path) -> io::Result<()> {
        save_atomic(path, &self.to_string())
    }

    /// Reads the record of a file.
    ///
    /// # Errors
    ///
    /// `R0010` the file cannot be read, `R0009` it is too long, or as [`Record::parse`].
    pub fn load(path: &Path) -> Result<Self, Vec<Fault>> {
        let name = path.to_string_lossy().replace('\\', "/");
        let unreadable = |why: Words| {
            let fault = Fault::new("R0010", why.en, why.fr);
            vec![fault.in_file(&name).help(
                "check the path and its permissions",
                "vérifiez le chemin d'accès et ses droits",
            )]
        };
        let bytes = match read_file(path, RECORD_BYTES_MAX + 1) {
            Ok(bytes) if bytes.len() <= RECORD_BYTES_MAX => bytes,
            Ok(_) => return Err(vec![too_long(&name)]),
            Err(why) => return Err(unreadable(why)),
        };
        match String::from_utf8(bytes) {
            Ok(text) => Self::parse(&name, &text),
            // Cut off within a letter: the line is incomplete anyway.
            Err(e) if e.utf8_error().error_len().is_none() => {
                let whole = e.utf8_error().valid_up_to();
                Self::parse(&name, &String::from_utf8_lossy(&e.as_bytes()[..whole]))
            }
            Err(e) => {
                let e = e.utf8_error();
                let (en, fr) = (format!("cannot be read: {e}"), format!("illisible : {e}"));
                Err(unreadable(Words::new(en, fr)))
            }
        }
    }
}

impl Play {
    /// Saves the game; to be called after every action. Whenever the program or the machine stops, the
    /// file holds the game as it was after one of its last actions.
    ///
    /// # Errors
    ///
    /// As [`save_atomic`].
    pub fn autosave(&self, path: &Path) -> io::Result<()> {
        self.record().save(path)
    }
}
