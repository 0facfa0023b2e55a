//! The engine: runs the agenda from one decision to the next.

mod ask;
mod clash;
mod scoring;
mod settle;
mod why;

use std::collections::VecDeque;
use std::sync::Arc;

use crate::answer::{Answer, Offer, Push};
use crate::choice::{Action, Choice, Decision, OptionList};
use crate::decl;
use crate::effect::{Effect, EffectKind, Logged, Sink};
use crate::fault::Fault;
use crate::handlers::{Handlers, Lent};
use crate::hooks::{Event, Hook, Slot, answers};
use crate::ids::{FigureId, Node, Player, RuleId, TypeId, VerbId};
use crate::limits::{AGENDA_MAX, EFFECTS_PER_ACTION_MAX, PLAYERS_MAX, STEPS_PER_ACTION_MAX};
use crate::ruleset::{Call, Restriction, Ruleset};
use crate::score::{Claim, Contribution};
use crate::state::{FigureData, FigurePlace, NONE, State};
use crate::step::{self, Header};

pub use why::{Reason, WhyNot};

/// An expansion's fault while a game runs: which expansion, at which hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookFault {
    /// Expansion.
    pub expansion: String,
    /// Function that failed.
    pub hook: String,
    /// What is wrong.
    pub fault: Fault,
}

/// A [`HookFault`], small enough to be handed up through the hot path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}: {}", .0.expansion, .0.hook, .0.fault)]
pub struct HookError(pub Box<HookFault>);

impl std::ops::Deref for HookError {
    type Target = HookFault;
    fn deref(&self) -> &HookFault {
        &self.0
    }
}

/// Why an action was not carried out. The state is as before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not among the options.
    #[error("{action:?} is not among the options")]
    Illegal {
        /// What was wanted.
        action: Action,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// An expansion failed; the action never happened.
    #[error(transparent)]
    Hook(#[from] HookError),
}

/// Rules, handlers and buffers. One for each thread; a state belongs to no engine.
pub struct Engine {
    rules: Arc<Ruleset>,
    host: Host,
    /// A copy to go back to when an action fails.
    backup: State,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("expansions", &self.rules.expansions.len()).finish_non_exhaustive()
    }
}

/// Handlers and the buffers of one action.
struct Host {
    handlers: Vec<Box<dyn Handlers>>,
    answer: Answer,
    /// What is asked now: filled by listing.
    list: OptionList,
    weights: Vec<u32>,
    offers: Vec<Offer>,
    actor: Player,
    step: u8,
    events: VecDeque<Logged>,
    pushed: Vec<Push>,
    effects: usize,
    calls: u64,
    wave: Vec<Wave>,
    terms: Vec<Contribution>,
    roots: Vec<u16>,
    home: Vec<(FigureId, RuleId)>,
    home_bonus: Vec<(Player, i32, RuleId)>,
    refused: Vec<(Choice, RuleId)>,
    explain: bool,
    /// The effect that did not apply.
    failed: Option<Effect>,
    /// Steps are asked although nothing is offered.
    ask_always: bool,
}

/// A claim of a wave, valued.
#[derive(Clone, Copy, Debug)]
struct Wave {
    claim: Claim,
    value: i32,
    earned: [i32; PLAYERS_MAX],
    terms: (usize, usize),
    bonus: (usize, usize),
}

impl Host {
    fn fault(&self, rules: &Ruleset, call: Call, fault: Fault) -> HookError {
        let e = &rules.expansions[call.expansion.index()];
        let name = e.functions.get(call.function as usize);
        HookError(Box::new(HookFault {
            expansion: e.id.clone(),
            hook: name.map_or(String::new(), |f| f.0.clone()),
            fault,
        }))
    }

    #[cold]
    fn core_fault(code: &str, en: &str, fr: &str) -> HookError {
        let fault = Fault::new(code, en, fr);
        HookError(Box::new(HookFault { expansion: "core".into(), hook: String::new(), fault }))
    }

    /// Asks one handler; its answer lies in `self.answer` afterwards.
    fn call(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        call: Call,
        event: &Event,
        allowed: u16,
    ) -> Result<(), HookError> {
        self.calls += 1;
        self.answer.begin(allowed);
        self.call_more(rules, st, call, event, allowed)
    }

    /// As `call`, adding to the answer that lies there.
    fn call_more(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        call: Call,
        event: &Event,
        allowed: u16,
    ) -> Result<(), HookError> {
        self.answer.allowed = allowed;
        let handler = &mut self.handlers[call.expansion.index()];
        let asked = handler.answer(call.function, rules, &mut Lent::new(st), event, &mut self.answer);
        if let Err(fault) = asked {
            return Err(self.fault(rules, call, fault));
        }
        if let Some(what) = self.answer.misuse.take() {
            let fault = Fault::new(
                "L0209",
                format!("`{what}` is not an answer of this hook"),
                format!("`{what}` n'est pas une réponse de ce point d'accroche"),
            );
            return Err(self.fault(rules, call, fault));
        }
        Ok(())
    }
}

