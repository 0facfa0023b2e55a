//! The book against the source. Pages that are made from it are written anew by
//! `UPDATE=1 cargo test -p bastide-tests --test it docs`.

mod architecture;
mod book;
mod conditions;
mod config;
mod coverage;
mod errors;
mod examples;
mod fragments;
mod lists;
mod manifest;
mod page;
mod reference;
mod schema;
mod terms;

pub(crate) use manifest::keys;

use std::fs;
use std::path::{Path, PathBuf};

/// Folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the project")
}

/// Text of a file of the project.
fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Holds a part of a page against what is made for it.
fn check(path: &str, name: &str, made: &str) {
    bastide_testkit::check_page(path, name, made, "-p bastide-tests --test it docs");
}
