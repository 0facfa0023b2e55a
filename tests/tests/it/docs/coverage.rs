//! Every rule of the reference sheet against the scenarios that show it, and the page that says so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use bastide::Library;
use bastide_proof::scenario::{self, Scenario};
use bastide_text::{Document, Table};

use super::check;
use super::page::{head, row};
use super::{read, root};

const LIST: &str = "tests/fixtures/rules.toml";
const PAGE: &str = "docs/src/coverage.md";

/// One chapter of the sheet.
struct Chapter {
    id: String,
    name: String,
    /// Rules and what they say.
    rules: Vec<(String, String)>,
    /// Rules that no game can show, and why.
    unseen: BTreeMap<String, String>,
    cases: Vec<String>,
}

/// A table of the list: what its first keys say, and a key for each of the rest.
struct Row {
    texts: [String; 2],
    /// Scenarios, or rules that some scenario shows.
    shown: Vec<String>,
    /// Scenarios by edition.
    editions: Vec<(String, String)>,
}

struct List {
    /// Chapters whose scenarios are being written.
    pending: BTreeSet<String>,
    /// Rules of other chapters that wait for one of those.
    waiting: BTreeSet<String>,
    chapters: Vec<Chapter>,
    editions: Vec<Row>,
    readings: Vec<Row>,
    examples: Vec<Row>,
}

fn pairs(table: &Table<'_>) -> Vec<(String, String)> {
    let text = |key: &str| table.str(key).unwrap_or_default().to_owned();
    table.entries().filter(|e| e.key != "axis").map(|e| (e.key.clone(), text(&e.key))).collect()
}

fn list() -> List {
    let mut faults = Vec::new();
    let document = Document::parse(LIST, &read(LIST), &mut faults);
    let document = document.unwrap_or_else(|| panic!("{LIST}: {faults:?}"));
    let root = document.root();
    let below = |table: &Table<'_>, key| table.table(key).map(|t| pairs(&t)).unwrap_or_default();
    let text = |table: &Table<'_>, key: &str| table.str(key).unwrap_or_default().to_owned();
    let chapter = |table: &Table<'_>| Chapter {
        id: text(table, "id"),
        name: text(table, "name"),
        rules: below(table, "rules"),
        unseen: below(table, "unseen").into_iter().collect(),
        cases: table.strings("cases"),
    };
    let rows = |key: &str, texts: [&'static str; 2]| -> Vec<Row> {
        let row = |table: &Table<'_>| Row {
            texts: texts.map(|key| text(table, key)),
            shown: table.strings("shown"),
            editions: if table.has("axis") { pairs(table) } else { Vec::new() },
        };
        root.tables(key).iter().map(row).collect()
    };
    let list = List {
        pending: root.strings("pending").into_iter().collect(),
        waiting: root.strings("waiting").into_iter().collect(),
        chapters: root.tables("chapter").iter().map(chapter).collect(),
        editions: rows("edition", ["axis", "axis"]),
        readings: rows("reading", ["on", "taken"]),
        examples: rows("example", ["of", "value"]),
    };
    root.finish();
    let faults = document.take_faults();
    assert!(faults.is_empty(), "{LIST}: {faults:?}");
    list
}

/// The scenarios of all folders as they lie there now, built in or not.
fn scenarios() -> Vec<Scenario> {
    let mut library = Library::official();
    library.search(&root()).unwrap_or_else(|faults| panic!("{faults:?}"));
    let of = |folder: &bastide::library::Folder| {
        scenario::of_folder(&library, &folder.id).unwrap_or_else(|faults| panic!("{faults:?}"))
    };
    library.folders().flat_map(of).collect()
}

impl List {
    fn chapter_of(&self, id: &str) -> Option<&Chapter> {
        let middle = id.split('-').nth(1)?;
        self.chapters.iter().find(|chapter| chapter.id == middle)
    }

    /// Whether a rule or case may lack its scenario for now.
    fn may_wait(&self, id: &str) -> bool {
        self.waiting.contains(id)
            || self.chapter_of(id).is_some_and(|chapter| self.pending.contains(&chapter.id))
    }

    fn knows(&self, rule: &str) -> bool {
        self.chapters.iter().any(|chapter| chapter.rules.iter().any(|(id, _)| id == rule))
    }
}

/// Scenarios that show a rule or are a case: `T-END-01b` is a part of the case `T-END-01`.
fn shows<'a>(all: &'a [Scenario], id: &str) -> Vec<&'a Scenario> {
    let part = |s: &Scenario| {
        s.id.strip_prefix(id).is_some_and(|rest| {
            rest.is_empty() || rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_lowercase())
        })
    };
    all.iter().filter(|s| s.rules.iter().any(|rule| rule == id) || part(s)).collect()
}

