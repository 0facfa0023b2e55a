//! Tables at which people play from their browsers: the rooms, the threads that run them, and the answers over the
//! net.
//!
//! A room belongs to one thread, which its name determines, because a game's scripts stay in the thread in which they
//! were made. A request sends that thread a piece of work and waits for the result.

mod awake;
mod beside;
mod bots;
mod close;
mod code;
mod door;
mod fresh;
mod guard;
mod invite;
mod live;
mod looks;
mod lost;
mod misread;
mod near;
mod pack;
mod parts;
mod pictures;
mod records;
mod rooms;
mod routes;
mod said;
mod seeing;
mod shelf;
mod turns;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use bastide::core::{Action, Fault};
use bastide::game::Refused;
use bastide::{Config, Game, Library, Rules, Setup};
use bastide_draw::Look;
use bastide_table::{Answer, Asks, Key};
use tokio::sync::oneshot;

use self::bots::Bots;
use self::door::{Asker, Peer};
use self::fresh::{name, random, thread_of};
use self::guard::Names;
use self::lost::Lost;
use self::rooms::{Begins, Done, Rooms, Sent, Work};
use self::seeing::{Looks, Same};
use self::shelf::Shelf;
use self::turns::Whose;
use crate::listen;

pub(crate) use self::door::Held;
pub use self::door::{Door, Limits, Network, NoNetwork, Opening};
pub use self::near::{address, names};
pub use self::shelf::{Keep, export};
pub use bastide_table::PAUSE_MAX;

/// The code of a table that could not be kept.
const UNKEPT: &str = "F0043";

/// Most connections at a time; further ones wait.
const CONNECTIONS_MAX: usize = 16_384;

/// A connection must be answered within this time at first. It is longer than a request for changes waits.
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
    /// Folder in which tables are kept.
    pub records: Option<PathBuf>,
    /// How long a bot's move is left to be seen before the next one.
    pub pause: Duration,
    /// Default language: `en` or `fr`.
    pub lang: String,
    /// Threads that run tables.
    pub threads: usize,
    /// How long tables are kept.
    pub keep: Keep,
    /// Who may come in, and how much they may ask for.
    pub door: Door,
    /// Who hears of faults of expansions that people meet while they play.
    pub met: Option<Sender<Fault>>,
}

/// A table that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Its name, which is in its address.
    pub room: String,
    /// The key of its host.
    pub host: String,
    /// With what a free seat is taken.
    pub invite: String,
}

