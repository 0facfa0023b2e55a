//! Saving so that a file is either the old one or the new one, never half of it.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use bastide_core::{Fault, Words};
use tempfile::{Builder, NamedTempFile};

use super::{HEAD_BYTES_MAX, RECORD_BYTES_MAX, RECORD_LINES_MAX, Record};
use crate::game::Play;
use bastide_content::folders::{plain, read_file};

/// After so long a file that was being written is nobody's any more.
const LEFT_AFTER: Duration = Duration::from_secs(60);
/// How many links lead to a file at most; systems follow no more.
const LINKS_MAX: usize = 40;
/// How the name of a file ends until it is whole, and how many letters and digits nobody can foresee stand before that.
const UNFINISHED: &str = ".tmp";
const RANDOM: usize = 12;
/// Longest text whose place is looked at for the line ends that it has.
const LOOKED_AT_MAX: usize = RECORD_BYTES_MAX;
/// What some editors write before a text, and at the end of a line.
const MARK: &str = "\u{feff}";
const LONG: &str = "\r\n";
/// By so many lines a line may have moved on to be known again.
const MOVED_MAX: usize = 100;

/// A file on its way to its name: it lies beside it, under another that nobody can foresee, and is nobody else's.
#[derive(Debug)]
pub struct Unfinished {
    beside: NamedTempFile,
    /// Where it goes: what links lead to, so that they stay.
    to: PathBuf,
}

impl Unfinished {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Whatever the system says; the place is neither free nor a file's, but that of a folder, a pipe or a device.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let to = led_to(path)?;
        let old = match fs::symlink_metadata(&to) {
            Ok(old) if old.is_file() => Some(old),
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) => return Err(no_file()),
            Err(_) => None,
        };
        let name = to.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        let before = format!(".{}.", name.to_string_lossy());
        let folder = folder_of(&to);
        clear_left(folder, &before);
        let mut file = Builder::new();
        file.prefix(&before).rand_bytes(RANDOM).suffix(UNFINISHED);
        // A file that is new has the rights that others have which this person makes.
        #[cfg(unix)]
        file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let beside = file.tempfile_in(folder)?;
        if let Some(old) = old {
            beside.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { beside, to })
    }

    /// Where it is written meanwhile.
    #[must_use]
    pub fn file(&self) -> &File {
        self.beside.as_file()
    }

    /// That was all: it is put in the place of what was there, once it is on the disk.
    ///
    /// # Errors
    ///
    /// Whatever the system says; what was there is then as it was.
    pub fn finish(self) -> io::Result<()> {
        self.beside.as_file().sync_all()?;
        self.beside.persist(&self.to).map_err(|e| e.error)?;
        // The new name is only safe once the folder is on the disk too; not every system can do that.
        if let Ok(folder) = File::open(folder_of(&self.to)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

/// Writes a text beside the file, down to the disk, then puts it in the file's place. A file that is there keeps its line ends,
/// its byte order mark and its rights; a link stays, and what it leads to is written.
///
/// # Errors
///
/// Whatever the system says; the file is then as it was.
pub fn save_atomic(path: &Path, text: &str) -> io::Result<()> {
    let old = read_file(path, LOOKED_AT_MAX).unwrap_or_default();
    save_bytes(path, as_written(&old, text).as_bytes())
}

/// Does the same as [`save_atomic`] for bytes.
///
/// # Errors
///
/// Fails like [`save_atomic`].
pub fn save_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = Unfinished::begin(path)?;
    new.file().write_all(bytes)?;
    new.finish()
}

/// A text with the mark and the line ends that the file has in whose place it goes: a line that was there keeps its own, and
/// another ends as the one in whose place it stands.
fn as_written(old: &[u8], text: &str) -> String {
    let old = String::from_utf8_lossy(old);
    let (mark, old) = old.strip_prefix(MARK).map_or(("", &*old), |rest| (MARK, rest));
    let text = plain(text);
    let mut out = format!("{mark}{text}");
    if !old.contains(LONG) {
        return out;
    }
    out.truncate(mark.len());
    let ended = |line| str::strip_suffix(line, '\n').map(|l| l.strip_suffix('\r').unwrap_or(l));
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let Some(words) = ended(line) else {
            out.push_str(line);
            continue;
        };
        let near = old.iter().skip(at).take(MOVED_MAX);
        let same = near.enumerate().find(|(_, known)| ended(known) == Some(words));
        let like = old.get(same.map_or(at, |(n, _)| at + n)).filter(|line| line.ends_with('\n'));
        let long = like.or(old.first()).is_some_and(|line| line.ends_with(LONG));
        out.push_str(words);
        out.push_str(if long { LONG } else { "\n" });
        at = same.map_or(at, |(n, _)| at + n + 1);
    }
    out
}

/// The file that a path leads to in the end, whether it is there or not.
fn led_to(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match fs::read_link(&path) {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(no_file())
}

fn no_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "this is no file, but a pipe or a device")
}

/// The folder in which a file lies.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes what was left beside a file when a program was ended while it saved. What is younger may be the work of another
/// program that runs.
fn clear_left(folder: &Path, before: &str) {
    let Ok(there) = fs::read_dir(folder) else { return };
    for entry in there.flatten() {
        let file = entry.file_name();
        let file = file.to_string_lossy();
        let between = file.strip_prefix(before).and_then(|rest| rest.strip_suffix(UNFINISHED));
        let random = |b: &str| b.len() == RANDOM && b.bytes().all(|b| b.is_ascii_alphanumeric());
        let is_ours = between.is_some_and(random);
        let of = || entry.metadata().ok().filter(fs::Metadata::is_file);
        let age = || of()?.modified().ok()?.elapsed().ok();
        if is_ours && age().is_some_and(|age| age > LEFT_AFTER) {
            // What cannot be removed stays: the file itself is what matters.
            let _ = fs::remove_file(entry.path());
        }
    }
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
    /// Fails like [`save_atomic`].
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
    /// Fails like [`save_atomic`].
    pub fn autosave(&self, path: &Path) -> io::Result<()> {
        self.record().save(path)
    }
}
