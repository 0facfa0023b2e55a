//! Tiles that are still to come, as far as a seat can know.

use bastide::core::Effect;
use bastide::core::ids::{Cell, Player, TileTypeId};
use bastide::game::Outcome;
use bastide::{Game, story};
use serde::Serialize;

/// Unseen tiles, and tiles that were set aside.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Rest {
    /// Tiles left to draw.
    pub deck: u32,
    /// Tiles that the viewer has not seen, those that others hold among them.
    pub unseen: u32,
    /// Types of them.
    pub tiles: Vec<Unseen>,
    /// For the requested cell: how many of the tiles that may be drawn next fit there, and their total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<[u32; 2]>,
    /// Types that were set aside, each with its number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aside: Vec<(u16, u32, String)>,
}

/// A type with unseen tiles.
#[derive(Clone, Debug, Serialize)]
pub struct Unseen {
    /// Its number among the tiles of the game.
    pub tile: u16,
    /// How many.
    pub n: u8,
    /// Description of its tags.
    pub words: String,
    /// One of them may be drawn next.
    pub next: bool,
    /// It fits on the cell that was asked for, by its edges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fits: Option<bool>,
}

/// What a seat has not seen, and which of it fits on a cell.
pub(crate) fn rest(game: &Game, seat: Player, cell: Option<Cell>, lang: &str) -> Rest {
    let read = game.read();
    let group = read.next_group();
    let unseen = |(tile, n): (TileTypeId, u8)| Unseen {
        tile: tile.0,
        n,
        words: story::tile_words(read.rules, tile, lang),
        next: group == Some(read.rules.types[tile.index()].group),
        fits: cell.map(|cell| (0..4).any(|rotation| read.fits(tile, cell, rotation))),
    };
    let tiles: Vec<Unseen> = game.seen_by(seat).unseen().map(unseen).collect();
    let count = |is: &dyn Fn(&Unseen) -> bool| {
        tiles.iter().filter(|tile| is(tile)).map(|tile| u32::from(tile.n)).sum::<u32>()
    };
    let next = |tile: &Unseen| tile.next;
    Rest {
        deck: read.deck_size(),
        unseen: count(&|_| true),
        next: cell.map(|_| [count(&|tile| tile.next && tile.fits == Some(true)), count(&next)]),
        aside: aside(game, seat, lang),
        tiles,
    }
}

/// Types that went out of the game unplaced.
fn aside(game: &Game, seat: Player, lang: &str) -> Vec<(u16, u32, String)> {
    let rules = &game.rules().ruleset;
    let out = rules.pile("out");
    let mut aside: Vec<(u16, u32, String)> = Vec::new();
    let mut note = |outcome: &Outcome| {
        for logged in &game.outcome_for(outcome, seat).effects {
            let Effect::TileMoved { tile, to, .. } = logged.effect else { continue };
            if Some(to) != out || rules.types.get(tile.index()).is_none() {
                continue;
            }
            match aside.iter_mut().find(|one| one.0 == tile.0) {
                Some(one) => one.1 += 1,
                None => aside.push((tile.0, 1, story::tile_words(rules, tile, lang))),
            }
        }
    };
    note(game.opening());
    game.entries().iter().for_each(|entry| note(&entry.outcome));
    aside
}
