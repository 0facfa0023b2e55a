//! One sitting: who is asked, what they type, what they see.

use std::path::PathBuf;

use bastide::Game;
use bastide::core::ids::{Cell, Player, TileTypeId};
use bastide::core::{Action, Fault};
use bastide::game::Refused;
use bastide_draw::Look;
use bastide_server::{Page, View};

use super::chosen::other_tile;
use super::confirm::Confirm;
use super::input::{self, Input};
use super::menu::Menu;
use super::program::Program;
use super::{STAND_IN, seats, show};
use crate::faults::Sources;
use crate::lang::say;
use crate::lines::Lines;
use crate::out::Out;
use crate::page;
use crate::stop::Stop;

/// How a sitting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The game is over.
    Over,
    /// Somebody left.
    Left,
    /// Nobody is left to ask.
    Nobody,
}

/// A game and those who play it.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own about the session")]
pub(super) struct Session {
    pub(super) game: Game,
    /// How things look on the board.
    pub(super) look: Look,
    pub(super) lines: Lines,
    /// Texts that faults point into.
    pub(super) sources: Sources,
    /// An expansion has failed, which was told.
    pub(super) failed: bool,
    /// Where the game is saved.
    pub(super) file: Option<PathBuf>,
    /// Save there without being asked.
    pub(super) autosave: bool,
    /// Where the game is kept without being asked.
    pub(super) kept: Option<PathBuf>,
    /// When the end of a turn waits for the person.
    pub(super) confirm: Confirm,
    /// How many actions were done when a person confirmed last.
    pub(super) confirmed: usize,
    /// Programs that play seats.
    pub(super) programs: Vec<Program>,
    /// Files that hold this game, which it may write over.
    pub(super) own: Vec<PathBuf>,
    /// Actions when the game was last saved.
    pub(super) saved: usize,
    /// The file where it is saved is the one from which it was read.
    pub(super) read: bool,
    /// The person at the keyboard: what only this seat may know can be on the screen.
    pub(super) seat: Player,
    /// Where the person looks, if the board is larger than the terminal.
    pub(super) focus: Option<Cell>,
    /// The cell that waits for a rotation.
    pub(super) pending: Option<(TileTypeId, Cell)>,
    /// The cell, and maybe the rotation, that wait for a tile.
    pub(super) waiting: Option<(Cell, Option<u8>)>,
    /// Where the board is shown as a picture.
    pub(super) page: Option<Page>,
    /// The decision has to be shown.
    fresh: bool,
}

impl Session {
    pub(super) fn new(
        game: Game,
        look: Look,
        lines: Lines,
        file: Option<PathBuf>,
        autosave: bool,
    ) -> Self {
        let saved = game.entries().len();
        let seat = seats::alone(&game);
        Self {
            game,
            look,
            lines,
            sources: Sources::default(),
            failed: false,
            own: file.iter().cloned().collect(),
            file,
            autosave,
            confirm: Confirm::Never,
            confirmed: 0,
            kept: None,
            programs: Vec::new(),
            saved,
            read: false,
            seat,
            focus: None,
            pending: None,
            waiting: None,
            page: None,
            fresh: true,
        }
    }

    /// Shows the board as it is now where it is shown as a picture.
    pub(super) fn picture(&self) {
        if let Some(page) = &self.page {
            let expansions = self.game.rules().setup.expansions.iter().map(|e| e.id.as_str());
            let title = expansions.collect::<Vec<_>>().join(", ");
            page.show(View { title, ..page::view(&self.game, &self.look) });
        }
    }

