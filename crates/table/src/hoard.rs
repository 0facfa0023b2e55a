//! Player areas.

use bastide::core::ids::{FigureKindId, Player, TokenId};
use bastide::core::{Place, State};
use bastide::{Game, story};

/// Returns the content of a player area in words: figures in supply, tokens, figures of others that the player holds.
pub(crate) fn parts(game: &Game, seen: &State, seat: Player, lang: &str) -> Vec<String> {
    let read = game.read();
    let mut parts = Vec::new();
    for (k, kind) in read.rules.figures.iter().enumerate().filter(|(_, kind)| kind.supply > 0) {
        let left = read.state.supply(seat, FigureKindId(k as u8));
        let word = story::name(read.rules, &["figure"], &kind.decl.name, lang);
        parts.push(story::counted(left as i32, &word, lang));
    }
    for (t, token) in read.rules.tokens.iter().enumerate() {
        let n = seen.tokens(TokenId(t as u8), seat);
        if n > 0 {
            let word = story::name(read.rules, &["token"], &token.name, lang);
            parts.push(story::counted(i32::from(n), &word, lang));
        }
    }
    let held = read.figures().filter(|f| read.state.figure_place(*f) == Place::Held(seat));
    parts.extend(held.map(|f| {
        let kind = &read.rules.figures[read.state.figure_kind(f).index()].decl.name;
        let kind = story::name(read.rules, &["figure"], kind, lang);
        let owner = game.names().get(read.state.owner(f).index()).map_or("?", String::as_str);
        match lang {
            "fr" => format!("détient 1 {kind} ({owner})"),
            _ => format!("holds {kind} ({owner})"),
        }
    }));
    parts
}

/// Tiles in the zones of a seat: of each zone its name, the tiles that are seen, and how many there are.
pub(crate) fn zones(
    game: &Game,
    seen: &State,
    seat: Player,
    lang: &str,
) -> Vec<(String, Vec<u16>, usize)> {
    let rules = &game.rules().ruleset;
    let mut zones = Vec::new();
    for (p, pile) in rules.piles.iter().enumerate() {
        if !pile.zone.as_ref().is_some_and(|zone| zone.per_player) {
            continue;
        }
        let lying = seen.zoned().filter(|z| z.0.index() == p && z.1 == seat);
        let tiles: Vec<u16> = lying.map(|z| z.2.0).collect();
        if !tiles.is_empty() {
            let known = |tile: &u16| usize::from(*tile) < rules.types.len();
            let (all, name) = (tiles.len(), story::name(rules, &["zone"], &pile.name, lang));
            zones.push((name, tiles.into_iter().filter(known).collect(), all));
        }
    }
    zones
}
