//! Tile files: what is read of them, and what is said of those at fault.

mod support;

mod faults;
mod geometry;
mod robust;
