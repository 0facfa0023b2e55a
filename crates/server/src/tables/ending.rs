//! Real requests of those who watch over the program, and of those who are there when it ends.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::tests::{begun, behind, get, now, post, send, tables, turn};
use std::net::Ipv4Addr;

use super::*;

/// Tables that are kept in a folder, and where their counts are.
fn watched(folder: &std::path::Path) -> (Tables, SocketAddr) {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let at = free.local_addr().expect("an address");
    drop(free);
    let folder = Some(folder.to_owned());
    let opening = Opening { metrics: Some(at), folder: folder.clone(), ..Opening::default() };
    (behind(folder, 2, Door::open(opening).expect("the port is free")), at)
}

fn asked(at: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(at).expect("connects");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: watcher\r\nConnection: close\r\n\r\n")
        .expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// The number behind a name.
fn count(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|number| number.trim().parse().ok()).unwrap_or(f64::NAN)
}

#[test]
fn what_happens_is_counted_and_names_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let (tables, at) = watched(folder.path());
    let (room, _, key) = begun(&tables);
    let turned = turn(&tables, &room, &key);
    let act = json!({ "do": "act", "n": turned["n"], "action": turned["ask"]["options"][0]["action"], "id": "1" });
    let asks = format!("/api/t/{room}/ask");
    assert_eq!(post(&tables, &asks, Some(&key), &act).0, 200);
    let stale = json!({ "do": "undo", "n": 0 });
    assert_eq!(post(&tables, &asks, Some(&key), &stale).0, 409);
    let text = asked(at, "/metrics");
    assert!(
        text.starts_with("HTTP/1.1 200") && text.contains("text/plain; version=0.0.4"),
        "{text}"
    );
    for (name, wanted) in [
        ("bastide_tables_loaded", 1.0),
        ("bastide_tables_unfinished", 1.0),
        ("bastide_actions_total", 1.0),
        ("bastide_refusals_total{code=\"stale\"}", 1.0),
        ("bastide_action_seconds_count", 1.0),
        ("bastide_waiting", 0.0),
        ("bastide_evictions_total", 0.0),
        ("bastide_commit_failures_total", 0.0),
    ] {
        assert!((count(&text, name) - wanted).abs() < 0.1, "{name}: {text}");
    }
    assert!(count(&text, "bastide_commit_seconds_count") >= 3.0, "{text}");
    assert!(count(&text, "bastide_commit_changes_sum") >= 3.0, "{text}");
    for secret in [&*room, &*key, "Ana", "127.0.0.1"] {
        assert!(!text.contains(secret), "{secret}");
    }
    // The book lists them all, and no others.
    let page = include_str!("../../../../docs/src/leave-running.md");
    let words = |text: &str| -> BTreeSet<String> {
        let all = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let ours = all.filter(|word| word.starts_with("bastide_"));
        ours.map(|word| word.trim_end_matches("_total").to_owned()).collect()
    };
    let told = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
    let told: BTreeSet<String> = told.flat_map(words).collect();
    assert!(told.len() > 10, "{told:?}");
    assert_eq!(words(page), told);
    // Counts are on their own listener alone.
    assert_eq!(get(&tables, "/metrics", None).0, 404);
    assert!(asked(at, "/").starts_with("HTTP/1.1 404"));
}

#[test]
fn whoever_watches_hears_that_nothing_can_be_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let below = folder.path().join("below");
    std::fs::create_dir(&below).expect("made");
    let (tables, at) = watched(&below);
    // They ask under any name.
    let ask = |path: &str| send(&tables, &format!("GET {path} HTTP/1.1\r\nHost: 10.9.8.7"), "");
    assert_eq!(ask("/healthz"), (200, "{\"is\":\"alive\"}".to_owned()));
    assert_eq!(ask("/readyz"), (200, "{\"is\":\"ready\"}".to_owned()));
    assert!(asked(at, "/readyz").starts_with("HTTP/1.1 200"));
    std::fs::remove_dir_all(&below).expect("gone");
    let red = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        Some(ask("/readyz")).filter(|(status, _)| *status != 200)
    });
    let (status, body) = red.expect("it turns red");
    let body: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!((status, &body["code"]), (503, &json!("disk")), "{body}");
    assert_eq!(ask("/healthz").0, 200);
}

#[test]
fn a_second_program_on_the_same_tables_is_not_ready() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_first, _) = watched(folder.path());
    let (second, at) = watched(folder.path());
    assert!(asked(at, "/readyz").contains("\"store\""));
    assert_eq!(get(&second, "/healthz", None).0, 200);
}

#[test]
fn when_the_tables_close_whoever_waits_is_answered_at_once() {
    let tables = tables(None);
    let (room, _, key) = begun(&tables);
    // Nothing changes once Ana must decide.
    turn(&tables, &room, &key);
    let seen = now(&tables, &room, None, 0)["version"].as_u64().expect("a version");
    let waiting = || tables.door.waiting();
    let waits: Vec<_> = (0..3)
        .map(|_| {
            let (tables, path) = (tables.clone(), format!("/api/t/{room}/now?after={seen}"));
            std::thread::spawn(move || get(&tables, &path, None))
        })
        .collect();
    // A silent connection and an idle one delay nobody.
    let _silent = TcpStream::connect(("127.0.0.1", tables.port())).expect("connects");
    let mut kept = TcpStream::connect(("127.0.0.1", tables.port())).expect("connects");
    let head = format!("GET /page/icon.svg HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", tables.port());
    kept.write_all(head.as_bytes()).expect("written");
    let mut first = [0; 15];
    kept.read_exact(&mut first).expect("an answer");
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    while waiting() < 3 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let begun = Instant::now();
    assert!(tables.close(Duration::from_secs(10)), "closed in good order");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    for wait in waits {
        let (status, body) = wait.join().expect("an answer");
        assert!(status == 503 && body.contains("\"closing\""), "{status} {body}");
    }
    assert!(TcpStream::connect(("127.0.0.1", tables.port())).is_err());
}
