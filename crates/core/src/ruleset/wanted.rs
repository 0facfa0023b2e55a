//! Which segments, figures or tiles a verb or pattern may name.

use super::TagRef;
use crate::decl;
use crate::ids::{KindId, NeutralId};

/// Shape and size of an area; lanes of a tag whose number is the size instead.
type Within = (decl::Shape, u8, Vec<(KindId, u8)>);

/// A compiled [`decl::Where`].
#[allow(clippy::struct_excessive_bools, reason = "each is read by itself on the hot path")]
#[derive(Clone, Debug, Default)]
pub struct Where {
    /// Feature kinds, as bits; none = any.
    pub(crate) kinds: Option<u32>,
    pub(crate) tag: Vec<(KindId, u8)>,
    pub(crate) tagged: bool,
    pub(crate) without: Vec<(KindId, u8)>,
    pub(crate) occupied: Option<bool>,
    pub(crate) complete: Option<bool>,
    pub(crate) placed: Option<bool>,
    /// Figure kinds, as bits; none = any.
    pub(crate) figures: Option<u32>,
    pub(crate) class: u32,
    pub(crate) owner: decl::Whose,
    pub(crate) holder: Option<decl::Whose>,
    pub(crate) sheltered: Option<bool>,
    pub(crate) immune: Option<bool>,
    pub(crate) within: Option<Within>,
    pub(crate) one_per_kind: bool,
    pub(crate) placed_tag: Option<TagRef>,
    pub(crate) next_to: Option<NeutralId>,
    pub(crate) free_of: Option<NeutralId>,
    /// Figure kinds that `figures` and `class` leave, as bits.
    pub(crate) pieces: u32,
    /// All the figures that kind and owner leave, as bits by number, in the eyes of each player in turn, and of nobody.
    pub(crate) meant: Vec<u64>,
    /// Nothing is asked of a figure on the board but its kind and owner.
    pub(crate) any_place: bool,
    /// Nothing is asked of a segment but its kind and whether it is occupied, complete or of the placed tile.
    pub(crate) plain: bool,
    /// Segments of its kinds are indexed board-wide, so that no others need be looked at.
    pub(crate) indexed: bool,
}