/// Answers that a reaction may give.
const REACTION: u16 = answers::EFFECTS | answers::CLAIMS;

impl Engine {
    /// An engine for a ruleset, with the handlers of its expansions in order.
    ///
    /// # Panics
    ///
    /// If there is not one set of handlers for each expansion.
    #[must_use]
    pub fn new(rules: Arc<Ruleset>, handlers: Vec<Box<dyn Handlers>>) -> Self {
        assert_eq!(rules.expansions.len(), handlers.len(), "one set of handlers for each expansion");
        Self {
            rules,
            host: Host {
                handlers,
                answer: Answer::default(),
                list: OptionList::default(),
                weights: Vec::new(),
                offers: Vec::new(),
                actor: Player::NONE,
                step: 0,
                events: VecDeque::new(),
                pushed: Vec::new(),
                effects: 0,
                calls: 0,
                wave: Vec::new(),
                terms: Vec::new(),
                roots: Vec::new(),
                home: Vec::new(),
                home_bonus: Vec::new(),
                refused: Vec::new(),
                explain: false,
                failed: None,
                ask_always: false,
            },
            backup: State::default(),
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Handler calls since the engine was made.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.host.calls
    }

    /// A new game: start layout placed, setup done, up to the first decision.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn start<S: Sink>(&mut self, first: Player, sink: &mut S) -> Result<State, HookError> {
        let rules = self.rules.clone();
        let mut st = new_state(&rules, first);
        for &(tile, cell, rotation) in &rules.start {
            st.deck[tile.index()] -= 1;
            st.piles[rules.types[tile.index()].group.index()] -= 1;
            let id = st.put_tile(&rules, tile, cell, rotation);
            let mut effect = Effect::Placed { tile: id, start: true };
            self.host.emit(&rules, &mut st, sink, &mut effect, RuleId::NONE)?;
        }
        st.push_frame(step::TURN, Player(st.player), &[0])?;
        if !rules.at[Slot::Setup as usize].is_empty() {
            st.push_frame(step::AT, Player(st.player), &[Slot::Setup as i32, 0])?;
        }
        self.host.settle(&rules, &mut st, sink)?;
        self.host.advance(&rules, &mut st, sink)?;
        Ok(st)
    }

