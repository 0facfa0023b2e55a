//! What every request passes: on whose account it goes, and whether that has anything left.

use std::net::{IpAddr, Ipv4Addr};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bastide::core::Words;
use bastide_table::Answer;
use tracing::{debug, warn};

use super::limits::{Limits, Much, No};
use super::{Asker, Door, Held, Peer, clock};

/// The name of a table that was made, beside an answer.
#[derive(Clone, Debug)]
pub(in super::super) struct MadeTable(pub(in super::super) String);

/// Lets pass who has not asked too often.
pub(in super::super) async fn gate(
    State(door): State<Door>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|info| info.0.0);
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let asker = Asker::of(peer, request.headers(), &door.0.proxies);
    if let Asker::At(address) = asker {
        if address == peer && peer.to_canonical().is_loopback() && door.first_nameless() {
            warn!(
                target: "bastide::table",
                "a proxy on this machine asks without saying for whom, or is not named by --proxy: all who come through it count as one"
            );
        }
        let now = door.now();
        let asked = door.limiter().ask(address, now);
        if let Err(no) = asked {
            return door.refuse(no);
        }
    }
    request.extensions_mut().insert(asker);
    let answer = Box::pin(asker.answers(next.run(request)));
    Counted { answer, door, asker, took: Duration::ZERO }.await
}

/// An answer of which it is counted how long the thread that answers everybody works at it.
struct Counted<F> {
    answer: Pin<Box<F>>,
    door: Door,
    asker: Asker,
    took: Duration,
}

impl<F: Future> Future for Counted<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let begun = clock::now();
        let answer = self.answer.as_mut().poll(cx);
        self.took += clock::now().saturating_sub(begun);
        answer
    }
}

impl<F> Drop for Counted<F> {
    fn drop(&mut self) {
        // Whoever goes away before the answer has had the work all the same.
        self.door.took(self.asker, self.took);
    }
}

/// Lets pass who may make another table, and notes the one that was made.
pub(in super::super) async fn makes(
    State(door): State<Door>,
    request: Request,
    next: Next,
) -> Response {
    let asker = request.extensions().get::<Asker>().copied();
    door.makes(asker, next.run(request)).await
}

impl Door {
    /// Answers a request that makes a table, if the client may have another one.
    pub(in super::super) async fn makes(
        &self,
        asker: Option<Asker>,
        answer: impl Future<Output = Response>,
    ) -> Response {
        if self.is_closing() {
            return close();
        }
        let Some(Asker::At(address)) = asker else { return answer.await };
        let now = self.now();
        let may = self.limiter().make(address, now);
        let account = match may {
            Ok(account) => account,
            Err(no) => return self.refuse(no),
        };
        // A client that breaks off may have made a table anyway; it counts for the hour.
        let held = Held::of(self, Some(account), Much::OpenTables);
        let answer = answer.await;
        held.kept();
        match answer.extensions().get::<MadeTable>() {
            Some(MadeTable(room)) => self.limiter().made(account, room.clone()),
            None => self.limiter().not_made(account),
        }
        answer
    }

    /// Answers a request with a code, unless the client has tried too many wrong ones. The answer says whether the
    /// code was right.
    pub(in super::super) async fn tries(
        &self,
        asker: Option<Asker>,
        answer: impl Future<Output = Result<Response, Response>>,
    ) -> Response {
        let Some(Asker::At(address)) = asker else {
            return answer.await.unwrap_or_else(|wrong| wrong);
        };
        let now = self.now();
        // It counts before it is known whether it is right, or many could be tried at once.
        let tries = self.limiter().tries(address, now);
        let account = match tries {
            Ok(account) => account,
            Err(no) => return self.refuse(no),
        };
        match answer.await {
            Ok(right) => {
                self.limiter().was_right(account);
                right
            }
            Err(wrong) => wrong,
        }
    }
}

/// Lets pass who has not too many requests waiting already.
pub(in super::super) async fn waits(
    State(door): State<Door>,
    request: Request,
    next: Next,
) -> Response {
    let what = Much::Waiting;
    let account = match request.extensions().get::<Asker>() {
        Some(Asker::At(address)) => match door.takes(*address, what) {
            Ok(account) => Some(account),
            Err((what, wait)) => return door.refused(what, wait),
        },
        _ => None,
    };
    let _held = Held::of(&door, account, what);
    tokio::select! {
        // Report a change first, before reporting that nothing changes any more.
        biased;
        answer = next.run(request) => answer,
        () = door.closing() => close(),
    }
}

impl Door {
    fn refuse(&self, (what, wait): No) -> Response {
        self.0.counts.limited(what.word());
        self.refused(what, wait)
    }

    fn refused(&self, what: Much, wait: Duration) -> Response {
        debug!(target: "bastide::table", limit = what.word(), "too much");
        let limits = self.limits();
        let code = if what == Much::OpenTables { "full" } else { "often" };
        no(StatusCode::TOO_MANY_REQUESTS, code, told(what, limits, seconds(wait)), wait)
    }
}

/// The program ends, and is perhaps begun again.
fn close() -> Response {
    no(StatusCode::SERVICE_UNAVAILABLE, "closing", closing(), Duration::from_secs(2))
}

pub(super) fn closing() -> Words {
    Words::new("the tables are being closed", "les tables ferment")
}

/// Returns the answer that there is no room now but will be later.
pub(in super::super) fn no_place(why: Words, wait: Duration) -> Response {
    no(StatusCode::SERVICE_UNAVAILABLE, "full", why, wait)
}

pub(super) fn no(status: StatusCode, code: &'static str, why: Words, wait: Duration) -> Response {
    let mut answer = (status, Json(Answer::No { code, why, rules: Vec::new() })).into_response();
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds(wait)));
    answer
}

/// Whole seconds, and at least one.
fn seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).max(1).try_into().unwrap_or(u64::MAX)
}

fn told(what: Much, limits: &Limits, wait: u64) -> Words {
    let minutes = wait.div_ceil(60);
    match what {
        Much::Requests => Words::new(
            format!("too much is asked from your address; try again in {wait} s"),
            format!("trop de demandes viennent de votre adresse ; réessayez dans {wait} s"),
        ),
        Much::NewTables => Words::new(
            format!(
                "{} tables an hour can be made from one address; the next one in {minutes} min",
                limits.new_tables
            ),
            format!(
                "une adresse peut ouvrir {} tables par heure ; la prochaine dans {minutes} min",
                limits.new_tables
            ),
        ),
        Much::Codes => Words::new(
            format!("too many wrong codes; try again in {wait} s, or ask for the link"),
            format!("trop de codes faux ; réessayez dans {wait} s, ou demandez le lien"),
        ),
        Much::OpenTables => Words::new(
            format!("{} tables that were made from your address are open", limits.open_tables),
            format!("{} tables ouvertes depuis votre adresse le sont encore", limits.open_tables),
        ),
        Much::Waiting => Words::new(
            format!("{} pages already wait for news at your address", limits.waiting),
            format!("{} pages attendent déjà du nouveau à votre adresse", limits.waiting),
        ),
        Much::Connections => Words::new(
            format!("your address has {} connections", limits.connections),
            format!("votre adresse a {} connexions", limits.connections),
        ),
    }
}
