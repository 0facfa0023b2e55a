//! Looking at tables beside their threads: what takes long keeps no table waiting.

use std::sync::{Arc, Mutex, PoisonError};

use bastide::core::Words;
use bastide::{Library, Setup};
use bastide_table::form::Offers;
use bastide_table::{Answer, Faces, Key, Restored, Room, Sight, Viewer};
use serde::Serialize;
use tokio::sync::oneshot;

use super::beside::Beside;
use super::door::{Asker, Replay};
use super::fresh::is_name;
use super::lost::Lost;
use super::pack::Shared;
use super::{Tables, rooms};

/// Tables that a thread keeps as they were looked at last, with their engines.
const SEEN: usize = 2;
/// Answers that are kept because they are the same for everybody at a table, or at all of them.
const SAME: usize = 16;
/// A room that leaves the memory while somebody asks for it is brought back so often.
const TIMES: usize = 3;

/// Tables as a thread has looked at them, the one that was looked at last first.
#[derive(Default)]
pub(super) struct Seen(Vec<(String, Room)>);

impl Seen {
    /// A table as it is now; looking back at it begins where somebody has looked before.
    fn room(&mut self, name: String, sight: Sight) -> Result<&mut Room, Lost> {
        let before = self.0.iter().position(|seen| seen.0 == name).map(|at| self.0.remove(at).1);
        let room = sight.room(before).map_err(Lost::shut)?;
        self.0.truncate(SEEN - 1);
        self.0.insert(0, (name, room));
        Ok(&mut self.0[0].1)
    }
}

/// Threads that look.
pub(super) type Looks = Beside<Seen>;

/// What an answer hangs on that is the same until that changes.
#[derive(Clone, Debug)]
enum Of {
    Setup(Arc<Setup>),
    Library(Arc<Library>),
}