    /// Who decides and between what, sorted. Empty when the game is over.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn decision(&mut self, st: &mut State) -> Result<Decision, HookError> {
        if st.over {
            return Ok(Decision { actor: Player::NONE, ..Decision::default() });
        }
        let rules = self.rules.clone();
        self.host.list_top(&rules, st)?;
        let mut order: Vec<usize> = (0..self.host.list.len()).collect();
        order.sort_by_key(|i| self.host.list[*i].key());
        let pick = |i: &usize| self.host.weights.get(*i).copied().unwrap_or(1);
        Ok(Decision {
            actor: self.host.actor,
            step: self.host.step,
            options: order.iter().map(|i| self.host.list[*i]).collect(),
            weights: if self.host.actor == Player::CHANCE { order.iter().map(pick).collect() } else { Vec::new() },
        })
    }

    /// From now on, steps are asked although nothing is offered, or no longer; so that
    /// [`Engine::why_not`] can tell why. Such a state leads nowhere.
    pub fn ask_always(&mut self, on: bool) {
        self.host.ask_always = on;
    }

    /// Who is asked in this state.
    #[must_use]
    pub fn actor(&self, st: &State) -> Player {
        match st.agenda.last() {
            Some(top) if !st.over => Player(Header::unpack(*top).actor),
            _ => Player::NONE,
        }
    }

    /// Carries out an action of the one who decides, up to the next decision.
    ///
    /// # Errors
    ///
    /// The action is none of the options, or an expansion failed; the state is as before.
    pub fn apply<S: Sink>(&mut self, st: &mut State, action: Action, sink: &mut S) -> Result<(), Refusal> {
        if st.over {
            return Err(Refusal::Over);
        }
        let rules = self.rules.clone();
        self.host.list_top(&rules, st)?;
        let wanted = Choice::from(action).key();
        let Some(i) = self.host.list.iter().position(|c| c.key() == wanted) else {
            return Err(Refusal::Illegal { action });
        };
        self.backup.clone_from(st);
        self.host.failed = None;
        match self.host.carry_out(&rules, st, i, sink) {
            Ok(()) => Ok(()),
            Err(mut e) => {
                st.clone_from(&self.backup);
                if let Some(effect) = self.host.failed.take() {
                    self.name_other_side(&mut e, action, effect);
                }
                Err(e.into())
            }
        }
    }

    /// The options that the last step left listed, unsorted, for playouts. Chance's draw is not listed:
    /// see [`Engine::draw_total`].
    #[inline]
    #[must_use]
    pub fn listed(&self) -> &[Choice] {
        &self.host.list
    }

    /// Lists the options of a state that this engine did not just step.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn list(&mut self, st: &mut State) -> Result<&[Choice], HookError> {
        let rules = self.rules.clone();
        self.host.list_top(&rules, st)?;
        Ok(&self.host.list)
    }

    /// Whether chance is to draw a tile, and how many tiles there are to draw from (0 = something else
    /// is asked).
    #[inline]
    #[must_use]
    pub fn draw_total(&self, st: &State) -> u32 {
        match st.agenda.last() {
            Some(top) if (*top >> 56) as u8 == step::DRAW && !st.over => {
                st.draw_pile(&self.rules).map_or(0, |p| st.piles[p.index()] as u32)
            }
            _ => 0,
        }
    }

    /// Draws the `k`-th tile of those to draw from, for playouts.
    ///
    /// # Errors
    ///
    /// An expansion's fault; the state is then undefined.
    #[inline]
    pub fn draw_listed<S: Sink>(&mut self, st: &mut State, k: u32, sink: &mut S) -> Result<(), HookError> {
        let Some(pile) = st.draw_pile(&self.rules) else {
            return Err(Host::core_fault("E0001", "there is nothing to draw", "il n'y a rien à piocher"));
        };
        let tile = st.nth_in_pile(&self.rules, pile, k);
        self.host.begin();
        self.host.draw(&self.rules, st, tile, sink)?;
        self.host.advance(&self.rules, st, sink)
    }

    /// Carries out the `i`-th of the listed options without checking and without a copy to go back to.
    ///
    /// # Errors
    ///
    /// An expansion's fault; the state is then undefined.
    #[inline]
    pub fn apply_listed<S: Sink>(&mut self, st: &mut State, i: usize, sink: &mut S) -> Result<(), HookError> {
        self.host.carry_out(&self.rules, st, i, sink)
    }

    /// Points that a feature would give each player if it were scored now.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn value(&mut self, st: &mut State, node: Node, last: bool) -> Result<[i32; PLAYERS_MAX], HookError> {
        let rules = self.rules.clone();
        let claim = self.host.feature_claim(&rules, st, node, last)?;
        self.host.wave.clear();
        self.host.terms.clear();
        self.host.home_bonus.clear();
        let wave = self.host.value_claim(&rules, st, claim)?;
        self.host.home_bonus.clear();
        Ok(wave.earned)
    }
}

impl Host {
    #[inline]
    fn begin(&mut self) {
        self.effects = 0;
        self.events.clear();
        self.pushed.clear();
    }

