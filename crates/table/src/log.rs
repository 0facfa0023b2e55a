//! What has happened, as a seat may know it.

use bastide::Game;
use bastide::core::ids::Player;
use bastide::core::{Action, Effect};
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
    /// Acting seat, or `None` for chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The action in words.
    pub text: String,
    /// Results of the action, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<String>,
    /// Cells that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<[i16; 2]>,
}

/// Returns the log entries after the first `known` actions, at most [`TOLD_MAX`], oldest first.
pub(crate) fn told(game: &Game, seat: Player, lang: &str, known: usize) -> Vec<Told> {
    let skipped = game.entries().len().saturating_sub(TOLD_MAX).max(known);
    let entries = game.entries().iter().enumerate().skip(skipped);
    let told = entries.map(|(at, entry)| Told {
        n: at + 1,
        seat: (entry.actor != Player::CHANCE).then_some(entry.actor.0),
        text: story::entry_line(game, entry, seat, lang),
        more: {
            let outcome = game.outcome_for(&entry.outcome, seat);
            let chance = story::chance_line(game, entry, seat, lang);
            chance.into_iter().chain(story::outcome_lines(game, &outcome, lang)).collect()
        },
        cells: cells(game, &game.outcome_for(&entry.outcome, seat)),
    });
    told.collect()
}

/// After how many actions the last turn before such a moment began, and the first one after it.
pub(crate) fn turns(game: &Game, n: usize) -> [Option<usize>; 2] {
    let ended = game.entries().iter().enumerate().filter(|(_, entry)| entry.turn.is_some());
    let begin = || std::iter::once(0).chain(ended.clone().map(|(at, _)| at + 1));
    [begin().take_while(|at| *at < n).last(), begin().find(|at| *at > n)]
}

/// Returns, for each seat that has acted, the cells of its last series of actions, back to the tile that it placed.
pub(crate) fn last(game: &Game) -> Vec<(u8, Vec<[i16; 2]>)> {
    let mut last: Vec<(u8, Vec<[i16; 2]>)> = Vec::new();
    for seat in (0..game.names().len() as u8).map(Player) {
        let entries = game.entries();
        let Some(end) = entries.iter().rposition(|entry| entry.actor == seat) else { continue };
        let mut cells: Vec<[i16; 2]> = Vec::new();
        for entry in entries[..=end].iter().rev().take_while(|entry| entry.actor == seat) {
            let done = entry.outcome.effects.iter();
            cells.extend(done.filter_map(|logged| touched(game, &logged.effect)));
            if matches!(entry.action, Action::Place { .. }) {
                break;
            }
        }
        cells.sort_unstable();
        cells.dedup();
        last.push((seat.0, cells));
    }
    last
}

/// The cell on which an effect put something.
fn touched(game: &Game, effect: &Effect) -> Option<[i16; 2]> {
    let read = game.read();
    match *effect {
        Effect::Placed { cell, .. } | Effect::TileLaid { cell, .. } => Some([cell.x, cell.y]),
        Effect::Deployed { node, .. } | Effect::Moved { node, .. } => {
            read.state.is_there(node).then(|| read.cell(node)).map(|cell| [cell.x, cell.y])
        }
        _ => None,
    }
}

/// Cells that something happened on: tiles that came, and features that gave points.
fn cells(game: &Game, outcome: &Outcome) -> Vec<[i16; 2]> {
    let read = game.read();
    let placed = outcome.effects.iter().filter_map(|logged| touched(game, &logged.effect));
    let nodes = outcome.sheets.iter().map(|sheet| sheet.claim.node);
    let nodes = nodes.filter(|node| node.is_some() && read.state.is_there(*node));
    let scored = nodes.flat_map(|node| read.cells(node)).map(|cell| [cell.x, cell.y]);
    let mut cells: Vec<[i16; 2]> = placed.chain(scored).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
