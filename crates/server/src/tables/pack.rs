//! Compresses answers for clients that support it.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::{Compress, Compression, Crc, FlushCompress, Status};

/// Smaller answers go as they are, in bytes.
const SMALL_BYTES: usize = 1000;
/// Longer ones are packed where they are made, and not where everybody is answered, in bytes.
const READY_BYTES: usize = 16 << 10;
/// No answer is longer, in bytes: a board of all tiles that a game may have is far from it.
const LONG_BYTES: usize = 64 << 20;
/// What a gzip file begins with: its mark, how it is packed, no name, no time, no system (RFC 1952).
const HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// Something that several ask for: it is packed once.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) plain: Bytes,
    packed: OnceLock<Option<Bytes>>,
    /// It is asked for as long as the program runs: packing it takes the time that it takes.
    tightly: bool,
}

impl Shared {
    pub(super) fn of(plain: Bytes) -> Arc<Self> {
        Arc::new(Self { plain, packed: OnceLock::new(), tightly: false })
    }

    /// Something that is packed where it was made, if it is so long that packing it takes a while.
    pub(super) fn ready(plain: Bytes) -> Arc<Self> {
        let is_long = plain.len() > READY_BYTES;
        let shared = Self::of(plain);
        if is_long {
            shared.packed();
        }
        shared
    }

    /// Something that stays as it is.
    pub(super) fn lasting(plain: &'static str) -> Arc<Self> {
        let plain = Bytes::from_static(plain.as_bytes());
        Arc::new(Self { plain, packed: OnceLock::new(), tightly: true })
    }

    fn packed(&self) -> Option<Bytes> {
        let pack = || {
            if self.tightly {
                packed_by(&mut Compress::new(Compression::best(), false), &self.plain)
            } else {
                gzip(&self.plain)
            }
        };
        self.packed.get_or_init(pack).clone()
    }
}

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
    let (plain, packed) = if let Some(shared) = head.extensions.remove::<Arc<Shared>>() {
        (shared.plain.clone(), shared.packed())
    } else {
        let Ok(plain) = to_bytes(body, LONG_BYTES).await else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        let packed = (plain.len() > SMALL_BYTES).then(|| gzip(&plain)).flatten();
        (plain, packed)
    };
    let Some(packed) = packed else { return Response::from_parts(head, Body::from(plain)) };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    head.headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Response::from_parts(head, Body::from(packed))
}

thread_local! {
    /// Making one costs as much as packing a table with it.
    static PACKER: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), false));
}

/// Returns the compressed bytes with head and foot, or `None` if compression fails.
fn gzip(plain: &[u8]) -> Option<Bytes> {
    PACKER.with_borrow_mut(|packer| packed_by(packer, plain))
}

fn packed_by(packer: &mut Compress, plain: &[u8]) -> Option<Bytes> {
    let mut packed = Vec::with_capacity(plain.len() / 3 + 64);
    packed.extend_from_slice(&HEAD);
    packer.reset();
    loop {
        let rest = plain.get(usize::try_from(packer.total_in()).ok()?..)?;
        match packer.compress_vec(rest, &mut packed, FlushCompress::Finish).ok()? {
            Status::StreamEnd => break,
            Status::Ok | Status::BufError => packed.reserve(packed.capacity()),
        }
    }
    let mut crc = Crc::new();
    crc.update(plain);
    packed.extend_from_slice(&crc.sum().to_le_bytes());
    packed.extend_from_slice(&crc.amount().to_le_bytes());
    Some(packed.into())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn what_is_packed_is_unpacked_again() {
        let mut number = 1_u32;
        let mut noise = |_| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 24) as u8
        };
        for length in [0, 1, 999, 70_000, 3_000_000] {
            let texts =
                ["board ".repeat(length / 6).into_bytes(), (0..length).map(&mut noise).collect()];
            for plain in texts {
                let mut best = Compress::new(Compression::best(), false);
                for packed in [gzip(&plain), packed_by(&mut best, &plain)] {
                    let mut again = Vec::new();
                    let packed = packed.expect("packed");
                    GzDecoder::new(&packed[..]).read_to_end(&mut again).expect("unpacked");
                    assert!(again == plain, "{length}");
                }
            }
        }
    }
}
