//! Tiles laid and taken away outside the draw, and pieces laid over tiles.

use super::{Impossible, no};
use crate::effect::Place;
use crate::game::Game;
use crate::ids::{Cell, OverlayId, PileId, Player, SegmentId, TileId, TileTypeId};
use crate::limits::{
    FREE_CELLS_MAX, LAID_MAX, OVERLAYS_MAX, SEGMENTS_MAX, SEGMENTS_PER_TILE_MAX, TILES_LAID_MAX,
};
use crate::ruleset::Ruleset;
use crate::state::{NONE, State};

/// Whatever comes to lie on the board has a number, and there is none left.
#[cold]
fn full<T>() -> Result<T, Impossible> {
    no(
        format!(
            "the board holds no more than {SEGMENTS_MAX} segments (SEGMENTS_MAX) on {TILES_LAID_MAX} tiles (TILES_LAID_MAX) with {FREE_CELLS_MAX} free cells beside them (FREE_CELLS_MAX), those taken away included"
        ),
        format!(
            "le plateau ne tient pas plus de {SEGMENTS_MAX} segments (SEGMENTS_MAX) sur {TILES_LAID_MAX} tuiles (TILES_LAID_MAX) avec {FREE_CELLS_MAX} cases libres à côté (FREE_CELLS_MAX), y compris ce qui fut retiré"
        ),
    )
}

impl State {
    /// There are numbers left for a tile, its segments and the cells around it.
    #[inline]
    pub(super) fn has_numbers(&self, rules: &Ruleset, kind: TileTypeId) -> Result<(), Impossible> {
        let segments = self.nodes.len() + usize::from(rules.hot.types[kind.index()].n);
        let cells = self.frontier.len() + 4;
        if segments > SEGMENTS_MAX || self.tiles.len() >= TILES_LAID_MAX || cells > FREE_CELLS_MAX {
            return full();
        }
        Ok(())
    }

    fn has_room(&self) -> Result<(), Impossible> {
        if self.laid < LAID_MAX {
            return Ok(());
        }
        no(
            format!("{LAID_MAX} tiles and pieces were laid in this game (LAID_MAX)"),
            format!("{LAID_MAX} tuiles et pièces ont été posées dans cette partie (LAID_MAX)"),
        )
    }

    fn check_tile(&self, tile: TileId) -> Result<(), Impossible> {
        if self.lies(tile) {
            Ok(())
        } else {
            no("there is no such tile on the board", "cette tuile n'est pas sur le plateau")
        }
    }

    /// Goes on as if a tile that lies had been placed in this part.
    pub(super) fn as_placed(&mut self, tile: TileId) -> Result<(), Impossible> {
        self.check_tile(tile)?;
        if self.drawn != NONE {
            return no(
                "a tile is drawn and not placed yet",
                "une tuile est piochée et pas encore posée",
            );
        }
        if self.placed != NONE {
            return no(
                "a tile was placed in this part already",
                "une tuile a déjà été posée dans cette partie du tour",
            );
        }
        self.placed = tile.0;
        Ok(())
    }

    /// Lays a tile of a pile, or the one to be placed, on a free cell.
    pub(super) fn lay(
        &mut self,
        rules: &Ruleset,
        (kind, cell, rotation): (TileTypeId, Cell, u8),
        from: PileId,
        player: Player,
    ) -> Result<TileId, Impossible> {
        self.has_room()?;
        if kind.index() >= rules.types.len() || from.is_some() && from.index() >= rules.piles.len()
        {
            return no("there is no such pile or tile", "cette pile ou cette tuile n'existe pas");
        }
        if self.tile_at(cell).is_some() {
            return no("a tile lies there already", "une tuile y est déjà");
        }
        if rules.is_beyond(cell) || cell.is_far() {
            return no("the cell is beyond the table", "la case est hors de la table");
        }
        if from.is_some() {
            self.take_tile(rules, kind, from.0, player)?;
        } else if self.drawn == kind.0 {
            self.drawn = NONE;
        } else {
            return no(
                "the tile is not the one drawn",
                "cette tuile n'est pas celle qui est piochée",
            );
        }
        self.has_numbers(rules, kind)?;
        self.laid += 1;
        Ok(self.put_tile(rules, kind, cell, rotation & 3))
    }

    /// Removes a tile without figures and returns its type.
    pub(super) fn remove(
        &mut self,
        rules: &Ruleset,
        tile: TileId,
        to: PileId,
        player: Player,
    ) -> Result<TileTypeId, Impossible> {
        self.check_tile(tile)?;
        if to.index() >= rules.piles.len() {
            return no("there is no such pile", "cette pile n'existe pas");
        }
        let neutral = |place: &Place| match place {
            Place::Tile(t) => *t == tile,
            Place::Segment(n) => self.tile_of(*n) == tile,
            _ => false,
        };
        let corner = Game::new(rules, self).figures_at_corners(tile).next().is_some();
        if corner || self.figures_on(tile).next().is_some() || self.neutrals.iter().any(neutral) {
            return no("a figure stands on it", "une figurine s'y trouve");
        }
        let kind = self.tile(tile).kind();
        self.take_away(rules, tile);
        self.give_tile(rules, kind, to.0, player);
        Ok(kind)
    }

    /// Lays a piece over a tile; its first segment.
    pub(super) fn overlay(
        &mut self,
        rules: &Ruleset,
        tile: TileId,
        overlay: OverlayId,
        rotation: u8,
    ) -> Result<SegmentId, Impossible> {
        self.has_room()?;
        self.check_tile(tile)?;
        let Some(piece) = rules.overlays.get(overlay.index()) else {
            return no("there is no such piece", "cette pièce n'existe pas");
        };
        let there = self.nodes_of(tile).count();
        if there + piece.segments.len() > SEGMENTS_PER_TILE_MAX {
            return no(
                format!(
                    "the tile would have more than {SEGMENTS_PER_TILE_MAX} segments \
                     (SEGMENTS_PER_TILE_MAX)"
                ),
                format!(
                    "la tuile aurait plus de {SEGMENTS_PER_TILE_MAX} segments \
                     (SEGMENTS_PER_TILE_MAX)"
                ),
            );
        }
        if self.nodes.len() + piece.segments.len() > SEGMENTS_MAX {
            return full();
        }
        if self.over(tile).count() >= OVERLAYS_MAX {
            return no("too many pieces lie over it", "trop de pièces sont posées dessus");
        }
        Ok(self.lay_over(rules, tile, overlay, rotation & 3))
    }

    /// Whether a player has a tile that may be offered to him: the drawn one, or one in a zone of his or of
    /// all.
    pub(crate) fn has_at_hand(&self, rules: &Ruleset, player: Player, tile: TileTypeId) -> bool {
        self.source(rules, player, tile, true).is_some()
    }
}
