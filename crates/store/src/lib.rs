//! Where served tables are kept: a database in one file.
//!
//! It knows no game. A table is a text about it and the lines of its record; a change says how many lines stay and which come
//! after them. What [`Store::put`] has answered is on disk, whatever happens to the program or the machine afterwards.

mod place;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use tempfile::TempDir;

use self::place::Place;

/// How the database is laid out; another number was written by another version of the program.
const LAYOUT: i64 = 2;
/// The log that is written before the file is taken over into it at this length, in pages of 4 kB: seldom enough that those who wait
/// for their answer do not wait for that.
const LOG_PAGES: i64 = 8192;

/// A clock that says less, in seconds since 1970, is not set: this program is younger.
const SET: u64 = 1_735_689_600;
/// Who forgets looks more often than this, in seconds; whatever is more has not been waited for.
const LOOKS_EVERY: i64 = 2 * 24 * 60 * 60;

/// Why something could not be kept or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another program has it open.
    #[error("another program has the file open")]
    Taken,
    /// It was written by another version of the program.
    #[error("the file was written by another version (layout {0})")]
    Layout(i64),
    /// The file is not in its place any more: what would be written into it could not be found again.
    #[error("the file is not there any more")]
    Gone,
    /// The database says why: no room on the disk, a damaged file.
    #[error("{0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Taken,
            _ => Self::Database(error),
        }
    }
}

/// Whether it is the disk that does not let it be written.
fn is_of_the_disk(error: &rusqlite::Error) -> bool {
    use ErrorCode::{CannotOpen, DiskFull, ReadOnly, SystemIoFailure};
    let code = error.sqlite_error_code();
    code.is_some_and(|code| matches!(code, CannotOpen | DiskFull | ReadOnly | SystemIoFailure))
}

/// A table as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// What there is besides its record.
    pub about: String,
    /// Lines of its record.
    pub lines: Vec<String>,
}

/// A change of a table.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Its name.
    pub room: String,
    /// What there is besides the record.
    pub about: String,
    /// Lines of the record that stay.
    pub stay: usize,
    /// Lines that come after them.
    pub lines: Vec<String>,
    /// When, in seconds since 1970.
    pub at: u64,
    /// The game is over.
    pub over: bool,
}

/// The database, which nobody else may open meanwhile.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    /// Where it is, and its log.
    files: [Place; 2],
    /// Why it can only be read, and the copy that is read instead.
    read_only: Option<(Error, TempDir)>,
}

impl Store {
    /// Opens a file, and makes it if it is not there. Where it cannot be written, a copy of it is read.
    ///
    /// # Errors
    ///
    /// Another program has it open, it is damaged or of another version, or the system gives none.
    pub fn open(file: &Path) -> Result<Self, Error> {
        place::keep_private(file);
        let opened = Self::at(file);
        opened.or_else(|error| match error {
            Error::Database(why) if is_of_the_disk(&why) => {
                Self::copied(file, Error::Database(why))
            }
            _ => Err(error),
        })
    }

    /// What is kept in a file that cannot be written, read from a copy: the log beside the file cannot be read without writing.
    fn copied(file: &Path, why: Error) -> Result<Self, Error> {
        let copy = || {
            let folder = tempfile::tempdir()?;
            let copy = folder.path().join("tables.db");
            std::fs::copy(file, &copy)?;
            let log = file.with_extension("db-wal");
            if log.exists() {
                std::fs::copy(log, copy.with_extension("db-wal"))?;
            }
            Ok::<_, std::io::Error>((folder, copy))
        };
        let Ok((folder, copy)) = copy() else { return Err(why) };
        let mut store = Self::at(&copy)?;
        store.freeze(true)?;
        store.read_only = Some((why, folder));
        Ok(store)
    }

    /// Why nothing can be written until it is opened again, if it could not be when it was opened.
    #[must_use]
    pub fn read_only(&self) -> Option<&Error> {
        self.read_only.as_ref().map(|(why, _)| why)
    }

    fn at(file: &Path) -> Result<Self, Error> {
        let connection = Connection::open(file)?;
        connection.busy_timeout(Duration::from_millis(500))?;
        // With the lock taken once, no other program changes what this one has read.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
        let layout: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if layout != LAYOUT && layout != 0 {
            return Err(Error::Layout(layout));
        }
        // What is laid out already is opened without writing: so it can be read on a disk that is full.
        if layout == 0 {
            connection.execute_batch(&format!(
                "BEGIN IMMEDIATE;
                 CREATE TABLE IF NOT EXISTS room (
                   name TEXT PRIMARY KEY, about TEXT NOT NULL, at INTEGER NOT NULL, over INTEGER NOT NULL
                 ) WITHOUT ROWID;
                 CREATE TABLE IF NOT EXISTS line (
                   room TEXT NOT NULL, n INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (room, n)
                 ) WITHOUT ROWID;
                 CREATE INDEX IF NOT EXISTS unfinished ON room (name) WHERE NOT over;
                 PRAGMA user_version = {LAYOUT};
                 COMMIT;"
            ))?;
        }
        let log = PathBuf::from(format!("{}-wal", file.display()));
        Ok(Self {
            connection,
            files: [Place::of(file.to_owned()), Place::of(log)],
            read_only: None,
        })
    }

