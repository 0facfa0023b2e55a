//! Which segments, figures or tiles a verb or pattern may name.

use super::Kind;
use crate::condition::{Condition, Scan, Standing};
use crate::ids::RuleId;
use crate::tags::Tags;

/// A condition on targets, and what of it is looked at first.
#[derive(Clone, Debug)]
pub(crate) struct Where {
    /// The whole of it, but for the figures that it is about (`scan.standing`).
    pub(crate) condition: Condition,
    /// Quick tests, and the parts that must be evaluated.
    pub(crate) scan: Scan,
    /// All the figures that kind and owner leave, as bits by number, in the eyes of each player in turn, and of nobody.
    pub(crate) meant: Vec<u64>,
    /// Nothing is left to ask.
    pub(crate) plain: bool,
    /// Segments of its kinds are indexed board-wide, so that no others need be looked at.
    pub(crate) indexed: bool,
}

impl Where {
    /// Feature kinds that it asks for, as bits.
    #[inline]
    pub(crate) fn any_kind(&self) -> u64 {
        self.scan.kinds.unwrap_or(u64::MAX)
    }

    /// Whether it is about figures that players hold, and no others.
    #[inline]
    pub(crate) fn held(&self) -> bool {
        self.scan.standing == Standing::Held
    }
}

/// A part of a condition on targets, and the rule that refuses where it does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) condition: Condition,
    /// The condition as written, for explanations.
    pub(crate) written: Box<str>,
    pub(crate) rule: RuleId,
}

impl Kind {
    /// Whether a segment with such tags is listed for those who look for it on the whole board.
    #[inline]
    pub(crate) fn lists(&self, tags: Tags) -> bool {
        self.indexed || tags.meets(self.sought)
    }

    /// Whether those that carry this tag are listed.
    #[inline]
    pub(crate) fn seeks(&self, lane: u8) -> bool {
        self.indexed || self.sought.get(lane) != 0
    }
}
