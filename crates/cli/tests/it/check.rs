//! `check` and `explain` as people and programs run them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use crate::support;

const GOOD: &str = "id = \"mine\"\nname = { en = \"Mine\", fr = \"À moi\" }\n[[tile]]\nid = \"a\"\ncount = 1\n\
                    city = [{ at = \"N\" }]\n";

/// Exit code, data, notes.
fn run(dir: &Path, args: &[&str]) -> (i32, String, String) {
    let ran = support::run(dir, args);
    (ran.code, ran.out, ran.err)
}

fn folder(text: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("mine.toml"), text).unwrap();
    dir
}

#[test]
fn what_is_right_is_fine() {
    let dir = folder(GOOD);
    let (code, out, err) = run(dir.path(), &["check", "mine.toml"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("no errors, 1 tile checked in "), "{out}");
    let (_, out, _) = run(dir.path(), &["check", "--lang", "fr", "."]);
    assert!(out.starts_with("aucune erreur, 1 tuile vérifiée en "), "{out}");
}

#[test]
fn what_is_wrong_is_a_finding_with_its_place() {
    let dir = folder(&GOOD.replace("\"N\"", "\"N Q\""));
    let (code, out, _) = run(dir.path(), &["check", "mine.toml"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("error[T0107]") && out.contains("mine.toml:6:19"), "{out}");
    assert!(out.contains("\n1 error, 1 tile checked in "), "{out}");
    let (code, out, _) = run(dir.path(), &["check", "--format", "json", "mine.toml"]);
    assert_eq!(code, 1);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&json["errors"], &json["tiles"]), (&1.into(), &1.into()), "{json}");
    let finding = &json["findings"][0];
    assert_eq!((&finding["line"], &finding["column"]), (&6.into(), &19.into()), "{json}");
    let (code, ..) = run(dir.path(), &["check", "gone.toml"]);
    assert_eq!(code, 3);
}

/// A config from another system: positions are right for any line ends and byte order mark.
#[test]
fn other_line_ends_and_a_mark_at_the_beginning_move_no_place() {
    let config = "players = 2\nseed = 3\n[expansions]\nrivver = true\n";
    let dir = folder(config);
    let args = ["check", "--format", "json", "mine.toml"];
    let (_, plain, _) = run(dir.path(), &args);
    let (_, shown, _) = run(dir.path(), &["check", "mine.toml"]);
    assert!(shown.contains("4 | rivver = true") && shown.contains("| ^^^^^^\n"), "{shown}");
    std::fs::write(dir.path().join("mine.toml"), config.replace('\n', "\r\n")).unwrap();
    assert_eq!(run(dir.path(), &args).1, plain, "CRLF");
    std::fs::write(dir.path().join("mine.toml"), format!("\u{feff}{config}")).unwrap();
    assert_eq!(run(dir.path(), &args).1, plain, "byte order mark");
}

#[test]
fn what_is_no_text_or_too_long_is_told_alike_and_with_its_own_way_out() {
    let dir = folder(GOOD);
    let alike = |bytes: &[u8], wanted: &str| {
        std::fs::write(dir.path().join("game.toml"), bytes).unwrap();
        let (_, checked, _) = run(dir.path(), &["check", "game.toml"]);
        assert!(checked.contains("F0002") && checked.contains(wanted), "{checked}");
        assert!(!checked.contains("permissions"), "{checked}");
        checked
    };
    let checked = alike(b"players = \x00\xff\xfe", "byte 11 is not UTF-8: this is no text file");
    let (code, _, played) = run(dir.path(), &["play", "game.toml"]);
    assert_eq!(code, 3);
    let told = |all: &str| all.lines().find(|line| line.contains("help:")).map(str::to_owned);
    assert!(told(&checked).is_some() && told(&checked) == told(&played), "{played}");
    alike(&vec![b'#'; 3 << 20], "split it");
}

/// A look that cannot be read is found wherever the folder is checked, and told when a game is drawn with it;
/// the game is played.
#[test]
fn looks_are_checked_and_told() {
    let dir = tempfile::tempdir().unwrap();
    let (code, out, err) = run(dir.path(), &["new", "expansion", "mine"]);
    assert_eq!(code, 0, "{out}{err}");
    let look = dir.path().join("mine/draw.toml");
    std::fs::write(&look, "[figure.mine]\nshapes = [{ path = \"M0 0z\", fill = \"url(#x)\" }]\n")
        .unwrap();
    for path in ["mine", "mine/draw.toml"] {
        let (code, out, _) = run(dir.path(), &["check", path]);
        assert_eq!(code, 1, "{out}");
        assert!(out.contains("error[D0103]") && out.contains("draw.toml:2:"), "{out}");
    }
    std::fs::create_dir(dir.path().join("expansions")).unwrap();
    std::fs::rename(dir.path().join("mine"), dir.path().join("expansions/mine")).unwrap();
    let (code, out, err) = run(dir.path(), &["play", "--auto", "--path", "."]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("D0103") && out.contains('='), "{err}");
}

#[test]
fn a_change_is_checked_again() {
    let dir = folder(GOOD);
    let mut child = support::bastide(dir.path(), &["check", "--watch", "mine.toml"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("no errors"));
    // The watch begins after the first line: written again until it is seen.
    let path = dir.path().join("mine.toml");
    let bad = GOOD.replace("\"N\"", "\"N Q\"");
    let seen =
        std::thread::spawn(move || lines.map_while(Result::ok).find(|line| line.contains("T0107")));
    for _ in 0..60 {
        std::fs::write(&path, &bad).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(500));
        if seen.is_finished() {
            break;
        }
    }
    let ended = seen.is_finished();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(ended && seen.join().unwrap().is_some());
}

#[test]
fn a_code_is_explained() {
    let dir = folder(GOOD);
    let (code, out, _) = run(dir.path(), &["explain", "t0107"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("T0107\n") && out.contains("Example:"), "{out}");
    let (_, out, _) = run(dir.path(), &["explain", "--lang", "fr", "T0107"]);
    assert!(out.contains("Exemple :"), "{out}");
    let (code, _, err) = run(dir.path(), &["explain", "T9999"]);
    assert_eq!(code, 2);
    assert!(err.contains("F0010") && err.contains("no code `T9999`"), "{err}");
    let (code, _, err) = run(dir.path(), &["explain", "zzz.zzzzzz"]);
    assert_eq!(code, 2);
    assert!(err.contains("a rule `zzz.zzzzzz`") && err.contains("--path"), "{err}");
}

#[test]
fn a_script_that_cannot_be_read_is_shown_alike_by_check_and_test() {
    let dir = tempfile::tempdir().expect("a folder");
    let made = support::run(dir.path(), &["new", "expansion", "mine"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let script = "local m = ...\nfunction m.road(game, claim, score)\n  local n = = 3\nend\n";
    std::fs::write(dir.path().join("mine/init.lua"), script).expect("written");
    let caret = |verb: &str| {
        let ran = support::run(dir.path(), &[verb, "mine"]);
        let all = ran.out + &ran.err;
        let lines: Vec<&str> = all.lines().collect();
        let at = lines.iter().position(|line| line.contains("local n = = 3"));
        let at = at.unwrap_or_else(|| panic!("{verb}: {all}"));
        lines[at + 1].trim_end().to_owned()
    };
    let checked = caret("check");
    assert_eq!(checked.matches('^').count(), 1, "{checked}");
    assert_eq!(caret("test"), checked);
}
