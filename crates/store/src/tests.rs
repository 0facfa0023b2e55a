//! What was kept is there again, and what could not be is not.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::fs;

use super::{Change, Error, Kept, Store};

fn lines(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn put(store: &mut Store, room: &str, stay: usize, words: &[&str], at: u64, over: bool) {
    let about = format!("{room} at {at}");
    let change = Change { room: room.to_owned(), about, stay, lines: lines(words), at, over };
    store.put(&[change]).unwrap();
}

#[test]
fn what_was_kept_is_there_again() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tables.db");
    let mut store = Store::open(&file).unwrap();
    put(&mut store, "a", 0, &["one", "two", "three"], 10, false);
    put(&mut store, "b", 0, &[], 11, false);
    // Two are taken back, and another one is played.
    put(&mut store, "a", 1, &["zwei"], 12, false);
    drop(store);
    let store = Store::open(&file).unwrap();
    let kept = Kept { about: "a at 12".into(), lines: lines(&["one", "zwei"]) };
    assert_eq!(store.get("a").unwrap(), Some(kept));
    assert_eq!(store.get("b").unwrap().unwrap().lines, Vec::<String>::new());
    assert_eq!(store.get("c").unwrap(), None);
    assert_eq!(store.unfinished().unwrap(), 2);
}

#[test]
fn changes_that_cannot_be_written_leave_all_tables_as_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(&dir.path().join("tables.db")).unwrap();
    put(&mut store, "a", 0, &["one"], 1, false);
    put(&mut store, "b", 0, &["two"], 1, false);
    // A disk that is full, as the database sees it.
    store.connection.pragma_update(None, "max_page_count", 1).unwrap();
    let long = "x".repeat(100_000);
    let change = |room: &str, line: &str| Change {
        room: room.to_owned(),
        about: "more".to_owned(),
        stay: 1,
        lines: lines(&[line]),
        at: 2,
        over: false,
    };
    let changes = [change("a", "short"), change("b", &long)];
    assert!(matches!(store.put(&changes), Err(Error::Database(_))));
    for (room, line) in [("a", "one"), ("b", "two")] {
        let kept = store.get(room).unwrap().unwrap();
        assert_eq!((kept.about, kept.lines), (format!("{room} at 1"), lines(&[line])));
    }
    store.connection.pragma_update(None, "max_page_count", 1_000_000).unwrap();
    store.put(&changes).unwrap();
    for room in ["a", "b"] {
        assert_eq!(store.get(room).unwrap().unwrap().lines.len(), 2);
    }
}

