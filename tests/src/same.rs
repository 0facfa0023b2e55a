//! What changes no game: the table turned, the seats moved round, the list of expansions shuffled, an
//! expansion of which nothing appears, somebody who looks on.

use std::collections::BTreeSet;

use bastide::core::ids::Player;
use bastide::core::{Action, Choice, NoLog};
use bastide::{Bot, Library, Rules};
use bastide_lab::{Deal, NoWatch, Observer, Worker};
use bastide_testkit::{
    Motion, config, mixes, play, replay_text, rotated_seats, rules, setup, turned,
};
use proptest::prelude::*;

/// Plays the same game twice, action by action; `map` makes the second's actions of the first's, `seat` its
/// seats. Options and points must correspond at every decision.
fn side_by_side(
    one: &Rules,
    two: &Rules,
    seed: u64,
    map: impl Fn(&bastide::core::State, Action) -> Action,
    seat: impl Fn(usize) -> usize,
) {
    let played = play(one, seed, |_, _, _| {});
    let mut engines = [one, two].map(|rules| rules.engine().expect("handlers load"));
    let mut states = [one, two].map(|_| bastide::core::State::default());
    for (i, rules) in [one, two].iter().enumerate() {
        let first = Player(rules.setup.first.unwrap_or(0) as u8);
        states[i] = engines[i].start(first, &mut NoLog).expect("setup works");
    }
    for action in &played.actions {
        let a = engines[0].decision(&states[0]).expect("options are listed");
        let b = engines[1].decision(&states[1]).expect("options are listed");
        let mapped = a
            .options
            .iter()
            .filter_map(|c| c.action())
            .map(|x| Choice::from(map(&states[0], x)).key());
        let mapped: BTreeSet<u64> = mapped.collect();
        let found: BTreeSet<u64> = b.options.iter().map(|c| c.key()).collect();
        assert_eq!(mapped, found, "the same options");
        let other = map(&states[0], *action);
        engines[0].apply(&mut states[0], *action, &mut NoLog).expect("is accepted");
        engines[1].apply(&mut states[1], other, &mut NoLog).expect("is accepted");
        for p in 0..states[0].scores().len() {
            assert_eq!(states[0].scores()[p], states[1].scores()[seat(p)], "the same points");
        }
    }
    assert!(states[1].is_over());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_table_moved_and_turned(mix in 0..mixes().len(), quarters in 0..4u8, dx in -40..40i16, dy in -40..40i16, seed: u32) {
        let base = setup(&Library::official(), &mixes()[mix]);
        let motion = Motion { quarters, dx, dy };
        let (one, two) = (rules(base.clone()), rules(turned(&base, motion)));
        side_by_side(&one, &two, seed.into(), |_, action| motion.action(&one.ruleset, action), |p| p);
    }

    #[test]
    fn seats_moved_round(mix in 0..mixes().len(), by in 0..4u8, seed: u32) {
        let base = setup(&Library::official(), &mixes()[mix]);
        let players = base.players.len();
        let by = by % players as u8;
        let mut moved = base.clone();
        moved.first = Some(by.into());
        let (one, two) = (rules(base), rules(moved));
        let seat = |p| (p + usize::from(by)) % players;
        side_by_side(&one, &two, seed.into(), |state, action| rotated_seats(&one, state, by, action), seat);
    }

    #[test]
    fn whether_somebody_looks_on(mix in 0..mixes().len(), seed: u32) {
        let rules = rules(setup(&Library::official(), &mixes()[mix]));
        let bots = &[Bot::Random];
        let deal = Deal { seed: seed.into(), game: 3, bots, worth: &[], turned: 0, stop: None };
        let [mut alone, mut watched] = [(); 2].map(|()| Worker::new(&rules).expect("handlers load"));
        let mut totals = [(); 2].map(|()| alone.empty(&rules));
        let mut observer = Observer::default();
        observer.begin(&deal, false);
        // Tiles are drawn on the way if nobody looks on, and one by one if somebody does.
        alone.play_watched(&deal, &mut totals[0], &mut NoWatch::default()).expect("no fault");
        watched.play_watched(&deal, &mut totals[1], &mut observer).expect("no fault");
        prop_assert_eq!(alone.state().fingerprint(), watched.state().fingerprint());
        prop_assert_eq!(&totals[0], &totals[1]);
        prop_assert!(alone.state().is_over());
    }

    #[test]
    fn expansions_in_another_order(mix in 0..mixes().len(), order in any::<[u8; 8]>(), seed: u32) {
        let base = setup(&Library::official(), &mixes()[mix]);
        let mut shuffled = base.clone();
        for (i, by) in order.iter().enumerate() {
            let n = shuffled.expansions.len();
            std::sync::Arc::make_mut(&mut shuffled.expansions).swap(i % n, usize::from(*by) % n);
        }
        let (one, two) = (rules(base), rules(shuffled));
        let played = play(&one, seed.into(), |_, _, _| {});
        prop_assert_eq!(replay_text(&one, &played.lines), replay_text(&two, &played.lines));
    }
}

#[test]
fn an_expansion_of_which_nothing_appears() {
    let library = Library::official();
    let idle = [
        "inns-and-cathedrals = { tiles = false, large-meeples = 0 }",
        "traders-and-builders = { tiles = false, builders = 0, pigs = 0 }",
        "the-tower = { tiles = false }",
        "abbot = { abbots = 0 }",
        "phantom = { phantoms = 0 }",
        "princess-and-dragon = { tiles = false, fairy = \"off\" }",
    ];
    for others in
        [&[][..], &["river"], &["the-tower"], &["inns-and-cathedrals", "river", "river-ii"]]
    {
        let plain = config(3, "bga", others);
        for line in idle {
            // River II shows the symbols of two others: a pig herd and a volcano.
            let shown = others.contains(&"river-ii")
                && ["traders", "princess"].iter().any(|id| line.starts_with(id));
            if shown || others.iter().any(|id| line.starts_with(id)) {
                continue;
            }
            let (one, two) = (
                rules(setup(&library, &plain)),
                rules(setup(&library, &format!("{plain}{line}\n"))),
            );
            for seed in 0..2 {
                let played = play(&one, seed, |_, _, _| {});
                assert_eq!(
                    replay_text(&one, &played.lines),
                    replay_text(&two, &played.lines),
                    "{others:?} {line}"
                );
            }
        }
    }
}
