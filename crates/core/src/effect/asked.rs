//! An effect as a question to its subscribers, and what it is about.

use super::Effect;
use crate::hooks::{Event, Hook};
use crate::ids::{
    Corner, FigureId, NeutralId, OverlayId, PileId, Player, RuleId, SegmentId, StateId, TileId,
    TileTypeId, TokenId,
};
use crate::state::State;

/// Writes a part of an effect into the question for its subscribers, at the place that the table gives.
macro_rules! tell {
    ($e:ident, $st:ident, figure, $field:ident) => {
        $e.figure = $field;
        if let Some(f) = $st.figures.get($field.index()) {
            $e.player = Player(f.owner);
            if f.place == FigurePlace::Segment {
                $e.node = SegmentId(f.at);
            }
        }
    };
    ($e:ident, $st:ident, place, $field:ident) => {
        match $field {
            Place::Tile(tile) => $e.tile = tile,
            Place::Segment(node) => $e.node = node,
            Place::Beside(figure) => {
                tell!($e, $st, figure, figure);
            }
            _ => {}
        }
    };
    ($e:ident, $st:ident, claimed, $field:ident) => {
        $e.node = $field;
        $e.complete = $field.is_some() && $st.feature($field).done;
    };
    ($e:ident, $st:ident, completed, $field:ident) => {
        $e.node = $field;
        $e.complete = true;
    };
    ($e:ident, $st:ident, kept, $field:ident) => {
        $e.start = $field.is_some();
    };
    ($e:ident, $st:ident, number, $field:ident) => {
        $e.number = $field.number();
    };
    ($e:ident, $st:ident, arg, $field:ident) => {
        $e.args[$e.nargs as usize] = $field.number();
        $e.nargs += 1;
    };
    ($e:ident, $st:ident, $same:ident, $field:ident) => {
        $e.$same = $field;
    };
}

/// Values that can be a number in a question.
pub(super) trait Number: Copy {
    fn number(self) -> i32;
}

macro_rules! numbers {
    ($($plain:ty),*; $($id:ty),*) => {
        $(impl Number for $plain { fn number(self) -> i32 { i32::from(self) } })*
        $(impl Number for $id { fn number(self) -> i32 { i32::from(self.0) } })*
    };
}

numbers!(bool, u8, u16, i16, i32; Corner, FigureId, NeutralId, SegmentId, OverlayId, PileId, Player, StateId, TileId, TokenId, TileTypeId);

/// A thing that an effect is about: what sort of thing, and which.
pub(super) fn thing<T: Number>(which: T) -> (&'static str, i32) {
    (std::any::type_name::<T>(), which.number())
}

impl Event {
    /// An effect as its subscribers see it, in the state as it is now.
    #[must_use]
    pub fn of(state: &State, effect: Effect, rule: RuleId) -> Event {
        let mut event = Event::new(Hook::On);
        event.rule = rule;
        event.actor = Player(state.player);
        event.step = effect.kind() as u8;
        effect.tell(state, &mut event);
        event
    }
}
