//! Connections, up to a fixed number.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{Instant, Sleep};

use crate::tables::{Door, Held};

/// Most connections to the page of `dev` at a time; further ones wait.
pub const CONNECTIONS_MAX: usize = 32;

/// Time that a client has to send the head of its request before its connection is closed to make room for others.
pub(crate) const HEAD_WITHIN: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });

/// An answered connection ends after this time without traffic. It is longer than a request for news waits, and longer
/// than proxies keep an idle connection (two minutes), so that no proxy sends a request just as the connection ends.
const IDLE: Duration = Duration::from_secs(150);

/// Descriptors that are left for files, where few are allowed: connections do not take all of them.
const RESERVED: u64 = 64;
/// A connection that was answered or has asked nothing may be ended after so long, where its place is wanted.
const IDLE_AT_LEAST: Duration = Duration::from_millis(500);
/// Where its place is wanted and there is no such one, it is looked again after so long.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// A listener with a limit.
#[derive(Debug)]
pub(crate) struct Few {
    listener: TcpListener,
    places: Arc<Semaphore>,
    within: Duration,
    door: Option<Door>,
    /// Connections over which nothing is asked just now.
    idle: Arc<Idle>,
}

impl Few {
    /// Accepts at most `connections` connections. A connection must be answered within the given time, or it ends.
    pub(crate) fn of(listener: TcpListener, connections: usize, within: Duration) -> Self {
        let places = Arc::new(Semaphore::new(connections.min(allowed())));
        Self { listener, places, within, door: None, idle: Arc::default() }
    }

    /// Limits the connections of one address as the door says.
    pub(crate) fn behind(self, door: Door) -> Self {
        Self { door: Some(door), ..self }
    }

    /// A place for another connection. Behind a door, where people keep connections over which they ask nothing, one of these ends
    /// for it if there is none.
    async fn place(&self) -> Option<OwnedSemaphorePermit> {
        loop {
            let place = Arc::clone(&self.places).acquire_owned();
            if self.door.is_none() {
                // Nobody closes the semaphore; without a place there would be no limit, but still an answer.
                return place.await.ok();
            }
            if self.places.available_permits() == 0 {
                self.idle.end_one();
            }
            if let Ok(place) = tokio::time::timeout(LOOK_AGAIN, place).await {
                return place.ok();
            }
        }
    }
}

/// How many connections the descriptors are enough for that the program may have.
#[cfg(unix)]
fn allowed() -> usize {
    use rustix::process::{Resource, getrlimit};
    let most = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    usize::try_from(most.saturating_sub(RESERVED).max(most / 2)).unwrap_or(Semaphore::MAX_PERMITS)
}

#[cfg(not(unix))]
fn allowed() -> usize {
    Semaphore::MAX_PERMITS
}

/// Connections over which nothing is asked just now, by when that began.
#[derive(Debug, Default)]
struct Idle(Mutex<Waiting>);

/// The next number, and by time and number what ends the connection.
type Waiting = (u64, BTreeMap<(Instant, u64), oneshot::Sender<()>>);

