//! Looking again whenever a file changes.

use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use bastide::core::Fault;
use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, new_debouncer};

/// Editors save in two or three steps: what comes within this time is one change.
const CALM: Duration = Duration::from_millis(150);
/// Endings of files whose change counts.
const TEXT: [&str; 4] = ["toml", "lua", "luau", "md"];

/// Calls `changed` after every change of a text file below some paths, with the files, until it answers `false`.
///
/// # Errors
///
/// `F0008` a path that cannot be watched.
pub fn watch(paths: &[PathBuf], mut changed: impl FnMut(&[PathBuf]) -> bool) -> Result<(), Fault> {
    let wrong = |path: &Path, e: &notify::Error| {
        Fault::new(
            "F0008",
            format!("changes cannot be watched: {e}"),
            format!("les changements ne peuvent pas être suivis : {e}"),
        )
        .in_file(&path.to_string_lossy())
        .help("check without `--watch`", "vérifiez sans `--watch`")
    };
    let (send, events) = mpsc::channel::<DebounceEventResult>();
    let mut watcher = new_debouncer(CALM, None, send).map_err(|e| wrong(Path::new(""), &e))?;
    for path in paths {
        // Many editors save a file by putting another in its place: its folder is what can be watched.
        let place = if path.is_dir() { Some(path.as_path()) } else { path.parent() };
        let place = place.filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mode =
            if path.is_dir() { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        watcher.watch(place, mode).map_err(|e| wrong(place, &e))?;
    }
    for batch in events {
        let Ok(batch) = batch else { continue };
        let text = |path: &&PathBuf| {
            path.extension().is_some_and(|ending| TEXT.iter().any(|known| ending == *known))
        };
        let events = batch.iter().filter(|event| !event.kind.is_access());
        let mut files: Vec<PathBuf> =
            events.flat_map(|event| event.paths.iter().filter(text).cloned()).collect();
        files.sort();
        files.dedup();
        if !files.is_empty() && !changed(&files) {
            break;
        }
    }
    Ok(())
}
