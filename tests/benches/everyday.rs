//! Everyday speeds: a whole game, a clone, a decision, an action. `cargo bench -p bastide-tests`.

use bastide::Library;
use bastide::core::ids::Player;
use bastide::core::{Engine, NoLog, State};
use bastide_lab::{Plan, Worker};
use bastide_testkit::{config, rules, setup};

const MIXES: [&str; 4] = ["", "inns-and-cathedrals", "the-tower", "traders-and-builders"];

fn main() {
    divan::main();
}

fn mix(name: &str) -> Vec<&str> {
    if name.is_empty() { Vec::new() } else { vec![name] }
}

#[divan::bench(args = MIXES)]
fn whole_game(bencher: divan::Bencher<'_, '_>, name: &str) {
    let rules = rules(setup(&Library::official(), &config(2, "bga", &mix(name))));
    let mut worker = Worker::new(&rules).expect("handlers load");
    let plan = Plan { seed: 1, ..Plan::default() };
    let mut game = 0;
    bencher.bench_local(|| {
        let mut totals = worker.empty(&rules);
        worker.play(&plan, game, &mut totals).expect("no fault");
        game += 1;
        totals
    });
}

/// An engine and a state after some actions of the first options.
fn middle(name: &str) -> (Engine, State) {
    let rules = rules(setup(&Library::official(), &config(2, "bga", &mix(name))));
    let mut engine = rules.engine().expect("handlers load");
    let mut state = engine.start(Player(0), &mut NoLog).expect("setup works");
    for _ in 0..90 {
        let decision = engine.decision(&state).expect("no fault");
        let action = decision.options[decision.options.len() / 2].action().expect("an option");
        engine.apply(&mut state, action, &mut NoLog).expect("an option is accepted");
    }
    (engine, state)
}

#[divan::bench(args = MIXES)]
fn clone_into_a_used_state(bencher: divan::Bencher<'_, '_>, name: &str) {
    let (_, state) = middle(name);
    let mut into = state.clone();
    bencher.bench_local(|| into.clone_from(divan::black_box(&state)));
}

#[divan::bench(args = MIXES)]
fn decision(bencher: divan::Bencher<'_, '_>, name: &str) {
    let (mut engine, state) = middle(name);
    bencher.bench_local(|| engine.decision(&state).expect("no fault"));
}
