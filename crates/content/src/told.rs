//! `tracing` events of files that are read.

use std::time::Instant;

use tracing::debug;

use crate::library::Hash;

/// Traces that a text was read: its kind, place, hash of the content and time.
pub fn read(what: &str, from: &str, text: &str, begun: Instant) {
    let hash = || {
        let mut hash = Hash::default();
        hash.bytes(text.as_bytes());
        hash.finish()
    };
    debug!(target: "bastide::load", what, from, hash = hash(), took_us = begun.elapsed().as_micros() as u64, "read");
}
