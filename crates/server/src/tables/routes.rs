//! Requests over the net and their answers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use bastide::Config;
use bastide_table::form::{self, Form, Looked};
use bastide_table::{Answer, Asked, Key, Known, Phrase, Room};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::code::code;
use super::door::{self, Asker, MadeTable};
use super::guard::{Names, guard};
use super::invite::invite;
use super::lost::Lost;
use super::misread::{Asks, Object, misread, plainly};
use super::pack::Shared;
use super::pictures::{board, over, seat, tile};
use super::{Tables, looks, pack, parts, records};

/// A request for changes is answered after this time at the latest.
pub(super) const WAIT: Duration = Duration::from_secs(25);
/// Longest request, in bytes.
const BODY_BYTES_MAX: usize = 64 << 10;
/// Answer for an address without content.
const NOTHING: &str = "There is nothing here. / Il n'y a rien ici.\n";
/// Keys of others at the same screen.
const ALSO: HeaderName = HeaderName::from_static("bastide-also");
/// How many of them are read.
const KEYS_MAX: usize = 9;
/// A picture that never changes.
pub(super) const FOR_EVER: &str = "private, max-age=31536000, immutable";

#[derive(Clone, Debug)]
pub(super) struct Here {
    pub(super) tables: Tables,
    lang: &'static str,
    /// Under which name and port machines of the same network reach this one, if they can.
    pub(super) near: Option<Arc<str>>,
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
    let door = tables.door.clone();
    let near = names.near().map(Arc::from);
    let makes = || middleware::from_fn_with_state(door.clone(), door::makes);
    let waits = middleware::from_fn_with_state(door.clone(), door::waits);
    let health = door::health(tables.clone());
    let part = |kind: &'static str, text: &'static str| {
        let shared = Shared::lasting(text);
        get(async move || {
            let mut answer = typed(kind, text, "no-cache");
            answer.extensions_mut().insert(shared);
            answer
        })
    };
    let mut router = Router::new()
        .route("/", get(async |State(here): State<Here>, head: HeaderMap| page(&here, &head, "")))
        .route("/api/library", get(library))
        .route("/page/seat/{seat}", get(seat))
        .route("/page/phrases.json", get(phrases))
        .route("/api/form", post(looked))
        .route("/api/invite", post(invite))
        .route("/api/code", post(code))
        .route("/api/t", post(make).layer(makes()))
        .route("/api/t/{room}/now", get(now).layer(waits))
        .route("/api/t/{room}/ask", post(ask))
        .route("/api/t/{room}/board.svg", get(board))
        .route("/api/t/{room}/over.svg", get(over))
        .route("/api/t/{room}/tile/{number}", get(tile))
        .route("/api/t/{room}/record", get(record))
        .route("/api/t/{room}/fork", post(records::fork).layer(makes()))
        .route(
            "/api/record",
            post(records::open)
                .layer(DefaultBodyLimit::max(records::RECORD_BYTES_MAX))
                .layer(makes()),
        )
        .merge(looks::routes());
    for (name, kind, text) in parts::PARTS {
        router = router.route(name, part(kind, text));
    }
    router
        .fallback(async || (StatusCode::NOT_FOUND, NOTHING))
        .layer(middleware::from_fn(plainly))
        .layer(DefaultBodyLimit::max(BODY_BYTES_MAX))
        .layer(middleware::from_fn(pack::pack))
        .layer(middleware::from_fn_with_state(door, door::gate))
        .layer(middleware::from_fn_with_state(names, guard))
        .with_state(Here { tables, lang, near })
        .merge(health)
}

/// The page, in the first of the browser's languages that it speaks.
pub(super) fn page(here: &Here, head: &HeaderMap, first: &str) -> Response {
    let wanted = head.get(header::ACCEPT_LANGUAGE).and_then(|said| said.to_str().ok());
    let mut wanted = wanted.unwrap_or("").split(',').map(|one| one.trim().get(..2).unwrap_or(""));
    let lang = wanted.find_map(|lang| ["en", "fr"].into_iter().find(|own| *own == lang));
    let lang = lang.unwrap_or(here.lang);
    let html = include_str!("../../page/table.html").replace("{lang}", lang);
    let codes = if here.tables.door.has_codes() { " data-codes" } else { "" };
    typed("text/html", html.replace("{codes}", codes).replace("{first}", first), "no-store")
}

