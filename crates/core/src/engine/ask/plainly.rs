//! What the quick listings must come to, worked out plainly: every option is tried for itself. Debug builds hold each
//! listing against it.

use super::{refuses_deploy, targets};
use crate::choice::Choice;
use crate::condition::At;
use crate::decl;
use crate::game::Game;
use crate::ids::{FigureKindId, Player, SegmentId, TileId, TileTypeId, VerbId};
use crate::ruleset::{Ruleset, Waived};
use crate::state::State;

/// Whether two listings are the same, in whatever order, each option once.
pub(super) fn same(listed: impl Iterator<Item = Choice>, plain: Vec<Choice>) -> bool {
    let sorted = |list: Vec<Choice>| {
        let mut keys: Vec<u64> = list.iter().map(|c| c.key()).collect();
        keys.sort_unstable();
        keys
    };
    sorted(listed.collect()) == sorted(plain)
}

/// Placements of a tile: beside every tile of the board, as every edge meets its neighbor.
pub(super) fn placements(rules: &Ruleset, st: &State, tile: TileTypeId) -> Vec<Choice> {
    let game = Game::new(rules, st);
    let mut out = Vec::new();
    for (t, from) in st.lying() {
        for cell in (0..4).map(|side| from.cell().side(side)) {
            let around: [_; 4] = std::array::from_fn(|side| st.tile_at(cell.side(side)));
            // A cell beside several tiles is met at the first of them.
            let first = around.iter().flatten().min() == Some(&t);
            if !first || st.tile_at(cell).is_some() || rules.is_beyond(cell) || cell.is_far() {
                continue;
            }
            let Some(need) = game.need(cell) else { continue };
            let meets = |rotation: u8| {
                (0..4).all(|side| {
                    around[side].is_none_or(|beside| {
                        let own = rules.edge_of(tile, rotation, side);
                        let edge = game.edge_at(beside, side + 2);
                        rules.fitting.meets[own.index() * rules.edges.len() + edge.index()]
                    })
                })
            };
            let fits = |rotation: &u8| meets(*rotation) && rules.edges_meet(tile, *rotation, need);
            let rotations = (0..4).filter(fits);
            out.extend(rotations.map(|rotation| Choice::place(tile, cell.pack(), rotation)));
        }
    }
    out
}

/// The core's own offer of deployments, of figure kinds given as bits.
pub(super) fn deployments(rules: &Ruleset, st: &State, actor: Player, have: u32) -> Vec<Choice> {
    let mut out = Vec::new();
    let here: Vec<SegmentId> = st.nodes_of(TileId(st.placed)).map(SegmentId).collect();
    for (i, node) in here.iter().enumerate() {
        let again = here[..i].iter().any(|other| st.root(*other) == st.root(*node));
        let claim = rules.kinds[st.kind(*node).index()].decl.claim;
        let offers = |k: &u8| match claim {
            decl::Claimable::Yes => true,
            decl::Claimable::No => !rules.figures[usize::from(*k)].decl.claims,
            decl::Claimable::Offered => false,
        };
        if again {
            continue;
        }
        let kinds = (0..rules.figures.len() as u8).filter(|k| have >> k & 1 != 0 && offers(k));
        for kind in kinds.map(FigureKindId) {
            if refuses_deploy(rules, st, actor, kind, *node, &Waived::default()).is_none() {
                out.push(Choice::deploy(kind, *node));
            }
        }
    }
    out
}

/// What a verb may name, by its whole condition.
pub(super) fn verbs(verb: VerbId, at: &At<'_>) -> Vec<Choice> {
    let v = &at.game().rules.verbs[verb.index()];
    let mut found = Vec::new();
    targets::each(at, v, v.decl.target, &v.filter, &mut |n| found.push(n));
    if v.second.is_some() {
        let mut out = Vec::new();
        targets::pairs(at, verb, &found, &mut |choice| out.push(choice));
        return out;
    }
    let range = v.decl.numbers.map(|(from, to)| Choice::range(verb, from, to));
    let each = found.into_iter().map(|target| Choice::invoke(verb, target));
    each.chain(range).collect()
}
