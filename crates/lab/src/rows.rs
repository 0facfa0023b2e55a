//! A simulation with a row for each game, in the order of the games.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use bastide_core::Fault;

use super::watch::{Deal, Observer, Played};
use super::{Plan, Report, Totals, Worker, in_game, in_order, report};
use bastide::rules::Rules;

/// Simulates like [`super::simulate`], and calls `take` with a row of each game in the order of the games, however
/// many threads play them. When `stop` is set, no further game starts, and those before are complete.
///
/// # Errors
///
/// Fails like [`super::simulate`], and with the errors of `take`.
pub fn observe(
    rules: &Rules,
    plan: &Plan,
    stop: &AtomicBool,
    take: &mut dyn FnMut(&Played) -> Result<(), Vec<Fault>>,
) -> Result<Report, Vec<Fault>> {
    let start = Instant::now();
    let make = || Worker::watching(rules);
    let run = |worker: &mut Worker, game: u64| {
        let (game, mut totals) = (plan.first_game + game, worker.empty(rules));
        let bots = &plan.bots;
        let deal = Deal { seed: plan.seed, game, bots, worth: &[], turned: 0, stop: Some(stop) };
        let mut observer = Observer::default();
        observer.begin(&deal, false);
        worker
            .play_watched(&deal, &mut totals, &mut observer)
            .map_err(|e| vec![in_game(&e, game, plan.seed)])?;
        Ok((totals, observer.played))
    };
    let mut sum = Totals::default();
    let gather = |_, (totals, row): (Totals, Played)| {
        sum = std::mem::take(&mut sum).add(&totals);
        take(&row)?;
        Ok(ControlFlow::Continue(()))
    };
    in_order((plan.threads, plan.games, stop), make, run, gather)?;
    Ok(report::of(rules, plan, &sum, start.elapsed().as_secs_f64()))
}
