//! Foreign programs at the table.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Ran, root, run};

/// Plays a game whose second seat is played by a shell script.
fn with_script(script: &str) -> Ran {
    with_script_in("the-tower = true\n", script)
}

/// Does the same in a game with other expansions.
fn with_script_in(expansions: &str, script: &str) -> Ran {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("seat.sh");
    fs::write(&file, script).unwrap();
    assert!(!file.to_string_lossy().contains(' '), "words of the command are apart by blanks");
    played_in(expansions, &[format!("2=sh {}", file.display())])
}

fn played(programs: &[String]) -> Ran {
    played_in("the-tower = true\n", programs)
}

fn played_in(expansions: &str, programs: &[String]) -> Ran {
    let dir = tempfile::tempdir().unwrap();
    let config = dir.path().join("game.toml");
    let text = format!("players = [\"Ana\", \"Bob\"]\n[expansions]\n{expansions}");
    fs::write(&config, text).unwrap();
    let config = config.to_string_lossy().into_owned();
    let mut words = vec!["play", &config, "--auto", "--seed", "4"];
    words.extend(programs.iter().flat_map(|program| ["--program", program]));
    run(&root(), &words)
}

/// Answers every question with the same line, after `keeping` the questions.
fn answering(line: &str, kept: &Path) -> String {
    format!("while read -r asked; do echo \"$asked\" >> {}; echo '{line}'; done\n", kept.display())
}

#[test]
fn a_program_is_told_what_its_seat_sees_and_plays_what_it_answers() {
    let dir = tempfile::tempdir().unwrap();
    let kept: PathBuf = dir.path().join("asked");
    let ran = with_script(&answering("{\"option\": 0}", &kept));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.err.contains("seat.sh"), "{}", ran.err);
    let asked = fs::read_to_string(&kept).unwrap();
    let asked: Vec<serde_json::Value> =
        asked.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(asked.len() > 40, "{} decisions", asked.len());
    for (before, after) in asked.iter().zip(asked.iter().skip(1)) {
        assert_eq!(
            (after["format"].as_str(), after["seat"].as_u64()),
            (Some("bastide-seat 1"), Some(2))
        );
        // The first message has its own earlier answer.
        let own = after["moves"].as_array().unwrap();
        let own = own.iter().find(|m| m["seat"] == 2).unwrap();
        assert_eq!(own["action"], before["options"][0]);
        assert!(
            after["tiles"].as_array().unwrap().len() >= before["tiles"].as_array().unwrap().len()
        );
    }
}

#[test]
fn a_program_is_told_its_hand_and_how_far_a_number_may_go() {
    let dir = tempfile::tempdir().unwrap();
    let kept: PathBuf = dir.path().join("asked");
    let contract = root().join("tests/contract");
    let one = |id: &str| format!("{id} = {{ path = \"{}\" }}\n", contract.join(id).display());
    let expansions = format!("{}{}", one("abbey"), one("auction"));
    let ran = with_script_in(&expansions, &answering("{\"option\": 0}", &kept));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let asked = fs::read_to_string(&kept).unwrap();
    let asked: Vec<serde_json::Value> =
        asked.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(asked.iter().any(|a| a["zones"]["abbey"].as_array().is_some_and(|z| !z.is_empty())));
    let bids = asked.iter().filter(|a| a["ranges"].as_object().is_some_and(|r| !r.is_empty()));
    for asked in bids.clone() {
        for (at, ends) in asked["ranges"].as_object().unwrap() {
            let option = asked["options"][at.parse::<usize>().unwrap()].as_str().unwrap();
            assert!(option.ends_with(&format!(" {}", ends[0])), "{option}: {ends}");
            assert!(ends[0].as_u64() <= ends[1].as_u64(), "{ends}");
        }
    }
    assert!(bids.count() > 0, "nobody bids");
}

#[test]
fn whatever_is_wrong_with_a_program_the_game_goes_on() {
    let plain = played(&[]);
    let dir = tempfile::tempdir().unwrap();
    let kept = dir.path().join("asked");
    for (script, word) in [
        ("exit 0\n".to_owned(), "it has ended"),
        (answering("no JSON", &kept), "write {\"option\": N}"),
        (answering("{\"option\": 999}", &kept), "options, from 0"),
        (answering("{\"action\": \"place base/A 90,0 r0\"}", &kept), "it is not allowed"),
        (answering("{\"action\": \"dance\"}", &kept), "dance"),
        (
            "head -c 200000 /dev/zero | tr '\\0' x; cat > /dev/null\n".to_owned(),
            "write {\"option\": N}",
        ),
    ] {
        let ran = with_script(&script);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.err.contains(word), "{script}: {}", ran.err);
        assert_eq!(ran.err.matches("`planner` plays").count(), 3, "{}", ran.err);
        assert!(ran.err.contains("it is asked no more"), "{}", ran.err);
        assert_eq!(ran.out, plain.out, "who stands in plays as if nobody else had sat there");
    }
}

#[test]
fn a_seat_or_a_command_that_is_not_there_is_wrong_use() {
    for (program, word) in [
        ("9=sh", "there is no seat `9`"),
        ("Zoe=sh", "there is no seat `Zoe`"),
        ("sh", "SEAT=COMMAND"),
        ("2=a-command-that-is-not-there", "a-command-that-is-not-there"),
    ] {
        let ran = played(&[program.to_owned()]);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains(word), "{}", ran.err);
    }
}

#[test]
fn the_example_of_the_book_plays_where_there_is_python() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let ran = played(&["2=python3 docs/examples/seat.py".to_owned()]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.err.contains("seat.py"), "{}", ran.err);
}

/// Whether a process has ended, be it not yet waited for. A signal that kills needs a moment to arrive.
#[cfg(target_os = "linux")]
fn has_ended(id: &str) -> bool {
    let runs = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
        stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
    };
    let since = std::time::Instant::now();
    while runs() {
        if since.elapsed().as_secs() >= 5 {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    true
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_does_not_read_is_asked_no_more_and_the_game_ends() {
    let begun = std::time::Instant::now();
    let ran = with_script("exec yes '{\"option\": 0}'\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("does not read") && ran.err.contains("asked no more"), "{}", ran.err);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_starts_ends_with_the_game_however_that_ends() {
    let dir = tempfile::tempdir().unwrap();
    let (ids, script) = (dir.path().join("ids"), dir.path().join("seat.sh"));
    let started = |answers: &str| {
        let _ = fs::remove_file(&ids);
        let text =
            format!("sleep 500 &\necho $! > {0}.new\nmv {0}.new {0}\n{answers}\n", ids.display());
        fs::write(&script, text).unwrap();
    };
    started("while read -r asked; do echo '{\"option\": 0}'; done");
    let ran = played(&[format!("2=sh {}", script.display())]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(has_ended(&fs::read_to_string(&ids).unwrap()));
    // The same if the game is ended while the program thinks.
    started("sleep 500");
    let config = dir.path().join("game.toml");
    fs::write(&config, "players = [\"Ana\", \"Bob\"]\n[expansions]\n").unwrap();
    let program = format!("1=sh {}", script.display());
    let args = ["play", "game.toml", "--auto", "--program", &program];
    let mut child = crate::support::bastide(dir.path(), &args).spawn().unwrap();
    let id = loop {
        if let Ok(id) = fs::read_to_string(&ids) {
            break id;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    let told = std::process::Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(told.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(has_ended(&id));
}
