//! The door of the tables: who may come in, and how much they may ask for.

mod asker;
mod gate;
mod limits;

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub(super) use self::asker::{Asker, Peer};
pub use self::asker::{Network, NoNetwork};
pub(super) use self::gate::{MadeTable, gate, makes, no_place, waits};
pub use self::limits::Limits;
use self::limits::{Account, Limiter, Much, No};

/// Whoever wants a record played again waits so long for others' records.
const REPLAY_WAIT: Duration = Duration::from_secs(5);

/// What a door is opened with.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Proxies that are believed when they say for whom they ask.
    pub proxies: Vec<Network>,
    /// How much may be asked for.
    pub limits: Limits,
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
    /// It was said that a proxy asks which is not named.
    warned: AtomicBool,
}

impl Door {
    /// Opens it.
    #[must_use]
    pub fn open(opening: Opening) -> Self {
        let Opening { proxies, limits } = opening;
        Self(Arc::new(Inner {
            begun: Instant::now(),
            proxies,
            limiter: Mutex::new(Limiter::new(limits.clone())),
            replays: Arc::new(Semaphore::new(limits.replays as usize)),
            limits,
            warned: AtomicBool::new(false),
        }))
    }

    /// How much may be asked for.
    pub(super) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// A table has left the memory.
    pub(super) fn left(&self, room: &str) {
        self.limiter().left(room);
    }

    /// Place to play a record again; nothing, if others' records take too long.
    pub(super) async fn replay(&self) -> Option<OwnedSemaphorePermit> {
        let place = Arc::clone(&self.0.replays).acquire_owned();
        tokio::time::timeout(REPLAY_WAIT, place).await.ok()?.ok()
    }

    /// Place for a connection of an address; nothing, if it has too many. Those of proxies and of this machine are not counted.
    pub(crate) fn connects(&self, peer: IpAddr) -> Option<Held> {
        let free = peer.to_canonical().is_loopback() || self.0.proxies.iter().any(|p| p.has(peer));
        let what = Much::Connections;
        let account = if free { None } else { Some(self.takes(peer, what).ok()?) };
        Some(Held { door: self.clone(), account, what })
    }

    fn takes(&self, from: IpAddr, what: Much) -> Result<Account, No> {
        let now = self.now();
        self.limiter().takes(from, what, now)
    }

    fn now(&self) -> Duration {
        self.0.begun.elapsed()
    }

    fn limiter(&self) -> MutexGuard<'_, Limiter> {
        // Its numbers are whole at any time, whoever failed while it was locked.
        self.0.limiter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this is the first time that a proxy asks which is not named.
    fn first_nameless(&self) -> bool {
        !self.0.warned.swap(true, Ordering::Relaxed)
    }
}

impl Default for Door {
    fn default() -> Self {
        Self::open(Opening::default())
    }
}

/// Something of which an address may have so many at a time, as long as it is kept.
#[derive(Debug)]
pub(crate) struct Held {
    door: Door,
    account: Option<Account>,
    what: Much,
}

impl Held {
    /// It is given back by somebody else.
    fn kept(mut self) {
        self.account = None;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(account) = self.account {
            self.door.limiter().gives_back(account, self.what);
        }
    }
}
