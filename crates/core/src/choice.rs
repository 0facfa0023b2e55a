//! Options as packed integers, and actions as people write them.
//!
//! Inside the engine an option is one `u64`, since bytes written per option decide the speed of the
//! whole; the enum [`Action`] exists at the border only.

mod decision;
mod list;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::ids::{Cell, FigureId, FigureKindId, OverlayId, SegmentId, TileTypeId, VerbId};
use crate::limits::NUMBER_MAX;
use crate::ruleset::Ruleset;

pub use decision::{Decision, Offering};
pub use list::OptionList;
pub(crate) use list::PackedCell;

/// An option. Bits from the top: kind 4, sub 8, target 44, offer 8.
///
/// **Invariant:** options are the same exactly when all bits but the offer are; the offer says which row
/// of the decision's offers it came from (0 = the core's own).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Choice(pub u64);

const PLACE: u64 = 1;
const DEPLOY: u64 = 2;
const MOVE: u64 = 3;
const INVOKE: u64 = 4;
const DRAW: u64 = 5;
const ROLL: u64 = 6;
const PASS: u64 = 7;

/// Of a verb: its target is any number of a range, whose ends stand here.
const RANGE: u64 = 1 << 51;
const RANGE_FROM: u32 = 29;
const RANGE_TO: u32 = 8;
const RANGE_END: u64 = (1 << 21) - 1;

/// A piece that is laid together with a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Over {
    /// Overlay to place.
    pub overlay: OverlayId,
    /// Over which tile: 0 the one placed, else one more than the side on which it lies of it.
    pub on: u8,
    /// Quarter turns of the piece.
    pub rotation: u8,
}

impl Over {
    /// Side of the placed tile where the overlay goes, or `None` if it goes over the tile itself.
    #[must_use]
    pub fn side(self) -> Option<usize> {
        usize::from(self.on).checked_sub(1)
    }

    /// Packs the value into eight bits; 0 means no overlay. At most [`OVERLAYS_MAX`](crate::limits::OVERLAYS_MAX)
    /// overlays fit.
    fn code(self) -> u64 {
        1 + 20 * u64::from(self.overlay.0)
            + 4 * u64::from(self.on % 5)
            + u64::from(self.rotation & 3)
    }

    fn from_code(code: u8) -> Option<Self> {
        let n = code.checked_sub(1)?;
        Some(Self { overlay: OverlayId(n / 20), on: n % 20 / 4, rotation: n & 3 })
    }
}

/// What an option is, read from its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Place a tile type on a cell, turned clockwise by quarter turns.
    Place {
        /// Tile type to place.
        tile: TileTypeId,
        /// Where.
        cell: Cell,
        /// Quarter turns.
        rotation: u8,
        /// Laid with it: a piece over it, or over a tile beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        over: Option<Over>,
    },
    /// Deploy a figure of a kind from the supply to a segment.
    Deploy {
        /// Figure kind to deploy.
        figure: FigureKindId,
        /// Where.
        node: SegmentId,
    },
    /// Move a figure that is on the board to a segment.
    Move {
        /// Figure to move.
        figure: FigureId,
        /// Where to.
        node: SegmentId,
    },
    /// Choose a verb with its target.
    Invoke {
        /// Verb to carry out.
        verb: VerbId,
        /// Target as a number: node, figure, cell, corner, tile, type, player, neutral, figure kind, token, word or number;
        /// of two things the second is above the first, from bit 16. See [`decl::Verb::named`](crate::decl::Verb::named).
        target: u32,
    },
    /// Chance draws a tile.
    Draw {
        /// Tile type that is drawn.
        tile: TileTypeId,
    },
    /// Chance gives a number.
    Roll {
        /// The number.
        value: u32,
    },
    /// Decline the whole step.
    Pass,
}

impl Choice {
    /// No option.
    pub const NONE: Choice = Choice(0);
    /// Decline the whole step.
    pub const PASS: Choice = Choice(PASS << 60);

    /// Place a tile.
    #[inline]
    #[must_use]
    pub fn place(tile: TileTypeId, cell: u32, rotation: u8) -> Self {
        Self(Self::place_base(tile) | (cell as u64) << 10 | (rotation as u64) << 8)
    }

    /// Place a tile together with a piece over it, or over a tile beside it.
    #[must_use]
    pub fn place_with(tile: TileTypeId, cell: u32, rotation: u8, over: Option<Over>) -> Self {
        Self(Self::place(tile, cell, rotation).0 | over.map_or(0, Over::code) << 52)
    }

    /// The part of [`Choice::place`] that is the same for every cell.
    #[inline]
    pub(crate) fn place_base(tile: TileTypeId) -> u64 {
        PLACE << 60 | (tile.0 as u64) << 42
    }

