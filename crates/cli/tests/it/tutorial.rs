//! Pages that are tried out command by command: files are written as the page shows them, commands run in the order of
//! the page, and what they print is what the page shows. A line after `> ` is typed into the game that the command before
//! it plays. `...` stands for any lines, `[..]` for any text of a line.
//! `UPDATE=1 cargo test -p bastide-cli --test it tutorial` writes what has changed into the pages.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support;

/// The pages, and the locale of their readers.
const PAGES: &[(&str, &str)] = &[
    ("docs/src/tutorial.md", "en_GB.UTF-8"),
    ("docs/src/first-game.md", "en_GB.UTF-8"),
    ("docs/src/fr/tutoriel.md", "fr_FR.UTF-8"),
    ("docs/src/fr/premiere-partie.md", "fr_FR.UTF-8"),
];
/// Most lines that are not empty of the expansion of one tile and one rule.
const LINES_MAX: usize = 30;
/// What a game ends with when it asks for a line.
const PROMPT: &str = "> ";

/// A part of a page: text, or a code block with the line before it.
enum Part {
    Text(String),
    /// Path of the file that it is.
    File(String, String),
    /// Exit code of its last command.
    Console(i32, String),
}

fn path(page: &str) -> PathBuf {
    support::root().join(page)
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

/// Without blanks at the ends of lines, and without empty lines at the end.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// What a command prints as it is typed into: the exit code, then what comes before the first line and after each.
fn run(dir: &Path, locale: &str, command: &str, typed: &[String]) -> (i32, Vec<String>) {
    let mut args: Vec<&str> = command.split_whitespace().collect();
    assert_eq!(args.remove(0), "bastide", "the page runs nothing else: {command}");
    if !typed.is_empty() {
        // A terminal has this setting by default.
        args.extend(["--confirm", "always"]);
    }
    let mut screen = tempfile::tempfile().unwrap();
    let mut child = support::bastide(dir, &args)
        .envs([("LANG", locale), ("COLUMNS", "80"), ("LINES", "60")])
        .env("BASTIDE_STATE", dir.join("state"))
        .stdin(Stdio::piped())
        .stdout(screen.try_clone().unwrap())
        .stderr(screen.try_clone().unwrap())
        .spawn()
        .unwrap();
    let lines: String = typed.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    // A program that reads nothing may be gone by now.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let code = child.wait().unwrap().code().unwrap_or(-1);
    let mut all = String::new();
    screen.rewind().unwrap();
    screen.read_to_string(&mut all).unwrap();
    assert!(!all.contains("panicked"), "{all}");
    let after: Vec<String> = if typed.is_empty() {
        vec![trimmed(&all)]
    } else {
        let screens: Vec<&str> = all.split(PROMPT).collect();
        // The prompt is the page's, before the line that is typed.
        screens.into_iter().map(trimmed).collect()
    };
    assert_eq!(after.len(), typed.len() + 1, "one screen for each line of {typed:?}:\n{all}");
    (code, after)
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

/// A command, or a line typed into it, with the output that the page shows.
struct Said {
    line: String,
    shown: String,
    typed: bool,
}

fn said(body: &str) -> Vec<Said> {
    let mut all: Vec<Said> = Vec::new();
    for line in body.lines() {
        let typed = line == PROMPT.trim() || line.starts_with(PROMPT);
        if typed || line.starts_with("$ ") {
            let line = line.get(2..).unwrap_or_default().to_owned();
            all.push(Said { line, shown: String::new(), typed });
        } else {
            let last = all.last_mut().expect("a command or what is typed comes first");
            last.shown.push_str(line);
            last.shown.push('\n');
        }
    }
    all
}

/// Runs what the page says, in a folder of its own; the page as it should be.
fn tried(text: &str, locale: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let parts = parts(text);
    let blocks = parts.iter().map(|part| match part {
        Part::Console(_, body) => said(body),
        _ => Vec::new(),
    });
    let blocks: Vec<Vec<Said>> = blocks.collect();
    let lines: Vec<&Said> = blocks.iter().flatten().collect();
    let (mut done, mut at, mut screens) = (String::new(), 0, Vec::new().into_iter());
    for (part, block) in parts.iter().zip(&blocks) {
        match part {
            Part::Text(text) => done += text,
            Part::File(path, body) => {
                let file = dir.path().join(path);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(file, body).unwrap();
                done += body;
            }
            Part::Console(exit, _) => {
                for (i, said) in block.iter().enumerate() {
                    at += 1;
                    if !said.typed {
                        let typed = lines[at..].iter().take_while(|next| next.typed);
                        let typed: Vec<String> = typed.map(|next| next.line.clone()).collect();
                        let (code, all) = run(dir.path(), locale, &said.line, &typed);
                        let wanted = if i + 1 == block.len() { *exit } else { 0 };
                        assert_eq!(code, wanted, "{}\n{all:?}", said.line);
                        screens = all.into_iter();
                    }
                    let printed = screens.next().expect("a screen for each line");
                    let shown = trimmed(&said.shown);
                    let as_shown = fits(
                        &shown.lines().collect::<Vec<_>>(),
                        &printed.lines().collect::<Vec<_>>(),
                    );
                    let sign = if said.typed { PROMPT } else { "$ " };
                    done += format!("{sign}{}", said.line).trim_end();
                    done.push('\n');
                    let text = if as_shown { shown } else { printed };
                    if !text.is_empty() {
                        done.extend([text.as_str(), "\n"]);
                    }
                }
            }
        }
    }
    assert!(at > 5, "{at} commands are found");
    done
}

#[test]
fn every_command_of_the_pages_does_what_they_say() {
    for (page, locale) in PAGES {
        let text = std::fs::read_to_string(path(page)).unwrap();
        let done = tried(&text, locale);
        if done != text && std::env::var_os("UPDATE").is_some() {
            std::fs::write(path(page), &done).unwrap();
        } else if done != text {
            for (shown, printed) in text.lines().zip(done.lines()) {
                assert_eq!(shown, printed, "{page} shows something else");
            }
            panic!("{page} is longer or shorter than what is printed");
        }
    }
}

#[test]
fn one_tile_and_one_rule_take_less_than_thirty_lines() {
    let text = std::fs::read_to_string(path(PAGES[0].0)).unwrap();
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

#[test]
fn the_readme_names_every_verb() {
    let help = support::run(&support::root(), &["--help"]).out;
    let verbs = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let verbs: Vec<&str> = verbs
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(verbs.len() > 10, "{help}");
    let readme = std::fs::read_to_string(path("README.md")).unwrap();
    let row = readme.lines().find(|line| line.starts_with("| command |")).unwrap();
    for verb in verbs {
        assert!(row.contains(&format!("`{verb}`")), "`{verb}` is missing: {row}");
    }
}
