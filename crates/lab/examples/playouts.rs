//! Random games of a config, one thread: `playouts CONFIG GAMES SEED`.
#![allow(clippy::print_stdout, reason = "an example")]

use std::sync::atomic::AtomicBool;

use bastide::{Config, Library, Rules, Setup};
use bastide_lab::{Plan, simulate};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).expect("a config");
    let config = Config::parse(&args[1], &text).expect("a good config");
    let setup = Setup::load(&config, &Library::official()).expect("a good setup");
    let rules = Rules::new(setup).expect("good rules");
    let (games, seed) = (args[2].parse().expect("a number"), args[3].parse().expect("a number"));
    let plan = Plan { games, seed, ..Plan::default() };
    let report = simulate(&rules, &plan, &AtomicBool::new(false), &|_| {}).expect("no fault");
    println!("{}", serde_json::to_string_pretty(&report).expect("plain data"));
}
