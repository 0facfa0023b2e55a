//! `dev`: a game that goes on while its rules are being written.

mod findings;
mod game;
mod page;
mod sides;
pub(crate) mod source;
mod tell;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use bastide::core::Fault;
use bastide::record::Record;
use bastide::reload::{Script, changes};
use bastide::{Game, Seed};
use bastide_check::watch::watch;
use bastide_server::Mood;

use crate::args;
use crate::lang::say;
use crate::open::Desk;
use crate::out::Out;
use crate::stop::{self, Stop};
use findings::{Checked, Checks};
use game::Table;
use sides::Replayed;
use source::{Loaded, Source};
use tell::Told;

/// Events of the loop.
#[derive(Debug)]
enum News {
    /// Files have changed.
    Saved,
    /// Somebody typed a line.
    Typed(String),
    /// Nobody will type any more.
    Silence,
    /// Ctrl-C.
    Interrupt,
    /// The files are no longer watched.
    Blind(Fault),
    /// The folder has been checked.
    Checked(Box<Checked>),
}

/// One sitting of an author.
#[derive(Debug)]
struct Sitting<'a> {
    source: Source,
    /// Latest version that was loaded, playable or not.
    seen: Loaded,
    /// Why it could not be read at all, when it was tried last.
    broken: Vec<Fault>,
    table: Table,
    /// The record that is played again at each save.
    replay: Option<Replayed>,
    checks: Checks,
    page: page::Shown,
    json: bool,
    out: &'a mut Out,
}

/// Runs the verb.
pub(crate) fn run(args: &args::Dev, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let source = Source::open(&args.folder, args.config.clone(), desk)?;
    // Watched before it is read, so that nothing saved in between is lost.
    let (send, news) = channel();
    let saved = send.clone();
    let told = move |change: Result<_, Fault>| {
        // Nobody listens any more: the sitting is over.
        let _ = saved.send(change.map_or_else(News::Blind, |_| News::Saved));
    };
    let _watcher = if args.once { None } else { Some(watch(&source.paths(), told)?) };
    let (mut sitting, fine) = begin(args, source, Checks::new(send.clone()), desk, out)?;
    if args.once {
        // Without a reader, the exit code says whether the game could continue.
        return Ok(if fine { stop::FINE } else { stop::EXPANSION });
    }
    sitting.check(sitting.table.game.rules().setup.warnings.clone());
    listen(&send);
    sitting.out.note(sitting.out.lang.pick(
        "Waiting for changes. Ctrl-C ends it; `?` lists what can be typed.",
        "En attente de changements. Ctrl-C pour finir ; `?` dit ce qui se tape.",
    ));
    sitting.attend(&news)
}

/// Loads everything, starts the game and opens the page. Returns whether the game came as far as it should.
fn begin<'a>(
    args: &args::Dev,
    mut source: Source,
    checks: Checks,
    desk: &mut Desk,
    out: &'a mut Out,
) -> Result<(Sitting<'a>, bool), Stop> {
    let started = Instant::now();
    let record = match &args.replay {
        Some(path) => {
            let (name, text) = desk.read(path)?;
            let record = Record::parse(&name, &text)?;
            source.replays(record.clone());
            Some((name, record))
        }
        None => None,
    };
    let seen = source.read()?;
    desk.sources.library(&seen.library);
    let rules = match (seen.rules(), &record) {
        (Err(faults), Some((file, _))) if seen.joins() => {
            out.note(&Replayed::shut_out(file, &source.name, out.lang));
            return Err(faults.into());
        }
        (rules, _) => rules?,
    };
    if !rules.setup.warnings.is_empty() && !args.json {
        out.faults(&rules.setup.warnings, &desk.sources);
    }
    let (table, refused) = if let Some((_, record)) = &record {
        let (game, refused) = Script::of(record).play(rules.clone())?;
        (Table::of(game), refused)
    } else {
        let seed = args.seed.or(rules.setup.seed).unwrap_or(Seed(1));
        (Table::new(Game::new(rules.clone(), seed)?, args.turns), None)
    };
    let page = page::Shown::open(args, out.lang)?;
    let before = seen.without().unwrap_or(Ok(rules))?;
    let replay = record.map(|(file, record)| Replayed::new(&record, file, before, seen.joins()));
    let broken = Vec::new();
    let mut sitting =
        Sitting { source, seen, broken, table, replay, checks, page, json: args.json, out };
    if let Some(url) = sitting.page.url() {
        sitting.out.note(&say!(sitting.out.lang, "page: {url}", "page : {url}"));
        if args.open {
            sitting.page.open_in_browser(sitting.out);
        }
    }
    let fault = sitting.table.play_on();
    let name = sitting.source.name.clone();
    let told = tell::loaded(&name, &sitting.table.game, refused.as_ref(), started.elapsed());
    sitting.tell(&told)?;
    sitting.side_by_side(Replayed::begin)?;
    sitting.show();
    let fine = fault.is_none();
    if let Some(fault) = fault {
        sitting.faulty(&name, &[fault], true)?;
    }
    Ok((sitting, fine))
}

