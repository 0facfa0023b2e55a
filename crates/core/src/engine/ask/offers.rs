//! Offers and vetoes of handlers.

use super::super::Host;
use super::{refuses_deploy, refuses_place};
use crate::answer::Full;
use crate::choice::Action;
use crate::engine::HookError;
use crate::engine::calls::too_many;
use crate::game::Game;
use crate::hooks::{Event, Hook, answers};
use crate::ids::{Player, RuleId};
use crate::limits::OFFERS_MAX;
use crate::ruleset::{Call, Listener, Restriction, Ruleset, Waived};
use crate::state::State;
use std::sync::Arc;

impl Host {
    /// Asks the handlers of an offer hook and adds what the core accepts.
    pub(super) fn ask_offers(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        actor: Player,
        code: u8,
        hook: Hook,
    ) -> Result<(), HookError> {
        let subs = if hook == Hook::PlacementOffer {
            &rules.asked.place_offer
        } else {
            &rules.asked.deploy_offer
        };
        if self.told_of {
            let event = Event { actor, step: code, ..Event::new(hook) };
            self.tell_passed(rules, st, subs, &event);
        }
        for sub in subs {
            if !sub.is_asked_in(code) {
                continue;
            }
            let mut event = Event::new(hook);
            event.actor = actor;
            event.step = code;
            if !self.matches(rules, st, sub, &event) {
                continue;
            }
            self.call(rules, st, sub.call, &event, answers::OFFERS)?;
            self.check_offers(rules, st, actor, sub.call);
            self.take_offers(rules, sub.call)?;
        }
        Ok(())
    }

    /// Drops offered options that a restriction forbids and the offer does not waive, and those of a rule that is muted.
    pub(super) fn check_offers(&mut self, rules: &Ruleset, st: &State, actor: Player, by: Call) {
        if self.notes.on() {
            self.note_offered(by);
        }
        let offers = std::mem::take(&mut self.answer.offers);
        let game = Game::new(rules, st);
        let (explain, refused) = (self.explain, &mut self.refused);
        let (notes, base) = (&mut self.notes, self.offers.len() as u8);
        let none = Waived::default();
        self.answer.options.retain(|(c, _)| {
            let offer = c.offer_among(&offers);
            let verb = c.verb().and_then(|verb| rules.verbs.get(verb.index()));
            let muted = |rule: RuleId| rules.law.any_muted && rules.is_muted(rule);
            if offer.is_some_and(|o| muted(o.rule)) || verb.is_some_and(|v| muted(v.rule)) {
                return false;
            }
            let waives = offer.map_or(&none, |o| &o.waives);
            let price = offer.and_then(|o| o.price);
            let law = |r: Restriction| rules.restriction(r);
            let why = if price.is_some_and(|(t, n)| i32::from(st.tokens(t, actor)) < i32::from(n)) {
                Some(law(Restriction::Price))
            } else {
                match c.action() {
                    Some(Action::Deploy { figure, node }) => {
                        if figure.index() < rules.figures.len() && st.is_there(node) {
                            refuses_deploy(rules, st, actor, figure, node, waives).map(law)
                        } else {
                            Some(law(Restriction::Kind))
                        }
                    }
                    // What a figure may stand on holds for one that stands on the board already.
                    Some(Action::Move { figure, node }) => {
                        let stands = st.is_there(node) && game.may_stand(figure, node);
                        let bad = !stands && !waives.covers(rules, Restriction::Kind);
                        bad.then(|| law(Restriction::Kind))
                    }
                    Some(Action::Place { tile, cell, rotation, over }) => {
                        if tile.index() < rules.types.len() && st.has_at_hand(rules, actor, tile) {
                            refuses_place(&game, (tile, cell, rotation), over, waives)
                        } else {
                            Some(law(Restriction::Supply))
                        }
                    }
                    _ => None,
                }
            };
            if let (Some(why), true) = (why, explain) {
                refused.push((*c, why));
            }
            if let (Some(why), true) = (why, notes.on()) {
                let row = c.offer();
                notes.note(if row == 0 { *c } else { c.under(base.saturating_add(row)) }, why);
            }
            why.is_none()
        });
        self.answer.offers = offers;
    }

