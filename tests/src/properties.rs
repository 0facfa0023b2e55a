//! What holds at every decision of every game, whichever expansions are in play.

use std::collections::VecDeque;

use bastide::chance::{Purpose, Stream};
use bastide::core::ids::Player;
use bastide::core::{Action, Choice, Decision, Engine, Log, NoLog, Refusal, State};
use bastide::{Library, Rules};
use bastide_proof::properties::{conserved, prove};
use bastide_testkit::{features_differ, mixes, play, rules, setup, told};

use crate::plans::contract;

/// Games of each mix, and of each folder of the contract; `BASTIDE_FULL=1` plays ten times as many.
fn games() -> u64 {
    if std::env::var_os("BASTIDE_FULL").is_some_and(|on| on == "1") { 20 } else { 2 }
}

/// Every so many decisions are looked at closely.
const CLOSELY: usize = 9;
/// Options of earlier decisions that are tried again, most of them in vain by then.
const OTHERS: usize = 32;

fn every_game(mut look: impl FnMut(&Rules, usize, &mut Engine, &State, &Decision)) {
    let library = Library::official();
    for (n, config) in mixes().iter().enumerate() {
        let rules = rules(setup(&library, config));
        for game in 0..games() {
            let mut seen = 0;
            play(&rules, 1000 * game + n as u64, |engine, state, decision| {
                seen += 1;
                look(&rules, seen, engine, state, decision);
            });
        }
    }
}

#[test]
fn options_are_sorted_and_exactly_they_are_accepted() {
    let mut others: VecDeque<Action> = VecDeque::new();
    every_game(|rules, seen, engine, state, decision| {
        let keys: Vec<u64> = decision.options.iter().map(|c| c.key()).collect();
        assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once");
        assert_eq!(
            decision.weights.len(),
            if decision.actor == Player::CHANCE { keys.len() } else { 0 }
        );
        assert_eq!(engine.actor(state), decision.actor);
        if seen == 1 {
            others.clear();
        }
        others.extend(decision.options.iter().filter_map(|c| c.action()).step_by(7).take(3));
        others.drain(..others.len().saturating_sub(OTHERS));
        if !seen.is_multiple_of(CLOSELY) {
            return;
        }
        let mut refused_in = state.clone();
        for option in &decision.options {
            let action = option.action().expect("an option is an action");
            assert_eq!(Choice::from(action).key(), option.key());
            let mut next = state.clone();
            assert!(engine.apply(&mut next, action, &mut NoLog).is_ok(), "{action:?} is accepted");
            assert_ne!(next, *state, "something has happened");
        }
        let strange = others.iter().flat_map(|action| near(*action)).chain([Action::Pass]);
        for action in strange {
            let listed = keys.contains(&Choice::from(action).key());
            let why = engine.why_not(state, action).expect("reasons are found");
            assert_eq!(why.is_empty(), listed, "{action:?}: {why:?}");
            assert!(why.iter().all(|reason| !rules.ruleset.rule_name(reason.rule).is_empty()));
            if !listed {
                let refused = engine.apply(&mut refused_in, action, &mut NoLog);
                assert_eq!(refused, Err(Refusal::Illegal { action }));
            }
            assert_eq!(*state, refused_in, "refusing changes nothing");
        }
    });
}

/// An action and others like it.
fn near(action: Action) -> Vec<Action> {
    let mut out = vec![action];
    match action {
        Action::Place { tile, cell, rotation, over } => {
            out.push(Action::Place { tile, cell, rotation: (rotation + 1) & 3, over });
            out.push(Action::Place { tile, cell: cell.side(1), rotation, over });
            out.extend(over.map(|_| Action::Place { tile, cell, rotation, over: None }));
        }
        Action::Deploy { figure, node } => {
            out.push(Action::Deploy {
                figure,
                node: bastide::core::ids::SegmentId(node.0.wrapping_add(1)),
            });
        }
        Action::Invoke { verb, target } => {
            out.push(Action::Invoke { verb, target: target.wrapping_add(1) });
        }
        _ => {}
    }
    out
}

#[test]
fn features_are_as_they_lie_on_the_table_and_nothing_is_lost() {
    every_game(|rules, seen, _, state, _| {
        assert_eq!(conserved(rules, state), None);
        if seen.is_multiple_of(CLOSELY) {
            assert_eq!(features_differ(rules, state), None);
        }
    });
}

#[test]
fn state_and_effects_are_the_next_state() {
    // Games of the mixes are held to it by `play`, which all tests here use.
    for (name, setup) in contract() {
        let rules = rules(setup);
        let mut engine = rules.engine().expect("handlers load");
        for game in 0..games() {
            let mut state = engine.start(Player(0), &mut NoLog).expect("setup works");
            let mut stream = Stream::new(game, 0, Purpose::Chance);
            while !state.is_over() {
                let decision = engine.decision(&state).expect("options are listed");
                let n = stream.below(decision.options.len() as u32) as usize;
                let action = decision.options[n].action().expect("an option is an action");
                let (before, mut log) = (state.clone(), Log::default());
                // One of them is written to fail.
                if let Err(Refusal::Hook(_)) = engine.apply(&mut state, action, &mut log) {
                    assert_eq!(state, before, "{name}");
                    break;
                }
                let missed = before.misses(&rules.ruleset, &log.effects, &state);
                assert_eq!(missed, None, "{name}: {action:?}");
            }
        }
    }
}

#[test]
fn a_copy_a_saved_state_and_a_replay_are_the_same_game() {
    let library = Library::official();
    for (n, config) in mixes().iter().enumerate() {
        let rules = rules(setup(&library, config));
        let mut seen = 0;
        let mut copies: Vec<State> = Vec::new();
        let played = play(&rules, n as u64, |_, state, _| {
            seen += 1;
            if seen % CLOSELY == 0 {
                let text = serde_json::to_string(state).expect("a state is written");
                let read: State = serde_json::from_str(&text).expect("a state is read");
                assert_eq!(read, *state, "{config}");
                copies.push(read);
            }
        });
        let mut engine = rules.engine().expect("handlers load");
        let mut state = engine.start(Player(0), &mut NoLog).expect("setup works");
        let mut copies = copies.into_iter();
        for (i, action) in played.actions.iter().enumerate() {
            if (i + 1) % CLOSELY == 0 {
                assert_eq!(copies.next().as_ref(), Some(&state), "the replay is the game");
                let mut copy = State::default();
                copy.clone_from(&state);
                engine.apply(&mut copy, *action, &mut NoLog).expect("is accepted");
                engine.apply(&mut state, *action, &mut NoLog).expect("is accepted");
                assert_eq!(copy, state, "a copy goes on as the original");
            } else {
                engine.apply(&mut state, *action, &mut NoLog).expect("is accepted");
            }
        }
        assert_eq!(state, played.state, "{config}");
    }
}

#[test]
fn the_properties_of_bastide_test_hold_for_every_folder() {
    let library = Library::official();
    for folder in library.folders() {
        let proof = prove(&folder.id, &library, 6, 3, &|| ())
            .unwrap_or_else(|faults| panic!("{}: {}", folder.id, told(&faults)));
        assert_eq!(proof.found, None, "{}", folder.id);
    }
}
