//! The log: it has what was asked for, and nothing else.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;

use crate::support::{bastide, root, run, told};

/// What `play` says beside the log.
const QUIET: &str = "edition second-2014 · base · seed 3\n";

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let config = "players = [{ name = \"A\", bot = \"random\" }, { name = \"B\", bot = \"random\" }]\nseed = 3\n";
    fs::write(dir.path().join("game.toml"), config).unwrap();
    dir
}

#[test]
fn without_a_flag_there_is_no_line_and_the_game_is_the_same_with_one() {
    let dir = folder();
    let plain = run(dir.path(), &["play", "game.toml", "--auto"]);
    assert_eq!((plain.code, plain.err.as_str()), (0, QUIET));
    let logged = run(dir.path(), &["play", "game.toml", "--auto", "--log", "trace"]);
    assert_eq!((logged.code, logged.out), (0, plain.out));
    for target in ["load", "rules", "act", "step", "hook", "effect"] {
        assert!(logged.err.contains(&format!("bastide::{target}: ")), "{target}");
    }
    assert!(!logged.err.contains('\u{1b}'));
}

#[test]
fn the_variable_is_read_and_the_flag_counts_before_it() {
    let dir = folder();
    let mut command = bastide(dir.path(), &["play", "game.toml", "--auto"]);
    let ran = told(command.env("BASTIDE_LOG", "bastide::rules=info").output().unwrap());
    let lines: Vec<&str> = ran.err.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains("bastide::rules: built"), "{lines:?}");
    let mut command = bastide(dir.path(), &["play", "game.toml", "--auto", "--log", "off"]);
    let ran = told(command.env("BASTIDE_LOG", "bastide::rules=info").output().unwrap());
    assert_eq!(ran.err, QUIET);
}

#[test]
fn the_one_game_of_a_simulation_is_told_and_is_the_same() {
    let dir = folder();
    let args = ["simulate", "game.toml", "-n", "1", "--seed", "3", "--json"];
    let log = ["--log", "bastide::act=info"];
    let acts = |err: &str| -> Vec<String> {
        err.lines().filter(|l| l.contains("bastide::act: taken")).map(str::to_owned).collect()
    };
    let [plain, told] = [run(dir.path(), &args), run(dir.path(), &[&args[..], &log].concat())];
    let report = |out: &str| {
        let mut report: serde_json::Value = serde_json::from_str(out).unwrap();
        for time in ["seconds", "games_per_second"] {
            assert!(report.as_object_mut().unwrap().remove(time).is_some());
        }
        report
    };
    assert_eq!(report(&plain.out), report(&told.out));
    let played = run(dir.path(), &[&["play", "game.toml", "--auto"][..], &log].concat());
    assert!(acts(&told.err).len() > 100, "{}", told.err);
    assert_eq!(acts(&told.err), acts(&played.err));
    let many = ["simulate", "game.toml", "-n", "2"];
    assert!(acts(&run(dir.path(), &[&many[..], &log].concat()).err).is_empty());
}

#[test]
fn what_a_script_prints_is_told_with_its_place() {
    let dir = folder();
    let home = dir.path().join("loud");
    fs::create_dir(&home).unwrap();
    let manifest = "id = \"loud\"\nshort = \"loud\"\nversion = \"1.0.0\"\napi = 2\n\
        name = { en = \"Loud\", fr = \"Fort\" }\nneeds = [\"base\"]\n\
        hook = [{ on = \"at.turn_start\", call = \"h\" }]\n";
    fs::write(home.join("expansion.toml"), manifest).unwrap();
    fs::write(home.join("rules.md"), "# Loud\n").unwrap();
    let script = "local m = ...\nfunction m.h(game, slot, out)\n  print('turn', slot)\nend\n";
    fs::write(home.join("init.lua"), script).unwrap();
    let config = fs::read_to_string(dir.path().join("game.toml")).unwrap();
    let config = format!("{config}[expansions]\nloud = {{ path = \"loud\" }}\n");
    fs::write(dir.path().join("game.toml"), config).unwrap();
    for verb in [&["play", "game.toml", "--auto"][..], &["simulate", "game.toml", "-n", "1"]] {
        let ran = run(dir.path(), &[verb, &["--log", "bastide::script=info"]].concat());
        let told = ran.err.lines().find(|l| l.contains("bastide::script: printed")).unwrap();
        for word in ["INFO", "loud/init.lua\" line=3", "turn_start"] {
            assert!(told.contains(word), "{word}: {told}");
        }
        assert!(ran.err.contains("loud/init.lua:3: turn"), "it is shown too: {}", ran.err);
    }
}

#[test]
fn lines_of_json_are_objects_and_a_file_keeps_what_is_in_it() {
    let dir = folder();
    let log = dir.path().join("game.log");
    fs::write(&log, "{\"before\":1}\n").unwrap();
    let args = ["play", "game.toml", "--auto", "--log", "bastide=trace"];
    let more = ["--log-format", "json", "--log-file", "game.log", "--color", "always"];
    let ran = run(dir.path(), &[&args[..], &more[..]].concat());
    assert_eq!((ran.code, ran.err.as_str()), (0, QUIET));
    let text = fs::read_to_string(&log).unwrap();
    let objects: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["before"], 1);
    let passed = objects.iter().find(|o| o["fields"]["message"] == "not entered").unwrap();
    assert_eq!(passed["target"], "bastide::hook");
    assert!(passed["fields"]["key"].is_string() && passed["span"]["expansion"].is_string());
    let taken = objects.iter().filter(|o| o["fields"]["message"] == "taken");
    let seq: Vec<u64> = taken.map(|o| o["span"]["seq"].as_u64().unwrap()).collect();
    assert_eq!(seq, (1..=seq.len() as u64).collect::<Vec<_>>());
}

