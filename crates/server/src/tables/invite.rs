//! A link to a table as friends can open it, and as a picture to be scanned.

use std::fmt::Write as _;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use qrcode::{Color, QrCode};
use serde::{Deserialize, Serialize};

use super::guard::OWN;
use super::misread::{Object, misread};
use super::routes::Here;

/// Longest link, in bytes.
const LINK_BYTES_MAX: usize = 300;

/// A link as the page has it. It is sent in a body, for addresses are written down on their way, and a key may stand in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    link: String,
}

/// The link as it is given away.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Link {
    #[serde(rename = "link")]
    text: String,
    /// No other machine can open it.
    alone: bool,
    /// Modules of the picture in a row.
    size: usize,
    /// Its dark modules, as a path.
    dark: String,
}

pub(super) async fn invite(
    State(here): State<Here>,
    asked: Result<Json<Object<Asked>>, JsonRejection>,
) -> Response {
    let Asked { link } = match asked {
        Ok(Json(Object(asked))) => asked,
        Err(wrong) => return misread(&wrong),
    };
    if link.len() > LINK_BYTES_MAX {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    }
    let near = here.near.clone();
    let drawn = here.tables.aside("", move |_| Link::of(&link, near.as_deref())).await;
    match drawn.ok().flatten() {
        Some(link) => Json(link).into_response(),
        None => StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    }
}

impl Link {
    /// A link that names this machine as others do, `near`, if it is one that only this machine can open.
    fn of(link: &str, near: Option<&str>) -> Option<Self> {
        let (scheme, rest) = link.split_once("://")?;
        let (host, path) = rest.split_once('/')?;
        let name = host.rsplit_once(':').filter(|_| !host.ends_with(']')).map_or(host, |h| h.0);
        let own = OWN.contains(&name);
        let text = match near.filter(|_| own) {
            Some(near) => format!("{scheme}://{near}/{path}"),
            None => link.to_owned(),
        };
        let code = QrCode::new(text.as_bytes()).ok()?;
        let (size, mut dark) = (code.width(), String::new());
        for (i, _) in code.to_colors().iter().enumerate().filter(|(_, c)| **c == Color::Dark) {
            let _ = write!(dark, "M{} {}h1v1h-1z", i % size, i / size);
        }
        Some(Self { text, alone: own && near.is_none(), size, dark })
    }
}

#[cfg(test)]
mod tests {
    use super::Link;

    #[test]
    fn who_is_invited_gets_a_link_that_leads_somewhere() {
        fn link(text: &str, near: Option<&str>) -> (String, bool) {
            let link = Link::of(text, near).expect("a link");
            (link.text, link.alone)
        }
        let near = Some("192.168.0.7:7272");
        let away = "http://192.168.0.7:7272/t/abc#sit=0f".to_owned();
        for own in ["127.0.0.1:7272", "localhost:7272", "[::1]:7272", "localhost"] {
            let text = format!("http://{own}/t/abc#sit=0f");
            assert_eq!(link(&text, near), (away.clone(), false));
            assert_eq!(link(&text, None), (text.clone(), true));
        }
        let known = "https://play.example.org/t/abc#sit=0f";
        assert_eq!(link(known, near), (known.to_owned(), false));
        assert_eq!(Link::of("abc", near), None);
        let drawn = Link::of(known, None).expect("a picture");
        assert!(drawn.dark.starts_with("M0 0h1v1h-1z"), "a corner is dark");
        assert!(drawn.size > 20);
    }
}
