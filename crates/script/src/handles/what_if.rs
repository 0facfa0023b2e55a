//! What a placement would make: a function of the script looks at a copy of the board.

use mlua::{MultiValue, Value};

use super::arg::{self, At};
use super::game::cell;
use super::{Def, Frame, Game, H, Nothing, Tile};
use crate::raised::Raised;

/// Steps for a copy, and segments on the board for one more: a large board takes longer to copy.
const STEPS: usize = 8;
const SEGMENTS_PER_STEP: usize = 64;

pub(crate) fn define(def: &mut Def<'_, Game>) {
    type Arguments = (Value, Value, Value, Value, Value, Nothing);
    def.call_back("what_if", |lua, h, (tile, x, y, rotation, look, Nothing): Arguments| {
        let method = "game:what_if";
        let tile = h.frame.tile_type(&tile, At(method, "type"))?;
        let cell = cell(&x, &y, method)?;
        let rotation = arg::within(&rotation, At(method, "rotation"), 0, 3)?;
        let Value::Function(look) = &look else {
            return Err(arg::bad(At(method, "look"), "a function", "une fonction", &look));
        };
        if h.frame.ahead.get() {
            return Err(nested());
        }
        h.frame.pay(STEPS + h.frame.state.borrow().node_count() / SEGMENTS_PER_STEP)?;
        let placed = {
            let mut copy = h.frame.copy.borrow_mut();
            h.frame.read(|g| g.placed_ahead(&mut copy, tile, cell, rotation as u8))
        };
        let Some(placed) = placed else { return Ok(MultiValue::new()) };
        // The board goes back when this is dropped, whatever happens.
        let _ahead = Ahead::open(&h.frame);
        look.call::<MultiValue>(H::<Tile>::of(&h.frame, lua, placed.index())?)
    });
}

#[cold]
fn nested() -> mlua::Error {
    Raised::new(
        "L0213",
        "`game:what_if` inside `game:what_if`",
        "`game:what_if` dans `game:what_if`",
    )
    .help("look at one placement after the other", "regardez un placement après l'autre")
    .into()
}

/// The copy in place of the board.
struct Ahead<'a>(&'a Frame);

impl<'a> Ahead<'a> {
    fn open(frame: &'a Frame) -> Self {
        frame.ahead.set(true);
        exchange(frame);
        Self(frame)
    }
}

impl Drop for Ahead<'_> {
    fn drop(&mut self) {
        exchange(self.0);
        self.0.ahead.set(false);
    }
}

fn exchange(frame: &Frame) {
    frame.state.swap(&frame.copy);
}
