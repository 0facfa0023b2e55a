//! Where a figure or neutral figure is.

use serde::{Deserialize, Serialize};

use crate::ids::{Corner, FigureId, Player, SegmentId, TileId};

/// Where a figure or neutral figure is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the owner's supply; for a neutral figure: beside the board.
    #[default]
    Supply,
    /// Out of the game.
    Box,
    /// On a segment.
    Segment(SegmentId),
    /// On a tile as a whole.
    Tile(TileId),
    /// On a corner, where tiles meet (figures of players).
    Corner(Corner),
    /// Held by a player.
    Held(Player),
    /// Beside a figure (neutral figures).
    Beside(FigureId),
}
