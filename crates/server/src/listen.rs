//! Connections, so many at a time and no more.

use std::future::Future as _;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Sleep;

/// Most connections to the page of `dev` at a time; further ones wait.
pub const CONNECTIONS_MAX: usize = 32;

/// What asks has so long to say what it asks for: its place may be wanted.
pub(crate) const HEAD_WITHIN: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });

/// A listener with a limit.
#[derive(Debug)]
pub(crate) struct Few {
    listener: TcpListener,
    places: Arc<Semaphore>,
    within: Duration,
}

impl Few {
    /// So many connections at a time; each is to be answered within so long at first, or it ends.
    pub(crate) fn of(listener: TcpListener, connections: usize, within: Duration) -> Self {
        Self { listener, places: Arc::new(Semaphore::new(connections)), within }
    }
}

impl Listener for Few {
    type Io = Placed;
    type Addr = std::net::SocketAddr;

    async fn accept(&mut self) -> (Placed, Self::Addr) {
        // Nobody closes the semaphore; without a place there would be no limit, but still an answer.
        let place = Arc::clone(&self.places).acquire_owned().await.ok();
        let (stream, from) = Listener::accept(&mut self.listener).await;
        let late = Some(Box::pin(tokio::time::sleep(self.within)));
        (Placed { stream, late, _place: place }, from)
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// A connection and its place, which it gives back when it ends.
#[derive(Debug)]
pub(crate) struct Placed {
    stream: TcpStream,
    /// Until something is answered: the head of the request is late.
    late: Option<Pin<Box<Sleep>>>,
    _place: Option<OwnedSemaphorePermit>,
}

impl AsyncRead for Placed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(late) = &mut self.late
            && late.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl AsyncWrite for Placed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.late = None;
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
