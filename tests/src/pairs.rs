//! Every condition that may be written somewhere tells something apart there: with some value it lets something through, with
//! some value it keeps something out. Looked for in random games of most expansions together, with a folder that asks
//! the same question with each condition and without.

mod probe;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use bastide::core::Effect;
use bastide::core::condition::{FACTS, FactInfo, FactTest, Subject, Vocabulary, event_facts};
use bastide::core::hooks::{HOOKS, Hook};
use bastide_testkit::hooks;

use self::probe::Probe;

/// Random games for each fact.
const GAMES: u64 = 16;

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

/// The facts of an event that a hook tells of, by its full name; those of the moment are the same at every hook.
fn told(on: &str) -> &'static [&'static str] {
    let own = HOOKS.iter().find(|info| info.name == on);
    let effect = || HOOKS.iter().find(|info| info.hook == Hook::On && on.starts_with(info.name));
    let subject = on.strip_prefix("on.").unwrap_or_default();
    own.or_else(effect).and_then(|info| event_facts(info, subject)).unwrap_or_default()
}

/// A hook with such a condition; what is said of claims is said of all of them.
fn hook(on: &str, condition: &str, call: &str) -> String {
    let claims =
        matches!(on, "scoring.points" | "scoring.bonus") && !condition.starts_with("cause");
    let parts: Vec<&str> = [condition, if claims { "cause = \"any\"" } else { "" }]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    let condition = match &parts[..] {
        [] => String::new(),
        parts => format!("where = {{ {} }}\n", parts.join(", ")),
    };
    format!("[[hook]]\non = \"{on}\"\n{condition}call = \"{call}\"\n")
}

/// Hooks of effects that the games of the probe do not make: `tests/contract/cairn` and `ballot` show what they tell.
const ELSEWHERE: [&str; 2] = ["on.stood", "on.revealed"];

