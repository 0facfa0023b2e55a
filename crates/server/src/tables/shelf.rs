//! Where tables are kept: what is answered has been written before, and a table that nobody looks at needs no memory.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bastide::Library;
use bastide::core::Fault;
use bastide_draw::Look;
use bastide_store::{Change, Error, Kept, Store};
use bastide_table::{Phase, Room};

use tracing::warn;

use super::door::Door;
use super::fresh::is_name;

/// Name of the file in the folder of the records.
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

/// The kept tables; without a folder, or if another program has it, nothing is kept.
#[derive(Debug)]
pub(super) struct Shelf {
    store: Result<Option<Store>, Vec<Fault>>,
    keep: Keep,
    door: Door,
}

impl Shelf {
    /// Opens what is kept in a folder, and forgets what is old.
    pub(super) fn open(folder: Option<&Path>, keep: Keep, door: Door) -> Self {
        let open = |folder: &Path| {
            let mut store = Store::open(&folder.join(FILE))?;
            forget(&mut store, keep)?;
            Ok(store)
        };
        let opened = folder
            .map(|folder| open(folder).map_err(|error: Error| vec![unusable(&error, folder)]));
        Self { store: opened.transpose(), keep, door }
    }

    /// Forgets what is old. What cannot be forgotten now is the next time.
    pub(super) fn forget(&mut self) {
        if let Ok(Some(store)) = &mut self.store
            && let Err(error) = forget(store, self.keep)
        {
            warn!(target: "bastide::table", %error, "nothing forgotten");
        }
    }

    /// How many games are not over, or why nothing is kept.
    pub(super) fn unfinished(&self) -> Result<usize, Vec<Fault>> {
        match &self.store {
            Ok(Some(store)) => Ok(store.unfinished().unwrap_or_default()),
            Ok(None) => Ok(0),
            Err(faults) => Err(faults.clone()),
        }
    }

    /// Whether what leaves the memory can be found again.
    pub(super) fn keeps(&self) -> bool {
        matches!(self.store, Ok(Some(_)))
    }

    /// Keeps what is different from what was said last. When this is done, it is on disk.
    ///
    /// # Errors
    ///
    /// It could not be written, and what is kept is what was said last.
    pub(super) fn keep(&mut self, name: &str, room: &Room, said: &mut Kept) -> Result<(), Error> {
        let Ok(Some(store)) = &mut self.store else { return Ok(()) };
        let about = room.about();
        let record = room.game().map(|game| game.record().to_string()).unwrap_or_default();
        let lines: Vec<String> = record.lines().map(str::to_owned).collect();
        let same = |(before, now): &(&String, &String)| before == now;
        let stay = said.lines.iter().zip(&lines).take_while(same).count();
        if about == said.about && stay == lines.len() && stay == said.lines.len() {
            return Ok(());
        }
        let over = room.phase() == Phase::Over;
        let (at, rest) = (now().as_secs(), &lines[stay..]);
        let begun = Instant::now();
        let put = store.put(name, Change { about: &about, stay, lines: rest, at, over });
        self.door.committed(begun.elapsed(), 1, put.is_ok());
        put?;
        *said = Kept { about, lines };
        Ok(())
    }

    /// A table as it was kept; nothing, if there is none of this name.
    pub(super) fn find(
        &self,
        name: &str,
        library: &Arc<Library>,
        look: &Arc<Look>,
    ) -> Option<Result<(Room, Kept), Vec<Fault>>> {
        let store = self.store.as_ref().ok()?.as_ref().filter(|_| is_name(name))?;
        let kept = match store.get(name) {
            Ok(kept) => kept?,
            Err(error) => return Some(Err(vec![unreadable(&error)])),
        };
        let begun = kept.lines.iter().any(|line| line == HEAD_END);
        let record = begun.then(|| kept.lines.join("\n") + "\n");
        // Versions go on from a number that no page has seen.
        let version = now().as_millis().try_into().unwrap_or(u64::MAX);
        let (library, look) = (Arc::clone(library), Arc::clone(look));
        let room = Room::restored(&kept.about, record.as_deref(), version, library, look);
        Some(room.map(|room| (room, kept)))
    }
}

fn forget(store: &mut Store, keep: Keep) -> Result<usize, Error> {
    let before = |days: u32| now().as_secs().saturating_sub(u64::from(days) * DAY);
    store.forget(before(keep.finished_days), before(keep.idle_days))
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn unusable(error: &Error, folder: &Path) -> Fault {
    let file = folder.join(FILE);
    let (en, fr) = match error {
        Error::Taken => (
            "another `bastide serve` keeps its tables there".to_owned(),
            "un autre `bastide serve` y garde ses tables".to_owned(),
        ),
        Error::Layout(_) => (
            "it was written by another version of the program".to_owned(),
            "il a été écrit par une autre version du programme".to_owned(),
        ),
        Error::Database(error) => (error.to_string(), error.to_string()),
    };
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

fn unreadable(error: &Error) -> Fault {
    Fault::new(
        "F0042",
        format!("what was kept of this table is damaged: {error}"),
        format!("ce qui a été gardé de cette table est abîmé : {error}"),
    )
}

#[cfg(test)]
mod tests;
