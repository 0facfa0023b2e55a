//! A simulation with a row for each game, in the order of the games.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bastide_core::Fault;

use super::watch::{Deal, Observer, Played};
use super::{Plan, Report, Totals, Worker, in_game, in_order, report};
use bastide::rules::Rules;

/// As [`super::simulate`]; `take` gets a row of each game in the order of the games, however many threads
/// play them. When `stop` is set no further game is begun, and those before are whole.
///
/// # Errors
///
/// As [`super::simulate`], and what `take` answers.
pub fn observe(
    rules: &Rules,
    plan: &Plan,
    stop: &AtomicBool,
    take: &mut dyn FnMut(&Played) -> Result<(), Vec<Fault>>,
) -> Result<Report, Vec<Fault>> {
    let start = Instant::now();
    let make = || Worker::watching(rules);
    let run = |worker: &mut Worker, task: u64| {
        let (mut totals, mut rows) = (worker.empty(rules), Vec::new());
        for game in plan.games_of(task).take_while(|_| !stop.load(Ordering::Relaxed)) {
            let deal = Deal { seed: plan.seed, game, bots: &plan.bots, worth: &[], turned: 0 };
            let mut observer = Observer::default();
            observer.begin(&deal, false);
            worker
                .play_watched(&deal, &mut totals, &mut observer)
                .map_err(|e| vec![in_game(&e, game, plan.seed)])?;
            rows.push(observer.played);
        }
        Ok((totals, rows))
    };
    let mut sum = Totals::default();
    let gather = |task: u64, (totals, rows): (Totals, Vec<Played>)| {
        sum = std::mem::take(&mut sum).add(&totals);
        rows.iter().try_for_each(&mut *take)?;
        Ok(plan.goes_on(task, rows.len() as u64))
    };
    in_order(plan.threads, plan.tasks(), make, run, gather)?;
    Ok(report::of(rules, plan, &sum, start.elapsed().as_secs_f64()))
}
