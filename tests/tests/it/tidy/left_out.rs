//! No test is left out of a build: what `Cargo.toml` says need not be looked at has nothing to look at.

use super::{files, none, read};

/// Whether a text of documentation opens a block that rustdoc would run.
fn has_doctest(text: &str) -> bool {
    let mut open = false;
    for line in text.lines() {
        let line = line.trim_start();
        let Some(rest) = line.strip_prefix("//!").or_else(|| line.strip_prefix("///")) else {
            open = false;
            continue;
        };
        let Some(kind) = rest.trim_start().strip_prefix("```") else { continue };
        if !open && !["text", "toml", "lua", "console", "json"].contains(&kind.trim()) {
            return true;
        }
        open = !open;
    }
    false
}

#[test]
fn crates_without_tests_have_none() {
    let mut bad = Vec::new();
    for manifest in files("", &["Cargo.toml"]) {
        let (text, folder) = (read(&manifest), manifest.trim_end_matches("Cargo.toml"));
        let says = |what: &str| text.lines().any(|line| line == what);
        for file in files(&format!("{folder}src"), &[".rs"]) {
            let source = read(&file);
            if says("doctest = false") && has_doctest(&source) {
                bad.push(format!(
                    "{file}: an example that is not run; see `doctest` in {manifest}"
                ));
            }
            if says("test = false") && source.contains("#[test]") {
                bad.push(format!("{file}: a test that is not run; see `test` in {manifest}"));
            }
        }
    }
    none("tests that are left out", &bad);
}

#[test]
fn examples_are_told_from_texts() {
    assert!(has_doctest("//! ```\n//! let a = 1;\n//! ```"));
    assert!(has_doctest("/// ```no_run\n/// run();\n/// ```"));
    assert!(!has_doctest("//! ```text\n//! a record\n//! ```\n//!\n//! and more"));
}
