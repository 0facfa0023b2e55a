//! What a feature would give, asked before it is paid: the sheet is the one that is paid, and is printed in words.

use bastide::chance::{Purpose, Stream};
use bastide::core::ids::{Player, SegmentId};
use bastide::core::{Action, AsIf, Engine, Log, Sheet, State};
use bastide::{Game, Library, Rules, story};
use bastide_testkit::{config, rules, setup};

/// What nobody's action changes before it is paid: passing the action of a turn leads to the scoring at once.
fn paid_as_asked(rules: &Rules, seed: u64, seen: &mut u32) {
    let mut engine = rules.engine().expect("handlers load");
    let mut state = engine.start(Player(0), &mut Log::default()).expect("setup works");
    let mut stream = Stream::new(seed, 0, Purpose::Chance);
    while !state.is_over() {
        let decision = engine.decision(&state).expect("options are listed");
        let passes = decision.step == bastide::core::step::ACTION
            && decision.options.iter().any(|option| option.is_pass());
        if passes {
            let (mut next, mut log) = (state.clone(), Log::default());
            engine.apply(&mut next, Action::Pass, &mut log).expect("one may pass");
            for paid in log.sheets.iter().filter(|sheet| !sheet.claim.last) {
                let asked = sheet(&mut engine, &state, paid.claim.node, None);
                assert_eq!(asked.terms, paid.terms);
                assert_eq!((asked.value, &asked.earned), (paid.value, &paid.earned));
                assert_eq!((asked.cell, asked.claim.complete), (paid.cell, paid.claim.complete));
                assert_eq!(asked.bonus, paid.bonus);
                *seen += 1;
            }
        }
        let n = stream.below(decision.options.len() as u32) as usize;
        let action = decision.options[n].drawn(|n| stream.below(n)).expect("an action");
        engine.apply(&mut state, action, &mut Log::default()).expect("an option is accepted");
    }
}

fn sheet(engine: &mut Engine, state: &State, node: SegmentId, complete: Option<bool>) -> Sheet {
    engine.sheet(state, node, AsIf { complete, last: false }).expect("no function fails")
}

#[test]
fn the_sheet_of_a_feature_is_the_one_that_is_paid() {
    let library = Library::official();
    for ids in [&[][..], &["inns-and-cathedrals"], &["traders-and-builders", "abbot", "river"]] {
        let rules = rules(setup(&library, &config(3, "bga", ids)));
        let mut seen = 0;
        for seed in 0..40 {
            paid_as_asked(&rules, seed, &mut seen);
        }
        assert!(seen > 20, "{ids:?}: {seen} sheets");
    }
}

/// A road of three tiles with a meeple of the first player on it.
fn road() -> (Game, SegmentId) {
    let rules = rules(setup(&Library::official(), &config(2, "bga", &[])));
    let mut game = Game::new(rules, 1).expect("setup works");
    for text in [
        "draw base/U",
        "place base/U 1,0 r0",
        "deploy meeple 1,0 road@E",
        "draw base/U",
        "place base/U -1,0 r0",
        "pass",
    ] {
        game.act_text(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
    }
    let road = game.rules().ruleset.kind("road").expect("a kind");
    let mut all = (0..game.state().node_count() as u16).map(SegmentId);
    let node = all.find(|n| game.state().kind(*n) == road).expect("a road");
    (game, node)
}

#[test]
fn it_says_what_a_feature_gave_if_it_were_complete_or_the_end_had_come() {
    let (game, node) = road();
    let before = game.state().clone();
    for (complete, last, line) in [
        (None, false, "3 tiles = 3 → A [base.road.unfinished]"),
        (Some(true), false, "3 tiles = 3 → A [base.road.complete]"),
        (None, true, "3 tiles = 3 → A [base.road.unfinished]"),
    ] {
        let sheet = game.sheet(node, AsIf { complete, last }).expect("no function fails");
        let told = story::sheet_line(&game, &sheet, "en");
        assert!(told.contains(line), "{told}");
        assert_eq!(sheet.claim.last, last);
    }
    assert_eq!(*game.state(), before, "nobody is paid");
    let other = SegmentId(u16::MAX);
    assert!(game.sheet(other, AsIf { complete: None, last: false }).is_err(), "there is none");
}
