//! The games of the book: each record verifies, ends as the rule texts say, and is drawn on its page.
//!
//! `UPDATE=1 cargo test -p bastide-cli --test it games` regenerates the page.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fmt::Write as _;
use std::path::Path;

use crate::support::root;

use crate::support;

const PAGE: &str = "docs/src/games.md";

/// Record, heading, points at the end by seat.
const GAMES: &[(&str, &str, &str)] = &[
    ("demo", "The final scoring of the demo", "3 : 8 : 4 : 0 : 3"),
    ("first-edition", "Roads, cities and a monastery, 2002", "35 : 22"),
    ("farmers", "Farmers, 2002", "6 : 3"),
    ("farmers-each-field", "The same farmers, each field for itself", "9 : 6"),
    ("inns-and-towers", "Inns, a cathedral and a tower", "42 : 3"),
];

const HEAD: &str = "# Games to read\n\n\
    Whole games on small decks, written down by hand from examples of the rule texts. The records are in\n\
    `docs/examples/games`; `bastide verify` holds every line of them against the rules, and\n\
    `bastide play --resume` shows what is shown here: the table after the final scoring and the score sheet.\n";

/// What the program prints, run in a folder of its own: going on with a game writes its file.
fn bastide(dir: &Path, args: &[&str]) -> String {
    let ran = support::run(dir, args);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    ran.out
}

#[test]
fn games_hold_and_end_as_they_should() {
    let mut found: Vec<String> = std::fs::read_dir(root().join("docs/examples/games"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    let mut known: Vec<String> = GAMES.iter().map(|g| format!("{}.bastide", g.0)).collect();
    known.sort();
    assert_eq!(found, known, "records, and games of this test");
    for (name, _, points) in GAMES {
        let said =
            bastide(&root().join("docs/examples/games"), &["verify", &format!("{name}.bastide")]);
        assert!(said.contains(": ok ·"), "{said}");
        assert!(said.trim_end().ends_with(&format!("· over · {points}")), "{said}");
        assert!(!said.contains(" 0 scores"), "{name}: points stand in the record: {said}");
    }
}

#[test]
fn the_page_shows_them_as_they_are() {
    let mut made = HEAD.to_owned();
    for (name, title, _) in GAMES {
        let text =
            std::fs::read_to_string(root().join(format!("docs/examples/games/{name}.bastide")));
        let text = text.unwrap();
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("game.bastide");
        std::fs::write(&file, &text).unwrap();
        let shown = bastide(dir.path(), &["play", "--resume", "game.bastide"]);
        let shown: Vec<&str> = shown.lines().map(str::trim_end).collect();
        let shown = shown.join("\n");
        let _ = write!(
            made,
            "\n## {title}\n\n```text\n{text}```\n\n```text\n{}\n```\n",
            shown.trim_end()
        );
    }
    let page = root().join(PAGE);
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(page, made).unwrap();
    }
    let there = std::fs::read_to_string(page).unwrap_or_default();
    assert!(
        there == made,
        "{PAGE} is stale; run: UPDATE=1 cargo test -p bastide-cli --test it games"
    );
}

/// Rules whose lines of the score sheet the README shows, if the game has them.
const CITED: [&str; 7] = [
    "[ic.inn.road]",
    "[base.city.pennant]",
    "[tb.goods.take]",
    "[ic.cathedral.city]",
    "[tower.capture]",
    "[base.city.unfinished]",
    "[tb.pig]",
];

/// Rows and columns of the board that the README shows, as lines and signs.
const ROWS: std::ops::Range<usize> = 14..39;
const COLUMNS: std::ops::Range<usize> = 25..116;

#[test]
fn the_readme_shows_a_game_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let shown = bastide(dir.path(), &["play", "--auto", "--seed", "7", "--color", "never"]);
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    // Each row begins with its number.
    let cut = |line: &str| {
        let part = |from, to| line.chars().skip(from).take(to - from).collect::<String>();
        let cut = part(0, 5) + &part(COLUMNS.start, COLUMNS.end);
        cut.trim_end().to_owned()
    };
    let legend = lines.iter().position(|line| line.contains("city   ═ road")).unwrap();
    let scores = lines.iter().position(|line| *line == "Score sheet").unwrap();
    let mut made = vec![cut(lines[0])];
    made.extend(lines[ROWS].iter().map(|line| cut(line)));
    made.push(String::new());
    made.extend(lines[legend..=scores].iter().map(|line| (*line).to_owned()));
    made.push("   …".to_owned());
    let mut cited: Vec<usize> = CITED
        .iter()
        .filter_map(|rule| (scores..lines.len()).find(|i| lines[*i].contains(rule)))
        .collect();
    cited.sort_unstable();
    cited.dedup();
    assert!(cited.len() > 3, "the game has too few of what the README shows: name another seed");
    made.extend(cited.iter().map(|i| lines[*i].to_owned()));
    made.push("   …".to_owned());
    let made = format!("```text\n{}\n```", made.join("\n"));
    bastide_testkit::check_page("README.md", "game", &made, "-p bastide-cli --test it readme");
}
