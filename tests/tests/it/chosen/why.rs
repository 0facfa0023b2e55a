//! Why what is chosen is refused: `why` names exactly the parts that failed, by their rules and in their own words.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use bastide::core::ids::{FigureId, SegmentId, VerbId};
use bastide::core::{Action, Choice, Decision, Engine, State};
use bastide_testkit as testkit;

use super::rules;

/// Parts of conditions on figures and on segments, each with a rule of its own.
const PARTS: [(&str, &[&str]); 2] = [
    (
        "figure",
        &[
            "owner = \"own\"",
            "class = \"meeple\"",
            "feature.complete = false",
            "near = { shape = 8, placed = true }",
            "no.beside = \"fairy\"",
        ],
    ),
    (
        "segment",
        &[
            "kind = [\"city\", \"road\"]",
            "occupied = false",
            "no.tag = \"pennant\"",
            "feature.tiles = { min = 2 }",
        ],
    ),
];

#[test]
fn why_names_exactly_the_parts_that_failed() {
    for (target, parts) in PARTS {
        let verb = |name: &str, parts: &[&str], refusals: &str| {
            format!(
                "[verb.{name}]\nrule = \"probe.all\"\ntarget = \"{target}\"\nat = [\"action\"]\nwhere = {{ {} }}\n{refusals}[[hook]]\non = \"do.{name}\"\ncall = \"nothing\"\n",
                parts.join(", ")
            )
        };
        let mut lines = String::new();
        let refusals: Vec<String> = parts
            .iter()
            .enumerate()
            .map(|(i, part)| {
                let key = part.split(" = ").next().expect("a fact");
                format!("{key} = \"probe.part-{i}\"")
            })
            .collect();
        let refusals = format!("refusals = {{ {} }}\n", refusals.join(", "));
        lines.push_str(&verb("all-of", parts, &refusals));
        lines.push_str(&verb("bare", parts, ""));
        for (i, part) in parts.iter().enumerate() {
            let _ = write!(lines, "{}", verb(&format!("only-{i}"), &[part], ""));
        }
        let rules = rules(&lines);
        let set = &rules.ruleset;
        let number = |name: &str| -> VerbId {
            let all = set.verbs.iter().position(|v| v.decl.name == name);
            VerbId(all.expect("it is declared") as u8)
        };
        let (whole, each): (VerbId, Vec<VerbId>) =
            (number("all-of"), (0..parts.len()).map(|i| number(&format!("only-{i}"))).collect());
        let bare = number("bare");
        // What a verb with one part alone is refused for are the words of that part.
        let written: Vec<String> = each
            .iter()
            .map(|verb| {
                let [part] = &set.verbs[verb.index()].decl.choosing.parts[..] else {
                    panic!("one part")
                };
                part.condition.to_string()
            })
            .collect();
        let (mut told, mut listed_once) = (BTreeSet::new(), false);
        // Figures are few and seldom of another class; segments are many on every board.
        let (games, boards) = if target == "figure" { (24, 5) } else { (3, 13) };
        let mut look = |engine: &mut Engine, state: &State, decision: &Decision| {
            if set.step_name(decision.step) != "action"
                || !state.node_count().is_multiple_of(boards)
            {
                return;
            }
            let has = |verb: VerbId, target: u32| {
                let wanted = Choice::from(Action::Invoke { verb, target }).key();
                decision.options.iter().any(|c| c.key() == wanted)
            };
            let targets: Vec<u32> = if target == "figure" {
                let all = (0..state.figure_count() as u16).map(FigureId);
                let standing = all
                    .filter(|f| matches!(state.figure_place(*f), bastide::core::Place::Segment(_)));
                standing.map(|f| f.0.into()).collect()
            } else {
                (0..state.node_count() as u16).map(|n| SegmentId(n).0.into()).collect()
            };
            for thing in targets {
                let failed = each.iter().enumerate().filter(|(_, verb)| !has(**verb, thing));
                let failed: Vec<usize> = failed.map(|(i, _)| i).collect();
                // Without rules of their own the same parts fail, under the rule of the offer and in their own words.
                let action = Action::Invoke { verb: bare, target: thing };
                let why = engine.why_not(state, action).expect("it is explained");
                let mut said: Vec<&String> = why.iter().flat_map(|r| &r.parts).collect();
                let mut words: Vec<&String> = failed.iter().map(|i| &written[*i]).collect();
                said.sort();
                words.sort();
                assert_eq!(said, words, "{target} {thing}");
                let failed: BTreeSet<String> =
                    failed.into_iter().map(|i| format!("probe.part-{i}")).collect();
                let action = Action::Invoke { verb: whole, target: thing };
                let why = engine.why_not(state, action).expect("it is explained");
                let why: BTreeSet<String> =
                    why.iter().map(|r| set.rule_name(r.rule).to_owned()).collect();
                assert_eq!(why, failed, "{target} {thing}");
                listed_once |= failed.is_empty();
                told.extend(failed);
            }
        };
        for seed in 0..games {
            testkit::play(&rules, seed, &mut look);
        }
        assert!(listed_once, "some {target} is meant");
        assert_eq!(told.len(), parts.len(), "every part fails somewhere: {told:?}");
    }
}
