//! What things are found to be worth, and on what grounds.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bastide::{Config, Library, Rules, Setup};

use super::*;
use crate::Lang;

fn rules(config: &str) -> Rules {
    let config = Config::parse("tune.toml", config).expect("a config");
    Rules::new(Setup::load(&config, &Library::official()).expect("a setup")).expect("rules")
}

/// Returns base games with a declared value for a meeple in supply.
fn told(points: i32) -> Rules {
    let mut rules = rules("players = 2\n");
    let set = Arc::make_mut(&mut rules.ruleset);
    let meeple = set.valuable("figure.meeple").expect("the base game has them");
    set.bot_worth.set(meeple, points);
    rules
}

fn search(decks: u64) -> Search {
    Search { only: vec!["figure.meeple".to_owned()], decks, seed: 7, threads: 1 }
}

fn found(rules: &Rules, search: &Search) -> Tuned {
    tune(rules, search, &AtomicBool::new(false), &|_| {}).expect("games")
}

#[test]
fn whoever_keeps_his_meeples_learns_to_deploy_them() {
    let rules = told(14);
    let found = found(&rules, &search(4));
    let [thing] = &found.things[..] else { panic!("{found:?}") };
    assert_eq!((thing.name.as_str(), thing.before), ("figure.meeple", Some(14)));
    assert!(thing.found.is_some_and(|points| points < 14) && thing.matters(), "{thing:?}");
    assert!(found.is_proved(), "{:?}", found.proof);
    assert_eq!(found.proof.as_ref().map(|proof| proof.decks), Some(16));
    let line = format!("worth = {{ \"figure.meeple\" = {} }}", thing.found.expect("a number"));
    for lang in [Lang::En, Lang::Fr] {
        assert!(found.table(lang).contains(&line), "{}", found.table(lang));
    }
    assert_eq!(rules.ruleset.bot_worth.figures.len(), 1, "the rules stay as they are");
}

#[test]
fn the_same_is_found_with_any_number_of_threads() {
    let rules = told(8);
    let json = |search: &Search| serde_json::to_string(&found(&rules, search)).expect("JSON");
    let alone = json(&search(2));
    assert_eq!(json(&Search { threads: 3, ..search(2) }), alone);
}

#[test]
fn what_changes_no_game_is_not_tried_further_and_nothing_is_claimed() {
    // Without their tiles nobody gets goods.
    let text = "players = 2\n[expansions]\ntraders-and-builders = true\n[tiles]\n\
        traders-and-builders = { copies = 0 }\n";
    let rules = rules(text);
    let tokens = Search { only: vec!["token.wine".to_owned()], ..search(2) };
    let found = found(&rules, &tokens);
    assert!(!found.things[0].matters() && found.things[0].trials.len() == 2, "{found:?}");
    assert!(found.things[0].found.is_none() && found.proof.is_none() && !found.is_proved());
    assert!(found.table(Lang::En).contains("nothing found"), "{}", found.table(Lang::En));
}

#[test]
fn names_are_those_of_manifests() {
    let rules = told(1);
    let asked = |only: &[&str]| {
        let only = only.iter().map(|name| (*name).to_owned()).collect();
        unknown(&rules, &Search { only, ..search(2) })
    };
    assert!(asked(&["figure.meeple"]).is_empty());
    assert_eq!(asked(&["meeple", "figure.meeples", "token.meeple"]).len(), 3);
    // Who claims is not looked at unless somebody asks.
    let all = Search { only: Vec::new(), ..search(2) };
    assert!(things(&rules.ruleset, &all).is_empty());
    assert_eq!(games(&rules, &search(2)), (8 + 4) * 2 * 2);
}
