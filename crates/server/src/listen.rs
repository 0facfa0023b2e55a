//! Connections, so many at a time and no more.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

use crate::tables::{Door, Held};

/// Most connections to the page of `dev` at a time; further ones wait.
pub const CONNECTIONS_MAX: usize = 32;

/// What asks has so long to say what it asks for: its place may be wanted.
pub(crate) const HEAD_WITHIN: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });

/// A connection that was answered ends if nothing has gone out for so long: longer than anybody waits for news, and than proxies
/// keep a connection over which they ask nothing (two minutes), or one of them could ask just as it ends.
const IDLE: Duration = Duration::from_secs(150);

/// A listener with a limit.
#[derive(Debug)]
pub(crate) struct Few {
    listener: TcpListener,
    places: Arc<Semaphore>,
    within: Duration,
    door: Option<Door>,
}

impl Few {
    /// So many connections at a time; each is to be answered within so long at first, or it ends.
    pub(crate) fn of(listener: TcpListener, connections: usize, within: Duration) -> Self {
        Self { listener, places: Arc::new(Semaphore::new(connections)), within, door: None }
    }

    /// Only so many connections of one address, as a door says.
    pub(crate) fn behind(self, door: Door) -> Self {
        Self { door: Some(door), ..self }
    }
}

impl Listener for Few {
    type Io = Placed;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Placed, Self::Addr) {
        // Nobody closes the semaphore; without a place there would be no limit, but still an answer.
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        loop {
            let (stream, from) = Listener::accept(&mut self.listener).await;
            let held = match &self.door {
                // Whoever has too many is not even told.
                Some(door) => match door.connects(from.ip()) {
                    Some(held) => Some(held),
                    None => continue,
                },
                None => None,
            };
            let late = Box::pin(tokio::time::sleep(self.within));
            return (Placed { stream, late, _held: held, _place: place }, from);
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
    _held: Option<Held>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Placed {
    /// Waits no longer than until it is late.
    fn in_time<T>(
        &mut self,
        cx: &mut Context<'_>,
        what: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
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