    /// Names of the people at the table.
    pub(super) fn people(&self) -> String {
        let seats = self.game.rules().setup.players.iter().enumerate();
        let people =
            seats.filter(|(at, seat)| seat.bot.is_none() && !self.has_program(Player(*at as u8)));
        people.map(|(_, seat)| seat).map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Plays until the game is over, somebody leaves, or nobody answers.
    pub(super) fn play(&mut self, out: &mut Out) -> Result<End, Stop> {
        if self.lines.ended() {
            return Ok(End::Nobody);
        }
        loop {
            if self.game.is_over() {
                return Ok(End::Over);
            }
            if let Some(end) = self.wait(out)? {
                return Ok(end);
            }
            let stuck = match self.advance(out)? {
                Ok(true) => continue,
                Ok(false) => false,
                Err(fault) => {
                    self.tell_fault(fault, out);
                    out.note(out.lang.pick(
                        "The game is as before. Try again with Enter, or undo, save FILE, quit.",
                        "La partie est comme avant. Entrée pour réessayer, ou annuler, enregistrer FICHIER, quitter.",
                    ));
                    true
                }
            };
            if !stuck && std::mem::take(&mut self.fresh) {
                if let Some(end) = self.hand_over(out)? {
                    return Ok(end);
                }
                self.show_decision(out)?;
            }
            let (lang, game) = (out.lang, &self.game);
            let words =
                || input::words(lang, game.offered().iter().map(ToString::to_string).collect());
            let Some(line) = self.lines.ask("> ", words, out) else {
                out.note("");
                return Ok(self.silent(out));
            };
            if self.obey(input::read(&line), out)? {
                return Ok(End::Left);
            }
        }
    }

    /// Nobody types any more: a person at a terminal has left, a program lets bots play on.
    pub(super) fn silent(&mut self, out: &mut Out) -> End {
        if !self.lines.is_terminal {
            return End::Nobody;
        }
        self.leave(out);
        End::Left
    }

    /// Lets chance or a bot act, if it is for them to decide; whether they did.
    fn advance(&mut self, out: &mut Out) -> Result<Result<bool, Fault>, Stop> {
        let actor = self.game.actor();
        let done = match self.game.bot(actor) {
            _ if actor == Player::CHANCE => self.game.act_chance(),
            _ if self.has_program(actor) => self.act_program(out),
            Some(bot) => self.game.act_bot(bot),
            None => return Ok(Ok(false)),
        };
        match done {
            Ok(_) => {
                self.told(out)?;
                Ok(Ok(true))
            }
            Err(Refused::Fault(fault)) => Ok(Err(*fault)),
            Err(other) => Ok(Err(Fault::new("E0030", other.words().en, other.words().fr))),
        }
    }

    /// Says what the last action was and what it led to.
    fn told(&mut self, out: &mut Out) -> Result<(), Stop> {
        self.pending = None;
        self.waiting = None;
        self.focus = None;
        self.fresh = true;
        let Some(entry) = self.game.entries().last() else { return Ok(()) };
        let text = self.telling(entry, out.lang);
        let person = self.game.bot(entry.actor).is_none() && entry.actor != Player::CHANCE;
        out.folded(&text)?;
        self.picture();
        if person {
            self.autosave(out);
        }
        Ok(())
    }

    /// Runs a typed command. Returns whether the person leaves.
    pub(super) fn obey(&mut self, input: Input, out: &mut Out) -> Result<bool, Stop> {
        let lang = out.lang;
        // Whoever looks at something meanwhile is asked again what is still open.
        let looks = matches!(
            input,
            Input::Nothing
                | Input::Help
                | Input::Tiles
                | Input::Score
                | Input::Log
                | Input::Options
                | Input::Hint
                | Input::Save(_)
        );
        match input {
            Input::Nothing => {}
            Input::Help => out.folded(&format!("{}\n", show::help(lang)))?,
            Input::Quit => return Ok(self.leave(out)),
            Input::Undo => match self.game.undo() {
                Ok(()) => {
                    self.pending = None;
                    self.fresh = true;
                    self.picture();
                    self.autosave(out);
                    out.note(lang.pick("taken back", "annulé"));
                }
                Err(no) => {
                    let why = no.words();
                    let why = why.get(lang.code());
                    out.note(&say!(
                        lang,
                        "cannot be taken back: {why}",
                        "impossible d'annuler : {why}"
                    ));
                }
            },
            Input::Save(wanted) => self.save(&wanted, out),
            Input::Tiles => out.data(&show::tiles(&self.game, &self.look, self.seat, lang))?,
            Input::Score => {
                out.folded(&show::panel(&self.game, self.seat, lang))?;
                out.folded(&show::sheet(&self.game, lang))?;
            }
            Input::Log => out.folded(&show::log(&self.game, self.seat, lang))?,
            Input::Options => out.folded(&Menu::of(&self.game).lines(&self.game, lang))?,
            Input::Board(cell) => {
                self.focus = cell;
                self.fresh = true;
            }
            Input::Bot => match self.game.choose(STAND_IN) {
                Ok(Some(action)) => self.act(action, out)?,
                Ok(None) => {}
                Err(refused) => self.refused(refused, out),
            },
            Input::Hint => match self.game.advise() {
                Ok(advice) => out.folded(&show::advice(&self.game, &advice, lang))?,
                Err(refused) => self.refused(refused, out),
            },
            Input::Why(text) => self.why(&text, out),
            other => {
                if let Some(action) = self.action(other, out) {
                    self.act(action, out)?;
                }
            }
        }
        if looks {
            self.ask_again(out);
        }
        Ok(false)
    }

    /// Carries out a person's action, or says why not.
    fn act(&mut self, action: Action, out: &mut Out) -> Result<(), Stop> {
        match self.game.act(action) {
            Ok(_) => self.told(out)?,
            Err(Refused::Fault(fault)) => {
                self.tell_fault(*fault, out);
                out.note(out.lang.pick(
                    "The game is as before: choose something else, undo, or save it.",
                    "La partie est comme avant : choisissez autre chose, annulez, ou enregistrez-la.",
                ));
            }
            Err(refused) => {
                self.refused(refused, out);
                self.tell_held(action, out);
            }
        }
        Ok(())
    }

    /// Shows an expansion's fault with its line.
    fn tell_fault(&mut self, fault: Fault, out: &mut Out) {
        out.faults(&[fault], &self.sources);
        self.failed = true;
    }

    /// Says why nothing came of a question to the rules or to a bot.
    fn refused(&mut self, refused: Refused, out: &mut Out) {
        match refused {
            Refused::Fault(fault) => self.tell_fault(*fault, out),
            other => out.note(&show::refused(&other, out.lang)),
        }
    }

    /// Names the tile in hand after a refused placement of another one.
    fn tell_held(&self, action: Action, out: &mut Out) {
        if let Some(held) = other_tile(&self.game, action, out.lang) {
            out.note(&format!("    {held}"));
        }
    }

    /// Says which rules forbid a move.
    fn why(&mut self, text: &str, out: &mut Out) {
        let lang = out.lang;
        if text.is_empty() {
            out.note(lang.pick(
                "say which move: why place base/D 1,0 r1",
                "dites quel coup : pourquoi place base/D 1,0 r1",
            ));
            return;
        }
        let Some(action) = self.action(input::read(text), out) else { return };
        let written = self.game.write(action);
        match self.game.why_not(action) {
            Ok(reasons) if reasons.is_empty() => {
                out.note(&say!(lang, "`{written}` is allowed", "`{written}` est permis"));
            }
            Ok(reasons) => {
                self.refused(Refused::Rules { action: written, reasons }, out);
                self.tell_held(action, out);
            }
            Err(refused) => self.refused(refused, out),
        }
    }
}
