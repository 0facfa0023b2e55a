//! Tables that continue from what was on disk.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::tables::Tables;
use crate::tables::tests::{begun, now, post, tables, turn};

/// The files as a program that ends at this moment leaves them.
pub(in crate::tables) fn crashed(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), copy.path().join(entry.file_name())).expect("copied");
    }
    copy
}

/// Does the first thing on offer; the action, if it was one.
fn act(tables: &Tables, room: &str, key: &str, id: &str) -> Option<Value> {
    let now = turn(tables, room, key);
    let n = &now["n"];
    let first = now["ask"]["options"].as_array().and_then(|all| all.first());
    let asked = match first {
        Some(first) => json!({ "do": "act", "n": n, "action": first["action"], "id": id }),
        None => json!({ "do": "done", "n": n }),
    };
    let (_, answer) = post(tables, &format!("/api/t/{room}/ask"), Some(key), &asked);
    assert_eq!(answer["is"], "done", "{asked}: {answer}");
    first.is_some().then_some(asked)
}

/// What of a document does not hang on the moment.
fn lasting(mut now: Value) -> Value {
    for key in ["version", "course", "picture", "notes", "board"] {
        now.as_object_mut().expect("a document").remove(key);
    }
    now
}

#[test]
fn a_table_goes_on_from_what_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = tables(Some(folder.path().to_owned()));
    let (room, host, key) = begun(&first);
    let mut last = None;
    for id in 0..9 {
        last = act(&first, &room, &key, &format!("word-{id}")).or(last);
    }
    let before = turn(&first, &room, &key);
    let copy = crashed(folder.path());
    let second = tables(Some(copy.path().to_owned()));
    assert_eq!(second.unfinished().expect("it is kept"), 1);
    // A waiting request is answered at once and gets the same game.
    let version = before["version"].as_u64().expect("a version");
    let after = now(&second, &room, Some(&key), version);
    assert_ne!(after["version"], before["version"]);
    assert_eq!(lasting(after), lasting(before));
    assert_eq!(now(&second, &room, Some(&host), 0)["host"], true);
    let stranger = "0123456789abcdef0123456789abcdef";
    assert_eq!(now(&second, &room, Some(stranger), 0)["you"], Value::Null);
    // A repeated action is not carried out again.
    let asks = format!("/api/t/{room}/ask");
    let (_, again) = post(&second, &asks, Some(&key), &last.expect("an action"));
    assert_eq!(again["is"], "done", "{again}");
    assert_eq!(now(&second, &room, Some(&key), 0)["n"], now(&first, &room, Some(&key), 0)["n"]);
    act(&second, &room, &key, "after");
    let kept = fs::read(copy.path().join("tables.db")).expect("the file");
    let wal = fs::read(copy.path().join("tables.db-wal")).expect("its log");
    let holds = |text: &str| {
        [&kept, &wal].iter().any(|bytes| bytes.windows(text.len()).any(|w| w == text.as_bytes()))
    };
    assert!(holds(&room) && !holds(&key) && !holds(&host), "keys are not on disk");
}

#[test]
fn a_lobby_goes_on_too_and_what_is_damaged_is_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = tables(Some(folder.path().to_owned()));
    let config = "players = 3\n[expansions]\nriver = {}\n";
    let (_, made) = post(&first, "/api/t", None, &json!({ "config": config }));
    let word = |name: &str| made[name].as_str().expect("a text").to_owned();
    let (room, invite) = (word("room"), word("invite"));
    let sit = json!({ "do": "sit", "name": "Zoé" });
    let (_, sat) = post(&first, &format!("/api/t/{room}/ask"), Some(&invite), &sit);
    let key = sat["key"].as_str().expect("a key").to_owned();
    let before = now(&first, &room, Some(&key), 0);
    let copy = crashed(folder.path());
    let second = tables(Some(copy.path().to_owned()));
    assert_eq!(lasting(now(&second, &room, Some(&key), 0)), lasting(before));
    for unknown in ["2222222222", "x", "%27;--", "2222222222222222222222"] {
        let (status, _) =
            crate::tables::tests::get(&second, &format!("/api/t/{unknown}/now"), None);
        assert_eq!(status, 404, "{unknown}");
    }
    // With a file that is not a database, tables are served, and the server reports that nothing is stored.
    let copy = tempfile::tempdir().expect("a folder");
    fs::write(copy.path().join("tables.db"), "nothing of the kind ".repeat(300)).expect("written");
    let third = tables(Some(copy.path().to_owned()));
    let faults = third.unfinished().expect_err("it is damaged");
    assert_eq!(faults[0].code, "F0041");
    begun(&third);
}

