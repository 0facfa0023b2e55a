//! A game as it was after some of its actions, and a new one that goes on from there.

use std::sync::Arc;

use bastide::core::ids::{Cell, Player};
use bastide::core::{Fault, Words};
use bastide::{Game, Seed};
use bastide_draw::{BoardOptions, Laid, PLAIN};
use serde::Serialize;

use crate::land::{self, Land};
use crate::now::Now;
use crate::rest::{self, Rest};
use crate::room::Room;
use crate::seats::Viewer;
use crate::sheets::{self, Scored};

/// A game that was played again up to some action, and its board.
#[derive(Debug)]
pub(crate) struct Past {
    game: Game,
    laid: Laid,
    drawn: Option<usize>,
}

/// A rule in force.
#[derive(Clone, Debug, Serialize)]
pub struct RuleText {
    /// Its id.
    pub rule: String,
    /// The line.
    pub text: String,
    /// Where it stands.
    pub source: String,
}

impl Room {
    /// The table as a viewer saw it, or would have, after the first `n` actions. Nothing before the game and beyond its last
    /// action.
    pub fn then(&mut self, viewer: Viewer, n: usize, lang: &str) -> Option<Now> {
        self.looks(viewer)?;
        let past = self.past_at(n)?;
        let picture = past.picture();
        let now = self.seen_at(Some((&past.game, &past.laid, picture)), viewer, lang, None);
        self.past = Some(past);
        Some(now)
    }

    /// Returns the board as an SVG document with what everybody may see, now or after `at` actions.
    pub fn board(&mut self, at: Option<usize>) -> Option<String> {
        let look = Arc::clone(self.look());
        self.look_at(at, |game, _| {
            let view = game.seen_by(Player::NONE);
            let options = BoardOptions::default();
            bastide_draw::board(&game.rules().ruleset, view.state(), &look, &options)
        })
    }

    /// Returns the picture of overlays and pieces on the board, now or after `at` actions. The two seats in `worn`
    /// swap colors.
    pub fn over(&mut self, at: Option<usize>, worn: [usize; 2]) -> Option<String> {
        if worn == PLAIN {
            return self.look_at(at, |_, laid| laid.svg.clone());
        }
        let look = Arc::clone(self.look());
        self.look_at(at, |game, _| {
            let view = game.seen_by(Player::NONE);
            bastide_draw::laid(&game.rules().ruleset, view.state(), &look, worn).svg
        })
    }

    /// Returns the territories on the board, now or after `at` actions.
    pub fn land(&mut self, viewer: Viewer, at: Option<usize>, lang: &str) -> Option<Land> {
        self.looks(viewer)?;
        self.look_at(at, |game, laid| land::land(game, laid, viewer.seat, lang))
    }

    /// Returns the tiles still to come, now or after `at` actions, and which of them fit a cell.
    pub fn rest(
        &mut self,
        viewer: Viewer,
        at: Option<usize>,
        cell: Option<[i16; 2]>,
        lang: &str,
    ) -> Option<Rest> {
        self.looks(viewer)?;
        let cell = cell.map(|[x, y]| Cell::new(x, y));
        self.look_at(at, |game, _| rest::rest(game, viewer.seat, cell, lang))
    }

    /// Returns the score sheet, up to now or up to `at` actions.
    pub fn sheets(&mut self, viewer: Viewer, at: Option<usize>, lang: &str) -> Option<Vec<Scored>> {
        self.looks(viewer)?;
        self.look_at(at, |game, _| sheets::sheets(game, viewer.seat, lang))
    }

    /// Every rule in force, before the game too, sorted by its id; rules of the core that the game has words of its own for are left out.
    #[must_use]
    pub fn rules(&self, lang: &str) -> Vec<RuleText> {
        let text = |rule: &bastide::core::decl::Rule| RuleText {
            rule: rule.id.clone(),
            text: rule.text.get(lang).or(rule.text.get("en")).cloned().unwrap_or_default(),
            source: rule.source.clone(),
        };
        let rules = self.in_force().ruleset.rules.iter();
        let mut all: Vec<RuleText> = rules.map(text).filter(|rule| !rule.text.is_empty()).collect();
        all.sort_by(|a, b| a.rule.cmp(&b.rule));
        all
    }

