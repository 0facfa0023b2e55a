//! Threads in which bots think, so that the tables go on meanwhile.

use std::fmt;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use bastide::Rules;
use bastide::core::{Engine, Fault};

/// Engines that a thread keeps: tables of the same rules share one.
const ENGINES: usize = 8;
/// Scripts may call one another, and look ahead.
pub(super) const STACK_BYTES: usize = 16 << 20;
/// How much bots give way, from 0 to 19.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

type Thinks = Box<dyn FnOnce(Result<&mut Engine, Vec<Fault>>) + Send>;

struct Job {
    rules: Rules,
    thinks: Thinks,
}

/// Bots, as the threads of tables have them. Who asks first is answered first.
#[derive(Clone)]
pub(super) struct Bots(Sender<Job>);

impl Bots {
    /// So many threads, which end when nobody can ask any more.
    ///
    /// # Errors
    ///
    /// The system gives no thread.
    pub(super) fn begin(threads: usize) -> io::Result<Self> {
        let (ask, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads {
            let jobs = Arc::clone(&jobs);
            Builder::new()
                .name(format!("bots-{number}"))
                .stack_size(STACK_BYTES)
                .spawn(move || work(&jobs))?;
        }
        Ok(Self(ask))
    }

    /// Has something thought about with an engine of these rules; or it is said why there is none.
    pub(super) fn think(
        &self,
        rules: Rules,
        thinks: impl FnOnce(Result<&mut Engine, Vec<Fault>>) + Send + 'static,
    ) {
        // If all threads have ended, what should be thought is dropped, which whoever waits finds too long.
        let _ = self.0.send(Job { rules, thinks: Box::new(thinks) });
    }
}

impl fmt::Debug for Bots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bots").finish_non_exhaustive()
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    give_way();
    // The one that was used last comes first.
    let mut engines: Vec<Engine> = Vec::new();
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { rules, thinks }) = job else { return };
        thinks(engine(&mut engines, &rules));
    }
}

/// Where cores are short, people are answered first: here a priority belongs to a thread.
#[cfg(target_os = "linux")]
fn give_way() {
    // Where this may not be asked for, bots are as important as everybody.
    let _ = rustix::process::setpriority_process(None, NICE);
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

fn engine<'a>(engines: &'a mut Vec<Engine>, rules: &Rules) -> Result<&'a mut Engine, Vec<Fault>> {
    if let Some(at) = engines.iter().position(|engine| Arc::ptr_eq(engine.rules(), &rules.ruleset))
    {
        engines[..=at].rotate_right(1);
    } else {
        engines.truncate(ENGINES - 1);
        engines.insert(0, rules.engine()?);
    }
    Ok(&mut engines[0])
}
