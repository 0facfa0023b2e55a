//! The engine: runs the agenda from one decision to the next.

mod ahead;
mod ask;
mod calls;
mod carry;
mod chosen;
mod dropped;
mod endless;
mod errors;
mod frames;
mod late;
mod pay;
mod quiet;
mod scoring;
mod sealed;
mod settle;
mod slots;
mod start;
mod trace;
mod turn;
mod unplaceable;
mod why;
mod worth;

use self::start::new_state;
use self::worth::Entered;
use std::rc::Rc;
use std::sync::Arc;

use crate::answer::{Answer, Offer, Push};
use crate::choice::{Action, Choice, Decision, OptionList};
use crate::condition::Depends;
use crate::effect::{Effect, Logged, Sink};
use crate::handlers::Handlers;
use crate::hooks::{Slot, answers};
use crate::ids::{FigureId, Player, RuleId, SegmentId};
use crate::limits::PLAYERS_MAX;
use crate::ruleset::{Call, Ruleset};
use crate::score::{AsIf, Claim, Contribution, Sheet};
use crate::state::State;
use crate::step::{self, Header};

pub use ahead::Listed;
pub use dropped::{Dropped, Fate, Fates, Offerer};
pub use endless::ENDLESS;
pub use errors::{HookError, HookFault, Refusal};
pub(crate) use scoring::collect_placed;
pub use trace::hook_name;
pub use why::{Reason, WhyNot};
pub use worth::Valuer;

/// Rules, handlers and buffers. One for each thread; a state belongs to no engine.
pub struct Engine {
    rules: Arc<Ruleset>,
    host: Host,
    /// Shared with handlers as a weak reference, so that it is freed together with the engine.
    _valuer: Rc<Valuer>,
    /// A copy to go back to when an action fails.
    backup: State,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("expansions", &self.rules.expansions.len())
            .finish_non_exhaustive()
    }
}

