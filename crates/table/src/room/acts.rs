//! What people do in a game, and what they ask of it.

use bastide::Game;
use bastide::core::Words;
use bastide::core::ids::{Cell, Player, SegmentId, TileTypeId};
use bastide::game::Refused;

use super::wish::{actions, not_here};
use super::{ACTION_BYTES_MAX, ANSWERS_MAX, Answer, Room};
use crate::policy::{Confirm, Undo};
use crate::seats::Viewer;
use crate::why::{self, Pointed};

impl Room {
    pub(super) fn act(
        &mut self,
        viewer: Viewer,
        n: usize,
        action: &str,
        id: String,
        done: bool,
    ) -> Answer {
        let said =
            |(seat, word, _): &&(Player, String, Answer)| *seat == viewer.seat && *word == id;
        if let Some((_, _, answer)) = self.answers.iter().find(said) {
            return answer.clone();
        }
        let answer = self.act_once(viewer, n, action, done);
        if matches!(answer, Answer::Done { .. }) && id.len() <= ACTION_BYTES_MAX {
            self.answers.truncate(ANSWERS_MAX - 1);
            self.answers.push_front((viewer.seat, id, answer.clone()));
        }
        answer
    }

    fn act_once(&mut self, viewer: Viewer, n: usize, action: &str, done: bool) -> Answer {
        let game = match self.current(viewer, n) {
            Ok(game) => game,
            Err(no) => return no,
        };
        if game.actor() != viewer.seat {
            return Answer::not_your_turn();
        }
        if action.len() > ACTION_BYTES_MAX {
            return Answer::no("illegal", "this is no action", "ce n'est pas une action");
        }
        if let Err(refused) = game.act_text(action) {
            self.failed(&refused);
            return Answer::refused(&refused);
        }
        let goes_on = game.actor() == viewer.seat || game.is_over();
        let waits = !done && self.policy.confirm == Confirm::Ask;
        self.held = (!goes_on && waits).then_some(viewer.seat);
        self.trouble = None;
        self.changed()
    }

    pub(super) fn done(&mut self, viewer: Viewer, n: usize) -> Answer {
        if let Err(no) = self.current(viewer, n) {
            return no;
        }
        if self.held != Some(viewer.seat) {
            return Answer::no("turn", "nobody waits for you", "personne ne vous attend");
        }
        self.held = None;
        self.changed()
    }

    pub(super) fn undo(&mut self, viewer: Viewer, n: usize) -> Answer {
        if self.policy.undo == Undo::None {
            return not_here();
        }
        let game = match self.current(viewer, n) {
            Ok(game) => game,
            Err(no) => return no,
        };
        if let Err(no) = game.undo_by(viewer.seat) {
            let words = no.words();
            return Answer::no("illegal", words.en, words.fr);
        }
        let name = self.seats.get(viewer.seat.index()).map_or("?", |seat| seat.name.as_str());
        self.note(Words::new(
            format!("Taken back by {name}: {}.", actions(1, "en")),
            format!("Retour en arrière ({name}) : {}.", actions(1, "fr")),
        ));
        self.held = None;
        self.trouble = None;
        self.changed()
    }

    /// Whether a seat may take back the last action.
    pub(crate) fn may_undo(&self, seat: Player) -> bool {
        let Some(game) = &self.game else { return false };
        let own = game.entries().last().is_some_and(|last| last.actor == seat);
        let may = self.policy.undo != Undo::None && !game.is_over();
        own && may && seat.is_some() && game.undoable() > 0
    }

    pub(super) fn why(&mut self, viewer: Viewer, action: &str) -> Answer {
        if !self.may_look(viewer) {
            return not_here();
        }
        let Some(game) = &self.game else { return Answer::not_begun() };
        if !why::may_ask(game, viewer.seat) {
            return Answer::no(
                "turn",
                "it is not your turn, and the answer would tell what is hidden from you",
                "ce n'est pas à vous de jouer, et la réponse dirait ce qui vous est caché",
            );
        }
        let rules = match game.parse(action).map_err(Refused::from).and_then(|a| game.why_not(a)) {
            Ok(rules) => rules,
            Err(refused) => return Answer::refused(&refused),
        };
        let line = |r: bastide::game::Cited| {
            Words::new(format!("{} [{}]", r.en, r.rule), format!("{} [{}]", r.fr, r.rule))
        };
        Answer::Said { lines: rules.into_iter().map(line).collect() }
    }

    /// Says which rules forbid what somebody who decides may have meant by a cell, over it a tile, or by a segment.
    pub fn why_at(
        &self,
        viewer: Viewer,
        cell: Option<[i16; 2]>,
        node: Option<u16>,
        tile: Option<u16>,
    ) -> Answer {
        if !self.may_look(viewer) {
            return not_here();
        }
        let Some(game) = &self.game else { return Answer::not_begun() };
        if viewer.seat != game.actor() || self.held.is_some() {
            return Answer::not_your_turn();
        }
        let segment = node.map(SegmentId).filter(|node| game.state().is_there(*node));
        let pointed = match (cell, segment) {
            (_, Some(node)) => Pointed::Segment(node),
            (Some([x, y]), None) => Pointed::Cell(Cell::new(x, y), tile.map(TileTypeId)),
            (None, None) => {
                return Answer::no("illegal", "there is no such place", "ce lieu n'existe pas");
            }
        };
        match why::why(game, pointed) {
            Ok(lines) => Answer::Said { lines },
            Err(refused) => Answer::refused(&refused),
        }
    }

    /// The game, if the viewer sits at it and has seen all that was done.
    pub(super) fn current(&mut self, viewer: Viewer, n: usize) -> Result<&mut Game, Answer> {
        let Some(game) = &mut self.game else { return Err(Answer::not_begun()) };
        if !viewer.seat.is_some() {
            return Err(Answer::no(
                "key",
                "you look on: take a seat first",
                "vous regardez : prenez d'abord une place",
            ));
        }
        if game.entries().len() != n {
            return Err(Answer::stale());
        }
        Ok(game)
    }
}
