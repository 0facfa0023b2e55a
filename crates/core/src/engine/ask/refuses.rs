//! The core's own restrictions, and which one forbids an option.

use crate::choice::Over;
use crate::game::Game;
use crate::ids::{Cell, FigureKindId, Player, RuleId, SegmentId, TileTypeId};
use crate::ruleset::{Restriction, Ruleset, Waived};
use crate::state::State;

/// The first restriction that forbids a deployment and is not waived.
pub(in crate::engine) fn refuses_deploy(
    rules: &Ruleset,
    st: &State,
    actor: Player,
    kind: FigureKindId,
    node: SegmentId,
    waives: &Waived,
) -> Option<Restriction> {
    let game = Game::new(rules, st);
    let f = &rules.figures[kind.index()];
    let fails = |r: Restriction, bad: bool| (bad && !waives.covers(rules, r)).then_some(r);
    fails(Restriction::Supply, st.supply(actor, kind) == 0)
        .or_else(|| {
            let takes = rules.kinds[st.kind(node).index()].takes;
            fails(Restriction::Kind, takes & 1 << kind.0 == 0)
        })
        .or_else(|| fails(Restriction::Occupied, f.decl.claims && game.is_occupied(node)))
        .or_else(|| {
            let elsewhere = st.tile_of(node).0 != st.placed;
            fails(Restriction::Complete, elsewhere && game.is_complete(node))
        })
        .or_else(|| {
            fails(Restriction::NeedsOwn, f.needs_own != 0 && !game.holds(node, actor, f.needs_own))
        })
        .or_else(|| {
            let second = f.decl.one_per_feature && game.holds_kind(node, actor, kind);
            fails(Restriction::OnePerFeature, second)
        })
}

/// The first law that forbids a placement and is not waived.
pub(in crate::engine) fn refuses_place(
    game: &Game<'_>,
    (tile, cell, rotation): (TileTypeId, Cell, u8),
    over: Option<Over>,
    waives: &Waived,
) -> Option<RuleId> {
    let rules = game.rules;
    let law = |r: Restriction| Some(rules.restriction(r));
    if game.state.tile_at(cell).is_some() {
        return law(Restriction::Empty);
    }
    if rules.is_beyond(cell) || cell.is_far() {
        return law(Restriction::Bounds);
    }
    let Some(need) = game.need(cell) else {
        return law(Restriction::Adjacent).filter(|_| !waives.covers(rules, Restriction::Adjacent));
    };
    if let Some(over) = over {
        // The piece itself must fit, whatever is waived.
        return if game.fits_with(tile, cell, rotation, over) {
            None
        } else {
            law(Restriction::Edge)
        };
    }
    if rules.fits(tile, need) & 1 << (rotation & 3) != 0 {
        return None;
    }
    if waives.covers(rules, Restriction::Edge) { None } else { law(Restriction::Edge) }
}
