//! Answers to sealed steps: nobody sees one before all have answered.

use bastide::chance::{Purpose, Stream};
use bastide::core::Action;
use bastide::core::ids::Player;
use bastide::{Game, Play, Rules};

use super::support::setup;

fn game(seed: u64) -> Game {
    let rules = Rules::new(setup("ballot = { path = \"ballot\" }"));
    Game::new(rules.unwrap_or_else(|f| panic!("{f:#?}")), seed).unwrap_or_else(|e| panic!("{e:?}"))
}

fn act(game: &mut Game, action: Action) {
    game.act(action).unwrap_or_else(|e| panic!("{e}"));
}

fn is_sealed(game: &Play) -> bool {
    game.rules().ruleset.is_sealed(game.decision().step)
}

/// A game in which the first of two has been asked something sealed, and options of his that are answers.
fn asked(seed: u64, step: &str) -> Option<(Game, Vec<Action>)> {
    let mut game = game(seed);
    let mut stream = Stream::new(seed, 1, Purpose::Lot);
    while !game.is_over() {
        if is_sealed(&game) && game.rules().ruleset.step_name(game.decision().step) == step {
            let free = |action: &Action| {
                let verbs = &game.rules().ruleset.verbs;
                matches!(action, Action::Invoke { verb, .. } if verbs[verb.index()].decl.free)
            };
            let all = game.decision().options.iter();
            let all: Vec<Action> =
                all.filter_map(|o| o.drawn(|_| 0)).filter(|a| !free(a)).collect();
            return Some((game, all));
        }
        if game.actor() == Player::CHANCE {
            game.act_chance().unwrap_or_else(|e| panic!("{e}"));
        } else {
            let options = &game.decision().options;
            let option = options[stream.below(options.len() as u32) as usize];
            let action = option.drawn(|n| stream.below(n)).expect("an action");
            act(&mut game, action);
        }
    }
    None
}

/// Everything that a seat is shown: view, decision, the line of the last action, the record, what it did.
fn shown(game: &Play, seat: Player) -> impl PartialEq + std::fmt::Debug {
    let entry = game.entries().last().expect("something was done");
    (
        game.decision_for(seat),
        game.text_for(entry, seat),
        game.outcome_for(&entry.outcome, seat),
        entry.scores.clone(),
        bastide::Record::seen_by(game, seat).to_string(),
    )
}

#[test]
fn who_has_not_answered_cannot_tell_one_answer_from_another() {
    let mut pairs = 0;
    for (seed, step) in (0..20).flat_map(|seed| [(seed, "ballot/vote"), (seed, "ballot/race")]) {
        let Some((begun, answers)) = asked(seed, step) else { continue };
        let first = begun.actor();
        for pair in answers.windows(2) {
            let again = || asked(seed, step).expect("the same game").0;
            let mut both = [again(), again()];
            for (game, answer) in both.iter_mut().zip(pair) {
                act(game, *answer);
                assert!(is_sealed(game) && game.actor() != first, "the other is asked");
            }
            let [a, b] = &both;
            assert!(a.state() != b.state(), "the answers are kept");
            for seat in [a.actor(), Player::NONE] {
                assert_eq!(shown(a, seat), shown(b, seat), "seed {seed}, {step}");
                assert!(a.seen_by(seat) == b.seen_by(seat), "seed {seed}, {step}");
            }
            assert!(a.seen_by(first) != b.seen_by(first), "everybody knows his own answer");
            pairs += 1;
        }
    }
    assert!(pairs > 40, "{pairs} pairs of answers");
}

#[test]
fn an_answer_is_told_once_all_have_answered_and_then_not_taken_back() {
    let (mut game, answers) = (0..).find_map(|seed| asked(seed, "ballot/vote")).expect("a vote");
    let (first, n) = (game.actor(), game.entries().len());
    act(&mut game, answers[0]);
    let other = game.actor();
    assert_eq!(game.text_for(&game.entries()[n], other), "?");
    assert_eq!(game.text_for(&game.entries()[n], Player::NONE), "?");
    let text = game.entries()[n].text.clone();
    assert_eq!(game.text_for(&game.entries()[n], first), text);
    assert!(game.entries()[n].outcome.effects.is_empty(), "nothing has happened yet");
    // As long as it is sealed its own player may take it back.
    assert!(game.undo_by(first).is_ok());
    act(&mut game, answers[0]);
    let answer = game.decision().options.iter().find_map(|o| o.drawn(|_| 1)).expect("an answer");
    act(&mut game, answer);
    assert_eq!(game.text_for(&game.entries()[n], other), text);
    let effects = &game.entries()[n + 1].outcome.effects;
    let revealed = effects.iter().filter(|l| l.effect.name() == "revealed").count();
    assert_eq!(revealed, 2);
    assert!(game.undo_by(other).is_err(), "the answers have been seen");
}