    /// Carries out a listed option and goes on to the next decision.
    fn carry_out<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        i: usize,
        sink: &mut S,
    ) -> Result<(), HookError> {
        self.begin();
        let choice = self.list[i];
        let header = match st.agenda.last() {
            Some(top) => Header::unpack(*top),
            None => return Err(Self::core_fault("E0002", "nothing is asked", "rien n'est demandé")),
        };
        let actor = Player(header.actor);
        let Some(action) = choice.action() else {
            return Err(Self::core_fault("E0003", "no such option", "cette option n'existe pas"));
        };
        if let Action::Draw { tile } = action {
            self.draw(rules, st, tile, sink)?;
            return self.advance(rules, st, sink);
        }
        st.actions = st.actions.wrapping_add(1);
        let (free, rule) = self.pay(rules, st, actor, choice, action, sink)?;
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let nargs = st.top_args(header, &mut args);
        if !free {
            st.pop_frame(header);
        }
        match action {
            Action::Place { tile, cell, rotation } => {
                if st.drawn == tile.0 {
                    st.drawn = NONE;
                } else if !st.take_from_zone(actor, tile, &rules.playing_zones)
                    && !(choice.offer() > 0 && st.take_offered(rules, actor, tile))
                {
                    return Err(Self::core_fault("E0004", "the tile is not in hand", "la tuile n'est pas en main"));
                }
                let id = st.put_tile(rules, tile, cell, rotation);
                st.placed = id.0;
                self.emit(rules, st, sink, &mut Effect::Placed { tile: id, start: false }, rule)?;
            }
            Action::Deploy { figure, node } => {
                if let Some(figure) = st.first_in_supply(rules, actor, figure) {
                    self.emit(rules, st, sink, &mut Effect::Deployed { figure, node }, rule)?;
                }
            }
            Action::Move { figure, node } => {
                let mut effect = Effect::Moved { figure, from: Node::NONE, node };
                self.emit(rules, st, sink, &mut effect, rule)?;
            }
            Action::Invoke { verb, target } => {
                self.invoke(rules, st, actor, verb, target, &args, nargs, sink)?;
            }
            Action::Pass => {
                if header.code == step::ACTION {
                    st.skip |= 1 << Slot::SecondAction as u8;
                }
                self.emit(rules, st, sink, &mut Effect::Passed { player: actor }, rule)?;
            }
            Action::Roll { .. } | Action::Draw { .. } => {}
        }
        if header.code >= step::OWN {
            let own = &rules.steps[(header.code - step::OWN) as usize];
            if let Some(call) = own.answer {
                let mut event = Event::new(Hook::Answer);
                event.actor = actor;
                event.args = args;
                event.nargs = nargs;
                event.choice = choice;
                event.step = header.code;
                self.settle_effects(rules, st, sink)?;
                self.call(rules, st, call, &event, REACTION)?;
                self.take_answer(rules, st, call, sink)?;
            }
        }
        self.settle(rules, st, sink)?;
        self.advance(rules, st, sink)
    }

    fn draw<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        tile: TypeId,
        sink: &mut S,
    ) -> Result<(), HookError> {
        st.actions = st.actions.wrapping_add(1);
        let header = Header::unpack(*st.agenda.last().expect("a draw is asked"));
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let nargs = st.top_args(header, &mut args);
        let from = st.draw_pile(rules).expect("there is something to draw");
        st.pop_frame(header);
        if args[0] == 0 && st.zoned.is_empty() {
            // The plain case by far: the tile is in its own group.
            st.deck[tile.index()] -= 1;
            st.piles[from.index()] -= 1;
            st.drawn = tile.0;
            let effect = Effect::Drawn { tile, from, to: crate::ids::PileId::NONE, player: Player::NONE };
            self.report(rules, st, sink, effect, RuleId::NONE);
        } else {
            let to = if args[0] > 0 { crate::ids::PileId(args[0] as u8 - 1) } else { crate::ids::PileId::NONE };
            let player = if nargs > 1 { Player(args[1] as u8) } else { Player::NONE };
            let mut effect = Effect::Drawn { tile, from, to, player };
            self.emit(rules, st, sink, &mut effect, RuleId::NONE)?;
        }
        if args[0] == 0 && rules.listens & 1 << EffectKind::Drawn as u8 != 0 {
            self.settle_effects(rules, st, sink)?;
            if st.drawn == NONE {
                // A reaction put the tile elsewhere: another is drawn.
                st.push_frame(step::DRAW, Player::CHANCE, &[0])?;
            }
        }
        self.settle(rules, st, sink)
    }

    /// Pays what an option costs; whether it is free, and its rule.
    fn pay<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        choice: Choice,
        action: Action,
        sink: &mut S,
    ) -> Result<(bool, RuleId), HookError> {
        let mut free = false;
        let mut rule = RuleId::NONE;
        let mut price = None;
        if choice.offer() > 0
            && let Some(offer) = self.offers.get(choice.offer() as usize - 1)
        {
            (free, rule, price) = (offer.free, offer.rule, offer.price);
        }
        if let Some((token, n)) = price {
            let mut effect = Effect::TokenMoved { token, player: actor, by: -(n as i16) };
            self.emit(rules, st, sink, &mut effect, rule)?;
        }
        if let Action::Invoke { verb, .. } = action {
            let v = &rules.verbs[verb.index()];
            free |= v.decl.free;
            rule = v.rule;
            for &(token, n) in &v.price {
                let mut effect = Effect::TokenMoved { token, player: actor, by: -(n as i16) };
                self.emit(rules, st, sink, &mut effect, rule)?;
            }
            if v.points > 0 {
                let mut effect = Effect::Paid { from: actor, to: Player::NONE, points: v.points as i32 };
                self.emit(rules, st, sink, &mut effect, rule)?;
            }
            if let Some(key) = v.once {
                let mut effect = Effect::Set { key, of: actor.0 as u16, value: 1 };
                self.emit(rules, st, sink, &mut effect, rule)?;
            }
        }
        Ok((free, rule))
    }

    #[allow(clippy::too_many_arguments, reason = "one call site")]
    fn invoke<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        actor: Player,
        verb: VerbId,
        target: u32,
        args: &[i32; crate::limits::STEP_ARGS_MAX],
        nargs: u8,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let v = &rules.verbs[verb.index()];
        let Some(function) = v.call else { return Ok(()) };
        let mut event = Event::new(Hook::Do);
        event.actor = actor;
        event.rule = v.rule;
        event.args = *args;
        event.nargs = nargs;
        event.number = target as i32;
        event.choice = Choice::invoke(verb, target);
        match v.decl.target {
            decl::Target::Segment => event.node = Node(target as u16),
            decl::Target::Figure => {
                event.figure = FigureId(target as u16);
                if let Some(f) = st.figures.get(target as usize) {
                    event.player = Player(f.owner);
                    if f.place == FigurePlace::Segment {
                        event.node = Node(f.at);
                    }
                }
            }
            decl::Target::Tile => event.tile = crate::ids::TileId(target as u16),
            decl::Target::Player => event.player = Player(target as u8),
            decl::Target::Neutral => event.neutral = crate::ids::NeutralId(target as u8),
            _ => {}
        }
        let call = Call { expansion: v.expansion, function };
        self.settle_effects(rules, st, sink)?;
        self.call(rules, st, call, &event, REACTION)?;
        self.take_answer(rules, st, call, sink)
    }

    /// Runs the agenda until somebody is asked, or the game is over.
    fn advance<S: Sink>(&mut self, rules: &Arc<Ruleset>, st: &mut State, sink: &mut S) -> Result<(), HookError> {
        for _ in 0..STEPS_PER_ACTION_MAX {
            let Some(top) = st.agenda.last() else {
                st.over = true;
                return Ok(());
            };
            let header = Header::unpack(*top);
            if st.skip != 0 && st.is_skipped(rules, header) {
                st.pop_frame(header);
                continue;
            }
            match header.code {
                step::TURN => {
                    if self.turn(rules, st, sink)? {
                        return Ok(());
                    }
                }
                step::DRAW => {
                    if st.may_draw(rules, header) {
                        self.list.clear();
                        self.actor = Player::CHANCE;
                        self.step = step::DRAW;
                        return Ok(());
                    }
                    st.pop_frame(header);
                }
                step::PLACE | step::ACTION | step::SECOND_ACTION => {
                    if header.code == step::PLACE && st.placed != NONE {
                        st.pop_frame(header);
                        continue;
                    }
                    if self.list_step(rules, st, header)? || self.ask_always {
                        return Ok(());
                    }
                    if header.code == step::PLACE && st.drawn != NONE {
                        self.unplaceable(rules, st, sink)?;
                    } else {
                        st.pop_frame(header);
                    }
                }
                step::SCORE => {
                    st.pop_frame(header);
                    self.score_wave(rules, st, header.first, sink)?;
                }
                step::AT => self.at_slot(rules, st, header, sink)?,
                step::BEFORE_FINAL => {
                    st.pop_frame(header);
                    st.push_frame(step::FINAL, Player::NONE, &[0])?;
                    if !rules.at[Slot::BeforeFinal as usize].is_empty() {
                        st.push_frame(step::AT, Player(st.player), &[Slot::BeforeFinal as i32, 0])?;
                    }
                }
                step::FINAL => self.final_step(rules, st, header, sink)?,
                step::OVER => {
                    st.over = true;
                    self.list.clear();
                    self.actor = Player::NONE;
                    return Ok(());
                }
                _ => {
                    if self.list_step(rules, st, header)? || self.ask_always {
                        return Ok(());
                    }
                    self.unasked(rules, st, header, sink)?;
                }
            }
        }
        Err(Self::core_fault(
            "E0005",
            "the agenda never comes to a decision (STEPS_PER_ACTION_MAX)",
            "l'agenda n'arrive jamais à une décision (STEPS_PER_ACTION_MAX)",
        ))
    }

    /// An own step with nothing but pass is not asked; its answer handler is told of a pass.
    fn unasked<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut event = Event::new(Hook::Answer);
        event.nargs = st.top_args(header, &mut event.args);
        event.actor = Player(header.actor);
        event.step = header.code;
        event.choice = Choice::PASS;
        st.pop_frame(header);
        if let Some(call) = rules.steps[(header.code - step::OWN) as usize].answer {
            self.call(rules, st, call, &event, REACTION)?;
            self.take_answer(rules, st, call, sink)?;
            self.settle(rules, st, sink)?;
        }
        Ok(())
    }

    /// A drawn tile that fits nowhere leaves the game, and another is drawn.
    fn unplaceable<S: Sink>(&mut self, rules: &Arc<Ruleset>, st: &mut State, sink: &mut S) -> Result<(), HookError> {
        let rule = rules.restriction(Restriction::Unplaceable);
        let tile = TypeId(st.drawn);
        let (from, to) = (crate::ids::PileId::NONE, crate::ids::PileId(1));
        let mut effect = Effect::TileMoved { tile, from, to, player: Player::NONE };
        st.discarded += 1;
        self.emit(rules, st, sink, &mut effect, rule)?;
        self.settle(rules, st, sink)?;
        st.push_frame(step::DRAW, Player::CHANCE, &[0])
    }

    /// Enters the slots of the turn one after the other, as long as nothing comes between; whether somebody
    /// is asked now.
    fn turn<S: Sink>(&mut self, rules: &Arc<Ruleset>, st: &mut State, sink: &mut S) -> Result<bool, HookError> {
        loop {
            let top = st.agenda.last_mut().expect("the turn's frame");
            let header = Header::unpack(*top);
            *top += 1;
            let slot = rules.turn_slots[header.first as usize];
            let bit = 1u16 << slot as u8;
            let handled = rules.handled & bit != 0;
            if st.skip & bit != 0 || st.placed == NONE && slot > Slot::Place && slot < Slot::PartEnd {
                continue;
            }
            let me = Player(st.player);
            match slot {
                Slot::PartEnd | Slot::TurnEnd if handled && header.nargs < 4 => {
                    self.end_with_handlers(rules, st, header, slot)?;
                    return Ok(false);
                }
                Slot::PartEnd => self.part_end(rules, st),
                Slot::TurnEnd => {
                    self.turn_end(rules, st, header)?;
                    if (*st.agenda.last().expect("a frame") >> 56) as u8 != step::TURN {
                        return Ok(false);
                    }
                }
                Slot::Scoring if !handled => {
                    if self.score_wave(rules, st, 0, sink)? {
                        return Ok(false);
                    }
                }
                _ => {
                    let frame = match slot {
                        Slot::Draw => step::DRAW,
                        Slot::Place => step::PLACE,
                        Slot::Action => step::ACTION,
                        Slot::SecondAction => step::SECOND_ACTION,
                        Slot::Scoring => step::SCORE,
                        _ => {
                            st.push_frame(step::AT, me, &[slot as i32, 0])?;
                            return Ok(false);
                        }
                    };
                    let frame = rules.replacement(frame);
                    if frame == step::DRAW {
                        st.push_frame(frame, Player::CHANCE, &[0])?;
                    } else {
                        st.push_frame(frame, me, &[])?;
                    }
                    if handled {
                        st.push_frame(step::AT, me, &[slot as i32, 0])?;
                        return Ok(false);
                    }
                    let header = Header::unpack(*st.agenda.last().expect("the frame just pushed"));
                    if frame == step::DRAW {
                        if !st.may_draw(rules, header) {
                            st.pop_frame(header);
                            continue;
                        }
                        self.list.clear();
                        self.actor = Player::CHANCE;
                        self.step = step::DRAW;
                        return Ok(true);
                    }
                    if frame == step::PLACE && st.placed != NONE {
                        st.pop_frame(header);
                        continue;
                    }
                    if self.list_step(rules, st, header)? || self.ask_always {
                        return Ok(true);
                    }
                    if frame == step::PLACE || frame >= step::OWN {
                        // What fits nowhere, or is not asked, is seen to by the agenda.
                        return Ok(false);
                    }
                    st.pop_frame(header);
                }
            }
        }
    }

    /// Runs the handlers of a slot whose own work the core does last: the turn's frame comes back to the
    /// same slot, marked by its number of arguments.
    fn end_with_handlers(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        slot: Slot,
    ) -> Result<(), HookError> {
        let _ = rules;
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let _ = st.top_args(header, &mut args);
        // The frame has been moved on to the next slot already.
        st.pop_frame(Header { first: header.first + 1, ..header });
        st.push_frame(step::TURN, Player(header.actor), &[header.first, args[1], args[2], 1])?;
        st.push_frame(step::AT, Player(st.player), &[slot as i32, 0])
    }

    fn part_end(&mut self, rules: &Arc<Ruleset>, st: &mut State) {
        st.reset(rules, &rules.resets_part);
        let placed = st.placed != NONE;
        st.placed = NONE;
        st.drawn = NONE;
        st.skip = 0;
        st.due.clear();
        st.log_part = st.log.len() as u16;
        if st.part < st.parts && placed && st.can_go_on(rules) {
            st.part += 1;
            let top = Header::unpack(*st.agenda.last().expect("the turn's frame"));
            st.set_turn_position(top, rules.part_start);
        } else {
            let top = Header::unpack(*st.agenda.last().expect("the turn's frame"));
            if top.nargs >= 4 {
                st.set_turn_position(top, rules.part_end + 1);
            }
        }
    }

    fn turn_end(&mut self, rules: &Arc<Ruleset>, st: &mut State, header: Header) -> Result<(), HookError> {
        st.reset(rules, &rules.resets_turn);
        st.log.clear();
        st.log_part = 0;
        st.part = 1;
        st.parts = 1;
        st.turn += 1;
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let nargs = st.top_args(header, &mut args);
        let header = Header::unpack(*st.agenda.last().expect("the turn's frame"));
        st.pop_frame(header);
        if nargs >= 3 && args[1] == 1 {
            // An inserted turn: the one it interrupted goes on.
            st.player = args[2] as u8;
            st.part = 1;
            return Ok(());
        }
        if st.last || !st.can_go_on(rules) {
            st.push_frame(step::OVER, Player::NONE, &[])?;
            return st.push_frame(step::BEFORE_FINAL, Player::NONE, &[]);
        }
        st.player = (st.player + 1) % st.players;
        st.push_frame(step::TURN, Player(st.player), &[0])
    }

    /// Runs one handler of a slot, then comes back for the next.
    fn at_slot<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        st.top_args(header, &mut args);
        let slot = header.first as usize;
        let i = args[1] as usize;
        st.pop_frame(header);
        let Some(sub) = rules.at[slot].get(i) else { return Ok(()) };
        st.push_frame(step::AT, Player(header.actor), &[slot as i32, i as i32 + 1])?;
        let mut event = Event::new(Hook::At);
        event.actor = Player(st.player);
        event.step = slot as u8;
        event.start = slot == Slot::Setup as usize;
        if st.placed != NONE {
            event.tile = crate::ids::TileId(st.placed);
        }
        if self.matches(rules, st, sub, &event) {
            self.call(rules, st, sub.call, &event, REACTION)?;
            self.take_answer(rules, st, sub.call, sink)?;
            self.settle(rules, st, sink)?;
        }
        Ok(())
    }

    /// Applies an effect of the core and offers it to its subscribers later.
    #[inline(always)]
    fn emit<S: Sink>(
        &mut self,
        rules: &Ruleset,
        st: &mut State,
        sink: &mut S,
        effect: &mut Effect,
        rule: RuleId,
    ) -> Result<(), HookError> {
        if let Err(e) = st.apply(rules, effect) {
            return Err(Self::core_fault("E0006", &e.en, &e.fr));
        }
        self.report(rules, st, sink, *effect, rule);
        Ok(())
    }

    /// An effect that has been applied: log, turn log, queue.
    #[inline(always)]
    fn report<S: Sink>(&mut self, rules: &Ruleset, st: &mut State, sink: &mut S, effect: Effect, rule: RuleId) {
        let bit = 1u64 << effect.kind() as u8;
        if S::ON {
            sink.effect(effect, rule);
        }
        if (rules.listens | rules.logged) & bit != 0 {
            if rules.logged & bit != 0 && st.log.len() < EFFECTS_PER_ACTION_MAX {
                st.log.push(Logged { effect, rule });
            }
            if rules.listens & bit != 0 {
                self.events.push_back(Logged { effect, rule });
            }
        }
    }
}

