//! A turn of a seat, as a program plays it: what may be done, what each would lead to, and doing one of them.

use bastide_core::Action;
use bastide_core::ids::Player;

use super::{After, Cited, Entry, Game, Offered, Refused};
use crate::error::Error;
use crate::story;

/// A decision of a seat for which nobody answers but the caller.
#[derive(Debug)]
pub struct Turn<'g> {
    game: &'g mut Game,
}

/// An action that was carried out, to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Done<'g> {
    game: &'g Game,
    entry: &'g Entry,
}

impl Game {
    /// The next decision that is the caller's: chance and the bots of the config answer before it. None when the game is over.
    ///
    /// # Errors
    ///
    /// An expansion failed; the game is as before its last action.
    pub fn turn(&mut self) -> Result<Option<Turn<'_>>, Error> {
        while !self.is_over() {
            let actor = self.actor();
            match self.bot(actor) {
                _ if actor == Player::CHANCE => self.act_chance()?,
                Some(bot) => self.act_bot(bot)?,
                None => return Ok(Some(Turn { game: self })),
            };
        }
        Ok(None)
    }
}

impl<'g> Turn<'g> {
    /// The seat that decides.
    #[must_use]
    pub fn seat(&self) -> Player {
        self.game.actor()
    }

    /// Name of the player in it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.game.names().get(self.seat().index()).map_or("", String::as_str)
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.game
    }

    /// Everything that may be done, sorted, and how it is offered.
    #[must_use]
    pub fn options(&self) -> Vec<Offered> {
        self.game.offered()
    }

    /// Returns what an option would lead to. Nothing happens.
    ///
    /// # Errors
    ///
    /// Returns an error if the action is forbidden, or if an expansion fails.
    pub fn after(&self, offered: &Offered) -> Result<After, Refused> {
        self.game.after(offered.action)
    }

    /// Every rule that forbids an action now; empty if it is allowed.
    ///
    /// # Errors
    ///
    /// An expansion failed.
    pub fn why_not(&self, action: Action) -> Result<Vec<Cited>, Refused> {
        self.game.why_not(action)
    }

    /// Does it.
    ///
    /// # Errors
    ///
    /// The action is forbidden, or an expansion failed; the game is as before.
    pub fn play(self, offered: &Offered) -> Result<Done<'g>, Refused> {
        let done = self.game.entries().len();
        self.game.act(offered.action)?;
        let game: &'g Game = self.game;
        Ok(Done { game, entry: &game.entries()[done] })
    }
}

impl<'g> Done<'g> {
    /// The action and all that it did.
    #[must_use]
    pub fn entry(&self) -> &'g Entry {
        self.entry
    }

    /// The score sheets of it, a line each, in a language (`en`, `fr`).
    pub fn sheets(&self, lang: &str) -> impl Iterator<Item = String> {
        let game = self.game;
        self.entry.outcome.sheets.iter().map(move |sheet| story::sheet_line(game, sheet, lang))
    }
}
