//! Segments that become what others are: at every decision features are what their parts make them.

use bastide::Rules;
use bastide_testkit::play;

use super::support::setup;

#[test]
fn features_of_segments_that_became_others_are_as_if_they_had_always_been() {
    let mix = "towpath = { path = \"towpath\" }\nthe-tower = true";
    let rules = Rules::new(setup(mix)).unwrap_or_else(|f| panic!("{f:#?}"));
    let mut decisions = 0;
    for seed in 0..6 {
        play(&rules, seed, |_, state, _| {
            decisions += 1;
            assert_eq!(&state.recomputed(&rules.ruleset), state, "{seed}");
        });
    }
    assert!(decisions > 500);
}
