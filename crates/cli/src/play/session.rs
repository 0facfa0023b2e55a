//! One sitting: who is asked, what they type, what they see.

use std::path::PathBuf;

use bastide::Game;
use bastide::core::ids::{Cell, Player};
use bastide::core::{Action, Fault};
use bastide::game::Refused;
use bastide_draw::Look;

use super::confirm::Confirm;
use super::input::{self, Input};
use super::menu::{Item, Menu};
use super::program::Program;
use super::{STAND_IN, seats, show};
use crate::board::Extra;
use crate::faults::Sources;
use crate::lang::say;
use crate::lines::Lines;
use crate::out::Out;
use crate::stop::Stop;

/// How a sitting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The game is over.
    Over,
    /// Somebody left.
    Left,
    /// There is nobody to ask any more.
    Nobody,
}

/// A game and those who play it.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) game: Game,
    /// How things look on the board.
    pub(super) look: Look,
    pub(super) lines: Lines,
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
    /// The person at the keyboard: what only this seat may know can be on the screen.
    pub(super) seat: Player,
    /// Where the person looks, if the board is larger than the terminal.
    pub(super) focus: Option<Cell>,
    /// The cell that waits for a rotation.
    pending: Option<(bastide::core::ids::TileTypeId, Cell)>,
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
            own: file.iter().cloned().collect(),
            file,
            autosave,
            confirm: Confirm::Never,
            confirmed: 0,
            kept: None,
            programs: Vec::new(),
            saved,
            seat,
            focus: None,
            pending: None,
            fresh: true,
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
                    out.faults(&[fault], &Sources::default());
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
            out.prompt("> ");
            let Some(line) = self.lines.next() else {
                out.note("");
                return Ok(if self.lines.is_terminal { End::Left } else { End::Nobody });
            };
            if self.obey(input::read(&line), out)? {
                return Ok(End::Left);
            }
        }
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
        self.focus = None;
        self.fresh = true;
        let Some(entry) = self.game.entries().last() else { return Ok(()) };
        let text = self.telling(entry, out.lang);
        let person = self.game.bot(entry.actor).is_none() && entry.actor != Player::CHANCE;
        out.data(&text)?;
        if person {
            self.autosave(out);
        }
        Ok(())
    }

    /// Shows the decision that a person has to take.
    fn show_decision(&mut self, out: &mut Out) -> Result<(), Stop> {
        let lang = out.lang;
        let menu = Menu::of(&self.game);
        let panel = show::panel(&self.game, self.seat, lang);
        let who = show::player(&self.game, self.game.actor());
        let turn = self.game.state().turn();
        let left = self.game.read().deck_size();
        let step = self.game.prompt(lang.code());
        let asked = say!(
            lang,
            "\nTurn {turn} · {who} · {step} · {left} tiles left\n",
            "\nTour {turn} · {who} · {step} · {left} tuiles restantes\n"
        );
        let below =
            panel + &asked + &menu.turned(&self.game, &self.look) + &menu.lines(&self.game, lang);
        let extra = Extra {
            room: self.room(below.lines().count()),
            marked: self.game.last_placed(),
            ..menu.extra(&self.game)
        };
        out.line("")?;
        out.data(&show::board(&self.game, &self.look, &extra, lang))?;
        out.data(&below)?;
        out.note(lang.pick("(? for help)", "(? pour l'aide)"));
        Ok(())
    }

    /// Does what was typed; whether the person leaves.
    pub(super) fn obey(&mut self, input: Input, out: &mut Out) -> Result<bool, Stop> {
        let lang = out.lang;
        match input {
            Input::Nothing => {}
            Input::Help => out.line(show::help(lang))?,
            Input::Quit => return Ok(self.leave(out)),
            Input::Undo => match self.game.undo() {
                Ok(()) => {
                    self.pending = None;
                    self.fresh = true;
                    self.autosave(out);
                    out.note(lang.pick("taken back", "repris"));
                }
                Err(no) => {
                    let why = no.words();
                    let why = why.get(lang.code());
                    out.note(&say!(
                        lang,
                        "cannot be taken back: {why}",
                        "impossible à reprendre : {why}"
                    ));
                }
            },
            Input::Save(wanted) => self.save(&wanted, out),
            Input::Tiles => out.data(&show::tiles(&self.game, &self.look, self.seat, lang))?,
            Input::Score => {
                out.data(&show::panel(&self.game, self.seat, lang))?;
                out.data(&show::sheet(&self.game, lang))?;
            }
            Input::Log => out.data(&show::log(&self.game, self.seat))?,
            Input::Board(cell) => {
                self.focus = cell;
                self.fresh = true;
            }
            Input::Bot => match self.game.choose(STAND_IN) {
                Ok(Some(action)) => self.act(action, out)?,
                Ok(None) => {}
                Err(refused) => out.note(&show::refused(&refused, lang)),
            },
            Input::Hint => match self.game.advise() {
                Ok(advice) => out.data(&show::advice(&self.game, &advice, lang))?,
                Err(refused) => out.note(&show::refused(&refused, lang)),
            },
            Input::Why(text) => self.why(&text, out),
            other => {
                if let Some(action) = self.action(other, out) {
                    self.act(action, out)?;
                }
            }
        }
        Ok(false)
    }

    /// The action that was typed; what is wrong or missing is said.
    fn action(&mut self, input: Input, out: &mut Out) -> Option<Action> {
        let lang = out.lang;
        let menu = Menu::of(&self.game);
        match input {
            Input::Number(0, None) if menu.pass => Some(Action::Pass),
            Input::Number(n, turn) => match (menu.item(n), turn) {
                (Some(Item::Cell(tile, cell, _)), _) => self.turned(*tile, *cell, turn, &menu, out),
                (Some(Item::Do(action)), None) => Some(*action),
                (Some(Item::Number(_, range)), None) => {
                    let verb = range.rsplit_once(' ').map_or(&**range, |(verb, _)| verb);
                    out.note(&say!(
                        lang,
                        "write the number too: {verb} N, one of {range}",
                        "écrivez aussi le nombre : {verb} N, parmi {range}"
                    ));
                    None
                }
                _ => {
                    out.note(&say!(lang, "there is no option {n}", "il n'y a pas d'option {n}"));
                    None
                }
            },
            Input::Cell(cell, turn) => {
                let tile = match menu.fitting(cell).as_slice() {
                    [tile] => Some(*tile),
                    [] => self.game.state().drawn(),
                    _ => {
                        out.note(lang.pick(
                            "several tiles fit there: type the number of the option",
                            "plusieurs tuiles y vont : tapez le numéro de l'option",
                        ));
                        return None;
                    }
                };
                let Some(tile) = tile else {
                    out.note(
                        lang.pick("there is no tile to place", "il n'y a pas de tuile à poser"),
                    );
                    return None;
                };
                self.turned(tile, cell, turn, &menu, out)
            }
            Input::Turn(turn) => {
                if self.pending.is_none() {
                    out.note(
                        lang.pick("name the cell first: 3 r1", "nommez d'abord la case : 3 r1"),
                    );
                }
                self.pending.map(|(tile, cell)| Action::Place {
                    tile,
                    cell,
                    rotation: turn,
                    over: None,
                })
            }
            Input::Move(text) => match self.game.parse(&text) {
                Ok(action) => Some(action),
                Err(no) => {
                    out.note(lang.pick(&no.en, &no.fr));
                    out.note(&input::meant(&text, lang));
                    None
                }
            },
            _ => None,
        }
    }

    /// A placement on a cell: with the rotation given, or the only one that fits; else it is asked for.
    fn turned(
        &mut self,
        tile: bastide::core::ids::TileTypeId,
        cell: Cell,
        turn: Option<u8>,
        menu: &Menu,
        out: &mut Out,
    ) -> Option<Action> {
        let place = |rotation| Some(Action::Place { tile, cell, rotation, over: None });
        let fitting = menu.items.iter().find_map(|item| match item {
            Item::Cell(t, c, rotations) if (*t, *c) == (tile, cell) => Some(rotations.as_slice()),
            _ => None,
        });
        match (turn, fitting) {
            (Some(turn), _) => place(turn),
            (None, Some([only])) => place(*only),
            // Nothing fits: the rules say why.
            (None, None | Some([])) => place(0),
            (None, Some(several)) => {
                self.pending = Some((tile, cell));
                let turns: Vec<String> = several.iter().map(|r| format!("r{r}")).collect();
                let turns = turns.join(" ");
                out.note(&say!(
                    out.lang,
                    "{cell}: which rotation? {turns}",
                    "{cell} : quelle rotation ? {turns}"
                ));
                None
            }
        }
    }

    /// Carries out a person's action, or says why not.
    fn act(&mut self, action: Action, out: &mut Out) -> Result<(), Stop> {
        match self.game.act(action) {
            Ok(_) => self.told(out)?,
            Err(Refused::Fault(fault)) => {
                out.faults(&[*fault], &Sources::default());
                out.note(out.lang.pick(
                    "The game is as before: choose something else, undo, or save it.",
                    "La partie est comme avant : choisissez autre chose, annulez, ou enregistrez-la.",
                ));
            }
            Err(refused) => out.note(&show::refused(&refused, out.lang)),
        }
        Ok(())
    }

    /// Says which rules forbid a move.
    fn why(&mut self, text: &str, out: &mut Out) {
        let lang = out.lang;
        let Some(action) = self.action(input::read(text), out) else { return };
        let written = self.game.write(action);
        match self.game.why_not(action) {
            Ok(reasons) if reasons.is_empty() => {
                out.note(&say!(lang, "`{written}` is allowed", "`{written}` est permis"));
            }
            Ok(reasons) => {
                let refused = Refused::Rules { action: written, reasons };
                out.note(&show::refused(&refused, lang));
            }
            Err(refused) => out.note(&show::refused(&refused, lang)),
        }
    }
}
