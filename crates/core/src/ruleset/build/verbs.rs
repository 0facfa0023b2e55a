//! Steps, verbs and deploy patterns.

use super::super::{
    Call, Offered, OfferedPattern, OwnStep, Pattern, RESTRICTIONS, Restriction, Verb, Waived, Where,
};
use super::Builder;
use crate::bytes::set_bits;
use crate::condition::{Condition, Subject};
use crate::decl;
use crate::hooks::Slot;
use crate::ids::{
    ExpansionId, FigureKindId, NeutralId, OverlayId, RuleId, StateId, StepId, TokenId, VerbId,
};
use crate::limits::{DEPLOYS_MAX, STEPS_MAX, VERBS_MAX};
use crate::step;
use crate::tags::Tags;
use std::collections::BTreeMap;

impl Builder<'_> {
    pub(super) fn waived(&mut self, names: &[String]) -> Waived {
        let mut w = Waived::default();
        for name in names {
            if let Some(i) = RESTRICTIONS.iter().position(|r| r == name) {
                w.restrictions |= 1 << i;
            } else {
                let rule = self.rule(name);
                match self.rules.law.restriction_rules.iter().position(|r| *r == rule) {
                    Some(i) => w.restrictions |= 1 << i,
                    None => w.rules.push(rule),
                }
            }
        }
        w
    }

    pub(super) fn refusals(&mut self, map: &BTreeMap<String, String>) -> Vec<(String, RuleId)> {
        map.iter().map(|(key, id)| (key.clone(), self.rule(id))).collect()
    }

    /// What a board-wide declaration looks for is listed as it is placed: segments of its kinds, or if these are too common,
    /// those that carry a tag.
    pub(super) fn index(&mut self, filter: &mut Where) {
        if filter.scan.placed == Some(true) {
            return;
        }
        if filter.any_kind() & self.common_kinds() == 0 {
            for kind in set_bits(filter.any_kind()).map(usize::from) {
                self.rules.kinds[kind].indexed = true;
            }
            (filter.indexed, filter.scan.tagged) = (true, None);
        } else if let Some(lanes) = &filter.scan.tagged {
            for (kind, lane) in lanes {
                let sought = &mut self.rules.kinds[kind.index()].sought;
                *sought = sought.or(Tags::mask(*lane));
            }
            filter.indexed = true;
        }
    }

    /// Returns the bit set of feature kinds that are too common for a list: more than one segment in eight has such a
    /// kind.
    fn common_kinds(&self) -> u64 {
        let segments = || self.rules.types.iter().flat_map(|ty| &ty.segments);
        let common = |kind: &usize| {
            8 * segments().filter(|s| s.kind.index() == *kind).count() > segments().count()
        };
        let known = 0..self.rules.kinds.len();
        // A condition without a kind includes the common ones.
        known
            .filter(common)
            .fold(!0 << self.rules.kinds.len().min(63), |bits, kind| bits | 1 << kind)
    }

    pub(super) fn call(&mut self, x: usize, name: &str, answers: u16) -> Call {
        let functions = &mut self.rules.expansions[x].functions;
        let found = functions.iter().position(|f| f.0 == name);
        let i = found.unwrap_or_else(|| {
            functions.push((name.to_owned(), 0));
            functions.len() - 1
        });
        functions[i].1 |= answers;
        Call { expansion: ExpansionId(x as u8), function: i as u16 }
    }

    /// Codes of steps by name as in `at = […]`, in the eyes of expansion `x`.
    pub(super) fn step_codes(&mut self, x: usize, names: &[String]) -> Vec<u8> {
        let mut out = Vec::new();
        for name in names {
            if name == "*" {
                out.push(step::ANY);
            } else if let Some((_, code)) = step::CORE_STEPS.iter().find(|(n, _)| n == name) {
                out.push(*code);
            } else {
                let (owner, own) = match name.split_once('/') {
                    Some((e, s)) => (self.rules.expansion(e), s),
                    None => (Some(ExpansionId(x as u8)), name.as_str()),
                };
                if let Some(s) = owner.and_then(|o| self.rules.step(o, own)) {
                    out.push(step::OWN + s.0);
                } else {
                    let who = self.from[x].id.clone();
                    self.faults.unknown(&who, "step", "étape", name);
                }
            }
        }
        out
    }

    pub(super) fn declare_steps(&mut self) {
        let steps = self.from.iter().map(|e| e.steps.len()).sum();
        self.faults.limit("expansions", "own steps", steps, STEPS_MAX);
        let verbs = self.from.iter().map(|e| e.verbs.len()).sum();
        self.faults.limit("expansions", "verbs", verbs, VERBS_MAX);
        let deploys = self.from.iter().map(|e| e.deploys.len()).sum();
        self.faults.limit("expansions", "patterns of deployment", deploys, DEPLOYS_MAX);
        for (x, e) in self.from.iter().enumerate() {
            for s in &e.steps {
                let mut rule =
                    |id: &Option<String>| id.as_deref().map_or(RuleId::NONE, |id| self.rule(id));
                let (pass, rule) = (rule(&s.pass), rule(&s.rule));
                self.rules.steps.push(OwnStep {
                    decl: s.clone(),
                    expansion: ExpansionId(x as u8),
                    verbs: Vec::new(),
                    rule,
                    pass,
                    ask: Vec::new(),
                    answer: Vec::new(),
                });
            }
        }
        let codes = step::OWN as usize + self.rules.steps.len();
        self.rules.listing.offered = vec![Vec::new(); codes];
        self.rules.listing.patterns = vec![Vec::new(); codes];
    }

    pub(super) fn declare_verbs(&mut self) {
        for (x, e) in self.from.iter().enumerate() {
            for v in &e.verbs {
                let rule = self.rule(&v.rule);
                // Nothing else can be narrowed.
                let subject = Subject::of(v.target).unwrap_or(Subject::Moment);
                let mut filter = self.filter(x, subject, &v.choosing.filter());
                if v.target == decl::Target::Segment {
                    self.index(&mut filter);
                }
                let parts = self.parts(x, subject, &v.choosing, rule);
                let whil = self.condition(x, Subject::Moment, &v.choosing.whil);
                filter.scan.beside = whil.placed_types(&self.rules).or(filter.scan.beside);
                let opens = v.opens.iter().filter_map(|s| Slot::named(s));
                let opens = opens.fold(0, |bits, s| bits | 1 << s as u8);
                let mut price = Vec::new();
                let mut points = 0;
                for (name, n) in &v.price {
                    if name == "points" {
                        points = *n;
                    } else if let Some(t) = self.own_token(x, name) {
                        price.push((t, *n));
                    }
                }
                let overlay = v.overlay.as_deref().and_then(|n| self.own_overlay(x, n));
                let once = self.own_state(x, v.once.as_deref());
                let trail = self.own_state(x, v.trail.as_deref());
                let deploys = v.deploys.as_deref().and_then(|n| self.own_figure(x, n));
                self.rules.hot.cornered |= deploys.map_or(0, |kind| 1 << kind.0);
                let moves = v.moves.as_deref().and_then(|n| self.own_neutral(x, n));
                let mut tags = Vec::new();
                for (tag, by) in &v.does.tags {
                    tags.extend(self.lanes_of(tag).into_iter().map(|(k, lane)| (k, lane, *by)));
                }
                let then = self.own_step(x, v.does.step.as_deref()).map(|s| step::OWN + s.0);
                let waives = v.waives.iter().map(|r| self.rule(r)).collect();
                let refusals = self.refusals(&v.choosing.refusals);
                let lone = self.lone(v, &filter);
                let second = (v.second != decl::Target::None).then(|| {
                    self.filter(x, Subject::of(v.second).unwrap_or(Subject::Moment), &v.and)
                });
                let asked = [&v.choosing.filter(), &v.choosing.whil, &v.and];
                let secret = asked.into_iter().any(|condition| self.reads_secrets(x, condition));
                let zone = v.zone.as_deref().and_then(|name| self.own_zone(x, name));
                let id = VerbId(self.rules.verbs.len() as u8);
                let first = price.first().copied();
                let offered = Offered { verb: id, lone, price: first, symbol: 0 };
                let limited = !price.is_empty()
                    || points > 0
                    || once.is_some()
                    || deploys.is_some()
                    || !matches!(whil, Condition::Always);
                self.rules.verbs.push(Verb {
                    decl: v.clone(),
                    expansion: ExpansionId(x as u8),
                    rule,
                    filter,
                    parts,
                    whil,
                    overlay: overlay.unwrap_or(OverlayId::NONE),
                    secret,
                    second,
                    zone,
                    price,
                    points,
                    once,
                    limited,
                    opens,
                    tags,
                    then,
                    moves,
                    deploys,
                    trail,
                    waives,
                    calls: Vec::new(),
                    refusals,
                });
                if !self.rules.is_muted(rule) {
                    for code in self.step_codes(x, &v.at) {
                        if secret {
                            self.rules.listing.dark.steps.add(code);
                        }
                        self.rules.listing.offered[code as usize].push(offered);
                    }
                    for slot in &v.opens {
                        match Slot::named(slot) {
                            Some(s) => self.rules.listing.opens |= 1 << s as u8,
                            None => self.faults.unknown(&e.id, "slot", "moment", slot),
                        }
                    }
                }
            }
            for s in &e.steps {
                let Some(id) = self.rules.step(ExpansionId(x as u8), &s.name) else { continue };
                for v in &s.verbs {
                    match self.rules.verb(ExpansionId(x as u8), v) {
                        Some(verb) if self.rules.is_muted(self.rules.verbs[verb.index()].rule) => {}
                        Some(verb) => self.rules.steps[id.index()].verbs.push(verb),
                        None => self.faults.unknown(&e.id, "verb", "verbe", v),
                    }
                }
            }
            for d in &e.deploys {
                self.add_pattern(x, d);
            }
        }
    }

    /// What expansion `x` names, as it was found; a fault if it was not.
    pub(super) fn named<T>(
        &mut self,
        x: usize,
        (en, fr): (&str, &str),
        name: &str,
        found: Option<T>,
    ) -> Option<T> {
        if found.is_none() {
            self.faults.unknown(&self.from[x].id, en, fr, name);
        }
        found
    }

    /// A token that expansion `x` names; a fault if there is none.
    pub(super) fn own_token(&mut self, x: usize, name: &str) -> Option<TokenId> {
        let found = self.rules.token(name);
        self.named(x, ("token", "jeton"), name, found)
    }

    /// A piece over tiles that expansion `x` names; a fault if there is none.
    pub(super) fn own_overlay(&mut self, x: usize, name: &str) -> Option<OverlayId> {
        let found = self.rules.overlay(name);
        self.named(x, ("overlay", "pièce posée sur une tuile"), name, found)
    }

    /// A kind of figure that expansion `x` names; a fault if there is none.
    fn own_figure(&mut self, x: usize, name: &str) -> Option<FigureKindId> {
        let found = self.rules.figure(name);
        self.named(x, ("figure", "figurine"), name, found)
    }

    /// A neutral figure that expansion `x` names; a fault if there is none.
    pub(super) fn own_neutral(&mut self, x: usize, name: &str) -> Option<NeutralId> {
        let found = self.rules.neutral(name);
        self.named(x, ("neutral figure", "figurine neutre"), name, found)
    }

    /// An own step of expansion `x`; a fault if it has none of this name.
    pub(super) fn own_step(&mut self, x: usize, name: Option<&str>) -> Option<StepId> {
        let found = self.rules.step(ExpansionId(x as u8), name?);
        self.named(x, ("step", "étape"), name?, found)
    }

    /// A state key of expansion `x`; a fault if it has none of this name.
    pub(super) fn own_state(&mut self, x: usize, key: Option<&str>) -> Option<StateId> {
        let found = self.rules.state_key(ExpansionId(x as u8), key?);
        self.named(x, ("state", "état"), key?, found)
    }

    pub(super) fn add_pattern(&mut self, x: usize, d: &decl::DeployPattern) {
        let rule = self.rule(&d.rule);
        if self.rules.is_muted(rule) {
            return;
        }
        let mut filter = self.filter(x, Subject::Segment, &d.choosing.filter());
        let parts = self.parts(x, Subject::Segment, &d.choosing, rule);
        let whil = self.condition(x, Subject::Moment, &d.choosing.whil);
        filter.scan.beside = whil.placed_types(&self.rules).or(filter.scan.beside);
        // A condition that needs a symbol on the placed tile visits the whole board. An index of its kinds would make
        // every other search as long.
        if filter.scan.beside.is_none() {
            self.index(&mut filter);
        }
        let deploys = self.condition(x, Subject::FigureKind, &d.deploys);
        let (figures, deploys) = match deploys {
            Condition::Always => (u32::MAX, None),
            Condition::Never => (0, None),
            Condition::FigureKind(kinds) => (kinds, None),
            other => (u32::MAX, Some(other)),
        };
        let waives = self.waived(&d.waives);
        // What the core's restrictions would forbid in any case is not even looked at.
        let all_claim = self.rules.figures.iter().enumerate();
        let all_claim = { all_claim }.all(|(i, f)| figures >> i & 1 == 0 || f.decl.claims);
        let restricted = (
            all_claim
                && filter.scan.occupied.is_none()
                && !waives.covers(&self.rules, Restriction::Occupied),
            filter.scan.placed == Some(false)
                && filter.scan.complete.is_none()
                && !waives.covers(&self.rules, Restriction::Complete),
        );
        if restricted.0 {
            filter.scan.occupied = Some(false);
        }
        if restricted.1 {
            filter.scan.complete = Some(false);
        }
        let lifted = |r| waives.covers(&self.rules, r);
        let may_be_occupied = filter.scan.occupied != Some(false) && !lifted(Restriction::Occupied);
        let may_be_complete = filter.scan.complete != Some(false) && !lifted(Restriction::Complete);
        let once = self.own_state(x, d.once.as_deref());
        let asked = [&d.choosing.filter(), &d.choosing.whil, &d.deploys];
        if asked.into_iter().any(|condition| self.reads_secrets(x, condition)) {
            self.rules.listing.dark.figures |= figures;
            let codes = self.step_codes(x, &d.at);
            for code in codes {
                self.rules.listing.dark.steps.add(code);
            }
        }
        let refusals = self.refusals(&d.choosing.refusals);
        let id = self.rules.listing.deploys.len() as u16;
        self.rules.listing.deploys.push(Pattern {
            expansion: ExpansionId(x as u8),
            rule,
            figures,
            deploys,
            filter,
            parts,
            whil,
            restricted,
            may_be_occupied,
            may_be_complete,
            free: d.free,
            once,
            waives,
            refusals,
        });
        for code in self.step_codes(x, &d.at) {
            let offered = OfferedPattern { figures, pattern: id, symbol: 0 };
            self.rules.listing.patterns[code as usize].push(offered);
        }
    }
}
