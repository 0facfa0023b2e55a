//! Random games of a config, one thread: `playouts CONFIG GAMES SEED`.
#![allow(clippy::print_stdout, reason = "an example")]

use std::sync::atomic::AtomicBool;

use bastide::simulate::{Plan, simulate};
use bastide::{Bot, Config, Library, Rules, Setup};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).expect("a config");
    let config = Config::parse(&args[1], &text).expect("a good config");
    let setup = Setup::load(&config, &Library::official()).expect("a good setup");
    let rules = Rules::new(setup).expect("good rules");
    let plan = Plan {
        games: args[2].parse().expect("a number"),
        first_game: 0,
        seed: args[3].parse().expect("a number"),
        threads: 1,
        bots: vec![Bot::Random],
        profile: false,
    };
    let report = simulate(&rules, &plan, &AtomicBool::new(false), &|_| {}).expect("no fault");
    println!("{}", serde_json::to_string_pretty(&report).expect("plain data"));
}