#[test]
fn every_fact_that_a_hook_tells_lets_some_through_and_keeps_some_out() {
    let all = hooks();
    let mut plain = String::new();
    for on in &all {
        plain.push_str(&hook(on, "", on));
    }
    let first = Probe::new(&plain).play(6, |_| {});
    let mut wrong = Vec::new();
    for row in FACTS.iter().filter(|row| row.subject == Subject::Event) {
        let mut manifest = plain.clone();
        let mut conditions = BTreeMap::new();
        let here = all.iter().filter(|on| !ELSEWHERE.contains(&on.as_str()));
        for on in here.filter(|on| told(on).contains(&row.name)) {
            let each = match row.name {
                "cause" => {
                    let causes = first.causes(on);
                    let rules = causes.iter().map(String::as_str).chain(["core", "probe.never"]);
                    rules.map(|rule| format!("cause = \"{rule}\"")).collect()
                }
                "why" => ["scored", "sent", "freed"].map(|why| format!("why = \"{why}\"")).to_vec(),
                _ => asked(row),
            };
            for (i, condition) in each.iter().enumerate() {
                manifest.push_str(&hook(on, condition, &format!("{on}/{i}")));
            }
            conditions.insert(on.clone(), each.len());
        }
        let seen = Probe::new(&manifest).play(GAMES, |_| {});
        for (on, n) in conditions {
            let each: Vec<u64> = (0..n).map(|i| seen.calls(&format!("{on}/{i}"))).collect();
            if let Some(why) = dead(seen.calls(&on), &each) {
                let all = seen.calls(&on);
                wrong.push(format!("`{}` at `{on}`: {why} ({all} {each:?})", row.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An offer or a veto of deployment is asked in several steps, and may name one.
#[test]
fn a_step_lets_some_through_and_keeps_some_out() {
    let mut manifest = String::new();
    for on in ["deployment.offer", "deployment.veto"] {
        for (i, step) in
            ["", "step = \"action\"\n", "step = \"second_action\"\n"].iter().enumerate()
        {
            let _ = write!(manifest, "[[hook]]\non = \"{on}\"\n{step}call = \"{on}/{i}\"\n");
        }
    }
    let seen = Probe::new(&manifest).play(6, |_| {});
    for on in ["deployment.offer", "deployment.veto"] {
        let [all, each @ ..] = [0, 1, 2].map(|i| seen.calls(&format!("{on}/{i}")));
        assert_eq!(dead(all, &each), None, "{on}: {all} {each:?}");
        assert!(each.iter().all(|n| 0 < *n && *n < all), "{on}: {all} {each:?}");
    }
}

/// Conditions on a fact, some of which hold for a thing and some for another.
fn asked(row: &FactInfo) -> Vec<String> {
    let of = |values: &[&str]| values.iter().map(|v| format!("{} = {v}", row.name)).collect();
    let names: &[&str] = match row.test {
        FactTest::Flag(_) => &["true", "false"],
        FactTest::Number(_) => &["{ min = 1 }", "{ max = 0 }", "1", "{ min = 20 }"],
        FactTest::Word(of) | FactTest::Names(of) => match of {
            Vocabulary::Feature => &["\"city\"", "\"road\"", "\"lane\""],
            Vocabulary::Claim => &["\"yes\"", "\"no\"", "\"offered\""],
            Vocabulary::Figure => &["\"meeple\"", "\"guard\"", "\"idler\""],
            Vocabulary::Class => &["\"meeple\"", "\"common\"", "\"watch\""],
            Vocabulary::Neutral => &["\"ghost\"", "\"fairy\"", "\"dragon\""],
            Vocabulary::Group => &["\"main\"", "\"river\""],
            Vocabulary::TileType => &["\"base/D\"", "\"base/U\""],
            Vocabulary::Tag | Vocabulary::Symbol => &["\"pennant\"", "\"inn\"", "\"worn\""],
            Vocabulary::Edge => &["{ city = 1 }", "{ road = 2 }"],
            Vocabulary::Token => &["\"gold\"", "\"lead\""],
            Vocabulary::Zone => &["\"mine\"", "\"none\""],
            Vocabulary::Overlay => &["\"plank\"", "\"mat\""],
            _ => &[],
        },
        FactTest::One(_, to) | FactTest::Many(_, to) => match to {
            Subject::Feature => &["true", "false", "{ complete = true }"],
            Subject::Segment => &["true", "false", "\"city\""],
            Subject::Tile => &["true", "false", "{ kinds.monastery = true }"],
            Subject::Figure => &["true", "false", "{ kind = \"meeple\", owner = \"own\" }"],
            Subject::Neutral => &["true", "false", "\"ghost\""],
            Subject::Player => &["true", "false", "\"own\""],
            Subject::Token => &["true", "\"gold\"", "\"lead\""],
            _ => &["true", "false"],
        },
    };
    let own = match (row.subject, row.test) {
        (Subject::Player, FactTest::Names(Vocabulary::Figure)) => "{ meeple = { max = 4 } }",
        (_, FactTest::Names(Vocabulary::State)) => {
            return of(&[&format!("{{ {}-kept = 0 }}", row.subject.name())]);
        }
        _ => return of(names),
    };
    of(&[own])
}

/// Numbers that are kept for each of what is chosen.
const KEPT: &str = "[state.segment-kept]\nper = \"segment\"\n[state.tile-kept]\nper = \"tile\"\n\
    [state.figure-kept]\nper = \"figure\"\n[state.player-kept]\nper = \"player\"\n";

/// Facts that tell nothing apart here, and why.
const ALIKE: [(&str, &str, &str); 4] = [
    ("segment", "state", "nobody sets it"),
    ("tile", "state", "nobody sets it"),
    ("figure", "state", "nobody sets it"),
    ("player", "state", "nobody sets it"),
];

#[test]
fn every_fact_picks_out_some_of_every_target() {
    let verb = |name: &str, target: &str, filter: &str| {
        format!(
            "[verb.{name}]\nrule = \"probe.rule\"\ntarget = \"{target}\"\n{filter}\n[[hook]]\non = \"do.{name}\"\ncall = \"nothing\"\n"
        )
    };
    let (mut manifest, mut verbs) = (KEPT.to_owned(), Vec::new());
    let mut asked_of: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    for (subject, target) in [
        (Subject::FigureKind, ""),
        (Subject::Segment, "segment"),
        (Subject::Figure, "figure"),
        (Subject::Tile, "tile"),
        (Subject::Player, "player"),
        (Subject::Neutral, "neutral"),
    ] {
        let mut one = |name: String, condition: &str| {
            let under = |key: &str| match condition {
                "" => String::new(),
                condition => format!("{key} = {{ {condition} }}"),
            };
            if subject == Subject::FigureKind {
                let deploys = under("deploys");
                let _ = write!(
                    manifest,
                    "[step.{name}]\npass = \"probe.rule\"\n[[deploy]]\nrule = \"probe.rule\"\nat = \"{name}\"\n\
                     {deploys}\nwaives = [\"elsewhere\", \"occupied\", \"complete\"]\n"
                );
            } else {
                manifest.push_str(&verb(&name, target, &under("where")));
                verbs.push(name.clone());
            }
            name
        };
        let base = one(subject.name().to_owned(), "");
        for row in FACTS.iter().filter(|row| row.subject == subject) {
            let each = asked(row).into_iter().enumerate();
            let each = each.map(|(i, asked)| one(format!("{base}-{}-{i}", row.name), &asked));
            asked_of.insert((base.clone(), row.name), each.collect());
        }
        // What lies around, and words.
        let mut more: Vec<(&str, &[&str])> = Vec::new();
        if subject.has_place() {
            more.push((
                "near",
                &[
                    "near = { shape = 8, placed = true }",
                    "near = { shape = \"square\", n = 2, holds = true, count = { min = 2 } }",
                    "near = { shape = 4, neutral = \"ghost\" }",
                ],
            ));
        }
        match subject {
            Subject::Player => more.push(("is", &["is = \"own\"", "is = \"turn\""])),
            Subject::Segment => more.push(("is", &["is = \"first\""])),
            Subject::Tile => more.push(("is", &["is = \"placed\""])),
            _ => {}
        }
        for (key, asked) in more {
            let each = asked.iter().enumerate();
            let each = each.map(|(i, asked)| one(format!("{base}-{key}-{i}"), asked));
            asked_of.insert((base.clone(), key), each.collect());
        }
    }
    let _ = write!(manifest, "[step.look]\npass = \"probe.rule\"\nverbs = {verbs:?}\n");
    let seen = Probe::new(&manifest).play(12, |_| {});
    let mut wrong = Vec::new();
    for ((base, key), names) in &asked_of {
        let each: Vec<u64> = names.iter().map(|name| seen.options(name)).collect();
        let alike = ALIKE.iter().any(|alike| (alike.0, alike.1) == (base.as_str(), *key));
        let all = seen.options(base);
        let why = dead(all, &each);
        if why.is_some() != alike {
            wrong.push(format!("`{key}` of {base}: {why:?} ({all} {each:?})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Figures that go home from the tile of an event.
#[test]
fn a_condition_says_who_goes_home() {
    let home = |whom: &str| {
        let lines = format!(
            "[[hook]]\non = \"on.neutral_moved\"\nwhere = {{ neutral = \"ghost\" }}\nhome = {{ {whom} }}\nrule = \"probe.rule\"\n"
        );
        let mut n = 0;
        Probe::new(&lines).play(8, |(effect, rule)| {
            n += u64::from(matches!(effect, Effect::Returned { .. }) && rule == "probe.rule");
        });
        n
    };
    let all = home("placed = true") + home("placed = false");
    for (key, asked) in [
        ("owner", ["\"own\"", "\"others\""]),
        ("immune", ["true", "false"]),
        ("sheltered", ["true", "false"]),
        ("feature", ["\"city\"", "\"road\""]),
        ("beside", ["\"fairy\"", "false"]),
    ] {
        let each = asked.map(|value| home(&format!("{key} = {value}")));
        // Other games are played when others go home: none at all is what cannot be.
        assert!(each.iter().any(|n| *n > 0) && each.iter().any(|n| *n != all), "{key}: {each:?}");
    }
}
