//! What subscriptions answer by declaration.

use super::super::{Answering, DeclaredAnswer, Each};
use super::Builder;
use crate::condition::Subject;
use crate::decl;
use crate::ids::PileId;

impl Builder<'_> {
    /// What a subscription answers by declaration.
    pub(super) fn says(&mut self, x: usize, s: &decl::Subscription) -> Option<DeclaredAnswer> {
        if !s.is_declared() {
            return None;
        }
        let rule = self.rule(s.rule.as_deref().unwrap_or_default());
        let mut acts = Vec::new();
        if s.pay != 0 {
            acts.push(Answering::Pay(s.pay));
        }
        if let Some(step) = self.own_step(x, s.push.as_deref()) {
            // A step that neither counts nor takes a number is about nothing then.
            let decl = &self.rules.steps[step.index()].decl;
            let counts = decl.rounds || decl.takes.first() == Some(&decl::Target::Number);
            acts.push(Answering::Push(step, (counts || s.times != 1).then_some(s.times)));
        }
        if s.parts != 0 {
            acts.push(Answering::Parts(s.parts));
        }
        if let Some(neutral) = s.moves.as_deref() {
            acts.extend(self.own_neutral(x, neutral).map(Answering::Move));
        }
        if let Some(filter) = &s.home {
            let whom = self.condition(x, Subject::Figure, filter);
            acts.push(Answering::Home(Box::new(whom)));
        }
        for (unit, rate) in &s.points {
            acts.extend(self.each(x, unit, *rate).map(Answering::Points));
        }
        if s.waits {
            acts.push(Answering::Waits);
        }
        Some(DeclaredAnswer { rule, acts })
    }

    /// Points for each of a unit that a feature counts by itself: its tiles, or a tag's number.
    fn each(&mut self, x: usize, name: &str, rate: i32) -> Option<Each> {
        let unit = self.rules.unit(name);
        let tag = (name != "tile").then(|| self.lanes_of(name));
        let counted = unit.filter(|_| tag.as_ref().is_none_or(|lanes| !lanes.is_empty()));
        let unit = self.named(x, ("unit", "unité"), name, counted)?;
        Some(Each { unit, tag, rate })
    }

    /// A zone that expansion `x` names; a fault if there is none.
    pub(super) fn own_zone(&mut self, x: usize, name: &str) -> Option<PileId> {
        let found = self.rules.pile(name).filter(|p| self.rules.piles[p.index()].zone.is_some());
        self.named(x, ("zone", "zone"), name, found)
    }
}
