//! Hearing of saved files.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::Duration;

use bastide::core::Fault;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use super::News;
use crate::stop::Stop;

/// Editors save in two or three steps: what comes within this time is one save.
const CALM: Duration = Duration::from_millis(40);

/// What keeps the files watched.
pub(super) type Watcher = Debouncer<RecommendedWatcher, RecommendedCache>;

/// Watches folders and files, as long as the answer is kept.
pub(super) fn watch(paths: &[PathBuf], send: Sender<News>) -> Result<Watcher, Stop> {
    let wrong = |path: &Path, e: &notify::Error| {
        let fault = Fault::new(
            "F0011",
            format!("changes cannot be watched: {e}"),
            format!("les changements ne peuvent pas être suivis : {e}"),
        );
        fault.in_file(&path.to_string_lossy())
    };
    let told = move |batch: DebounceEventResult| {
        let news = match batch {
            // Reading a file is an event as well, our own reading too.
            Ok(events) if events.iter().all(|event| event.kind.is_access()) => return,
            Ok(_) => News::Saved,
            Err(errors) => match errors.first() {
                Some(e) => News::Blind(wrong(Path::new(""), e)),
                None => return,
            },
        };
        // Nobody listens any more: the sitting is over.
        let _ = send.send(news);
    };
    let made = new_debouncer(CALM, Some(CALM / 4), told);
    let mut watcher = made.map_err(|e| wrong(Path::new(""), &e))?;
    for path in paths {
        // Many editors put another file in the place of the old one: its folder is what can be watched.
        let (place, mode) = if path.is_dir() {
            (path.as_path(), RecursiveMode::Recursive)
        } else {
            (path.parent().unwrap_or(Path::new("")), RecursiveMode::NonRecursive)
        };
        let place = if place.as_os_str().is_empty() { Path::new(".") } else { place };
        watcher.watch(place, mode).map_err(|e| wrong(place, &e))?;
    }
    Ok(watcher)
}
