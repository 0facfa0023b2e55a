//! What `check` finds in the folder after each save, on a thread of its own: a game that goes on does not
//! wait for it.

use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use bastide::core::{Fault, Severity, Words};
use bastide_check::Report;
use bastide_server::Mood;
use serde_json::json;

use super::source::Source;
use super::tell::{Told, below, both, listed};
use super::{News, millis};
use crate::checked;
use crate::faults::{self, Sources};
use crate::lang::say;

/// Scripts are read by going down into them: as much room as a main thread has.
const STACK: usize = 8 << 20;

/// A check that has been made.
#[derive(Debug)]
pub(super) struct Checked {
    number: u64,
    report: Result<Report, Vec<Fault>>,
    took: Duration,
}

/// What a check found.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) all: Vec<Fault>,
    /// Those that nobody has told yet.
    pub(super) new: Vec<Fault>,
    pub(super) sources: Sources,
    pub(super) took: Duration,
}

/// The checks of one sitting.
#[derive(Debug)]
pub(super) struct Checks {
    send: Sender<News>,
    /// How many have begun.
    number: u64,
    /// Faults that were reported before the check.
    told: Vec<Fault>,
}

impl Checks {
    pub(super) fn new(send: Sender<News>) -> Self {
        Self { send, number: 0, told: Vec::new() }
    }

    /// Starts a check of the folder.
    pub(super) fn begin(&mut self, source: &Source, told: Vec<Fault>) {
        self.number += 1;
        self.told = told;
        let (number, send) = (self.number, self.send.clone());
        let (paths, library) = (source.paths(), source.around());
        let work = move || {
            let started = Instant::now();
            let report = checked::check(&paths, library);
            let took = started.elapsed();
            // Nobody listens any more: the sitting is over.
            let _ = send.send(News::Checked(Box::new(Checked { number, report, took })));
        };
        // A system without another thread has more to worry about than findings.
        let _ = std::thread::Builder::new().stack_size(STACK).spawn(work);
    }

    /// Returns the findings of a check, or `None` if a newer one has started.
    pub(super) fn findings(&self, checked: Checked) -> Option<Findings> {
        if checked.number != self.number {
            return None;
        }
        let mut sources = Sources::default();
        let all = match checked.report {
            Ok(report) => {
                sources.library(&report.library);
                report.faults
            }
            Err(faults) => faults,
        };
        // The same file may have another name.
        let same =
            |a: &Fault, b: &Fault| (&a.code, &a.span, &a.what) == (&b.code, &b.span, &b.what);
        let is_new = |fault: &&Fault| !self.told.iter().any(|told| same(told, fault));
        let new = all.iter().filter(is_new).cloned().collect();
        Some(Findings { all, new, sources, took: checked.took })
    }
}

/// Returns the report of a check. For people it leaves out what was reported before.
pub(super) fn checked(name: &str, found: &Findings) -> Told {
    let errors = found.all.iter().any(|f| f.severity == Severity::Error);
    let mood = if errors {
        Mood::Fault
    } else if found.all.is_empty() {
        Mood::Fine
    } else {
        Mood::Note
    };
    let ms = millis(found.took);
    let line = both(|lang| {
        let mut counted = faults::counted(&found.all, lang);
        if counted.is_empty() {
            lang.pick("no findings", "rien à signaler").clone_into(&mut counted);
        }
        say!(lang, "checked {name}: {counted}, {ms} ms", "vérifié {name} : {counted}, {ms} ms")
    });
    Told {
        more: if found.new.is_empty() {
            Words::default()
        } else {
            below(&found.new, &found.sources)
        },
        data: json!({ "expansion": name, "ms": ms as u64,
            "findings": listed(&found.all, &found.sources) }),
        ..Told::new("checked", mood, line)
    }
}
