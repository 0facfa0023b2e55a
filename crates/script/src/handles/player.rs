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
    let token = TokenId(c.name(What::Token, token, "token")? as u8);
    Ok(c.game.state.tokens(token, this(c)?).into())
}

pub(super) fn supply(c: &Call<'_>) -> Res<Value> {
    let [figure] = c.take();
    let kind = FigureKindId(c.name(What::Figure, figure, "figure")? as u8);
    Ok(c.game.state.supply(this(c)?, kind).into())
}
