//! Tile files: what is read of them, and what is said of those at fault.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

mod faults;
mod geometry;
mod robust;
