//! The tutorial, command by command: files are written as the page shows them, commands run in the order of
//! the page, and what they print is what the page shows. `...` stands for any lines, `[..]` for any text of a
//! line. `UPDATE=1 cargo test -p bastide-cli --test it tutorial` writes what has changed into the page.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};

use crate::support;

const PAGE: &str = "docs/src/tutorial.md";
/// Most lines that are not empty of the expansion of one tile and one rule.
const LINES_MAX: usize = 30;

/// A part of the page: text, or a fence with what stands before it.
enum Part {
    Text(String),
    /// Path of the file that it is.
    File(String, String),
    /// Exit code of its last command.
    Console(i32, String),
}

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PAGE)
}

fn parts(text: &str) -> Vec<Part> {
    let (mut parts, mut plain) = (Vec::new(), String::new());
    let mut lines = text.lines();
    let (mut file, mut exit) = (None, 0);
    while let Some(line) = lines.next() {
        let note = line.strip_prefix("<!-- ").and_then(|l| l.strip_suffix(" -->"));
        file = note.and_then(|n| n.strip_prefix("write: ")).map(str::to_owned).or(file);
        exit = note.and_then(|n| n.strip_prefix("exit: ")).map_or(exit, |n| n.parse().unwrap());
        plain.push_str(line);
        plain.push('\n');
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let body: String =
            lines.by_ref().take_while(|l| *l != "```").flat_map(|l| [l, "\n"]).collect();
        parts.push(Part::Text(std::mem::take(&mut plain)));
        match (file.take(), kind) {
            (Some(path), _) => parts.push(Part::File(path, body)),
            (None, "console") => parts.push(Part::Console(std::mem::take(&mut exit), body)),
            (None, _) => parts.push(Part::Text(body)),
        }
        plain.push_str("```\n");
    }
    parts.push(Part::Text(plain));
    parts
}

/// What a command prints: data, then notes.
fn run(dir: &Path, command: &str) -> (i32, String) {
    let args: Vec<&str> = command.split_whitespace().collect();
    assert_eq!(args[0], "bastide", "the tutorial runs nothing else: {command}");
    let ran = support::run(dir, &args[1..]);
    let printed = ran.out + &ran.err;
    let printed: Vec<String> =
        printed.trim_end().lines().map(|line| line.trim_end().to_owned()).collect();
    (ran.code, printed.join("\n"))
}

/// Whether lines are as the page shows them.
fn fits(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|n| fits(rest, &printed[n..])),
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, more)| line_fits(line, first) && fits(rest, more)),
    }
}

fn line_fits(shown: &str, printed: &str) -> bool {
    let Some((start, rest)) = shown.split_once("[..]") else { return shown == printed };
    let Some(printed) = printed.strip_prefix(start) else { return false };
    printed.char_indices().any(|(i, _)| line_fits(rest, &printed[i..])) || line_fits(rest, "")
}

/// Runs the commands of a fence; the fence as it should be.
fn console(dir: &Path, exit: i32, body: &str) -> String {
    let mut out = String::new();
    let body = format!("\n{body}");
    let commands: Vec<&str> = body.split("\n$ ").skip(1).collect();
    for (i, part) in commands.iter().enumerate() {
        let (command, shown) = part.split_once('\n').unwrap();
        let shown = shown.trim_end();
        let (code, printed) = run(dir, command);
        let wanted = if i + 1 == commands.len() { exit } else { 0 };
        assert_eq!(code, wanted, "{command}\n{printed}");
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let (a, b) = (lines(shown), lines(&printed));
        let as_shown = fits(
            &a.iter().map(String::as_str).collect::<Vec<_>>(),
            &b.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let text = if as_shown { shown } else { &printed };
        out.extend(["$ ", command, "\n"]);
        if !text.is_empty() {
            out.extend([text, "\n"]);
        }
    }
    out
}

#[test]
fn every_command_of_the_tutorial_does_what_it_says() {
    let dir = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(page()).unwrap();
    let (mut done, mut commands) = (String::new(), 0);
    for part in parts(&text) {
        match part {
            Part::Text(text) => done += &text,
            Part::File(path, body) => {
                let file = dir.path().join(&path);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(file, &body).unwrap();
                done += &body;
            }
            Part::Console(exit, body) => {
                commands += 1;
                done += &console(dir.path(), exit, &body);
            }
        }
    }
    assert!(commands > 5, "{commands} blocks of commands are found");
    if done != text && std::env::var_os("UPDATE").is_some() {
        std::fs::write(page(), &done).unwrap();
    } else if done != text {
        for (shown, printed) in text.lines().zip(done.lines()) {
            assert_eq!(shown, printed, "{PAGE} shows something else");
        }
        panic!("{PAGE} is longer or shorter than what is printed");
    }
}

#[test]
fn one_tile_and_one_rule_take_less_than_thirty_lines() {
    let text = std::fs::read_to_string(page()).unwrap();
    let mut files = std::collections::BTreeMap::new();
    for part in parts(&text) {
        // The first text of each file: later ones are mistakes that the page makes and mends.
        if let Part::File(path, body) = part {
            files.entry(path).or_insert(body);
        }
    }
    let of = |path: &str| files[path].lines().filter(|line| !line.trim().is_empty()).count();
    let lines: usize = ["expansion.toml", "tiles/wells.toml", "init.lua", "rules.md"]
        .map(|f| of(&format!("wells/{f}")))
        .iter()
        .sum();
    assert!(lines < LINES_MAX, "{lines} lines");
}

#[test]
fn dots_stand_for_what_changes() {
    let is = |shown: &str, printed: &str| {
        fits(&shown.lines().collect::<Vec<_>>(), &printed.lines().collect::<Vec<_>>())
    };
    assert!(is("a\n...\nc", "a\nb\nb\nc") && is("a\n...\nc", "a\nc") && !is("a\n...\nc", "a\nb"));
    assert!(is("in [..] s", "in 0.3 s") && !is("in [..] s", "in 0.3 m") && !is("a", "a\nb"));
}
