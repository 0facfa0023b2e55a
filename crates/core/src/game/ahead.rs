//! What may come: tiles that nobody has seen, and what a tile would complete.

use super::Game;
use crate::decl::Sees;
use crate::ids::{Cell, Node, PileId, TypeId};

impl Game<'_> {
    /// Types of which tiles are left that not everybody has seen: those of the deck, and those in zones
    /// that somebody does not see.
    #[must_use]
    pub fn unseen(&self) -> Vec<TypeId> {
        let hidden = |pile: u8| {
            let zone = self.rules.piles[PileId(pile).index()].zone.as_ref();
            zone.is_none_or(|z| z.sees != Sees::All)
        };
        let left = |t: &TypeId| {
            self.state.deck[t.index()] > 0
                || self.state.zoned.iter().any(|z| z.tile == t.0 && hidden(z.pile))
        };
        (0..self.rules.types.len() as u16).map(TypeId).filter(left).collect()
    }

    /// Whether some placement of a tile would complete the feature now: by edges and reach alone, no
    /// expansion is asked.
    #[must_use]
    pub fn is_closed_by(&self, node: Node, tile: TypeId) -> bool {
        let kind = &self.rules.kinds[self.state.kind(node).index()];
        if !kind.decl.completes || self.is_complete(node) {
            return false;
        }
        let Some(gap) = self.only_gap(node) else { return false };
        let Some(need) = self.need(gap) else { return false };
        let turns = self.rules.fits(tile, need);
        (0..4).filter(|r| turns >> r & 1 != 0).any(|rotation| {
            let mut after = self.state.clone();
            after.put_tile(self.rules, tile, gap, rotation);
            Game::new(self.rules, &after).is_complete(node)
        })
    }

    /// The free cell that a feature runs into or reaches, if there is but one.
    fn only_gap(&self, node: Node) -> Option<Cell> {
        let mut gap = None;
        for member in self.state.members(node) {
            let cell = self.cell(member);
            let places = self.places(member);
            let sides = (0..4).filter(|s| places >> (3 * s) & 7 != 0).map(|s| cell.side(s));
            let kind = self.state.kind(member);
            let reach = &self.rules.kinds[kind.index()].decl.reach;
            let reached = reach.iter().map(|(dx, dy)| cell.offset(*dx, *dy));
            for other in sides.chain(reached) {
                if self.state.tile_at(other).is_some() || self.rules.is_walled(other) {
                    continue;
                }
                if gap.is_some_and(|g| g != other) {
                    return None;
                }
                gap = Some(other);
            }
        }
        gap
    }
}
