//! Features worked out anew, the slow and plain way, from tiles and figures on the table.

use std::collections::{BTreeMap, BTreeSet};

use bastide::Rules;
use bastide::core::decl::Merge;
use bastide::core::ids::{FigureId, SegmentId};
use bastide::core::{Game, Place, State};

/// What is otherwise in the state than on the table, if anything.
///
/// Segments belong together exactly if they are of one kind and share a place of an edge; from this alone
/// follow tiles, open ends, tags, figures and occupation of each feature.
#[must_use]
pub fn features_differ(rules: &Rules, state: &State) -> Option<String> {
    let game = Game::new(&rules.ruleset, state);
    let parts = parts(game);
    let mut members: BTreeMap<usize, Vec<SegmentId>> = BTreeMap::new();
    let there = parts.iter().enumerate().filter(|(n, _)| state.is_there(SegmentId(*n as u16)));
    for (node, part) in there {
        members.entry(*part).or_default().push(SegmentId(node as u16));
    }
    members.values().find_map(|nodes| differs(rules, game, nodes))
}

/// The number of each segment's feature.
fn parts(game: Game<'_>) -> Vec<usize> {
    let mut parts: Vec<usize> = (0..game.state.node_count()).collect();
    for (id, tile) in game.state.lying() {
        for side in 0..4 {
            let Some(other) = game.state.tile_at(tile.cell().side(side)) else { continue };
            for a in game.segments(id) {
                for b in game.segments(other) {
                    if game.state.kind(a) == game.state.kind(b)
                        && touch(game.places(a), game.places(b), side)
                    {
                        let (old, new) = (parts[a.index()], parts[b.index()]);
                        parts.iter_mut().filter(|p| **p == old).for_each(|p| *p = new);
                    }
                }
            }
        }
    }
    parts
}

/// Whether two segments share a place of the edge on a side of the first: left meets right.
fn touch(a: u16, b: u16, side: usize) -> bool {
    (0..3).any(|k| a >> (3 * side + k) & 1 == 1 && b >> (3 * ((side + 2) % 4) + 2 - k) & 1 == 1)
}

fn differs(rules: &Rules, game: Game<'_>, nodes: &[SegmentId]) -> Option<String> {
    let (state, first) = (game.state, nodes[0]);
    let kind = &rules.ruleset.kinds[state.kind(first).index()];
    let at = format!("{} at {}", kind.decl.name, game.cell(first));
    let mut found: Vec<SegmentId> = state.members(first).collect();
    found.sort_unstable();
    if found != nodes {
        return Some(format!("{at}: segments {found:?}, on the table {nodes:?}"));
    }
    let mut tiles: BTreeSet<(i16, i16)> = BTreeSet::new();
    let mut open = false;
    for node in nodes {
        let cell = game.cell(*node);
        tiles.insert((cell.x, cell.y));
        for side in 0..4 {
            let there = game.places(*node) >> (3 * side) & 7 != 0;
            let free = state.tile_at(cell.side(side)).is_none();
            open |= there && free && !rules.ruleset.is_walled(cell.side(side));
        }
        for (dx, dy) in &kind.decl.reach {
            match state.tile_at(cell.offset(*dx, *dy)) {
                Some(_) => drop(tiles.insert((cell.x + i16::from(*dx), cell.y + i16::from(*dy)))),
                None => open |= !rules.ruleset.is_walled(cell.offset(*dx, *dy)),
            }
        }
    }
    if game.tile_count(first) != tiles.len() as i32 {
        return Some(format!(
            "{at}: {} tiles, on the table {}",
            game.tile_count(first),
            tiles.len()
        ));
    }
    if (game.open_ends(first) > 0) != open {
        return Some(format!("{at}: {} open ends, on the table {open}", game.open_ends(first)));
    }
    for (lane, name) in kind.lanes.iter().enumerate() {
        let own = nodes.iter().map(|n| game.own_tag(*n, lane as u8));
        let want = match merge(rules, name) {
            Merge::Add => own.sum(),
            Merge::Any => own.fold(0, |a, b| a | b),
            Merge::All => own.fold(0xff, |a, b| a & b),
            _ => continue,
        };
        if game.tag(first, lane as u8) != want {
            return Some(format!(
                "{at}: {name} {}, on the table {want}",
                game.tag(first, lane as u8)
            ));
        }
    }
    let on =
        |f: &FigureId| matches!(state.figure_place(*f), Place::Segment(n) if nodes.contains(&n));
    let standing: Vec<FigureId> =
        (0..state.figure_count() as u16).map(FigureId).filter(on).collect();
    if game.figures_in(first) != standing {
        return Some(format!(
            "{at}: figures {:?}, on the table {standing:?}",
            game.figures_in(first)
        ));
    }
    let occupies = |f: &FigureId| {
        let decl = &rules.ruleset.figures[state.figure_kind(*f).index()].decl;
        decl.claims || decl.blocks
    };
    let occupied = standing.iter().any(occupies);
    (game.is_occupied(first) != occupied).then(|| format!("{at}: occupied is not {occupied}"))
}

fn merge(rules: &Rules, tag: &str) -> Merge {
    let mut tags = rules.setup.expansions.iter().flat_map(|e| &e.tags);
    tags.find(|t| t.name == tag).map(|t| t.merge).unwrap_or_default()
}
