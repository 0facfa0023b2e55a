//! Messages that place a tile.

use bastide_core::{Action, Fault};

use super::super::file::{Message, Reading};
use super::super::offer::{Offer, Offered};
use super::{Done, Fit, Play};

impl Play<'_> {
    /// Places the tile that is drawn, with a piece if it fits only so.
    pub(super) fn place(&mut self, message: &Message) -> Done<()> {
        let reading = Reading { file: &self.saved.file };
        let read = || -> Result<_, Box<Fault>> {
            let position = reading.need(&message.payload, "position")?;
            let turns = reading.turns(reading.need(&message.payload, "rotation")?)?;
            Ok((reading.cell(position)?, turns))
        };
        let (cell, turns) = read().map_err(|f| vec![*f])?;
        let drawn = self.now.state.drawn();
        if let (Some(node), Some(drawn)) = (message.payload.get("tileId"), drawn) {
            let alias = self.table.alias(drawn);
            let id = node.text().unwrap_or_default();
            // The tile that is drawn is placed there, whatever the message says: an id that none has any more contradicts nothing.
            if !self.table.is_called(drawn, id) && self.table.is_known(id) {
                return Err(self.fault(
                    "J0102",
                    &node.span,
                    format!("the file places `{id}`, but `{alias}` is drawn"),
                    format!("le fichier pose `{id}`, mais c'est `{alias}` qui est piochée"),
                ));
            }
        }
        let plain = |o: &Offer<'_>| matches!(&o.what, Offered::Tile { cell: c, turns: t, with: None } if *c == cell && *t == turns);
        let plain = |o: &Offer<'_>| Fit::of(plain(o), false);
        if self.choose(&plain, false, message)?.is_some() {
            return Ok(());
        }
        // A piece without which the tile does not fit is laid with it, on the tile itself if it fits so.
        for own in [true, false] {
            let over = |o: &Offer<'_>| matches!(&o.what, Offered::Tile { cell: c, turns: t, with: Some(with) } if *c == cell && *t == turns && (with.cell == cell) == own);
            let over = |o: &Offer<'_>| Fit::of(over(o), false);
            if self.choose(&over, false, message)?.is_some() {
                return Ok(());
            }
        }
        let cell = bastide_core::ids::Cell::new(cell.0, cell.1);
        match drawn {
            Some(tile) => {
                let action = Action::Place { tile, cell, rotation: turns, over: None };
                Err(self.refused(action, &message.span))
            }
            None => Err(self.not_now(message)),
        }
    }
}