/// Handlers and the buffers of one action.
struct Host {
    entered: Rc<Entered>,
    answer: Box<Answer>,
    /// Options of the pending decision, filled by the listing functions.
    list: OptionList,
    weights: Vec<u32>,
    offers: Vec<Offer>,
    /// Bit set of the feature kinds whose segments patterns list.
    patterned: u64,
    actor: Player,
    step: u8,
    /// The rule of declining a step of an expansion.
    pass: RuleId,
    events: Vec<Logged>,
    /// Index of the next event to report.
    told: usize,
    pushed: Vec<Push>,
    effects: usize,
    wave: Vec<Wave>,
    terms: Vec<Contribution>,
    roots: Vec<u16>,
    home: Vec<(FigureId, RuleId)>,
    wave_bonuses: Vec<(Player, i32, RuleId)>,
    /// What the features valued last depend on.
    depends: Depends,
    /// How many claims this action has scored.
    sheets: u16,
    refused: Vec<(Choice, RuleId)>,
    explain: bool,
    notes: dropped::Notes,
    /// The effect that did not apply.
    failed: Option<Effect>,
    /// Whether to ask steps that have no options; see [`Engine::ask_always`].
    ask_always: bool,
    /// Whether calls and reasons are traced.
    told_of: bool,
    /// The function that was called last in this action, for errors.
    called: Option<Call>,
    /// The function that last skipped a slot, for errors.
    skips: Option<Call>,
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
        assert_eq!(
            rules.expansions.len(),
            handlers.len(),
            "one set of handlers for each expansion"
        );
        let valuer = Valuer::new(&rules, handlers);
        Self { rules, host: valuer.host(), _valuer: valuer, backup: State::default() }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }

    /// Handler calls since the engine was made.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.host.entered.calls.get()
    }

    /// A new game: start layout placed, setup done, up to the first decision.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn start<S: Sink>(&mut self, first: Player, sink: &mut S) -> Result<State, HookError> {
        self.host.tell::<S>();
        let started = self.set_out(first, sink);
        self.host.tell_no_more();
        started
    }

    fn set_out<S: Sink>(&mut self, first: Player, sink: &mut S) -> Result<State, HookError> {
        let rules = self.rules.clone();
        self.host.begin();
        let mut st = new_state(&rules, first);
        for &(tile, cell, rotation) in &rules.course.start {
            let from = rules.types[tile.index()].group;
            self.host.lay_out(&rules, &mut st, sink, from, (tile, cell, rotation))?;
        }
        st.push_frame(step::TURN, Player(st.player), &[0])?;
        for i in (0..rules.course.start_drawn.len() as i32).rev() {
            st.push_frame(step::DRAW, Player::CHANCE, &[step::DRAW_START, i])?;
        }
        if !rules.asked.at[Slot::Setup as usize].is_empty() {
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
    pub fn decision(&mut self, st: &State) -> Result<Decision, HookError> {
        if st.over {
            return Ok(Decision { actor: Player::NONE, ..Decision::default() });
        }
        let rules = self.rules.clone();
        self.host.list_top(&rules, st)?;
        Ok(self.asked())
    }

    /// What the last step left listed as a decision, sorted, for playouts: [`Engine::decision`] without asking anybody
    /// again. Chance's draw is not listed.
    #[must_use]
    pub fn asked(&mut self) -> Decision {
        let mut order: Vec<usize> = (0..self.host.list.len()).collect();
        let listed = self.host.list.slice();
        order.sort_by_key(|i| listed[*i].key());
        let pick = |i: &usize| self.host.weights.get(*i).copied().unwrap_or(1);
        Decision {
            actor: self.host.actor,
            step: self.host.step,
            options: order.iter().map(|i| listed[*i]).collect(),
            weights: if self.host.actor == Player::CHANCE {
                order.iter().map(pick).collect()
            } else {
                Vec::new()
            },
            offers: self.host.offers.clone(),
            pass: if self.host.step < step::OWN { RuleId::NONE } else { self.host.pass },
        }
    }

    /// Turns the asking of steps without options on or off, so that [`Engine::why_not`] can explain why nothing is
    /// offered. Do not continue a game from such a state.
    pub fn ask_always(&mut self, on: bool) {
        self.host.ask_always = on;
    }

    /// Who is asked in this state.
    #[must_use]
    pub fn actor(&self, st: &State) -> Player {
        match st.agenda.last() {
            Some(top) if !st.over => Player(Header(*top).actor()),
            _ => Player::NONE,
        }
    }

    /// Carries out an action of the one who decides, up to the next decision.
    ///
    /// # Errors
    ///
    /// The action is none of the options, or an expansion failed; the state is as before.
    pub fn apply<S: Sink>(
        &mut self,
        st: &mut State,
        action: Action,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        if st.over {
            return Err(Refusal::Over);
        }
        let rules = self.rules.clone();
        self.host.list_top(&rules, st)?;
        let wanted = Choice::from(action);
        let Some(i) = self.host.list.iter().position(|c| c.takes(wanted)) else {
            return Err(Refusal::Illegal { action });
        };
        self.host.narrow_to(i, wanted);
        self.backup.clone_from(st);
        self.host.failed = None;
        self.host.tell::<S>();
        let done = self.host.carry_out(&rules, st, i, sink);
        self.host.tell_no_more();
        match done {
            Ok(_) => Ok(()),
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
    pub fn listed(&self) -> &OptionList {
        &self.host.list
    }

    /// Lists the options of a state that this engine did not just step.
    ///
    /// # Errors
    ///
    /// An expansion's fault.
    pub fn list(&mut self, st: &State) -> Result<&OptionList, HookError> {
        let rules = self.rules.clone();
        self.host.list_top(&rules, st)?;
        Ok(&self.host.list)
    }

    /// Returns how many tiles chance may draw from, or 0 if the pending decision is not a draw.
    #[inline]
    #[must_use]
    pub fn draw_total(&self, st: &State) -> u32 {
        match st.agenda.last() {
            Some(top) if (*top >> 56) as u8 == step::DRAW && !st.over => {
                st.draw_pile().map_or(0, |p| st.piles[p.index()] as u32)
            }
            _ => 0,
        }
    }

    /// Returns whether chance draws a tile that the active player will place, rather than one for a zone or the start
    /// layout.
    #[must_use]
    pub fn draws_to_place(&self, st: &State) -> bool {
        let top = st.agenda.last().map(|top| Header(*top));
        top.is_some_and(|h| h.code() == step::DRAW && h.first() == 0)
    }

    /// Draws the `k`-th tile of those to draw from, for playouts.
    ///
    /// # Errors
    ///
    /// An expansion's fault; the state is then undefined.
    #[inline]
    pub fn draw_listed<S: Sink>(
        &mut self,
        st: &mut State,
        k: u32,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let Some(pile) = st.draw_pile() else {
            return Err(Host::core_fault(
                "E0001",
                "there is nothing to draw",
                "il n'y a rien à piocher",
            ));
        };
        self.host.draw_nth(&self.rules, st, pile, k, sink)?;
        self.host.advance(&self.rules, st, sink)
    }

    /// Carries out the `i`-th of the listed options without checking and without a copy to go back to; which it was.
    ///
    /// # Errors
    ///
    /// An expansion's fault; the state is then undefined.
    #[inline]
    pub fn apply_listed<S: Sink>(
        &mut self,
        st: &mut State,
        i: usize,
        sink: &mut S,
    ) -> Result<Choice, HookError> {
        self.host.carry_out(&self.rules, st, i, sink)
    }

    /// If option `i` is a number range, narrows it to the number that `below(len)` picks.
    #[inline]
    pub fn settle_on(&mut self, i: usize, below: impl FnOnce(u32) -> u32) {
        if let Some(choice) = self.host.list.get(i).filter(|c| c.numbers().is_some())
            && let Some(action) = choice.drawn(below)
        {
            self.host.list.narrow(i, action.into());
        }
    }

    /// Goes on to the next decision and lists it, for playouts from a state that this engine did not just step: a sink
    /// that draws draws here too.
    ///
    /// # Errors
    ///
    /// An expansion's fault; the state is then undefined.
    pub fn go_on<S: Sink>(&mut self, st: &mut State, sink: &mut S) -> Result<(), HookError> {
        if st.over {
            return Ok(());
        }
        self.host.begin();
        self.host.advance(&self.rules, st, sink)
    }

    /// Points that a feature would give each player if it were scored now.
    ///
    /// # Errors
    ///
    /// There is no such segment, or an expansion's fault.
    pub fn value(
        &mut self,
        st: &State,
        node: SegmentId,
        last: bool,
    ) -> Result<[i32; PLAYERS_MAX], HookError> {
        let as_if = AsIf { complete: None, last };
        is_there(st, node)?;
        Ok(self.host.value(&self.rules, st, node, as_if)?.earned)
    }

    /// Returns the score sheet that a feature would get if it were scored now, with its terms and bonuses. Nobody is
    /// paid.
    ///
    /// # Errors
    ///
    /// Returns an error if the segment does not exist, or if an expansion fails.
    pub fn sheet(&mut self, st: &State, node: SegmentId, as_if: AsIf) -> Result<Sheet, HookError> {
        is_there(st, node)?;
        let wave = self.host.value(&self.rules, st, node, as_if)?;
        Ok(self.host.sheet(&self.rules, st, &wave))
    }
}

/// Whether a feature can be asked for.
#[inline]
fn is_there(st: &State, node: SegmentId) -> Result<(), HookError> {
    if st.is_there(node) {
        return Ok(());
    }
    let (en, fr) = ("there is no such segment", "ce segment n'existe pas");
    Err(Host::core_fault("E0012", en, fr))
}

impl Host {
    /// Leaves of a range the number that was chosen.
    #[inline]
    fn narrow_to(&mut self, i: usize, chosen: Choice) {
        if self.list.get(i).is_some_and(|option| option.numbers().is_some()) {
            self.list.narrow(i, chosen);
        }
    }

    fn new(entered: Rc<Entered>) -> Self {
        Self {
            entered,
            answer: Box::default(),
            list: OptionList::default(),
            weights: Vec::new(),
            offers: Vec::new(),
            patterned: 0,
            actor: Player::NONE,
            step: 0,
            pass: RuleId::NONE,
            events: Vec::new(),
            told: 0,
            pushed: Vec::new(),
            effects: 0,
            wave: Vec::new(),
            terms: Vec::new(),
            roots: Vec::new(),
            home: Vec::new(),
            wave_bonuses: Vec::new(),
            depends: Depends::Itself,
            sheets: 0,
            refused: Vec::new(),
            explain: false,
            notes: dropped::Notes::default(),
            failed: None,
            ask_always: false,
            told_of: false,
            called: None,
            skips: None,
        }
    }

    /// Forgets the last action, which may have failed anywhere on its way.
    #[inline]
    fn begin(&mut self) {
        self.effects = 0;
        self.events.clear();
        self.told = 0;
        self.sheets = 0;
        self.pushed.clear();
        self.wave.clear();
        self.terms.clear();
        self.roots.clear();
        self.home.clear();
        self.wave_bonuses.clear();
        (self.called, self.skips) = (None, None);
    }
}