#[test]
fn what_cannot_be_kept_has_not_happened_and_is_tried_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = tables(Some(folder.path().to_owned()));
    let (room, _, key) = begun(&tables);
    act(&tables, &room, &key, "first");
    let before = turn(&tables, &room, &key);
    let freeze = |frozen| {
        tables.shelf.store().expect("a store").freeze(frozen).expect("it takes it");
    };
    freeze(true);
    let first = &before["ask"]["options"][0];
    let asked = if first.is_null() {
        json!({ "do": "done", "n": before["n"] })
    } else {
        json!({ "do": "act", "n": before["n"], "action": first["action"], "id": "second" })
    };
    let asks = format!("/api/t/{room}/ask");
    let (status, answer) = post(&tables, &asks, Some(&key), &asked);
    assert_eq!((status, &answer["code"]), (503, &json!("fault")), "{answer}");
    let after = now(&tables, &room, Some(&key), 0);
    assert_eq!((&after["n"], &after["log"]), (&before["n"], &before["log"]));
    assert!(after["trouble"].as_str().is_some_and(|why| why.contains("disk")), "{after}");
    // A new table cannot be kept either, and so there is none.
    let config = json!({ "config": "players = 2\n[expansions]\n" });
    let (status, faults) = post(&tables, "/api/t", None, &config);
    assert_eq!((status, &faults["code"]), (503, &json!("fault")), "{faults}");
    freeze(false);
    let version = now(&tables, &room, Some(&key), 0)["version"].as_u64().expect("a version");
    let again = now(&tables, &room, Some(&key), version);
    assert_eq!(
        (&again["trouble"], &again["n"]),
        (&Value::Null, &before["n"]),
        "it goes on by itself"
    );
    let (status, answer) = post(&tables, &asks, Some(&key), &asked);
    assert_eq!((status, &answer["is"]), (200, &json!("done")), "{answer}");
    assert!(now(&tables, &room, Some(&key), 0)["version"].as_u64() > Some(version));
}

#[test]
fn a_bot_that_cannot_be_kept_waits_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = tables(Some(folder.path().to_owned()));
    let config = json!({ "config": "players = 2\n[expansions]\n" });
    let (_, made) = post(&tables, "/api/t", None, &config);
    let word = |name: &str| made[name].as_str().expect("a text").to_owned();
    let (room, host) = (word("room"), word("host"));
    let asks = format!("/api/t/{room}/ask");
    for asked in [
        json!({ "do": "policy", "policy": { "pause": 50 } }),
        json!({ "do": "bot", "seat": 0, "bot": "random" }),
        json!({ "do": "bot", "seat": 1, "bot": "random" }),
        json!({ "do": "start" }),
    ] {
        assert_eq!(post(&tables, &asks, Some(&host), &asked).0, 200, "{asked}");
    }
    let freeze = |frozen| {
        tables.shelf.store().expect("a store").freeze(frozen).expect("it takes it");
    };
    // All bots play as long as it can be written, and not a move longer.
    let until = |is: &dyn Fn(&Value) -> bool| {
        let mut seen = 0;
        loop {
            let now = now(&tables, &room, None, seen);
            if is(&now) {
                return now;
            }
            seen = now["version"].as_u64().expect("a version");
        }
    };
    until(&|now| now["n"].as_u64() > Some(4));
    freeze(true);
    let stopped = until(&|now| !now["trouble"].is_null());
    let kept = super::export(crashed(folder.path()).path(), &room).expect("it is kept");
    let is_action = |line: &&str| line.starts_with(['0', '1', '2']) && line.contains(' ');
    assert_eq!(
        Some(kept.lines().filter(is_action).count() as u64),
        stopped["n"].as_u64(),
        "{kept}"
    );
    freeze(false);
    until(&|now| now["trouble"].is_null() && now["n"].as_u64() > stopped["n"].as_u64());
}