/// Sends what is typed, and Ctrl-C.
fn listen(send: &Sender<News>) {
    let typed = send.clone();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines() {
            let Ok(line) = line else { break };
            if typed.send(News::Typed(line.trim().to_owned())).is_err() {
                return;
            }
        }
        let _ = typed.send(News::Silence);
    });
    let interrupt = send.clone();
    crate::interrupt::on(move || drop(interrupt.send(News::Interrupt)));
}

impl Sitting<'_> {
    /// Does what comes, until somebody ends it.
    fn attend(&mut self, news: &Receiver<News>) -> Result<u8, Stop> {
        while let Ok(what) = news.recv() {
            match what {
                // The game continues first; the check of the files follows.
                News::Saved => {
                    if let Some(told) = self.reload()? {
                        self.check(told);
                    }
                }
                News::Checked(checked) => self.findings(*checked)?,
                News::Typed(line) => {
                    if self.obey(&line)? {
                        return Ok(stop::FINE);
                    }
                }
                // A person who closes the terminal has left. A pipe that ends has no more commands.
                News::Silence if std::io::IsTerminal::is_terminal(&std::io::stdin()) => {
                    return Ok(stop::FINE);
                }
                News::Silence => {}
                News::Interrupt => return Ok(stop::FINE),
                News::Blind(fault) => return Err(fault.into()),
            }
        }
        Ok(stop::FINE)
    }

    /// Reads the folder again and continues the game under its new content. Returns the reported faults, or `None` if
    /// the files are unchanged.
    fn reload(&mut self) -> Result<Option<Vec<Fault>>, Stop> {
        let started = Instant::now();
        let name = self.source.name.clone();
        let loaded = match self.source.read() {
            // One save may be reported in two events.
            Ok(loaded) if loaded == self.seen => return Ok(None),
            Ok(loaded) => loaded,
            Err(faults) if faults == self.broken => return Ok(None),
            Err(faults) => {
                self.seen = Loaded::default();
                self.broken.clone_from(&faults);
                let faults = self.narrowed(faults);
                self.faulty(&name, &faults, false)?;
                return Ok(Some(faults));
            }
        };
        self.seen = loaded;
        self.broken.clear();
        let reloaded = self.seen.rules().and_then(|rules| {
            let changed = changes(self.table.game.rules(), &rules);
            Ok((changed, self.table.under(rules, self.replay.as_ref().map(|r| &r.script))?))
        });
        let (changed, kept) = match reloaded {
            Ok(done) => done,
            Err(faults) => {
                let faults = self.narrowed(faults);
                self.faulty(&name, &faults, false)?;
                return Ok(Some(faults));
            }
        };
        let took = started.elapsed();
        let told = tell::reloaded(&name, &changed, &kept, took);
        self.tell(&told)?;
        let warnings = self.table.game.rules().setup.warnings.clone();
        if !warnings.is_empty() {
            self.faulty(&name, &warnings, true)?;
        }
        if let Some(fault) = self.table.play_on() {
            self.faulty(&name, &[fault], true)?;
        }
        self.side_by_side(|replay, name, game| replay.compare(name, game.rules().clone()))?;
        self.show();
        Ok(Some(warnings))
    }

    /// The files as they were read last.
    fn sources(&self) -> crate::faults::Sources {
        let mut sources = crate::faults::Sources::default();
        sources.library(&self.source.library());
        sources
    }

    /// Faults at the place at which the check will find them too.
    fn narrowed(&self, faults: Vec<Fault>) -> Vec<Fault> {
        let sources = self.sources();
        let one = |fault: Fault| match sources.text(&fault.file) {
            Some(text) => bastide_check::narrowed(fault, &text),
            None => fault,
        };
        faults.into_iter().map(one).collect()
    }

    /// Starts a check of the folder, some of whose faults were reported.
    fn check(&mut self, told: Vec<Fault>) {
        self.checks.begin(&self.source, told);
    }

    /// Tells what the check found, unless another has begun since.
    fn findings(&mut self, checked: Checked) -> Result<(), Stop> {
        let Some(found) = self.checks.findings(checked) else { return Ok(()) };
        let told = findings::checked(&self.source.name, &found);
        self.page.say(&told);
        if self.json {
            return Ok(self.out.line(&told.json())?);
        }
        self.out.line(&told.line(self.out.lang))?;
        self.out.faults(&found.new, &found.sources);
        Ok(())
    }

    /// Tells where the record differs under the rules of before and those of now.
    fn side_by_side(
        &mut self,
        tell: impl Fn(&Replayed, &str, &Game) -> Result<Told, Vec<Fault>>,
    ) -> Result<(), Stop> {
        let Some(replay) = &self.replay else { return Ok(()) };
        match tell(replay, &self.source.name, &self.table.game) {
            Ok(told) => self.tell(&told),
            Err(faults) => {
                let name = self.source.name.clone();
                self.faulty(&name, &faults, true)
            }
        }
    }

    /// Says something on the terminal and on the page.
    fn tell(&mut self, told: &Told) -> Result<(), Stop> {
        self.page.say(told);
        if self.json {
            self.out.line(&told.json())?;
        } else {
            self.out.data(&told.text(self.out.lang))?;
        }
        Ok(())
    }

    /// Tells faults; the game is as it was.
    fn faulty(&mut self, name: &str, faults: &[Fault], loaded: bool) -> Result<(), Stop> {
        let sources = self.sources();
        let told = tell::faults(name, faults, &sources, loaded);
        self.page.say(&told);
        if self.json {
            self.out.line(&told.json())?;
        } else {
            self.out.line(&told.line(self.out.lang))?;
            self.out.faults(faults, &sources);
        }
        Ok(())
    }

    /// Shows the game on the page.
    fn show(&mut self) {
        self.page.show(&self.source, &self.table.game);
    }

    /// Runs a typed command. Returns whether the person quits.
    fn obey(&mut self, line: &str) -> Result<bool, Stop> {
        let lang = self.out.lang;
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "?" | "help" | "aide" => self.out.line(tell::help(lang))?,
            "q" | "quit" | "quitter" => return Ok(true),
            "" | "step" | "pas" => self.go(|table| table.turns(1))?,
            "end" | "fin" => self.go(Table::whole)?,
            "undo" | "annuler" => match self.table.undo() {
                Ok(true) => self.status()?,
                Ok(false) => self
                    .out
                    .note(lang.pick("there is nothing to take back", "il n'y a rien à annuler")),
                Err(faults) => {
                    let name = self.source.name.clone();
                    self.faulty(&name, &faults, true)?;
                }
            },
            "seed" | "graine" => match rest.parse().ok().or_else(|| self.table.next_seed(rest)) {
                Some(seed) => {
                    if let Err(faults) = self.table.again(seed) {
                        let name = self.source.name.clone();
                        self.faulty(&name, &faults, true)?;
                    }
                    self.go(Table::play_on)?;
                }
                None => self.out.note(&say!(
                    lang,
                    "`{rest}` is no seed: type a number",
                    "`{rest}` n'est pas une graine : tapez un nombre"
                )),
            },
            "board" | "plateau" => {
                let (look, _) = bastide_draw::Look::of(&self.source.library());
                let board = crate::play::board(&self.table.game, &look, lang);
                self.out.data(&board)?;
            }
            _ => self.out.note(&say!(
                lang,
                "`{word}` is unknown: `?` lists what can be typed",
                "`{word}` est inconnu : `?` dit ce qui se tape"
            )),
        }
        Ok(false)
    }

    /// Lets the game go on, and says where it is.
    fn go(&mut self, on: impl FnOnce(&mut Table) -> Option<Fault>) -> Result<(), Stop> {
        if let Some(fault) = on(&mut self.table) {
            let name = self.source.name.clone();
            self.faulty(&name, &[fault], true)?;
        }
        self.status()
    }

    /// Says where the game is.
    fn status(&mut self) -> Result<(), Stop> {
        let told = Told::new("status", Mood::Fine, tell::status(&self.table.game));
        self.show();
        self.tell(&told)
    }
}

/// Milliseconds, for people: at least 1.
fn millis(took: Duration) -> u128 {
    took.as_micros().div_ceil(1000).max(1)
}
