//! Taking and leaving seats, and the beginning of the game.

use bastide::core::Words;
use bastide::{Bot, Game, PlayerSeat, Rules, Seed, Setup};

use super::wish::looks_on;
use super::{Answer, Room};
use crate::key::Key;
use crate::now::Phase;
use crate::policy::{PAUSE_MAX, PolicyChange};
use crate::seats::{self, Seat, Viewer};

/// The bot that plays seats that nobody took, and for people who are gone.
pub(super) const STAND_IN: Bot = Bot::Planner;

impl Room {
    pub(super) fn sit(
        &mut self,
        viewer: Viewer,
        seat: Option<usize>,
        name: &str,
        mut fresh: impl FnMut() -> Key,
    ) -> Answer {
        if !viewer.invited {
            return Answer::no(
                "key",
                "whoever wants to sit down needs the link of an invitation",
                "pour s'asseoir, il faut le lien d'une invitation",
            );
        }
        if seat.is_some_and(|at| at >= self.seats.len()) {
            return no_seat();
        }
        let free = seat.or_else(|| self.seats.iter().position(Seat::is_free));
        let Some(at) = free.filter(|at| self.seats.get(*at).is_some_and(|s| s.key.is_none()))
        else {
            return Answer::no("seat", "this seat is taken", "cette place est prise");
        };
        // Whoever takes a seat of a game that has begun, and says no name, is called as whoever sat there.
        if self.game.is_none() || !name.trim().is_empty() {
            match seats::name(name, &self.seats, at) {
                Ok(name) => self.seats[at].name = name,
                Err(why) => return Answer::No { code: "seat", why, rules: Vec::new() },
            }
        }
        let (key, clock, seat) = (fresh(), self.clock, &mut self.seats[at]);
        (seat.key, seat.bot, seat.seen) = (Some(key.seal()), None, clock);
        seat.ready = false;
        self.changed();
        Answer::Sat { seat: at, key: key.to_string() }
    }

    pub(super) fn rename(&mut self, viewer: Viewer, name: &str) -> Answer {
        let at = viewer.seat.index();
        let Some(before) = self.seats.get(at).map(|seat| seat.name.clone()) else {
            return looks_on();
        };
        let name = match seats::name(name, &self.seats, at) {
            Ok(name) => name,
            Err(why) => return Answer::No { code: "seat", why, rules: Vec::new() },
        };
        if self.game.is_some() && name != before {
            self.note(Words::new(
                format!("{before} is called {name} from now on."),
                format!("{before} s'appelle désormais {name}."),
            ));
        }
        self.seats[at].name = name;
        self.changed()
    }

    /// The game calls people as the table does; its record keeps the names with which it began.
    pub(crate) fn call_by_names(&mut self) {
        let Some(game) = &mut self.game else { return };
        if game.names().iter().zip(&self.seats).any(|(name, seat)| *name != seat.name) {
            game.call(self.seats.iter().map(|seat| seat.name.clone()));
        }
    }

    pub(super) fn leave(&mut self, viewer: Viewer, seat: Option<usize>) -> Answer {
        let at = match seat {
            Some(at) if viewer.host || at == viewer.seat.index() => at,
            None if viewer.seat.is_some() => viewer.seat.index(),
            _ => return not_host(),
        };
        let Some(seat) = self.seats.get_mut(at) else { return no_seat() };
        let person = seat.key.is_some().then(|| seat.name.clone());
        (seat.key, seat.bot, seat.ready) = (None, None, false);
        if let Some(name) = person.filter(|_| self.phase() == Phase::Playing) {
            self.note(Words::new(
                format!("The seat of {name} is free."),
                format!("La place de {name} est libre."),
            ));
        }
        if self.held.is_some_and(|held| held.index() == at) {
            self.held = None;
        }
        self.changed()
    }

    pub(super) fn set_bot(&mut self, viewer: Viewer, seat: usize, bot: &str) -> Answer {
        if !viewer.host {
            return not_host();
        }
        let Some(bot) = Bot::named(bot) else {
            return Answer::no("seat", "there is no such bot", "ce robot n'existe pas");
        };
        let Some(sits) = self.seats.get(seat) else { return no_seat() };
        if sits.key.is_some() {
            if self.game.is_none() {
                return Answer::no(
                    "seat",
                    "somebody has taken this seat: free it first",
                    "quelqu'un a pris cette place : libérez-la d'abord",
                );
            }
            if self.is_here(seat) {
                return Answer::no(
                    "seat",
                    "whoever sits there is here: free the seat first",
                    "la personne assise là est présente : libérez d'abord sa place",
                );
            }
            return self.stand_in_with(seat, bot);
        }
        self.leave(viewer, Some(seat));
        self.seats[seat].bot = Some(bot);
        self.changed()
    }

    pub(super) fn set_policy(
        &mut self,
        viewer: Viewer,
        change: PolicyChange,
        mut fresh: impl FnMut() -> Key,
    ) -> Answer {
        if !viewer.host {
            return not_host();
        }
        if self.game.is_some() {
            return Answer::no("turn", "the game has begun", "la partie a commencé");
        }
        let policy = change.of(self.policy);
        if policy.pause > PAUSE_MAX {
            return Answer::no(
                "policy",
                "bots pause for five seconds at most",
                "les robots attendent cinq secondes au plus",
            );
        }
        self.policy = policy;
        // Pictures are asked for without a key: a word that only those know who may look stands for it.
        self.pictures = (!policy.watchers).then(|| self.pictures.unwrap_or_else(&mut fresh));
        self.changed()
    }

    pub(super) fn ready(&mut self, viewer: Viewer, yes: bool) -> Answer {
        if self.game.is_some() {
            return Answer::no("turn", "the game has begun", "la partie a commencé");
        }
        let Some(seat) = self.seats.get_mut(viewer.seat.index()) else {
            return Answer::no(
                "key",
                "you look on: take a seat first",
                "vous regardez : prenez d'abord une place",
            );
        };
        seat.ready = yes;
        self.changed()
    }

    pub(super) fn start(&mut self, viewer: Viewer, seed: Seed) -> Answer {
        if !viewer.host {
            return not_host();
        }
        if self.game.is_some() {
            return Answer::no("turn", "the game has begun", "la partie a commencé");
        }
        for seat in self.seats.iter_mut().filter(|seat| seat.is_free()) {
            seat.bot = Some(STAND_IN);
        }
        match self.begin(seed) {
            Ok(game) => {
                self.game = Some(game);
                self.changed()
            }
            Err(error) => {
                let what = error.faults().into_iter().next().map(|fault| fault.what);
                Answer::No { code: "fault", why: what.unwrap_or_default(), rules: Vec::new() }
            }
        }
    }

    /// The game with those who sit at the table.
    fn begin(&self, seed: Seed) -> bastide::Result<Game> {
        let mut config = self.config.clone();
        let seat = |seat: &Seat| PlayerSeat {
            name: seat.name.clone(),
            bot: seat.bot.map(|bot| bot.name().to_owned()),
        };
        config.players = self.seats.iter().map(seat).collect();
        let setup = Setup::load(&config, &self.library)?;
        Ok(Game::new(Rules::new(setup)?.lean(), config.seed.unwrap_or(seed))?)
    }
}

pub(super) fn not_host() -> Answer {
    Answer::no("key", "only the host may do that", "seul l'hôte peut le faire")
}

pub(super) fn no_seat() -> Answer {
    Answer::no("seat", "there is no such seat", "cette place n'existe pas")
}
