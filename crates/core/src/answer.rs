//! What a handler answers: plain data, collected in buffers that are used again and again.

use crate::choice::{Choice, Over};
use crate::effect::{Effect, Logged};
use crate::hooks::answers;
use crate::ids::{
    ExpansionId, FigureId, FigureKindId, Player, RuleId, SegmentId, StateId, StepId, TileTypeId,
    TokenId, UnitId, VerbId,
};
use crate::limits::{OFFERS_MAX, OPTIONS_MAX, STEP_ARGS_MAX};
use crate::ruleset::{Ruleset, Waived};
use crate::score::{Claim, Contribution, Term};

/// A step to be pushed on the agenda.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    pub(crate) code: u8,
    pub(crate) actor: u8,
    pub(crate) nargs: u8,
    pub(crate) args: [i32; STEP_ARGS_MAX],
}

/// How an offer stands: its rule, what it costs, what it lifts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Rule of the offer.
    pub rule: RuleId,
    /// Does not use up the step.
    pub free: bool,
    /// While it stands, only such options and free ones are.
    pub must: bool,
    /// Tokens it costs.
    pub price: Option<(TokenId, u16)>,
    /// State flag of the player that the core sets to 1 when it is chosen.
    pub once: Option<StateId>,
    /// Restrictions and rules that do not hold for it.
    pub waives: Waived,
    /// Expansion that makes the offer. [`Answer`] fills it in when it takes the offer of a handler.
    pub by: ExpansionId,
}

/// Of what an answer holds more than fits into one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    Offers,
    Options,
}

/// The answer of one handler, or of all handlers of one hook.
#[derive(Debug, Default)]
pub struct Answer {
    /// What the hook allows: bits of [`answers`].
    pub(crate) allowed: u16,
    /// The first thing answered that the hook does not allow.
    pub(crate) misuse: Option<&'static str>,
    /// What it had no room for.
    pub(crate) full: Option<Full>,
    pub(crate) effects: Vec<Logged>,
    pub(crate) steps: Vec<Push>,
    pub(crate) offers: Vec<Offer>,
    /// Each with the weight that it has if chance chooses.
    pub(crate) options: Vec<(Choice, u32)>,
    pub(crate) pass: Option<RuleId>,
    pub(crate) refused: Vec<(u32, RuleId)>,
    pub(crate) verdict: Option<(bool, RuleId)>,
    pub(crate) weight: i32,
    pub(crate) tie: i32,
    /// Weight and tie count once for a player.
    pub(crate) once: bool,
    pub(crate) terms: Vec<Contribution>,
    pub(crate) bonus: Vec<(Player, i32, RuleId)>,
    pub(crate) claims: Vec<Claim>,
    /// Claims, by number, whose owners the core finds by majority.
    pub(crate) by_majority: Vec<usize>,
    /// Options that a veto is asked about.
    pub(crate) listed: crate::choice::OptionList,
    /// The offers that the options of the decision came from.
    pub(crate) offered: Vec<Offer>,
}

/// How far an [`Answer`] had been filled, so that what follows can be dropped.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    misuse: Option<&'static str>,
    full: Option<Full>,
    effects: usize,
    steps: usize,
    offers: usize,
    options: usize,
    pass: Option<RuleId>,
    refused: usize,
    verdict: Option<(bool, RuleId)>,
    weight: i32,
    tie: i32,
    once: bool,
    terms: usize,
    /// Player for whom the last contribution counts, the only part of an answer that is modified after it was
    /// written.
    only: Player,
    bonus: usize,
    claims: usize,
    by_majority: usize,
}

impl Answer {
    /// Returns an answer to a veto of these options that keeps nothing, for measuring a handler without an engine.
    #[must_use]
    pub fn about(options: &[Choice]) -> Self {
        let mut answer = Self::default();
        for option in options {
            answer.listed.push(*option);
        }
        answer
    }