fn new_state(rules: &Ruleset, first: Player) -> State {
    let players = rules.players;
    let mut st = State {
        grid: crate::grid::Grid::new(),
        players,
        player: first.0.min(players.saturating_sub(1)),
        part: 1,
        parts: 1,
        turn: 1,
        drawn: NONE,
        placed: NONE,
        ext: rules.ext_default.clone(),
        neutrals: vec![crate::effect::Place::Supply; rules.neutrals.len()],
        ..State::default()
    };
    for owner in 0..players {
        for (k, f) in rules.figures.iter().enumerate() {
            let n = f.supply.min(crate::limits::FIGURES_PER_KIND_MAX as u16);
            st.supply.push(if n == 32 { u32::MAX } else { (1 << n) - 1 });
            for _ in 0..n {
                st.figures.push(FigureData { place: FigurePlace::Supply, at: 0, next: 0, owner, kind: k as u8 });
            }
        }
    }
    for t in &rules.tokens {
        for _ in 0..players {
            st.tokens.push(t.supply.for_players(players) as i16);
        }
    }
    st.piles = vec![0; rules.piles.len()];
    for t in &rules.types {
        let n = t.decl.count.min(255);
        st.deck.push(n as u8);
        st.piles[t.group.index()] += n;
    }
    for (p, pile) in rules.piles.iter().enumerate() {
        let Some(zone) = &pile.zone else { continue };
        for tile in &zone.start {
            let Some(t) = rules.tile_type(tile) else { continue };
            let owners = if zone.per_player { 0..players } else { 254..255 };
            for player in owners {
                st.zoned.push(crate::state::Zoned { pile: p as u8, player, tile: t.0 });
                st.piles[p] += 1;
            }
        }
    }
    st
}

