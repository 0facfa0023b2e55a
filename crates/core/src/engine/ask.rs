//! Listing the options of a step.

mod filters;
mod offers;
mod own;
mod plainly;
mod refuse;
mod refuses;
mod targets;
mod verbs;

pub(super) use self::own::asked;
use self::own::{UNASKED, by, list_deployments, list_placements};
use super::Host;
use crate::answer::{Full, Offer};
use crate::choice::Choice;
use crate::decl;
use crate::engine::HookError;
use crate::engine::calls::too_many;
use crate::fault::Fault;
use crate::hooks::{Event, Hook, Slot, answers};
use crate::ids::{Player, TileTypeId};
use crate::limits::{OFFERS_MAX, OPTIONS_MAX, WEIGHTS_MAX};
use crate::ruleset::{Call, Offered, Ruleset};
use crate::state::{NONE, State};
use crate::step::{self, Header};
use std::sync::Arc;

pub(super) use self::refuses::{refuses_deploy, refuses_place};

impl Host {
    /// Lists the options of the top frame, for any actor.
    pub(super) fn list_top(&mut self, rules: &Arc<Ruleset>, st: &State) -> Result<(), HookError> {
        let Some(top) = st.agenda.last() else { return Ok(()) };
        let header = Header(*top);
        if header.code() == step::DRAW {
            self.list_draw(rules, st);
            return Ok(());
        }
        self.list_step(rules, st, header)?;
        Ok(())
    }

    fn list_draw(&mut self, rules: &Ruleset, st: &State) {
        self.clear_list(Player::CHANCE, step::DRAW);
        let Some(pile) = st.draw_pile() else { return };
        for (t, n) in st.deck.counts() {
            if n > 0 && rules.types[t.index()].group == pile {
                self.list.push(Choice::draw(t));
                self.weights.push(u32::from(n));
            }
        }
        for z in st.zoned.iter().filter(|z| z.pile == pile.0) {
            let choice = Choice::draw(TileTypeId(z.tile));
            if let Some(i) = self.list.iter().position(|c| c == choice) {
                self.weights[i] += 1;
            } else {
                self.list.push(choice);
                self.weights.push(1);
            }
        }
    }

    #[inline]
    fn clear_list(&mut self, actor: Player, step: u8) {
        self.list.clear();
        self.weights.clear();
        self.offers.clear();
        self.patterned = 0;
        self.actor = actor;
        self.step = step;
        if self.explain {
            self.refused.clear();
        }
    }

    /// Lists the options of a step. Returns whether the step must be asked.
    #[inline]
    pub(super) fn list_step(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        header: Header,
    ) -> Result<bool, HookError> {
        let actor = Player(header.actor());
        self.clear_list(actor, header.code());
        if !rules.listing.plain.has(header.code()) {
            return self.list_with_expansions(rules, st, header);
        }
        // No handler adds to this list or refuses from it.
        if header.code() == step::PLACE {
            if st.drawn == NONE {
                return Ok(false);
            }
            if rules.hot.types[st.drawn as usize].refused {
                return self.list_with_expansions(rules, st, header);
            }
            list_placements(rules, st, TileTypeId(st.drawn), &mut self.list);
            let real = !self.list.is_empty();
            if real {
                self.list_interrupts(rules, st, actor);
            }
            return Ok(real);
        }
        if st.placed != NONE {
            let have = rules.figures_at(header.code()) & st.stock(rules, actor).left;
            list_deployments(rules, st, actor, have, &mut self.list);
        }
        let real = !self.list.is_empty();
        if real {
            self.list.push(Choice::PASS);
        }
        Ok(real)
    }

    #[inline(never)]
    fn list_with_expansions(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        header: Header,
    ) -> Result<bool, HookError> {
        let actor = Player(header.actor());
        let real = match header.code() {
            step::PLACE => self.list_place(rules, st, actor)?,
            step::ACTION | step::SECOND_ACTION => self.list_action(rules, st, actor, header)?,
            _ => self.list_own(rules, st, actor, header)?,
        };
        if self.list.len() > OPTIONS_MAX {
            return Err(Self::from_core(too_many(Full::Options)));
        }
        if self.offers.len() > OFFERS_MAX {
            return Err(Self::from_core(too_many(Full::Offers)));
        }
        let acts = matches!(header.code(), step::ACTION | step::SECOND_ACTION);
        if !real && acts && rules.listing.dark.steps.has(header.code()) {
            // A skipped step would reveal that a hidden option is missing.
            if !self.list.iter().any(Choice::is_pass) {
                self.list.push(Choice::PASS);
            }
            return Ok(true);
        }
        Ok(real)
    }

