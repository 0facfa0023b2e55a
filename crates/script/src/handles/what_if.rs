//! What a placement would make: a function of the script looks at a copy of the board.

use super::call::Call;
use super::frame::{Board, Frame};
use super::value::Value;
use crate::raised::{Raised, Res};

/// Steps for a copy, and segments on the board for one more: a large board takes longer to copy.
const STEPS: usize = 8;
const SEGMENTS_PER_STEP: usize = 64;

/// Places on the copy; who runs the script then [opens](Ahead::open) it and calls the last argument with the tile.
pub(super) fn what_if(c: &Call<'_>) -> Res<Value> {
    let [tile, x, y, rotation, look] = c.take();
    let tile = c.tile_type(tile, "type")?;
    let cell = c.cell(x, y)?;
    let rotation = c.within(rotation, "rotation", 0, 3)?;
    let Value::Function(_) = look else {
        return Err(c.bad("look", "a function", "une fonction", look));
    };
    if c.frame.shows() == Board::Copy {
        return Err(nested());
    }
    c.frame.meter.charge((STEPS + c.game.state.node_count() / SEGMENTS_PER_STEP) as u32)?;
    // Somebody looks at the copy and asks what something there is worth.
    let Ok(mut copy) = c.frame.copy.try_borrow_mut() else {
        return Err(nested());
    };
    let placed = c.game.placed_ahead(&mut copy, tile, cell, rotation as u8);
    Ok(placed.map_or(Value::Nil, Value::Look))
}

#[cold]
fn nested() -> Box<Raised> {
    Raised::new(
        "L0213",
        "`game:what_if` inside `game:what_if`",
        "`game:what_if` dans `game:what_if`",
    )
    .help("look at one placement after the other", "regardez un placement après l'autre")
    .into()
}

/// The copy in place of the board, until it is dropped.
pub(crate) struct Ahead<'a> {
    frame: &'a Frame,
    before: Board,
}

impl<'a> Ahead<'a> {
    pub(crate) fn open(frame: &'a Frame) -> Self {
        let before = frame.shows();
        frame.show_board(Board::Copy);
        Self { frame, before }
    }
}

impl Drop for Ahead<'_> {
    fn drop(&mut self) {
        self.frame.show_board(self.before);
    }
}
