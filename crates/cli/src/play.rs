//! `play`: a game in the terminal.

mod chosen;
pub(crate) mod confirm;
mod end;
pub(crate) mod fold;
mod input;
mod keep;
pub(crate) mod kept;
mod menu;
mod program;
mod screen;
mod seats;
mod session;
mod show;

use std::path::{Path, PathBuf};

use bastide::core::{Fault, Words};
use bastide::folders::system;
use bastide::record::Record;
use bastide::{Bot, Game, Seed};
use bastide_draw::Look;

use crate::args;
use crate::board::Extra;
use crate::checked;
use crate::files::{self, Over};
use crate::lang::{Lang, say};
use crate::lines::Lines;
use crate::open::Desk;
use crate::out::Out;
use crate::page;
use crate::stop::{self, Stop};
pub(crate) use chosen::other_tile;
use confirm::Confirm;
use program::Program;
pub(crate) use program::end_programs;
use session::{End, Session};

/// The board of a game with its legend.
pub(crate) fn board(game: &Game, look: &Look, lang: Lang) -> String {
    show::board(game, look, &Extra::default(), lang)
}

/// The bot that plays for people who are not there.
const STAND_IN: Bot = Bot::Planner;

/// Runs the verb.
pub(crate) fn run(args: &args::Play, desk: &mut Desk, out: &mut Out) -> Result<u8, Stop> {
    let lang = out.lang;
    // Without a file it is the game that was kept last.
    if args.kept {
        kept::list(out)?;
        return Ok(stop::FINE);
    }
    let resumed = match &args.resume {
        Some(None) => Some(kept::numbered(1)?),
        Some(Some(named)) => Some(match named.to_str().map(str::parse) {
            Some(Ok(number)) if !named.exists() => kept::numbered(number)?,
            _ => named.clone(),
        }),
        None => None,
    };
    let save: Option<PathBuf> = args.save.clone().or_else(|| resumed.clone());
    let read = save.as_deref().is_some_and(|path| is_same(path, resumed.as_deref()));
    if let Some(path) = &args.save
        && !read
    {
        files::free(path, Over::forced(args.force))?;
    }
    let mut game = match &resumed {
        Some(path) => resume(path, desk, out)?,
        None => begin(args, desk, out)?,
    };
    game.think_with(usize::from(args.threads));
    let lines = Lines::open(!args.auto && !game.is_over());
    let autosave = args.save.is_some() || args.resume.is_some();
    let library = desk.library.with_paths(&game.rules().setup.config);
    let look = checked::look(&library, &desk.sources, out);
    let folder = kept::folder(lines.is_terminal).filter(|_| !args.auto && !autosave);
    let mut session = Session::new(game, look, lines, save, autosave);
    session.sources = desk.sources.clone();
    session.read = read;
    if args.auto && !read {
        // Where it cannot be saved, nobody wants to know that only after the game.
        session.save_at_end(out)?;
    }
    let usual = if session.lines.is_terminal { Confirm::Always } else { Confirm::Never };
    session.confirm = args.confirm.unwrap_or(usual);
    if let Some(folder) = folder {
        match kept::begin(&folder) {
            Ok(path) => session.kept = Some(path),
            Err(e) => {
                let e = system(&e);
                let e = e.get(lang.code());
                out.note(&say!(
                    lang,
                    "games cannot be kept in {}: {e}",
                    "les parties ne peuvent pas être gardées dans {} : {e}",
                    folder.display()
                ));
            }
        }
    }
    keep::tell_if_interrupted(&session, !args.program.is_empty(), lang);
    for program in &args.program {
        session.programs.push(Program::start(program, &session.game, lang)?);
    }
    if let Some(port) = args.page {
        let help = Words::new("name another: --page=8123", "nommez-en un autre : --page=8123");
        let page = page::open(port, lang, help)?;
        let url = page.url();
        session.page = Some(page);
        // Write the picture before its name is printed.
        session.picture();
        out.note(&say!(lang, "board: {url}", "plateau : {url}"));
    }
    let end = session.play(out)?;
    let mut failed = None;
    if let End::Nobody = end {
        let people = session.people();
        if !people.is_empty() && !session.game.is_over() {
            out.note(&say!(
                lang,
                "{people}: played by the bot `planner`",
                "au robot `planner` de jouer pour {people}"
            ));
        }
        failed = session.finish(out);
    }
    let saved = session.save_at_end(out);
    if let End::Left = end {
        saved?;
        prove(&session, desk)?;
        return Ok(code(&session));
    }
    let game = &session.game;
    let extra = Extra { room: session.wide(), ..Extra::default() };
    out.folded(&show::board(game, &session.look, &extra, lang))?;
    out.line("")?;
    out.folded(&show::panel(game, session.seat, lang))?;
    out.line("")?;
    out.folded(&show::sheet(game, lang))?;
    // Whatever became of the file: the game was played, and is shown.
    saved?;
    prove(&session, desk)?;
    if let Some(fault) = failed {
        return Err(Stop::Faults(vec![fault], stop::EXPANSION));
    }
    out.line("")?;
    out.data(&end::result(game, lang))?;
    Ok(code(&session))
}

