//! Messages for people who write their first config.

use super::*;

#[test]
fn names_are_refused_for_what_is_wrong_with_them() {
    let name = |name: &str| help(&format!("players = [\"A\", \"{name}\"]"));
    assert_eq!(name("B "), "write `\"B\"`");
    assert_eq!(name("a\\u202eb"), "leave out `\\u{202e}`");
    assert_eq!(name("a\\u200db"), "leave out `\\u{200d}`");
    assert_eq!(name("\\u3164"), "leave out `\\u{3164}`");
    assert_eq!(name("a\\\"b"), "leave out `\"`");
    for good in ["👨\u{200d}👩\u{200d}👧", "علی\u{200c}رضا"] {
        assert!(load(&format!("players = [\"A\", \"{good}\"]")).is_ok(), "{good}");
    }
    first_line("players = [\"علی\u{200c}رضا\", \"علیرضا\"]", "C0102", 23);
    first_line("players = [\"A\", 3]", "C0006", 17);
    assert_eq!(help("players = [\"A\", 3]"), "write a name in quotes: `\"3\"`");
    assert_eq!(help("players = [\"A\", \"B\"]\nfirst = 2"), "write `\"B\"`");
    assert_eq!(help("players = [\"A\", \"B\"]\nfirst = 3"), "known: `A`, `B`");
}

#[test]
fn numbers_are_told_as_they_are_written() {
    let what = |text: &str| load(text).unwrap_err().remove(0).what.en;
    let long = "9".repeat(26);
    assert_eq!(what(&format!("players = 2\nseed = {long}")), format!("`seed` is {long}"));
    assert_eq!(what("players = 2\nseed = -1"), "`seed` is -1");
    assert_eq!(what(&format!("players = {long}")), format!("`players` is {long}"));
    assert!(!help("players = 9").contains("from 1 to 8"), "so many play in hardly any game");
}

#[test]
fn what_is_surely_not_there_is_told_at_once() {
    let both = faults_of("players = 2\n[tiles]\nsmal = true\n\"base/F\" = 1\n\"smal/A\" = 1\n");
    let both: Vec<&str> = both.iter().map(|fault| fault.0.as_str()).collect();
    assert_eq!(both, ["C0111", "C0110"], "the tile of a set that is not there is not missed twice");
    one("[expansions]\nx = { path = \"/\" }", "C0114", 2, 14);
    let figures = "players = 2\n[expansions]\nmore = { figures = { meeple = 1 } }";
    assert!(help(figures).contains("no figures of its own"));
}
