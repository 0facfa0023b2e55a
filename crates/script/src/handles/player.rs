//! Players.

use bastide_core::ids::{FigureKindId, Player, TokenId};

use super::call::{Call, gone};
use super::names::What;
use super::value::Value;
use crate::raised::Res;

/// The player that is asked.
fn this(c: &Call<'_>) -> Res<Player> {
    if c.id < c.game.state.players() as usize {
        return Ok(Player(c.id as u8));
    }
    Err(gone("player", "ce joueur", c.id + 1))
}

pub(super) fn index(c: &Call<'_>) -> Res<Value> {
    Ok((c.id + 1).into())
}

pub(super) fn score(c: &Call<'_>) -> Res<Value> {
    Ok(c.game.state.score(this(c)?).into())
}

pub(super) fn next(c: &Call<'_>) -> Res<Value> {
    Ok(Player((this(c)?.0 + 1) % c.game.state.players()).into())
}

pub(super) fn tokens(c: &Call<'_>) -> Res<Value> {
    let [token] = c.take();
    let token = c.name_in_play(What::Token, 0, token, "token")?;
    let player = this(c)?;
    Ok(token.map_or(0, |token| c.game.state.tokens(TokenId(token as u8), player)).into())
}

pub(super) fn supply(c: &Call<'_>) -> Res<Value> {
    let [figure] = c.take();
    let kind = c.name_in_play(What::Figure, 0, figure, "figure")?;
    let player = this(c)?;
    Ok(kind.map_or(0, |kind| c.game.state.supply(player, FigureKindId(kind as u8))).into())
}