    /// Placements of the drawn tile, of tiles in hand, and those offered.
    #[inline]
    fn list_place(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        actor: Player,
    ) -> Result<bool, HookError> {
        if st.drawn != NONE {
            list_placements(rules, st, TileTypeId(st.drawn), &mut self.list);
        }
        if !rules.listing.playing_zones.is_empty() {
            let mut mine: Vec<u16> = st
                .zoned
                .iter()
                .filter(|z| {
                    z.player == actor && rules.listing.playing_zones.iter().any(|p| p.0 == z.pile)
                })
                .map(|z| z.tile)
                .collect();
            mine.sort_unstable();
            mine.dedup();
            for tile in mine {
                list_placements(rules, st, TileTypeId(tile), &mut self.list);
            }
        }
        if !rules.listing.places.is_empty() {
            self.offer_places(rules, st, &by(actor, step::PLACE));
        }
        if !rules.asked.place_offer.is_empty() {
            self.ask_offers(rules, st, actor, step::PLACE, Hook::PlacementOffer)?;
        }
        if !rules.listing.refuses[0].is_empty() {
            self.refuse(rules, st, true, &by(actor, step::PLACE));
        }
        if !rules.asked.place_veto.is_empty() && !self.list.is_empty() {
            self.veto(rules, st, actor, step::PLACE, Hook::PlacementVeto)?;
        }
        let real = !self.list.is_empty();
        let obliged = self.list.has_unoffered();
        if real {
            self.list_interrupts(rules, st, actor);
        }
        if real && !self.offers.is_empty() {
            // Offers beyond the core's own are optional unless one is mandatory.
            self.finish(rules, !obliged, true);
        }
        Ok(real)
    }

    /// Deployments, declared verbs and patterns, and those offered by handlers.
    #[inline]
    fn list_action(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        actor: Player,
        header: Header,
    ) -> Result<bool, HookError> {
        let code = header.code();
        let left = st.stock(rules, actor).left;
        if st.placed != NONE {
            let have = rules.figures_at(code) & left;
            list_deployments(rules, st, actor, have, &mut self.list);
        }
        let (symbols, have) = (st.symbols(rules), rules.patterned_at(code) & left);
        for offered in &rules.listing.patterns[code as usize] {
            if offered.figures & have != 0 && offered.symbol & !symbols == 0 {
                let pattern = &rules.listing.deploys[offered.pattern as usize];
                self.list_pattern(rules, st, actor, pattern, have, &UNASKED);
            }
        }
        for offered in &rules.listing.offered[code as usize] {
            if !offered.is_passed_over(rules, st, actor, symbols) {
                self.list_verb(rules, st, actor, offered.verb, &UNASKED);
            }
        }
        if !rules.asked.deploy_offer.is_empty() {
            self.ask_offers(rules, st, actor, code, Hook::DeploymentOffer)?;
        }
        let slot = if code == step::ACTION { Slot::Action } else { Slot::SecondAction };
        let offered = !self.list.is_empty();
        let opened = self.list_interrupts(rules, st, actor) & 1 << slot as u8 != 0;
        let mut real = offered || opened;
        if real {
            real = self.narrow(rules, st, &by(actor, code))?;
        }
        if real {
            self.finish(rules, true, rules.listing.repeats);
        }
        Ok(real)
    }

    /// Options of an expansion's own step.
    fn list_own(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        actor: Player,
        header: Header,
    ) -> Result<bool, HookError> {
        let code = header.code();
        let Some(own) = rules.steps.get(code.wrapping_sub(step::OWN) as usize) else {
            return Ok(false);
        };
        let event = asked(st, header);
        let mut pass = own.pass;
        for &verb in &own.verbs {
            self.list_verb(rules, st, actor, verb, &event);
        }
        let deploys = !rules.listing.patterns[code as usize].is_empty() && actor.0 < st.players;
        if deploys {
            self.list_patterns(rules, st, actor, &event);
        }
        if !rules.listing.places.is_empty() {
            self.offer_places(rules, st, &event);
        }
        for offered in &rules.listing.offered[code as usize] {
            if !own.verbs.contains(&offered.verb) {
                self.list_verb(rules, st, actor, offered.verb, &event);
            }
        }
        for &call in &own.ask {
            self.call(rules, st, call, &event, answers::OFFERS)?;
            if let Some(rule) = self.answer.pass {
                pass = rule;
            }
            self.check_offers(rules, st, actor, call);
            self.take_offers(rules, call)?;
        }
        self.pass = pass;
        // What others offer free beside it is no reason to ask, as little as what may be done at any time.
        let beside = |c: Choice| {
            let verb = c.verb().map(|v| &rules.verbs[v.index()]);
            verb.is_some_and(|verb| verb.decl.free && verb.expansion != own.expansion)
        };
        let mut real = !self.list.iter().all(beside);
        if actor != Player::CHANCE {
            if real {
                real = self.narrow(rules, st, &event)? && !self.list.iter().all(beside);
            }
            if real {
                self.list_interrupts(rules, st, actor);
                self.finish(rules, pass.is_some(), true);
            } else if own.decl.always {
                self.list.push(Choice::PASS);
                return Ok(true);
            }
        } else if real {
            self.weigh(rules, own.ask.last().copied())?;
        }
        Ok(real)
    }

