//! The law *state + effects = next state* catches what it says it does: a log that leaves out an effect, or says it otherwise,
//! is found, for every kind of effect that games make.
//!
//! The effects of each action are left out one by one, and every number in them is changed; the law must notice it at least
//! once for every kind and number. What it cannot notice stands here: reports, which change nothing, and numbers that only tell.

use std::collections::{BTreeMap, BTreeSet};

use bastide::chance::{Purpose, Stream};
use bastide::core::effect::{COURSE, EFFECTS};
use bastide::core::ids::Player;
use bastide::core::{Effect, Log, Logged, NoLog, Ruleset, State};
use bastide::{Library, Rules};
use bastide_testkit::{mixes, rules, setup};
use serde_json::Value;

use crate::plans::contract;

/// Changes of one kind that are tried in the games of one table.
const TRIED: u32 = 60;

/// Effects that change nothing themselves: what they report is in others, or on the agenda, which is no part of the law.
const REPORTS: [&str; 6] = ["joined", "split", "stuck", "noted", "turn", "revealed"];

/// Numbers that only tell: who, where, why, of which sheet. Whoever hears of the effect is asked by them; the state does
/// not keep them.
const TELLS: [(&str, &str); 9] = [
    // The turn that begins with it says the same.
    ("interrupted", "player"),
    ("paid", "sheet"),
    ("passed", "player"),
    ("returned", "scored"),
    ("scored", "last"),
    ("scored", "node"),
    ("scored", "owners"),
    ("scored", "sheet"),
    ("scored", "value"),
];

/// Effects that no random game of these makes, in the order of the list of effects: scenarios and outsiders' folders do.
const NEVER: [&str; 4] = ["closed", "stood", "check", "stuck"];

/// How often something was tried, and how often the law noticed it.
#[derive(Default)]
struct Tried {
    times: u32,
    noticed: u32,
}

/// Everything that was tried: by effect and number, or by effect and nothing, if it was left out.
type Found = BTreeMap<(&'static str, String), Tried>;

/// What numbers of effects were in this game so far, by effect and number.
type Seen = BTreeMap<(&'static str, String), BTreeSet<i64>>;

/// Numbers that count, and do not name a thing: one more is a lie like another.
const COUNTS: [&str; 5] = ["points", "by", "value", "n", "earned"];

/// The same effect with one number changed, for each number in it: to others that such an effect of this game had there, since
/// whatever is named must be there, and by one, if it counts.
fn altered(effect: Effect, seen: &mut Seen) -> Vec<(String, Effect)> {
    let Ok(Value::Object(told)) = serde_json::to_value(effect) else { return Vec::new() };
    let mut out = Vec::new();
    for (field, value) in &told {
        let mut lie = |value: Value| {
            let mut told = told.clone();
            told.insert(field.clone(), value);
            if let Ok(other) = serde_json::from_value(Value::Object(told)) {
                out.push((field.clone(), other));
            }
        };
        let counts = COUNTS.contains(&&**field);
        match value {
            Value::Number(n) => {
                let n = n.as_i64().expect("a whole number");
                let had = seen.entry((effect.name(), field.clone())).or_default();
                had.insert(n);
                let others = had.iter().filter(|other| **other != n).take(2);
                others.for_each(|other| lie((*other).into()));
                if counts {
                    lie((n + 1).into());
                }
            }
            Value::Bool(so) => lie((!so).into()),
            Value::Array(numbers) if counts => {
                let mut numbers = numbers.clone();
                numbers[0] = (numbers[0].as_i64().expect("a whole number") + 1).into();
                lie(numbers.into());
            }
            _ => {}
        }
    }
    out
}

/// Leaves out and changes every effect of an action.
fn tamper(
    rules: &Ruleset,
    before: &State,
    log: &[Logged],
    after: &State,
    seen: &mut Seen,
    found: &mut Found,
) {
    let mut tries = |what: (&'static str, String), log: &[Logged]| {
        let tried = found.entry(what).or_default();
        if tried.times < TRIED {
            tried.times += 1;
            tried.noticed += u32::from(before.misses(rules, log, after).is_some());
        }
    };
    for (i, logged) in log.iter().enumerate() {
        let name = logged.effect.name();
        let forgetful = [&log[..i], &log[i + 1..]].concat();
        tries((name, String::new()), &forgetful);
        for (field, effect) in altered(logged.effect, seen) {
            let mut lying = log.to_vec();
            lying[i].effect = effect;
            tries((name, field), &lying);
        }
    }
}

/// Random games in which every log is tampered with.
fn games(rules: &Rules, games: u64, all: &mut Found) {
    let mut found = Found::new();
    let mut engine = rules.engine().expect("handlers load");
    for game in 0..games {
        let mut state = engine.start(Player(0), &mut NoLog).expect("setup works");
        let mut stream = Stream::new(game, 0, Purpose::Chance);
        let mut seen = Seen::new();
        while !state.is_over() {
            let decision = engine.decision(&state).expect("options are listed");
            let n = stream.below(decision.options.len() as u32) as usize;
            let action = decision.options[n].drawn(|n| stream.below(n)).expect("an action");
            let (before, mut log) = (state.clone(), Log::default());
            // One of the folders is written to fail.
            if engine.apply(&mut state, action, &mut log).is_err() {
                break;
            }
            tamper(&rules.ruleset, &before, &log.effects, &state, &mut seen, &mut found);
        }
    }
    for (what, here) in found {
        let tried = all.entry(what).or_default();
        tried.times += here.times;
        tried.noticed += here.noticed;
    }
}

#[test]
fn what_a_log_leaves_out_or_says_otherwise_is_noticed() {
    let library = Library::official();
    let mut found = Found::new();
    for config in mixes() {
        games(&rules(setup(&library, &config)), 2, &mut found);
    }
    for (_, setup) in contract() {
        games(&rules(setup), 6, &mut found);
    }
    let mut unnoticed = Vec::new();
    for ((name, field), tried) in &found {
        if tried.noticed == 0 && !REPORTS.contains(name) {
            unnoticed.push((*name, &**field));
        }
    }
    assert_eq!(unnoticed, TELLS, "the law is blind to these");
    let made = |name: &&&str| found.contains_key(&(**name, String::new()));
    let never: Vec<&str> = EFFECTS.iter().chain(COURSE).filter(|n| !made(n)).copied().collect();
    assert_eq!(never, NEVER, "no random game made such effects");
}
