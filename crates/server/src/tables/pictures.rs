//! Pictures: boards, what lies over their tiles, tiles, signs of seats.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bastide::config::PLAYERS_MAX;
use bastide_draw::PLAIN;
use serde::Deserialize;

use super::lost::Lost;
use super::pack::Shared;
use super::routes::{FOR_EVER, Here, shared};

/// Of a board.
#[derive(Deserialize)]
pub(super) struct Seen {
    /// What pictures are asked for with, at a table that is not for everybody's eyes.
    #[serde(default)]
    k: Option<String>,
    /// Number of actions after which to draw.
    #[serde(default)]
    at: Option<usize>,
    /// Two seats that swap colors for this viewer.
    #[serde(default)]
    seat: usize,
    #[serde(default)]
    like: Option<usize>,
}

impl Seen {
    /// Two seats that wear each other's color, if they are two that there can be.
    fn worn(&self) -> [usize; 2] {
        let (seat, like) = (self.seat, self.like.unwrap_or(self.seat));
        if seat == like || seat.max(like) >= PLAYERS_MAX { PLAIN } else { [seat, like] }
    }
}

pub(super) async fn board(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(seen): Query<Seen>,
) -> Response {
    // It is another one after the next action.
    drawn(here.tables.picture(&room, seen.k, move |room| room.board(seen.at)).await, "no-store")
}

/// Answers with the picture of the pieces on a board. A page asks for each picture by its number.
pub(super) async fn over(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(seen): Query<Seen>,
) -> Response {
    let worn = seen.worn();
    let over = if seen.at.is_none() && worn == PLAIN {
        let named = room.clone();
        here.tables.with(&room, move |rooms| rooms.over(&named, seen.k.as_deref())).await
    } else {
        here.tables.picture(&room, seen.k, move |room| room.over(seen.at, worn)).await
    };
    drawn(over, FOR_EVER)
}

/// The sign of a seat on its color.
pub(super) async fn seat(Path(seat): Path<String>) -> Response {
    let seat = seat.parse().unwrap_or(usize::MAX);
    let sign = (seat < PLAYERS_MAX).then(|| bastide_draw::seat(seat));
    drawn(sign.map(|svg| Shared::of(svg.into())).ok_or(Lost::None), FOR_EVER)
}

/// Of a tile.
#[derive(Deserialize)]
pub(super) struct Turned {
    /// Clockwise quarter turns.
    #[serde(default)]
    r: u8,
}

pub(super) async fn tile(
    State(here): State<Here>,
    Path((room, number)): Path<(String, u16)>,
    Query(Turned { r }): Query<Turned>,
) -> Response {
    drawn(here.tables.tile(&room, number, r).await, FOR_EVER)
}

fn drawn(svg: Result<Arc<Shared>, Lost>, kept: &'static str) -> Response {
    if svg.is_err() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let mut answer = shared("image/svg+xml", svg, kept);
    let policy = header::HeaderValue::from_static(crate::answer::PICTURE_POLICY);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}
