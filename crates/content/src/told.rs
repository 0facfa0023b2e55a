//! What is told to whoever listens (`tracing`): what was read.

use std::time::Instant;

use tracing::debug;

use crate::library::Hash;

/// A text has been read: what it is, where it lies, its content by hash, and how long it took.
pub fn read(what: &str, from: &str, text: &str, begun: Instant) {
    let hash = || {
        let mut hash = Hash::default();
        hash.bytes(text.as_bytes());
        hash.finish()
    };
    debug!(target: "bastide::load", what, from, hash = hash(), took_us = begun.elapsed().as_micros() as u64, "read");
}