#[derive(Deserialize)]
struct Look {
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    after: u64,
    /// Number of actions after which to read.
    #[serde(default)]
    at: Option<usize>,
    /// Log entries that the client has: `course.n`.
    #[serde(default)]
    known: Option<String>,
}

impl Look {
    fn known(&self) -> Option<Known> {
        let (course, n) = self.known.as_deref()?.split_once('.')?;
        Some(Known { course: course.parse().ok()?, n: n.parse().ok()? })
    }

    fn lang(&self, here: &Here) -> &'static str {
        here.lang(self.lang.as_deref())
    }
}

/// Answers with the viewer's table once its version differs from the client's. After a restart it may be lower.
async fn now(
    State(here): State<Here>,
    Path(room): Path<String>,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Response {
    let keys = keys(&headers);
    let (lang, known) = (look.lang(&here), look.known());
    if let Some(n) = look.at {
        let then =
            here.tables.document(&room, keys, move |room, viewer| room.then(viewer, n, lang));
        return written(then.await);
    }
    let (named, asking) = (room.clone(), keys.clone());
    let changes = here.tables.with(&room, move |rooms| rooms.changes(&named, &asking)).await;
    let mut changes = match changes {
        Ok(changes) => changes,
        Err(lost) => return lost.into_response(),
    };
    let waited = tokio::time::timeout(WAIT, changes.wait_for(|version| *version != look.after));
    match waited.await {
        Err(_) => return StatusCode::NO_CONTENT.into_response(),
        Ok(Err(_)) => return Lost::None.into_response(),
        Ok(Ok(_)) => {}
    }
    let named = room.clone();
    json_of(here.tables.with(&room, move |rooms| rooms.now(&named, &keys, lang, known)).await)
}

pub(super) fn json_of<T: Serialize>(given: Result<T, Lost>) -> Response {
    given.map_or_else(IntoResponse::into_response, |given| Json(given).into_response())
}

/// A document that was written beside the tables.
pub(super) fn written(given: Result<Arc<Shared>, Lost>) -> Response {
    shared("application/json", given, "no-store")
}

pub(super) fn shared(kind: &str, given: Result<Arc<Shared>, Lost>, kept: &'static str) -> Response {
    let given = match given {
        Ok(given) => given,
        Err(lost) => return lost.into_response(),
    };
    let mut answer = typed(kind, given.plain.clone(), kept);
    // Whoever packs the answer finds it packed.
    answer.extensions_mut().insert(given);
    answer
}

/// Does something at a table.
async fn ask(
    State(here): State<Here>,
    Path(room): Path<String>,
    asker: Option<Extension<Asker>>,
    headers: HeaderMap,
    asked: Result<Json<Asks>, JsonRejection>,
) -> Response {
    let asked = match asked {
        Ok(Json(Asks(asked))) => asked,
        Err(wrong) => return misread(&wrong),
    };
    let (door, keys) = (here.tables.door.clone(), keys(&headers));
    let mut makes = matches!(asked, Asked::Again);
    if makes {
        // A second request for a rematch leads to the same table.
        let named = room.clone();
        let goes_on = here.tables.with(&room, move |rooms| Ok(rooms.room(&named)?.goes_on()));
        makes = matches!(goes_on.await, Ok(false));
    }
    let answer = answered(here, room, keys, asked);
    if makes { door.makes(asker.map(|Extension(asker)| asker), answer).await } else { answer.await }
}

async fn answered(here: Here, room: String, keys: Vec<Key>, asked: Asked) -> Response {
    let (acts, begun) = (matches!(asked, Asked::Act { .. }), Instant::now());
    let (answer, made) = if let Asked::Hint { at } = asked {
        (here.tables.hint(&room, keys, at).await, None)
    } else {
        let named = room.clone();
        let asks = here.tables.with(&room, move |rooms| rooms.ask(&named, &keys, asked));
        match asks.await {
            Ok((answer, made)) => (Ok(answer), made),
            Err(lost) => (Err(lost), None),
        }
    };
    here.tables.door.asked(acts, begun.elapsed(), &answer);
    let status = match &answer {
        Ok(Answer::No { code: "key", .. }) => StatusCode::FORBIDDEN,
        Ok(Answer::No { .. }) => StatusCode::CONFLICT,
        _ => StatusCode::OK,
    };
    let mut response = match answer {
        Ok(answer) => (status, Json(answer)).into_response(),
        Err(lost) => lost.into_response(),
    };
    if let Some(made) = made {
        response.extensions_mut().insert(MadeTable(made));
    }
    response
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct New {
    config: String,
}

/// A new table.
async fn make(State(here): State<Here>, new: Result<Json<Object<New>>, JsonRejection>) -> Response {
    let config = match new {
        Ok(Json(Object(new))) => new.config,
        Err(wrong) => return misread(&wrong),
    };
    let text = config.clone();
    let config = Config::parse(form::FILE, &config);
    let opened = match config.and_then(|config| form::served(&config).map(|()| config)) {
        Ok(config) => here.tables.begin_with(config).await,
        Err(faults) => Err(faults),
    };
    records::made(opened, form::FILE, &text)
}

/// What a form says, or a file that somebody wrote in its place.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Drawn {
    Form {
        form: Form,
        #[serde(default)]
        rules: bool,
    },
    Text {
        text: String,
        #[serde(default)]
        rules: bool,
    },
}

/// A config, as a form and as a file, and what it amounts to.
async fn looked(
    State(here): State<Here>,
    asks: Result<Json<Object<Drawn>>, JsonRejection>,
) -> Response {
    let (text, rules) = match asks {
        Ok(Json(Object(Drawn::Form { form, rules }))) => (form.text(), rules),
        Ok(Json(Object(Drawn::Text { text, rules }))) => (text, rules),
        Err(wrong) => return misread(&wrong),
    };
    let library = here.tables.library();
    json_of(here.tables.aside("", move |_| Looked::at(&text, &library, rules)).await)
}

/// Answers with everything that can be chosen for a table.
async fn library(State(here): State<Here>, Query(look): Query<Look>) -> Response {
    written(here.tables.offers(look.lang(&here)).await)
}

/// Answers with the phrases for a table, in both languages.
async fn phrases() -> Response {
    let one =
        |phrase: &Phrase| json!({ "id": phrase, "en": phrase.text("en"), "fr": phrase.text("fr") });
    Json(Phrase::ALL.iter().map(one).collect::<Vec<_>>()).into_response()
}

/// The record: the whole one when the game is over, else as the viewer may have it.
async fn record(
    State(here): State<Here>,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Response {
    let keys = keys(&headers);
    let whole =
        |room: &mut Room, viewer| room.record(viewer).ok_or_else(|| Lost::unseen(room, viewer));
    let record = match here.tables.look(&room, keys.clone(), whole).await {
        // What cannot go on is not lost.
        Err(Lost::Shut(why)) => {
            let (shelf, named) = (here.tables.shelf.clone(), room.clone());
            let kept = move |_: &mut _| shelf.record(&named, Some(&keys)).ok().flatten();
            here.tables.aside(&room, kept).await.and_then(|kept| kept.ok_or(Lost::Shut(why)))
        }
        record => record,
    };
    match record {
        Ok(text) => typed("text/plain", text, "no-store"),
        Err(lost) => lost.into_response(),
    }
}

/// The key under which is asked, and those of others who sit at the same screen: they are here too.
pub(super) fn keys(headers: &HeaderMap) -> Vec<Key> {
    let said = |name| headers.get(name).and_then(|said: &header::HeaderValue| said.to_str().ok());
    let first = said(header::AUTHORIZATION).and_then(|said| said.strip_prefix("Bearer "));
    let Some(first) = first.and_then(Key::read) else { return Vec::new() };
    let also = said(ALSO).unwrap_or("").split(' ').filter_map(Key::read);
    std::iter::once(first).chain(also.take(KEYS_MAX)).collect()
}

pub(super) fn typed(kind: &str, text: impl Into<Body>, kept: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, format!("{kind}; charset=utf-8")),
        (header::CACHE_CONTROL, kept.into()),
    ];
    (headers, text.into()).into_response()
}
