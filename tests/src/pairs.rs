//! Every condition that may be written somewhere changes something there: with some value it lets something through, with
//! some value it keeps something out. Looked for in random games of most expansions together, with a folder that asks
//! the same question with each condition and without.

mod probe;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide::core::Effect;
use bastide::manifest::suits::{Aim, FILTERS, WHERE, lacks};
use bastide_testkit::hooks;

use self::probe::Probe;

/// Random games for each filter.
const GAMES: u64 = 16;

/// Values of a condition, as a manifest writes them.
fn values(key: &str) -> &'static [&'static str] {
    match key {
        "kind" | "feature" => &["\"city\"", "\"road\"", "\"lane\""],
        "claim" => &["\"yes\"", "\"no\"", "\"offered\""],
        "tag" | "without" | "placed-tag" => &["\"pennant\"", "\"inn\"", "\"worn\""],
        "holds" => &["\"meeple\"", "\"phantom\"", "\"builder\""],
        "figure" | "on-board" => &["\"meeple\"", "\"guard\"", "\"idler\""],
        "class" => &["\"meeple\"", "\"common\"", "\"watch\""],
        "owner" | "holder" => &["\"own\"", "\"others\""],
        "within" => &["{ size = 1 }", "{ size = 3, shape = \"square\" }"],
        "next-to" | "free-of" => &["\"ghost\"", "\"fairy\"", "\"dragon\""],
        "neutral" => &["\"ghost\"", "\"fairy\"", "\"sleeper\""],
        "bends" => &["\"road\"", "\"city\""],
        "group" => &["\"main\"", "\"river\""],
        "placed-kind" => &["\"road\"", "\"monastery\"", "\"river\""],
        "beside" => &[
            "\"own\"\nneutral = \"ghost\"",
            "\"own\"\nneutral = \"sleeper\"",
            "\"feature\"\nneutral = \"ghost\"",
        ],
        "token" => &["\"gold\"", "\"lead\""],
        "state" => &["\"ever\"", "\"never\""],
        "zone" => &["\"mine\"", "\"none\""],
        "step" => &["\"action\"", "\"second_action\""],
        _ => &["true", "false"],
    }
}

/// What lets nothing through, or everything, whatever its value.
fn dead(all: u64, each: &[u64]) -> Option<&'static str> {
    if all == 0 {
        Some("nothing to be seen")
    } else if each.iter().all(|n| *n == 0) {
        Some("keeps everything out")
    } else if each.iter().all(|n| *n == all) {
        Some("keeps nothing out")
    } else {
        None
    }
}

/// What is true wherever it may be written: placements are asked in one step, and no other can be named.
fn is_said(key: &str, on: &str) -> bool {
    key == "step" && on.starts_with("placement.")
}

