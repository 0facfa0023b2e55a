//! Work beside the tables, and how the server stops.

use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tracing::warn;

use super::door::{self, Door};
use super::rooms::Rooms;
use super::{Keep, Tables, listen};

/// Interval at which old tables are deleted.
const FORGET_EVERY: Duration = Duration::from_secs(24 * 60 * 60);
/// Most connections at a time of those who read the counts.
const READERS_MAX: usize = 16;

/// Begins what goes on beside the tables, in the thread that answers: the counts are served, and what is old is forgotten.
pub(super) fn beside(tables: &Tables, keep: Keep) {
    if let Some(listener) = tables.door.counts_at() {
        match TcpListener::from_std(listener) {
            Ok(listener) => {
                let few = listen::Few::of(listener, READERS_MAX, listen::HEAD_WITHIN);
                let counts = door::counts(tables.clone());
                tokio::spawn(async move { axum::serve(few, counts).await });
            }
            Err(error) => warn!(target: "bastide::table", %error, "no counts"),
        }
    }
    let tables = tables.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(FORGET_EVERY).await;
            let shelf = tables.shelf.clone();
            // It takes a while on a large file, and those who ask are answered meanwhile.
            let forgotten = tokio::task::spawn_blocking(move || shelf.forget(keep)).await;
            if forgotten.is_ok() {
                tables.each(Rooms::forgotten, || {});
            }
        }
    });
}

impl Tables {
    /// Stops in good order: no new tables and connections, waiting requests are answered at once, and accepted work is
    /// done, stored and answered. Returns whether this finished within the given time.
    #[must_use]
    pub fn close(&self, within: Duration) -> bool {
        let begun = Instant::now();
        let left = || within.saturating_sub(begun.elapsed());
        let door: &Door = &self.door;
        door.close();
        let answered = door.has_closed(within);
        let (give, get) = std::sync::mpsc::channel();
        let threads = self.each(
            |_| {},
            move || {
                let _ = give.send(());
            },
        );
        (0..threads).all(|_| get.recv_timeout(left()).is_ok()) && answered
    }
}
