//! What the quick listings must come to, worked out plainly: every option is tried for itself. Debug builds hold each
//! listing against it.

use super::refuses_deploy;
use crate::choice::Choice;
use crate::condition::{At, Thing};
use crate::decl;
use crate::effect::Place;
use crate::game::Game;
use crate::ids::{FigureId, FigureKindId, NeutralId, Node, Player, TileId, TypeId, VerbId};
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
pub(super) fn placements(rules: &Ruleset, st: &State, tile: TypeId) -> Vec<Choice> {
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
                        rules.meets[own.index() * rules.edges.len() + edge.index()]
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
    let here: Vec<Node> = st.nodes_of(TileId(st.placed)).map(Node).collect();
    for (i, node) in here.iter().enumerate() {
        let again = here[..i].iter().any(|other| st.root(*other) == st.root(*node));
        let claim = rules.kinds[st.kind(*node).index()].decl.claim;
        if again || claim != decl::Claim::Yes {
            continue;
        }
        let kinds = (0..rules.figures.len() as u8).filter(|k| have >> k & 1 != 0);
        for kind in kinds.map(FigureKindId) {
            if refuses_deploy(rules, st, actor, kind, *node, &Waived::default()).is_none() {
                out.push(Choice::deploy(kind, *node));
            }
        }
    }
    out
}

/// What a verb may name, by its whole condition.
pub(super) fn targets(verb: VerbId, at: &At<'_>) -> Vec<Choice> {
    let (game, rules) = (at.game(), at.game().rules);
    let v = &rules.verbs[verb.index()];
    let (st, w) = (game.state, &v.wher);
    let such = |thing: &Thing| at.of(&w.condition, *thing);
    let found: Vec<u32> = match v.decl.target {
        decl::Target::None => vec![0],
        decl::Target::Segment => {
            let all = st.there().filter(|n| such(&Thing::Segment(*n)));
            all.map(|n| n.0.into()).collect()
        }
        decl::Target::Figure => {
            let all = (0..st.figures.len() as u16).map(FigureId).filter(|f| {
                game.is_among(w, *f)
                    && such(&Thing::Figure(*f))
                    && !(v.decl.one_per_kind && st.has_alike_before(*f))
            });
            all.map(|f| f.0.into()).collect()
        }
        decl::Target::Tile => {
            let left = v.trail.map_or(&[][..], |key| game.list(key, 0));
            let all = st
                .lying()
                .map(|(t, _)| t)
                .filter(|t| such(&Thing::Tile(*t)) && !left.contains(&t.0.into()));
            all.map(|t| t.0.into()).collect()
        }
        decl::Target::Overlay => {
            let turned = |t: TileId| {
                let turns = rules.overlay_turns(v.overlay).iter();
                turns.map(move |turn| (t, *turn))
            };
            let all = st.lying().flat_map(|(t, _)| turned(t));
            let fits = |(t, turn): &(TileId, u8)| {
                game.takes(*t, v.overlay, *turn) && such(&Thing::Tile(*t))
            };
            all.filter(fits).map(|(t, turn)| u32::from(t.0) << 2 | u32::from(turn)).collect()
        }
        decl::Target::Player => {
            let all = (0..st.players).filter(|p| such(&Thing::Player(Player(*p))));
            all.map(u32::from).collect()
        }
        decl::Target::Neutral => {
            let all = (0..st.neutrals.len() as u8).map(NeutralId);
            let there = all.filter(|n| st.neutral(*n) != Place::Box);
            there.filter(|n| such(&Thing::Neutral(*n))).map(|n| n.0.into()).collect()
        }
        decl::Target::Cell | decl::Target::TileType | decl::Target::Number => Vec::new(),
    };
    found.into_iter().map(|target| Choice::invoke(verb, target)).collect()
}
