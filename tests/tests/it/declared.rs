//! What a manifest declares is what functions would answer: the same expansion, once declared and once
//! called, plays the same games.
#![allow(clippy::panic, reason = "a test says what it found")]

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use bastide::{Config, Library, Rules, Setup};
use bastide_lab::{Plan, simulate};

const BOTH: &str = include_str!("declared/both.toml");
const DECLARED: &str = include_str!("declared/declared.toml");
const CALLED: &str = include_str!("declared/called.toml");
const SCRIPT: &str = include_str!("declared/called.lua");

/// Every rule that the probe speaks of.
fn texts() -> String {
    let mut text = String::from("# Probe\n");
    for rule in ["perch", "pay", "cash", "city", "again", "away"] {
        let _ = write!(text, "\n### probe.{rule}\n\nA probe.\n\n*Une sonde.*\n\nSource: own\n");
    }
    text
}

/// The rules with the given hooks and final steps, or what is wrong with them.
fn rules(more: &str, script: Option<&str>) -> Result<Rules, String> {
    let (manifest, texts) = (format!("{BOTH}{more}"), texts());
    let mut files = vec![
        ("expansions/probe/expansion.toml", &*manifest),
        ("expansions/probe/rules.md", &*texts),
    ];
    files.extend(script.map(|text| ("expansions/probe/init.lua", text)));
    let text = "players = 3\n[expansions]\nprobe = true\nthe-tower = true\n";
    let config = Config::parse("bastide.toml", text).unwrap_or_else(|e| panic!("{e:?}"));
    let library = Library::official().with(files);
    let setup = Setup::load(&config, &library).map_err(|faults| format!("{faults:?}"))?;
    Rules::new(setup).map_err(|faults| format!("{faults:?}"))
}

/// What 300 games come to.
fn play(more: &str, script: Option<&str>) -> serde_json::Value {
    let rules = rules(more, script).unwrap_or_else(|e| panic!("{e}"));
    let plan = Plan { games: 300, seed: 11, ..Plan::default() };
    let report = simulate(&rules, &plan, &AtomicBool::new(false), &|_| {});
    let report = report.unwrap_or_else(|e| panic!("{e:?}"));
    let mut report = serde_json::to_value(&report).unwrap_or_else(|e| panic!("{e}"));
    let kept = report.as_object_mut().unwrap_or_else(|| panic!("a table"));
    kept.retain(|key, _| key.starts_with("mean_") || key == "seats" || key == "games");
    report
}

#[test]
fn what_is_declared_is_what_functions_answer() {
    let declared = play(DECLARED, None);
    assert_eq!(declared, play(CALLED, Some(SCRIPT)));
    // Each answer counts: without it the games are others.
    for (good, other) in [
        ("pay   = 1", "pay   = 2"),
        ("does   = { scores = true }", "does = { home = true }"),
        ("tile = 2", "tile = 0"),
        (", pennant = 2", ""),
        ("parts = 2", "parts = 1"),
        ("moves = \"bird\"", "parts = 1"),
        ("owner = \"others\"", "owner = \"own\""),
    ] {
        let less = DECLARED.replacen(good, other, 1);
        assert_ne!(less, DECLARED, "{good}");
        assert_ne!(declared, play(&less, None), "{good}");
    }
}

#[test]
fn what_cannot_be_declared_is_told() {
    for (good, bad, told) in [
        ("pennant = 2", "crown = 2", "unknown unit `crown`"),
        ("moves = \"bird\"", "moves = \"cat\"", "unknown neutral figure `cat`"),
        ("pay   = 1", "push  = \"rest\"", "step `rest` is not declared here"),
    ] {
        let more = DECLARED.replacen(good, bad, 1);
        assert_ne!(more, DECLARED, "{good}");
        let found = rules(&more, None).err().unwrap_or_default();
        assert!(found.contains(told), "{bad}: {found}");
    }
}

#[test]
fn a_figure_that_nobody_has_is_held_nowhere() {
    // No expansion of these games brings a builder.
    let hook = "[[hook]]\non = \"on.placed\"\nwhere = { tile.segments.feature.holds = \"builder\" }\n\
        rule = \"probe.city\"\nparts = 2\n";
    assert_eq!(play("", None), play(hook, None));
}
