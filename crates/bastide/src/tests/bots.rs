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
    let mut scratch = Scratch { limit: Limit::work(budget), ..Scratch::default() };
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
fn a_bot_that_may_not_look_on_takes_the_best_so_far_and_says_so() {
    let game = crowded();
    let choose = |bot, limit| {
        let chosen = game.choose_within(bot, limit).expect("a choice");
        chosen.expect("somebody is asked")
    };
    let whole = choose(Bot::Greedy, Limit::default());
    let best = game.choose(Bot::Greedy).expect("a choice").expect("somebody is asked");
    assert_eq!(whole, Chosen { action: best, whole: true });
    let now = Instant::now();
    let late = choose(Bot::Greedy, Limit::until(now));
    assert!(!late.whole && choose(Bot::Random, Limit::until(now)).whole, "chance needs no time");
    let stand_in = choose(Bot::Random, Limit::default()).action;
    assert_eq!(late.action, stand_in, "nothing was looked at");
    assert_eq!(choose(Bot::Greedy, Limit::work(0)), late);
    let later = Limit::until(now + std::time::Duration::from_secs(600));
    assert_eq!(choose(Bot::Greedy, later), whole, "there is time enough");
    let half = choose(Bot::Greedy, Limit::work(work::BUDGET.min(greedy(&game, u64::MAX).1 / 2)));
    assert!(!half.whole);
}

#[test]
fn a_bot_thinks_in_another_thread() {
    let game = crowded();
    let best = game.choose(Bot::Greedy).expect("a choice");
    let play = game.into_play();
    let there = std::thread::spawn(move || {
        let mut engine = play.rules().engine().expect("an engine");
        let chosen = play.choose_within(&mut engine, Bot::Greedy, Limit::default());
        chosen.expect("a choice").map(|chosen| chosen.action)
    });
    assert_eq!(there.join().expect("it ends"), best);
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
