//! People and bots at the same time.

use std::sync::mpsc::{Sender, channel};

use serde_json::json;

use super::tests::{begun, behind, now, post, turn};
use super::*;

/// Nobody can think as long as this is kept.
fn busy(tables: &Tables, room: &str) -> Sender<()> {
    let (keep, kept) = channel::<()>();
    let (give, rules) = channel();
    let named = room.to_owned();
    tables.send(
        room,
        move |rooms| Ok(rooms.room(&named)?.game().map(|game| game.rules().clone())),
        move |given| drop(give.send(given)),
    );
    let rules = rules.recv().expect("an answer").expect("a room").expect("a game");
    tables.bots.think(Whose::Room("busy".to_owned()), rules, move |_| {
        let _ = kept.recv();
    });
    keep
}

/// A table of one thread, and one thread for bots.
fn alone() -> Tables {
    behind(None, 1, Door::default())
}

#[test]
fn people_are_answered_while_bots_think() {
    let tables = alone();
    let (room, _, key) = begun(&tables);
    let asks = format!("/api/t/{room}/ask");
    let mut seen = turn(&tables, &room, &key);
    let keep = busy(&tables, &room);
    let mut words = 0;
    // Ana plays until her turn is over, and goes on being answered.
    while seen["ask"]["yours"] == true || seen["ask"]["held"] == seen["you"] {
        let options = seen["ask"]["options"].as_array().and_then(|all| all.first()).cloned();
        words += 1;
        let asked = match options {
            Some(first) => {
                json!({ "do": "act", "n": seen["n"], "action": first["action"], "id": words.to_string() })
            }
            None => json!({ "do": "done", "n": seen["n"] }),
        };
        assert_eq!(post(&tables, &asks, Some(&key), &asked).1["is"], "done");
        seen = now(&tables, &room, Some(&key), 0);
    }
    let (_, said) = post(&tables, &asks, Some(&key), &json!({ "do": "say", "phrase": "thanks" }));
    assert_eq!(said["is"], "done", "{said}");
    let waits = now(&tables, &room, Some(&key), 0);
    assert!(waits["ask"]["seat"] == 1 && waits["ask"]["yours"] == false, "{}", waits["ask"]);
    drop(keep);
    let later = turn(&tables, &room, &key);
    assert!(later["n"].as_u64() > waits["n"].as_u64(), "the bot has acted");
}

#[test]
fn a_hint_is_thought_about_elsewhere_and_belongs_to_who_decides() {
    let tables = alone();
    let (room, _, key) = begun(&tables);
    let asks = format!("/api/t/{room}/ask");
    turn(&tables, &room, &key);
    let hint = json!({ "do": "hint" });
    let (status, hints) = post(&tables, &asks, Some(&key), &hint);
    let lines = hints["lines"].as_array().map_or(0, Vec::len);
    assert!(status == 200 && (1..=3).contains(&lines), "{hints}");
    assert!(hints["lines"][0]["fr"].as_str().is_some_and(|line| !line.is_empty()));
    let (status, no) = post(&tables, &asks, None, &hint);
    assert_eq!((status, &no["code"]), (409, &json!("turn")));
    assert_eq!(post(&tables, "/api/t/nowhere/ask", Some(&key), &hint).0, 404);
}
