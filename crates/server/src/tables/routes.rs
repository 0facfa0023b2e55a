//! What is asked over the net, and what is answered.

use std::time::Duration;

use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bastide::core::{Fault, Words};
use bastide::{Config, Manifest};
use bastide_table::{Answer, Asked, Key};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::{Deserialize, Serialize};

use super::guard::{Names, guard};
use super::{Made, Tables, looks, pack, records};

/// Whoever waits for a change is answered after so long at the latest.
pub(super) const WAIT: Duration = Duration::from_secs(25);
/// Longest request, in bytes.
const BODY_BYTES_MAX: usize = 64 << 10;
/// Longest text of a picture to be scanned, in bytes.
const QR_BYTES_MAX: usize = 300;
/// A picture that never changes.
pub(super) const FOR_EVER: &str = "private, max-age=31536000, immutable";

#[derive(Clone, Debug)]
pub(super) struct Here {
    pub(super) tables: Tables,
    lang: &'static str,
}

impl Here {
    /// The language that somebody asks in.
    pub(super) fn lang(&self, said: Option<&str>) -> &'static str {
        match said {
            Some("fr") => "fr",
            Some(_) => "en",
            None => self.lang,
        }
    }
}

/// Everything that can be asked for.
pub(super) fn routes(tables: Tables, names: Names, lang: &'static str) -> Router {
    let part =
        |kind: &'static str, text: &'static str| get(async move || typed(kind, text, "no-cache"));
    let mut router = Router::new()
        .route("/", get(async |State(here): State<Here>| page(&here, "")))
        .route("/t/{room}", get(room))
        .route("/api/library", get(library))
        .route("/api/qr.svg", get(qr))
        .route("/api/t", post(make))
        .route("/api/t/{room}/now", get(now))
        .route("/api/t/{room}/ask", post(ask))
        .route("/api/t/{room}/board.svg", get(board))
        .route("/api/t/{room}/tile/{number}", get(tile))
        .route("/api/t/{room}/record", get(record))
        .route("/api/t/{room}/fork", post(records::fork))
        .route(
            "/api/record",
            post(records::open).layer(DefaultBodyLimit::max(records::RECORD_BYTES_MAX)),
        )
        .merge(looks::routes());
    for (name, kind, text) in PARTS {
        router = router.route(name, part(kind, text));
    }
    router
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(middleware::from_fn(pack::pack))
        .layer(middleware::from_fn_with_state(names, guard))
        .with_state(Here { tables, lang })
}

/// Parts of the page: where, of which kind, and what.
const PARTS: &[(&str, &str, &str)] = &[
    ("/page/table.css", "text/css", include_str!("../../page/table.css")),
    ("/page/main.js", JS, include_str!("../../page/main.js")),
    ("/page/sync.js", JS, include_str!("../../page/sync.js")),
    ("/page/words.js", JS, include_str!("../../page/words.js")),
    ("/page/board.js", JS, include_str!("../../page/board.js")),
    ("/page/side.js", JS, include_str!("../../page/side.js")),
    ("/page/lobby.js", JS, include_str!("../../page/lobby.js")),
    ("/page/start.js", JS, include_str!("../../page/start.js")),
    ("/page/heard.js", JS, include_str!("../../page/heard.js")),
    ("/page/looks.js", JS, include_str!("../../page/looks.js")),
    ("/page/rules.js", JS, include_str!("../../page/rules.js")),
    ("/page/territory.js", JS, include_str!("../../page/territory.js")),
    ("/page/pointing.js", JS, include_str!("../../page/pointing.js")),
    ("/page/explorer.js", JS, include_str!("../../page/explorer.js")),
    ("/page/command.js", JS, include_str!("../../page/command.js")),
    ("/page/rest.js", JS, include_str!("../../page/rest.js")),
    ("/page/regions.js", JS, include_str!("../../page/regions.js")),
    ("/page/sheet.js", JS, include_str!("../../page/sheet.js")),
    ("/page/replay.js", JS, include_str!("../../page/replay.js")),
    ("/page/records.js", JS, include_str!("../../page/records.js")),
    ("/page/words-board.js", JS, include_str!("../../page/words-board.js")),
    ("/page/icon.svg", "image/svg+xml", include_str!("../../page/icon.svg")),
    ("/page/vendor/preact.js", JS, include_str!("../../page/vendor/preact.js")),
];
const JS: &str = "text/javascript";

