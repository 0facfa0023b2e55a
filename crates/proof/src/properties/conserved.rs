//! Things that can only move: figures, tiles, tokens.

use bastide_core::ids::{FigureId, FigureKindId, PileId, Player, TokenId};
use bastide_core::{Place, State, Words};

use bastide::Rules;

/// Returns which figures or tiles have appeared or disappeared, or which tokens are below zero, if any.
#[must_use]
pub fn conserved(rules: &Rules, state: &State) -> Option<Words> {
    tiles(rules, state).or_else(|| figures(rules, state)).or_else(|| tokens(rules, state))
}

fn tiles(rules: &Rules, state: &State) -> Option<Words> {
    let ruleset = &rules.ruleset;
    let mut tiles = state.lying().count() + usize::from(state.drawn().is_some());
    for pile in 0..ruleset.piles.len() {
        tiles += usize::from(state.pile_size(PileId(pile as u8)));
    }
    let all: usize = ruleset.types.iter().map(|t| usize::from(t.decl.count)).sum();
    let zones = ruleset.piles.iter().filter_map(|p| p.zone.as_ref());
    let in_zones: usize = zones
        .map(|z| {
            z.start.for_players(state.players()).len()
                * if z.per_player { usize::from(state.players()) } else { 1 }
        })
        .sum();
    let all = all + in_zones;
    (tiles != all).then(|| {
        Words::new(
            format!("there are {tiles} tiles, where the game has {all}"),
            format!("il y a {tiles} tuiles, alors que la partie en a {all}"),
        )
    })
}

fn figures(rules: &Rules, state: &State) -> Option<Words> {
    for p in 0..state.players() {
        for (k, figure) in rules.ruleset.figures.iter().enumerate() {
            let kind = FigureKindId(k as u8);
            let mine = |f: &FigureId| state.owner(*f) == Player(p) && state.figure_kind(*f) == kind;
            let own: Vec<FigureId> =
                (0..state.figure_count() as u16).map(FigureId).filter(mine).collect();
            let home = own.iter().filter(|f| state.figure_place(**f) == Place::Supply).count();
            let (all, supply) = (usize::from(figure.supply), state.supply(Player(p), kind));
            if own.len() != all || home != supply as usize {
                let (name, n, seat) = (&figure.decl.name, own.len(), p + 1);
                return Some(Words::new(
                    format!(
                        "seat {seat} has {n} `{name}` of {all}, {home} at home, {supply} in supply"
                    ),
                    format!(
                        "le siège {seat} a {n} `{name}` sur {all}, {home} à la maison, {supply} en réserve"
                    ),
                ));
            }
        }
    }
    None
}

fn tokens(rules: &Rules, state: &State) -> Option<Words> {
    for p in 0..state.players() {
        for (t, token) in rules.ruleset.tokens.iter().enumerate() {
            let n = state.tokens(TokenId(t as u8), Player(p));
            if n < 0 {
                let (name, seat) = (&token.name, p + 1);
                return Some(Words::new(
                    format!("seat {seat} has {n} `{name}`"),
                    format!("le siège {seat} a {n} `{name}`"),
                ));
            }
        }
    }
    None
}
