//! Tasks on several threads, with results that come in the order of the tasks.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

/// How long a thread gathers what it has done before it hands it over: many short tasks at once, each long one by itself.
const GATHERS: Duration = Duration::from_millis(1);

/// Runs the tasks `0..tasks`, each on one of the threads (0 = one for each core), which makes itself a
/// worker first. `take` gets every result in the order of the tasks, whichever thread was faster, until
/// it has enough; so what comes out does not depend on the number of threads, nor on how many of them can be started. When
/// `stop` is set no further task is begun, those that run may end on their way, and `take` gets those before the first that was
/// not done.
///
/// # Errors
///
/// The first task that failed, in order, or a worker that could not be made.
pub fn in_order<W, R: Send, E: Send>(
    (threads, tasks, stop): (usize, u64, &AtomicBool),
    make: impl Fn() -> Result<W, E> + Sync,
    run: impl Fn(&mut W, u64) -> Result<R, E> + Sync,
    mut take: impl FnMut(u64, R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads };
    let threads = threads.min(tasks.try_into().unwrap_or(usize::MAX));
    if threads < 2 {
        return one_by_one((tasks, stop), make, run, take);
    }
    let (next, enough) = (&AtomicU64::new(0), &AtomicBool::new(false));
    let (make, run) = (&make, &run);
    let (send, receive) = sync_channel(threads * 4);
    std::thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            let send = send.clone();
            let work = move || {
                let mut worker = match make() {
                    Ok(worker) => worker,
                    Err(e) => {
                        let _ = send.send(vec![(next.fetch_add(1, Ordering::Relaxed), Err(e))]);
                        return;
                    }
                };
                let (mut done, mut since) = (Vec::new(), Instant::now());
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    let over = [enough, stop].iter().any(|flag| flag.load(Ordering::Relaxed));
                    let over = over || task >= tasks;
                    if !over {
                        let result = run(&mut worker, task);
                        // What was stopped on its way is no result.
                        if !stop.load(Ordering::Relaxed) {
                            done.push((task, result));
                        }
                    }
                    if over || since.elapsed() >= GATHERS {
                        if send.send(std::mem::take(&mut done)).is_err() || over {
                            return;
                        }
                        since = Instant::now();
                    }
                }
            };
            started += usize::from(std::thread::Builder::new().spawn_scoped(scope, work).is_ok());
        }
        drop(send);
        if started == 0 {
            return one_by_one((tasks, stop), make, run, take);
        }
        let (mut waiting, mut wanted, mut flow) = (BTreeMap::new(), 0, Ok(()));
        'all: while let Ok(done) = receive.recv() {
            waiting.extend(done);
            while let Some(done) = waiting.remove(&wanted) {
                match done.and_then(|result| take(wanted, result)) {
                    Ok(ControlFlow::Continue(())) => wanted += 1,
                    Ok(ControlFlow::Break(())) => break 'all,
                    Err(e) => {
                        flow = Err(e);
                        break 'all;
                    }
                }
            }
        }
        enough.store(true, Ordering::Relaxed);
        // Threads that wait to hand over a result find no receiver, and stop.
        drop(receive);
        flow
    })
}

/// Runs the tasks without any thread but this one.
fn one_by_one<W, R, E>(
    (tasks, stop): (u64, &AtomicBool),
    make: impl Fn() -> Result<W, E>,
    run: impl Fn(&mut W, u64) -> Result<R, E>,
    mut take: impl FnMut(u64, R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let mut worker = make()?;
    for task in 0..tasks {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let result = run(&mut worker, task)?;
        if stop.load(Ordering::Relaxed) || take(task, result)?.is_break() {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, enough: u64) -> Result<Vec<u64>, String> {
        let mut out = Vec::new();
        let run = |(): &mut (), n: u64| if n == 70 { Err(format!("{n}")) } else { Ok(n * n) };
        in_order(
            (threads, 100, &AtomicBool::new(false)),
            || Ok(()),
            run,
            |i, square| {
                assert_eq!(square, i * i);
                out.push(square);
                Ok(if i + 1 == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            },
        )?;
        Ok(out)
    }

    #[test]
    fn results_come_in_order_until_there_are_enough() {
        for threads in [1, 2, 7] {
            assert_eq!(squares(threads, 50).map(|s| s.len()), Ok(50));
            assert_eq!(squares(threads, 100), Err("70".into()), "the first failure counts");
        }
    }

    #[test]
    fn a_worker_that_cannot_be_made_is_a_failure() {
        let made = || Err::<(), _>("no");
        let goes_on = |_, _| Ok(ControlFlow::Continue(()));
        for threads in [1, 3] {
            let asked = (threads, 9, &AtomicBool::new(false));
            assert_eq!(in_order(asked, made, |(), n| Ok(n), goes_on), Err("no"));
        }
    }

    #[test]
    fn whoever_asks_to_stop_gets_what_was_done_before() {
        for threads in [1, 2, 7] {
            let (stop, mut taken) = (AtomicBool::new(false), 0);
            let run = |(): &mut (), n: u64| {
                stop.fetch_or(n == 40, Ordering::Relaxed);
                Ok::<_, String>(n)
            };
            let take = |i, n| {
                assert_eq!((i, n), (taken, taken));
                taken += 1;
                Ok(ControlFlow::Continue(()))
            };
            assert_eq!(in_order((threads, 1_000_000, &stop), || Ok(()), run, take), Ok(()));
            assert!(taken < 1_000_000 && (threads > 1 || taken == 40), "{taken}");
        }
    }
}
