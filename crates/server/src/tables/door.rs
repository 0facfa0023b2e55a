//! The door of the tables: who may come in, and how much they may ask for.

mod asker;
mod clock;
mod codes;
mod counts;
mod gate;
mod health;
mod limits;

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::lost::Lost;
use bastide_table::{Answer, Key};
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

pub(super) use self::asker::{Asker, Peer};
pub use self::asker::{Network, NoNetwork};
use self::codes::Codes;
use self::counts::Counts;
pub(super) use self::counts::Replay;
pub(super) use self::gate::{MadeTable, gate, makes, no_place, waits};
use self::health::Disk;
pub(super) use self::health::{counts, health};
pub use self::limits::Limits;
use self::limits::{Account, Limiter, Much, No};

/// Longest wait for a place to replay a record.
const REPLAY_WAIT: Duration = Duration::from_secs(5);

/// What a door is opened with.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Proxies that are believed when they say for whom they ask.
    pub proxies: Vec<Network>,
    /// How much may be asked for.
    pub limits: Limits,
    /// Address for metrics, or `None` for no metrics.
    pub metrics: Option<SocketAddr>,
    /// Where tables are kept.
    pub folder: Option<PathBuf>,
    /// Whether tables have codes that are typed in place of a link, as among people of one network.
    pub codes: bool,
}

/// The door. Those who have it share it.
#[derive(Clone, Debug)]
pub struct Door(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// Times are counted from here.
    begun: Instant,
    proxies: Vec<Network>,
    limits: Limits,
    limiter: Mutex<Limiter>,
    replays: Arc<Semaphore>,
    counts: Counts,
    counts_at: Mutex<Option<TcpListener>>,
    folder: Option<PathBuf>,
    /// Tables that are in memory.
    present: Mutex<BTreeSet<String>>,
    disk: Mutex<Disk>,
    /// Codes of tables, if they have any.
    codes: Option<Mutex<Codes>>,
    /// It is being closed.
    closing: watch::Sender<bool>,
    /// Never receives anything. It disconnects when the last connection ends.
    served: Mutex<Option<Receiver<Infallible>>>,
    /// Whether the warning about a proxy missing from `--proxy` has been logged.
    warned: AtomicBool,
}

impl Door {
    /// Opens it.
    ///
    /// # Errors
    ///
    /// The address for counts is taken, or is not one of this machine.
    pub fn open(opening: Opening) -> io::Result<Self> {
        let listener = opening.metrics.map(TcpListener::bind).transpose()?;
        if let Some(listener) = &listener {
            listener.set_nonblocking(true)?;
        }
        Ok(Self::with(opening, listener))
    }

    fn with(opening: Opening, counts_at: Option<TcpListener>) -> Self {
        let Opening { proxies, limits, folder, codes, metrics: _ } = opening;
        Self(Arc::new(Inner {
            begun: Instant::now(),
            proxies,
            limiter: Mutex::new(Limiter::new(limits.clone())),
            replays: Arc::new(Semaphore::new(limits.replays as usize)),
            limits,
            counts: Counts::new(),
            counts_at: Mutex::new(counts_at),
            folder,
            present: Mutex::default(),
            disk: Mutex::default(),
            codes: codes.then(Mutex::default),
            closing: watch::channel(false).0,
            served: Mutex::default(),
            warned: AtomicBool::new(false),
        }))
    }

    /// How much may be asked for.
    pub(super) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// A table is in memory.
    pub(super) fn entered(&self, room: &str) {
        lock(&self.0.present).insert(room.to_owned());
        self.0.counts.loaded.inc();
    }

    /// Whether a table is in memory.
    pub(super) fn has(&self, room: &str) -> bool {
        lock(&self.0.present).contains(room)
    }

    /// A table has left the memory.
    pub(super) fn left(&self, room: &str) {
        lock(&self.0.present).remove(room);
        self.limiter().left(room);
        self.no_code(room);
        self.0.counts.evicted();
    }

    /// Whether tables have codes.
    pub(super) fn has_codes(&self) -> bool {
        self.0.codes.is_some()
    }

    /// The code of a table at which seats are taken under this key.
    pub(super) fn code(&self, room: &str, invitation: Key) -> Option<String> {
        lock(self.0.codes.as_ref()?).of(room, invitation)
    }

    /// The table of a code, and under which key seats are taken there.
    pub(super) fn room_of(&self, code: &str) -> Option<(String, Key)> {
        lock(self.0.codes.as_ref()?).room(code)
    }

    /// Removes the code of a table.
    pub(super) fn no_code(&self, room: &str) {
        if let Some(codes) = &self.0.codes {
            lock(codes).forget(room);
        }
    }

    /// Somebody has asked something of a table, and was answered.
    pub(super) fn asked(&self, acts: bool, took: Duration, answer: &Result<Answer, Lost>) {
        let refused = match answer {
            Ok(Answer::No { code, .. }) => Some(*code),
            Err(lost) => Some(lost.code()),
            Ok(_) => None,
        };
        if acts {
            self.0.counts.acted(took, refused.is_none());
        }
        if let Some(code) = refused {
            self.0.counts.refused(code);
        }
    }

