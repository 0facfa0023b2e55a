//! Effects on features: cuts and tags.

use super::{Impossible, no};
use crate::ids::SegmentId;
use crate::ruleset::Ruleset;
use crate::state::State;

impl State {
    pub(super) fn unlink(
        &mut self,
        rules: &Ruleset,
        a: SegmentId,
        b: SegmentId,
    ) -> Result<(), Impossible> {
        self.check_node(a)?;
        self.check_node(b)?;
        if self.root(a) != self.root(b) {
            return no("the segments are not linked", "les segments ne sont pas reliés");
        }
        let known = self
            .links
            .iter()
            .position(|l| !l.2 && ((l.0, l.1) == (a.0, b.0) || (l.0, l.1) == (b.0, a.0)));
        match known {
            Some(i) => {
                self.links.remove(i);
            }
            None => self.links.push((a.0, b.0, true)),
        }
        let members: Vec<SegmentId> = self.members(a).collect();
        self.recompute(rules, &members);
        self.due.push(a.0);
        self.due.push(b.0);
        Ok(())
    }

    pub(super) fn set_own_tags(&mut self, node: SegmentId, tags: u128) {
        match self.retagged.binary_search_by_key(&node.0, |r| r.0) {
            Ok(i) => self.retagged[i].1 = tags,
            Err(i) => self.retagged.insert(i, (node.0, tags)),
        }
        debug_assert!(self.retagged.is_sorted_by_key(|r| r.0), "in order of placement");
    }

    /// Changes a segment's own tag and folds the feature's tags anew.
    pub(super) fn retag(
        &mut self,
        rules: &Ruleset,
        node: SegmentId,
        lane: u8,
        by: i16,
    ) -> Result<(), Impossible> {
        let kind = self.kind(node);
        if lane as usize >= rules.kinds[kind.index()].lanes.len() {
            return no("the segment has no such tag", "le segment n'a pas cette étiquette");
        }
        let tags = self.own_tags(rules, node);
        let now = (tags >> (8 * lane)) as i32 & 0xff;
        let new = now + by as i32;
        if !(0..=255).contains(&new) {
            return no(
                format!("a tag cannot be {new}"),
                format!("une étiquette ne peut valoir {new}"),
            );
        }
        let tags = tags & !(0xffu128 << (8 * lane)) | (new as u128) << (8 * lane);
        self.set_own_tags(node, tags);
        let merge = rules.kinds[kind.index()].merge;
        let mut members = self.members(node);
        let first = members.next().map_or(0, |n| self.own_tags(rules, n));
        let sum = members.fold(first, |acc, n| merge.join(acc, self.own_tags(rules, n)));
        self.feature_mut(node).tags = sum;
        Ok(())
    }
}
