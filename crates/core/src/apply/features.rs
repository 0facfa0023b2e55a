//! Effects on features: cuts and tags.

use super::{Impossible, no};
use crate::ids::SegmentId;
use crate::limits::{LOG_MAX, TAG_MAX};
use crate::ruleset::Ruleset;
use crate::state::{Spilt, State};
use crate::tags::Tags;

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

    pub(super) fn set_own_tags(&mut self, node: SegmentId, tags: Tags) {
        match self.retagged.binary_search_by_key(&node.0, |r| r.0) {
            Ok(i) => self.retagged[i].1 = tags,
            Err(i) => self.retagged.insert(i, (node.0, tags)),
        }
        debug_assert!(self.retagged.is_sorted_by_key(|r| r.0), "in order of placement");
    }

    /// Changes a segment's own tag and merges the tags of its feature again.
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
        let mut tags = self.own_tags(rules, node);
        let new = i32::from(tags.get(lane)) + i32::from(by);
        if !(0..=i32::from(TAG_MAX)).contains(&new) {
            return no(
                format!("a tag is a number from 0 to {TAG_MAX} (TAG_MAX), and cannot be {new}"),
                format!(
                    "une étiquette est un nombre de 0 à {TAG_MAX} (TAG_MAX), et ne peut valoir {new}"
                ),
            );
        }
        tags.set(lane, new as u8);
        self.set_own_tags(node, tags);
        let merge = rules.kinds[kind.index()].merge;
        let mut members = self.members(node);
        let first = members.next().map_or(Tags::NONE, |n| self.own_tags(rules, n));
        let (mut sum, mut spilt) = (first, None);
        for n in members {
            let (tags, lane) = merge.join(sum, self.own_tags(rules, n));
            (sum, spilt) = (tags, spilt.or(lane));
        }
        self.feature_mut(node).tags = sum;
        self.spilt = spilt.map(|lane| Spilt::Tag(kind.0, lane));
        Ok(())
    }

    /// There was room for all that came of effects.
    #[inline]
    pub(super) fn has_room_left(&self, rules: &Ruleset) -> Result<(), Impossible> {
        match self.spilt {
            None => Ok(()),
            Some(spilt) => too_great(rules, spilt),
        }
    }
}

#[cold]
fn too_great(rules: &Ruleset, spilt: Spilt) -> Result<(), Impossible> {
    let Spilt::Tag(kind, lane) = spilt else {
        return no(
            format!("one turn has more than {LOG_MAX} effects that are noted (LOG_MAX)"),
            format!("un tour a plus de {LOG_MAX} effets notés (LOG_MAX)"),
        );
    };
    let kind = &rules.kinds[usize::from(kind)];
    let tag = kind.lanes.get(usize::from(lane)).map_or("?", String::as_str);
    let name = &kind.decl.name;
    no(
        format!("the tag `{tag}` of a `{name}` would be more than {TAG_MAX} (TAG_MAX)"),
        format!("l'étiquette `{tag}` d'un domaine `{name}` dépasserait {TAG_MAX} (TAG_MAX)"),
    )
}
