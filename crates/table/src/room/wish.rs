//! What one person at the table wishes and others agree to: going back, a bot for somebody who is gone.

use std::collections::BTreeSet;

use bastide::core::Words;
use bastide::core::ids::Player;

use super::lobby::{STAND_IN, no_seat};
use super::{Answer, Room};
use crate::policy::Undo;
use crate::seats::Viewer;

/// The subject of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Undo all but the first `n` actions.
    Back(usize),
    /// A bot for this seat.
    StandIn(usize),
}

/// A wish and what was said to it.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// Its number at this table.
    pub(crate) id: u64,
    pub(crate) what: What,
    /// Who wishes it.
    pub(crate) by: usize,
    /// Actions that were done: it lapses when another number is.
    n: usize,
    pub(crate) yes: BTreeSet<usize>,
    no: BTreeSet<usize>,
}

/// How far a wish has come.
enum Comes {
    True,
    Nothing,
    Waits,
}

impl Room {
    pub(super) fn back(&mut self, viewer: Viewer, n: usize, to: usize) -> Answer {
        if self.policy.undo != Undo::Agreed {
            return not_here();
        }
        match self.current(viewer, n) {
            Err(no) => return no,
            Ok(game) if game.is_over() => {
                return Answer::no("turn", "the game is over", "la partie est terminée");
            }
            Ok(_) => {}
        }
        if to >= n {
            return Answer::no(
                "illegal",
                "this has not been done yet",
                "cela n'a pas encore été joué",
            );
        }
        self.wish(What::Back(to), viewer)
    }

    pub(super) fn stand_in(&mut self, viewer: Viewer, seat: usize) -> Answer {
        if self.seats.get(seat).is_none() {
            return no_seat();
        }
        if !viewer.seat.is_some() {
            return looks_on();
        }
        if !self.is_late(seat) {
            return Answer::no(
                "seat",
                "only who is awaited and gone for two minutes can be stood in for",
                "on ne remplace que qui est attendu et absent depuis deux minutes",
            );
        }
        self.wish(What::StandIn(seat), viewer)
    }

    pub(super) fn vote(&mut self, viewer: Viewer, id: u64, yes: bool) -> Answer {
        let Some(wish) = self.wish.as_mut().filter(|wish| wish.id == id) else {
            return Answer::no(
                "stale",
                "nobody wishes that any more",
                "plus personne ne le demande",
            );
        };
        if !viewer.seat.is_some() {
            return looks_on();
        }
        let (said, other) =
            if yes { (&mut wish.yes, &mut wish.no) } else { (&mut wish.no, &mut wish.yes) };
        other.remove(&viewer.seat.index());
        said.insert(viewer.seat.index());
        self.changed()
    }

    /// Somebody wishes something; who wishes the same as another agrees.
    fn wish(&mut self, what: What, viewer: Viewer) -> Answer {
        if let Some(wish) = &self.wish {
            return if wish.what == what {
                self.vote(viewer, wish.id, true)
            } else {
                Answer::no(
                    "soon",
                    "something else is being decided",
                    "autre chose est en train de se décider",
                )
            };
        }
        self.wishes += 1;
        let (id, by, n) = (self.wishes, viewer.seat.index(), self.actions());
        self.wish = Some(Wish { id, what, by, n, yes: BTreeSet::from([by]), no: BTreeSet::new() });
        self.changed()
    }

    /// Seats whose word counts.
    pub(crate) fn voters(&self, what: What) -> Vec<usize> {
        match what {
            What::Back(_) => self.people().collect(),
            What::StandIn(gone) => {
                self.people().filter(|at| *at != gone && self.is_here(*at)).collect()
            }
        }
    }

    /// How many have to say yes.
    pub(crate) fn needed(&self, what: What) -> usize {
        let voters = self.voters(what).len();
        match what {
            What::Back(_) => voters,
            What::StandIn(_) => voters / 2 + 1,
        }
    }

    /// Grants a wish as soon as enough have agreed, and drops it when they cannot any more.
    pub(super) fn settle_wish(&mut self) {
        let Some(wish) = self.wish.take() else { return };
        match self.comes(&wish) {
            Comes::Waits => self.wish = Some(wish),
            Comes::Nothing => self.version += 1,
            Comes::True => match wish.what {
                What::Back(to) => self.go_back(to),
                What::StandIn(seat) => {
                    self.stand_in_with(seat, STAND_IN);
                }
            },
        }
    }

    fn comes(&self, wish: &Wish) -> Comes {
        let (voters, needed) = (self.voters(wish.what), self.needed(wish.what));
        let of = |said: &BTreeSet<usize>| voters.iter().filter(|at| said.contains(at)).count();
        let lapsed = match wish.what {
            What::Back(_) => wish.n != self.actions(),
            What::StandIn(seat) => !self.is_late(seat),
        };
        if lapsed || of(&wish.no) > voters.len().saturating_sub(needed) {
            Comes::Nothing
        } else if of(&wish.yes) >= needed && !voters.is_empty() {
            Comes::True
        } else {
            Comes::Waits
        }
    }

    /// Undoes all but the first `n` actions.
    fn go_back(&mut self, to: usize) {
        let Some(game) = &self.game else { return };
        let n = game.entries().len().saturating_sub(to);
        match game.taken_back(to) {
            Ok(game) => {
                self.game = Some(game);
                (self.held, self.trouble) = (None, None);
                self.note(Words::new(
                    format!("Taken back, as all agreed: {}.", actions(n, "en")),
                    format!("Retour en arrière d'un commun accord : {}.", actions(n, "fr")),
                ));
            }
            Err(why) => {
                self.note(Words::new(
                    format!("The game cannot go back: {}", why.en),
                    format!("La partie ne peut revenir en arrière : {}", why.fr),
                ));
            }
        }
        self.changed();
    }

    /// Actions that were done.
    pub(crate) fn actions(&self) -> usize {
        self.game.as_ref().map_or(0, |game| game.entries().len())
    }

    /// A wish in words.
    pub(crate) fn wished(&self, wish: &Wish) -> Words {
        let name = |at: usize| self.seats.get(at).map_or("?", |seat| seat.name.as_str());
        let by = name(wish.by);
        match wish.what {
            What::Back(to) => {
                let n = self.actions().saturating_sub(to);
                Words::new(
                    format!("{by} would like to take back {}.", actions(n, "en")),
                    format!("{by} aimerait revenir {} en arrière.", actions(n, "fr")),
                )
            }
            What::StandIn(seat) => Words::new(
                format!("{by} would like a bot to play for {}.", name(seat)),
                format!("{by} aimerait qu'un robot joue pour {}.", name(seat)),
            ),
        }
    }
}

/// `3 actions`
pub(super) fn actions(n: usize, lang: &str) -> String {
    let many = if lang == "fr" { n > 1 } else { n != 1 };
    format!("{n} action{}", if many { "s" } else { "" })
}

pub(super) fn not_here() -> Answer {
    Answer::no("policy", "this is not done at this table", "cela ne se fait pas à cette table")
}

pub(super) fn looks_on() -> Answer {
    Answer::no("key", "you look on: take a seat first", "vous regardez : prenez d'abord une place")
}

/// Whether a viewer has said yes.
pub(crate) fn has_agreed(wish: &Wish, seat: Player) -> bool {
    seat.is_some() && wish.yes.contains(&seat.index())
}
