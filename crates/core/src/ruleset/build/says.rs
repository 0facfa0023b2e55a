//! What subscriptions answer by declaration.

use super::super::{Each, Says, TileSet};
use super::Builder;
use crate::decl;
use crate::ids::{EdgeId, PileId, StateId};

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
        let sets = sets.filter_map(|(key, n)| Some((self.game_number(x, key)?, *n))).collect();
        let aside = s.aside.as_deref().and_then(|zone| self.own_zone(x, zone));
        let pours = s.pours.iter();
        let pours =
            pours.filter_map(|(a, b)| Some((self.own_zone(x, a)?, self.own_pile(x, b)?))).collect();
        let points = s.points.iter();
        let points = points.filter_map(|(unit, rate)| self.each(x, unit, *rate)).collect();
        let parts = s.parts;
        // A kind that nobody has is held nowhere: then it is not asked at all.
        let holder = s.holds.as_deref().and_then(|kind| self.rules.figure(kind));
        let bordering = s.bordering.as_ref().map(|w| (holder, self.wher(x, w)));
        let bends = s.bends.as_deref().and_then(|edge| self.rules.edge(edge));
        let same_way = bends.zip(s.same_way);
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
            bordering,
            same_way,
        })
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
    fn own_zone(&mut self, x: usize, name: &str) -> Option<PileId> {
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
