//! What every page must keep to.

use std::collections::BTreeSet;

use super::config::manifests;
use super::{read, root};

const BOOK: &str = "docs/src";

/// Chapters that the summary names.
fn chapters() -> Vec<String> {
    let summary = read(&format!("{BOOK}/SUMMARY.md"));
    let links = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.map(str::to_owned).collect()
}

#[test]
fn every_expansion_has_its_rules_in_the_book() {
    let pages: BTreeSet<String> = chapters().into_iter().collect();
    for manifest in manifests() {
        let id = &manifest.id;
        let page = format!("rules/{id}.md");
        assert!(pages.contains(&page), "the summary lacks {page}");
        let include = format!("{{{{#include ../../../expansions/{id}/rules.md}}}}");
        let text = read(&format!("{BOOK}/{page}"));
        assert!(text.contains(&include), "docs/src/{page} should say {include}");
        // Who looks at the page without building the book finds the text by a link.
        let file = format!("expansions/{id}/rules.md");
        let link = format!("[{file}](../../../{file})");
        assert!(text.contains(&link), "docs/src/{page} should link to {file}");
    }
}

#[test]
fn links_lead_somewhere() {
    let mut pages: Vec<String> =
        chapters().into_iter().map(|page| format!("{BOOK}/{page}")).collect();
    pages.extend(["README.md", "docs/ARCHITECTURE.md", "docs/src/SUMMARY.md"].map(str::to_owned));
    let mut bad = Vec::new();
    for page in &pages {
        let text = read(page);
        let folder = root().join(page);
        let folder = folder.parent().expect("a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            if !path.is_empty() && !path.contains("://") && !folder.join(path).exists() {
                bad.push(format!("{page}: {link}"));
            }
        }
        for include in text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next())
        {
            if !folder.join(include).exists() {
                bad.push(format!("{page}: include {include}"));
            }
        }
    }
    assert!(bad.is_empty(), "links that lead nowhere:\n{}", bad.join("\n"));
}

/// The text of a fence that follows a line with the path of a file, for every such fence of a page.
fn quoted(page: &str) -> Vec<(String, String)> {
    let text = read(page);
    let mut found = Vec::new();
    for part in text.split("<!-- file: ").skip(1) {
        let (path, rest) = part.split_once(" -->\n").expect("a path");
        let fence =
            rest.split_once("```").and_then(|(_, rest)| rest.split_once('\n')).expect("a fence").1;
        let body = fence.split("\n```").next().unwrap_or_default();
        found.push((path.to_owned(), format!("{body}\n")));
    }
    found
}

#[test]
fn quoted_files_are_quoted_as_they_are() {
    let mut pages: Vec<String> =
        chapters().into_iter().map(|page| format!("{BOOK}/{page}")).collect();
    pages.push("README.md".to_owned());
    let mut count = 0;
    for page in pages {
        for (path, body) in quoted(&page) {
            count += 1;
            assert!(read(&path) == body, "{page} quotes {path} otherwise than it is");
        }
    }
    assert!(count > 1, "the README quotes an expansion");
}

/// The two commands that come first on a page: one that builds and plays, one that passes the tests.
fn first_two(page: &str) -> Vec<&str> {
    let block = page.split("```console\n").nth(1).and_then(|rest| rest.split("```").next());
    let lines = block.unwrap_or_default().lines().filter_map(|line| line.strip_prefix("$ "));
    lines.map(|line| line.split('#').next().unwrap_or_default().trim()).collect()
}

/// Whoever is new types two commands, in either language, and `.ci/run` runs the same.
#[test]
fn the_two_commands_of_the_readme_are_those_that_are_run() {
    let (readme, script) = (read("README.md"), read(".ci/run"));
    let (english, french) = readme.split_once("## En français").expect("both languages");
    let two = first_two(english);
    assert_eq!(two, ["cargo run --release -- play --auto", "cargo test --workspace"]);
    assert_eq!(first_two(french), two);
    let before = english.split("```console").next().unwrap_or_default();
    assert!(!before.contains("\n## ") && before.len() < 500, "they come first on the page");
    // As a stage, or in a function that one runs.
    let called = |line: &str| {
        let stage = line.strip_prefix("stage ").and_then(|rest| Some(rest.split_once("\" ")?.1));
        stage.or(line.trim().strip_suffix(" >\"$out\" || return 1")).map(str::to_owned)
    };
    let runs = |command: &str| script.lines().filter_map(called).any(|line| line == command);
    for command in two {
        assert!(runs(command), ".ci/run does not run `{command}`");
    }
}

/// The program is called by its name wherever the book shows a command, but for the first of the README.
#[test]
fn commands_call_the_program_by_its_name() {
    let mut pages: Vec<String> =
        chapters().into_iter().map(|page| format!("{BOOK}/{page}")).collect();
    pages.push("README.md".to_owned());
    let (mut shown, mut bad) = (0, Vec::new());
    for page in pages {
        for (number, line) in read(&page).lines().enumerate() {
            shown += usize::from(line.starts_with("$ bastide "));
            let first = page == "README.md" && line.contains(" play --auto   #");
            let built =
                line.starts_with("$ cargo run ") || line.contains("cargo run --release -- ");
            if built && !first {
                bad.push(format!("{page}:{}: {line}", number + 1));
            }
        }
    }
    assert!(shown > 50, "{shown} commands");
    assert!(bad.is_empty(), "write `bastide`:\n{}", bad.join("\n"));
}