impl Idle {
    fn all(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Over a connection nothing is asked from now on; what comes tells it to end.
    fn enter(self: &Arc<Self>) -> Rest {
        let (end, ends) = oneshot::channel();
        let mut all = self.all();
        all.0 += 1;
        let key = (Instant::now(), all.0);
        all.1.insert(key, end);
        drop(all);
        Rest { idle: Arc::clone(self), key, ends }
    }

    /// Ends the one that has been idle for longest, if any has been for a while.
    fn end_one(&self) {
        let mut all = self.all();
        let first = all.1.first_key_value().map(|(key, _)| *key);
        let long = first.filter(|(since, _)| since.elapsed() >= IDLE_AT_LEAST);
        if let Some(end) = long.and_then(|key| all.1.remove(&key)) {
            let _ = end.send(());
        }
    }
}

/// Nothing is asked over a connection as long as this is kept.
#[derive(Debug)]
struct Rest {
    idle: Arc<Idle>,
    key: (Instant, u64),
    ends: oneshot::Receiver<()>,
}

impl Drop for Rest {
    fn drop(&mut self) {
        self.idle.all().1.remove(&self.key);
    }
}

impl Listener for Few {
    type Io = Placed;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Placed, Self::Addr) {
        let place = self.place().await;
        loop {
            let (stream, from) = Listener::accept(&mut self.listener).await;
            let held = match &self.door {
                // A client with too many connections gets no answer at all.
                Some(door) => match door.connects(from.ip()) {
                    Some(held) => Some(held),
                    None => continue,
                },
                None => None,
            };
            let late = Box::pin(tokio::time::sleep(self.within));
            let (rest, idle) = (Some(self.idle.enter()), Arc::clone(&self.idle));
            return (Placed { stream, late, rest, idle, _held: held, _place: place }, from);
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// A connection and its place, which it gives back when it ends.
#[derive(Debug)]
pub(crate) struct Placed {
    stream: TcpStream,
    /// When nothing has gone out for too long: who asks is late, or does not read, or asks nothing more.
    late: Pin<Box<Sleep>>,
    /// Nothing is asked just now.
    rest: Option<Rest>,
    idle: Arc<Idle>,
    _held: Option<Held>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Placed {
    /// Waits no longer than until it is late, or its place is wanted while nothing is asked.
    fn in_time<T>(
        &mut self,
        cx: &mut Context<'_>,
        what: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let wanted = |rest: &mut Rest| Pin::new(&mut rest.ends).poll(cx).is_ready();
        if what.is_pending() && self.rest.as_mut().is_some_and(wanted) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        if what.is_pending() && self.late.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        what
    }
}

impl AsyncRead for Placed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        if read.is_ready() {
            // Something is asked, or will be when all of it has come.
            self.rest = None;
        }
        self.in_time(cx, read)
    }
}

impl AsyncWrite for Placed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        if written.is_ready() {
            self.late.as_mut().reset(Instant::now() + IDLE);
            self.rest = Some(self.idle.enter());
        } else {
            // Whoever is answered does not rest.
            self.rest = None;
        }
        self.in_time(cx, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use axum::Router;
    use axum::routing::get;

    use super::*;

    /// A server with so many places, which answers at once and, at another address, after a while.
    fn served(places: usize) -> u16 {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        listener.set_nonblocking(true).expect("it waits for nobody");
        let port = listener.local_addr().expect("an address").port();
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        std::thread::spawn(move || {
            runtime.block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                let few = Few::of(listener, places, IDLE).behind(Door::default());
                let slow = async || {
                    tokio::time::sleep(Duration::from_secs(3)).await;
                    "slow"
                };
                let routes = Router::new().route("/", get("fine")).route("/slow", get(slow));
                axum::serve(few, routes).await
            })
        });
        port
    }

    fn connect(port: u16) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        stream
    }

    fn ask(stream: &mut TcpStream, path: &str) {
        write!(stream, "GET {path} HTTP/1.1\r\nHost: here\r\n\r\n").expect("written");
    }

    fn answer(stream: &mut TcpStream) -> String {
        let mut some = [0; 500];
        let read = stream.read(&mut some).expect("an answer");
        String::from_utf8_lossy(&some[..read]).into_owned()
    }

    #[test]
    fn whoever_asks_nothing_gives_way_to_who_does() {
        let port = served(3);
        let mut waits = connect(port);
        ask(&mut waits, "/slow");
        let mut answered = connect(port);
        ask(&mut answered, "/");
        assert!(answer(&mut answered).ends_with("fine"));
        let silent: Vec<TcpStream> = (0..5).map(|_| connect(port)).collect();
        let mut late = connect(port);
        ask(&mut late, "/");
        assert!(answer(&mut late).ends_with("fine"), "those who ask nothing have ended");
        assert!(answer(&mut waits).ends_with("slow"), "who waits for an answer gets it");
        drop(silent);
    }
}
