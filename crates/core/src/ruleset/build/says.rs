//! What subscriptions answer by declaration.

use super::super::{Act, Each, Says, TileSet};
use super::Builder;
use crate::condition::Subject;
use crate::decl;
use crate::ids::{EdgeId, PileId, StateId};

impl Builder<'_> {
    /// What a subscription answers by declaration.
    pub(super) fn says(&mut self, x: usize, s: &decl::Subscription) -> Option<Says> {
        if !s.is_declared() {
            return None;
        }
        let rule = self.rule(s.rule.as_deref().unwrap_or_default());
        let mut acts = Vec::new();
        if let Some(wher) = &s.bordering {
            // A kind that nobody has is held nowhere: then it is not asked at all.
            let holder = s.holds.as_deref().and_then(|kind| self.rules.figure(kind));
            let such = self.condition(x, Subject::Feature, wher);
            acts.push(Act::Bordering(s.pay, holder, Box::new(such)));
        } else if s.pay != 0 {
            acts.push(Act::Pay(s.pay));
        }
        if let Some(step) = self.own_step(x, s.push.as_deref()) {
            acts.push(Act::Push(step, s.times));
        }
        if s.parts != 0 {
            acts.push(Act::Parts(s.parts));
        }
        for (key, n) in &s.sets {
            acts.extend(self.game_number(x, key).map(|key| Act::Set(key, *n)));
        }
        if let Some(zone) = s.aside.as_deref() {
            acts.extend(self.own_zone(x, zone).map(Act::Aside));
        }
        for (from, to) in &s.pours {
            let from = self.own_zone(x, from);
            acts.extend(from.zip(self.own_pile(x, to)).map(|(from, to)| Act::Pour(from, to)));
        }
        if let Some(neutral) = s.moves.as_deref() {
            acts.extend(self.own_neutral(x, neutral).map(Act::Move));
        }
        if let Some(wher) = &s.home {
            let whom = self.condition(x, Subject::Figure, wher);
            acts.push(Act::Home(Box::new(whom)));
        }
        for tag in s.tag.iter().filter(|_| s.collect) {
            acts.extend(self.own_token(x, tag).map(|t| Act::Collect(t, self.lanes_of(tag))));
        }
        for (unit, rate) in &s.points {
            acts.extend(self.each(x, unit, *rate).map(Act::Points));
        }
        let bends = s.bends.as_deref().and_then(|edge| self.rules.edge(edge));
        acts.extend(bends.zip(s.same_way).map(|(edge, way)| Act::SameWay(edge, way)));
        Some(Says { rule, acts })
    }

    /// Points for each of a unit that a feature counts by itself: its tiles, or a tag's number.
    fn each(&mut self, x: usize, name: &str, rate: i32) -> Option<Each> {
        let unit = self.rules.unit(name);
        let tag = (name != "tile").then(|| self.lanes_of(name));
        let counted = unit.filter(|_| tag.as_ref().is_none_or(|lanes| !lanes.is_empty()));
        let unit = self.named(x, ("unit", "unité"), name, counted)?;
        Some(Each { unit, tag, rate })
    }

    /// A zone or a group of the deck that expansion `x` names; a fault if there is none.
    fn own_pile(&mut self, x: usize, name: &str) -> Option<PileId> {
        let found = self.rules.pile(name);
        self.named(x, ("pile", "pile"), name, found)
    }

    /// A zone that expansion `x` names; a fault if there is none.
    pub(super) fn own_zone(&mut self, x: usize, name: &str) -> Option<PileId> {
        let found = self.rules.pile(name).filter(|p| self.rules.piles[p.index()].zone.is_some());
        self.named(x, ("zone", "zone"), name, found)
    }

    /// A state key of expansion `x` that is one number of the whole game; a fault if it is not.
    fn game_number(&mut self, x: usize, name: &str) -> Option<StateId> {
        let key = self.own_state(x, Some(name))?;
        let decl = &self.rules.state[key.index()].decl;
        let so = decl.per == decl::Per::Game && decl.list == 0;
        if !so {
            self.faults.add(
                &self.from[x].id,
                format!("`sets` is for numbers of the whole game, and `{name}` is none"),
                format!(
                    "`sets` vaut pour les nombres de toute la partie, et `{name}` n'en est pas"
                ),
                (
                    "declare it with neither `per` nor `list`, or let a function set it",
                    "déclarez-le sans `per` ni `list`, ou laissez une fonction le fixer",
                ),
            );
        }
        so.then_some(key)
    }

    /// Tiles with such an edge on two sides next to each other.
    pub(super) fn bending(&self, edge: EdgeId) -> TileSet {
        let sides = &self.rules.sides;
        let types = (0..self.rules.types.len()).map(|t| {
            let has = |side: usize| sides[4 * t][side % 4].edge == edge.0;
            (0..4).any(|side| has(side) && has(side + 1))
        });
        TileSet::of(types)
    }
}