impl PartialEq for Of {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Setup(a), Self::Setup(b)) => Arc::ptr_eq(a, b),
            (Self::Library(a), Self::Library(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// Answers that are the same for everybody who asks, the one that was asked for last first.
#[derive(Clone, Debug, Default)]
pub(super) struct Same(Arc<Mutex<Vec<Answered>>>);

/// Rules or library, what was asked of them, and the answer.
type Answered = (Of, &'static str, Arc<Shared>);

impl Same {
    fn get(&self, of: &Of, what: &'static str) -> Option<Arc<Shared>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|one| one.1 == what && one.0 == *of)?;
        kept[..=at].rotate_right(1);
        Some(Arc::clone(&kept[0].2))
    }

    /// How many answers are kept.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// What is kept, or else is written now: whoever has waited may find it written.
    fn or<T: Serialize>(
        &self,
        of: Of,
        what: &'static str,
        look: impl FnOnce() -> T,
    ) -> Arc<Shared> {
        if let Some(kept) = self.get(&of, what) {
            return kept;
        }
        let answer = document(&look());
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(SAME - 1);
        kept.insert(0, (of, what, Arc::clone(&answer)));
        answer
    }
}

/// A document, packed already if it is long.
fn document(what: &impl Serialize) -> Arc<Shared> {
    Shared::ready(serde_json::to_vec(what).unwrap_or_default().into())
}

impl Tables {
    /// Has something done beside the tables, on the turn of whoever asks; of a table, if a room is named.
    pub(super) async fn aside<T: Send + 'static>(
        &self,
        room: &str,
        look: impl FnOnce(&mut Seen) -> T + Send + 'static,
    ) -> Result<T, Lost> {
        let (asker, door) = (Asker::now(), self.door.clone());
        let (give, get) = oneshot::channel();
        self.looks.work(Asker::turn(asker, room), move |seen| {
            // Nobody looks for somebody who has gone away.
            if !give.is_closed() {
                let _ = give.send(door.counted(asker, || look(seen)));
            }
        });
        get.await.map_err(|_| Lost::Ended)
    }

    /// Looks at a table beside its thread, as it is or as it was.
    pub(super) async fn look<T: Send + 'static>(
        &self,
        room: &str,
        keys: Vec<Key>,
        look: impl FnOnce(&mut Room, Viewer) -> Result<T, Lost> + Send + 'static,
    ) -> Result<T, Lost> {
        let named = room.to_owned();
        let (sight, viewer) = self.with(room, move |rooms| rooms.sight(&named, &keys)).await?;
        let named = room.to_owned();
        self.aside(room, move |seen| look(seen.room(named, sight)?, viewer)).await?
    }

    /// The same for a document, which is packed there too.
    pub(super) async fn document<T: Serialize + 'static>(
        &self,
        room: &str,
        keys: Vec<Key>,
        look: impl FnOnce(&mut Room, Viewer) -> Option<T> + Send + 'static,
    ) -> Result<Arc<Shared>, Lost> {
        let written = move |room: &mut Room, viewer| {
            look(room, viewer).map(|seen| document(&seen)).ok_or_else(|| Lost::unseen(room, viewer))
        };
        self.look(room, keys, written).await
    }

    /// A picture of a table, for somebody who says the word for its pictures.
    pub(super) async fn picture(
        &self,
        room: &str,
        word: Option<String>,
        draw: impl FnOnce(&mut Room) -> Option<String> + Send + 'static,
    ) -> Result<Arc<Shared>, Lost> {
        let named = room.to_owned();
        let sees = move |rooms: &mut rooms::Rooms| {
            Ok(rooms.pictured(&named, word.as_deref())?.room.sight())
        };
        let (sight, named) = (self.with(room, sees).await?, room.to_owned());
        let draws = move |seen: &mut Seen| {
            let svg = draw(seen.room(named, sight)?).ok_or(Lost::None)?;
            Ok(Shared::ready(svg.into()))
        };
        self.aside(room, draws).await?
    }

    /// What is the same at a table until its rules change: it is written once.
    pub(super) async fn same<T: Serialize + 'static>(
        &self,
        room: &str,
        what: &'static str,
        look: impl FnOnce(&Room) -> T + Send + 'static,
    ) -> Result<Arc<Shared>, Lost> {
        let named = room.to_owned();
        let setup = self.with(room, move |rooms| Ok(rooms.room(&named)?.setup())).await?;
        let (of, same) = (Of::Setup(setup), self.same.clone());
        if let Some(kept) = same.get(&of, what) {
            return Ok(kept);
        }
        let written = move |room: &mut Room, _| Ok(same.or(of, what, || look(room)));
        self.look(room, Vec::new(), written).await
    }

    /// A tile of a game by its number, as it is turned.
    pub(super) async fn tile(
        &self,
        room: &str,
        number: u16,
        turned: u8,
    ) -> Result<Arc<Shared>, Lost> {
        let faces = self.faces(room).await?;
        let draw =
            move |_: &mut Seen| faces.tile(number, turned).map(|svg| Shared::ready(svg.into()));
        self.aside(room, draw).await?.ok_or(Lost::None)
    }

    /// Paths around the segments of all tiles of a game; none before the game.
    pub(super) async fn shapes(&self, room: &str) -> Result<Arc<Shared>, Lost> {
        let named = room.to_owned();
        let here = move |rooms: &mut rooms::Rooms| {
            let room = rooms.room(&named)?;
            Ok((room.setup(), room.faces()))
        };
        let (setup, faces) = self.with(room, here).await?;
        let (of, same, what) = (Of::Setup(setup), self.same.clone(), "shapes");
        let Some(faces) = faces else { return Ok(document(&[(); 0])) };
        if let Some(kept) = same.get(&of, what) {
            return Ok(kept);
        }
        self.aside(room, move |_| same.or(of, what, || faces.shapes())).await
    }

    async fn faces(&self, room: &str) -> Result<Faces, Lost> {
        let named = room.to_owned();
        self.with(room, move |rooms| rooms.room(&named)?.faces().ok_or(Lost::None)).await
    }

    /// What can be chosen for a table, in a language.
    pub(super) async fn offers(&self, lang: &'static str) -> Result<Arc<Shared>, Lost> {
        let (library, same) = (self.library(), self.same.clone());
        let of = Of::Library(Arc::clone(&library));
        if let Some(kept) = same.get(&of, lang) {
            return Ok(kept);
        }
        self.aside("", move |_| same.or(of, lang, || Offers::of(&library, lang))).await
    }

    /// What `planner` would have done after so many actions in the place of whoever decided there.
    pub(super) async fn hint_back(
        &self,
        room: &str,
        keys: Vec<Key>,
        n: usize,
    ) -> Result<Answer, Lost> {
        let asking = keys.clone();
        let wanted =
            self.look(room, asking, move |room, viewer| Ok(room.wants_hint(viewer, Some(n))));
        let asks = match wanted.await? {
            Ok(asks) => asks,
            Err(no) => return Ok(no),
        };
        let (asks, advice) = self.thought(room, asks).await?;
        self.look(room, keys, move |room, viewer| Ok(room.hint(viewer, Some(n), &asks, advice)))
            .await
    }

    /// A new game with the first actions of another one, for somebody who may know all of them; and how that table is kept.
    pub(super) async fn forked(
        &self,
        room: &str,
        keys: Vec<Key>,
        (n, seed): (usize, u128),
    ) -> Result<Result<rooms::Begins, Words>, Lost> {
        let fork = move |room: &mut Room, viewer| {
            let policy = room.policy();
            let forked = room.fork(viewer, n, bastide::Seed(seed));
            Ok(forked.map(|game| rooms::Begins::Game(Box::new(game.into_play()), Some(policy))))
        };
        self.look(room, keys, fork).await
    }

    /// Has the thread of a room do something. A room that is kept and not in memory is played again beside the tables first.
    pub(super) async fn with<T: Send + 'static>(
        &self,
        room: &str,
        work: impl FnOnce(&mut rooms::Rooms) -> Result<T, Lost> + Send + 'static,
    ) -> Result<T, Lost> {
        let mut work = work;
        for _ in 0..TIMES {
            if !self.door.has(room) {
                self.bring(room).await?;
            }
            let (named, (give, get)) = (room.to_owned(), oneshot::channel());
            let tries = move |rooms: &mut rooms::Rooms| {
                if rooms.has(&named) { Ok(Ok(work(rooms)?)) } else { Ok(Err(work)) }
            };
            // Whoever has gone away gets nothing.
            self.send(room, tries, |given| drop(give.send(given)));
            match get.await.unwrap_or(Err(Lost::Ended))? {
                Ok(given) => return Ok(given),
                Err(again) => work = again,
            }
        }
        Err(Lost::None)
    }

    /// A room that is kept is played again, and is in memory then.
    async fn bring(&self, room: &str) -> Result<(), Lost> {
        if !self.shelf.keeps() || !is_name(room) {
            return Err(Lost::None);
        }
        let (named, tables) = (room.to_owned(), self.clone());
        let read = move |_: &mut Seen| {
            // Somebody who has waited for their turn may find it there.
            if tables.door.has(&named) { Ok(None) } else { tables.kept(&named).map(Some) }
        };
        let Some((restored, kept)) = self.aside(room, read).await?? else { return Ok(()) };
        let (named, (give, get)) = (room.to_owned(), oneshot::channel());
        let back = move |rooms: &mut rooms::Rooms| rooms.back(&named, restored, kept);
        self.send(room, back, |given| drop(give.send(given)));
        get.await.unwrap_or(Err(Lost::Ended))
    }

    /// A room as it is kept, played again.
    fn kept(&self, room: &str) -> Result<(Restored, bastide_store::Kept), Lost> {
        let begun = std::time::Instant::now();
        let read = self.shelf.read(room, &self.library());
        if let Err(faults) = &read {
            let why = faults.first().map(ToString::to_string).unwrap_or_default();
            tracing::warn!(target: "bastide::table", room, why, "cannot go on");
        }
        let read = read.map_err(Lost::shut)?.ok_or(Lost::None)?;
        self.door.replayed(Replay::Kept, begun.elapsed());
        Ok(read)
    }
}