    /// Deploy a figure.
    #[inline]
    #[must_use]
    pub fn deploy(figure: FigureKindId, node: SegmentId) -> Self {
        Self(DEPLOY << 60 | (figure.0 as u64) << 52 | (node.0 as u64) << 8)
    }

    /// Move a figure on the board.
    #[inline]
    #[must_use]
    pub fn shift(figure: FigureId, node: SegmentId) -> Self {
        Self(MOVE << 60 | (figure.0 as u64) << 24 | (node.0 as u64) << 8)
    }

    /// Choose a verb.
    #[inline]
    #[must_use]
    pub fn invoke(verb: VerbId, target: u32) -> Self {
        Self(INVOKE << 60 | (verb.0 as u64) << 52 | (target as u64) << 8)
    }

    /// Choose a verb with a number of a range, both ends included; see [`Choice::takes`].
    #[must_use]
    pub fn range(verb: VerbId, from: u32, to: u32) -> Self {
        let (from, to) = (from.min(NUMBER_MAX), to.min(NUMBER_MAX));
        if from >= to {
            return Self::invoke(verb, from);
        }
        let (from, to) = ((from as u64) << RANGE_FROM, (to as u64) << RANGE_TO);
        Self(INVOKE << 60 | (verb.0 as u64) << 52 | RANGE | from | to)
    }

    /// Chance draws.
    #[inline]
    #[must_use]
    pub fn draw(tile: TileTypeId) -> Self {
        Self(DRAW << 60 | (tile.0 as u64) << 8)
    }

    /// Chance gives a number.
    #[inline]
    #[must_use]
    pub fn roll(value: u32) -> Self {
        Self(ROLL << 60 | (value as u64) << 8)
    }

    /// Under a row of the decision's offers.
    #[inline]
    #[must_use]
    pub fn under(self, offer: u8) -> Self {
        Self(self.0 & !0xff | offer as u64)
    }

    /// Row of the decision's offers that it came from.
    #[inline]
    #[must_use]
    pub fn offer(self) -> u8 {
        self.0 as u8
    }

    /// What makes it this option and no other.
    #[inline]
    #[must_use]
    pub fn key(self) -> u64 {
        self.0 >> 8
    }

    /// Returns the range of numbers to choose from, if the option is a range.
    #[inline]
    #[must_use]
    pub fn numbers(self) -> Option<RangeInclusive<u32>> {
        let end = |at: u32| (self.0 >> at & RANGE_END) as u32;
        let is = self.0 >> 60 == INVOKE && self.0 & RANGE != 0;
        is.then(|| end(RANGE_FROM)..=end(RANGE_TO))
    }

    /// Returns what the option does, without its target. Neighboring options that do the same form a row of the list.
    #[inline]
    pub(crate) fn does(self) -> u64 {
        self.0 >> 52
    }

    /// Whether an action is this option, or one of its range.
    #[inline]
    #[must_use]
    pub fn takes(self, wanted: Choice) -> bool {
        self.key() == wanted.key() || self.ranges_over(wanted)
    }

    #[inline]
    fn ranges_over(self, wanted: Choice) -> bool {
        let Some(numbers) = self.numbers() else { return false };
        match wanted.action() {
            Some(Action::Invoke { verb, target }) => {
                wanted.numbers().is_none() && self.verb() == Some(verb) && numbers.contains(&target)
            }
            _ => false,
        }
    }

    /// Returns the action of the option. For a range, `below(n)` picks one of its `n` numbers.
    #[must_use]
    pub fn drawn(self, below: impl FnOnce(u32) -> u32) -> Option<Action> {
        match (self.action(), self.numbers()) {
            (Some(Action::Invoke { verb, .. }), Some(numbers)) => {
                let target = numbers.start() + below(numbers.end() - numbers.start() + 1);
                Some(Action::Invoke { verb, target: target.min(*numbers.end()) })
            }
            (action, _) => action,
        }
    }

    /// Whether it places a tile.
    #[inline]
    #[must_use]
    pub fn is_place(self) -> bool {
        self.0 >> 60 == PLACE
    }

    /// Whether it deploys a figure from the supply.
    #[inline]
    #[must_use]
    pub fn is_deploy(self) -> bool {
        self.0 >> 60 == DEPLOY
    }

    /// The kind of figure that it deploys from the supply, if it does.
    #[inline]
    pub(crate) fn deploys(self) -> Option<FigureKindId> {
        self.is_deploy().then_some(FigureKindId((self.0 >> 52) as u8))
    }

