//! The page: what it is given to show.

use std::process::{Command, Stdio};

use bastide::core::{Fault, Words};
use bastide::folders::system;
use bastide::{Game, story};
use bastide_draw::{BoardOptions, Look, SheetOptions};
use bastide_server::{Line, Page, Said, View};

use super::source::Source;
use super::tell::{self, Told};
use crate::args;
use crate::lang::{Lang, say};
use crate::out::Out;
use crate::stop::Stop;

/// Score sheets that are shown.
const SHEETS_MAX: usize = 20;

/// The page, unless there is to be none.
#[derive(Debug)]
pub(super) struct Shown {
    page: Option<Page>,
}

impl Shown {
    /// Opens the page on the port that is asked for, or on any.
    pub(super) fn open(args: &args::Dev, lang: Lang) -> Result<Self, Stop> {
        if args.no_page || args.once {
            return Ok(Self { page: None });
        }
        let port = args.port.unwrap_or(0);
        match Page::open(port, lang.code()) {
            Ok(page) => Ok(Self { page: Some(page) }),
            Err(e) => {
                let e = system(&e);
                let fault = Fault::new(
                    "F0013",
                    format!("the page cannot be served on port {port}: {}", e.en),
                    format!("la page ne peut être servie sur le port {port} : {}", e.fr),
                );
                let help =
                    ("name another --port, or --no-page", "nommez un autre --port, ou --no-page");
                Err(fault.help(help.0, help.1).into())
            }
        }
    }

    /// Where the page is.
    pub(super) fn url(&self) -> Option<String> {
        self.page.as_ref().map(Page::url)
    }

    /// Asks the system to open the page.
    pub(super) fn open_in_browser(&self, out: &mut Out) {
        if let Some(url) = self.url() {
            open_in_browser(&url, out);
        }
    }

    /// Adds to the log.
    pub(super) fn say(&self, told: &Told) {
        if let Some(page) = &self.page {
            page.say(Line { mood: told.mood, text: said(&told.line), more: said(&told.more) });
        }
    }

    /// Shows a game.
    pub(super) fn show(&self, source: &Source, game: &Game) {
        let Some(page) = &self.page else { return };
        let scores = game.names().iter().zip(game.state().scores());
        let sheets = game.entries().iter().rev().flat_map(|e| e.outcome.sheets.iter().rev());
        let sheet = |lang: &str, s: &bastide::core::Sheet| story::sheet_line(game, s, lang);
        let rules = game.rules();
        // What is wrong with a drawing is no fault of the rules: what nobody draws looks general.
        let (look, _) = Look::of(&source.library());
        let kinds: Vec<_> = rules.ruleset.kinds.iter().map(|k| k.decl.clone()).collect();
        let own = source.own_tiles(rules);
        let tiles = if own.is_empty() {
            String::new()
        } else {
            bastide_draw::sheet(&own, &kinds, &look, &SheetOptions::default())
        };
        let options = BoardOptions {
            names: game.names().to_vec(),
            last: game.last_placed().map(|tile| game.state().tile(tile).cell()),
            ..BoardOptions::default()
        };
        page.show(View {
            tiles,
            board: bastide_draw::board(&rules.ruleset, game.state(), &look, &options),
            title: source.name.clone(),
            status: said(&tell::status(game)),
            scores: scores.map(|(name, points)| (name.clone(), *points)).collect(),
            sheets: sheets
                .take(SHEETS_MAX)
                .map(|s| Said { en: sheet("en", s), fr: sheet("fr", s) })
                .collect(),
        });
    }
}

/// Asks the system to open an address.
pub(crate) fn open_in_browser(url: &str, out: &mut Out) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let quiet = Command::new(opener).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(e) = quiet {
        let e = system(&e);
        let e = e.get(out.lang.code());
        out.note(&say!(
            out.lang,
            "`{opener}` cannot be started ({e}): open {url} yourself",
            "`{opener}` ne se lance pas ({e}) : ouvrez {url} vous-même"
        ));
    }
}

fn said(words: &Words) -> Said {
    Said { en: words.en.clone(), fr: words.fr.clone() }
}
