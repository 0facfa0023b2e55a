//! What subscriptions answer by declaration.

use super::super::{Each, Says, TileSet};
use super::Builder;
use crate::decl;
use crate::ids::{EdgeId, PileId};

impl Builder<'_> {
    /// What a subscription answers by declaration.
    pub(super) fn says(&mut self, x: usize, s: &decl::Subscription) -> Option<Says> {
        if !s.is_declared() {
            return None;
        }
        let push = self.own_step(x, s.push.as_deref()).map(|step| (step, s.times));
        let rule = self.rule(s.rule.as_deref().unwrap_or_default());
        let moves = s.moves.as_deref().and_then(|n| self.own_neutral(x, n));
        let home = s.home.as_ref().map(|w| self.wher(x, w));
        let mut collect = Vec::new();
        for name in s.tag.iter().filter(|_| s.collect) {
            if let Some(token) = self.own_token(x, name) {
                collect.push((token, self.lanes_of(name)));
            }
        }
        let sets = s.sets.iter();
        let sets = sets.filter_map(|(key, n)| Some((self.own_state(x, Some(key))?, *n))).collect();
        let aside = s.aside.as_deref().and_then(|zone| self.own_pile(x, zone));
        let pours = s.pours.iter();
        let pours =
            pours.filter_map(|(a, b)| Some((self.own_pile(x, a)?, self.own_pile(x, b)?))).collect();
        let points = s.points.iter();
        let points = points.filter_map(|(unit, rate)| self.each(x, unit, *rate)).collect();
        let parts = s.parts;
        Some(Says {
            pay: s.pay,
            rule,
            push,
            parts,
            collect,
            moves,
            home,
            sets,
            aside,
            pours,
            points,
        })
    }

    /// Points for each of a unit that a feature counts by itself: its tiles, or a tag's number.
    fn each(&mut self, x: usize, name: &str, rate: i32) -> Option<Each> {
        let unit = self.rules.unit(name);
        let tag = (name != "tile").then(|| self.lanes_of(name));
        if unit.is_none() || tag.as_ref().is_some_and(Vec::is_empty) {
            self.faults.unknown(&self.from[x].id, "unit", "unité", name);
            return None;
        }
        Some(Each { unit: unit?, tag, rate })
    }

    /// A zone or a group of the deck that expansion `x` names; a fault if there is none.
    fn own_pile(&mut self, x: usize, name: &str) -> Option<PileId> {
        let found = self.rules.pile(name);
        if found.is_none() {
            self.faults.unknown(&self.from[x].id, "pile", "pile", name);
        }
        found
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
