//! What a script costs at its border with the engine. `cargo bench -p bastide-tests --bench border`.
//!
//! The first rows do one thing a hundred times (take off `loop`), the others are handlers as authors write them.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use bastide::core::ids::{Player, SegmentId};
use bastide::core::{
    Answer, Choice, Decision, Effect, Engine, Event, Handlers, Hook, NoLog, Ruleset, Slot, State,
    step,
};
use bastide::{Library, Rules};
use bastide_script::{Limits, ScriptHandlers, Scripts, Vm};
use bastide_testkit::{config, rules, setup};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/border");
const HANDLERS: [&str; 18] = [
    "empty", "loop", "field", "method", "handle", "text", "query", "list", "mills", "orchard",
    "hoard", "shared", "refuge", "crown", "share", "tie", "shrines", "branches",
];

/// So many tiles lie at least: the last monastery is still to be drawn then.
const LAID: usize = 30;

fn main() {
    divan::main();
}

/// Late in a game of the base tiles, at a decision of the sort that a handler is asked at.
fn late(engine: &mut Engine, name: &str) -> (State, Vec<Choice>) {
    let mut state = engine.start(Player(0), &mut NoLog).expect("setup works");
    let mut turn = 0;
    loop {
        let decision = engine.decision(&state).expect("no fault");
        if state.tiles().len() >= LAID && asks(name, engine.rules(), &state, &decision) {
            return (state, decision.options);
        }
        let n = decision.options.len();
        assert_ne!(n, 0, "there is such a decision before the game is over");
        turn += 1;
        let action = decision.options[turn * 7 % n].action().expect("an option");
        engine.apply(&mut state, action, &mut NoLog).expect("an option is accepted");
    }
}

/// Whether a decision is one at which a handler has something to do.
fn asks(name: &str, rules: &Ruleset, state: &State, decision: &Decision) -> bool {
    match name {
        "shrines" => {
            let monastery = rules.kind("monastery").expect("a kind");
            let drawn = state.drawn().map(|t| &rules.types[t.index()].segments);
            let is_monastery = drawn.is_some_and(|all| all.iter().any(|s| s.kind == monastery));
            decision.step == step::PLACE && is_monastery
        }
        "branches" => decision.step == step::ACTION && decision.options.len() > 2,
        "crown" | "share" => {
            let mut told = state.log().0.iter();
            let scored = told.any(|l| matches!(l.effect, Effect::Scored { owners: 1.., .. }));
            decision.step >= step::OWN && scored
        }
        _ => state.placed().is_some(),
    }
}

/// What a handler is asked about.
fn event(name: &str, rules: &Ruleset, state: &State) -> Event {
    match name {
        "orchard" => {
            let monastery = rules.kind("monastery").expect("a kind");
            let node = segments(state).find(|n| state.kind(*n) == monastery);
            Event { node: node.expect("a monastery"), ..Event::new(Hook::ScoringPoints) }
        }
        "tie" => {
            let node = segments(state).max_by_key(|n| state.figures_in(*n).count());
            Event { node: node.expect("a feature"), owners: 3, ..Event::new(Hook::ScoringPoints) }
        }
        "shrines" => Event { step: step::PLACE, ..Event::new(Hook::PlacementVeto) },
        "branches" => Event { step: step::ACTION, ..Event::new(Hook::DeploymentVeto) },
        "shared" => Event { tile: state.placed().expect("a tile"), ..Event::new(Hook::On) },
        _ => Event { step: Slot::AfterScoring as u8, ..Event::new(Hook::At) },
    }
}

fn segments(state: &State) -> impl Iterator<Item = SegmentId> {
    (0..state.node_count() as u16).map(SegmentId)
}

/// The handlers of the folder, and the number of a function.
fn script(rules: &Rules, name: &str, way: Scripts) -> (ScriptHandlers, u16) {
    let (_, file, text) = rules.setup.scripts.iter().find(|s| s.0 == "gauge").expect("a script");
    let vm = Rc::new(Vm::running(Limits::default(), way).expect("a machine"));
    let handlers = ScriptHandlers::new(vm, "gauge", file, text, &rules.ruleset).expect("it loads");
    let id = rules.ruleset.expansion("gauge").expect("in play");
    let named = &rules.ruleset.expansions[id.index()].functions;
    let number = named.iter().position(|(n, _)| n == name).expect("the manifest names it");
    (handlers, number as u16)
}

#[divan::bench(args = HANDLERS, sample_size = 200)]
fn by_luau(bencher: divan::Bencher<'_, '_>, name: &str) {
    handler(bencher, name, Scripts::Luau);
}

#[divan::bench(args = HANDLERS, sample_size = 200)]
fn by_plan(bencher: divan::Bencher<'_, '_>, name: &str) {
    handler(bencher, name, Scripts::Plans);
}

fn handler(bencher: divan::Bencher<'_, '_>, name: &str, way: Scripts) {
    let mut library = Library::official();
    library.folder_at("gauge", Path::new(FOLDER)).expect("a folder");
    let rules = rules(setup(&library, &config(2, "bga", &["gauge"])));
    let (state, options) = late(&mut rules.engine().expect("handlers load"), name);
    let (handlers, number) = script(&rules, name, way);
    let event = event(name, &rules.ruleset, &state);
    // An answer that allows nothing drops what it is given, so that it does not grow from round to round.
    let mut answer = Box::new(Answer::about(&options));
    let rules: &Arc<Ruleset> = &rules.ruleset;
    bencher.bench_local(|| {
        handlers.answer(number, rules, &state, &event, &mut answer).expect("no fault");
    });
}
