//! Looking on while games are played: one row for each game, one for each payment of points.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide_core::ids::{Cell as Square, FigureId, KindId, Player, RuleId, VerbId};
use bastide_core::{Action, BotWorth, Effect, Engine, Fault, Ruleset, Sheet, Sink, State};

use super::listen::{self, Listener};
use super::profile;
use super::shares::shares;
use super::used::Used;
use bastide::bots::Bot;
use bastide::chance::{Purpose, Stream};
use bastide::rules::Rules;

/// Which game, and who sits where.
#[derive(Clone, Copy, Debug)]
pub struct Deal<'a> {
    /// Seed.
    pub seed: u64,
    /// Number of the game under the seed: it decides the deck.
    pub game: u64,
    /// Bots by seat, repeated if there are more seats.
    pub bots: &'a [Bot],
    /// Values of things for the bot of each seat. Without an entry, those of the rules hold.
    pub worth: &'a [BotWorth],
    /// By how many seats the bots, each with its luck, have moved on.
    pub turned: usize,
    /// Once it is set nobody wants the game any more: it ends where it is, and counts for nothing.
    pub stop: Option<&'a AtomicBool>,
}

impl Deal<'_> {
    /// Returns the bot of a seat and the seat whose random numbers it uses. Bots that differ in values alone share
    /// numbers, so that games in which these do not matter are equal.
    #[must_use]
    pub fn who(&self, seat: usize, seats: usize) -> (Bot, Purpose) {
        let at = self.place(seat, seats);
        let bot = self.bots.get(at % self.bots.len().max(1)).copied().unwrap_or(Bot::Random);
        let luck = if self.worth.is_empty() { at } else { seat };
        (bot, Purpose::Bot(luck as u8))
    }

    /// Whether nobody wants the game any more.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// What the bot in a seat is told that things are worth, if not what the rules say.
    #[must_use]
    pub fn said(&self, seat: usize, seats: usize) -> Option<&BotWorth> {
        self.worth.get(self.place(seat, seats))
    }

    fn place(&self, seat: usize, seats: usize) -> usize {
        (seat + self.turned) % seats.max(1)
    }
}

/// Looks on while a game is played.
pub trait Watch {
    /// Receiver of effects and scores.
    type Log: Sink;
    /// Where effects and scores go.
    fn log(&mut self) -> &mut Self::Log;
    /// Lets the watcher draw tiles, if it need not see each draw.
    #[inline]
    fn deals(&mut self, draws: Stream) -> Option<Stream> {
        Some(draws)
    }
    /// Chance draws the `k`-th tile of those to draw from.
    fn drawn(&mut self, k: u32);
    /// Called when a seat is asked, with the number of options.
    fn asked(&mut self, options: usize);
    /// A seat or chance does something that is no draw.
    fn taken(&mut self, action: Action);
    /// It has been carried out.
    fn done(&mut self, rules: &Ruleset, state: &State, fired: Option<&Fired>);
}

/// Nobody looks on, and nobody pays for it: keeps nothing, and draws tiles itself.
#[derive(Debug, Default)]
pub struct NoWatch(Option<Stream>);

impl Sink for NoWatch {
    const ON: bool = false;
    #[inline(always)]
    fn effect(&mut self, _: Effect, _: RuleId) {}
    #[inline(always)]
    fn scored(&mut self, _: Sheet) {}
    #[inline]
    fn draw(&mut self, n: u32) -> Option<u32> {
        self.0.as_mut().map(|draws| draws.below(n))
    }
}

impl Watch for NoWatch {
    type Log = Self;
    #[inline]
    fn log(&mut self) -> &mut Self {
        self
    }
    #[inline]
    fn deals(&mut self, draws: Stream) -> Option<Stream> {
        self.0 = Some(draws);
        None
    }
    #[inline]
    fn drawn(&mut self, _: u32) {}
    #[inline]
    fn asked(&mut self, _: usize) {}
    #[inline]
    fn taken(&mut self, _: Action) {}
    #[inline]
    fn done(&mut self, _: &Ruleset, _: &State, _: Option<&Fired>) {}
}

