//! Under which names the tables answer, and what a page may do.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bastide::core::text::harmless;

/// What the page may do: show what comes from here, and ask here. No text becomes markup or a script in it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'";

/// Names under which a machine asks itself.
pub(super) const OWN: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Names under which this machine is asked: any other page of the web that gives its own name this machine's address is refused.
#[derive(Clone, Debug)]
pub(super) struct Names(Arc<[String]>);

impl Names {
    pub(super) fn new(port: u16, more: &[String]) -> Self {
        let own = OWN.map(str::to_owned);
        let hosts = own.iter().chain(more).map(|name| name.to_ascii_lowercase());
        // A proxy in front asks without this port.
        Self(hosts.flat_map(|name| [format!("{name}:{port}"), name]).collect())
    }

    /// Returns the name and port under which machines of the same network reach this one: an address that is not a
    /// loopback address. The person who configured a name knows where it leads.
    pub(super) fn near(&self) -> Option<&str> {
        let is_near =
            |name: &&String| name.parse::<SocketAddr>().is_ok_and(|of| !of.ip().is_loopback());
        self.0.iter().find(is_near).map(String::as_str)
    }

    fn has(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        self.0.contains(&host)
    }

    /// Returns whether a page of this origin may send requests. A request without an origin does not come from a page.
    fn trusts(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let origin = origin.to_str().unwrap_or("");
        let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        host.is_some_and(|host| self.has(host))
    }
}

/// Returns the text for people who came under another name. It does not reveal the right names.
fn elsewhere(host: &str) -> String {
    let host = harmless(host);
    format!(
        "Bastide does not answer under the name {host}. Open the address that it printed when it began;\n\
         begun with --name it answers under a further name too.\n\n\
         Bastide ne répond pas sous le nom {host}. Ouvrez l'adresse qu'il a affichée à son lancement ;\n\
         lancé avec --name, il répond aussi sous un autre nom.\n"
    )
}

/// Another name than that of its line, if a request says one in what it asks for: `GET http://elsewhere/ HTTP/1.1`.
fn elsewhere_too(request: &Request, host: &str) -> Option<String> {
    let named = request.uri().authority()?.as_str();
    (!named.eq_ignore_ascii_case(host)).then(|| named.to_owned())
}

/// Lets pass what asks under a name of this machine, from a page of its own.
pub(super) async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|h| h.to_str().ok()).unwrap_or("");
    let mut answer = if headers.get_all(header::HOST).iter().count() > 1 {
        StatusCode::BAD_REQUEST.into_response()
    } else if let Some(other) = elsewhere_too(&request, host) {
        (StatusCode::MISDIRECTED_REQUEST, elsewhere(&other)).into_response()
    } else if !names.has(host) {
        (StatusCode::MISDIRECTED_REQUEST, elsewhere(host)).into_response()
    } else if !names.trusts(headers) {
        StatusCode::FORBIDDEN.into_response()
    } else if ![Method::GET, Method::POST].contains(request.method()) {
        StatusCode::METHOD_NOT_ALLOWED.into_response()
    } else {
        next.run(request).await
    };
    let headers = answer.headers_mut();
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    answer
}
