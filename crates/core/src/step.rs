//! Codes of the steps on the agenda.

/// Walks through the slots of a turn; first argument: position.
pub const TURN: u8 = 0;
/// Runs the handlers of a slot one by one; arguments: slot, next handler.
pub(crate) const AT: u8 = 1;
/// Chance draws a tile; arguments: zone + 1 (0 = to be placed), player.
pub const DRAW: u8 = 2;
/// In place of the zone: a tile of the start layout is drawn; the second argument is its number.
pub(crate) const DRAW_START: i32 = -1;
/// A player places a tile.
pub const PLACE: u8 = 3;
/// A player deploys a figure or does something else.
pub const ACTION: u8 = 4;
/// A second action for figures that have one.
pub const SECOND_ACTION: u8 = 5;
/// A wave of scoring; argument: number of the wave.
pub(crate) const SCORE: u8 = 6;
/// A step of the final scoring; argument: position.
pub(crate) const FINAL: u8 = 7;
/// The last frame: the game is over.
pub(crate) const OVER: u8 = 8;
/// Runs the handlers of `before_final`, then the final steps.
pub(crate) const BEFORE_FINAL: u8 = 9;
/// An answer to a sealed step, whose frame lies beneath; arguments: flags, the choice in two halves, the decision.
pub(crate) const KEPT: u8 = 10;
/// First code of expansions' own steps.
pub const OWN: u8 = 16;
/// Stands for every decision in lists of steps.
pub(crate) const ANY: u8 = 15;

/// Names of the core's asking steps, as in `at = […]` of offers.
pub const CORE_STEPS: [(&str, u8); 4] =
    [("draw", DRAW), ("place", PLACE), ("action", ACTION), ("second_action", SECOND_ACTION)];

/// Name of a core step that asks.
pub(crate) fn core_name(code: u8) -> Option<&'static str> {
    CORE_STEPS.iter().find(|(_, c)| *c == code).map(|(n, _)| *n)
}

/// A frame's header in one word: code, actor, number of arguments, first argument; further arguments lie in
/// words below it, two to a word. Kept as the word it is, since every step reads some of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header(pub(crate) u64);

impl Header {
    #[inline]
    pub(crate) fn new(code: u8, actor: u8, nargs: u8, first: i32) -> Self {
        let high = (code as u64) << 56 | (actor as u64) << 48 | (nargs as u64) << 40;
        Self(high | first as u32 as u64)
    }

    #[inline]
    pub(crate) fn code(self) -> u8 {
        (self.0 >> 56) as u8
    }

    #[inline]
    pub(crate) fn actor(self) -> u8 {
        (self.0 >> 48) as u8
    }

    /// How many arguments.
    #[inline]
    pub(crate) fn nargs(self) -> u8 {
        (self.0 >> 40) as u8
    }

    #[inline]
    pub(crate) fn first(self) -> i32 {
        self.0 as u32 as i32
    }

    /// Returns the frame with another first argument.
    #[inline]
    pub(crate) fn with_first(self, first: i32) -> Self {
        Self(self.0 & !0xffff_ffff | first as u32 as u64)
    }

    /// Words below the header.
    #[inline]
    pub(crate) fn extra(self) -> usize {
        (self.nargs() as usize).saturating_sub(1).div_ceil(2)
    }
}
