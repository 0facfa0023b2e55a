//! What has happened, as a seat may know it.

use bastide::Game;
use bastide::core::Effect;
use bastide::core::ids::{Player, SegmentId};
use bastide::game::Outcome;
use bastide::story;
use serde::Serialize;

/// Actions of the log that a viewer gets.
const TOLD_MAX: usize = 120;

/// An action and what it led to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Its number in the record, from 1.
    pub n: usize,
    /// Who; nobody's seat, if it was chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What was done.
    pub text: String,
    /// What it led to, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
    /// Cells that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<[i16; 2]>,
}

/// The last actions, the latest last.
pub(crate) fn told(game: &Game, seat: Player, lang: &str) -> Vec<Told> {
    let skipped = game.entries().len().saturating_sub(TOLD_MAX);
    let entries = game.entries().iter().enumerate().skip(skipped);
    let told = entries.map(|(at, entry)| Told {
        n: at + 1,
        seat: (entry.actor != Player::CHANCE).then_some(entry.actor.0),
        text: story::entry_line(game, entry, seat, lang),
        more: story::outcome_lines(game, &game.outcome_for(&entry.outcome, seat), lang),
        cells: cells(game, &game.outcome_for(&entry.outcome, seat)),
    });
    told.collect()
}

/// Cells that something happened on: tiles that came, and features that gave points.
fn cells(game: &Game, outcome: &Outcome) -> Vec<[i16; 2]> {
    let read = game.read();
    let of = |node: SegmentId| {
        let is = node.index() < read.state.node_count();
        is.then(|| read.cell(node)).map(|cell| [cell.x, cell.y])
    };
    let placed = outcome.effects.iter().filter_map(|logged| match logged.effect {
        Effect::Placed { cell, .. } | Effect::TileLaid { cell, .. } => Some([cell.x, cell.y]),
        Effect::Deployed { node, .. } | Effect::Moved { node, .. } => of(node),
        _ => None,
    });
    let scored = outcome.sheets.iter().filter_map(|sheet| of(sheet.claim.node));
    let mut cells: Vec<[i16; 2]> = placed.chain(scored).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
