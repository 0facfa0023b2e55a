//! A page that shows a game as a picture: of `dev`, and beside a game at the terminal.

use std::process::{Command, Stdio};

use bastide::core::ids::Player;
use bastide::core::{Fault, Words};
use bastide::folders::system;
use bastide::{Game, story};
use bastide_draw::{BoardOptions, Look};
use bastide_server::{Page, Said, View};

use crate::lang::{Lang, say};
use crate::out::Out;
use crate::stop::Stop;

/// Score sheets that are shown.
const SHEETS_MAX: usize = 20;

/// Opens the page on a port, 0 = any; the help says what to do if it is taken.
pub(crate) fn open(port: u16, lang: Lang, help: Words) -> Result<Page, Stop> {
    Page::open(port, lang.code()).map_err(|e| {
        let e = system(&e);
        let fault = Fault::new(
            "F0013",
            format!("the page cannot be served on port {port}: {}", e.en),
            format!("la page ne peut être servie sur le port {port} : {}", e.fr),
        );
        fault.help(help.en, help.fr).into()
    })
}

/// What the page shows of a game: what all at the table may see.
pub(crate) fn view(game: &Game, look: &Look) -> View {
    let scores = game.names().iter().zip(game.state().scores());
    let sheets = game.entries().iter().rev().flat_map(|e| e.outcome.sheets.iter().rev());
    let sheet = |lang: &str, s: &bastide::core::Sheet| story::sheet_line(game, s, lang);
    let options = BoardOptions {
        names: game.names().to_vec(),
        last: game.last_placed().map(|tile| game.state().tile(tile).cell()),
        ..BoardOptions::default()
    };
    let seen = game.seen_by(Player::NONE);
    View {
        board: bastide_draw::board(&game.rules().ruleset, seen.state(), look, &options),
        status: Said { en: game.prompt("en"), fr: game.prompt("fr") },
        scores: scores.map(|(name, points)| (name.clone(), *points)).collect(),
        sheets: sheets
            .take(SHEETS_MAX)
            .map(|s| Said { en: sheet("en", s), fr: sheet("fr", s) })
            .collect(),
        ..View::default()
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

/// A text in both languages, for the page.
pub(crate) fn said(words: &Words) -> Said {
    Said { en: words.en.clone(), fr: words.fr.clone() }
}
