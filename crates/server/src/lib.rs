//! A local page that shows what an author works on: pictures, points and a log, pushed as they change.
//!
//! It knows no game: it is given texts and pictures, and shows them. It listens on this machine alone, answers
//! `GET` alone, and only under the names of this machine, so that no page of the web can reach it by giving
//! its own name this machine's address.

mod answer;
mod listen;
pub mod tables;

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::watch;

pub use listen::CONNECTIONS_MAX;

/// Lines of the log that are kept.
pub const LOG_MAX: usize = 100;

/// A text in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Said {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

/// Meaning of a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mood {
    /// All is well.
    Fine,
    /// Worth knowing.
    Note,
    /// Something is wrong.
    Fault,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Meaning of the line.
    pub mood: Mood,
    /// The line itself.
    pub text: Said,
    /// More below it, line by line; may be empty.
    pub more: Said,
}

/// What the page shows beside its log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct View {
    /// Folder that is being edited.
    pub title: String,
    /// Where the game is: turn, who decides.
    pub status: Said,
    /// Players and their points.
    pub scores: Vec<(String, i32)>,
    /// Score sheets, latest first.
    pub sheets: Vec<Said>,
    /// The tiles as an SVG document; empty if there is no picture.
    #[serde(skip)]
    pub tiles: String,
    /// The board as an SVG document; empty if there is no picture.
    #[serde(skip)]
    pub board: String,
}

/// What the page shows now.
#[derive(Debug, Default, Serialize)]
struct Now {
    /// Grows with every change.
    version: u64,
    /// Grows with every change of the picture of the tiles.
    tiles: u64,
    /// Version of the board.
    board: u64,
    /// Lines that were ever said: the page reads out those it has not seen.
    said: u64,
    #[serde(flatten)]
    view: View,
    /// Latest first.
    log: VecDeque<Line>,
}

/// What those who answer share.
#[derive(Debug)]
struct Shared {
    now: Mutex<Now>,
    changed: watch::Sender<u64>,
    port: u16,
    lang: String,
}

impl Shared {
    fn now(&self) -> MutexGuard<'_, Now> {
        // The value is whole at any time, even if a thread failed while it held the lock.
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Now)) {
        let version = {
            let mut now = self.now();
            change(&mut now);
            now.version += 1;
            now.version
        };
        self.changed.send_replace(version);
    }
}

/// The page, as long as it is kept.
#[derive(Debug)]
pub struct Page {
    shared: Arc<Shared>,
}

impl Page {
    /// Opens the page on a port of this machine, 0 = any that is free, in a language (`en` or `fr`).
    ///
    /// # Errors
    ///
    /// The port is taken, or the system gives none.
    pub fn open(port: u16, lang: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let (changed, _) = watch::channel(0);
        let lang = if lang == "fr" { "fr" } else { "en" }.to_owned();
        let shared = Arc::new(Shared { now: Mutex::default(), changed, port, lang });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        let routes = answer::routes(Arc::clone(&shared));
        std::thread::Builder::new().name("page".to_owned()).spawn(move || {
            runtime.block_on(async {
                axum::serve(listen::Few::of(listener, CONNECTIONS_MAX, listen::HEAD_WITHIN), routes)
                    .await
            })
        })?;
        Ok(Self { shared })
    }

    /// Where the page is.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.shared.port)
    }

    /// Shows other pictures and points.
    pub fn show(&self, view: View) {
        self.shared.change(|now| {
            now.tiles += u64::from(now.view.tiles != view.tiles);
            now.board += u64::from(now.view.board != view.board);
            now.view = view;
        });
    }

    /// Adds a line to the log.
    pub fn say(&self, line: Line) {
        self.shared.change(|now| {
            now.log.push_front(line);
            now.log.truncate(LOG_MAX);
            now.said += 1;
        });
    }
}

#[cfg(test)]
mod tests;
