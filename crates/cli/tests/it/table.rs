//! What a person at the table reads and types: options and moves in words, tiles by name, faults in their language.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use crate::command::{folder, typed};
use crate::support::run;

/// Two people, each with tiles in hand.
const HANDS: &str = "players = [\"Ana\", \"Bea\"]\nseed = 3\n[expansions]\ntactical-hand = true\n";

#[test]
fn options_and_moves_are_told_in_words() {
    let dir = folder();
    let ran = typed(dir.path(), &["play", "game.toml"], "bot\noptions\nbot\nlog\nquit\n\n");
    assert!(ran.out.contains(") meeple: "), "{}", ran.out);
    assert!(ran.out.contains("(deploy meeple "), "{}", ran.out);
    let log = |line: &&str| line.starts_with("Ana: ") && line.contains(" tile at ");
    assert!(ran.out.lines().any(|line| log(&line)), "{}", ran.out);
    let french = typed(
        dir.path(),
        &["play", "game.toml", "--lang", "fr"],
        "robot\noptions\nrobot\njournal\nquitter\n\n",
    );
    assert!(french.out.contains(") partisan : "), "{}", french.out);
    let log = |line: &&str| line.starts_with("Ana : tuile ") && line.contains(" en ");
    assert!(french.out.lines().any(|line| log(&line)), "{}", french.out);
    // Outside records there is no English.
    for line in french.out.lines() {
        let said = line.split(['(', '[']).next().unwrap_or_default();
        let english = [" tile", " at ", "meeple", "road", "city", "field", "deploy", "draw"];
        assert!(english.iter().all(|word| !said.contains(word)), "{line}");
    }
}

#[test]
fn of_several_tiles_in_hand_one_is_named() {
    let dir = folder();
    std::fs::write(dir.path().join("hands.toml"), HANDS).unwrap();
    let play = |lines: &str| typed(dir.path(), &["play", "hands.toml"], lines);
    let ran = play("\n5,5\nwhy 5,5\noptions\nquit\n\n");
    // It is asked once more below what was looked at meanwhile.
    assert_eq!(ran.err.matches("5,5: which tile, ").count(), 3, "{}", ran.err);
    assert!(!ran.err.contains("there is no tile"), "{}", ran.err);
    // The first tile of the list, its first cell and rotation.
    let at = ran.out.lines().position(|line| line.starts_with("  1) ")).unwrap();
    let lines: Vec<&str> = ran.out.lines().collect();
    let name = lines[at - 1].rsplit_once('(').unwrap().1.trim_end_matches(')');
    let mut words = lines[at].split_whitespace().skip(1);
    let (cell, turn) = (words.next().unwrap(), words.next().unwrap());
    let ran = play(&format!("\n{name} {cell} {turn}\nlog\nquit\n\n"));
    let placed = format!("tile at {cell} {turn}");
    assert!(ran.out.lines().any(|l| l.starts_with("Ana: ") && l.contains(&placed)), "{}", ran.out);
    // The cell may come first and the tile after the question.
    let ran = play(&format!("\n7,7 r0\n{name}\nwhy {name} 7,7\nquit\n\n"));
    assert_eq!(ran.err.matches("is not allowed").count(), 2, "{}", ran.err);
}

#[test]
fn control_characters_are_not_printed_back() {
    let dir = folder();
    let ran = typed(
        dir.path(),
        &["play", "game.toml"],
        "\u{1b}[A\nwhy \u{1b}]0;x\u{7}\nsave none/\u{1b}[2J\nquit\n\n",
    );
    assert!(ran.err.contains("\\u{1b}"), "{}", ran.err);
    assert!(!ran.err.contains('\u{1b}') && !ran.err.contains('\u{7}'), "{:?}", ran.err);
}

#[test]
fn tiles_stand_in_rows_as_wide_as_the_terminal() {
    use std::io::Write as _;
    let dir = folder();
    let widest = |columns: &str| {
        let mut child = crate::support::bastide(dir.path(), &["play", "game.toml"])
            .env("COLUMNS", columns)
            .env("LINES", "60")
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"tiles\nquit\n\n").unwrap();
        let out = crate::support::told(child.wait_with_output().unwrap()).out;
        let rows = out.lines().skip_while(|line| !line.contains("tiles left to draw"));
        rows.filter(|line| line.contains('×')).map(|line| line.matches('×').count()).max().unwrap()
    };
    assert_eq!(widest("40"), 3);
    assert_eq!(widest("80"), 6);
    assert!(widest("200") >= 15);
}

#[test]
fn a_wrong_command_line_is_told_in_the_language_of_the_person() {
    let dir = folder();
    let err = |args: &[&str]| {
        let ran = run(dir.path(), &[args, &["--lang", "fr"]].concat());
        assert!(ran.code == 2 || ran.code == 3, "{}", ran.err);
        for english in
            ["unrecognized", "possible values", "Usage:", "required", "invalid", "No such"]
        {
            assert!(!ran.err.contains(english), "{}", ran.err);
        }
        ran.err
    };
    let wrong = err(&["plai"]);
    assert!(wrong.contains("commande inconnue : 'plai'") && wrong.contains("'play'"), "{wrong}");
    assert!(wrong.contains("Utilisation : bastide"), "{wrong}");
    let wrong = err(&["play", "--confirm", "maybe"]);
    assert!(wrong.contains("[valeurs possibles : always, never]"), "{wrong}");
    assert!(err(&["play", "--sead", "1"]).contains("argument inconnu : '--sead'"));
    assert!(err(&["simulate", "-n", "x"]).contains("ce n'est pas un nombre entier"));
    assert!(err(&["simulate", "-n", "-3"]).contains("'-3' : le nombre est trop petit"));
    assert!(
        err(&["play", "--seed", "x"]).contains("une graine est un nombre de 0 à 999999999999999")
    );
    assert!(err(&["simulate", "-n", "0"]).contains("il faut un nombre de 1 à "));
    assert!(err(&["verify"]).contains("il manque un argument :"));
    assert!(err(&["play", "none.toml"]).contains("fichier ou dossier introuvable"));
    // In English it is as before.
    let ran = run(dir.path(), &["plai"]);
    assert!(ran.err.contains("unrecognized subcommand 'plai'"), "{}", ran.err);
}

#[test]
fn the_end_of_a_game_is_no_wider_than_the_terminal() {
    let dir = folder();
    let end = |columns: &str| {
        let mut command =
            crate::support::bastide(dir.path(), &["play", "game.toml", "--auto", "--seed", "11"]);
        let ran = crate::support::told(
            command.env("COLUMNS", columns).env("LINES", "24").output().unwrap(),
        );
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    let widest = |out: &str| out.lines().map(|line| line.chars().count()).max().unwrap();
    let narrow = end("42");
    assert!(widest(&narrow) <= 42, "{narrow}");
    assert!(narrow.contains('■') && narrow.contains('□'), "{narrow}");
    assert!(widest(&end("300")) > 60);
}
