//! Lines without effect because of another line are reported with place and help, and the game can be played.

use crate::{Config, Library, Setup};

/// Returns code and marked words of the reports about a config.
fn told(lines: &str) -> Vec<(String, String)> {
    let text = format!("players = 2\n{lines}\n");
    let library = Library::official();
    let faults = match Config::parse("test.toml", &text) {
        Ok(config) => Setup::load(&config, &library).expect("can be played").warnings,
        Err(faults) => faults,
    };
    let one = |fault: &bastide_core::Fault| {
        assert!(fault.help.is_some(), "{fault:?}");
        (fault.code.clone(), text[fault.span.clone().expect("a place")].to_owned())
    };
    faults.iter().map(one).collect()
}

fn one(lines: &str, code: &str, at: &str) {
    assert_eq!(told(lines), [(code.to_owned(), at.to_owned())], "{lines}");
}

#[test]
fn sets_that_stay_out_are_neither_named_nor_counted() {
    let table = |rest: &str| format!("[expansions]\nthe-tower = {{ {rest} }}");
    one(&table("tiles = false, copies = 3"), "C0123", "copies");
    one(&table("tiles = false, set = \"river\""), "C0123", "set");
    assert!(told(&table("tiles = true, copies = 3")).is_empty());
}

#[test]
fn two_ways_to_count_one_figure_are_told() {
    let base = |rest: &str| format!("[expansions]\nbase = {{ {rest} }}");
    one(&base("meeples = 3, figures = { meeple = 5 }"), "C0124", "meeples");
    assert!(told(&base("farmers = \"off\", figures = { meeple = 5 }")).is_empty());
    one(
        "[expansions]\ntraders-and-builders = { builders = 0, figures = { builder = 3 } }",
        "C0124",
        "builders",
    );
}

#[test]
fn two_ways_to_count_one_set_are_told() {
    let base = "[expansions]\nbase = { copies = 2 }\n[tiles]\n";
    one(&format!("{base}base-2nd = {{ copies = 3 }}"), "C0125", "base-2nd");
    one(&format!("{base}base = {{ copies = 3 }}"), "C0125", "base");
    assert!(told(&format!("{base}\"base/E\" = 3")).is_empty());
    assert!(told("[tiles]\nbase-2nd = { copies = 3 }").is_empty());
    one("[tiles]\nbase-2nd = true\nbase = { copies = 3 }", "C0125", "base");
    one(
        "[expansions]\nthe-tower = { tiles = false }\n[tiles]\nthe-tower = true",
        "C0125",
        "the-tower",
    );
}
