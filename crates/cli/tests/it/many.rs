//! Many games as people run them: two configs compared, rows written, parts put together.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use crate::support::{Ran, run};

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let two = "players = 2\n[expansions]\ninns-and-cathedrals = true\n";
    fs::write(dir.path().join("a.toml"), two).unwrap();
    fs::write(dir.path().join("b.toml"), two.replace("true", "{ unfinished = \"ignore\" }"))
        .unwrap();
    fs::write(dir.path().join("three.toml"), "players = 3\n").unwrap();
    dir
}

const FEW: [&str; 7] = ["compare", "a.toml", "b.toml", "-n", "20", "--bots", "random"];

fn compare(dir: &Path, more: &[&str]) -> Ran {
    run(dir, &[&FEW[..], more].concat())
}

#[test]
fn two_configs_are_compared_on_a_page_that_can_be_made_again() {
    let dir = folder();
    let dir = dir.path();
    let first = compare(dir, &["-o", "x.html", "--threads", "1"]);
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.out.contains("points per player") && first.out.contains("speaks for the bots"));
    let page = fs::read_to_string(dir.join("x.html")).unwrap();
    let command =
        "bastide compare a.toml b.toml --games 20 --bots random,random --seed 0 -o page.html";
    assert!(page.contains(command), "the command is on the page");
    assert!(page.contains("unfinished = &quot;ignore&quot;"), "the config is on the page");
    let again: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(run(dir, &again).code, 0);
    assert!(page == fs::read_to_string(dir.join("page.html")).unwrap(), "another page");
    for game in fs::read_dir(dir.join("x-games")).unwrap().flatten() {
        let game = game.path();
        let verified = run(dir, &["verify", game.to_str().unwrap()]);
        assert_eq!(verified.code, 0, "{}", verified.err);
    }
    // Nothing is written over unasked.
    let refused = compare(dir, &["-o", "x.html"]);
    assert_eq!(refused.code, 3);
    assert!(refused.err.contains("F0020") && refused.err.contains("--force"), "{}", refused.err);
    let french = compare(dir, &["-o", "x.html", "--force", "--lang", "fr"]);
    assert_eq!(french.code, 0, "{}", french.err);
    assert!(french.out.contains("points par joueur"), "{}", french.out);
}