    /// Every option of chance has a weight, which is 1 unless a function says more.
    fn weigh(&mut self, rules: &Ruleset, asked: Option<Call>) -> Result<(), HookError> {
        self.weights.resize(self.list.len(), 1);
        let sum: u64 = self.weights.iter().map(|weight| u64::from(*weight)).sum();
        if sum <= u64::from(WEIGHTS_MAX) {
            return Ok(());
        }
        let fault = Fault::new(
            "E0017",
            format!(
                "what chance rolls has weights of more than {WEIGHTS_MAX} together (WEIGHTS_MAX)"
            ),
            format!(
                "les poids de ce que tire le hasard dépassent ensemble {WEIGHTS_MAX} (WEIGHTS_MAX)"
            ),
        );
        Err(self.blamed(rules, asked, fault))
    }

    /// Deploy patterns of others and of its own that an expansion's step offers, with all figures at hand.
    #[inline(never)]
    fn list_patterns(&mut self, rules: &Ruleset, st: &State, actor: Player, step: &Event) {
        let have = st.stock(rules, actor).left;
        let all = rules.listing.patterns[usize::from(step.step)].iter();
        for offered in all.filter(|o| o.figures & have != 0) {
            let pattern = &rules.listing.deploys[offered.pattern as usize];
            self.list_pattern(rules, st, actor, pattern, have, step);
        }
    }

    /// Drops what declarations and handlers refuse. Returns whether an option is left.
    #[inline]
    fn narrow(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        step: &Event,
    ) -> Result<bool, HookError> {
        if !rules.listing.refuses[0].is_empty() && step.step >= step::OWN {
            self.refuse(rules, st, true, step);
        }
        if !rules.listing.refuses[1].is_empty() {
            self.refuse(rules, st, false, step);
        }
        if !rules.asked.deploy_veto.is_empty() && !self.list.is_empty() {
            self.veto(rules, st, step.actor, step.step, Hook::DeploymentVeto)?;
        }
        Ok(!self.list.is_empty())
    }

    /// Duplicates are one option; while a `must` stands only such and free ones are; pass comes last.
    #[inline]
    fn finish(&mut self, rules: &Ruleset, may_pass: bool, repeats: bool) {
        if repeats && !self.offers.is_empty() {
            self.dedup();
        }
        let may_oblige = rules.listing.any_must || self.offers.iter().any(|o| o.must);
        if !(may_oblige && self.keep_obliged(rules)) && may_pass {
            self.list.push(Choice::PASS);
        }
    }

    #[inline(never)]
    fn dedup(&mut self) {
        // Seldom is anything there twice.
        let mut alone: Vec<u64> = self.list.iter().map(Choice::key).collect();
        alone.sort_unstable();
        if alone.windows(2).all(|pair| pair[0] != pair[1]) {
            return;
        }
        let mut keys: Vec<(u64, u8, usize)> =
            self.list.iter().enumerate().map(|(i, c)| (c.key(), c.offer(), i)).collect();
        keys.sort_unstable();
        let mut drop: Vec<usize> = Vec::new();
        for pair in keys.windows(2) {
            if pair[0].0 == pair[1].0 {
                drop.push(pair[1].2);
            }
        }
        if !drop.is_empty() {
            let mut i = 0;
            self.list.retain(|_| {
                i += 1;
                !drop.contains(&(i - 1))
            });
        }
    }

    /// Verbs offered at every decision of the turn's player; the slots, as bits, that are asked for their
    /// sake alone.
    #[inline]
    fn list_interrupts(&mut self, rules: &Arc<Ruleset>, st: &State, actor: Player) -> u16 {
        let held = st.may_interrupt(rules, actor.0);
        if actor.0 != st.player || !held && rules.listing.plain.has(step::ANY) {
            return 0;
        }
        self.list_any_time(rules, st, actor, held)
    }

    #[inline(never)]
    fn list_any_time(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        actor: Player,
        held: bool,
    ) -> u16 {
        let mut opened = 0;
        for &Offered { verb, .. } in &rules.listing.offered[step::ANY as usize] {
            if !held && rules.verbs[verb.index()].filter.held() {
                continue;
            }
            let before = self.list.len();
            self.list_verb(rules, st, actor, verb, &UNASKED);
            if self.list.len() > before {
                opened |= rules.verbs[verb.index()].opens;
            }
        }
        opened
    }
}

impl Host {
    /// If any option is mandatory, keeps only mandatory and free ones. Returns whether it filtered.
    #[inline(never)]
    pub(super) fn keep_obliged(&mut self, rules: &Ruleset) -> bool {
        let offers = &self.offers;
        let must = |c: Choice| {
            verb_of(rules, c).is_some_and(|v| v.must)
                || c.offer_among(offers).is_some_and(|o| o.must)
        };
        if !self.list.iter().any(must) {
            return false;
        }
        self.list.retain(|c| is_free(rules, offers, *c) || must(*c));
        true
    }
}

/// Whether an option does not use up its step, by its verb or by the offer under which it stands.
pub(in super::super) fn is_free(rules: &Ruleset, offers: &[Offer], option: Choice) -> bool {
    verb_of(rules, option).is_some_and(|verb| verb.free)
        || option.offer_among(offers).is_some_and(|offer| offer.free)
}

fn verb_of(rules: &Ruleset, option: Choice) -> Option<&decl::Verb> {
    option.verb().map(|verb| &rules.verbs[verb.index()].decl)
}
