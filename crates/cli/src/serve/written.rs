//! A folder that is written while people play: what is saved is in force at once.

use std::fmt;
use std::sync::mpsc::Sender;
use std::time::Instant;

use bastide::Config;
use bastide::core::Fault;
use bastide_check::watch::watch;
use bastide_server::tables::Tables;

use crate::args;
use crate::dev::source::{Loaded, Source};
use crate::faults::Sources;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::Stop;

/// Events while tables are served.
#[derive(Debug)]
pub(super) enum News {
    /// Files have changed.
    Saved,
    /// The files are no longer watched.
    Blind(Fault),
    /// People have met a fault of an expansion.
    Met(Fault),
    /// Ctrl-C.
    End,
}

/// The folder, and what was read of it last.
pub(super) struct Written {
    source: Source,
    seen: Option<Loaded>,
    /// Watches as long as it is kept.
    _watcher: Box<dyn std::any::Any>,
}

impl fmt::Debug for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Written").field("source", &self.source).finish_non_exhaustive()
    }
}

impl Written {
    /// Opens the folder that `--dev` names, and begins to watch it.
    pub(super) fn open(
        args: &args::Serve,
        desk: &Desk,
        send: &Sender<News>,
    ) -> Result<Option<Self>, Stop> {
        let Some(folder) = &args.dev else { return Ok(None) };
        let source = Source::open(folder, args.config.clone(), desk)?;
        let send = send.clone();
        let told = move |change: Result<_, Fault>| {
            // Nobody listens any more: the tables are closed.
            let _ = send.send(change.map_or_else(News::Blind, |_| News::Saved));
        };
        // Watched before it is read, so that nothing saved in between is lost.
        let watcher = watch(&source.paths(), told)?;
        Ok(Some(Self { source, seen: None, _watcher: Box::new(watcher) }))
    }

    /// Reads the folder for the first time; the config of the table that stands ready.
    pub(super) fn begin(&mut self, desk: &mut Desk) -> Result<Config, Stop> {
        let loaded = self.source.read()?;
        desk.library = loaded.library.clone();
        desk.sources.library(&loaded.library);
        loaded.rules()?.engine()?;
        let mut config = loaded.config.clone();
        if self.source.is_usual() {
            // People play where they sit down; bots take the other seats.
            config.players.iter_mut().for_each(|seat| seat.bot = None);
        }
        self.seen = Some(loaded);
        Ok(config)
    }

    /// Where its files can be read, as far as they could be read last.
    pub(super) fn sources(&self) -> Sources {
        let mut sources = Sources::default();
        if let Some(loaded) = &self.seen {
            sources.library(&loaded.library);
        }
        sources
    }

    /// Applies a saved version to the tables, or reports its faults to them.
    pub(super) fn saved(&mut self, tables: &Tables, out: &mut Out) -> Result<(), Stop> {
        let (lang, begun) = (out.lang, Instant::now());
        let loaded = match self.source.read() {
            Ok(loaded) => loaded,
            Err(faults) => {
                out.faults(&faults, &Sources::default());
                self.seen = None;
                tables.faulty(faults);
                return Ok(());
            }
        };
        // One save may be reported in two events.
        if self.seen.as_ref() == Some(&loaded) {
            return Ok(());
        }
        tables.reload(&loaded.library);
        let ready = loaded.rules().and_then(|rules| rules.engine());
        self.seen = Some(loaded);
        match ready {
            Ok(_) => {
                let ms = begun.elapsed().as_millis().max(1);
                out.line(&say!(lang, "read again: {ms} ms", "relu : {ms} ms"))?;
            }
            Err(faults) => out.faults(&faults, &self.sources()),
        }
        Ok(())
    }
}
