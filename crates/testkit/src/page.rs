//! Parts of pages that are made, not written.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Tests run side by side, and some make parts of one page.
static WRITING: Mutex<()> = Mutex::new(());

/// Holds the part of a page of the project between `<!-- generated: name -->` and `<!-- end: name -->` against what it
/// should say, or writes it with `UPDATE=1`. `tests` are those that make it, as `cargo test` takes them.
///
/// # Panics
///
/// If the page says something else, or has no such part.
pub fn check_page(path: &str, name: &str, made: &str, tests: &str) {
    let _one_at_a_time = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let page = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{path}: {e}"));
    let (begin, end) = (format!("<!-- generated: {name} -->\n"), format!("<!-- end: {name} -->"));
    let from = page.find(&begin).unwrap_or_else(|| panic!("{path} has no `{begin}`")) + begin.len();
    let to = page.find(&end).unwrap_or_else(|| panic!("{path} has no `{end}`"));
    let made = format!("\n{}\n\n", made.trim());
    if page[from..to] == made {
        return;
    }
    assert!(
        std::env::var_os("UPDATE").is_some(),
        "{path} is stale at `{name}`; run: UPDATE=1 cargo test {tests}"
    );
    let page = format!("{}{made}{}", &page[..from], &page[to..]);
    fs::write(&file, page).unwrap_or_else(|e| panic!("{path}: {e}"));
}
