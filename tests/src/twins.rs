//! Native and scripted are equal: the same games, decision by decision, logs and states included.

use bastide::core::ids::Player;
use bastide::core::{Log, NoLog};
use bastide::{Library, Rules};
use bastide_proof::scenario;
use bastide_testkit::{config, play, rules, setup, told, twinned};

fn same_games(native: &Rules, scripted: &Rules, games: u64) {
    for seed in 0..games {
        let mut decisions = Vec::new();
        let played = play(native, seed, |_, _, decision| decisions.push(decision.clone()));
        let mut engine = scripted.engine().expect("scripts load");
        let mut log = Log::default();
        let mut state = engine.start(Player(0), &mut log).expect("setup works");
        for (decision, action) in decisions.iter().zip(&played.actions) {
            assert_eq!(engine.decision(&state).as_ref(), Ok(decision), "the same options");
            engine.apply(&mut state, *action, &mut log).expect("is accepted");
        }
        assert_eq!(log, played.log, "the same log");
        assert_eq!(state, played.state, "the same state");
        let mut engine = native.engine().expect("handlers load");
        let mut again = engine.start(Player(0), &mut NoLog).expect("setup works");
        for action in &played.actions {
            engine.apply(&mut again, *action, &mut NoLog).expect("is accepted");
        }
        assert_eq!(again, state);
    }
}

fn twin(expansion: &str, script: &str, with: &[&str], options: &[&str]) {
    let library = Library::official();
    let other = twinned(&library, expansion, script);
    for one in scenario::of_folder(&library, expansion).expect("is read") {
        if let Err(faults) = scenario::run(&one, &other) {
            panic!("by script: {}", told(&faults));
        }
    }
    for (n, options) in options.iter().enumerate() {
        let more = with[..n % (with.len() + 1)].to_vec();
        let text = format!("{}{expansion} = {{ {options} }}\n", config(2 + n, "bga", &more));
        let (native, scripted) = (rules(setup(&library, &text)), rules(setup(&other, &text)));
        assert!(native.setup.native.contains(&expansion.to_owned()));
        assert!(!scripted.setup.native.contains(&expansion.to_owned()));
        same_games(&native, &scripted, 6);
    }
}

#[test]
fn inns_and_cathedrals() {
    let script = include_str!("../twins/inns-and-cathedrals.lua");
    let options = ["", "unfinished = \"ignore\"", "large-meeples = 3", "cathedrals = false"];
    twin("inns-and-cathedrals", script, &["the-tower", "traders-and-builders"], &options);
}

#[test]
fn the_tower() {
    let script = include_str!("../twins/the-tower.lua");
    let options =
        ["", "capture = \"anyone\"", "follower = \"capturable\", ransom = 1", "floors = 20"];
    twin("the-tower", script, &["inns-and-cathedrals", "traders-and-builders"], &options);
}
