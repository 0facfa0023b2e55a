//! Claims made by handlers, and the final scoring.

use super::super::{HookError, Host, Wave};
use crate::condition::Thing;
use crate::effect::{Effect, Sink};
use crate::game::Game;
use crate::hooks::{Event, Hook, answers};
use crate::ids::{Player, RuleId, SegmentId};
use crate::limits::PLAYERS_MAX;
use crate::ruleset::{FinalStep, Ruleset};
use crate::score::{Claim, Sheet};
use crate::state::{FigurePlace, NONE, State};
use crate::step::Header;
use std::sync::Arc;

impl Host {
    /// Scores claims that a handler made, at once, on one state.
    pub(in crate::engine) fn score_claims<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        claims: &[Claim],
        by_majority: &[usize],
        awards: &[(Player, i32, RuleId)],
        sink: &mut S,
    ) -> Result<(), HookError> {
        let (wave, terms) = (std::mem::take(&mut self.wave), std::mem::take(&mut self.terms));
        for (i, claim) in claims.iter().enumerate() {
            let claim = self.owned_claim(rules, st, *claim, by_majority.contains(&i))?;
            let valued = self.value_claim(rules, st, claim)?;
            self.wave.push(valued);
        }
        self.pay_wave(rules, st, sink)?;
        for &(to, n, rule) in awards {
            if rules.is_muted(rule) {
                continue;
            }
            let mut effect = Effect::pay(to, n);
            self.emit(rules, st, sink, &mut effect, rule)?;
        }
        self.wave = wave;
        self.terms = terms;
        Ok(())
    }

    /// One step of the final scoring, as one wave; figures stay where they are.
    pub(in crate::engine) fn final_step<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        header: Header,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let pos = header.first() as usize;
        let Some(step) = rules.course.finals.get(pos) else {
            st.pop_frame(header);
            return Ok(());
        };
        *st.agenda.last_mut().expect("the final frame") += 1;
        if !self.takes_place(rules, st, step) {
            return Ok(());
        }
        if step.kinds != 0 {
            collect_held(st, step.kinds, &mut self.roots);
            self.wave.clear();
            self.terms.clear();
            for i in 0..self.roots.len() {
                let mut claim = self.feature_claim(rules, st, SegmentId(self.roots[i]), true)?;
                claim.complete = false;
                let wave = self.value_claim(rules, st, claim)?;
                self.wave.push(wave);
            }
            self.pay_wave(rules, st, sink)?;
        }
        self.final_claims(rules, st, step, sink)?;
        self.settle(rules, st, sink)
    }

    /// What an expansion claims in a step of the final scoring.
    pub(in crate::engine) fn final_claims<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        step: &FinalStep,
        sink: &mut S,
    ) -> Result<(), HookError> {
        if !self.ask_final(rules, st, step)? {
            return Ok(());
        }
        let claims = std::mem::take(&mut self.answer.claims);
        let bonus = std::mem::take(&mut self.answer.bonus);
        let majority = std::mem::take(&mut self.answer.by_majority);
        self.score_claims(rules, st, &claims, &majority, &bonus, sink)
    }

    /// Whether a step of the final scoring has what it asks of the moment.
    fn takes_place(&self, rules: &Ruleset, st: &State, step: &FinalStep) -> bool {
        self.at(rules, st, &final_event(st, step)).of(&step.whil, Thing::Moment)
    }

    /// Asks what an expansion claims in a step of the final scoring, if it has a say in it.
    fn ask_final(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        step: &FinalStep,
    ) -> Result<bool, HookError> {
        let Some(call) = step.call else { return Ok(false) };
        let event = final_event(st, step);
        self.call(rules, st, call, &event, answers::CLAIMS | answers::BONUS)?;
        Ok(true)
    }

    /// Adds the points of these claims to each player's sum without paying them.
    pub(in crate::engine) fn final_points(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        step: &FinalStep,
        points: &mut [i32; PLAYERS_MAX],
    ) -> Result<(), HookError> {
        if !self.takes_place(rules, st, step) || !self.ask_final(rules, st, step)? {
            return Ok(());
        }
        let mut pay = |to: Player, n: i32| {
            if let Some(of) = points.get_mut(to.index()) {
                *of += n;
            }
        };
        let awards = std::mem::take(&mut self.answer.bonus);
        awards.iter().filter(|a| !rules.is_muted(a.2)).for_each(|a| pay(a.0, a.1));
        let claims = std::mem::take(&mut self.answer.claims);
        let majority = std::mem::take(&mut self.answer.by_majority);
        self.terms.clear();
        self.wave_bonuses.clear();
        for (i, claim) in claims.iter().enumerate() {
            let claim = self.owned_claim(rules, st, *claim, majority.contains(&i))?;
            let valued = self.value_claim(rules, st, claim)?;
            (0..).map(Player).zip(valued.earned).for_each(|(p, n)| pay(p, n));
        }
        self.wave_bonuses.drain(..).for_each(|b| pay(b.0, b.1));
        Ok(())
    }

    /// A claim that a handler made, with its owners by majority if it asked for that.
    fn owned_claim(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        mut claim: Claim,
        by_majority: bool,
    ) -> Result<Claim, HookError> {
        if (claim.node.is_some() || by_majority) && !st.is_there(claim.node) {
            return Err(Self::core_fault(
                "E0012",
                "a claim on no feature",
                "une prise de points sans domaine",
            ));
        }
        if by_majority {
            claim.owners = self.feature_claim(rules, st, claim.node, claim.last)?.owners;
        }
        Ok(claim)
    }

    pub(in crate::engine) fn sheet(&self, rules: &Ruleset, st: &State, w: &Wave) -> Sheet {
        let mut terms = self.terms[w.terms.0..w.terms.1].to_vec();
        terms.sort_by(|a, b| {
            (rules.rule_name(a.rule), a.only).cmp(&(rules.rule_name(b.rule), b.only))
        });
        let mut bonus = self.wave_bonuses[w.bonus.0..w.bonus.1].to_vec();
        bonus.sort_by(|a, b| {
            (rules.rule_name(a.2), a.0, a.1).cmp(&(rules.rule_name(b.2), b.0, b.1))
        });
        let cell = w.claim.node.is_some().then(|| Game::new(rules, st).cell(w.claim.node));
        Sheet {
            claim: w.claim,
            cell,
            value: w.value,
            terms,
            earned: (0..st.players)
                .filter(|p| w.claim.owners & 1 << p != 0)
                .map(|p| (Player(p), w.earned[p as usize]))
                .collect(),
            bonus,
        }
    }
}

/// Returns the event of a step of the final scoring.
fn final_event(st: &State, step: &FinalStep) -> Event {
    let mut event = Event::new(Hook::EndOfGamePoints);
    event.last = true;
    event.rule = step.rule;
    event.actor = Player(st.player);
    event
}

/// Features of some kinds (bits) with a figure in them that were not scored yet, in order.
fn collect_held(st: &State, kinds: u64, roots: &mut Vec<u16>) {
    // Where a figure is cannot be guessed: each writes what it stands in, and few of them count.
    roots.clear();
    roots.resize(st.figures.len(), NONE);
    let mut n = 0;
    for f in &st.figures {
        let on_board = f.place == FigurePlace::Segment;
        let Some(node) = st.nodes.get(if on_board { f.at as usize } else { 0 }) else { break };
        roots[n] = node.root;
        let open = !st.features[node.root as usize].done;
        n += usize::from(on_board && open && kinds >> node.kind & 1 != 0);
    }
    roots.truncate(n);
    roots.sort_unstable();
    roots.dedup();
}