    /// Records that `changes` changes were written together, or could not be written.
    pub(super) fn committed(&self, took: Duration, changes: usize, kept: bool) {
        lock(&self.0.disk).told(kept);
        if kept {
            self.0.counts.committed(took, changes);
        } else {
            self.0.counts.not_committed();
        }
    }

    /// A bot has moved.
    pub(super) fn bot(&self, took: Duration) {
        self.0.counts.bot(took);
    }

    /// A game was played again.
    pub(super) fn replayed(&self, why: Replay, took: Duration) {
        self.0.counts.replayed(why, took);
    }

    /// How many wait just now.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> i64 {
        self.0.counts.waiting.get()
    }

    fn counts(&self) -> &Counts {
        &self.0.counts
    }

    /// Takes the listener for metrics. Only the first caller gets it.
    pub(super) fn counts_at(&self) -> Option<TcpListener> {
        lock(&self.0.counts_at).take()
    }

    /// Refuses new work, and releases everybody who waits.
    pub(super) fn close(&self) {
        self.0.closing.send_replace(true);
    }

    fn is_closing(&self) -> bool {
        *self.0.closing.borrow()
    }

    /// Comes when the door is being closed.
    pub(super) fn closing(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closing = self.0.closing.subscribe();
        async move {
            // Without the door nobody is served either.
            let _ = closing.wait_for(|closing| *closing).await;
        }
    }

    /// People are served as long as this is kept.
    pub(super) fn serves(&self) -> Sender<Infallible> {
        let (serves, served) = channel();
        *lock(&self.0.served) = Some(served);
        serves
    }

    /// Returns whether all connections ended within the given time.
    pub(super) fn has_closed(&self, within: Duration) -> bool {
        let served = lock(&self.0.served).take();
        served.is_none_or(|served| {
            matches!(served.recv_timeout(within), Err(RecvTimeoutError::Disconnected))
        })
    }

    /// The folder in which tables are kept.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.0.folder.as_deref()
    }

    /// Whether what comes next can be kept. It may write to the disk.
    pub(super) fn can_keep(&self) -> bool {
        lock(&self.0.disk).can_keep(self.folder())
    }

    /// Waits for a place to replay a record. Returns `None` if other records take too long.
    pub(super) async fn replay(&self) -> Option<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.0.replays).acquire_owned();
        tokio::time::timeout(REPLAY_WAIT, place).await.ok()?.ok()
    }

    /// Returns a place for a connection of an address, or `None` if it has too many. Connections of proxies and of
    /// this machine do not count.
    pub(crate) fn connects(&self, peer: IpAddr) -> Option<Held> {
        let free = peer.to_canonical().is_loopback() || self.0.proxies.iter().any(|p| p.has(peer));
        let what = Much::Connections;
        let account = if free { None } else { Some(self.takes(peer, what).ok()?) };
        Some(Held::of(self, account, what))
    }

    /// Where it is counted how many there are of something.
    fn gauge(&self, what: Much) -> Option<&Gauge> {
        match what {
            Much::Waiting => Some(&self.0.counts.waiting),
            Much::Connections => Some(&self.0.counts.connections),
            _ => None,
        }
    }

    fn takes(&self, from: IpAddr, what: Much) -> Result<Account, No> {
        let now = self.now();
        let taken = self.limiter().takes(from, what, now);
        if taken.is_err() {
            self.0.counts.limited(what.word());
        }
        taken
    }

    fn now(&self) -> Duration {
        self.0.begun.elapsed()
    }

    fn limiter(&self) -> MutexGuard<'_, Limiter> {
        lock(&self.0.limiter)
    }

    /// Does something for somebody, and counts how long it takes the machine.
    pub(super) fn counted<T>(&self, asker: Option<Asker>, done: impl FnOnce() -> T) -> T {
        let begun = clock::now();
        let done = done();
        if let Some(asker) = asker {
            self.took(asker, clock::now().saturating_sub(begun));
        }
        done
    }

    /// What somebody asked for took the machine so long.
    fn took(&self, asker: Asker, took: Duration) {
        if let Asker::At(address) = asker {
            let now = self.now();
            self.limiter().took(address, now, took);
        }
    }

    /// Whether this is the first time that a proxy asks which is not named.
    fn first_nameless(&self) -> bool {
        !self.0.warned.swap(true, Ordering::Relaxed)
    }
}

impl Default for Door {
    fn default() -> Self {
        Self::with(Opening::default(), None)
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    // The value is whole at any time, even if a thread failed while it held the lock.
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A limited resource of an address, held until it is dropped.
#[derive(Debug)]
pub(crate) struct Held {
    door: Door,
    account: Option<Account>,
    what: Much,
}

impl Held {
    fn of(door: &Door, account: Option<Account>, what: Much) -> Self {
        if let Some(gauge) = door.gauge(what) {
            gauge.inc();
        }
        Self { door: door.clone(), account, what }
    }

    /// It is given back by somebody else.
    fn kept(mut self) {
        self.account = None;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(gauge) = self.door.gauge(self.what) {
            gauge.dec();
        }
        if let Some(account) = self.account {
            self.door.limiter().gives_back(account, self.what);
        }
    }
}
