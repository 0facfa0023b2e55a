//! Hints of `planner`: for the deciding player, and later for everybody, what else could have been done.

use bastide::bots::Scratch;
use bastide::core::{Action, Engine, Words};
use bastide::game::{Question, Refused};
use bastide::{Bot, Game, Rules, story};

use super::bots;
use super::{Answer, Room};
use crate::seats::Viewer;

/// Actions that a hint names.
const HINTS: usize = 3;

/// A decision that is thought about away from the room.
#[derive(Debug)]
pub struct Asks {
    question: Question<'static>,
    /// Where the game was.
    place: (u64, usize),
}

impl Asks {
    /// The decision of a game, if somebody decides there.
    pub(super) fn of(game: &Game, place: (u64, usize)) -> Option<Self> {
        let question = game.question().ok()?.apart();
        Some(Asks { question, place })
    }

    /// Where the game was: its course, and after how many actions.
    pub(super) fn place(&self) -> (u64, usize) {
        self.place
    }

    /// Returns the rules for the engine that computes the hint.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.question.rules()
    }

    /// What a bot chooses.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn choose(&self, engine: &mut Engine, bot: Bot) -> Result<Action, Refused> {
        bots::choose(bot, |bot, limit| {
            self.question.choose(engine, bot, &mut Scratch::within(limit))
        })
    }

    /// What `planner` thinks of the options, the best first.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn advise(&self, engine: &mut Engine) -> Result<Vec<(Action, f64)>, Refused> {
        self.question.advise(engine)
    }
}

impl Room {
    /// Returns the decision for a hint; with `at`, the decision after that many actions.
    ///
    /// # Errors
    ///
    /// Returns the reason for refusing: the viewer does not decide, or something is hidden from them that the hint
    /// could reveal.
    pub fn wants_hint(&mut self, viewer: Viewer, at: Option<usize>) -> Result<Asks, Answer> {
        if !self.policy.hints {
            return Err(Answer::no(
                "policy",
                "no hints are given at this table: its host decided so before the game",
                "cette table se passe de conseils : son hôte l'a décidé avant la partie",
            ));
        }
        let Some(n) = at else {
            let Some(game) = &self.game else { return Err(Answer::not_begun()) };
            if game.actor() != viewer.seat || self.held.is_some() {
                return Err(Answer::not_your_turn());
            }
            return self.asks().ok_or_else(Answer::not_your_turn);
        };
        let course = self.place().0;
        let asks = self.shown_at(viewer, n, |game| Asks::of(game, (course, n)));
        let hidden = |why: Words| Answer::no("turn", why.en, why.fr);
        asks.map_err(hidden)?.ok_or_else(|| {
            Answer::no("turn", "nobody decided there", "personne n'a rien décidé à ce moment")
        })
    }

    /// Returns the hint of a computed ranking, if it is still wanted.
    pub fn hint(
        &mut self,
        viewer: Viewer,
        at: Option<usize>,
        asks: &Asks,
        advice: Result<Vec<(Action, f64)>, Refused>,
    ) -> Answer {
        let ranked = match advice {
            Ok(ranked) => ranked,
            Err(refused) => return Answer::refused(&refused),
        };
        let lines = match (at, &self.game) {
            (None, Some(game)) => (asks.place == self.place() && game.actor() == viewer.seat)
                .then(|| ranked.iter().take(HINTS).map(|(one, _)| line(game, *one)).collect()),
            (Some(n), Some(game)) if asks.place == (self.place().0, n) => {
                let done = game.entries().get(n).map(|entry| entry.action);
                self.shown_at(viewer, n, |game| compared(game, &ranked, done)).ok()
            }
            _ => None,
        };
        lines.map_or_else(Answer::stale, |lines| Answer::Said { lines })
    }

    /// Computes and returns a hint at once.
    pub(super) fn hint_now(&mut self, viewer: Viewer, at: Option<usize>) -> Answer {
        let asks = match self.wants_hint(viewer, at) {
            Ok(asks) => asks,
            Err(no) => return no,
        };
        let advice = match at {
            None => self.game.as_ref().map(Game::advise),
            Some(n) => self.shown_at(viewer, n, Game::advise).ok(),
        };
        match advice {
            Some(advice) => self.hint(viewer, at, &asks, advice),
            None => Answer::stale(),
        }
    }
}

fn line(game: &Game, action: Action) -> Words {
    let said = |lang| story::action_line(game, action, lang);
    Words::new(said("en"), said("fr"))
}

/// The best options and what was done, each with the points by which the seat then stood to be ahead of the others.
fn compared(game: &Game, ranked: &[(Action, f64)], done: Option<Action>) -> Vec<Words> {
    let rules = &game.rules().ruleset;
    let is = |one: Action| done.is_some_and(|done| one == done || rules.looks_alike(one, done));
    let named = ranked.iter().enumerate().filter(|(n, (one, _))| *n < HINTS || is(*one));
    let told = |(_, (one, points)): (usize, &(Action, f64))| {
        let Words { en, fr } = line(game, *one);
        let [so, ainsi] =
            if is(*one) { [" – so it was", " – ce fut le choix"] } else { [""; 2] };
        Words::new(
            format!("{} {en}{so}", story::ahead(*points, "en")),
            format!("{} {fr}{ainsi}", story::ahead(*points, "fr")),
        )
    };
    named.map(told).collect()
}
