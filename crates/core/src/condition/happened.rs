//! Past effects, their reasons, and walks along a feature.

use super::Condition;
use super::facts::until;
use super::holds::{At, Thing};
use super::subject::Subject;
use super::table::One;
use crate::decl::Since;
use crate::effect::EffectKind;
use crate::hooks::Event;

/// Why a figure went home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Why {
    /// With a claim that was paid.
    Scored,
    /// From the board, by a rule.
    Sent,
    /// From who held it.
    Freed,
}

impl Why {
    /// All of them, with their words.
    pub const ALL: [(Why, &'static str); 3] =
        [(Why::Scored, "scored"), (Why::Sent, "sent"), (Why::Freed, "freed")];

    /// By its word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, w)| *w == word).map(|(why, _)| *why)
    }
}

/// Whether effects are done to such things, or ask for none.
#[must_use]
pub fn is_undergone(subject: Subject) -> bool {
    matches!(subject, Subject::Moment | Subject::Event) || !told_by(subject).is_empty()
}

/// Returns whether effects with these facts can happen to such a thing.
#[must_use]
pub fn is_told_of(subject: Subject, facts: &[&str]) -> bool {
    let all = matches!(subject, Subject::Moment | Subject::Event);
    all || facts.iter().any(|fact| told_by(subject).contains(fact))
}

/// Facts by which an effect tells that it was done to such a thing.
fn told_by(subject: Subject) -> &'static [&'static str] {
    match subject {
        Subject::Feature => &["feature", "from", "other"],
        Subject::Segment => &["segment"],
        Subject::Tile => &["tile", "segment", "from"],
        Subject::Figure => &["figure"],
        Subject::Neutral => &["neutral"],
        Subject::Player => &["player", "owners"],
        _ => &[],
    }
}

impl At<'_> {
    /// Returns how many past effects of a kind match, and happened to the thing if there is one.
    pub(super) fn happened(&self, kind: u8, since: Since, such: &Condition, thing: Thing) -> i32 {
        let (log, part) = self.game.state.log();
        let from = if since == Since::Part { part } else { 0 };
        let those = log.iter().skip(from).filter(|logged| logged.effect.kind() as u8 == kind);
        let so = those.filter(|logged| {
            let event = Event::of(self.game.state, logged.effect, logged.rule);
            let then = At { event: &event, ..*self };
            then.is_done_to(thing) && then.such(such, Thing::Event)
        });
        so.count() as i32
    }

    /// Whether an effect is about a thing; whatever it is about is of the moment.
    fn is_done_to(&self, thing: Thing) -> bool {
        let joins = [EffectKind::Linked, EffectKind::Unlinked, EffectKind::Split];
        match thing {
            Thing::Moment | Thing::Event => true,
            Thing::Feature(_) => {
                let other = joins.iter().any(|kind| *kind as u8 == self.event.step);
                self.leads_to(One::Feature, thing)
                    || self.leads_to(One::From, thing)
                    || other && self.leads_to(One::Other, thing)
            }
            Thing::Segment(_) => self.leads_to(One::Segment, thing),
            Thing::Tile(_) => self.leads_to(One::Tile, thing),
            Thing::Figure(_) => self.leads_to(One::Figure, thing),
            Thing::Neutral(_) => self.leads_to(One::Neutral, thing),
            Thing::Player(p) => {
                self.leads_to(One::Player, thing) || self.event.owners >> p.0 & 1 != 0
            }
            Thing::Type(_)
            | Thing::Kind(_)
            | Thing::Cell(_)
            | Thing::Corner(_)
            | Thing::Token(_)
            | Thing::Option(..) => false,
        }
    }

    /// Why the figure in question went home.
    pub(super) fn why(&self) -> Option<Why> {
        if self.event.step != EffectKind::Returned as u8 {
            return None;
        }
        Some(match (self.event.args[0], self.event.node.is_some()) {
            (0, true) => Why::Sent,
            (0, false) => Why::Freed,
            _ => Why::Scored,
        })
    }

    /// Calls `f` with the segments reached from a segment along its feature, until a segment matches `stop`.
    pub(super) fn walk(&self, stop: &Condition, thing: Thing, f: &mut dyn FnMut(Thing) -> bool) {
        if let Thing::Segment(from) = thing {
            let found = self.game.walk(from, None, |n| self.such(stop, Thing::Segment(n)));
            until(found.into_iter().map(Thing::Segment), f);
        }
    }
}
