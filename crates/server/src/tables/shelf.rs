//! Where tables are kept: what is answered has been written before, and a table that nobody looks at needs no memory.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bastide::Library;
use bastide::core::{Fault, Words};
use bastide_draw::Look;
use bastide_store::{Change, Error, Kept, Store};
use bastide_table::{Key, Restored, Room, is_host};
use tracing::warn;

use super::door::Door;
use super::fresh::{fresh, is_name};
use super::said::Said;

/// Name of the file in the folder of the tables.
const FILE: &str = "tables.db";
const DAY: u64 = 24 * 60 * 60;
/// What ends the header of a record.
const HEAD_END: &str = "---";

/// How long tables are kept after their last change, in days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Those whose game is over: they can be looked at.
    pub finished_days: u32,
    /// Those with which nobody goes on.
    pub idle_days: u32,
}

impl Default for Keep {
    fn default() -> Self {
        Self { finished_days: 30, idle_days: 90 }
    }
}

/// The kept tables, for all threads; without a folder, or if another program has it, nothing is kept.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    store: Result<Option<Arc<Mutex<Store>>>, Vec<Fault>>,
    door: Door,
}

impl Shelf {
    /// Opens what is kept in a folder. A door counts what is written.
    pub(super) fn open(folder: Option<&Path>, door: Door) -> Self {
        let Some(folder) = folder else { return Self { store: Ok(None), door } };
        let store = Store::open(&folder.join(FILE)).map(|store| Some(Arc::new(Mutex::new(store))));
        Self { store: store.map_err(|error| vec![unusable(&error, folder)]), door }
    }

    /// Forgets what is old. What cannot be forgotten now is the next time.
    pub(super) fn forget(&self, keep: Keep) {
        let seconds = |days: u32| u64::from(days) * DAY;
        let (over, idle) = (seconds(keep.finished_days), seconds(keep.idle_days));
        if let Some(mut store) = self.store()
            && let Err(error) = store.forget(now().as_secs(), over, idle)
        {
            warn!(target: "bastide::table", %error, "nothing forgotten");
        }
    }