/// One game, as numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Number of the game under its seed.
    pub game: u64,
    /// By how many seats the bots had moved on.
    pub turned: usize,
    /// Points by seat.
    pub points: Vec<i32>,
    /// Turns.
    pub turns: u32,
    /// Tiles placed after the start layout.
    pub tiles: u32,
    /// Tiles that fitted nowhere.
    pub discarded: u32,
    /// Figures deployed.
    pub deployed: u32,
    /// How often a player was asked.
    pub decisions: u32,
    /// Options offered, over all these decisions.
    pub options: u64,
    /// How often, at the end of a turn, another player was alone in the lead than before.
    pub lead_changes: u32,
    /// Turns in which a function of an expansion was called, in the order of [`functions`].
    pub fired: Vec<u32>,
    /// Points as they were paid.
    pub events: Vec<Points>,
    /// Things that were used.
    pub used: Used,
}

impl Played {
    /// Win of a seat, in parts of [`super::WIN`].
    #[must_use]
    pub fn win(&self, seat: usize) -> u64 {
        let most = self.points.iter().max();
        let winners = self.points.iter().filter(|n| Some(*n) == most).count().max(1) as u64;
        if self.points.get(seat) == most { super::WIN / winners } else { 0 }
    }

    /// By how many points the first is ahead of the second; 0 in a game for one.
    #[must_use]
    pub fn margin(&self) -> i32 {
        let mut points = self.points.clone();
        points.sort_unstable_by(|a, b| b.cmp(a));
        points.first().zip(points.get(1)).map_or(0, |(a, b)| a - b)
    }

    /// Points of all.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.points.iter().map(|n| i64::from(*n)).sum()
    }
}

/// Points that one rule gave or took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Turn, from 1.
    pub turn: u16,
    /// Player with the points.
    pub seat: Player,
    /// Kind of feature, or none without a feature.
    pub feature: KindId,
    /// Square of the feature's segment.
    pub cell: Option<Square>,
    /// Rule.
    pub rule: RuleId,
    /// How many.
    pub points: i32,
    /// The feature was complete.
    pub complete: bool,
    /// In the final scoring.
    pub last: bool,
}

/// An action of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Chance drew the `k`-th tile of those to draw from.
    Draw(u32),
    /// A seat, or chance, did this.
    Take(Action),
}

/// What an [`Observer`] keeps of the effects of one action.
#[derive(Debug, Default)]
pub struct Heard {
    sheets: Vec<Sheet>,
    paid: Vec<(Player, i32, RuleId, bool)>,
    deployed: u32,
    /// Figures that came to the board.
    came: Vec<FigureId>,
    used: Used,
    /// The last sheet was of the final scoring.
    last: bool,
}

impl Sink for Heard {
    const ON: bool = true;
    fn effect(&mut self, effect: Effect, rule: RuleId) {
        self.used.rule(rule);
        match effect {
            Effect::Paid { from, to, points, .. } => {
                let sides = [(from, -points), (to, points)].into_iter().filter(|s| s.0.is_some());
                self.paid.extend(sides.map(|(seat, points)| (seat, points, rule, self.last)));
            }
            Effect::Deployed { figure, .. } => {
                self.deployed += 1;
                self.came.push(figure);
            }
            Effect::Stood { figure, .. } => self.came.push(figure),
            _ => {}
        }
    }
    fn scored(&mut self, sheet: Sheet) {
        self.last = sheet.claim.last;
        self.used.sheet(&sheet);
        self.sheets.push(sheet);
    }
}

/// Makes a row of each game.
#[derive(Debug, Default)]
pub struct Observer {
    heard: Heard,
    /// The game so far.
    pub played: Played,
    /// Actions of the game, if requested.
    pub steps: Option<Vec<Step>>,
    turn: u16,
    leader: Option<usize>,
    /// The verb that was chosen with the action that is being carried out.
    verb: Option<VerbId>,
}

impl Observer {
    /// Looks on at one more game; `steps`: keeps what is done.
    pub fn begin(&mut self, deal: &Deal<'_>, steps: bool) {
        *self = Self { turn: 1, steps: steps.then(Vec::new), ..Self::default() };
        self.played.game = deal.game;
        self.played.turned = deal.turned;
    }