/// Tables that are served as long as this is kept.
#[derive(Clone, Debug)]
pub struct Tables {
    threads: Arc<[Sender<Sent>]>,
    bots: Bots,
    looks: Looks,
    same: Same,
    library: Arc<RwLock<Arc<Library>>>,
    shelf: Shelf,
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
        let (door, keep) = (options.door.clone(), options.keep);
        let shelf = Shelf::open(options.records.as_deref(), door.clone());
        shelf.forget(keep);
        let library = Arc::new(RwLock::new(Arc::clone(&options.library)));
        let options = Arc::new(options);
        let count = options.threads.max(1);
        let bots = Bots::begin("bots", count)?;
        let looks = Looks::begin("looks", count)?;
        let (works, asked): (Vec<Sender<Sent>>, Vec<Receiver<Sent>>) =
            (0..count).map(|_| channel()).unzip();
        let threads: Arc<[Sender<Sent>]> = works.into();
        for (number, asked) in asked.into_iter().enumerate() {
            let has = (Arc::clone(&options), shelf.clone(), bots.clone());
            let is = (number, Arc::downgrade(&threads));
            std::thread::Builder::new()
                .name(format!("tables-{number}"))
                .stack_size(beside::STACK_BYTES)
                .spawn(move || Rooms::new(has, is).run(&asked))?;
        }
        let same = Same::default();
        let tables = Self { threads, bots, looks, same, library, shelf, port, door: door.clone() };
        let routes = routes::routes(tables.clone(), names, lang);
        let (beside, serves) = (tables.clone(), door.serves());
        std::thread::Builder::new().name("net".to_owned()).spawn(move || {
            let (_serves, closing) = (serves, door.closing());
            let few = listen::Few::of(listener, CONNECTIONS_MAX, ANSWER_WITHIN).behind(door);
            let routes = routes.into_make_service_with_connect_info::<Peer>();
            runtime.block_on(async {
                close::beside(&beside, keep);
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
        self.shelf.unfinished()
    }

    /// Why what is done at the tables is not kept now, although what was can be looked at.
    #[must_use]
    pub fn read_only(&self) -> Option<Fault> {
        self.shelf.read_only()
    }

    /// A table for a config.
    ///
    /// # Errors
    ///
    /// Faults of the config; there are too many tables.
    #[allow(clippy::needless_pass_by_value, reason = "the table has the config from then on")]
    pub fn table(&self, config: Config) -> Result<Made, Vec<Fault>> {
        self.begin_now(Begins::Rules(Box::new(rules(&config, &self.library())?)))
    }

    /// A table for a game that has begun, whose record goes on in its file.
    ///
    /// # Errors
    ///
    /// The game's scripts do not load; there are too many tables.
    pub fn resumed(&self, game: Game, file: PathBuf) -> Result<Made, Vec<Fault>> {
        self.begin_now(Begins::Resumed(Box::new(game.into_play()), file))
    }

    /// Continues the tables under the rules of a new library, and notifies the players of what changed.
    pub fn reload(&self, library: &Arc<Library>) {
        *self.library.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(library);
        let library = Arc::clone(library);
        self.each(move |rooms| rooms.reload(&library), || {});
    }

    /// Reports to the hosts that the edited files cannot be read. Tables continue as they are.
    pub fn faulty(&self, faults: Vec<Fault>) {
        self.each(move |rooms| rooms.faulty(&faults), || {});
    }

    /// Everything that can be played.
    fn library(&self) -> Arc<Library> {
        Arc::clone(&self.library.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sends a piece of work to every thread, and calls back when it and all earlier work is done, stored and
    /// answered. Returns the number of threads.
    fn each(
        &self,
        work: impl Fn(&mut Rooms) + Clone + Send + 'static,
        say: impl Fn() + Clone + Send + 'static,
    ) -> usize {
        for thread in &*self.threads {
            let (work, say) = (work.clone(), say.clone());
            // Of one that has ended nothing is said, which whoever waits finds too long; nobody plays there either.
            let work: Work = Box::new(move |rooms| {
                work(rooms);
                Done { room: String::new(), answer: Box::new(move |_| say()) }
            });
            let _ = thread.send((Whose::Room(String::new()), work));
        }
        self.threads.len()
    }

    /// Has the thread of a room do something; what it gives is passed on as soon as it is kept.
    fn send<T: Send + 'static>(
        &self,
        room: &str,
        work: impl FnOnce(&mut Rooms) -> Result<T, Lost> + Send + 'static,
        give: impl FnOnce(Result<T, Lost>) + Send + 'static,
    ) {
        let named = room.to_owned();
        let (asker, door) = (Asker::now(), self.door.clone());
        let work: Work = Box::new(move |rooms| {
            let given = door.counted(asker, || work(rooms));
            let answer = move |kept| give(if kept { given } else { Err(Lost::Unkept) });
            Done { room: named, answer: Box::new(answer) }
        });
        // If the thread has ended, what should be given is dropped, which whoever waits is told.
        let thread = &self.threads[thread_of(room, self.threads.len())];
        let _ = thread.send((Asker::turn(asker, room), work));
    }

    /// Returns what `planner` would do in the pending decision, or in the decision after `at` actions.
    async fn hint(&self, room: &str, keys: Vec<Key>, at: Option<usize>) -> Result<Answer, Lost> {
        if let Some(n) = at {
            return self.hint_back(room, keys, n).await;
        }
        let (named, asking) = (room.to_owned(), keys.clone());
        let wanted = self.with(room, move |rooms| rooms.wants_hint(&named, &asking)).await?;
        let asks = match wanted {
            Ok(asks) => asks,
            Err(no) => return Ok(no),
        };
        let (asks, advice) = self.thought(room, asks).await?;
        let named = room.to_owned();
        self.with(room, move |rooms| rooms.hint(&named, &keys, &asks, advice)).await
    }

    /// What `planner` thinks of a decision.
    async fn thought(&self, room: &str, asks: Asks) -> Result<(Asks, Advice), Lost> {
        let (give, get) = oneshot::channel();
        let (asker, door) = (Asker::now(), self.door.clone());
        self.bots.think(Asker::turn(asker, room), asks.rules().clone(), move |engine| {
            let advice = door.counted(asker, || engine.map(|engine| asks.advise(engine)));
            // Whoever has gone away gets nothing.
            let _ = give.send((asks, advice));
        });
        let (asks, advice) = get.await.map_err(|_| Lost::Ended)?;
        Ok((asks, advice.map_err(Lost::shut)?))
    }

    /// A new table for a config, whose rules are made beside the tables.
    async fn begin_with(&self, config: Config) -> Result<Made, Vec<Fault>> {
        let library = self.library();
        let made = self.aside("", move |_| rules(&config, &library)).await;
        let rules = made.map_err(|lost| vec![no_table(&lost)])??;
        self.begin(Begins::Rules(Box::new(rules))).await
    }

    /// A new table, in the thread that its name says.
    async fn begin(&self, begins: Begins) -> Result<Made, Vec<Fault>> {
        let room = name(random()?);
        let (named, (give, get)) = (room.clone(), oneshot::channel());
        let work = move |rooms: &mut Rooms| Ok(rooms.begin(&named, begins));
        // Whoever has gone away gets nothing.
        self.send(&room, work, |given| drop(give.send(given)));
        made(room, get.await.unwrap_or(Err(Lost::Ended)))
    }

    fn begin_now(&self, begins: Begins) -> Result<Made, Vec<Fault>> {
        let room = name(random()?);
        let (named, (give, get)) = (room.clone(), channel());
        let work = move |rooms: &mut Rooms| Ok(rooms.begin(&named, begins));
        self.send(&room, work, move |given| drop(give.send(given)));
        made(room, get.recv().unwrap_or(Err(Lost::Ended)))
    }
}

/// What `planner` thinks of the options of a decision, the best first.
type Advice = Result<Vec<(Action, f64)>, Refused>;

/// The rules of a config.
fn rules(config: &Config, library: &Library) -> Result<Rules, Vec<Fault>> {
    Rules::new(Setup::load(config, library)?)
}

fn made(room: String, begun: Result<Result<Key, Vec<Fault>>, Lost>) -> Result<Made, Vec<Fault>> {
    let host = begun.map_err(|lost| vec![no_table(&lost)])??;
    Ok(Made { room, host: host.to_string(), invite: host.invitation().to_string() })
}

/// Returns a text as a scannable picture for terminals, or `None` if it is too long.
#[must_use]
pub fn scanned(text: &str) -> String {
    let code = qrcode::QrCode::new(text.as_bytes());
    let drawn = code.map(|code| code.render::<qrcode::render::unicode::Dense1x2>().build());
    drawn.map_or(String::new(), |drawn| drawn + "\n")
}

fn no_table(lost: &Lost) -> Fault {
    match lost {
        Lost::Unkept => Fault::new(
            UNKEPT,
            "the table could not be kept: the disk may be full, or the folder was deleted",
            "la table n'a pas pu être gardée : le disque est peut-être plein, ou le dossier supprimé",
        )
        .help(
            "make room where `bastide serve` keeps its tables (`BASTIDE_STATE` names another place); if the folder was deleted, start the command again",
            "libérez de la place là où `bastide serve` garde ses tables (`BASTIDE_STATE` nomme un autre endroit) ; si le dossier a été supprimé, relancez la commande",
        ),
        _ => Fault::new(
            "F0036",
            "the thread that runs the tables has ended",
            "le fil qui tient les tables s'est arrêté",
        )
        .help(
            "start the command again: tables that were kept go on",
            "relancez la commande : les tables gardées reprennent",
        ),
    }
}

#[cfg(test)]
mod ending;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod joined;
#[cfg(test)]
mod limited;
#[cfg(test)]
mod looked;
#[cfg(test)]
mod starved;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod thinking;