    pub(super) fn store(&self) -> Option<MutexGuard<'_, Store>> {
        let store = self.store.as_ref().ok()?.as_ref()?;
        // What a thread has written that ended in a panic is written whole, or not at all.
        Some(store.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Why nothing is kept that is meant to be.
    pub(super) fn usable(&self) -> Result<(), Vec<Fault>> {
        self.store.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    /// Why what comes next is not kept, where what is kept can be read.
    pub(super) fn read_only(&self) -> Option<Fault> {
        let folder = self.door.folder()?;
        match self.store()?.read_only() {
            Some(why) => Some(only_read(why, folder)),
            None => (!self.door.can_keep()).then(|| no_room(folder)),
        }
    }

    /// How many games are not over, or why nothing is kept.
    pub(super) fn unfinished(&self) -> Result<usize, Vec<Fault>> {
        self.usable()?;
        Ok(self.store().and_then(|store| store.unfinished().ok()).unwrap_or_default())
    }

    /// Whether what leaves the memory can be found again.
    pub(super) fn keeps(&self) -> bool {
        matches!(self.store, Ok(Some(_)))
    }

    /// Keeps changes, all or none. When this is done, they are on disk.
    ///
    /// # Errors
    ///
    /// They could not be written, and the tables are kept as they were before.
    pub(super) fn put(&self, changes: &[Change]) -> Result<(), Error> {
        match self.store() {
            Some(mut store) if !changes.is_empty() => {
                let begun = Instant::now();
                let put = store.put(changes);
                self.door.committed(begun.elapsed(), changes.len(), put.is_ok());
                put
            }
            _ => Ok(()),
        }
    }

    /// Returns a stored table, or `None` if there is none of this name.
    ///
    /// # Errors
    ///
    /// Returns an error if the table cannot be read, or does not continue under the present rules.
    pub(super) fn find(
        &self,
        name: &str,
        library: &Arc<Library>,
        look: &Arc<Look>,
    ) -> Result<Option<(Room, Said)>, Vec<Fault>> {
        let read = self.read(name, library)?;
        read.map(|(restored, kept)| self.room(restored, kept, library, look)).transpose()
    }

    /// A table as it was kept, played again: what takes long of finding it, and can be done by any thread.
    ///
    /// # Errors
    ///
    /// As [`Shelf::find`].
    pub(super) fn read(
        &self,
        name: &str,
        library: &Library,
    ) -> Result<Option<(Restored, Kept)>, Vec<Fault>> {
        let Some(kept) = self.kept(name)? else { return Ok(None) };
        let begun = kept.lines.iter().any(|line| line == HEAD_END);
        let record = begun.then(|| kept.lines.join("\n") + "\n");
        Ok(Some((Restored::read(&kept.about, record.as_deref(), library)?, kept)))
    }

    /// The table of what was read.
    ///
    /// # Errors
    ///
    /// Its scripts do not load, or the system gives no chance.
    #[allow(clippy::unused_self, reason = "a table comes from a shelf")]
    pub(super) fn room(
        &self,
        restored: Restored,
        kept: Kept,
        library: &Arc<Library>,
        look: &Arc<Look>,
    ) -> Result<(Room, Said), Vec<Fault>> {
        // Versions go on from a number that no page has seen.
        let version = now().as_millis().try_into().unwrap_or(u64::MAX);
        let (library, look) = (Arc::clone(library), Arc::clone(look));
        let room = Room::restored(restored, (version, fresh()?), library, look)?;
        let said = Said::of(&room, kept);
        Ok((room, said))
    }

    /// Returns the record of a table, even of one that cannot continue, for a client with its host's key or the owner
    /// of the folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the record cannot be read.
    pub(super) fn record(
        &self,
        name: &str,
        keys: Option<&[Key]>,
    ) -> Result<Option<String>, Vec<Fault>> {
        let Some(kept) = self.kept(name)? else { return Ok(None) };
        let may = keys.is_none_or(|keys| keys.iter().any(|key| is_host(&kept.about, *key)));
        Ok((may && !kept.lines.is_empty()).then(|| kept.lines.join("\n") + "\n"))
    }

    fn kept(&self, name: &str) -> Result<Option<Kept>, Vec<Fault>> {
        let store = self.store().filter(|_| is_name(name));
        store.map_or(Ok(None), |store| store.get(name)).map_err(|error| vec![unreadable(&error)])
    }
}

/// The record of a table that is kept in a folder.
///
/// # Errors
///
/// Another program has the folder, nothing is kept there under this name, or it cannot be read.
pub fn export(folder: &Path, name: &str) -> Result<String, Vec<Fault>> {
    let store = Store::open(&folder.join(FILE)).map_err(|error| vec![closed(&error, folder)])?;
    let shelf = Shelf { store: Ok(Some(Arc::new(Mutex::new(store)))), door: Door::default() };
    shelf.record(name, None)?.ok_or_else(|| vec![no_table(name, folder)])
}

/// Since 1970.
pub(super) fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Why the file cannot be opened.
fn why(error: &Error) -> Words {
    match error {
        Error::Taken => Words::new(
            "another `bastide serve` keeps its tables there",
            "un autre `bastide serve` y garde ses tables",
        ),
        Error::Layout(_) => Words::new(
            "it was written by another version of the program",
            "il a été écrit par une autre version du programme",
        ),
        Error::Gone => Words::new("it was deleted", "il a été supprimé"),
        Error::Database(error) => Words::new(error.to_string(), error.to_string()),
    }
}

fn unusable(error: &Error, folder: &Path) -> Fault {
    let file = folder.join(FILE);
    let Words { en, fr } = why(error);
    Fault::new(
        "F0041",
        format!("tables cannot be kept in {}: {en}", file.display()),
        format!("impossible de garder les tables dans {} : {fr}", file.display()),
    )
    .help(
        "tables are lost when this program ends, their records are not; end the other program, or put the file aside, and start again",
        "les tables seront perdues à la fin de ce programme, mais pas les parties enregistrées ; arrêtez l'autre programme, ou écartez le fichier, puis relancez",
    )
    .warning()
}

/// Returns the fault for a store that cannot be opened. No table is served that could be lost.
fn closed(error: &Error, folder: &Path) -> Fault {
    let file = folder.join(FILE);
    let Words { en, fr } = why(error);
    let fault = Fault::new(
        "F0041",
        format!("no record can be had from {}: {en}", file.display()),
        format!("aucune partie ne peut être tirée de {} : {fr}", file.display()),
    );
    match error {
        Error::Taken => fault.help(
            "end the running `bastide serve` first, then ask again",
            "arrêtez d'abord le `bastide serve` en cours, puis redemandez",
        ),
        _ => fault,
    }
}

fn no_room(folder: &Path) -> Fault {
    Fault::new(
        "F0052",
        format!("nothing can be kept in {} now: the disk may be full", folder.display()),
        format!("rien ne peut être gardé dans {} : le disque est peut-être plein", folder.display()),
    )
    .help(
        "what is kept can be looked at; make room: it is tried again every two seconds",
        "on peut regarder ce qui est gardé ; faites de la place : un nouvel essai suit toutes les deux secondes",
    )
    .warning()
}

fn only_read(why: &Error, folder: &Path) -> Fault {
    Fault::new(
        "F0052",
        format!("nothing can be kept in {}: {why}", folder.display()),
        format!("rien ne peut être gardé dans {} : {why}", folder.display()),
    )
    .help(
        "what is kept can be looked at; let the folder be written, then start again",
        "on peut regarder ce qui est gardé ; rendez le dossier accessible en écriture, puis relancez",
    )
    .warning()
}

fn unreadable(error: &Error) -> Fault {
    Fault::new(
        "F0042",
        format!("what was kept of this table is damaged: {error}"),
        format!("ce qui a été gardé de cette table est abîmé : {error}"),
    )
}

fn no_table(name: &str, folder: &Path) -> Fault {
    Fault::new(
        "F0050",
        format!("no game is kept under the name `{name}` in {}", folder.display()),
        format!("aucune partie n'est gardée sous le nom `{name}` dans {}", folder.display()),
    )
    .help(
        "the name is what stands after `/t/` in the address of the table",
        "le nom est ce qui suit `/t/` dans l'adresse de la table",
    )
}

#[cfg(test)]
pub(super) mod tests;
