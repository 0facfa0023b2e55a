//! The end of a turn waits for the person: until a tile is drawn everything can be taken back.

use bastide::core::ids::Player;

use super::input::{self, Input};
use super::session::{End, Session};
use super::show;
use crate::board::Extra;
use crate::out::Out;
use crate::stop::Stop;

/// When the end of a turn is confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Confirm {
    /// Before whatever chance does after a person's move.
    Always,
    /// Chance follows at once.
    Never,
}

impl Session {
    /// Whether chance waits for the person who moved last.
    pub(super) fn waits(&self) -> bool {
        let last = self.game.entries().last();
        let person = last.is_some_and(|entry| {
            entry.actor != Player::CHANCE
                && self.game.bot(entry.actor).is_none()
                && !self.has_program(entry.actor)
        });
        self.confirm == Confirm::Always
            && person
            && self.game.actor() == Player::CHANCE
            && self.confirmed != self.game.entries().len()
    }

    /// Waits until the person has confirmed, taken back or left; how the sitting ended, if it did.
    pub(super) fn wait(&mut self, out: &mut Out) -> Result<Option<End>, Stop> {
        while self.waits() {
            let prompt = out.lang.pick(
                "Enter ends the turn, `undo` takes it back > ",
                "Entrée termine le tour, `annuler` revient en arrière > ",
            );
            let lang = out.lang;
            let Some(line) = self.lines.ask(prompt, || input::words(lang, Vec::new()), out) else {
                out.note("");
                return Ok(Some(self.silent(out)));
            };
            match input::read(&line) {
                Input::Nothing => self.confirmed = self.game.entries().len(),
                Input::Board(cell) => {
                    self.focus = cell;
                    let extra = Extra { room: self.room(1), ..Extra::default() };
                    out.data(&show::board(&self.game, &self.look, &extra, out.lang))?;
                }
                other => {
                    if self.obey(other, out)? {
                        return Ok(Some(End::Left));
                    }
                }
            }
        }
        Ok(None)
    }
}