impl State {
    /// Pushes a frame.
    #[inline(always)]
    fn push_frame(&mut self, code: u8, actor: Player, args: &[i32]) -> Result<(), HookError> {
        if self.agenda.len() + 4 > AGENDA_MAX {
            return Err(Host::core_fault(
                "E0007",
                "too many steps wait on the agenda (AGENDA_MAX)",
                "trop d'étapes attendent à l'agenda (AGENDA_MAX)",
            ));
        }
        if args.len() > 1 {
            let mut words = [0u64; 4];
            let mut n = 0;
            for pair in args[1..].chunks(2) {
                let high = pair.get(1).copied().unwrap_or(0) as u32 as u64;
                words[n] = high << 32 | pair[0] as u32 as u64;
                n += 1;
            }
            for w in words[..n].iter().rev() {
                self.agenda.push(*w);
            }
        }
        let first = args.first().copied().unwrap_or(0);
        self.agenda.push(Header { code, actor: actor.0, nargs: args.len() as u8, first }.pack());
        Ok(())
    }

    /// Pops the top frame, whose header is known.
    #[inline]
    fn pop_frame(&mut self, header: Header) {
        debug_assert_eq!(self.agenda.last().copied(), Some(header.pack()), "the frame on top is the one meant");
        let len = self.agenda.len() - 1 - header.extra();
        self.agenda.truncate(len);
    }