#[test]
fn a_tournament_has_a_page_that_says_how_it_is_played_again() {
    let dir = folder();
    let dir = dir.path();
    let args = ["tournament", "a.toml", "--bots", "random,greedy", "-n", "3", "--sprt", "-5,20.5"];
    let ran = run(dir, &[&args[..], &["-o", "x y.html"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = fs::read_to_string(dir.join("x y.html")).unwrap();
    let command = "bastide tournament a.toml --bots random,greedy --decks 3 --sprt -5,20.5 --seed 0 -o page.html";
    assert!(page.contains(command), "{page}");
    let again: Vec<&str> = command.split(' ').skip(1).collect();
    let again = run(dir, &again);
    assert_eq!(again.code, 0, "{}", again.err);
    let duels = |out: &str| out.split("\n\n").next().map(str::to_owned);
    assert_eq!(duels(&ran.out), duels(&again.out));
    // Nothing is written over unasked, and nothing played for it.
    let refused = run(dir, &[&args[..], &["-o", "x y.html"]].concat());
    assert_eq!((refused.code, refused.out.as_str()), (3, ""), "{}", refused.err);
    assert!(refused.err.contains("F0020") && refused.err.contains("--force"), "{}", refused.err);
    let french = run(dir, &[&args[..], &["-o", "x y.html", "--force", "--lang", "fr"]].concat());
    assert_eq!(french.code, 0, "{}", french.err);
    assert!(fs::read_to_string(dir.join("x y.html")).unwrap().contains("Les duels"));
}

#[test]
fn several_bots_play_one_after_the_other_and_are_held_against_each_other() {
    let dir = folder();
    let dir = dir.path();
    let args =
        ["compare", "a.toml", "b.toml", "-n", "20", "--bots", "random", "--bots", "greedy,random"];
    let with = |more: &[&str]| run(dir, &[&args[..], more].concat());
    let first = with(&["-o", "x.html", "--threads", "1"]);
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.out.contains("── random ─") && first.out.contains("── greedy-random ─"));
    let page = fs::read_to_string(dir.join("x.html")).unwrap();
    let command = "bastide compare a.toml b.toml --games 20 --bots random,random --bots greedy,random --seed 0 -o page.html";
    assert!(page.contains(command), "the command is on the page");
    let again: Vec<&str> = command.split(' ').skip(1).chain(["--threads", "2"]).collect();
    assert_eq!(run(dir, &again).code, 0);
    assert!(page == fs::read_to_string(dir.join("page.html")).unwrap(), "another page");
    let mut games = 0;
    for game in fs::read_dir(dir.join("x-games")).unwrap().flatten() {
        let name = game.file_name().into_string().unwrap();
        assert!(page.contains(&name), "{name}");
        assert_eq!(run(dir, &["verify", game.path().to_str().unwrap()]).code, 0, "{name}");
        games += 1;
    }
    assert_eq!(games, 20);
    let found: serde_json::Value = serde_json::from_str(&with(&["--json"]).out).unwrap();
    assert_eq!(found["bots"][1], serde_json::json!(["greedy", "random"]));
    assert_eq!(found["comparisons"].as_array().unwrap().len(), 2);
    assert_eq!(found["comparisons"][1]["error_of_all"], 0.025);
    assert_eq!(found["rows"][0]["rows"].as_array().unwrap().len(), 2);
    let french = with(&["--lang", "fr"]);
    assert!(french.out.contains("l'une des 2 sortes de robots"), "{}", french.out);
    let twice =
        run(dir, &["compare", "a.toml", "b.toml", "--bots", "random", "--bots", "random,random"]);
    assert!(twice.code == 2 && twice.err.contains("twice"), "{}", twice.err);
}

#[test]
fn comparisons_are_json_for_programs() {
    let dir = folder();
    let ran = compare(dir.path(), &["--json"]);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(found["games"], 20);
    assert_eq!(found["rows"][0]["key"], "points");
    assert_eq!(found["extremes"].as_array().unwrap().len(), 10);
    assert_ne!(found["sides"][0]["ruleset"], found["sides"][1]["ruleset"]);
}

#[test]
fn wrong_comparisons_are_told() {
    let dir = folder();
    let dir = dir.path();
    for (args, code, words) in [
        (&["compare", "a.toml", "three.toml"][..], 3, "C0150"),
        (&["compare", "a.toml", "gone.toml"], 3, "F0002"),
        (&["compare", "a.toml", "b.toml", "--bots", "clever"], 2, "greedy"),
        (
            &["compare", "a.toml", "b.toml", "--bots", "greedy,greedy,greedy"],
            2,
            "3 bots for 2 seats",
        ),
        (&["compare", "a.toml", "b.toml", "-o", "no/where.html"], 3, "F0021"),
        (&["compare", "a.toml", "b.toml", "-o", "."], 3, "F0022"),
        (&["simulate", "a.toml", "-o", "x.xls"], 3, "F0023"),
        // One simulation has one table of bots; several are for `compare`.
        (&["simulate", "a.toml", "--bots", "random", "--bots", "greedy"], 2, "--bots"),
        (&["simulate", "a.toml", "-o", "x.csv", "--shard", "5/4"], 2, "I/N"),
        (&["merge", "a.toml", "-o", "x.csv"], 3, "F0030"),
    ] {
        let ran = run(dir, args);
        assert_eq!(ran.code, code, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(words), "{args:?}: {}", ran.err);
    }
}

#[test]
fn parts_are_put_together() {
    let dir = folder();
    let dir = dir.path();
    let part = |more: &[&str]| {
        let args = ["simulate", "a.toml", "-n", "90", "--bots", "random", "--seed", "3"];
        let ran = run(dir, &[&args[..], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
    };
    part(&["-o", "whole.csv", "--threads", "1"]);
    part(&["-o", "p1.csv", "--shard", "1/2"]);
    let missing = run(dir, &["merge", "p1.json", "-o", "merged.csv"]);
    assert_eq!(missing.code, 3);
    let again = "bastide simulate a.toml --games 90 --bots random,random --seed 3 --shard 2/2 -o part-2.csv --force";
    assert!(missing.err.contains("F0033") && missing.err.contains(again), "{}", missing.err);
    let again: Vec<&str> = again.split(' ').skip(1).collect();
    assert_eq!(run(dir, &again).code, 0);
    let merged = run(dir, &["merge", "part-2.json", "p1.json", "-o", "merged.csv", "--lang", "fr"]);
    assert_eq!(merged.code, 0, "{}", merged.err);
    assert!(merged.err.contains("90 parties"), "{}", merged.err);
    for (one, other) in [
        ("whole.csv", "merged.csv"),
        ("whole-scores.csv", "merged-scores.csv"),
        ("whole.json", "merged.json"),
    ] {
        let read = |name: &str| fs::read_to_string(dir.join(name)).unwrap();
        assert!(read(one) == read(other), "{one} and {other} differ");
    }
}

/// A folder with one expansion that prints at every placed tile, and one whose manifest is broken.
fn loud() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let head = |id: &str, on: &str| {
        format!(
            "id = \"{id}\"\nshort = \"{id}\"\nversion = \"1.0.0\"\napi = 2\nname = {{ en = \"X\", fr = \"X\" }}\n[[hook]]\non = \"{on}\"\ncall = \"f\"\n"
        )
    };
    let script = "local m = ...\nfunction m.f()\n  print(\"here\\27[31m\")\nend\n";
    for (id, on) in [("loud", "on.placed"), ("torn", "on.plcaed")] {
        write(&format!("more/{id}/expansion.toml"), &head(id, on));
        write(&format!("more/{id}/init.lua"), script);
    }
    write("loud.toml", "players = 2\n[expansions]\nloud = true\n");
    dir
}

#[test]
fn what_a_script_prints_is_seen_with_its_place_cleaned_and_bounded() {
    let dir = loud();
    let ran = run(dir.path(), &["simulate", "loud.toml", "-n", "1", "--path", "more"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("more/loud/init.lua:3: here"), "{}", ran.err);
    assert!(!ran.err.contains('\u{1b}') && !ran.out.contains("here"), "{}", ran.err);
    let ran = run(dir.path(), &["play", "loud.toml", "--auto", "--path", "more"]);
    assert!(ran.err.contains("more/loud/init.lua:3: here"), "{}", ran.err);
    let ran = run(dir.path(), &["test", "more/loud", "--games", "20"]);
    let lines = ran.err.lines().filter(|line| line.contains("init.lua:3: here")).count();
    assert!((1..=200).contains(&lines), "{lines} of 20 games");
    // Of many games nobody reads the lines.
    let ran = run(dir.path(), &["simulate", "loud.toml", "-n", "2", "--path", "more"]);
    assert!(!ran.err.contains("init.lua:3"), "{}", ran.err);
}

#[test]
fn a_broken_expansion_of_the_search_path_is_named_with_its_faults() {
    let dir = loud();
    for args in [&["simulate", "-n", "2"][..], &["play", "--auto"], &["explain", "M0111"]] {
        let ran = run(dir.path(), &[args, &["--path", "more"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.err.contains("`torn`") && ran.err.contains("M0111"), "{args:?}: {}", ran.err);
    }
}

#[test]
fn tables_in_columns_are_put_together_like_text() {
    let dir = folder();
    let dir = dir.path();
    let part = |more: &[&str]| {
        let args = ["simulate", "a.toml", "-n", "40", "--bots", "random", "--seed", "3"];
        let ran = run(dir, &[&args[..], more].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
    };
    part(&["-o", "whole.parquet"]);
    part(&["-o", "p1.parquet", "--shard", "1/2"]);
    part(&["-o", "p2.parquet", "--shard", "2/2"]);
    let merged = run(dir, &["merge", "p1.json", "p2.json", "-o", "merged.parquet"]);
    assert_eq!(merged.code, 0, "{}", merged.err);
    let read = |name: &str| fs::read(dir.join(name)).unwrap();
    for table in ["whole.parquet", "whole-scores.parquet"] {
        assert!(read(table).starts_with(b"PAR1"), "{table}");
    }
    assert!(read("whole.parquet") == read("merged.parquet"), "parts are not the whole");
    assert!(
        read("whole-scores.parquet") == read("merged-scores.parquet"),
        "parts are not the whole"
    );
}

/// The page on comparing names one of the games that its first command writes, and quotes its answer.
#[test]
fn the_game_that_the_book_names_is_one_that_its_command_writes() {
    const BOOK: &str = include_str!("../../../../docs/src/compare.md");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let command = BOOK.lines().find_map(|line| line.strip_prefix("$ bastide compare ")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let word = |word: &str| match word.strip_prefix("docs/") {
        Some(path) => root.join("docs").join(path).to_string_lossy().into_owned(),
        None => word.to_owned(),
    };
    let words: Vec<String> = ["compare"].into_iter().chain(command.split(' ')).map(word).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ran = run(dir.path(), &words);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let named = BOOK.split("bastide verify ").nth(1).and_then(|rest| rest.split('`').next());
    let named = named.unwrap();
    assert!(dir.path().join(named).is_file(), "{named} is none of them: {}", ran.out);
    let quoted: Vec<&str> = BOOK
        .lines()
        .skip_while(|line| !line.starts_with("> B differs"))
        .map_while(|line| line.strip_prefix("> "))
        .collect();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(plain(&ran.out).contains(&plain(&quoted.join(" "))), "{}", ran.out);
}

#[test]
fn tuning_says_what_it_found_and_on_what_grounds() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.toml"), "players = 2\n").unwrap();
    let ran = run(dir.path(), &["tune", "a.toml", "--only", "figure.meepel"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("there is `figure.meeple`"), "{}", ran.err);
    let args = ["tune", "a.toml", "--only", "figure.meeple", "-n", "2", "--json"];
    let ran = run(dir.path(), &args);
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(found["things"][0]["name"], "figure.meeple");
    let proved = found["proof"]["margin_low"].as_f64().is_some_and(|low| low > 0.0);
    assert_eq!(ran.code, i32::from(!proved));
}
