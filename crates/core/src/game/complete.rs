//! What is complete, and what waits although no end is open.

use super::Game;
use crate::condition::At;
use crate::hooks::{Event, Hook};
use crate::ids::{Player, SegmentId};
use crate::state::FeatureData;

impl Game<'_> {
    /// Whether the feature is complete.
    #[inline]
    #[must_use]
    pub fn is_complete(&self, node: SegmentId) -> bool {
        self.is_whole(self.state.feature(node), node)
    }

    /// Whether a feature, which this segment belongs to, is complete.
    #[inline]
    pub(crate) fn is_whole(&self, f: &FeatureData, node: SegmentId) -> bool {
        let kind = self.state.kind(node).0;
        f.done || self.is_closed(f, kind) && !self.waits(f, node, kind)
    }

    /// Whether a feature waits although no end is open: a rule declares so, or a function has said so.
    #[inline]
    fn waits(&self, f: &FeatureData, node: SegmentId, kind: u8) -> bool {
        let hot = &self.rules.hot;
        f.waits && hot.judged >> kind & 1 != 0
            || hot.held_back >> kind & 1 != 0 && self.waits_by_rule(node)
    }

    /// Whether a declared rule says that a closed feature is not complete. None of these conditions asks what is complete.
    #[inline(never)]
    fn waits_by_rule(&self, node: SegmentId) -> bool {
        let event = Event { node, complete: true, ..Event::new(Hook::ScoringComplete) };
        let event = Event { actor: Player(self.state.player), ..event };
        let mut declared = self.rules.asked.complete.iter().filter(|sub| sub.waits());
        declared.any(|sub| At::event(*self, &event).holds(&sub.condition))
    }

    /// Whether a feature of a kind is complete by its ends alone, whatever a rule says.
    #[inline]
    pub(crate) fn is_closed(&self, f: &FeatureData, kind: u8) -> bool {
        f.open == 0 && self.rules.hot.completes >> kind & 1 != 0
    }
}
