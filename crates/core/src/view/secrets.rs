//! Declared numbers, tokens and verbs that not everybody sees.

use crate::decl::{Per, Target};
use crate::effect::Effect;
use crate::ids::{PileId, Player, StateId, TokenId};
use crate::ruleset::{Ruleset, StateKey, StepSet, Verb};
use crate::state::State;

/// Options that depend on hidden numbers, tokens or tiles, so that their presence or absence would reveal something.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Dark {
    /// Places are offered or refused by them.
    pub(crate) places: bool,
    /// Something else than places is refused by them.
    pub(crate) others: bool,
    /// Figure kinds that are deployed by them, as bits.
    pub(crate) figures: u32,
    /// Steps in which something is; an action among them is asked whatever is left to choose.
    pub(crate) steps: StepSet,
}

/// Returns the owner of a number, or no player if it belongs to the game, a tile or a segment.
fn owner(rules: &Ruleset, key: &StateKey, of: usize) -> Player {
    match key.decl.per {
        Per::Player => Player(of as u8),
        Per::Figure if rules.figures_per_player > 0 => {
            Player((of / usize::from(rules.figures_per_player)) as u8)
        }
        _ => Player::NONE,
    }
}

fn sees_state(rules: &Ruleset, key: StateId, of: usize, seat: Player) -> bool {
    let Some(key) = rules.state.get(key.index()) else { return true };
    key.decl.sees.has(seat, owner(rules, key, of))
}

fn sees_token(rules: &Ruleset, token: TokenId, of: Player, seat: Player) -> bool {
    rules.tokens.get(token.index()).is_none_or(|token| token.sees.has(seat, of))
}

/// Whether some number or token is hidden from a seat, whatever it is now.
pub(super) fn any(rules: &Ruleset, seat: Player) -> bool {
    let players = (0..rules.players).map(Player);
    rules.state.iter().any(|key| !key.decl.sees.is_all())
        || (0..rules.tokens.len() as u8)
            .any(|t| players.clone().any(|p| !sees_token(rules, TokenId(t), p, seat)))
}

/// Resets everything that a seat does not see to its value at the start: numbers to defaults, lists to empty, tokens
/// to 0.
pub(super) fn mask(rules: &Ruleset, st: &mut State, seat: Player) {
    for key in rules.state.iter().filter(|key| !key.decl.sees.is_all()) {
        let (row, step, owners) = match key.decl.per {
            Per::Game => (&mut st.ext, 0, 1),
            Per::Player => (&mut st.ext, key.width, st.players.into()),
            Per::Figure => (&mut st.ext, key.width, st.figures.len()),
            Per::Tile => (&mut st.tile_ext, rules.kept.per_tile.len(), st.tiles.len()),
            Per::Segment => (&mut st.segment_ext, rules.kept.per_segment.len(), st.nodes.len()),
        };
        for of in (0..owners).filter(|of| !key.decl.sees.has(seat, owner(rules, key, *of))) {
            let first = key.at + of * step;
            let end = (first + key.width.max(1)).min(row.len());
            if let Some(numbers) = row.get_mut(first..end) {
                numbers.fill(0);
                if key.decl.list == 0 {
                    numbers[0] = key.decl.default;
                }
            }
        }
    }
    for (t, p) in (0..rules.tokens.len()).flat_map(|t| (0..st.players).map(move |p| (t, p))) {
        if !sees_token(rules, TokenId(t as u8), Player(p), seat) {
            st.tokens[t * usize::from(st.players) + usize::from(p)] = 0;
        }
    }
}

/// An effect as a seat sees it: a hidden number is what it was at the start, hidden tokens come or go by 0.
pub(super) fn effect(rules: &Ruleset, effect: Effect, seat: Player) -> Effect {
    let default = |key: StateId| rules.state[key.index()].decl.default;
    match effect {
        Effect::Set { key, of, .. } if !sees_state(rules, key, of.into(), seat) => {
            Effect::Set { key, of, value: default(key) }
        }
        Effect::Listed { key, of, .. } if !sees_state(rules, key, of.into(), seat) => {
            Effect::Listed { key, of, value: 0 }
        }
        Effect::TokenMoved { token, player, .. } if !sees_token(rules, token, player, seat) => {
            Effect::TokenMoved { token, player, by: 0 }
        }
        other => other,
    }
}

/// Whether a verb with a target names nothing that is hidden from a seat.
pub(super) fn shows(
    rules: &Ruleset,
    st: &State,
    verb: &Verb,
    target: u32,
    actor: Player,
    seat: Player,
) -> bool {
    let seen = |(sort, n): (Target, u32)| match sort {
        Target::TileType => st
            .zoned
            .iter()
            .filter(|z| u32::from(z.tile) == n)
            .any(|z| z.is_for(actor.0) && super::sees(rules, seat, PileId(z.pile), z.player)),
        Target::Token => sees_token(rules, TokenId(n as u8), actor, seat),
        _ => true,
    };
    verb.decl.sees.has(seat, actor)
        && !verb.secret
        && verb.price.iter().all(|(token, _)| sees_token(rules, *token, actor, seat))
        && verb.decl.named(target).all(seen)
}