fn page(here: &Here, first: &str) -> Response {
    let html = include_str!("../../page/table.html").replace("{lang}", here.lang);
    typed("text/html", html.replace("{first}", first), "no-store")
}

/// The page of a table, with the board as something to look at until the page has come.
async fn room(State(here): State<Here>, Path(room): Path<String>) -> Response {
    let named = room.clone();
    let begun =
        here.tables.with(move |rooms| rooms.room(&named).is_some_and(|r| r.game().is_some()));
    if begun.await != Some(true) {
        return page(&here, "");
    }
    // It is the name of a room, and so of letters and digits alone.
    let board = format!("<img class=\"first\" src=\"/api/t/{room}/board.svg\" alt=\"\">");
    page(&here, &board)
}

#[derive(Deserialize)]
struct Look {
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    after: u64,
    /// As it was after so many actions.
    #[serde(default)]
    at: Option<usize>,
}

impl Look {
    fn lang(&self, here: &Here) -> &'static str {
        here.lang(self.lang.as_deref())
    }
}

/// What a viewer sees, as soon as it is another version than the one they have.
async fn now(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Response {
    if let Some(n) = look.at {
        let (key, lang) = (key(&headers), look.lang(&here));
        let then = here.tables.with(move |rooms| {
            let room = rooms.room(&room)?;
            let viewer = room.viewer(key);
            room.then(viewer, n, lang)
        });
        return then.await.flatten().map_or_else(no_room, |then| Json(then).into_response());
    }
    let named = room.clone();
    let changes = here.tables.with(move |rooms| rooms.changes(&named)).await;
    let Some(Some(mut changes)) = changes else { return no_room() };
    let waited = tokio::time::timeout(WAIT, changes.wait_for(|version| *version > look.after));
    match waited.await {
        Err(_) => return StatusCode::NO_CONTENT.into_response(),
        Ok(Err(_)) => return no_room(),
        Ok(Ok(_)) => {}
    }
    let (key, lang) = (key(&headers), look.lang(&here));
    match here.tables.with(move |rooms| rooms.now(&room, key, lang)).await {
        Some(Some(now)) => Json(now).into_response(),
        _ => no_room(),
    }
}

/// Does something at a table.
async fn ask(
    State(here): State<Here>,
    Path(room): Path<String>,
    headers: HeaderMap,
    asked: Result<Json<Asked>, JsonRejection>,
) -> Response {
    let asked = match asked {
        Ok(Json(asked)) => asked,
        Err(wrong) => return misread(&wrong),
    };
    let key = key(&headers);
    match here.tables.with(move |rooms| rooms.ask(&room, key, asked)).await {
        Some(Some(answer)) => {
            let status = match &answer {
                Answer::No { code: "key", .. } => StatusCode::FORBIDDEN,
                Answer::No { .. } => StatusCode::CONFLICT,
                _ => StatusCode::OK,
            };
            (status, Json(answer)).into_response()
        }
        _ => no_room(),
    }
}

#[derive(Deserialize)]
struct New {
    config: String,
}

/// A place in the config that is wrong, in both languages.
#[derive(Serialize)]
struct Wrong {
    code: String,
    line: Option<usize>,
    what: Words,
    help: Option<Words>,
}

/// A new table.
async fn make(State(here): State<Here>, new: Result<Json<New>, JsonRejection>) -> Response {
    let config = match new {
        Ok(Json(new)) => new.config,
        Err(wrong) => return misread(&wrong),
    };
    let text = config.clone();
    let made = here.tables.with(move |rooms| rooms.make(Config::parse("table.toml", &config)?));
    match made.await {
        Some(opened) => self::made(opened, "table.toml", &text),
        None => no_room(),
    }
}

/// A table that was made, or what is wrong with the file that it was to be made of.
pub(super) fn made(opened: Result<Made, Vec<Fault>>, file: &str, text: &str) -> Response {
    match opened {
        Ok(made) => {
            let keys = [("room", made.room), ("host", made.host), ("invite", made.invite)];
            Json(std::collections::BTreeMap::from(keys)).into_response()
        }
        Err(faults) => {
            let wrong: Vec<Wrong> = faults.iter().map(|fault| wrong(fault, file, text)).collect();
            (StatusCode::UNPROCESSABLE_ENTITY, Json(wrong)).into_response()
        }
    }
}

fn wrong(fault: &Fault, file: &str, text: &str) -> Wrong {
    let line = |span: &std::ops::Range<usize>| {
        text.get(..span.start).map(|before| before.matches('\n').count() + 1)
    };
    let own = fault.file == file;
    Wrong {
        code: fault.code.clone(),
        line: fault.span.as_ref().filter(|_| own).and_then(line),
        what: fault.what.clone(),
        help: fault.help.clone(),
    }
}

#[derive(Serialize)]
struct Playable {
    id: String,
    name: String,
}

/// What can be chosen for a table.
async fn library(State(here): State<Here>, Query(look): Query<Look>) -> Response {
    let lang = look.lang(&here);
    let listed = here.tables.with(move |rooms| {
        let mut all = Vec::new();
        for folder in rooms.options().library.folders() {
            let (Some(manifest), _) = Manifest::read(folder) else { continue };
            let said = manifest.name.get(lang).unwrap_or(&manifest.id).clone();
            all.push(Playable { id: manifest.id, name: said });
        }
        all.retain(|e| e.id != bastide::config::BASE);
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    });
    match listed.await {
        Some(all) => Json(all).into_response(),
        None => no_room(),
    }
}

async fn board(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(look): Query<Look>,
) -> Response {
    let drawn = here.tables.with(move |rooms| {
        let room = rooms.room(&room)?;
        match look.at {
            Some(n) => room.board_then(n),
            None => Some(room.board().to_owned()),
        }
    });
    picture(drawn.await.flatten())
}

async fn tile(State(here): State<Here>, Path((room, number)): Path<(String, u16)>) -> Response {
    picture(here.tables.with(move |rooms| rooms.room(&room)?.tile(number)).await.flatten())
}

/// The record: the whole one when the game is over, else as the viewer may have it.
async fn record(
    State(here): State<Here>,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Response {
    let key = key(&headers);
    let record = here.tables.with(move |rooms| {
        let room = rooms.room(&room)?;
        let viewer = room.viewer(key);
        room.record(viewer)
    });
    match record.await.flatten() {
        Some(text) => typed("text/plain", text, "no-store"),
        None => no_room(),
    }
}

#[derive(Deserialize)]
struct Scanned {
    text: String,
}

/// A text as a picture to be scanned. The key in it stands behind a `#` in the page, and is asked for by the page alone.
async fn qr(Query(scanned): Query<Scanned>) -> Response {
    if scanned.text.len() > QR_BYTES_MAX {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    let drawn = QrCode::new(scanned.text.as_bytes()).ok();
    picture(drawn.map(|code| code.render::<svg::Color<'_>>().min_dimensions(200, 200).build()))
}

pub(super) fn key(headers: &HeaderMap) -> Option<Key> {
    let said = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    Key::read(said.strip_prefix("Bearer ")?)
}

pub(super) fn no_room() -> Response {
    let answer = Answer::No {
        code: "room",
        why: Words::new("there is no such table", "cette table n'existe pas"),
        rules: Vec::new(),
    };
    (StatusCode::NOT_FOUND, Json(answer)).into_response()
}

pub(super) fn misread(wrong: &JsonRejection) -> Response {
    let answer = Answer::No {
        code: "request",
        why: Words::new(wrong.body_text(), format!("demande illisible : {}", wrong.body_text())),
        rules: Vec::new(),
    };
    (wrong.status(), Json(answer)).into_response()
}

fn picture(svg: Option<String>) -> Response {
    let Some(svg) = svg.filter(|svg| !svg.is_empty()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut answer = typed("image/svg+xml", svg, FOR_EVER);
    let policy = header::HeaderValue::from_static(crate::answer::PICTURE_POLICY);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}

pub(super) fn typed(kind: &str, text: impl Into<Body>, kept: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, format!("{kind}; charset=utf-8")),
        (header::CACHE_CONTROL, kept.into()),
    ];
    (headers, text.into()).into_response()
}
