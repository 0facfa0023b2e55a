//! Shortcuts change no game: with rules that take none, random games of all mixes are the same, option by option, effect
//! by effect, state by state.

use std::sync::Arc;

use bastide::chance::{Purpose, Stream};
use bastide::core::ids::Player;
use bastide::core::{Choice, Log};
use bastide::{Library, Rules};
use bastide_testkit::{mixes, rules, setup};

/// Plays a random game with both rules at once, as playouts do: the options as they are listed, unsorted.
fn side_by_side(rules: &[Rules; 2], seed: u64, config: &str) -> usize {
    let mut engines = rules.each_ref().map(|rules| rules.engine().expect("handlers load"));
    let mut logs = [Log::default(), Log::default()];
    let first = Player(rules[0].setup.first.unwrap_or(0) as u8);
    let [one, two] = &mut engines;
    let [log, plain_log] = &mut logs;
    let mut state = one.start(first, log).expect("setup works");
    let mut plain = two.start(first, plain_log).expect("setup works");
    let mut stream = Stream::new(seed, 0, Purpose::Chance);
    let mut decisions = 0;
    while !state.is_over() {
        decisions += 1;
        assert_eq!(one.actor(&state), two.actor(&plain), "{config}: who decides at {decisions}");
        let options: Vec<Choice> = one.list(&state).expect("options are listed").iter().collect();
        let others: Vec<Choice> = two.list(&plain).expect("options are listed").iter().collect();
        assert_eq!(options, others, "{config}: decision {decisions}");
        let listed = one.listed();
        let picked = (0..options.len()).map(|i| listed.get(i));
        assert!(picked.eq(options.iter().copied().map(Some)), "{config}: picked one by one");
        let decision = one.decision(&state).expect("options are listed");
        let n = if decision.weights.is_empty() {
            stream.below(options.len() as u32) as usize
        } else {
            stream.weighted(&decision.weights)
        };
        let action = decision.options[n].action().expect("an option is an action");
        one.apply(&mut state, action, log).expect("an option is accepted");
        two.apply(&mut plain, action, plain_log).expect("an option is accepted");
        assert!(state == plain, "{config}: the states differ after decision {decisions}");
    }
    assert!(plain.is_over(), "{config}");
    assert!(log == plain_log, "{config}: the effects differ");
    decisions
}

#[test]
fn games_without_shortcuts_are_the_same() {
    let library = Library::official();
    let mut decisions = 0;
    for (n, config) in mixes().iter().enumerate() {
        let quick = rules(setup(&library, config));
        let mut plain = quick.clone();
        plain.ruleset = Arc::new(quick.ruleset.without_shortcuts());
        let both = [quick, plain];
        decisions +=
            (0..3).map(|game| side_by_side(&both, 100 * game + n as u64, config)).sum::<usize>();
    }
    assert!(decisions > 10_000, "{decisions} decisions");
}
