//! Threads that play samples of one decision, each with an engine of its own that it keeps for the game.
//!
//! Samples are played in any order and taken in theirs, so that what is chosen does not depend on how many threads there
//! are. Who asks plays samples too, and plays what a thread that ended left behind.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, available_parallelism};

use bastide_core::{Engine, HookError};

use super::expert::{Sample, Task, Trials};
use crate::rules::Rules;

/// Most threads of one game.
const THREADS_MAX: usize = 64;

/// Samples of a task, and where they go.
#[derive(Clone, Debug)]
struct Errand {
    task: Arc<Task>,
    /// The next sample that nobody plays yet.
    next: Arc<AtomicU32>,
    done: Sender<(u32, Result<Sample, HookError>)>,
}

impl Errand {
    /// A sample that nobody plays yet, if there is one.
    fn take(&self) -> Option<u32> {
        let sample = self.next.fetch_add(1, Ordering::Relaxed);
        (sample < self.task.samples).then_some(sample)
    }
}

/// Threads that compute for one game. They start with the first request.
#[derive(Debug, Default)]
pub struct Crew {
    rules: Option<Rules>,
    /// Number of threads besides the caller.
    wanted: usize,
    hands: Vec<Sender<Errand>>,
}

impl Crew {
    /// Creates the threads for games of these rules, the caller included; 0 means one for each core. They start with
    /// the first decision that has enough work.
    #[must_use]
    pub fn new(rules: &Rules, threads: usize) -> Self {
        let cores = || available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { cores() } else { threads };
        let wanted = threads.min(THREADS_MAX) - 1;
        Self { rules: (wanted > 0).then(|| rules.clone()), wanted, hands: Vec::new() }
    }

    /// Starts the threads, or fewer of them if the system refuses to create more.
    fn begin(&mut self) {
        let Some(rules) = &self.rules else { return };
        while self.hands.len() < self.wanted {
            let (hand, errands) = channel::<Errand>();
            let rules = rules.clone();
            let work = move || {
                let Ok(mut engine) = rules.engine() else { return };
                let mut trials = Trials::default();
                for errand in errands {
                    while let Some(sample) = errand.take() {
                        let found = errand.task.play(&mut engine, &mut trials, sample);
                        if errand.done.send((sample, found)).is_err() {
                            break;
                        }
                    }
                }
            };
            match Builder::new().name("bot".to_owned()).spawn(work) {
                Ok(_) => self.hands.push(hand),
                Err(_) => self.wanted = self.hands.len(),
            }
        }
    }

    /// Plays the samples of a task. `take` gets them in their order, and says whether it wants more.
    pub(super) fn play(
        &mut self,
        (engine, trials): (&mut Engine, &mut Trials),
        task: Task,
        mut take: impl FnMut(Sample) -> bool,
    ) -> Result<(), HookError> {
        self.begin();
        let (done, found) = channel();
        let own = Errand { task: Arc::new(task), next: Arc::default(), done };
        let samples = own.task.samples;
        self.hands.retain(|hand| hand.send(own.clone()).is_ok());
        let Errand { task, next, done } = own;
        drop(done);
        let (mut due, mut waiting) = (0, BTreeMap::new());
        while due < samples {
            let sample = next.fetch_add(1, Ordering::Relaxed);
            if sample < samples {
                waiting.insert(sample, task.play(engine, trials, sample));
                waiting.extend(found.try_iter());
            } else if let Ok((sample, found)) = found.recv() {
                waiting.insert(sample, found);
            } else {
                waiting.entry(due).or_insert_with(|| task.play(engine, trials, due));
            }
            while let Some(found) = waiting.remove(&due) {
                due += 1;
                let more = found.map(&mut take);
                if !matches!(more, Ok(true)) {
                    // What others have begun they end, and begin no more.
                    next.store(samples, Ordering::Relaxed);
                    return more.map(drop);
                }
            }
        }
        Ok(())
    }
}