    /// Arguments of the top frame.
    #[inline]
    fn top_args(&self, header: Header, args: &mut [i32; crate::limits::STEP_ARGS_MAX]) -> u8 {
        args[0] = header.first;
        let top = self.agenda.len() - 1;
        for i in 1..header.nargs as usize {
            let word = self.agenda[top - 1 - (i - 1) / 2];
            args[i] = if i % 2 == 1 { word as u32 as i32 } else { (word >> 32) as u32 as i32 };
        }
        header.nargs
    }

    /// The turn's frame at another position, unmarked.
    fn set_turn_position(&mut self, top: Header, position: usize) {
        let mut args = [0; crate::limits::STEP_ARGS_MAX];
        let n = self.top_args(top, &mut args);
        self.pop_frame(top);
        let keep = if n >= 3 && args[1] == 1 { 3 } else { 1 };
        args[0] = position as i32;
        let _ = self.push_frame(step::TURN, Player(top.actor), &args[..keep]);
    }

    /// The pile that a tile would be drawn from.
    #[inline]
    fn draw_pile(&self, rules: &Ruleset) -> Option<crate::ids::PileId> {
        rules.draw_order.iter().copied().find(|p| self.piles[p.index()] > 0)
    }

    /// Whether the frame stands for a slot of this part that was skipped since the frame was pushed.
    fn is_skipped(&self, rules: &Ruleset, header: Header) -> bool {
        let slot = match rules.replaced_by(header.code) {
            step::DRAW => Slot::Draw,
            step::PLACE => Slot::Place,
            step::ACTION => Slot::Action,
            step::SECOND_ACTION => Slot::SecondAction,
            step::SCORE => Slot::Scoring,
            _ => return false,
        };
        self.skip & 1 << slot as u8 != 0 && header.first == 0
    }

