//! What the core lists itself: placements and deployments.

use super::plainly;
use crate::choice::{Choice, OptionList};
use crate::game::Game;
use crate::hooks::{Event, Hook};
use crate::ids::{FigureKindId, Player, SegmentId, TileId, TileTypeId};
use crate::limits::STEP_ARGS_MAX;
use crate::ruleset::{Restriction, Ruleset};
use crate::state::{NONE, State};
use crate::step::{Header, OWN};

/// A step of the core, which has no arguments.
pub(super) static UNASKED: Event = Event::new(Hook::Ask);

/// Returns the event of a core step for a player.
pub(super) fn by(actor: Player, step: u8) -> Event {
    Event { actor, step, ..Event::new(Hook::Ask) }
}

/// Returns the event of a step, for its handlers and for conditions.
pub(in crate::engine) fn asked(st: &State, header: Header) -> Event {
    let mut event = Event::new(Hook::Ask);
    event.actor = Player(header.actor());
    event.step = header.code();
    if event.step >= OWN {
        let mut args = [0; STEP_ARGS_MAX];
        event.nargs = st.top_args(header, &mut args);
        event.args = args;
        if event.nargs > 0 && u16::try_from(args[0]).is_ok_and(|n| st.is_there(SegmentId(n))) {
            event.node = SegmentId(args[0] as u16);
        }
    }
    event
}

/// All placements of a tile that match the edges around.
#[inline]
pub(super) fn list_placements(
    rules: &Ruleset,
    st: &State,
    tile: TileTypeId,
    list: &mut OptionList,
) {
    let before = list.len();
    list.place(tile, st.frontier.eights(), rules.fit_row(tile));
    debug_assert!(
        plainly::same(list.iter().skip(before), plainly::placements(rules, st, tile)),
        "the frontier and the table of what fits say where a tile may lie"
    );
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
    let before = list.len();
    if !st.overlaid.is_empty() && st.is_overlaid(TileId(st.placed)) {
        for choice in plainly::deployments(rules, st, actor, have) {
            list.push(choice);
        }
        return;
    }
    let tile = st.tiles[st.placed as usize];
    let ty = rules.hot.types[(tile.face >> 2) as usize];
    let from = tile.first as usize;
    let nodes = &st.nodes[from..from + ty.n as usize];
    // Features seen, as bits by the end of their numbers: two that share a bit are compared closely.
    let mut seen = 0u64;
    for (i, data) in nodes.iter().enumerate() {
        let f = &st.features[data.root as usize];
        let takes = rules.hot.offers[data.kind] & have;
        if takes == 0 {
            continue;
        }
        let mut others = takes & !rules.hot.claims;
        if f.figures == NONE && !rules.is_lifted(Restriction::NeedsOwn) {
            others &= !rules.hot.joins;
        }
        let bit = 1 << (data.root & 63);
        if seen & bit != 0 && nodes[..i].iter().any(|m| m.root == data.root) {
            // Another segment of the same feature on this tile is the same claim.
            continue;
        }
        seen |= bit;
        let node = SegmentId((from + i) as u16);
        let mut kinds = if f.claimers == 0 { takes & rules.hot.claims } else { 0 };
        if kinds & rules.hot.special == 0 {
            list.push_few(kinds, |kind| Choice::deploy(FigureKindId(kind as u8), node));
            kinds = 0;
        }
        while kinds != 0 {
            let kind = FigureKindId(kinds.trailing_zeros() as u8);
            kinds &= kinds - 1;
            let special = rules.hot.special >> kind.0 & 1 != 0;
            if !special || joins_own(rules, st, actor, kind, node, rules.law.lifted) {
                list.push(Choice::deploy(kind, node));
            }
        }
        while others != 0 {
            let kind = FigureKindId(others.trailing_zeros() as u8);
            others &= others - 1;
            let special = rules.hot.special >> kind.0 & 1 != 0;
            if !special || joins_own(rules, st, actor, kind, node, rules.law.lifted) {
                list.push(Choice::deploy(kind, node));
            }
        }
    }
    debug_assert!(
        plainly::same(list.iter().skip(before), plainly::deployments(rules, st, actor, have)),
        "who may be deployed is who no restriction refuses"
    );
}

/// Whether what a figure kind asks of the figures in a feature holds there, but for restrictions that are
/// lifted, as bits.
pub(super) fn joins_own(
    rules: &Ruleset,
    st: &State,
    actor: Player,
    kind: FigureKindId,
    node: SegmentId,
    lifted: u16,
) -> bool {
    let game = Game::new(rules, st);
    let f = &rules.figures[kind.index()];
    let asked = |r: Restriction| lifted >> r as u16 & 1 == 0;
    (f.needs_own == 0 || !asked(Restriction::NeedsOwn) || game.holds(node, actor, f.needs_own))
        && !(f.decl.one_per_feature
            && asked(Restriction::OnePerFeature)
            && game.holds_kind(node, actor, kind))
}
