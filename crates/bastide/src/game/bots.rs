//! Bots at the table: what they would do, and what they do.

use bastide_core::ids::Player;
use bastide_core::{Action, Engine};

use super::play::Play;
use super::{Outcome, Refused};
use crate::bots::{self, Bot, Chosen, Limit, Scratch};
use crate::chance::{Purpose, Stream};
use crate::view::Seen;

impl Play {
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
    /// As [`Play::act_bot`].
    pub fn choose(&self, engine: &mut Engine, bot: Bot) -> Result<Option<Action>, Refused> {
        let chosen = self.choose_within(engine, bot, Limit::default())?;
        Ok(chosen.map(|chosen| chosen.action))
    }

    /// The action that a bot would take for the seat that decides, if it may look only so far: the best that it has found.
    ///
    /// # Errors
    ///
    /// As [`Play::act_bot`].
    pub fn choose_within(
        &self,
        engine: &mut Engine,
        bot: Bot,
        limit: Limit,
    ) -> Result<Option<Chosen>, Refused> {
        self.choose_with(engine, bot, &mut Scratch::within(limit))
    }

    /// As [`Play::choose_within`], with buffers, threads and a limit of the caller's.
    ///
    /// # Errors
    ///
    /// As [`Play::act_bot`].
    pub fn choose_with(
        &self,
        engine: &mut Engine,
        bot: Bot,
        scratch: &mut Scratch,
    ) -> Result<Option<Chosen>, Refused> {
        self.fits(engine)?;
        let actor = self.decision.actor;
        if self.is_over() || actor == Player::CHANCE {
            return Err(self.not_asked());
        }
        let mut stream =
            Stream::after(self.seed, self.number, Purpose::Bot(actor.0), self.asked(actor));
        // In listing order, as simulations do.
        let options = engine.list(&self.state)?.iter().collect::<Vec<_>>();
        let i = bots::choose(
            bot,
            engine,
            Seen::new(&self.rules.ruleset, &self.state, actor),
            &options,
            &mut stream,
            scratch,
        )?;
        let action = options.get(i).and_then(|c| c.drawn(|n| stream.apart(0).below(n)));
        Ok(action.map(|action| Chosen { action, whole: scratch.whole }))
    }

    /// What `planner` thinks of the options of the seat that decides: the best first, each with the points by which that seat
    /// then stands to be ahead of the others.
    ///
    /// # Errors
    ///
    /// As [`Play::act_bot`].
    pub fn advise(&self, engine: &mut Engine) -> Result<Vec<(Action, f64)>, Refused> {
        self.fits(engine)?;
        let actor = self.decision.actor;
        if self.is_over() || actor == Player::CHANCE {
            return Err(self.not_asked());
        }
        let stream =
            Stream::after(self.seed, self.number, Purpose::Bot(actor.0), self.asked(actor));
        let seen = Seen::new(&self.rules.ruleset, &self.state, actor);
        let options = &self.decision.options;
        let ranked = bots::advise(engine, seen, options, &stream, &mut Scratch::default())?;
        let action = |(i, points): (usize, f64)| Some((options.get(i)?.action()?, points));
        Ok(ranked.into_iter().filter_map(action).collect())
    }

    /// How often an actor has decided.
    fn asked(&self, actor: Player) -> u64 {
        self.entries.iter().filter(|e| e.actor == actor).count() as u64
    }
}
