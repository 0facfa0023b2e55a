//! How a bot looks ahead that may not look at everything.

use bastide_core::ids::Player;

use super::*;
use crate::chance::Purpose;
use crate::game::Game;
use crate::game::tests::{played, step};

/// The options of a game's seat, and the state in which they are listed.
fn listed(game: &Game, engine: &mut Engine) -> (State, Vec<Choice>) {
    let state = game.state().clone();
    let options = engine.list(&state).expect("options").iter().collect();
    (state, options)
}

/// A base game some actions on, when a tile is to be placed in one of many places.
fn crowded() -> Game {
    let mut game = played(4, 60);
    while game.actor() == Player::CHANCE || game.decision().options.len() < 12 {
        step(&mut game);
    }
    game
}

/// What `greedy` takes with a budget, and how much work that was.
fn greedy(game: &Game, budget: u64) -> (usize, u64) {
    let mut engine = game.rules().engine().expect("an engine");
    let (state, options) = listed(game, &mut engine);
    let seen = Seen::new(&game.rules().ruleset, &state, game.actor());
    let mut stream = Stream::new(9, 0, Purpose::Bot(0));
    let mut scratch = Scratch { budget, ..Scratch::default() };
    let i = choose(Bot::Greedy, &mut engine, seen, &options, &mut stream, &mut scratch);
    (i.expect("a choice"), scratch.spent)
}

#[test]
fn work_for_one_decision_has_a_bound() {
    let game = crowded();
    let (_, all) = greedy(&game, u64::MAX);
    let (_, usual) = greedy(&game, work::BUDGET);
    assert_eq!(all, usual, "this game is far within what a decision may cost");
    for budget in [0, 200, 400, 800] {
        let (_, spent) = greedy(&game, budget);
        assert!(spent < all, "{spent} of {all}");
        assert!(spent <= budget + 600, "one look more than {budget}, not {spent}");
    }
}

#[test]
fn with_all_the_work_it_needs_it_chooses_as_without_a_bound() {
    for seed in 0..4 {
        let mut game = played(seed, 20 + 10 * seed as usize);
        for _ in 0..8 {
            while game.actor() == Player::CHANCE {
                step(&mut game);
            }
            let exact = greedy(&game, u64::MAX).0;
            assert_eq!(greedy(&game, work::BUDGET).0, exact);
            step(&mut game);
        }
    }
}

#[test]
fn few_stand_for_all() {
    let deploy = |kind: u64, node: u64| Choice(2 << 60 | kind << 52 | node << 8);
    let mut options: Vec<Choice> = (0..64).map(|cell| Choice(1 << 60 | cell << 10)).collect();
    options.extend((0..3).map(|node| deploy(0, node)));
    options.extend((0..2).map(|node| deploy(1, node)));
    options.push(Choice::PASS);
    let order = work::fair(&options);
    let mut sorted = order.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..options.len()), "each once");
    let mut begin = order[..4].to_vec();
    begin.sort_unstable();
    assert_eq!(begin, [0, 64, 67, 69], "one of each kind and figure, and pass");
    let placements: Vec<usize> = order.iter().copied().filter(|i| *i < 64).take(8).collect();
    let mut eighths: Vec<usize> = placements.iter().map(|i| i / 8).collect();
    eighths.sort_unstable();
    assert!(eighths.into_iter().eq(0..8), "from all over the list: {placements:?}");
}
