//! What must hold of the source itself: layers, words of the core, length of files, traces of
//! the machine it was written on.

mod layers;
mod left_out;
mod prose;
mod public;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

/// Most lines of a source file.
const LINES_MAX: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the project")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Files below a folder of the project, by path with `/`; what builds make is left out.
pub(crate) fn files(below: &str, endings: &[&str]) -> Vec<String> {
    fn walk(dir: &Path, root: &Path, endings: &[&str], out: &mut Vec<String>) {
        let Ok(entries) = fs::read_dir(dir) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            let made = ["target", "node_modules", "book"].contains(&name.as_str());
            if name == ".git" || (made && path.is_dir()) {
                continue;
            }
            if path.is_dir() {
                walk(&path, root, endings, out);
            } else if endings.is_empty() || endings.iter().any(|e| name.ends_with(e)) {
                let path = path.strip_prefix(root).unwrap_or(&path);
                out.push(path.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    let root = root();
    let mut out = Vec::new();
    walk(&root.join(below), &root, endings, &mut out);
    out.sort();
    out
}

/// Nothing in the list, or all of it.
fn none(what: &str, bad: &[String]) {
    assert!(bad.is_empty(), "{what}: {}\n{}", bad.len(), bad.join("\n"));
}

#[test]
fn files_are_short() {
    let mut bad = Vec::new();
    for file in files("", &[".rs", ".lua", ".luau"]) {
        let lines = read(&file).lines().count();
        if lines > LINES_MAX {
            bad.push(format!("{file}: {lines} lines, at most {LINES_MAX}"));
        }
    }
    none("files that are too long", &bad);
}

#[test]
fn files_say_first_what_they_are() {
    let mut bad = Vec::new();
    // Test modules of a file belong to that file, and need no head.
    for file in files("", &[".rs"]).iter().filter(|f| !f.contains("/src/tests/")) {
        if !read(file).starts_with("//!") {
            bad.push(format!("{file}: the first line is no `//!`"));
        }
    }
    none("files without a head", &bad);
}

#[test]
fn texts_name_no_machine_and_promise_nothing() {
    // Put together here, so that this file does not name them either.
    let forbidden = [
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
        concat!("/tm", "p/"),
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
    ];
    let endings = [
        ".rs", ".toml", ".lua", ".luau", ".md", ".json", ".yml", ".snap", ".txt", ".in",
        ".bastide", "run",
    ];
    let mut bad = Vec::new();
    for file in files("", &endings) {
        let Ok(text) = fs::read_to_string(root().join(&file)) else { continue };
        for (number, line) in text.lines().enumerate() {
            if let Some(word) = forbidden.iter().find(|w| line.contains(**w)) {
                bad.push(format!("{file}:{}: `{word}`", number + 1));
            }
        }
    }
    none("words that do not belong here", &bad);
}
