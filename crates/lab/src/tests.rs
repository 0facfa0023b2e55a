//! Simulations against games.

use std::sync::atomic::AtomicBool;

use bastide::core::ids::Player;
use bastide::{Bot, Config, Game, Library, Rules, Setup};

use super::{Plan, Worker, simulate};

const CONFIG: &str = r#"
players = ["Alice", { name = "Bob Hope", bot = "random" }]
edition = "bga"
[expansions]
inns-and-cathedrals = { unfinished = "zero" }
the-tower = { ransom = 2 }
"#;

#[test]
fn a_game_takes_the_course_of_the_simulation() {
    let config = Config::parse("bastide.toml", CONFIG).expect("a config");
    let rules =
        Rules::new(Setup::load(&config, &Library::official()).expect("a setup")).expect("rules");
    let plan = Plan { games: 1, first_game: 4, seed: 11, ..Plan::default() };
    let mut worker = Worker::new(&rules).expect("a worker");
    let mut totals = worker.empty(&rules);
    worker.play(&plan, 4, &mut totals).expect("a game");
    let mut game = Game::numbered(rules.clone(), 11, 4).expect("a game");
    while !game.is_over() {
        let done = if game.actor() == Player::CHANCE {
            game.act_chance()
        } else {
            game.act_bot(Bot::Random)
        };
        done.expect("an action");
    }
    assert_eq!(game.state().scores(), worker.state().scores());
    assert_eq!(game.state().fingerprint(), worker.state().fingerprint());
    let stop = AtomicBool::new(false);
    assert!(simulate(&rules, &plan, &stop, &|_| {}).is_ok());
}
