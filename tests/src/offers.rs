//! Every option of every game of the shipped mixes is offered by a rule that is written down, by somebody who is in play.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use bastide::Library;
use bastide::core::ids::RuleId;
use bastide::core::{Action, Decision, Ruleset, step};
use bastide_testkit::{fixture, mixes, play, rule_ids, rules, setup};

/// What an option is, whatever its target: `place`, `the-tower/ransom`, `deploy` in a step.
fn kind(rules: &Ruleset, decision: &Decision, action: Action) -> String {
    let what = match action {
        Action::Place { .. } => "place".to_owned(),
        Action::Deploy { .. } => "deploy".to_owned(),
        Action::Move { .. } => "move".to_owned(),
        Action::Draw { .. } => "draw".to_owned(),
        Action::Roll { .. } => "roll".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Invoke { verb, .. } => {
            let verb = &rules.verbs[verb.index()];
            format!("{}/{}", rules.expansions[verb.expansion.index()].id, verb.decl.name)
        }
    };
    let own = decision.step >= step::OWN;
    if own { format!("{what} in {}", rules.step_name(decision.step)) } else { what }
}

/// Every way in which an option is offered in a game of each mix, told in a line: what, by which rule and whom, at what price.
fn told() -> BTreeSet<String> {
    let library = Library::official();
    let known = rule_ids(&library);
    let mut lines = BTreeMap::new();
    for (n, config) in mixes().iter().enumerate() {
        let rules = rules(setup(&library, config));
        for game in 0..2 {
            play(&rules, 100 * game + n as u64, |_, _, decision| {
                for option in &decision.options {
                    let ruleset = &rules.ruleset;
                    let action = option.action().expect("an option is an action");
                    let offering = decision.offering(ruleset, *option);
                    let rule = ruleset.rule_name(offering.rule);
                    let what = kind(ruleset, decision, action);
                    assert_ne!(offering.rule, RuleId::NONE, "{what} has a rule");
                    let by =
                        offering.by.map_or("the core", |by| &*ruleset.expansions[by.index()].id);
                    let mut line = format!("{what}: {rule} of {by}");
                    for (token, n) in &offering.price {
                        let _ = write!(line, ", {n} {}", ruleset.tokens[token.index()].name);
                    }
                    if offering.points > 0 {
                        let _ = write!(line, ", {} points", offering.points);
                    }
                    line.push_str(if offering.free { ", free" } else { "" });
                    line.push_str(if offering.must { ", must" } else { "" });
                    lines.insert(line, rule.to_owned());
                }
            });
        }
    }
    for (line, rule) in &lines {
        assert!(known.contains(rule), "`{line}`: the rule is a heading of a rules.md");
    }
    lines.into_keys().collect()
}

#[test]
fn every_option_of_the_shipped_mixes_is_offered_by_a_rule_of_the_book() {
    let told: String = told().into_iter().map(|line| line + "\n").collect();
    fixture("tests/fixtures/offers.txt", &told);
}