    pub(crate) fn begin(&mut self, allowed: u16) {
        self.allowed = allowed;
        (self.misuse, self.full) = (None, None);
        self.effects.clear();
        self.steps.clear();
        self.options.clear();
        self.offers.clear();
        self.pass = None;
        self.refused.clear();
        self.verdict = None;
        (self.weight, self.tie, self.once) = (0, 0, false);
        self.terms.clear();
        self.bonus.clear();
        self.claims.clear();
        self.by_majority.clear();
    }

    /// How many answers it holds, of whatever sort.
    #[must_use]
    pub fn given(&self) -> usize {
        let lists = self.effects.len() + self.steps.len() + self.options.len() + self.refused.len();
        let scores = self.terms.len() + self.bonus.len() + self.claims.len();
        lists
            + scores
            + usize::from(self.verdict.is_some())
            + usize::from(self.weight != 0 || self.tie != 0)
    }

    /// How far it has been filled.
    #[inline]
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark {
            misuse: self.misuse,
            full: self.full,
            effects: self.effects.len(),
            steps: self.steps.len(),
            offers: self.offers.len(),
            options: self.options.len(),
            pass: self.pass,
            refused: self.refused.len(),
            verdict: self.verdict,
            weight: self.weight,
            tie: self.tie,
            once: self.once,
            terms: self.terms.len(),
            only: self.terms.last().map_or(Player::NONE, |last| last.only),
            bonus: self.bonus.len(),
            claims: self.claims.len(),
            by_majority: self.by_majority.len(),
        }
    }

    /// Drops what was answered since a mark.
    #[cold]
    pub fn rewind(&mut self, mark: &Mark) {
        (self.misuse, self.full) = (mark.misuse, mark.full);
        self.effects.truncate(mark.effects);
        self.steps.truncate(mark.steps);
        self.offers.truncate(mark.offers);
        self.options.truncate(mark.options);
        self.pass = mark.pass;
        self.refused.truncate(mark.refused);
        self.verdict = mark.verdict;
        (self.weight, self.tie, self.once) = (mark.weight, mark.tie, mark.once);
        self.terms.truncate(mark.terms);
        if let Some(last) = self.terms.last_mut() {
            last.only = mark.only;
        }
        self.bonus.truncate(mark.bonus);
        self.claims.truncate(mark.claims);
        self.by_majority.truncate(mark.by_majority);
    }

    #[inline]
    fn may(&mut self, what: u16, name: &'static str) -> bool {
        let ok = self.allowed & what != 0;
        if !ok && self.misuse.is_none() {
            self.misuse = Some(name);
        }
        ok
    }

    /// An effect, with the rule that causes it.
    #[inline]
    pub fn effect(&mut self, effect: Effect, rule: RuleId) {
        if self.may(answers::EFFECTS, "effect") {
            self.effects.push(Logged { effect, rule });
        }
    }

    /// Sends a figure home.
    pub fn send_home(&mut self, figure: FigureId, rule: RuleId) {
        self.effect(Effect::Returned { figure, from: SegmentId::NONE, scored: false }, rule);
    }

    /// Gives a figure to a player, to be held.
    pub fn capture(&mut self, figure: FigureId, by: Player, rule: RuleId) {
        self.effect(Effect::Captured { figure, from: SegmentId::NONE, by }, rule);
    }

    /// Pays points from the bank (or to it, if negative).
    pub fn pay(&mut self, to: Player, points: i32, rule: RuleId) {
        self.effect(Effect::pay(to, points), rule);
    }

    /// Pushes an own step; steps pushed together are asked first pushed, first asked.
    pub fn push(&mut self, step: StepId, actor: Player, args: &[i32]) {
        if self.may(answers::EFFECTS, "push") {
            let mut all = [0; STEP_ARGS_MAX];
            let n = args.len().min(STEP_ARGS_MAX);
            all[..n].copy_from_slice(&args[..n]);
            let code = crate::step::OWN + step.0;
            self.steps.push(Push { code, actor: actor.0, nargs: n as u8, args: all });
        }
    }

    /// Chance draws a tile into a zone of a player; no zone = to be placed in this part of the turn.
    pub fn draw(&mut self, zone: crate::ids::PileId, player: Player) {
        if self.may(answers::EFFECTS, "draw") {
            let mut args = [0; STEP_ARGS_MAX];
            let nargs = if zone.is_some() {
                args[0] = zone.0 as i32 + 1;
                args[1] = player.0 as i32;
                2
            } else {
                1
            };
            self.steps.push(Push { code: crate::step::DRAW, actor: Player::CHANCE.0, nargs, args });
        }
    }

    /// Asks the core's own step `place` (of a player) now.
    pub fn push_place(&mut self, actor: Player) {
        if self.may(answers::EFFECTS, "push") {
            let code = crate::step::PLACE;
            self.steps.push(Push { code, actor: actor.0, nargs: 0, args: [0; STEP_ARGS_MAX] });
        }
    }

    /// Begins an offer; the options after it stand under it.
    pub fn offer(&mut self, offer: Offer) {
        if !self.may(answers::OFFERS, "offer") {
            return;
        }
        if self.offers.len() < OFFERS_MAX {
            self.offers.push(offer);
        } else {
            self.full.get_or_insert(Full::Offers);
        }
    }

    fn option(&mut self, choice: Choice) {
        if self.may(answers::OFFERS, "offer") {
            let offer = self.offers.len() as u8;
            self.weighed(choice.under(offer), 1);
        }
    }

    fn weighed(&mut self, choice: Choice, weight: u32) {
        if self.options.len() < OPTIONS_MAX {
            self.options.push((choice, weight));
        } else {
            self.full.get_or_insert(Full::Options);
        }
    }

    /// Offers a verb with a target.
    pub fn invoke(&mut self, verb: VerbId, target: u32) {
        self.option(Choice::invoke(verb, target));
    }

    /// Offers a verb with any number from one to another.
    pub fn range(&mut self, verb: VerbId, from: u32, to: u32) {
        self.option(Choice::range(verb, from, to));
    }

    /// Offers to deploy a figure of a kind.
    pub fn deploy(&mut self, kind: FigureKindId, node: SegmentId) {
        self.option(Choice::deploy(kind, node));
    }

    /// Offers to move a figure on the board.
    pub fn shift(&mut self, figure: FigureId, node: SegmentId) {
        self.option(Choice::shift(figure, node));
    }

    /// Offers to place a tile.
    pub fn place(&mut self, tile: TileTypeId, cell: crate::ids::Cell, rotation: u8) {
        self.place_with(tile, cell, rotation, None);
    }

    /// Offers to place a tile together with a piece over it, or over a tile beside it.
    pub fn place_with(
        &mut self,
        tile: TileTypeId,
        cell: crate::ids::Cell,
        rotation: u8,
        over: Option<Over>,
    ) {
        self.option(Choice::place_with(tile, cell.pack(), rotation & 3, over));
    }

    /// A number that chance may give, with its weight.
    pub fn roll(&mut self, value: u32, weight: u32) {
        if self.may(answers::OFFERS, "roll") {
            self.weighed(Choice::roll(value), weight);
        }
    }

    /// The step may be declined, by a rule.
    pub fn pass(&mut self, rule: RuleId) {
        if self.may(answers::OFFERS, "pass") {
            self.pass = Some(rule);
        }
    }

    /// The options that a veto is asked about.
    #[must_use]
    pub fn listed(&self) -> &[Choice] {
        self.listed.spelt()
    }

    /// The rule under which an option of the decision is offered, and whose offer it is; neither for the core's own.
    #[must_use]
    pub fn offer_of(&self, rules: &Ruleset, choice: Choice) -> Option<(RuleId, ExpansionId)> {
        if let Some(verb) = choice.verb() {
            let verb = rules.verbs.get(verb.index())?;
            return Some((verb.rule, verb.expansion));
        }
        choice.offer_among(&self.offered).map(|offer| (offer.rule, offer.by))
    }

    /// Refuses a listed option.
    pub fn refuse(&mut self, index: usize, rule: RuleId) {
        if self.may(answers::REFUSALS, "refuse") && index < self.listed.len() {
            self.refused.push((index as u32, rule));
        }
    }

    /// Says yes or no; a no of anybody counts.
    pub fn verdict(&mut self, yes: bool, rule: RuleId) {
        if self.may(answers::VERDICT, "verdict") {
            let no_before = self.verdict.is_some_and(|v| !v.0);
            if !no_before {
                self.verdict = Some((yes, rule));
            }
        }
    }

    /// Adds strength.
    pub fn weight(&mut self, by: i32) {
        if self.may(answers::WEIGHT, "weight") {
            self.weight = self.weight.saturating_add(by.clamp(-1000, 1000));
        }
    }

    /// Adds to the number that breaks ties between players of equal strength.
    pub fn tie(&mut self, by: i32) {
        if self.may(answers::WEIGHT, "tie") {
            self.tie = self.tie.saturating_add(by.clamp(-1000, 1000));
        }
    }

    /// Counts this function's answers once for each owner: the greatest, however many figures they have.
    pub fn once(&mut self) {
        if self.may(answers::WEIGHT, "once") {
            self.once = true;
        }
    }

    /// Pays a player beside the claim.
    pub fn bonus(&mut self, player: Player, points: i32, rule: RuleId) {
        if self.may(answers::BONUS, "bonus") {
            self.bonus.push((player, points, rule));
        }
    }

    /// Makes a claim.
    pub fn claim(&mut self, claim: Claim) {
        if self.may(answers::CLAIMS, "claim") {
            self.claims.push(claim);
        }
    }

    /// Makes a claim on a feature that those earn who have the majority there.
    pub fn claim_by_majority(&mut self, claim: Claim) {
        if self.may(answers::CLAIMS, "claim") {
            self.by_majority.push(self.claims.len());
            self.claims.push(claim);
        }
    }
}