    /// A game with the same first `n` actions, in which chance goes on otherwise.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is shorter, if something at that moment is hidden from the viewer, or if an
    /// expansion fails.
    pub fn fork(&mut self, viewer: Viewer, n: usize, seed: Seed) -> Result<Game, Words> {
        let forked = self.shown_at(viewer, n, |game| game.first(n, seed))?;
        let first = |faults: Vec<Fault>| faults.into_iter().next().map(|fault| fault.what);
        forked.map_err(|faults| first(faults).unwrap_or_default())
    }

    /// Calls `look` with the game after its first `n` actions, for viewers who may know all of it: nothing was hidden
    /// from them, or the game is over.
    pub(crate) fn shown_at<T>(
        &mut self,
        viewer: Viewer,
        n: usize,
        look: impl FnOnce(&Game) -> T,
    ) -> Result<T, Words> {
        let past = self.looks(viewer).and_then(|()| self.past_at(n)).ok_or_else(|| {
            Words::new("the game has not come so far", "la partie n'est pas allée jusque-là")
        })?;
        let over = self.game.as_ref().is_some_and(|game| game.is_over());
        let shown = if over || shows_all(&past.game, viewer.seat) {
            Ok(look(&past.game))
        } else {
            Err(Words::new(
                "something is hidden from you here, until the game is over",
                "quelque chose vous est caché ici, jusqu'à la fin de la partie",
            ))
        };
        self.past = Some(past);
        shown
    }

    /// Returns `None` for viewers who may not see the game.
    fn looks(&self, viewer: Viewer) -> Option<()> {
        self.may_look(viewer).then_some(())
    }

    /// Calls `look` with the game, now or after `at` actions.
    fn look_at<T>(&mut self, at: Option<usize>, look: impl FnOnce(&Game, &Laid) -> T) -> Option<T> {
        let Some(n) = at else {
            self.picture();
            return Some(look(self.game.as_ref()?, &self.laid));
        };
        let past = self.past_at(n)?;
        let seen = look(&past.game, &past.laid);
        self.past = Some(past);
        Some(seen)
    }

    /// Takes the game after its first `n` actions, with its board. The caller puts it back, so that the next call can
    /// start there.
    fn past_at(&mut self, n: usize) -> Option<Past> {
        let game = self.game.as_ref().filter(|game| n <= game.entries().len())?;
        let kept = self.past.take();
        let near = |past: &Past| past.game.entries().len() <= n && past.game.begins(game);
        let mut past = if let Some(past) = kept.filter(near) {
            past
        } else {
            let first = game.first(0, game.seed()).ok()?;
            Past { game: first, laid: Laid::default(), drawn: None }
        };
        past.game.call(game.names().iter().cloned());
        past.game.follow(game, n).ok()?;
        if past.drawn != Some(n) {
            let view = past.game.seen_by(Player::NONE);
            let rules = &past.game.rules().ruleset;
            past.laid = bastide_draw::laid(rules, view.state(), self.look(), PLAIN);
            past.drawn = Some(n);
        }
        Some(past)
    }
}

impl Past {
    /// A number for its board that another board has not.
    fn picture(&self) -> u64 {
        // Pages count in numbers of 53 bits.
        self.game.state().fingerprint() >> 11
    }
}

/// Whether a seat sees all there is, and saw all that was done.
fn shows_all(game: &Game, seat: Player) -> bool {
    let told = |entry: &bastide::game::Entry| game.text_for(entry, seat) == entry.text;
    game.seen_by(seat).state() == game.state() && game.entries().iter().all(told)
}