    fn paid(&mut self, state: &State) {
        let turn = self.turn;
        for sheet in self.heard.sheets.drain(..) {
            let claim = sheet.claim;
            let feature = if claim.node.is_some() { state.kind(claim.node) } else { KindId::NONE };
            for &(seat, _) in &sheet.earned {
                for (rule, points) in shares(&sheet, seat) {
                    let (complete, last) = (claim.complete, claim.last);
                    let cell = sheet.cell;
                    let one = Points { turn, seat, feature, cell, rule, points, complete, last };
                    self.played.events.push(one);
                }
            }
        }
        for (seat, points, rule, last) in self.heard.paid.drain(..) {
            let (feature, cell, complete) = (KindId::NONE, None, false);
            let one = Points { turn, seat, feature, cell, rule, points, complete, last };
            self.played.events.push(one);
        }
    }

    fn turn_over(&mut self, state: &State, fired: Option<&Fired>) {
        if let Some(fired) = fired {
            self.played.fired.resize(fired.called.len(), 0);
            for (n, called) in self.played.fired.iter_mut().zip(&fired.called) {
                *n += u32::from(called.take());
            }
        }
        let scores = state.scores();
        let most = scores.iter().max();
        let mut first = (0..scores.len()).filter(|p| scores.get(*p) == most);
        if let (Some(leader), None) = (first.next(), first.next()) {
            if self.leader.is_some_and(|before| before != leader) {
                self.played.lead_changes += 1;
            }
            self.leader = Some(leader);
        }
    }
}

impl Watch for Observer {
    type Log = Heard;
    fn log(&mut self) -> &mut Heard {
        &mut self.heard
    }
    fn drawn(&mut self, k: u32) {
        self.steps.iter_mut().for_each(|s| s.push(Step::Draw(k)));
    }
    fn asked(&mut self, options: usize) {
        self.played.decisions += 1;
        self.played.options += options as u64;
    }
    fn taken(&mut self, action: Action) {
        if let Action::Invoke { verb, .. } = action {
            self.verb = Some(verb);
        }
        self.steps.iter_mut().for_each(|s| s.push(Step::Take(action)));
    }
    fn done(&mut self, rules: &Ruleset, state: &State, fired: Option<&Fired>) {
        self.paid(state);
        for figure in self.heard.came.drain(..) {
            self.heard.used.figure(state.figure_kind(figure));
        }
        if let Some(verb) = self.verb.take() {
            self.heard.used.verb(rules, verb);
        }
        let over = state.is_over();
        if over || state.turn() != self.turn {
            self.turn_over(state, fired);
            self.turn = state.turn();
        }
        if over {
            let played = &mut self.played;
            played.points = state.scores().to_vec();
            played.turns = u32::from(state.turn().saturating_sub(1));
            played.tiles = (state.tiles().len() - rules.start_len()) as u32;
            played.discarded = u32::from(state.discarded());
            played.deployed = self.heard.deployed;
            played.used = std::mem::take(&mut self.heard.used);
        }
    }
}

/// Which functions of expansions were called since somebody looked.
#[derive(Debug)]
pub struct Fired {
    on: Cell<bool>,
    called: Vec<Cell<bool>>,
    /// Where the functions of an expansion begin in `called`.
    first: Vec<usize>,
}

impl Fired {
    /// Starts or stops counting calls, because bots that look ahead call functions too.
    pub(super) fn note(&self, on: bool) {
        self.on.set(on);
    }
}

impl Listener for Fired {
    type Begun = ();

    fn begins(&self) {}

    fn ends(&self, expansion: usize, function: u16, (): ()) {
        if self.on.get() {
            self.called[self.first[expansion] + usize::from(function)].set(true);
        }
    }
}

/// An engine that notes which functions of expansions it calls.
pub(super) fn engine(rules: &Rules) -> Result<(Engine, Rc<Fired>), Vec<Fault>> {
    let mut called = 0;
    let first = rules.ruleset.expansions.iter().map(|e| {
        called += e.functions.len();
        called - e.functions.len()
    });
    let first = first.collect();
    let called = vec![Cell::new(false); called];
    let fired = Rc::new(Fired { on: Cell::new(false), called, first });
    Ok((listen::engine(rules, |_| None, &fired)?, fired))
}

/// Expansion, hooks and name of every function that expansions name.
#[must_use]
pub fn functions(rules: &Rules) -> Vec<(String, String, String)> {
    let mut out = Vec::new();
    for (i, e) in rules.ruleset.expansions.iter().enumerate() {
        for (name, _) in &e.functions {
            let declared = rules.setup.expansions.get(i);
            let hooks =
                declared.map_or_else(String::new, |declared| profile::hooks(declared, name));
            out.push((e.id.clone(), hooks, name.clone()));
        }
    }
    out
}
