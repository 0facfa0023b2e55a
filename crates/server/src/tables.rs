//! Tables at which people play from their browsers: the rooms, the thread that runs them, and what is answered over the net.
//!
//! One thread owns all rooms, since a game's scripts stay in the thread in which they were made. Whoever wants something of a
//! room sends that thread a piece of work and waits for what it gives back.

mod close;
mod door;
mod fresh;
mod guard;
mod looks;
mod pack;
mod records;
mod rooms;
mod routes;
mod shelf;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use bastide::core::Fault;
use bastide::{Config, Game, Library};
use bastide_draw::Look;
use tokio::sync::oneshot;

use self::door::Peer;
use self::guard::Names;
use self::rooms::{Rooms, Work};
use crate::listen;

pub(crate) use self::door::Held;
pub use self::door::{Door, Limits, Network, NoNetwork, Opening};
pub use self::rooms::{Made, ROOMS_MAX};
pub use self::shelf::Keep;

/// Most connections at a time; further ones wait.
const CONNECTIONS_MAX: usize = 512;

/// A connection is answered within so long at first: longer than whoever waits for a change has to.
const ANSWER_WITHIN: Duration = routes::WAIT.saturating_mul(2);

/// What tables are served with.
#[derive(Debug)]
pub struct Options {
    /// Where to listen; port 0 = any that is free.
    pub listen: SocketAddr,
    /// Names and addresses under which the tables are reached, besides this machine's own ones.
    pub names: Vec<String>,
    /// Everything that can be played.
    pub library: Arc<Library>,
    /// How things look.
    pub look: Arc<Look>,
    /// Folder of the records, one for each game.
    pub records: Option<PathBuf>,
    /// How long a bot's move is left to be seen before the next one.
    pub pause: Duration,
    /// Language of who has said nothing: `en` or `fr`.
    pub lang: String,
    /// How long tables are kept.
    pub keep: Keep,
    /// Who may come in, and how much they may ask for.
    pub door: Door,
}

/// Tables that are served as long as this is kept.
#[derive(Clone, Debug)]
pub struct Tables {
    work: Sender<Work>,
    port: u16,
    door: Door,
}

impl Tables {
    /// Begins to serve.
    ///
    /// # Errors
    ///
    /// The port is taken, or the system gives none.
    pub fn open(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind(options.listen)?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let names = Names::new(port, &options.names);
        let lang = if options.lang == "fr" { "fr" } else { "en" };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listener = {
            let _inside = runtime.enter();
            tokio::net::TcpListener::from_std(listener)?
        };
        let door = options.door.clone();
        let (work, asked) = std::sync::mpsc::channel();
        std::thread::Builder::new()
            .name("tables".to_owned())
            .stack_size(16 << 20)
            .spawn(move || Rooms::new(options).run(&asked))?;
        let tables = Self { work, port, door: door.clone() };
        let routes = routes::routes(tables.clone(), names, lang);
        let (beside, serves) = (tables.clone(), door.serves());
        std::thread::Builder::new().name("net".to_owned()).spawn(move || {
            let (_serves, closing) = (serves, door.closing());
            let few = listen::Few::of(listener, CONNECTIONS_MAX, ANSWER_WITHIN).behind(door);
            let routes = routes.into_make_service_with_connect_info::<Peer>();
            runtime.block_on(async {
                close::beside(&beside);
                axum::serve(few, routes).with_graceful_shutdown(closing).await
            })
        })?;
        Ok(tables)
    }

    /// The port on which it listens.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// How many games that are not over are kept from before; each goes on when somebody comes.
    ///
    /// # Errors
    ///
    /// Why nothing is kept.
    pub fn unfinished(&self) -> Result<usize, Vec<Fault>> {
        self.now(|rooms| rooms.unfinished())
    }

    /// A table for a config.
    ///
    /// # Errors
    ///
    /// Faults of the config; there are too many tables.
    pub fn table(&self, config: Config) -> Result<Made, Vec<Fault>> {
        self.now(move |rooms| rooms.make(config))
    }

    /// A table for a game that has begun, whose record goes on in its file.
    ///
    /// # Errors
    ///
    /// The game's scripts do not load; there are too many tables.
    pub fn resumed(&self, game: Game, file: PathBuf) -> Result<Made, Vec<Fault>> {
        let play = game.into_play();
        self.now(move |rooms| rooms.resume(Game::of(play)?, file))
    }

    /// The tables go on under what a library says now; whoever plays is told what has changed.
    pub fn reload(&self, library: Arc<Library>) {
        // Nobody answers if the thread of the rooms has ended: then nobody plays either.
        let _ = self.work.send(Box::new(move |rooms| rooms.reload(&library)));
    }

    /// What is written cannot be read; the tables go on as they are, and their hosts are told why.
    pub fn faulty(&self, faults: Vec<Fault>) {
        let _ = self.work.send(Box::new(move |rooms| rooms.faulty(&faults)));
    }

    /// Has the thread of the rooms do something, and waits for it.
    fn now<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Rooms) -> Result<T, Vec<Fault>> + Send + 'static,
    ) -> Result<T, Vec<Fault>> {
        let (give, get) = std::sync::mpsc::channel();
        let sent = self.work.send(Box::new(move |rooms| {
            let _ = give.send(work(rooms));
        }));
        sent.ok().and_then(|()| get.recv().ok()).unwrap_or_else(|| Err(vec![ended()]))
    }

    /// The same for who must not wait in its thread; nothing, if that thread has ended.
    async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Rooms) -> T + Send + 'static,
    ) -> Option<T> {
        let (give, get) = oneshot::channel();
        let sent = self.work.send(Box::new(move |rooms| {
            let _ = give.send(work(rooms));
        }));
        sent.ok()?;
        get.await.ok()
    }
}

/// Where people of the same network reach this machine; nothing, if it is in none.
#[must_use]
pub fn address() -> Option<IpAddr> {
    // No packet is sent: the system only says from which address one would go.
    let socket = std::net::UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
}

/// A text as a picture for terminals, to be scanned; nothing, if it is too long.
#[must_use]
pub fn scanned(text: &str) -> String {
    let code = qrcode::QrCode::new(text.as_bytes());
    let drawn = code.map(|code| code.render::<qrcode::render::unicode::Dense1x2>().build());
    drawn.map_or(String::new(), |drawn| drawn + "\n")
}

fn ended() -> Fault {
    Fault::new(
        "F0036",
        "the thread that runs the tables has ended",
        "le fil qui tient les tables s'est arrêté",
    )
    .help(
        "start the command again: `--resume` goes on with a game that was kept",
        "relancez la commande : `--resume` reprend une partie gardée",
    )
}

#[cfg(test)]
mod ending;
#[cfg(test)]
mod limited;
#[cfg(test)]
mod looked;
#[cfg(test)]
mod tests;