impl Answer {
    #[inline]
    fn term(&mut self, rule: RuleId, term: Term) {
        if self.may(answers::POINTS, "points") {
            self.terms.push(Contribution { rule, term, only: Player::NONE });
        }
    }

    /// Adds `n` units at a rate.
    #[inline]
    pub fn add(&mut self, rule: RuleId, unit: UnitId, n: i32, rate: i32) {
        self.term(rule, Term::Add { unit, n, rate });
    }

    /// More or fewer of a unit.
    pub fn count(&mut self, rule: RuleId, unit: UnitId, by: i32) {
        self.term(rule, Term::Count { unit, by });
    }

    /// Another rate of a unit ([`UnitId::NONE`] = of all).
    pub fn per(&mut self, rule: RuleId, unit: UnitId, by: i32) {
        self.term(rule, Term::Per { unit, by });
    }

    /// The units give nothing.
    pub fn void(&mut self, rule: RuleId) {
        self.term(rule, Term::Void);
    }

    /// Points beside the units.
    pub fn flat(&mut self, rule: RuleId, n: i32) {
        self.term(rule, Term::Flat { n });
    }

    /// Times a fraction.
    pub fn scale(&mut self, rule: RuleId, num: i32, den: i32, up: bool) {
        self.term(rule, Term::Scale { num, den, up });
    }

    /// Points after scaling.
    pub fn extra(&mut self, rule: RuleId, n: i32) {
        self.term(rule, Term::Extra { n });
    }

    /// Addresses the last contribution to one player.
    pub fn only(&mut self, player: Player) {
        if let Some(last) = self.terms.last_mut() {
            last.only = player;
        }
    }
}
