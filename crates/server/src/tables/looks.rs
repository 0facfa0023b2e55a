//! Everything that is only looked at: a table as it was, its territories, tiles to come, score sheet and rules.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use bastide_table::{Answer, Room, Viewer};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::misread::read_cell;
use super::routes::{FOR_EVER, Here, json_of, keys, page, shared, written};

/// What to read, and for which viewer.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Pointed {
    #[serde(default)]
    lang: Option<String>,
    /// Number of actions after which to read, or the present if missing.
    #[serde(default)]
    at: Option<usize>,
    /// A cell: `2,-1`.
    #[serde(default, deserialize_with = "cell")]
    cell: Option<[i16; 2]>,
    /// A segment.
    #[serde(default)]
    node: Option<u16>,
    /// A tile that is held over the cell.
    #[serde(default)]
    tile: Option<u16>,
}

/// Reads a cell; an address with something else in its place cannot be read.
fn cell<'de, D: Deserializer<'de>>(said: D) -> Result<Option<[i16; 2]>, D::Error> {
    let said = String::deserialize(said)?;
    read_cell(&said).map(Some).ok_or_else(|| D::Error::custom("no cell"))
}

/// Routes of requests that only read.
pub(super) fn routes() -> Router<Here> {
    Router::new()
        .route("/t/{room}", get(table))
        .route("/api/t/{room}/land", get(land))
        .route("/api/t/{room}/rest", get(rest))
        .route("/api/t/{room}/sheets", get(sheets))
        .route("/api/t/{room}/rules", get(rules))
        .route("/api/t/{room}/played", get(played))
        .route("/api/t/{room}/shapes", get(shapes))
        .route("/api/t/{room}/why", get(why))
}

type Asked = (State<Here>, Path<String>, Query<Pointed>, HeaderMap);

/// Has a look at a room, if there is one and the game has come so far.
async fn seen<T: Serialize + 'static>(
    (State(here), Path(room), Query(at), headers): Asked,
    look: impl FnOnce(&mut Room, Viewer, &Pointed, &'static str) -> Option<T> + Send + 'static,
) -> Response {
    let lang = here.lang(at.lang.as_deref());
    let look = move |room: &mut Room, viewer| look(room, viewer, &at, lang);
    written(here.tables.document(&room, keys(&headers), look).await)
}

async fn land(
    state: State<Here>,
    path: Path<String>,
    at: Query<Pointed>,
    head: HeaderMap,
) -> Response {
    let look =
        |room: &mut Room, viewer, at: &Pointed, lang: &'static str| room.land(viewer, at.at, lang);
    seen((state, path, at, head), look).await
}

async fn rest(
    state: State<Here>,
    path: Path<String>,
    at: Query<Pointed>,
    head: HeaderMap,
) -> Response {
    let look = |room: &mut Room, viewer, at: &Pointed, lang: &'static str| {
        room.rest(viewer, at.at, at.cell, lang)
    };
    seen((state, path, at, head), look).await
}

async fn sheets(
    state: State<Here>,
    path: Path<String>,
    at: Query<Pointed>,
    head: HeaderMap,
) -> Response {
    let look = |room: &mut Room, viewer, at: &Pointed, lang: &'static str| {
        room.sheets(viewer, at.at, lang)
    };
    seen((state, path, at, head), look).await
}

async fn rules(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(at): Query<Pointed>,
) -> Response {
    let lang = here.lang(at.lang.as_deref());
    let what = if lang == "fr" { "rules-fr" } else { "rules-en" };
    written(here.tables.same(&room, what, move |room| room.rules(lang)).await)
}

async fn played(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(at): Query<Pointed>,
) -> Response {
    let lang = here.lang(at.lang.as_deref());
    let what = if lang == "fr" { "played-fr" } else { "played-en" };
    written(here.tables.same(&room, what, move |room| room.played(lang)).await)
}

/// Paths around the segments of all tiles of the game, which never change.
async fn shapes(State(here): State<Here>, Path(room): Path<String>) -> Response {
    shared("application/json", here.tables.shapes(&room).await, FOR_EVER)
}

/// Which rules forbid what somebody may have meant by a place.
async fn why(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(at): Query<Pointed>,
    headers: HeaderMap,
) -> Response {
    let why = move |room: &mut Room, viewer| Ok(room.why_at(viewer, at.cell, at.node, at.tile));
    match here.tables.look(&room, keys(&headers), why).await {
        Ok(no @ Answer::No { .. }) => (StatusCode::CONFLICT, Json(no)).into_response(),
        said => json_of(said),
    }
}

/// The page of a table, with the board as something to look at until the page has come.
async fn table(State(here): State<Here>, Path(room): Path<String>, head: HeaderMap) -> Response {
    let named = room.clone();
    let begun = here.tables.with(&room, move |rooms| {
        let room = rooms.room(&named)?;
        Ok(room.game().is_some() && room.may_see(None))
    });
    if !matches!(begun.await, Ok(true)) {
        return page(&here, &head, "");
    }
    // It is the name of a room, and so of letters and digits alone.
    let board = format!("<img class=\"first\" src=\"/api/t/{room}/board.svg\" alt=\"\">");
    page(&here, &head, &board)
}
