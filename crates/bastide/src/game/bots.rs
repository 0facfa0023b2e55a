//! Bots at the table: what they would do, and what they do.

use std::borrow::Cow;

use bastide_core::ids::Player;
use bastide_core::{Action, Engine, Ruleset, State};

use super::play::Play;
use super::{Outcome, Refused};
use crate::bots::{self, Bot, Chosen, Limit, Scratch};
use crate::chance::{Purpose, Stream};
use crate::rules::Rules;
use crate::view::Seen;

/// What a bot goes by when it answers for the seat that decides: plain data, which may go to another thread, with an engine of
/// the same rules there, while the game stays where it is.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    rules: Rules,
    state: Cow<'a, State>,
    actor: Player,
    /// Numbers of this decision.
    stream: Stream,
}

impl Question<'_> {
    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the same without the game.
    #[must_use]
    pub fn apart(self) -> Question<'static> {
        Question { state: Cow::Owned(self.state.into_owned()), ..self }
    }

    /// The action that a bot would take, as far as it may look.
    ///
    /// # Errors
    ///
    /// An expansion failed, or the engine has other rules.
    pub fn choose(
        &self,
        engine: &mut Engine,
        bot: Bot,
        scratch: &mut Scratch,
    ) -> Result<Option<Chosen>, Refused> {
        self.rules.fit(engine)?;
        let mut stream = self.stream.clone();
        // In listing order, as simulations do.
        let options = engine.list(&self.state)?.iter().collect::<Vec<_>>();
        let i = bots::choose(bot, engine, self.seen(), &options, &mut stream, scratch)?;
        let action = options.get(i).and_then(|c| c.drawn(|n| bot.number(n, &stream)));
        Ok(action.map(|action| Chosen { action, whole: scratch.whole }))
    }

    /// What `planner` thinks of the options: the best first, each with the points by which the seat that decides then stands to
    /// be ahead of the others. Of rotations of a tile that look alike there is the first alone.
    ///
    /// # Errors
    ///
    /// Fails like [`Question::choose`].
    pub fn advise(&self, engine: &mut Engine) -> Result<Vec<(Action, f64)>, Refused> {
        self.rules.fit(engine)?;
        let options = engine.decision(&self.state)?.options;
        let (stream, mut scratch) = (&self.stream, Scratch::default());
        let ranked = bots::advise(engine, self.seen(), &options, stream, &mut scratch)?;
        let action = |(i, points): (usize, f64)| Some((options.get(i)?.action()?, points));
        let all: Vec<(Action, f64)> = ranked.into_iter().filter_map(action).collect();
        let mut distinct = all.clone();
        distinct.retain(|(action, _)| {
            !all.iter().any(|(other, _)| comes_first(&self.rules.ruleset, *other, *action))
        });
        Ok(distinct)
    }

    fn seen(&self) -> Seen<'_> {
        Seen::new(&self.rules.ruleset, &self.state, self.actor)
    }
}

/// Whether two options look alike, and the other one turns the tile less.
fn comes_first(rules: &Ruleset, other: Action, action: Action) -> bool {
    let turned = |action| match action {
        Action::Place { rotation, .. } => Some(rotation),
        _ => None,
    };
    turned(other) < turned(action) && rules.looks_alike(other, action)
}

impl Play {
    /// What a bot has to know to answer for the seat that decides.
    ///
    /// # Errors
    ///
    /// Chance is asked or nobody.
    pub fn question(&self) -> Result<Question<'_>, Refused> {
        let actor = self.decision.actor;
        if self.is_over() || actor == Player::CHANCE {
            return Err(self.not_asked());
        }
        let asked = self.entries.iter().filter(|e| e.actor == actor).count() as u64;
        Ok(Question {
            rules: self.rules.clone(),
            state: Cow::Borrowed(&self.state),
            actor,
            stream: Stream::after(self.seed, self.number, Purpose::Bot(actor.0), asked),
        })
    }

    /// Lets a bot answer for the seat that decides.
    ///
    /// # Errors
    ///
    /// Chance is asked or nobody, or an expansion failed.
    pub fn act_bot(&mut self, engine: &mut Engine, bot: Bot) -> Result<Outcome, Refused> {
        match self.choose(engine, bot)? {
            Some(action) => self.act(engine, action),
            None => Err(Refused::Over),
        }
    }

    /// The action that a bot would take for the seat that decides.
    ///
    /// # Errors
    ///
    /// Fails like [`Play::act_bot`].
    pub fn choose(&self, engine: &mut Engine, bot: Bot) -> Result<Option<Action>, Refused> {
        let chosen = self.choose_within(engine, bot, Limit::default())?;
        Ok(chosen.map(|chosen| chosen.action))
    }

    /// The action that a bot would take for the seat that decides, if it may look only so far: the best that it has found.
    ///
    /// # Errors
    ///
    /// Fails like [`Play::act_bot`].
    pub fn choose_within(
        &self,
        engine: &mut Engine,
        bot: Bot,
        limit: Limit,
    ) -> Result<Option<Chosen>, Refused> {
        self.question()?.choose(engine, bot, &mut Scratch::within(limit))
    }
}
