//! Pictures: boards, what lies over their tiles, tiles, signs of seats.

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bastide::config::PLAYERS_MAX;
use bastide_draw::PLAIN;
use serde::Deserialize;

use super::lost::Lost;
use super::rooms::Rooms;
use super::routes::{FOR_EVER, Here, typed};

/// Of a board.
#[derive(Deserialize)]
pub(super) struct Seen {
    /// What pictures are asked for with, at a table that is not for everybody's eyes.
    #[serde(default)]
    k: Option<String>,
    /// As it was after so many actions.
    #[serde(default)]
    at: Option<usize>,
    /// A seat, and the one whose colour it has for who looks: each wears the other's.
    #[serde(default)]
    seat: usize,
    #[serde(default)]
    like: Option<usize>,
}

impl Seen {
    /// Two seats that wear each other's colour, if they are two that there can be.
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
    let draw =
        |rooms: &mut Rooms, room: &str, seen: &Seen| rooms.board(room, seen.k.as_deref(), seen.at);
    picture(drawn(&here, room, seen, draw).await.ok(), "no-store")
}

/// What lies over the tiles of a board. A page asks for each picture by its number.
pub(super) async fn over(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(seen): Query<Seen>,
) -> Response {
    let draw = |rooms: &mut Rooms, room: &str, seen: &Seen| {
        rooms.over(room, seen.k.as_deref(), seen.at, seen.worn())
    };
    let Ok(over) = drawn(&here, room, seen, draw).await else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut answer = pictured(over.plain.clone(), FOR_EVER);
    // Whoever packs the answer does it once for all who ask.
    answer.extensions_mut().insert(over);
    answer
}

async fn drawn<T: Send + 'static>(
    here: &Here,
    room: String,
    seen: Seen,
    draw: fn(&mut Rooms, &str, &Seen) -> Result<T, Lost>,
) -> Result<T, Lost> {
    let named = room.clone();
    here.tables.with(&room, move |rooms| draw(rooms, &named, &seen)).await
}

/// The sign of a seat on its colour.
pub(super) async fn seat(Path(seat): Path<String>) -> Response {
    let seat = seat.parse().unwrap_or(usize::MAX);
    let sign = (seat < PLAYERS_MAX).then(|| bastide_draw::seat(seat));
    picture(sign, FOR_EVER)
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
    let named = room.clone();
    let drawn = move |rooms: &mut Rooms| rooms.room(&named)?.tile(number, r).ok_or(Lost::None);
    picture(here.tables.with(&room, drawn).await.ok(), FOR_EVER)
}

fn picture(svg: Option<String>, kept: &'static str) -> Response {
    svg.map_or_else(|| StatusCode::NOT_FOUND.into_response(), |svg| pictured(svg, kept))
}

fn pictured(svg: impl Into<Body>, kept: &'static str) -> Response {
    let mut answer = typed("image/svg+xml", svg, kept);
    let policy = header::HeaderValue::from_static(crate::answer::PICTURE_POLICY);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}
