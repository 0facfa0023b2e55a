//! What goes over the net goes packed, if whoever asks can unpack it.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Smaller answers go as they are, in bytes.
const SMALL_BYTES: usize = 1000;
/// No answer is longer, in bytes: a board of all tiles that a game may have is far from it.
const LONG_BYTES: usize = 64 << 20;

/// Packs an answer.
pub(super) async fn pack(request: Request, next: Next) -> Response {
    let accepts = request.headers().get(header::ACCEPT_ENCODING).and_then(|h| h.to_str().ok());
    let unpacks = accepts.is_some_and(|accepts| {
        accepts
            .split(',')
            .any(|one| one.split(';').next().is_some_and(|word| word.trim() == "gzip"))
    });
    let answer = next.run(request).await;
    if !unpacks {
        return answer;
    }
    let (mut head, body) = answer.into_parts();
    let Ok(plain) = to_bytes(body, LONG_BYTES).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let packed = (plain.len() > SMALL_BYTES).then(|| gzip(&plain)).flatten();
    let Some(packed) = packed else { return Response::from_parts(head, Body::from(plain)) };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(head, Body::from(packed))
}

fn gzip(plain: &[u8]) -> Option<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(plain).ok()?;
    packer.finish().ok()
}