#[test]
fn wherever_the_log_breaks_off_whole_changes_are_there_and_all_before_it() {
    /// Bytes of a page with its head in the log.
    const PAGE: usize = 24 + 4096;
    let dir = tempfile::tempdir().unwrap();
    let (file, log) = (dir.path().join("tables.db"), dir.path().join("tables.db-wal"));
    let mut store = Store::open(&file).unwrap();
    let mut ends = Vec::new();
    for n in 0..6 {
        let words: Vec<String> = (0..=n).map(|word| format!("{n} {word}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        put(&mut store, "a", n, &words[n..], n as u64, false);
        put(&mut store, "b", 0, &words, n as u64, false);
        ends.push(fs::metadata(&log).unwrap().len() as usize);
    }
    let (file, log) = (fs::read(&file).unwrap(), fs::read(&log).unwrap());
    // With `BASTIDE_FULL` at every byte of the last changes, else around the ends of pages and here and there.
    let full = std::env::var_os("BASTIDE_FULL").is_some();
    let from = if full { ends[4] } else { ends[2] };
    let near = |at: &usize| {
        let within = (at - 32) % PAGE;
        full || at.is_multiple_of(509) || !(3..=PAGE - 3).contains(&within)
    };
    let mut opened = 0;
    for cut in (from..=log.len()).filter(near) {
        for lost in [false, true] {
            let dir = tempfile::tempdir().unwrap();
            fs::write(dir.path().join("tables.db"), &file).unwrap();
            let mut left = log[..cut].to_vec();
            if lost {
                // The system had made the file longer, and not written it.
                left.resize(log.len(), 0);
            }
            fs::write(dir.path().join("tables.db-wal"), left).unwrap();
            let store = Store::open(&dir.path().join("tables.db")).unwrap();
            let whole = ends.iter().filter(|end| **end <= cut).count();
            let a = store.get("a").unwrap().unwrap();
            let b = store.get("b").unwrap().unwrap();
            // Between two of them `a` may be one further than `b`.
            let n = a.lines.len();
            assert!(n == whole || n == whole + 1, "{n} of {whole} at {cut}");
            assert_eq!((a.about, b.lines.len()), (format!("a at {}", n - 1), whole), "{cut}");
            opened += 1;
        }
    }
    assert!(opened > 300, "{opened}");
}

/// What is kept is only read from a copy, since nobody can be kept from writing who may do everything.
#[test]
fn where_the_file_cannot_be_written_a_copy_of_it_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tables.db");
    let mut store = Store::open(&file).unwrap();
    put(&mut store, "a", 0, &["one", "two"], 10, false);
    // As it lies there when the program was killed: most of it is in the log.
    let why = || Error::Database(rusqlite::Error::InvalidQuery);
    let mut copy = Store::copied(&file, why()).unwrap();
    assert!(copy.read_only().is_some() && store.read_only().is_none());
    assert_eq!(copy.get("a").unwrap().unwrap().lines, ["one", "two"]);
    assert!(copy.put(&[Change { room: "a".into(), ..Change::default() }]).is_err());
    assert_eq!(copy.get("a").unwrap(), store.get("a").unwrap());
    let missing = Store::copied(&dir.path().join("none.db"), why());
    assert!(matches!(missing, Err(Error::Database(rusqlite::Error::InvalidQuery))));
}

#[test]
fn old_tables_are_forgotten_with_their_lines() {
    const NOW: u64 = 1_800_000_000;
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(&dir.path().join("tables.db")).unwrap();
    put(&mut store, "over-old", 0, &["one"], NOW - 20, true);
    put(&mut store, "over-new", 0, &["one"], NOW, true);
    put(&mut store, "idle", 0, &["one"], NOW - 20, false);
    assert_eq!(store.forget(NOW, 10, 25).unwrap(), 1);
    assert_eq!(store.get("over-old").unwrap(), None);
    assert!(store.get("over-new").unwrap().is_some() && store.get("idle").unwrap().is_some());
    let left: i64 =
        store.connection.query_row("SELECT count(*) FROM line", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 2);
}

#[test]
fn a_clock_that_was_not_set_or_leaps_forgets_nothing() {
    const NOW: u64 = 1_800_000_000;
    const DAY: u64 = 24 * 60 * 60;
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(&dir.path().join("tables.db")).unwrap();
    let forget = |store: &mut Store, now: u64| store.forget(now, 30 * DAY, 90 * DAY).unwrap();
    put(&mut store, "unset", 0, &["one"], 1000, false);
    assert_eq!(forget(&mut store, 2000), 0, "nobody knows what time it is");
    assert_eq!(forget(&mut store, NOW), 0, "it was noted before the clock was set");
    put(&mut store, "set", 0, &["one"], NOW, true);
    // The clock says a year later from one moment to the next.
    assert_eq!(forget(&mut store, NOW + 365 * DAY), 0);
    // It goes back to what is right, and what was noted meanwhile is not kept for ever.
    put(&mut store, "later", 0, &["one"], NOW + 365 * DAY, true);
    assert_eq!(forget(&mut store, NOW), 0);
    for day in 1..=32 {
        forget(&mut store, NOW + day * DAY);
    }
    let is = |name: &str| store.get(name).unwrap().is_some();
    assert_eq!([is("unset"), is("set"), is("later")], [true, false, false]);
}

#[cfg(unix)]
#[test]
fn what_would_be_lost_is_not_kept_and_nobody_else_reads_it() {
    use std::os::unix::fs::PermissionsExt;
    for gone in ["tables.db", "tables.db-wal"] {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("tables.db");
        let mut store = Store::open(&file).unwrap();
        put(&mut store, "a", 0, &["one"], 10, false);
        for name in ["tables.db", "tables.db-wal"] {
            let mode = fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{name}");
        }
        fs::remove_file(dir.path().join(gone)).unwrap();
        let change =
            Change { room: "a".into(), stay: 1, lines: lines(&["two"]), ..Change::default() };
        assert!(matches!(store.put(std::slice::from_ref(&change)), Err(Error::Gone)), "{gone}");
        // Another file of that name is not the one that was opened.
        fs::write(dir.path().join(gone), "").unwrap();
        assert!(matches!(store.put(&[change]), Err(Error::Gone)), "{gone}");
        assert_eq!(store.get("a").unwrap().unwrap().lines, ["one"]);
    }
}

#[test]
fn who_comes_second_and_what_is_no_database_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tables.db");
    let store = Store::open(&file).unwrap();
    assert!(matches!(Store::open(&file), Err(Error::Taken)));
    store.connection.pragma_update(None, "user_version", 7).unwrap();
    drop(store);
    assert!(matches!(Store::open(&file), Err(Error::Layout(7))));
    fs::write(&file, "no database at all, but long enough to be looked at as one. ".repeat(40))
        .unwrap();
    assert!(matches!(Store::open(&file), Err(Error::Database(_))));
    assert!(Store::open(dir.path()).is_err(), "a folder");
}