    #[inline]
    fn may_draw(&self, rules: &Ruleset, header: Header) -> bool {
        (header.nargs >= 1 && header.first > 0 || self.drawn == NONE && self.placed == NONE)
            && self.draw_pile(rules).is_some()
    }

    /// Whether there is a tile to draw, or one in a zone that is played from.
    fn can_go_on(&self, rules: &Ruleset) -> bool {
        self.draw_pile(rules).is_some() || rules.playing_zones.iter().any(|z| self.piles[z.index()] > 0)
    }

    /// The `k`-th tile of a pile, counting by types.
    #[inline]
    fn nth_in_pile(&self, rules: &Ruleset, pile: crate::ids::PileId, k: u32) -> TypeId {
        let mut k = k as i32;
        let one_group = rules.draw_order.len() == 1;
        for (t, n) in self.deck.iter().enumerate() {
            if one_group || rules.hot.types[t].group == pile.0 {
                k -= *n as i32;
                if k < 0 {
                    return TypeId(t as u16);
                }
            }
        }
        for z in &self.zoned {
            if z.pile == pile.0 {
                k -= 1;
                if k < 0 {
                    return TypeId(z.tile);
                }
            }
        }
        TypeId(0)
    }

    fn reset(&mut self, rules: &Ruleset, keys: &[crate::ids::StateId]) {
        for key in keys {
            let k = &rules.state[key.index()];
            let default = if k.decl.list > 0 { 0 } else { k.decl.default };
            let owners = match k.decl.per {
                decl::Per::Game => 1,
                decl::Per::Player => self.players as usize,
                decl::Per::Figure => self.figures.len(),
                decl::Per::Tile => {
                    let row = rules.tile_row.len();
                    self.tile_ext.iter_mut().skip(k.at).step_by(row).for_each(|n| *n = default);
                    continue;
                }
                decl::Per::Segment => {
                    let row = rules.segment_row.len();
                    self.segment_ext.iter_mut().skip(k.at).step_by(row).for_each(|n| *n = default);
                    continue;
                }
            };
            for i in 0..owners {
                self.ext[k.at + i * k.width] = default;
            }
        }
    }
}
