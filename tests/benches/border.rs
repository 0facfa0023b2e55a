//! What a script costs at its border with the engine. `cargo bench -p bastide-tests --bench border`.
//!
//! The first rows do one thing a hundred times (take off `loop`), the others are handlers as authors write them.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use bastide::core::ids::Player;
use bastide::core::{Action, Answer, Engine, Event, Handlers, Hook, NoLog, Ruleset, Slot, State};
use bastide::{Library, Rules};
use bastide_script::{Limits, ScriptHandlers, Scripts, Vm};
use bastide_testkit::{config, rules, setup};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/border");
const HANDLERS: [&str; 13] = [
    "empty", "loop", "field", "method", "handle", "text", "query", "list", "mills", "orchard",
    "hoard", "shared", "refuge",
];

fn main() {
    divan::main();
}

/// Late in a game of the base tiles, where a tile was placed.
fn late(engine: &mut Engine) -> State {
    let mut state = engine.start(Player(0), &mut NoLog).expect("setup works");
    let mut turn = 0;
    while state.tiles().len() < 60 || state.placed().is_none() {
        let decision = engine.decision(&state).expect("no fault");
        let n = decision.options.len();
        let deploys =
            |c: &&bastide::core::Choice| matches!(c.action(), Some(Action::Deploy { .. }));
        let first = decision.options.iter().find(deploys);
        turn += 1;
        let choice = first.copied().unwrap_or(decision.options[turn * 7 % n]);
        let action = choice.action().expect("an option");
        engine.apply(&mut state, action, &mut NoLog).expect("an option is accepted");
    }
    state
}

/// What a handler is asked about.
fn event(name: &str, rules: &Ruleset, state: &State) -> Event {
    match name {
        "orchard" => {
            let monastery = rules.kind("monastery").expect("a kind");
            let nodes = (0..state.node_count() as u16).map(bastide::core::ids::SegmentId);
            let node = nodes.into_iter().find(|n| state.kind(*n) == monastery);
            Event { node: node.expect("a monastery"), ..Event::new(Hook::ScoringPoints) }
        }
        "shared" => Event { tile: state.placed().expect("a tile"), ..Event::new(Hook::On) },
        _ => Event { step: Slot::AfterScoring as u8, ..Event::new(Hook::At) },
    }
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
    let state = late(&mut rules.engine().expect("handlers load"));
    let (handlers, number) = script(&rules, name, way);
    let event = event(name, &rules.ruleset, &state);
    // An answer that allows nothing drops what it is given, so that it does not grow from round to round.
    let mut answer = Box::new(Answer::default());
    let rules: &Arc<Ruleset> = &rules.ruleset;
    bencher.bench_local(|| {
        handlers.answer(number, rules, &state, &event, &mut answer).expect("no fault");
    });
}
