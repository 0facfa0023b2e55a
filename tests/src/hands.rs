//! Hands of tiles beside other expansions, in whole random games.

use bastide::Library;
use bastide::core::ids::Player;
use bastide_testkit::{config, play, rules, setup};

/// Tiles in a player's hand.
fn held(rules: &bastide::Rules, state: &bastide::core::State, seat: u8) -> usize {
    let pile = rules.ruleset.pile("hand").expect("a zone");
    state.zoned().filter(|z| z.0 == pile && z.1 == Player(seat)).count()
}

#[test]
fn hands_are_dealt_when_the_river_is_laid() {
    let text = config(3, "bga", &["tactical-hand", "river", "traders-and-builders"]);
    let rules = rules(setup(&Library::official(), &text));
    let river = rules.ruleset.pile("river").expect("a group");
    let seats = 0..3u8;
    for seed in 0..4 {
        let (mut without, mut with, mut last) = (0, 0, Vec::new());
        let played = play(&rules, seed, |_, state, decision| {
            if decision.actor == Player::CHANCE {
                return;
            }
            let hands: Vec<usize> = seats.clone().map(|p| held(&rules, state, p)).collect();
            if state.pile_size(river) > 0 {
                assert_eq!(hands, [0; 3], "a river tile is drawn and placed");
                without += 1;
            } else if hands.iter().any(|n| *n > 0) {
                assert!(hands.iter().all(|n| *n <= 3) && state.drawn().is_none());
                with += 1;
            }
            last = hands;
        });
        assert!(
            without >= 10 && with > 100,
            "{without} decisions before the hands, {with} with them"
        );
        assert!(last.iter().sum::<usize>() <= 1, "hands are played out: {last:?}");
        assert_eq!(seats.clone().map(|p| held(&rules, &played.state, p)).sum::<usize>(), 0);
    }
}
