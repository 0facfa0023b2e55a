//! What the core lists itself: placements and deployments.

use crate::choice::{Choice, OptionList};
use crate::game::Game;
use crate::ids::{FigureKindId, Node, Player, TypeId};
use crate::ruleset::{Restriction, Ruleset};
use crate::state::State;

/// All placements of a tile that match the edges around.
#[inline]
pub(super) fn list_placements(rules: &Ruleset, st: &State, tile: TypeId, list: &mut OptionList) {
    let row = &rules.fit[tile.index() * rules.need_size..(tile.index() + 1) * rules.need_size];
    list.place(tile, &st.frontier, &st.needs, row);
}

/// Figure kinds that the player has in supply, as bits.
#[inline]
pub(super) fn in_supply(rules: &Ruleset, st: &State, player: Player) -> u32 {
    let kinds = rules.figures.len();
    let mine = &st.supply[player.index() * kinds..(player.index() + 1) * kinds];
    mine.iter().enumerate().fold(0, |m, (k, n)| m | ((*n != 0) as u32) << k)
}

/// The core's own offer: figures from the supply, of kinds given as bits, to the features of the tile just
/// placed.
#[inline]
pub(super) fn list_deployments(
    rules: &Ruleset,
    st: &State,
    actor: Player,
    have: u32,
    list: &mut OptionList,
) {
    if have == 0 {
        return;
    }
    let tile = st.tiles[st.placed as usize];
    let ty = rules.hot.types[(tile.face >> 2) as usize];
    let from = tile.first as usize;
    let nodes = &st.nodes[from..from + ty.n as usize];
    for (i, data) in nodes.iter().enumerate() {
        let mut bits = rules.hot.offers[data.kind as usize & 31] & have;
        if ty.multi & 1 << i != 0 && nodes[..i].iter().any(|m| m.root == data.root) {
            // The same feature by another segment of the tile is the same claim.
            continue;
        }
        let occupied = st.features[data.root as usize].claimers > 0;
        bits &= !(rules.hot.claims & (occupied as u32).wrapping_neg());
        let node = Node((from + i) as u16);
        // Whether a feature is free cannot be guessed: the loop over kinds is the same for all.
        let mut kinds = have;
        while kinds != 0 {
            let kind = FigureKindId(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
            let mut fits = bits >> kind.0 & 1 != 0;
            if rules.hot.special >> kind.0 & 1 != 0 {
                fits = fits && joins_own(rules, st, actor, kind, node);
            }
            list.push_if(Choice::deploy(kind, node), fits);
        }
    }
}

pub(super) fn joins_own(
    rules: &Ruleset,
    st: &State,
    actor: Player,
    kind: FigureKindId,
    node: Node,
) -> bool {
    let game = Game::new(rules, st);
    let f = &rules.figures[kind.index()];
    (f.needs_own == 0
        || rules.is_lifted(Restriction::NeedsOwn)
        || game.holds(node, actor, f.needs_own))
        && !(f.decl.one_per_feature
            && !rules.is_lifted(Restriction::OnePerFeature)
            && game.holds_kind(node, actor, kind))
}
