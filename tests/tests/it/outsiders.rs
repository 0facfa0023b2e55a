//! Expansions that outsiders wrote with the book alone: they play the games that they played as they were written, and
//! enter their scripts as often as is noted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use bastide::{Config, Library, Manifest, Rules, Setup};
use bastide_lab::{Plan, simulate};
use bastide_testkit as testkit;

/// Random games whose course is held against what it was.
const GAMES: u64 = 4;

/// Entries in a turn, in thousandths, beyond which scripts of outsiders must not come: of all folders but one, each
/// counted alone and added, and of 22 of them in one game. That one crosses tiles that lie, which costs it a script at each.
const MOST: [(&str, u64); 2] = [("all-but-bridges", 4000), ("b.toml", 1000)];

/// Random games in which entries are counted.
const COUNTED: u64 = 10;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("outsiders")
}

fn library() -> Library {
    let mut library = Library::official();
    library.search(&home()).unwrap_or_else(|faults| panic!("{}", testkit::told(&faults)));
    library
}

/// Ids of the folders, in order.
fn folders(library: &Library) -> Vec<String> {
    let there = |id: &&str| home().join(id).is_dir();
    library.folders().map(|f| f.id.as_str()).filter(there).map(str::to_owned).collect()
}

/// Rules of a folder with what it needs, for three players.
fn alone(library: &Library, id: &str) -> Rules {
    let mut ids: Vec<String> = vec![id.to_owned()];
    let mut i = 0;
    while let Some(id) = ids.get(i) {
        let folder = library.folder(id).expect("it is known");
        let manifest = Manifest::read(folder).0.unwrap_or_else(|| panic!("{id}"));
        let needs = manifest.needs.into_iter().map(|needed| needed.id);
        let new: Vec<String> = needs.filter(|needed| !ids.contains(needed)).collect();
        ids.extend(new);
        i += 1;
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).filter(|id| *id != "base").collect();
    testkit::rules(testkit::setup(library, &testkit::config(3, "second-2014", &ids)))
}

/// Rules of one of the configs.
fn mix(library: &Library, file: &str) -> Rules {
    let text = std::fs::read_to_string(home().join(file)).expect("a config");
    let config = Config::parse(file, &text).expect("a config");
    let setup = Setup::load(&config, library);
    testkit::rules(setup.unwrap_or_else(|faults| panic!("{}", testkit::told(&faults))))
}

/// One number for the actions and points of some random games.
fn course(rules: &Rules, games: u64) -> String {
    let lines = (0..games).flat_map(|seed| {
        let played = testkit::play(rules, seed, |_, _, _| {});
        let scores = format!("{:?}", played.state.scores());
        played.lines.into_iter().chain([scores])
    });
    format!("{:016x}", testkit::hashed(lines))
}

/// Entries into scripts of outsiders in a turn, in thousandths.
fn entries(rules: &Rules, of: &[String], games: u64) -> u64 {
    let plan = Plan { games, seed: 1, profile: true, ..Plan::default() };
    let report = simulate(rules, &plan, &AtomicBool::new(false), &|_| {})
        .unwrap_or_else(|faults| panic!("{}", testkit::told(&faults)));
    let rows = report.profile.unwrap_or_default();
    let calls: u64 = rows.iter().filter(|r| of.contains(&r.expansion)).map(|r| r.calls).sum();
    (1000.0 * calls as f64 / (report.mean_turns * games as f64)).round() as u64
}

/// Holds what was found against what is noted, or notes it.
fn noted(file: &str, found: &str) {
    let path = home().join(file);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, found).expect("it can be written");
    }
    let was = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(was, found, "`{file}` says otherwise; with `UPDATE=1` it is written anew");
}

#[test]
fn their_scenarios_pass() {
    let library = library();
    for id in folders(&library) {
        testkit::check_folder_of(&library, &id);
    }
}

#[test]
fn the_folders_play_the_games_that_they_played() {
    let library = library();
    let mut found = String::new();
    for id in folders(&library) {
        let _ = writeln!(found, "{id:24} {}", course(&alone(&library, &id), GAMES));
    }
    for file in ["a.toml", "b.toml", "others-a.toml", "others-b.toml"] {
        let _ = writeln!(found, "{file:24} {}", course(&mix(&library, file), 2));
    }
    noted("games.txt", &found);
}

/// Expansions whose tiles and start layouts go together by their rules.
const TOGETHER: [&[&str]; 6] = [
    &["river", "wind-roses"],
    &["river", "school"],
    &["school", "wind-roses"],
    &["winter", "wind-roses"],
    &["winter", "school", "river"],
    &["river", "river-ii", "school", "wind-roses", "winter"],
];

#[test]
fn what_their_rules_allow_together_can_be_played() {
    let library = library();
    for ids in TOGETHER {
        for edition in ["first-2002", "bga", "second-2014", "pnp-2020"] {
            let setup = testkit::setup(&library, &testkit::config(3, edition, ids));
            let rules = testkit::rules(setup);
            for seed in 0..2 {
                testkit::play(&rules, seed, |_, _, _| {});
            }
        }
    }
}

#[test]
fn scripts_of_outsiders_are_entered_as_often_as_is_noted() {
    let (library, path) = (library(), home().join("entries.txt"));
    let was = std::fs::read_to_string(&path).unwrap_or_default();
    // What was counted as the folders were written stays as it is noted.
    let then: BTreeMap<&str, &str> = was
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?))
        })
        .collect();
    let ids = folders(&library);
    let mut found = format!("{:24} {:>8} {:>8}\n", "thousandths", "then", "now");
    let mut rows: Vec<(String, u64)> = ids
        .iter()
        .map(|id| (id.clone(), entries(&alone(&library, id), std::slice::from_ref(id), COUNTED)))
        .collect();
    let all: u64 = rows.iter().map(|row| row.1).sum();
    let bridges = rows.iter().find(|row| row.0 == "bridges-castles-bazaars").map_or(0, |r| r.1);
    rows.push(("all-added".to_owned(), all));
    rows.push(("all-but-bridges".to_owned(), all - bridges));
    for file in ["a.toml", "b.toml"] {
        rows.push((file.to_owned(), entries(&mix(&library, file), &ids, 4)));
    }
    for (name, most) in MOST {
        let now = rows.iter().find(|row| row.0 == name).map_or(u64::MAX, |row| row.1);
        assert!(now <= most, "{name}: {now} entries in a thousand turns, at most {most}");
    }
    for (name, now) in rows {
        let now = now.to_string();
        let then = then.get(name.as_str()).copied().unwrap_or(now.as_str());
        let _ = writeln!(found, "{name:24} {then:>8} {now:>8}");
    }
    noted("entries.txt", &found);
}