#[test]
fn every_rule_and_every_case_has_a_scenario() {
    let (list, all) = (list(), scenarios());
    let mut bad = Vec::new();
    for chapter in &list.chapters {
        let rules = chapter.rules.iter().map(|(id, _)| id);
        for id in rules.chain(&chapter.cases) {
            let excused = chapter.unseen.contains_key(id);
            match (shows(&all, id).is_empty(), excused) {
                (true, false) if !list.may_wait(id) => bad.push(format!("{id}: no scenario")),
                (false, true) => bad.push(format!("{id}: has scenarios and an excuse")),
                _ => {}
            }
        }
        for (id, why) in &chapter.unseen {
            if !list.knows(id) || why.is_empty() {
                bad.push(format!("{id}: an excuse for nothing, or an empty one"));
            }
        }
    }
    assert!(bad.is_empty(), "rules against scenarios:\n{}", bad.join("\n"));
}

#[test]
fn scenarios_name_rules_that_there_are() {
    let (list, all) = (list(), scenarios());
    let mut bad = Vec::new();
    let mut seen = BTreeSet::new();
    for s in &all {
        if !seen.insert(&s.id) {
            bad.push(format!("{}: {} is the id of another scenario too", s.file, s.id));
        }
        let unknown = s.rules.iter().filter(|rule| rule.starts_with("R-") && !list.knows(rule));
        bad.extend(unknown.map(|rule| format!("{}: {}: no rule {rule}", s.file, s.id)));
    }
    for chapter in list.pending.iter().filter(|id| !list.chapters.iter().any(|c| c.id == **id)) {
        bad.push(format!("no chapter {chapter}"));
    }
    assert!(bad.is_empty(), "scenarios against rules:\n{}", bad.join("\n"));
}

#[test]
fn readings_examples_and_editions_are_shown() {
    let (list, all) = (list(), scenarios());
    let mut bad = Vec::new();
    for row in list.readings.iter().chain(&list.examples) {
        if row.shown.is_empty() {
            bad.push(format!("{}: nothing shows it", row.texts[0]));
        }
        let missing = row.shown.iter().filter(|id| shows(&all, id).is_empty());
        let missing = missing.filter(|id| !list.may_wait(id));
        bad.extend(missing.map(|id| format!("{}: no scenario {id}", row.texts[0])));
    }
    for row in &list.editions {
        for (edition, id) in &row.editions {
            match all.iter().find(|s| s.id == *id) {
                None => bad.push(format!("{}: no scenario {id}", row.texts[0])),
                Some(s) if s.edition != *edition => {
                    bad.push(format!("{id} plays {}, not {edition}", s.edition));
                }
                Some(_) => {}
            }
        }
    }
    assert!(bad.is_empty(), "readings, examples, editions:\n{}", bad.join("\n"));
}

/// `base/roads`, where the file is `expansions/base/tests/roads.toml`.
fn place(s: &Scenario) -> String {
    let file = s.file.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml");
    format!("{}/{file}", s.expansion)
}

fn named(list: &[&Scenario]) -> String {
    list.iter().map(|s| format!("`{}`", s.id)).collect::<Vec<_>>().join(", ")
}

#[test]
fn rules() {
    let (list, all) = (list(), scenarios());
    let mut out = String::new();
    for chapter in &list.chapters {
        let _ = writeln!(out, "### {}\n", chapter.name);
        head(&mut out, &["rule", "", "scenario", "", "file"]);
        for (id, says) in &chapter.rules {
            let found = shows(&all, id);
            let mut first = [format!("`{id}`"), says.clone()];
            if found.is_empty() {
                let why = chapter.unseen.get(id).map_or("not yet", String::as_str);
                row(&mut out, &[&first[0], &first[1], "–", why, ""]);
            }
            for s in found {
                let [id, says] = std::mem::take(&mut first);
                row(&mut out, &[&id, &says, &format!("`{}`", s.id), &s.title.en, &place(s)]);
            }
        }
        out.push('\n');
    }
    check(PAGE, "rules", &out);
}

#[test]
fn editions() {
    let (list, all) = (list(), scenarios());
    let mut out = String::new();
    head(&mut out, &["", "edition", "scenario", ""]);
    for axis in &list.editions {
        let mut name = axis.texts[0].as_str();
        for (edition, id) in &axis.editions {
            let title = all.iter().find(|s| s.id == *id).map_or("", |s| s.title.en.as_str());
            row(&mut out, &[name, &format!("`{edition}`"), &format!("`{id}`"), title]);
            name = "";
        }
    }
    check(PAGE, "editions", &out);
}

/// What is said, and names of what shows it; of a rule its scenarios.
fn told(rows: &[Row], columns: [&str; 3], all: &[Scenario]) -> String {
    let mut out = String::new();
    head(&mut out, &columns);
    for r in rows {
        let by = r.shown.iter().map(|id| match named(&shows(all, id)) {
            none if none.is_empty() => format!("`{id}`"),
            found => found,
        });
        row(&mut out, &[&r.texts[0], &r.texts[1], &by.collect::<Vec<_>>().join(", ")]);
    }
    out
}

#[test]
fn readings() {
    let out = told(&list().readings, ["in doubt", "taken", "shown by"], &scenarios());
    check(PAGE, "readings", &out);
}

#[test]
fn examples() {
    let out = told(&list().examples, ["example", "value", "shown by"], &scenarios());
    check(PAGE, "examples", &out);
}