    /// From now on nothing is written, or it is again; what should be kept meanwhile is refused, as on a disk that is full.
    ///
    /// # Errors
    ///
    /// The database does not take it.
    pub fn freeze(&mut self, frozen: bool) -> Result<(), Error> {
        Ok(self.connection.pragma_update(None, "query_only", frozen)?)
    }

    /// Keeps changes, all or none. When this has answered without an error, they are on disk.
    ///
    /// # Errors
    ///
    /// They could not be written; the tables are kept as they were before.
    pub fn put(&mut self, changes: &[Change]) -> Result<(), Error> {
        let all = self.connection.transaction()?;
        {
            let mut set = all.prepare_cached(
                "INSERT INTO room (name, about, at, over) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (name) DO UPDATE SET about = ?2, at = ?3, over = ?4",
            )?;
            let mut cut = all.prepare_cached("DELETE FROM line WHERE room = ?1 AND n >= ?2")?;
            let mut add =
                all.prepare_cached("INSERT INTO line (room, n, text) VALUES (?1, ?2, ?3)")?;
            for Change { room, about, stay, lines, at, over } in changes {
                set.execute(params![room, about, *at as i64, over])?;
                cut.execute(params![room, *stay as i64])?;
                for (n, line) in (*stay..).zip(lines) {
                    add.execute(params![room, n as i64, line])?;
                }
            }
        }
        if self.files.iter().any(Place::is_lost) {
            return Err(Error::Gone);
        }
        all.commit()?;
        // The log may have been made just now.
        self.files.iter_mut().for_each(Place::note);
        if self.files.iter().any(Place::is_lost) { Err(Error::Gone) } else { Ok(()) }
    }

    /// A table as it is kept; nothing, if there is none of that name.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn get(&self, room: &str) -> Result<Option<Kept>, Error> {
        let mut about = self.connection.prepare_cached("SELECT about FROM room WHERE name = ?1")?;
        let found = about.query_row([room], |row| row.get(0)).optional()?;
        let Some(about) = found else { return Ok(None) };
        let mut lines =
            self.connection.prepare_cached("SELECT text FROM line WHERE room = ?1 ORDER BY n")?;
        let lines = lines.query_map([room], |row| row.get(0))?;
        Ok(Some(Kept { about, lines: lines.collect::<Result<_, _>>()? }))
    }

    /// Games that are not over.
    ///
    /// # Errors
    ///
    /// They cannot be read.
    pub fn unfinished(&self) -> Result<usize, Error> {
        let count = "SELECT count(*) FROM room WHERE NOT over";
        Ok(self.connection.query_row(count, [], |row| row.get::<_, i64>(0))? as usize)
    }

    /// Forgets tables whose last change is so many seconds ago: of those whose game is over, and of the others. How many. Only time
    /// counts in which the program looks here now and then: a clock that leaps, or was not set, forgets nothing.
    ///
    /// # Errors
    ///
    /// It could not be written.
    pub fn forget(&mut self, now: u64, over_after: u64, after: u64) -> Result<usize, Error> {
        if now < SET {
            return Ok(0);
        }
        let all = self.connection.transaction()?;
        all.execute_batch("CREATE TABLE IF NOT EXISTS looked (at INTEGER NOT NULL)")?;
        let looked = "SELECT max(at) FROM looked";
        let last: Option<i64> = all.query_row(looked, [], |row| row.get(0))?;
        let now = now as i64;
        let leapt = last.map_or(0, |last| (now - last - LOOKS_EVERY).max(0));
        all.execute(
            "UPDATE room SET at = CASE WHEN at < ?1 THEN ?2 ELSE min(at + ?3, ?2) END
             WHERE at < ?1 OR at > ?2 OR ?3 > 0",
            params![SET as i64, now, leapt],
        )?;
        all.execute("DELETE FROM looked", [])?;
        all.execute("INSERT INTO looked (at) VALUES (?1)", [now])?;
        let old = "at < ?1 - CASE WHEN over THEN ?2 ELSE ?3 END";
        let bounds = params![now, over_after as i64, after as i64];
        all.execute(
            &format!("DELETE FROM line WHERE room IN (SELECT name FROM room WHERE {old})"),
            bounds,
        )?;
        let forgotten = all.execute(&format!("DELETE FROM room WHERE {old}"), bounds)?;
        all.commit()?;
        Ok(forgotten)
    }
}

#[cfg(test)]
mod tests;
