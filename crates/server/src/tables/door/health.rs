//! Whether the program answers, whether what is asked of it can be kept, and what it has counted.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use bastide::core::Words;
use serde_json::json;

use super::super::Tables;
use super::gate;

/// Rooms must answer within this time.
const ALIVE_WITHIN: Duration = Duration::from_secs(5);
/// The disk is tried once in so long at most, however often somebody asks.
pub(super) const TRY_EVERY: Duration = Duration::from_secs(2);
/// A failed write is reported for this time, unless one has succeeded since.
pub(super) const REMEMBERED: Duration = Duration::from_secs(60);
/// Size of a trial write in bytes, larger than most changes of a table.
const TRIED_BYTES: usize = 64 << 10;
/// Name of the file that is tried.
const TRIED: &str = "ready.try";

/// What those ask who watch over the program. They ask under whatever name they know it by, and learn nothing of a table.
pub(in super::super) fn health(tables: Tables) -> Router {
    Router::new().route("/healthz", get(alive)).route("/readyz", get(ready)).with_state(tables)
}

/// Returns the health routes and metrics, for a listener of their own.
pub(in super::super) fn counts(tables: Tables) -> Router {
    let metrics = Router::new().route("/metrics", get(metrics)).with_state(tables.clone());
    health(tables).merge(metrics)
}

async fn alive(State(tables): State<Tables>) -> Response {
    if answer(&tables).await {
        return uncached(Json(json!({ "is": "alive" })));
    }
    let why = Words::new("the tables do not answer", "les tables ne répondent pas");
    no("stuck", why)
}

/// Whether all threads answer.
async fn answer(tables: &Tables) -> bool {
    let (give, mut get) = tokio::sync::mpsc::unbounded_channel();
    let threads = tables.each(
        |_| {},
        move || {
            let _ = give.send(());
        },
    );
    let all = async {
        for _ in 0..threads {
            if get.recv().await.is_none() {
                return false;
            }
        }
        true
    };
    tokio::time::timeout(ALIVE_WITHIN, all).await.unwrap_or(false)
}

async fn ready(State(tables): State<Tables>) -> Response {
    let door = &tables.door;
    if door.is_closing() {
        return no("closing", gate::closing());
    }
    if let Err(faults) = tables.shelf.usable() {
        return no("store", faults.into_iter().next().map(|f| f.what).unwrap_or_default());
    }
    let disk = {
        let door = door.clone();
        tokio::task::spawn_blocking(move || door.can_keep()).await
    };
    if disk.is_ok_and(|can| can) {
        return uncached(Json(json!({ "is": "ready" })));
    }
    let why = Words::new(
        "what is asked cannot be kept: the disk may be full, or not be written to",
        "ce qui est demandé ne peut être gardé : le disque est peut-être plein, ou protégé",
    );
    no("disk", why)
}

async fn metrics(State(tables): State<Tables>) -> Response {
    let kept = {
        let tables = tables.clone();
        tokio::task::spawn_blocking(move || tables.unfinished()).await
    };
    let unfinished = kept.ok().and_then(Result::ok).unwrap_or_default();
    let text = tables.door.counts().text(unfinished);
    uncached(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}

fn uncached(answer: impl IntoResponse) -> Response {
    ([(header::CACHE_CONTROL, "no-store")], answer).into_response()
}

fn no(code: &'static str, why: Words) -> Response {
    uncached(gate::no(StatusCode::SERVICE_UNAVAILABLE, code, why, ALIVE_WITHIN))
}

/// Latest knowledge of the disk.
#[derive(Debug, Default)]
pub(super) struct Disk {
    /// When it was tried last, and whether it could be written.
    tried: Option<(Instant, bool)>,
    /// When something could not be kept, if nothing was since.
    failed: Option<Instant>,
}

impl Disk {
    /// Something was kept, or was not.
    pub(super) fn told(&mut self, kept: bool) {
        self.failed = (!kept).then(Instant::now);
    }

    /// Whether what comes next can be kept in a folder.
    pub(super) fn can_keep(&mut self, folder: Option<&Path>) -> bool {
        if self.failed.is_some_and(|at| at.elapsed() < REMEMBERED) {
            return false;
        }
        if let Some((at, could)) = self.tried
            && at.elapsed() < TRY_EVERY
        {
            return could;
        }
        // Without a folder nothing is meant to be kept.
        let can = folder.is_none_or(|folder| try_to_write(&folder.join(TRIED)).is_ok());
        self.tried = Some((Instant::now(), can));
        can
    }
}

fn try_to_write(file: &Path) -> std::io::Result<()> {
    let tried = (|| {
        let mut tried = std::fs::File::create(file)?;
        tried.write_all(&vec![b'.'; TRIED_BYTES])?;
        tried.sync_all()
    })();
    let gone = std::fs::remove_file(file);
    tried.and(gone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_written_keeps_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(Disk::default().can_keep(Some(folder.path())) && Disk::default().can_keep(None));
        assert!(std::fs::read_dir(folder.path()).expect("a folder").next().is_none());
        assert!(!Disk::default().can_keep(Some(&folder.path().join("nowhere"))));
        let mut disk = Disk::default();
        disk.told(false);
        assert!(!disk.can_keep(Some(folder.path())));
        disk.told(true);
        assert!(disk.can_keep(Some(folder.path())));
    }
}
