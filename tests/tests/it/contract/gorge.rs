//! Pieces laid over tiles, tiles laid and taken away outside the draw: whatever was laid and buried before, features are as
//! they lie on the table, and the same table is the same state.

use bastide::Rules;
use bastide::core::State;
use bastide_proof::properties::conserved;
use bastide_testkit::{features_differ, play};

use super::support::setup;

/// Random games of each mix, or as many as the environment says.
const GAMES: u64 = 12;
/// Every so many decisions are looked at closely.
const CLOSELY: usize = 7;

/// Gorge alone, with expansions whose figures stand, split and roam, and bridges that others wrote.
const MIXES: [&str; 3] = [
    "gorge = { path = \"gorge\" }",
    "gorge = { path = \"gorge\" }\ntraders-and-builders = true\nprincess-and-dragon = true\nthe-tower = true",
    "bridges-castles-bazaars = { path = \"../outsiders/bridges-castles-bazaars\" }",
];

fn games() -> u64 {
    std::env::var("BASTIDE_GORGE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(GAMES)
}

#[test]
fn features_under_pieces_and_around_gaps_are_as_they_lie() {
    let (mut pieces, mut gone) = (0, 0);
    for mix in MIXES {
        let rules = Rules::new(setup(mix)).unwrap_or_else(|f| panic!("{f:#?}"));
        for seed in 0..games() {
            let mut seen = 0;
            let played = play(&rules, seed, |_, state, _| {
                seen += 1;
                if seen % CLOSELY == 0 {
                    assert_eq!(features_differ(&rules, state), None, "{mix} {seed}");
                    assert_eq!(conserved(&rules, state), None, "{mix} {seed}");
                }
                if seen % (5 * CLOSELY) == 0 {
                    // Computed anew, kept and read again: other rings, other names of features, the same state.
                    let anew = state.recomputed(&rules.ruleset);
                    assert_eq!(&anew, state, "{mix} {seed}");
                    assert_eq!(anew.fingerprint(), state.fingerprint());
                    let text = serde_json::to_string(state).expect("it is written");
                    let read: State = serde_json::from_str(&text).expect("it is read");
                    assert_eq!(&read, state);
                }
            });
            let state = &played.state;
            assert_eq!(features_differ(&rules, state), None, "{mix} {seed}");
            pieces += state.lying().map(|(t, _)| state.overlays_on(t).count()).sum::<usize>();
            gone += state.tiles().len() - state.lying().count();
        }
    }
    assert!(pieces > 20 && gone > 10, "{pieces} pieces lay in the end, {gone} tiles were buried");
}
