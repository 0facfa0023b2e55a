//! Quarter turns, and pieces that come with a tile.

use bastide_core::ids::{Cell, TileTypeId};
use bastide_core::{Action, Game, Over};

use super::read::{NotAnAction, no};

pub(super) fn place(tile: TileTypeId, cell: Cell, rotation: u8, over: Option<Over>) -> Action {
    Action::Place { tile, cell, rotation, over }
}

/// Reads quarter turns: `r0` to `r3`.
pub(super) fn quarters(text: &str) -> Result<u8, NotAnAction> {
    match text {
        "r0" => Ok(0),
        "r1" => Ok(1),
        "r2" => Ok(2),
        "r3" => Ok(3),
        other => no(
            format!("`{other}` is no rotation: r0, r1, r2, r3"),
            format!("`{other}` n'est pas une rotation : r0, r1, r2, r3"),
        ),
    }
}

/// A piece laid with a tile on a cell: over it, or over one beside it.
pub(super) fn over(
    game: Game<'_>,
    at: Cell,
    piece: &str,
    on: Cell,
    rotation: u8,
) -> Result<Over, NotAnAction> {
    let Some(overlay) = game.rules.overlay(piece) else {
        return no(format!("unknown overlay `{piece}`"), format!("pièce `{piece}` inconnue"));
    };
    let beside = (0..4).find(|side| at.side(*side) == on).map(|side| side as u8 + 1);
    match beside.or((on == at).then_some(0)) {
        Some(on) => Ok(Over { overlay, on, rotation }),
        None => no(
            format!("`{piece}` is laid over the tile or one beside it, not at {on}"),
            format!("`{piece}` se pose sur la tuile ou une voisine, pas en {on}"),
        ),
    }
}
