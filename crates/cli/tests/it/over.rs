//! One rule for every verb that writes: what exists stays, unless `--force`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;

use crate::support::{root, run};

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.toml"), "players = 2\nseed = 1\n").unwrap();
    fs::copy(root().join("tests/fixtures/jcz/road.jcz"), dir.path().join("road.jcz")).unwrap();
    for i in ["1", "2"] {
        let (shard, out) = (format!("{i}/2"), format!("p{i}.csv"));
        let ran =
            run(dir.path(), &["simulate", "a.toml", "-n", "4", "--shard", &shard, "-o", &out]);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    dir
}

/// Every verb that writes what the user names, and what it writes.
const VERBS: &[(&[&str], &[&str])] = &[
    (&["render", "tiles", "river", "-o", "r.svg"], &["r.svg"]),
    (&["render", "tiles", "river", "-o", "r.png", "--width", "40"], &["r.png"]),
    (&["render", "sheet", "base", "-o", "s.svg"], &["s-1.svg", "s-3.svg"]),
    (&["compare", "a.toml", "a.toml", "-n", "4", "--bots", "random", "-o", "c.html"], &["c.html"]),
    (&["simulate", "a.toml", "-n", "4", "-o", "x.csv"], &["x.csv", "x-scores.csv", "x.json"]),
    (&["merge", "p1.json", "p2.json", "-o", "m.csv"], &["m.csv", "m-scores.csv", "m.json"]),
    (&["convert", "road.jcz", "-o", "road.bastide"], &["road.bastide"]),
    (&["play", "a.toml", "--auto", "--save", "g.bastide"], &["g.bastide"]),
    (&["schema", "desk"], &["desk/config.json", "desk/bastide.lua"]),
];

#[test]
fn what_exists_stays_unless_forced() {
    const MINE: &str = "Dear Ana";
    let dir = folder();
    for (args, files) in VERBS {
        for file in *files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, MINE).unwrap();
            let ran = run(dir.path(), args);
            assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{args:?}: {}", ran.err);
            let told = ran.err.contains("F0020") && ran.err.contains("--force");
            assert!(told && ran.err.contains(file), "{args:?}: {}", ran.err);
            assert_eq!(fs::read_to_string(&path).unwrap(), MINE, "{args:?}");
            // A refusal comes before the work: nothing else is written.
            let other = files.iter().find(|f| *f != file);
            assert!(other.is_none_or(|f| !dir.path().join(f).exists()), "{args:?}");
            fs::remove_file(&path).unwrap();
        }
        // A file with nothing in it is nothing to lose.
        fs::write(dir.path().join(files[0]), "").unwrap();
        let ran = run(dir.path(), args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        let made = |file: &str| fs::read(dir.path().join(file)).unwrap();
        let first: Vec<Vec<u8>> = files.iter().map(|f| made(f)).collect();
        for file in *files {
            fs::write(dir.path().join(file), MINE).unwrap();
        }
        let ran = run(dir.path(), &[args, &["--force"][..]].concat());
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        for (file, first) in files.iter().zip(&first) {
            assert!(made(file) == *first, "{args:?}: {file} is not what it was");
        }
    }
    let french = run(dir.path(), &["simulate", "a.toml", "-n", "4", "-o", "x.csv", "--lang", "fr"]);
    assert!(french.err.contains("ce fichier existe déjà"), "{}", french.err);
}

/// Files that can be generated again, and games that continue, need no `--force`.
#[test]
fn own_pictures_are_drawn_anew_and_a_game_goes_on_in_its_file() {
    let dir = folder();
    let fine = |args: &[&str]| {
        let ran = run(dir.path(), args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    };
    for (args, _) in VERBS.iter().filter(|v| ["render", "schema"].contains(&v.0[0])) {
        fine(args);
        fine(args);
    }
    // A picture of somebody else is none of ours.
    let other = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"></svg>";
    fs::write(dir.path().join("r.svg"), other).unwrap();
    assert_eq!(run(dir.path(), &["render", "tiles", "river", "-o", "r.svg"]).code, 3);
    fine(&["play", "a.toml", "--auto", "--save", "g.bastide"]);
    fine(&["play", "--resume", "g.bastide"]);
    fine(&["play", "--resume", "g.bastide", "--save", "./g.bastide"]);
    let ran = run(dir.path(), &["play", "a.toml", "--auto", "--save", "g.bastide"]);
    assert!(ran.code == 3 && ran.err.contains("F0020"), "another game: {}", ran.err);
    // The games of one page are not mixed with those of another.
    let page = ["compare", "a.toml", "a.toml", "-n", "4", "--bots", "random", "-o", "c.html"];
    fs::create_dir(dir.path().join("c-games")).unwrap();
    let ran = run(dir.path(), &page);
    assert!(ran.code == 3 && ran.err.contains("c-games"), "{}", ran.err);
}

/// Ways to write a file.
const WAYS: [&str; 8] = [
    "fs::write",
    "File::create",
    "OpenOptions",
    "create_dir",
    "save_atomic",
    "save_bytes",
    "record().save",
    "record.save",
];

/// All writing goes through one file of the program.
#[test]
fn no_verb_writes_by_itself() {
    let mut folders = vec![root().join("crates/cli/src")];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("files.rs") {
                seen += 1;
                let text = fs::read_to_string(&path).unwrap();
                for way in WAYS {
                    assert!(!text.contains(way), "{}: {way} belongs in files.rs", path.display());
                }
            }
        }
    }
    assert!(seen > 30, "{seen}");
}
