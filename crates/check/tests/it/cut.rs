//! Inputs that are cut off or changed anywhere end with a report whose faults are sound.

use std::path::Path;

use bastide::Library;
use bastide_check::of_texts;

/// Holds every fault against the text that it is about.
fn sound(path: &str, text: &str) {
    let report = of_texts(Library::official(), &[(path, text)]);
    for fault in &report.faults {
        assert!(!fault.what.en.is_empty() && !fault.what.fr.is_empty(), "{fault}");
        if let Some(span) = fault.span.clone().filter(|_| fault.file == path) {
            assert!(text.get(span.clone()).is_some(), "{fault}: {span:?} is off the text:\n{text}");
        }
    }
}

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn files_cut_off_or_changed_never_break_the_check() {
    let files = [
        ("expansions/gardens/expansion.toml", "docs/examples/gardens/expansion.toml"),
        ("expansions/gardens/init.lua", "docs/examples/gardens/init.lua"),
        ("trade.lua", "expansions/traders-and-builders/init.lua"),
        ("branches.lua", "expansions/river-ii/init.lua"),
        ("tiles/crossroads.toml", "docs/examples/crossroads/tiles/crossroads.toml"),
        ("game.toml", "docs/examples/house-rules.toml"),
    ];
    let pieces = ["\"", "(", ")", "[[", "=", "é", "end", "nil", "-1", ".", ":", "--[[", "\n", "{"];
    for (path, file) in files {
        let text = read(file);
        // Steps without a common divisor with the length of a line reach all sorts of places.
        let places = (0..text.len()).step_by(text.len() / 12 + 1);
        for (n, at) in places.filter(|at| text.is_char_boundary(*at)).enumerate() {
            sound(path, &text[..at]);
            let piece = pieces[n % pieces.len()];
            sound(path, &format!("{}{piece}{}", &text[..at], &text[at..]));
        }
    }
}

#[test]
fn scripts_of_any_depth_are_told_or_read() {
    let deep = |open: &str, inner: &str, close: &str, n: usize| {
        format!("local x = {}{inner}{}\n", open.repeat(n), close.repeat(n))
    };
    for n in [10, 300, 5_000, 60_000] {
        sound("deep.lua", &deep("(", "1", ")", n));
        sound("deep.lua", &deep("{", "1", "}", n));
        sound("deep.lua", &deep("not ", "x", "", n));
        sound("deep.lua", &deep("1 .. ", "x", "", n));
        sound("deep.lua", &deep("1 + ", "x", "", n));
        sound("deep.lua", &deep("(", "", "", n));
    }
    sound("deep.lua", &format!("local f\n{}{}", "do ".repeat(900), "end ".repeat(900)));
    sound("deep.lua", &format!("local f\nf{}\n", "()".repeat(30_000)));
}
