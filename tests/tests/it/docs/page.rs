//! Parts of pages that are made, and the declarations they are made from.

use std::fmt::Write as _;
use std::fs;
use std::sync::{Mutex, PoisonError};

use super::{read, root};

/// Tests run side by side, and some make parts of one page.
static WRITING: Mutex<()> = Mutex::new(());

/// Holds the part of a page between `<!-- generated: name -->` and `<!-- end: name -->` against what it
/// should say, or writes it with `UPDATE=1`.
pub(crate) fn check(path: &str, name: &str, made: &str) {
    let _one_at_a_time = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let page = read(path);
    let (begin, end) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end: {name} -->"));
    let from = page.find(&begin).unwrap_or_else(|| panic!("{path} has no `{begin}`")) + begin.len();
    let to = page.find(&end).unwrap_or_else(|| panic!("{path} has no `{end}`"));
    let made = format!("\n{}\n\n", made.trim());
    if page[from..to] == made {
        return;
    }
    if std::env::var_os("UPDATE").is_some() {
        let page = format!("{}{made}{}", &page[..from], &page[to..]);
        fs::write(root().join(path), page).unwrap_or_else(|e| panic!("{path}: {e}"));
        return;
    }
    panic!("{path} is stale at `{name}`; run: UPDATE=1 cargo test -p bastide-tests --test it docs");
}

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