#[test]
fn every_filter_of_every_hook_lets_some_through_and_keeps_some_out() {
    // What is no filter but an answer, or an order.
    let others = ["rank", "home", "moves", "collect"];
    let all = hooks();
    let mut plain = String::new();
    for on in &all {
        let _ = writeln!(plain, "[[hook]]\non = \"{on}\"\ncall = \"{on}\"");
    }
    let first = Probe::new(&plain).play(6, |_| {});
    let mut wrong = Vec::new();
    for (key, _) in FILTERS.iter().filter(|(key, _)| !others.contains(key)) {
        let mut manifest = plain.clone();
        let mut asked = BTreeMap::new();
        for on in all.iter().filter(|on| lacks(key, on).is_none() && !is_said(key, on)) {
            let causes = first.causes(on);
            let values: Vec<String> = match *key {
                "cause" if causes.is_empty() => Vec::new(),
                "cause" => {
                    let rules = causes.iter().map(String::as_str).chain(["probe.never"]);
                    rules.map(|rule| format!("\"{rule}\"")).collect()
                }
                "beside" if lacks("feature", on).is_some() => {
                    values(key)[..2].iter().map(|v| (*v).to_owned()).collect()
                }
                _ => values(key).iter().map(|v| (*v).to_owned()).collect(),
            };
            for (i, value) in values.iter().enumerate() {
                let _ = write!(
                    manifest,
                    "[[hook]]\non = \"{on}\"\n{key} = {value}\ncall = \"{on}/{i}\"\n"
                );
            }
            asked.insert(on.clone(), values.len());
        }
        let seen = Probe::new(&manifest).play(GAMES, |_| {});
        for (on, n) in asked {
            let each: Vec<u64> = (0..n).map(|i| seen.calls(&format!("{on}/{i}"))).collect();
            if let Some(why) = dead(seen.calls(&on), &each) {
                wrong.push(format!("`{key}` at `{on}`: {why} ({} {each:?})", seen.calls(&on)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_key_of_where_picks_out_some_of_every_target() {
    let verb = |name: &str, target: &str, wher: &str| {
        format!(
            "[verb.{name}]\nrule = \"probe.rule\"\ntarget = \"{target}\"\n{wher}\n[[hook]]\non = \"do.{name}\"\ncall = \"nothing\"\n"
        )
    };
    let (mut manifest, mut verbs, mut deploys) = (String::new(), Vec::new(), Vec::new());
    let mut asked: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    for (aim, target) in [
        (Aim::Deploy, ""),
        (Aim::Segment, "segment"),
        (Aim::Figure, "figure"),
        (Aim::Held, "figure"),
        (Aim::Tile, "tile"),
        (Aim::Player, "player"),
    ] {
        let mut one = |name: String, wher: &str| {
            if aim == Aim::Deploy {
                let _ = write!(
                    manifest,
                    "[step.{name}]\npass = \"probe.rule\"\n[[deploy]]\nrule = \"probe.rule\"\nat = \"{name}\"\n\
                     class = \"meeple\"\nwaives = [\"elsewhere\", \"occupied\", \"complete\"]\n{wher}\n"
                );
                deploys.push(name.clone());
            } else {
                manifest.push_str(&verb(&name, target, wher));
                verbs.push(name.clone());
            }
            name
        };
        let held = if aim == Aim::Held { "holder = \"any\"" } else { "" };
        let base = one(format!("{aim:?}").to_lowercase(), &format!("where = {{ {held} }}"));
        for key in aim.keys() {
            let each = values(key).iter().enumerate().map(|(i, value)| {
                let more =
                    if key == "holder" || held.is_empty() { "" } else { ", holder = \"any\"" };
                one(format!("{base}-{key}-{i}"), &format!("where = {{ {key} = {value}{more} }}"))
            });
            asked.insert((base.clone(), key), each.collect());
        }
    }
    let _ = write!(manifest, "[step.look]\npass = \"probe.rule\"\nverbs = {verbs:?}\n");
    let probe = Probe::new(&manifest);
    let seen = probe.play(12, |_| {});
    let mut wrong = Vec::new();
    for ((base, key), names) in &asked {
        let each: Vec<u64> = names.iter().map(|name| seen.options(name)).collect();
        if let Some(why) = dead(seen.options(base), &each) {
            wrong.push(format!("`{key}` of {base}: {why} ({} {each:?})", seen.options(base)));
        }
    }
    // Figures that go home from the tile of an event.
    let home = |wher: &str| {
        let lines = format!(
            "[[hook]]\non = \"on.neutral_moved\"\nneutral = \"ghost\"\nhome = {{ {wher} }}\nrule = \"probe.rule\"\n"
        );
        let mut n = 0;
        Probe::new(&lines).play(8, |(effect, rule)| {
            n += u64::from(matches!(effect, Effect::Returned { .. }) && rule == "probe.rule");
        });
        n
    };
    let all = home("");
    for (key, _) in WHERE.iter().filter(|(_, aims)| aims.contains(&Aim::Home)) {
        let each: Vec<u64> =
            values(key).iter().map(|value| home(&format!("{key} = {value}"))).collect();
        // Other games are played when others go home: none at all is what cannot be.
        if each.iter().all(|n| *n == 0) || each.iter().all(|n| *n == all) {
            wrong.push(format!("`{key}` of home ({all} {each:?})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
