//! Faulty inputs, ten or more of each level, with their messages in both languages. A change of a message shows its
//! effects here.

use std::fmt::Write as _;
use std::path::Path;

use bastide::Library;
use bastide::core::{Fault, Severity};
use bastide_check::{Report, explain, of_texts};
use bastide_text::line_col;

const MINE: &str = "expansions/mine/";
const RULES: &str =
    "### mine.extra\n\nOne point more.\n\n*Un point de plus.*\n\nSource: house rule\n";

/// Path and text of each file of a case.
type Files = Vec<(String, String)>;

/// The cases of a level: what is wrong, and the files.
fn cases(level: &str) -> Vec<(String, Files)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/broken/{level}.txt"));
    let text = std::fs::read_to_string(path).expect("the inputs");
    let mut cases = Vec::new();
    for case in text.split("##### ").skip(1) {
        let mut parts = case.split("=== ");
        let name = parts.next().unwrap_or_default().trim().to_owned();
        let file = |part: &str| {
            let (path, text) = part.split_once('\n').expect("a path and a text");
            (path.to_owned(), text.to_owned())
        };
        cases.push((name, complete(parts.map(file).collect())));
    }
    cases
}

/// Adds a manifest and texts of rules, unless the case brings its own.
fn complete(mut files: Files) -> Files {
    let text = |path: &str| files.iter().find(|f| f.0 == format!("{MINE}{path}")).map(|f| &f.1);
    if !files.iter().any(|file| file.0.starts_with(MINE)) {
        return files;
    }
    let mut more = Vec::new();
    if text("expansion.toml").is_none() {
        let mut manifest = "id = \"mine\"\nshort = \"mine\"\nversion = \"1.0.0\"\napi = 2\n\
            name = { en = \"Mine\", fr = \"À moi\" }\nneeds = [\"base\"]\n"
            .to_owned();
        if text("tiles/mine.toml").is_some() {
            manifest.push_str("sets = [\"mine\"]\n");
        }
        let script = text("init.lua").cloned().unwrap_or_default();
        if script.contains("option.rate") {
            manifest.push_str(
                "[option.rate]\nrange = [1, 3]\ndefault = 1\nlabel = { en = \"Rate\", fr = \"Taux\" }\n",
            );
        }
        if script.contains("seen") {
            manifest.push_str("[state.seen]\nper = \"game\"\n");
        }
        for (on, call) in [("scoring.points", "points"), ("on.placed", "placed")] {
            if script.contains(&format!("m.{call}(")) {
                let _ = write!(manifest, "[[hook]]\non = \"{on}\"\ncall = \"{call}\"\n");
            }
        }
        more.push((format!("{MINE}expansion.toml"), manifest));
    }
    if text("rules.md").is_none() {
        more.push((format!("{MINE}rules.md"), RULES.to_owned()));
    }
    files.extend(more);
    files
}

fn checked(files: &Files) -> Report {
    let files: Vec<(&str, &str)> = files.iter().map(|f| (f.0.as_str(), f.1.as_str())).collect();
    of_texts(Library::official(), &files)
}

/// A fault as people see it, with the line and what is marked in it.
fn shown(fault: &Fault, files: &Files) -> String {
    let mut out = String::new();
    let severity = if fault.severity == Severity::Error { "error" } else { "warning" };
    let text = files.iter().find(|file| file.0 == fault.file).map(|file| file.1.as_str());
    let _ = write!(out, "{severity}[{}] {}", fault.code, fault.file);
    if let (Some(text), Some(span)) = (text, &fault.span) {
        let (line, column) = line_col(text, span.start);
        let whole = text.lines().nth(line - 1).unwrap_or_default();
        let marked = text.get(span.clone()).unwrap_or_default().lines().next().unwrap_or_default();
        let marks = marked.chars().count().max(1);
        let _ = writeln!(out, ":{line}:{column}");
        let _ = writeln!(out, "  | {whole}");
        let _ = writeln!(out, "  | {}{}", " ".repeat(column - 1), "^".repeat(marks));
    } else {
        out.push('\n');
    }
    for (lang, help) in [("en", "help"), ("fr", "aide")] {
        let _ = writeln!(out, "  {}", fault.what.get(lang));
        if let Some(words) = &fault.help {
            let _ = writeln!(out, "    {help}: {}", words.get(lang));
        }
    }
    out
}

fn level(level: &str, count: usize) {
    let cases = cases(level);
    assert_eq!(cases.len(), count, "{level}");
    let mut out = String::new();
    for (name, files) in &cases {
        let report = checked(files);
        let _ = writeln!(out, "##### {name}\n");
        assert!(!report.faults.is_empty(), "{level}: nothing is found: {name}");
        for fault in &report.faults {
            let at = format!("{level}, {name}: {fault}");
            assert!(fault.span.is_some(), "no place: {at}");
            assert!(fault.help.is_some(), "no way out: {at}");
            assert!(files.iter().any(|file| file.0 == fault.file), "another file: {at}");
            assert!(explain::of(&fault.code).is_some(), "no text: {at}");
            let _ = writeln!(out, "{}", shown(fault, files));
        }
    }
    insta::assert_snapshot!(level, out);
}

#[test]
fn syntax() {
    level("syntax", 10);
}

#[test]
fn shape() {
    level("shape", 10);
}

#[test]
fn geometry() {
    level("geometry", 12);
}

#[test]
fn set() {
    level("set", 12);
}

#[test]
fn others() {
    level("others", 25);
}

#[test]
fn playability() {
    level("playability", 10);
}

#[test]
fn script() {
    level("script", 15);
}
