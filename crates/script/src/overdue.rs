//! Calls that reach no step: the last safeguard behind the [meter](crate::meter).
//!
//! A script is stopped between its steps. What the interpreter does within one step (reading a text of megabytes as a
//! number, growing a table) cannot be interrupted, and many such operations can be written without a step between
//! them. So another thread watches. It reports a call that works longer than it may, and the listener ends the
//! program. A call that ends by itself, or is stopped, is never reported.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use bastide_core::fault::Fault;

/// Interval of checks.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// What a call may work beyond its time, for the step that it is in.
const GRACE: Duration = Duration::from_millis(20);

/// Time on the wall for each unit of its own, where the time of another thread cannot be read.
const WALL_FACTOR: u32 = 10;

/// What one machine is doing, for another thread to see.
#[derive(Debug)]
pub(crate) struct Pulse {
    /// Counts calls that began or ended; odd while one runs.
    calls: AtomicU64,
    /// Which of the names is called.
    at: AtomicU32,
    names: Mutex<Vec<(String, String)>>,
    most: Duration,
    thread: Thread,
}

impl Pulse {
    /// The pulse of a machine of this thread, whose calls may take so long.
    pub(crate) fn new(most: Duration) -> Arc<Self> {
        let pulse = Arc::new(Self {
            calls: AtomicU64::new(0),
            at: AtomicU32::new(0),
            names: Mutex::default(),
            most,
            thread: Thread::this(),
        });
        let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
        watched.retain(|other| other.strong_count() > 0);
        watched.push(Arc::downgrade(&pulse));
        pulse
    }

    /// Registers a function and returns the number that reports use for it.
    pub(crate) fn name(&self, file: &str, function: &str) -> u32 {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.push((file.to_owned(), function.to_owned()));
        names.len() as u32 - 1
    }

    /// The next call is of this function; which the last was of. Only the machine's own thread writes.
    #[inline]
    pub(crate) fn about(&self, name: u32) -> u32 {
        let before = self.at.load(Ordering::Relaxed);
        self.at.store(name, Ordering::Relaxed);
        before
    }

    /// A call begins or ends. Only the machine's own thread writes.
    #[inline]
    pub(crate) fn turn(&self) {
        self.calls.store(self.calls.load(Ordering::Relaxed) + 1, Ordering::Release);
    }

    fn fault(&self) -> Fault {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let at = self.at.load(Ordering::Relaxed) as usize;
        let (file, function) = names.get(at).cloned().unwrap_or_default();
        let ms = self.most.as_millis();
        let (en, fr) = if function.is_empty() {
            ("the script".to_owned(), "le script".to_owned())
        } else {
            (format!("`{function}`"), format!("`{function}`"))
        };
        let fault = Fault::new(
            "L0215",
            format!("{en} worked for more than {ms} ms and cannot be stopped"),
            format!("{fr} a travaillé plus de {ms} ms sans pouvoir être arrêté"),
        )
        .help(
            "keep texts short: no arithmetic and no comparison with texts of megabytes",
            "gardez les textes courts : ni calcul ni comparaison avec des textes de plusieurs mégaoctets",
        );
        fault.in_file(&file)
    }
}

/// Who looks on at one machine.
#[derive(Debug)]
struct Look {
    pulse: Weak<Pulse>,
    /// The call that was seen running, and when its thread had worked how long.
    seen: Option<(u64, Duration)>,
}

impl Look {
    /// The fault of a call that has worked for too long.
    fn overdue(&mut self) -> Option<Fault> {
        let pulse = self.pulse.upgrade()?;
        let call = pulse.calls.load(Ordering::Acquire);
        if call.is_multiple_of(2) {
            self.seen = None;
            return None;
        }
        let now = pulse.thread.worked();
        match self.seen {
            Some((seen, since)) if seen == call => {
                let over = now.saturating_sub(since) > pulse.most + GRACE;
                // It may have ended while the clock was read.
                (over && pulse.calls.load(Ordering::Acquire) == call).then(|| pulse.fault())
            }
            _ => {
                self.seen = Some((call, now));
                None
            }
        }
    }
}

static WATCHED: Mutex<Vec<Weak<Pulse>>> = Mutex::new(Vec::new());
static WATCHER: OnceLock<()> = OnceLock::new();

/// Starts reporting calls that cannot be stopped, of any VM. A report is final, because the thread that runs the
/// script never returns: the program should exit.
pub fn watch(mut tell: impl FnMut(Fault) + Send + 'static) {
    if WATCHER.set(()).is_err() {
        return;
    }
    let looking = move || {
        let mut looks: Vec<Look> = Vec::new();
        loop {
            std::thread::sleep(LOOK_EVERY);
            looks.retain(|look| look.pulse.strong_count() > 0);
            {
                let watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
                for pulse in watched.iter() {
                    if !looks.iter().any(|look| look.pulse.ptr_eq(pulse)) {
                        looks.push(Look { pulse: Weak::clone(pulse), seen: None });
                    }
                }
            }
            looks.iter_mut().filter_map(Look::overdue).for_each(&mut tell);
        }
    };
    // Without a thread there is no net, which is no worse than not to ask for it.
    let _ = std::thread::Builder::new().name("overdue".to_owned()).spawn(looking);
}

/// A thread whose time another can read.
#[derive(Debug)]
struct Thread {
    /// File in which the system reports it.
    told: Option<std::path::PathBuf>,
    since: Instant,
}

impl Thread {
    fn this() -> Self {
        let told = std::fs::read_link("/proc/thread-self").ok();
        let told = told.map(|task| std::path::Path::new("/proc").join(task).join("schedstat"));
        Self { told: told.filter(|path| path.exists()), since: Instant::now() }
    }

    /// How long it has worked.
    fn worked(&self) -> Duration {
        let read = |path| {
            let text = std::fs::read_to_string(path).ok()?;
            text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
        };
        let own = self.told.as_ref().and_then(read);
        own.unwrap_or_else(|| self.since.elapsed() / WALL_FACTOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spin(time: Duration) {
        let thread = Thread::this();
        let start = thread.worked();
        while thread.worked().saturating_sub(start) < time {
            std::hint::spin_loop();
        }
    }

    /// Returns the report about a thread that works for `each` in each of `calls` calls.
    fn told(each: Duration, calls: usize) -> Option<Fault> {
        let (send, made) = std::sync::mpsc::channel();
        let works = std::thread::spawn(move || {
            let pulse = Pulse::new(Duration::from_millis(100));
            pulse.about(pulse.name("init.lua", "slow"));
            send.send(Arc::downgrade(&pulse)).expect("somebody looks on");
            for _ in 0..calls {
                pulse.turn();
                spin(each);
                pulse.turn();
            }
        });
        let mut look = Look { pulse: made.recv().expect("it has begun"), seen: None };
        let mut found = None;
        while !works.is_finished() && found.is_none() {
            std::thread::sleep(Duration::from_millis(2));
            found = look.overdue();
        }
        works.join().expect("it ends by itself");
        found
    }

    #[test]
    fn a_call_without_a_step_is_told_of() {
        let fault = told(Duration::from_millis(600), 1).expect("it worked for too long");
        assert_eq!((fault.code.as_str(), fault.file.as_str()), ("L0215", "init.lua"));
        assert!(fault.what.en.starts_with("`slow` worked for more than 100 ms"), "{fault:?}");
    }

    #[test]
    fn many_short_calls_are_not() {
        assert_eq!(told(Duration::from_millis(20), 30), None);
    }
}
