//! A drawn tile that fits nowhere.

use super::{HookError, Host};
use crate::decl::Unplaceable;
use crate::effect::{Effect, Sink};
use crate::ids::{PileId, Player, TileTypeId};
use crate::ruleset::{Restriction, Ruleset};
use crate::state::State;
use crate::step::{self, Header};
use std::sync::Arc;

impl Host {
    /// A drawn tile that fits nowhere leaves the game, and another is drawn.
    ///
    /// Where such tiles go back to their group, it does so, unless nothing of the group that is drawn from
    /// fits, so that the game would stand still; if nothing that is left fits, the game is over.
    pub(super) fn unplaceable<S: Sink>(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        sink: &mut S,
    ) -> Result<(), HookError> {
        let rule = rules.restriction(Restriction::Unplaceable);
        let tile = TileTypeId(st.drawn);
        let home = rules.types[tile.index()].group;
        let (mut to, mut stuck) = (PileId::OUT, false);
        if rules.course.unplaceable == Unplaceable::Back {
            stuck = !self.some_fit(rules, st, &rules.course.draw_order)?
                && !self.some_fit(rules, st, &rules.course.pending_zones)?;
            // The group that is drawn from once the tile is back.
            let holds = |p: &&PileId| **p == home || st.piles[p.index()] > 0;
            let next = rules.course.draw_order.iter().find(holds).copied().unwrap_or(home);
            if stuck || self.some_fit(rules, st, &[next])? {
                to = home;
            }
        }
        let (from, player) = (PileId::NONE, Player::NONE);
        self.emit(rules, st, sink, &mut Effect::TileMoved { tile, from, to, player }, rule)?;
        if stuck {
            self.emit(rules, st, sink, &mut Effect::Over, rule)?;
            return self.settle(rules, st, sink);
        }
        self.settle(rules, st, sink)?;
        st.push_frame(step::DRAW, Player::CHANCE, &[0])
    }

    /// Whether some tile of these piles could be placed now by the player of the turn.
    fn some_fit(
        &mut self,
        rules: &Arc<Ruleset>,
        st: &mut State,
        piles: &[PileId],
    ) -> Result<bool, HookError> {
        let drawn = st.drawn;
        let header = Header::new(step::PLACE, st.player, 0, 0);
        for t in 0..rules.types.len() as u16 {
            let counted =
                st.deck.of(TileTypeId(t)) > 0 && piles.contains(&rules.types[t as usize].group);
            let lies = |z: &crate::state::Zoned| z.tile == t && piles.contains(&PileId(z.pile));
            if !counted && !st.zoned.iter().any(lies) {
                continue;
            }
            st.drawn = t;
            let listed = self.list_step(rules, st, header);
            st.drawn = drawn;
            listed?;
            if self.list.places(|tile| tile.0 == t) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
