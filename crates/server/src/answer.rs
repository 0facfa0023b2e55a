//! Who may ask, and what is answered.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

use crate::Shared;

/// What the page may do: nothing but show what comes from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// What a picture may do: have styles of its own.
pub(crate) const PICTURE_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

type Here = State<Arc<Shared>>;

/// Everything that can be asked for.
pub(crate) fn routes(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/page.js", get(async || text("text/javascript", include_str!("page.js"))))
        .route("/page.css", get(async || text("text/css", include_str!("page.css"))))
        .route("/tiles.svg", get(async |State(s): Here| picture(s.now().view.tiles.clone())))
        .route("/board.svg", get(async |State(s): Here| picture(s.now().view.board.clone())))
        .route("/now", get(async |State(s): Here| text("application/json", json(&s))))
        .route("/events", get(events))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

/// Lets pass what asks under a name of this machine and only reads.
async fn guard(State(shared): Here, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or("");
    let named = ["127.0.0.1", "localhost"].iter().any(|name| {
        host.strip_prefix(name).is_some_and(|rest| rest == format!(":{}", shared.port))
    });
    let mut answer = if !named {
        StatusCode::MISDIRECTED_REQUEST.into_response()
    } else if request.method() != Method::GET {
        StatusCode::METHOD_NOT_ALLOWED.into_response()
    } else {
        next.run(request).await
    };
    let headers = answer.headers_mut();
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        // A connection that waits for another request keeps a place from others.
        (header::CONNECTION, "close"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, header::HeaderValue::from_static(value));
    }
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(header::HeaderValue::from_static(POLICY));
    answer
}

async fn page(State(shared): Here) -> Response {
    // Data, not a script; no text in it can end the element it stands in.
    let now = json(&shared).replace('<', "\\u003c");
    let html = include_str!("page.html").replace("{lang}", &shared.lang).replace("{now}", &now);
    text("text/html", html)
}

fn text(kind: &str, text: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))], text.into()).into_response()
}

fn picture(svg: String) -> Response {
    if svg.is_empty() {
        return StatusCode::NOT_FOUND.into_response();
    }
    let mut answer = text("image/svg+xml", svg);
    let policy = header::HeaderValue::from_static(PICTURE_POLICY);
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}

fn json(shared: &Shared) -> String {
    serde_json::to_string(&*shared.now()).unwrap_or_default()
}

/// What the page shows, now and at every change.
async fn events(State(shared): Here) -> Response {
    let changes = WatchStream::new(shared.changed.subscribe());
    let stream = changes
        .map(move |_| Ok::<_, Infallible>(Event::default().event("now").data(json(&shared))));
    let alive = KeepAlive::new().interval(Duration::from_secs(15));
    Sse::new(stream).keep_alive(alive).into_response()
}
