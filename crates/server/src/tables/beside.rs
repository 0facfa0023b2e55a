//! Threads that work beside the tables and give way to them: bots think there, and what takes long is looked at there.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use tracing::warn;

use super::turns::{Turns, Whose};

/// Scripts may call one another, and look ahead.
pub(super) const STACK_BYTES: usize = 16 << 20;
/// How much these threads give way, from 0 to 19.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

type Job<K> = Box<dyn FnOnce(&mut K) + Send>;

/// Threads that share what waits, each with something of its own that it keeps from one job to the next.
pub(super) struct Beside<K>(Arc<Ends<K>>);

/// When nobody is left who could ask, the threads end.
struct Ends<K>(Arc<Shared<K>>);

struct Shared<K> {
    jobs: Mutex<Jobs<K>>,
    more: Condvar,
}

struct Jobs<K> {
    waiting: Turns<Job<K>>,
    /// How many threads work for somebody.
    working: BTreeMap<Whose, usize>,
    /// How many of them may at a time: one thread is always there for others, if there are several.
    most: usize,
    over: bool,
}

impl<K: Default + 'static> Beside<K> {
    /// Starts `threads` threads.
    ///
    /// # Errors
    ///
    /// The system gives no thread.
    pub(super) fn begin(name: &str, threads: usize) -> io::Result<Self> {
        let most = threads.saturating_sub(1).max(1);
        let jobs = Jobs { waiting: Turns::default(), working: BTreeMap::new(), most, over: false };
        let shared = Arc::new(Shared { jobs: Mutex::new(jobs), more: Condvar::new() });
        let beside = Self(Arc::new(Ends(Arc::clone(&shared))));
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            Builder::new()
                .name(format!("{name}-{number}"))
                .stack_size(STACK_BYTES)
                .spawn(move || work(&shared))?;
        }
        Ok(beside)
    }

    /// Has something done on somebody's turn.
    pub(super) fn work(&self, whose: Whose, job: impl FnOnce(&mut K) + Send + 'static) {
        let shared = &self.0.0;
        shared.jobs().waiting.push(whose, Box::new(job));
        shared.more.notify_one();
    }
}

impl<K> Clone for Beside<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K> fmt::Debug for Beside<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Beside").finish_non_exhaustive()
    }
}

impl<K> Drop for Ends<K> {
    fn drop(&mut self) {
        self.0.jobs().over = true;
        self.0.more.notify_all();
    }
}

impl<K> Shared<K> {
    fn jobs(&self) -> MutexGuard<'_, Jobs<K>> {
        // No job runs while it is locked.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, once there is one that may be done; nothing, once nobody can ask any more.
    fn next(&self) -> Option<(Whose, Job<K>)> {
        let mut jobs = self.jobs();
        loop {
            let Jobs { waiting, working, most, over } = &mut *jobs;
            let may = |whose: &Whose| working.get(whose).is_none_or(|works| works < most);
            if let Some((whose, job)) = waiting.pop(may) {
                *working.entry(whose.clone()).or_default() += 1;
                return Some((whose, job));
            }
            if *over && waiting.is_empty() {
                return None;
            }
            jobs = self.more.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job for somebody is done, so that another one of theirs may begin.
    fn done(&self, whose: &Whose) {
        let mut jobs = self.jobs();
        if let Some(works) = jobs.working.get_mut(whose) {
            *works -= 1;
            if *works == 0 {
                jobs.working.remove(whose);
            }
        }
        drop(jobs);
        self.more.notify_all();
    }
}

fn work<K: Default>(shared: &Shared<K>) {
    give_way();
    let mut kept = K::default();
    while let Some((whose, job)) = shared.next() {
        // Somebody who waits for a job that fails is answered, since what should be given is dropped.
        if catch_unwind(AssertUnwindSafe(|| job(&mut kept))).is_err() {
            warn!(target: "bastide::table", "something beside the tables has failed");
            kept = K::default();
        }
        shared.done(&whose);
    }
}

/// Where cores are short, people are answered first: here a priority belongs to a thread.
#[cfg(target_os = "linux")]
fn give_way() {
    // Where this may not be asked for, these threads are as important as everybody.
    let _ = rustix::process::setpriority_process(None, NICE);
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}
