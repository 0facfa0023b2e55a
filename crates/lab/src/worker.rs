//! One thread's engine: plays one game after the other.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

use bastide_core::ids::Player;
use bastide_core::{Choice, Engine, Fault, HookError, NoLog, Sink, State};

use super::watch::{self, Deal, Fired, NoWatch, Watch};
use super::{Calls, Plan, Thoughts, Totals, offers, profile};
use bastide::Seen;
use bastide::bots::{Bot, Scratch, choose};
use bastide::chance::{Purpose, Stream};
use bastide::game::fault_of;
use bastide::rules::Rules;

/// One thread's engine and buffers.
pub struct Worker {
    engine: Engine,
    start: State,
    state: State,
    scratch: Scratch,
    /// How long bots took.
    thoughts: Thoughts,
    /// Where the handlers note their time, if they do.
    clock: Option<Rc<RefCell<Calls>>>,
    /// Calls of handlers that were given up before the running task.
    given_up: BTreeMap<(usize, u16), u64>,
    /// Where the handlers note that they were called, if they do.
    fired: Option<Rc<Fired>>,
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl Worker {
    /// A worker with a game ready to start.
    ///
    /// # Errors
    ///
    /// Scripts that do not load, or that fail in setup.
    pub fn new(rules: &Rules) -> Result<Self, Vec<Fault>> {
        Self::made(rules, false)
    }

    /// A worker that tells a [`Watch`] which functions of expansions were called.
    ///
    /// # Errors
    ///
    /// Fails like [`Worker::new`].
    pub fn watching(rules: &Rules) -> Result<Self, Vec<Fault>> {
        let (engine, fired) = watch::engine(rules)?;
        let mut worker = Self::of(rules, engine)?;
        worker.fired = Some(fired);
        Ok(worker)
    }

    pub(super) fn made(rules: &Rules, timed: bool) -> Result<Self, Vec<Fault>> {
        if !timed {
            return Self::of(rules, rules.engine()?);
        }
        let (engine, clock) = profile::counted(rules, |_| None)?;
        let mut worker = Self::of(rules, engine)?;
        clock.take();
        worker.engine.note_offers(true);
        worker.clock = Some(clock);
        Ok(worker)
    }

    fn of(rules: &Rules, mut engine: Engine) -> Result<Self, Vec<Fault>> {
        let first = Player(rules.setup.first.unwrap_or(0) as u8);
        let start = engine.start(first, &mut NoLog).map_err(|e| vec![fault_of(&e)])?;
        Ok(Self {
            engine,
            start,
            state: State::default(),
            scratch: Scratch::default(),
            thoughts: Thoughts::default(),
            clock: None,
            given_up: BTreeMap::new(),
            fired: None,
        })
    }

    /// Moves the times of a task, and what became of offers, to its sums.
    pub(super) fn timed(&mut self, totals: &mut Totals, begun: Option<Instant>) {
        if let (Some(clock), Some(begun)) = (&self.clock, begun) {
            totals.calls = clock.take();
            for (key, spent) in &mut totals.calls {
                let given_up = self.engine.manner(key.0, key.1).map_or(0, |how| how.given_up);
                let before = self.given_up.insert(*key, given_up).unwrap_or(0);
                spent.given_up = given_up - before;
            }
            totals.busy = begun.elapsed();
            let fates = self.engine.take_fates();
            totals.offers = offers(self.engine.rules(), &fates);
        }
    }

    /// The state of the last game played.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// How long bots that look ahead took since this was last asked.
    pub fn take_thoughts(&mut self) -> Thoughts {
        std::mem::take(&mut self.thoughts)
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Plays random actions of a seed until `tiles` tiles are on the board.
    ///
    /// # Errors
    ///
    /// Returns an error if an expansion fails.
    pub fn play_until(&mut self, rules: &Rules, seed: u64, tiles: usize) -> Result<(), HookError> {
        self.state.clone_from(&self.start);
        let mut stream = Stream::new(seed, 0, Purpose::Chance);
        while !self.state.is_over()
            && self.state.tiles().len() < tiles.min(rules.ruleset.tile_count())
        {
            let decision = self.engine.decision(&self.state)?;
            let i = if decision.weights.is_empty() {
                stream.below(decision.options.len() as u32) as usize
            } else {
                stream.weighted(&decision.weights)
            };
            let Some(action) = decision.options[i].drawn(|n| stream.below(n)) else { break };
            match self.engine.apply(&mut self.state, action, &mut NoLog) {
                Ok(()) => {}
                Err(bastide_core::Refusal::Hook(e)) => return Err(e),
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// Sums for no game yet.
    #[must_use]
    pub fn empty(&self, rules: &Rules) -> Totals {
        Totals::of(rules)
    }

    /// Plays one game and adds it to the sums.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn play(&mut self, plan: &Plan, game: u64, totals: &mut Totals) -> Result<(), HookError> {
        let deal =
            Deal { seed: plan.seed, game, bots: &plan.bots, worth: &[], turned: 0, stop: None };
        self.play_watched(&deal, totals, &mut NoWatch::default())
    }

    /// Plays like [`Worker::play`] and notifies a watcher.
    ///
    /// # Errors
    ///
    /// Returns an error if an expansion fails.
    pub fn play_watched<W: Watch>(
        &mut self,
        deal: &Deal<'_>,
        totals: &mut Totals,
        watch: &mut W,
    ) -> Result<(), HookError> {
        let state = &mut self.state;
        state.clone_from(&self.start);
        let mut draws = watch.deals(Stream::new(deal.seed, deal.game, Purpose::Chance));
        let mut lots = Stream::new(deal.seed, deal.game, Purpose::Lot);
        let mut seats: [Option<(Bot, Stream)>; bastide_core::limits::PLAYERS_MAX] =
            Default::default();
        // The start state was listed by this engine long ago.
        self.engine.go_on(state, watch.log())?;
        let start_tiles = self.engine.rules().start_len();
        let fired = self.fired.as_deref();
        let mark = |on: bool| fired.iter().for_each(|f| f.note(on));
        while !state.is_over() {
            if deal.is_stopped() {
                return Ok(());
            }
            if let Some(draws) = &mut draws
                && let draw @ 1.. = self.engine.draw_total(state)
            {
                let k = draws.below(draw);
                watch.drawn(k);
                mark(true);
                self.engine.draw_listed(state, k, watch.log())?;
                mark(false);
                watch.done(self.engine.rules(), state, fired);
                continue;
            }
            let actor = self.engine.actor(state);
            let listed = self.engine.listed();
            let placements = listed.placements();
            let i = if actor == Player::CHANCE {
                let decision = self.engine.asked();
                let pick = decision.options[lots.weighted(&decision.weights)];
                let i = self.engine.listed().iter().position(|c| c == pick).unwrap_or(0);
                self.engine.settle_on(i, |n| lots.apart(0).below(n));
                i
            } else {
                let seat = actor.index();
                let (bot, stream) = seats[seat].get_or_insert_with(|| {
                    let (bot, stream) = deal.who(seat, self.engine.rules().players as usize);
                    (bot, Stream::new(deal.seed, deal.game, stream))
                });
                if placements > 0 {
                    totals.placements += 1;
                    totals.offered += placements as u64;
                }
                watch.asked(listed.len());
                let i = match *bot {
                    Bot::Random => stream.below(listed.len() as u32) as usize,
                    Bot::Greedy | Bot::Planner | Bot::Expert => {
                        let options: Vec<_> = listed.iter().collect();
                        let rules = self.engine.rules().clone();
                        let begun = Instant::now();
                        self.scratch.say(deal.said(seat, usize::from(rules.players)));
                        let i = choose(
                            *bot,
                            &mut self.engine,
                            Seen::new(&rules, state, actor),
                            &options,
                            stream,
                            &mut self.scratch,
                        )?;
                        if options.len() > 1 {
                            self.thoughts.note(*bot, begun.elapsed());
                        }
                        // Looking ahead has used the buffers of the engine.
                        self.engine.list(state)?;
                        let wanted = options[i].key();
                        self.engine.listed().iter().position(|c| c.key() == wanted).unwrap_or(0)
                    }
                };
                self.engine.settle_on(i, |n| bot.number(n, stream));
                i
            };
            if W::Log::ON
                && let Some(action) = self.engine.listed().get(i).and_then(Choice::action)
            {
                watch.taken(action);
            }
            mark(true);
            let choice = self.engine.apply_listed(state, i, watch.log())?;
            mark(false);
            totals.deployed += u64::from(choice.is_deploy());
            watch.done(self.engine.rules(), state, fired);
        }
        totals.add_game(state, start_tiles);
        Ok(())
    }
}