    /// Moves the answer's options to the list, under rows of the decision's offers.
    pub(super) fn take_offers(&mut self, rules: &Ruleset, by: Call) -> Result<(), HookError> {
        let base = self.offers.len();
        self.answer.offers.iter_mut().for_each(|offer| offer.by = by.expansion);
        self.offers.append(&mut self.answer.offers);
        if self.offers.len() > OFFERS_MAX {
            return Err(self.fault(rules, by, too_many(Full::Offers)));
        }
        if self.actor == Player::CHANCE {
            // What was listed before has no weight of its own.
            self.weights.resize(self.list.len(), 1);
            self.weights.extend(self.answer.options.iter().map(|option| option.1));
        }
        for (c, _) in &self.answer.options {
            let offer = c.offer();
            self.list.push(if offer == 0 { *c } else { c.under(base as u8 + offer) });
        }
        Ok(())
    }

    /// Asks the handlers of a veto hook about the whole list, and drops what is refused and not waived.
    pub(super) fn veto(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        actor: Player,
        code: u8,
        hook: Hook,
    ) -> Result<(), HookError> {
        let subs = if hook == Hook::PlacementVeto {
            &rules.asked.place_veto
        } else {
            &rules.asked.deploy_veto
        };
        for sub in subs {
            if self.list.is_empty() {
                break;
            }
            if self.told_of {
                let event = Event { actor, step: code, ..Event::new(hook) };
                self.tell_passed(rules, st, std::slice::from_ref(sub), &event);
            }
            if sub.is_asked_in(code) && sub.may_hold(st) {
                self.veto_by(rules, st, sub, actor, code, hook)?;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn veto_by(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &State,
        sub: &Listener,
        actor: Player,
        code: u8,
        hook: Hook,
    ) -> Result<(), HookError> {
        // The tile of the event is the one to place; a hand may have several.
        if hook == Hook::PlacementVeto
            && let Some(types) = &sub.tiles
            && !self.list.places(|tile| types.has(tile))
        {
            return Ok(());
        }
        let mut event = Event::new(hook);
        event.actor = actor;
        event.step = code;
        if !self.matches(rules, st, sub, &event) {
            return Ok(());
        }
        self.answer.begin(answers::REFUSALS);
        self.list.slice();
        std::mem::swap(&mut self.answer.listed, &mut self.list);
        std::mem::swap(&mut self.answer.offered, &mut self.offers);
        let calls = &self.entered.calls;
        calls.set(calls.get() + 1);
        let asked = self.call_more(rules, st, sub.call, &event, answers::REFUSALS);
        std::mem::swap(&mut self.answer.listed, &mut self.list);
        std::mem::swap(&mut self.answer.offered, &mut self.offers);
        asked?;
        self.drop_refused(rules);
        Ok(())
    }

    pub(super) fn drop_refused(&mut self, rules: &Ruleset) {
        if self.answer.refused.is_empty() {
            return;
        }
        let mut refused = std::mem::take(&mut self.answer.refused);
        refused.sort_unstable();
        self.list.slice();
        refused.retain(|(i, rule)| {
            let Some(choice) = self.list.spelt().get(*i as usize) else { return false };
            let offer = choice.offer_among(&self.offers);
            let by_offer = offer.is_some_and(|o| o.waives.rules.contains(rule));
            let by_verb = match choice.action() {
                Some(Action::Invoke { verb, .. }) => {
                    rules.verbs[verb.index()].waives.contains(rule)
                }
                _ => false,
            };
            let waived = by_offer || by_verb;
            !waived && !rules.is_muted(*rule)
        });
        if self.explain {
            for (i, rule) in &refused {
                self.refused.extend(self.list.get(*i as usize).map(|c| (c, *rule)));
            }
        }
        if self.notes.on() {
            for (i, rule) in &refused {
                if let Some(choice) = self.list.get(*i as usize) {
                    self.notes.note(choice, *rule);
                }
            }
        }
        let mut at = 0usize;
        let mut next = refused.iter().map(|r| r.0 as usize).peekable();
        self.list.retain(|_| {
            let mut drop = false;
            while next.peek() == Some(&at) {
                drop = true;
                next.next();
            }
            at += 1;
            !drop
        });
        self.answer.refused = refused;
    }
}
