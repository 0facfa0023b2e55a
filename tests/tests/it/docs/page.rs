//! Parts of pages that are made, and the declarations they are made from.

use std::fmt::Write as _;
use std::fs;

use super::{read, root};

/// A cell of a table.
fn cell(text: &str) -> String {
    text.trim().replace('|', "\\|").replace('\n', " ")
}

pub(crate) fn row(out: &mut String, cells: &[&str]) {
    let cells: Vec<String> = cells.iter().map(|c| cell(c)).collect();
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

pub(crate) fn head(out: &mut String, cells: &[&str]) {
    row(out, cells);
    row(out, &vec!["---"; cells.len()]);
}

/// A module of the core with its parts: `decl` is `decl.rs` and everything in `decl/`.
pub(crate) fn module(name: &str) -> String {
    let mut text = read(&format!("crates/core/src/{name}.rs"));
    let parts =
        fs::read_dir(root().join("crates/core/src").join(name)).into_iter().flatten().flatten();
    let mut parts: Vec<_> = parts.map(|e| e.path()).filter(|p| p.is_file()).collect();
    parts.sort();
    for part in parts {
        text.push_str(&fs::read_to_string(&part).unwrap_or_default());
    }
    text
}

/// Comment and code of the items inside `pub <what> <name> {`: (code, doc).
pub(crate) fn items(source: &str, what: &str, name: &str) -> Vec<(String, String)> {
    let begin = format!("pub {what} {name} {{");
    let from = source.find(&begin).unwrap_or_else(|| panic!("no `{begin}`")) + begin.len();
    let body = &source[from..];
    let body = &body[..body.find("\n}").unwrap_or(body.len())];
    let (mut found, mut doc) = (Vec::new(), String::new());
    for line in body.lines().map(str::trim).filter(|l| !l.is_empty()) {
        if let Some(text) = line.strip_prefix("///") {
            doc.push_str(text);
        } else if !line.starts_with('#') {
            found.push((line.trim_end_matches(',').to_owned(), doc.trim().to_owned()));
            doc.clear();
        }
    }
    found
}

/// Variants of an enum as manifests write them, with their comments.
pub(crate) fn variants(source: &str, name: &str) -> Vec<(String, String)> {
    let kebab = |variant: &str| {
        let mut out = String::new();
        for c in variant.chars() {
            if c.is_uppercase() && !out.is_empty() {
                out.push('-');
            }
            out.extend(c.to_lowercase());
        }
        out
    };
    let items = items(source, "enum", name).into_iter();
    items
        .map(|(code, doc)| (kebab(code.split([' ', '(']).next().unwrap_or_default()), doc))
        .collect()
}
