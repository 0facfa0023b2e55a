//! Content of the page.

use bastide::Game;
use bastide::core::Words;
use bastide_draw::{Look, SheetOptions};
use bastide_server::{Line, Page, View};

use super::source::Source;
use super::tell::{self, Told};
use crate::args;
use crate::lang::Lang;
use crate::out::Out;
use crate::page;
use crate::stop::Stop;

/// The page, unless it is switched off.
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
        let help =
            Words::new("name another --port, or --no-page", "nommez un autre --port, ou --no-page");
        Ok(Self { page: Some(page::open(args.port.unwrap_or(0), lang, help)?) })
    }

    /// Where the page is.
    pub(super) fn url(&self) -> Option<String> {
        self.page.as_ref().map(Page::url)
    }

    /// Asks the system to open the page.
    pub(super) fn open_in_browser(&self, out: &mut Out) {
        if let Some(url) = self.url() {
            page::open_in_browser(&url, out);
        }
    }

    /// Adds to the log.
    pub(super) fn say(&self, told: &Told) {
        if let Some(page) = &self.page {
            page.say(Line {
                mood: told.mood,
                text: page::said(&told.line),
                more: page::said(&told.more),
            });
        }
    }

    /// Shows a game.
    pub(super) fn show(&self, source: &Source, game: &Game) {
        let Some(page) = &self.page else { return };
        let rules = game.rules();
        // A fault of a drawing is not a fault of the rules: a thing without a drawing gets a general look.
        let (look, _) = Look::of(&source.library());
        let kinds: Vec<_> = rules.ruleset.kinds.iter().map(|k| k.decl.clone()).collect();
        let own = source.own_tiles(rules);
        let tiles = if own.is_empty() {
            String::new()
        } else {
            bastide_draw::sheet(&own, &kinds, &look, &SheetOptions::default())
        };
        page.show(View {
            tiles,
            title: source.name.clone(),
            status: page::said(&tell::status(game)),
            ..page::view(game, &look)
        });
    }
}