/// The exit code of a game that was played or left: an expansion's fault counts, although it was told at once.
fn code(session: &Session) -> u8 {
    if session.failed { stop::EXPANSION } else { stop::FINE }
}

/// A record that was saved leads to the game that was played: a script may keep something between its calls that
/// no record holds.
fn prove(session: &Session, desk: &mut Desk) -> Result<(), Stop> {
    let Some(path) = session.own.last() else { return Ok(()) };
    let game = &session.game;
    let name = path.to_string_lossy().replace('\\', "/");
    let text = game.record().to_string();
    desk.sources.add(&name, &text);
    match Record::parse(&name, &text)?.verify(&desk.library) {
        Ok(_) => Ok(()),
        Err(broken) => {
            let mut faults = broken.faults();
            faults.push(
                Fault::new(
                    "R0110",
                    "the game that was saved cannot be played again: an expansion decides by something that is not part of it",
                    "la partie enregistrée ne peut pas être rejouée : une extension décide par quelque chose qui n'en fait pas partie",
                )
                .in_file(&name)
                .help(
                    "`bastide check` on the expansion says what a script keeps between calls",
                    "`bastide check` sur l'extension dit ce qu'un script garde d'un appel à l'autre",
                ),
            );
            Err(Stop::Faults(faults, stop::EXPANSION))
        }
    }
}

/// Whether a game is saved to the file it was read from.
fn is_same(path: &Path, resumed: Option<&Path>) -> bool {
    let Some(resumed) = resumed else { return false };
    path.canonicalize().is_ok_and(|p| resumed.canonicalize().is_ok_and(|r| p == r))
}

/// A new game.
fn begin(args: &args::Play, desk: &mut Desk, out: &mut Out) -> Result<Game, Stop> {
    let lang = out.lang;
    let rules = desk.rules(args.config.as_deref())?;
    desk.warn(&rules, out);
    let seed = args.seed.or(rules.setup.seed).unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Seed::from(now.map_or(1, |d| u64::from(d.subsec_nanos()) ^ d.as_secs()) % 1_000_000_007)
    });
    let names: Vec<&str> = rules.setup.expansions.iter().map(|e| e.id.as_str()).collect();
    out.note(&say!(
        lang,
        "edition {} · {} · seed {seed}",
        "édition {} · {} · graine {seed}",
        rules.setup.edition,
        names.join(", ")
    ));
    Ok(Game::new(rules, seed)?)
}

/// A game that was saved.
pub(crate) fn resume(path: &Path, desk: &mut Desk, out: &mut Out) -> Result<Game, Stop> {
    let lang = out.lang;
    let (name, text) = desk.read(path)?;
    let record = Record::parse(&name, &text)?;
    if !record.warnings.is_empty() {
        out.faults(&record.warnings, &desk.sources);
    }
    let game =
        record.replay(&desk.library).map_err(|broken| Stop::Faults(broken.faults(), stop::FILE))?;
    let actions = lang.counted(game.entries().len(), "action", "action");
    out.note(&say!(lang, "going on after {actions}", "reprise après {actions}"));
    Ok(game)
}