    /// The segment to which it brings a figure, if it deploys or moves one.
    #[inline]
    pub(crate) fn brings_to(self) -> Option<SegmentId> {
        matches!(self.0 >> 60, DEPLOY | MOVE).then_some(SegmentId((self.0 >> 8) as u16))
    }

    /// The tile that it places, if it does.
    #[inline]
    pub(crate) fn placed(self) -> Option<TileTypeId> {
        self.is_place().then_some(TileTypeId((self.0 >> 42) as u16 & 0x3ff))
    }

    /// The cell on which it places a tile, if it does.
    #[inline]
    pub(crate) fn cell(self) -> Option<Cell> {
        self.is_place().then_some(Cell::unpack((self.0 >> 10) as u32))
    }

    /// The piece that it lays over a tile, if it does.
    pub(crate) fn lays(self, rules: &Ruleset) -> Option<OverlayId> {
        match self.action()? {
            Action::Place { over, .. } => over.map(|over| over.overlay),
            Action::Invoke { verb, .. } => {
                Some(rules.verbs[verb.index()].overlay).filter(|overlay| overlay.is_some())
            }
            _ => None,
        }
    }

    /// The verb, if it is one.
    #[inline]
    pub(crate) fn verb(self) -> Option<VerbId> {
        (self.0 >> 60 == INVOKE).then_some(VerbId((self.0 >> 52) as u8))
    }

    /// Whether it declines the step.
    #[inline]
    #[must_use]
    pub fn is_pass(self) -> bool {
        self.0 >> 60 == PASS
    }

    /// Read from its bits; `None` if it is no option. Of a range it is the lowest number: see [`Choice::numbers`].
    #[inline]
    #[must_use]
    pub fn action(self) -> Option<Action> {
        let n = self.0;
        let low = (n >> 8) as u32;
        Some(match n >> 60 {
            PLACE => Action::Place {
                tile: TileTypeId((n >> 42) as u16 & 0x3ff),
                cell: Cell::unpack((n >> 10) as u32),
                rotation: (n >> 8) as u8 & 3,
                over: Over::from_code((n >> 52) as u8),
            },
            DEPLOY => Action::Deploy {
                figure: FigureKindId((n >> 52) as u8),
                node: SegmentId(low as u16),
            },
            MOVE => {
                Action::Move { figure: FigureId((n >> 24) as u16), node: SegmentId(low as u16) }
            }
            INVOKE => Action::Invoke {
                verb: VerbId((n >> 52) as u8),
                target: match self.numbers() {
                    Some(numbers) => *numbers.start(),
                    None => low,
                },
            },
            DRAW => Action::Draw { tile: TileTypeId(low as u16) },
            ROLL => Action::Roll { value: low },
            PASS => Action::Pass,
            _ => return None,
        })
    }
}

impl From<Action> for Choice {
    fn from(action: Action) -> Self {
        match action {
            Action::Place { tile, cell, rotation, over } => {
                Choice::place_with(tile, cell.pack(), rotation & 3, over)
            }
            Action::Deploy { figure, node } => Choice::deploy(figure, node),
            Action::Move { figure, node } => Choice::shift(figure, node),
            Action::Invoke { verb, target } => Choice::invoke(verb, target),
            Action::Draw { tile } => Choice::draw(tile),
            Action::Roll { value } => Choice::roll(value),
            Action::Pass => Choice::PASS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_takes_the_numbers_between_its_ends() {
        let (verb, other) = (VerbId(199), VerbId(198));
        let range = Choice::range(verb, 3, NUMBER_MAX).under(7);
        assert_eq!(range.numbers(), Some(3..=NUMBER_MAX));
        assert_eq!((range.verb(), range.offer()), (Some(verb), 7));
        assert_eq!(range.action(), Some(Action::Invoke { verb, target: 3 }), "the least of them");
        for (target, taken) in [(2, false), (3, true), (NUMBER_MAX, true), (NUMBER_MAX + 1, false)]
        {
            assert_eq!(range.takes(Choice::invoke(verb, target)), taken, "{target}");
        }
        assert!(!range.takes(Choice::invoke(other, 5)));
        assert!(!range.takes(Choice::range(verb, 4, 5)) && range.takes(range));
        assert_eq!(range.drawn(|n| n - 1), Some(Action::Invoke { verb, target: NUMBER_MAX }));
        assert_eq!(Choice::range(verb, 4, 4), Choice::invoke(verb, 4), "one number is no range");
        assert_eq!(Choice::PASS.drawn(|_| panic!("nothing is drawn")), Some(Action::Pass));
        assert_eq!(Choice::invoke(verb, u32::MAX).numbers(), None, "a cell is no range");
    }
}
