//! A new game.

use super::{HookError, Host};
use crate::effect::{Effect, Sink};
use crate::ids::{Cell, PileId, Player, RuleId, TileId, TileTypeId};
use crate::ruleset::Ruleset;
use crate::state::{FigureData, FigurePlace, Grid, NONE, State};

pub(super) fn new_state(rules: &Ruleset, first: Player) -> State {
    let players = rules.players;
    let mut st = State {
        grid: Grid::new(),
        players,
        player: first.0.min(players.saturating_sub(1)),
        part: 1,
        parts: 1,
        turn: 1,
        begun: 1,
        drawn: NONE,
        placed: NONE,
        ext: rules.kept.default.clone(),
        neutrals: vec![crate::effect::Place::Supply; rules.neutrals.len()],
        ..State::default()
    };
    for owner in 0..players {
        for (k, f) in rules.figures.iter().enumerate() {
            st.supply.push(rules.hot.pieces[k]);
            st.stock[owner as usize].left |= u32::from(rules.hot.pieces[k] != 0) << k;
            for _ in 0..f.supply {
                st.figures.push(FigureData {
                    place: FigurePlace::Supply,
                    at: 0,
                    next: 0,
                    owner,
                    kind: k as u8,
                });
            }
        }
    }
    for t in &rules.tokens {
        for _ in 0..players {
            st.tokens.push(t.supply.for_players(players) as i16);
        }
    }
    st.pile_count = rules.piles.len() as u8;
    for t in &rules.types {
        st.deck.add_type(t.decl.count as u8);
        st.piles[t.group.index()] += t.decl.count;
    }
    for (p, pile) in rules.piles.iter().enumerate() {
        let Some(zone) = &pile.zone else { continue };
        for tile in zone.start.for_players(players) {
            let Some(t) = rules.tile_type(tile) else { continue };
            let owners: Vec<Player> = if zone.per_player {
                (0..players).map(Player).collect()
            } else {
                vec![Player::NONE]
            };
            for player in owners {
                st.zoned.push(crate::state::Zoned { pile: p as u8, player, tile: t.0 });
                st.piles[p] += 1;
            }
        }
    }
    st.look_for_pile(rules);
    st
}

impl Host {
    /// Puts a tile of the start layout on the board.
    pub(super) fn lay_out<S: Sink>(
        &mut self,
        rules: &Ruleset,
        st: &mut State,
        sink: &mut S,
        from: PileId,
        (kind, cell, rotation): (TileTypeId, Cell, u8),
    ) -> Result<(), HookError> {
        let (tile, player) = (TileId::NONE, Player::NONE);
        let mut effect = Effect::Placed { tile, kind, cell, rotation, from, player, start: true };
        self.emit(rules, st, sink, &mut effect, RuleId::NONE)
    }
}
