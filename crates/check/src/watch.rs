//! Hearing of saved files.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bastide::core::Fault;
use bastide::folders::Walk;
use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// Editors save in two or three steps: what comes within this time is one save.
const CALM: Duration = Duration::from_millis(40);
/// Endings of files whose change counts.
const TEXT: [&str; 4] = ["toml", "lua", "luau", "md"];

/// What keeps files watched as long as it is kept.
#[derive(Debug)]
pub struct Watcher {
    _held: Debouncer<RecommendedWatcher, RecommendedCache>,
}

/// Starts a thread that reports every save below some paths, with the files and folders that changed, or why reports
/// have stopped.
///
/// # Errors
///
/// `F0011` a path that cannot be watched, `F0008` one with too much below it.
pub fn watch(
    paths: &[PathBuf],
    mut told: impl FnMut(Result<Vec<PathBuf>, Fault>) + Send + 'static,
) -> Result<Watcher, Fault> {
    for path in paths.iter().filter(|path| path.is_dir()) {
        // To watch all of it would take as long as to look at all of it.
        if !Walk::default().ends_below(path) {
            return Err(Walk::too_much(&path.to_string_lossy().replace('\\', "/")));
        }
    }
    let places: Vec<(PathBuf, RecursiveMode)> = paths.iter().map(|path| place(path)).collect();
    // Reports have absolute paths.
    let full = |(place, _): &(PathBuf, _)| std::path::absolute(place).unwrap_or(place.clone());
    let below: Vec<PathBuf> = places.iter().map(full).collect();
    let heard = move |batch: DebounceEventResult| match batch {
        Ok(events) => {
            // Reading a file is an event as well, our own reading too.
            let events = events.iter().filter(|event| !event.kind.is_access());
            let paths = events.flat_map(|event| &event.paths);
            let mut files: Vec<PathBuf> =
                paths.filter(|path| counts(path, &below)).cloned().collect();
            files.sort();
            files.dedup();
            if !files.is_empty() {
                told(Ok(files));
            }
        }
        Err(errors) => {
            if let Some(error) = errors.first() {
                told(Err(wrong(Path::new(""), error)));
            }
        }
    };
    let made = new_debouncer(CALM, Some(CALM / 4), heard);
    let mut held = made.map_err(|e| wrong(Path::new(""), &e))?;
    for (place, mode) in &places {
        held.watch(place, *mode).map_err(|e| wrong(place, &e))?;
    }
    Ok(Watcher { _held: held })
}

/// Returns what to watch for a path, and how deep. Many editors replace a file by a new one, so its folder is watched.
fn place(path: &Path) -> (PathBuf, RecursiveMode) {
    let (place, mode) = if path.is_dir() {
        (path, RecursiveMode::Recursive)
    } else {
        (path.parent().unwrap_or(Path::new("")), RecursiveMode::NonRecursive)
    };
    let place = if place.as_os_str().is_empty() { Path::new(".") } else { place };
    (place.to_path_buf(), mode)
}

/// Returns whether a change concerns us: a text, or what may be a folder, and nothing hidden.
fn counts(path: &Path, places: &[PathBuf]) -> bool {
    let inside = places.iter().find_map(|place| path.strip_prefix(place).ok()).unwrap_or(path);
    let hidden = inside.iter().any(|part| part.to_string_lossy().starts_with('.'));
    !hidden && path.extension().is_none_or(|ending| TEXT.iter().any(|known| ending == *known))
}

fn wrong(path: &Path, error: &notify::Error) -> Fault {
    let fault = Fault::new(
        "F0011",
        format!("changes cannot be watched: {error}"),
        format!("les changements ne peuvent pas être suivis : {error}"),
    );
    fault.in_file(&path.to_string_lossy()).help(
        "run the command again after each change, with `--once` or without `--watch`",
        "relancez la commande après chaque changement, avec `--once` ou sans `--watch`",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_folders_count_and_what_is_hidden_does_not() {
        let places = [PathBuf::from("/h/.home/mine"), PathBuf::from("/h/.plain/.")];
        for (path, wanted) in [
            ("/h/.home/mine/expansion.toml", true),
            ("/h/.home/mine/tests/a.spec.lua", true),
            ("/h/.home/mine/tiles", true),
            ("/h/.home/mine/.save~", false),
            ("/h/.home/mine/.git/HEAD", false),
            ("/h/.home/mine/a.toml~", false),
            ("/h/.home/mine/picture.svg", false),
            ("/h/.plain/mine.toml", true),
            ("/h/.plain/.mine.toml.swp", false),
        ] {
            assert_eq!(counts(Path::new(path), &places), wanted, "{path}");
        }
    }

    #[test]
    fn a_save_is_told_and_a_path_that_is_not_there_is_a_fault() {
        let dir = tempfile::tempdir().expect("a folder");
        let (send, saved) = std::sync::mpsc::channel();
        let told = move |change| drop(send.send(change));
        let watcher = watch(&[dir.path().to_path_buf()], told).expect("is watched");
        let file = dir.path().join("mine.toml");
        std::fs::write(&file, "a = 1").expect("written");
        let files =
            saved.recv_timeout(Duration::from_secs(60)).expect("is told").expect("no fault");
        assert_eq!(files, [file]);
        drop(watcher);
        let fault = watch(&[dir.path().join("gone/away.toml")], |_| {}).expect_err("is not there");
        assert_eq!(fault.code, "F0011");
    }
}
