//! Tile files: their contents, and messages about faulty ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod faults;
mod geometry;
mod robust;
