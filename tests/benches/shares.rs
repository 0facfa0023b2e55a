//! Speeds as shares of each other, measured side by side: rounds alternate, medians are printed.
//!
//! `cargo bench -p bastide-tests --bench shares [-- ROUNDS]`. With `BASTIDE_FLOOR="COMMAND"` a program that
//! prints its games per second as the last number of its output is run in every round too, and each
//! speed is shown as a share of it.
#![allow(clippy::print_stdout, reason = "a bench reports on standard output")]

use std::process::Command;
use std::time::{Duration, Instant};

use bastide::core::State;
use bastide::{Library, Rules};
use bastide_lab::{Plan, Worker};
use bastide_testkit::{config, rules, setup, twinned};

const ROUND: Duration = Duration::from_millis(600);

struct Runner {
    name: &'static str,
    rules: Rules,
    worker: Worker,
    next: u64,
    rates: Vec<f64>,
}

impl Runner {
    fn new(name: &'static str, library: &Library, expansions: &[&str]) -> Self {
        let rules = rules(setup(library, &config(2, "bga", expansions)));
        let worker = Worker::new(&rules).expect("handlers load");
        Self { name, rules, worker, next: 0, rates: Vec::new() }
    }

    /// Plays random games for a round and notes how many it made in a second.
    fn round(&mut self) {
        let plan = Plan { seed: 7, ..Plan::default() };
        let mut totals = self.worker.empty(&self.rules);
        let start = Instant::now();
        while start.elapsed() < ROUND {
            for _ in 0..16 {
                self.worker.play(&plan, self.next, &mut totals).expect("no fault");
                self.next += 1;
            }
        }
        self.rates.push(totals.games as f64 / start.elapsed().as_secs_f64());
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Median of the round-by-round quotients, so that a slow moment of the machine hits both sides.
fn share(a: &[f64], b: &[f64]) -> f64 {
    median(&a.iter().zip(b).map(|(a, b)| a / b).collect::<Vec<_>>())
}

fn floor() -> Option<f64> {
    let command = std::env::var("BASTIDE_FLOOR").ok()?;
    let output = Command::new("sh").arg("-c").arg(command).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split_whitespace().rev().find_map(|word| word.parse().ok())
}

fn clones(worker: &Worker) -> (f64, f64) {
    let from = worker.state();
    let mut into = State::default();
    into.clone_from(from);
    let n = 200_000;
    let start = Instant::now();
    for _ in 0..n {
        into.clone_from(std::hint::black_box(from));
        std::hint::black_box(&into);
    }
    let used = start.elapsed().as_nanos() as f64 / f64::from(n);
    let start = Instant::now();
    for _ in 0..n {
        std::hint::black_box(std::hint::black_box(from).clone());
    }
    (used, start.elapsed().as_nanos() as f64 / f64::from(n))
}

fn main() {
    let rounds = std::env::args().find_map(|a| a.parse().ok()).unwrap_or(5usize);
    let library = Library::official();
    let inns = include_str!("../twins/inns-and-cathedrals.lua");
    let tower = include_str!("../twins/the-tower.lua");
    let twin_inns = twinned(&library, "inns-and-cathedrals", inns);
    let twin_tower = twinned(&library, "the-tower", tower);
    let (ic, to) = ("inns-and-cathedrals", "the-tower");
    let four = ["inns-and-cathedrals", "river", "the-tower", "traders-and-builders"];
    let six = [
        "abbot",
        "inns-and-cathedrals",
        "princess-and-dragon",
        "river",
        "the-tower",
        "traders-and-builders",
    ];
    let mut runners = vec![
        Runner::new("base", &library, &[]),
        Runner::new("base, inns and tower", &library, &[ic, to]),
        Runner::new("base and inns", &library, &[ic]),
        Runner::new("base and inns, scripted", &twin_inns, &[ic]),
        Runner::new("base and tower", &library, &[to]),
        Runner::new("base and tower, scripted", &twin_tower, &[to]),
        Runner::new("base and four expansions", &library, &four),
        Runner::new("base and all six expansions", &library, &six),
    ];
    let mut floors = Vec::new();
    for _ in 0..rounds {
        floors.extend(floor());
        runners.iter_mut().for_each(Runner::round);
    }
    for r in &runners {
        let rate = median(&r.rates);
        if floors.len() == rounds {
            println!(
                "{:28} {rate:9.0} games/s  {:.3} of the floor",
                r.name,
                share(&r.rates, &floors)
            );
        } else {
            println!("{:28} {rate:9.0} games/s", r.name);
        }
    }
    println!("inns, scripted / native      {:.3}", share(&runners[3].rates, &runners[2].rates));
    println!("tower, scripted / native     {:.3}", share(&runners[5].rates, &runners[4].rates));
    let half = half_way();
    let (used, fresh) = clones(&half);
    println!(
        "clone of a state in the middle of a game: {used:.0} ns into a used one, {fresh:.0} ns afresh"
    );
}

/// A worker whose state stands in the middle of a game with inns and tower.
fn half_way() -> Worker {
    let library = Library::official();
    let rules = rules(setup(&library, &config(2, "bga", &["inns-and-cathedrals", "the-tower"])));
    let mut worker = Worker::new(&rules).expect("handlers load");
    worker.play_until(&rules, 3, 36).expect("no fault");
    worker
}