#[test]
fn a_bad_directive_says_what_where_and_the_way_out() {
    let dir = folder();
    let ask = |directives: &str, lang: &str| {
        let ran = run(dir.path(), &["list", "--log", directives, "--lang", lang]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{directives}");
        ran.err
    };
    let loud = ask("bastide::act=info, bastide::hook=loud", "en");
    assert!(
        loud.starts_with("error: --log, column 20: `bastide::hook=loud`: this is no directive\n"),
        "{loud}"
    );
    assert!(loud.contains("levels are off, error, warn, info, debug, trace; targets are bastide"));
    let hok = ask("bastide::hok=trace", "en");
    assert!(hok.contains("did you mean `bastide::hook`?"), "{hok}");
    let french = ask("bastide::hok=trace", "fr");
    assert!(
        french.starts_with("erreur : --log, colonne 1 : `bastide::hok=trace` : rien n'est dit"),
        "{french}"
    );
    assert!(ask(",", "en").contains("holds no directive"));
    let unasked = run(dir.path(), &["list", "--log-file", "x"]);
    assert_eq!(unasked.code, 2);
    assert!(unasked.err.contains("say what with --log"), "{}", unasked.err);
    assert!(!dir.path().join("x").exists());
}

#[test]
fn a_handler_is_found_by_its_expansion() {
    let ran = run(
        &root(),
        &[
            "play",
            "docs/examples/evening.toml",
            "--auto",
            "--log",
            "[hook{expansion=inns-and-cathedrals}]=debug,[passed{expansion=inns-and-cathedrals}]=trace",
        ],
    );
    assert_eq!(ran.code, 0);
    let hooks: Vec<&str> = ran.err.lines().filter(|l| l.contains("bastide::hook")).collect();
    assert!(!hooks.is_empty());
    for line in hooks {
        assert!(line.contains("expansion=\"inns-and-cathedrals\""), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn names_of_strangers_reach_a_terminal_only_cleaned() {
    let dir = folder();
    let hostile = dir.path().join("x\u{1b}[31m\u{9b}2J\u{202e}y");
    fs::create_dir_all(hostile.join("odd")).unwrap();
    fs::write(hostile.join("odd/expansion.toml"), "id = \"odd\"\n").unwrap();
    for format in ["human", "json"] {
        for color in ["always", "never"] {
            let shown = hostile.to_string_lossy();
            let args = ["play", "game.toml", "--auto", "--path", &shown, "--color", color];
            let more = ["--log", "bastide::load=debug", "--log-format", format];
            let err = run(dir.path(), &[&args[..], &more[..]].concat()).err;
            assert!(err.contains("odd/expansion.toml"), "{format}");
            for bad in ["\u{1b}[31m\u{9b}", "\u{9b}", "\u{202e}"] {
                assert!(!err.contains(bad), "{format} {color}");
            }
            let colored = format == "human" && color == "always";
            let mut log = err.lines().filter(|line| line.contains("bastide::load"));
            assert_eq!(log.any(|line| line.contains('\u{1b}')), colored, "{format} {color}");
        }
    }
}

/// Lines of a log that the page shows.
const SHOWN: usize = 6;

/// The consoles of the page: the command after `$`, and the first lines of its output.
#[test]
fn the_example_of_the_book_is_what_is_told() {
    let path = root().join("docs/src/log.md");
    let page = fs::read_to_string(&path).unwrap();
    let (mut tried, mut now) = (0, page.clone());
    for block in page.split("```console\n$ ").skip(1) {
        let block = block.split("```").next().unwrap();
        let command = block.lines().next().unwrap();
        let words = command.strip_prefix("bastide ").unwrap().replace('\'', "");
        let words: Vec<&str> = words.split(' ').collect();
        let ran = run(&root(), &words);
        // Beside these lines there are those of actions, and the verb says who plays.
        let said: Vec<&str> = ran.err.lines().filter(|l| l.contains(" bastide::hook")).collect();
        let first: Vec<String> = said.iter().take(SHOWN).map(|l| timeless(l)).collect();
        let made = format!("{command}\n{}\n…\n", first.join("\n"));
        assert!(said.len() > SHOWN, "{command}");
        now = now.replace(block, &made);
        tried += 1;
    }
    assert_eq!(tried, 2);
    if now != page && std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &now).unwrap();
    } else {
        assert!(
            now == page,
            "docs/src/log.md is stale; run: UPDATE=1 cargo test -p bastide-cli --test log"
        );
    }
}

/// A line without the time that something took.
fn timeless(line: &str) -> String {
    match line.split_once(" took_us=") {
        Some((before, after)) => {
            let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{before} took_us=…{rest}")
        }
        None => line.to_owned(),
    }
}
