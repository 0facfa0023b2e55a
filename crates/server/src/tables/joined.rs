//! How people come to tables: what they read before they sit down, and tables that come from others.

use serde_json::{Value, json};

use super::tests::{behind, get, named, now, post, send, tables, turn};
use super::*;

const CONFIG: &str = "players = 2\nseed = 5\n[expansions]\n";

/// A table whose host wants it kept so; its name, the host's key and Ana's.
fn kept(tables: &Tables, policy: &Value) -> (String, String, String) {
    let (_, made) = post(tables, "/api/t", None, &json!({ "config": CONFIG }));
    let word = |name: &str| made[name].as_str().expect("a text").to_owned();
    let (room, host, invite) = (word("room"), word("host"), word("invite"));
    let asks = format!("/api/t/{room}/ask");
    let (_, sat) = post(tables, &asks, Some(&invite), &json!({ "do": "sit", "name": "Ana" }));
    let key = sat["key"].as_str().expect("a key").to_owned();
    for asked in [json!({ "do": "policy", "policy": policy }), json!({ "do": "start" })] {
        let (_, answer) = post(tables, &asks, Some(&host), &asked);
        assert_eq!(answer["is"], "done", "{answer}");
    }
    (room, host, key)
}

#[test]
fn a_table_that_is_played_on_elsewhere_is_kept_as_it_was() {
    let tables = tables(None);
    let policy = json!({ "watchers": false, "hints": false, "undo": "none", "pause": 40 });
    let (room, _, key) = kept(&tables, &policy);
    let before = turn(&tables, &room, &key);
    let fork = format!("/api/t/{room}/fork");
    let (status, made) = post(&tables, &fork, Some(&key), &json!({ "n": 1 }));
    assert_eq!(status, 200, "{made}");
    let forked = made["room"].as_str().expect("a room");
    let host = made["host"].as_str();
    assert_eq!(now(&tables, forked, host, 0)["policy"], before["policy"]);
    // Who only looks on is shut out there as well, and pictures are seen by those who know the word.
    assert_eq!(now(&tables, forked, None, 0)["shut"], true);
    let picture = |word: &str| get(&tables, &format!("/api/t/{forked}/board.svg{word}"), None).0;
    let word = now(&tables, forked, host, 0)["pictures"].as_str().expect("a word").to_owned();
    assert_eq!((picture(""), picture(&format!("?k={word}"))), (404, 200));
    let asks = format!("/api/t/{room}/ask");
    let (status, no) = post(&tables, &asks, Some(&key), &json!({ "do": "hint" }));
    assert_eq!((status, &no["code"]), (409, &json!("policy")), "{no}");
}

#[test]
fn a_table_for_a_record_is_kept_as_the_program_says() {
    let tables = tables(None);
    // Only the record of a game that is over is whole.
    let (_, made) = post(&tables, "/api/t", None, &json!({ "config": CONFIG }));
    let (room, host) = (made["room"].as_str().expect("a room"), made["host"].as_str());
    let random = |seat: usize| json!({ "do": "bot", "seat": seat, "bot": "random" });
    for asked in [random(0), random(1), json!({ "do": "start" })] {
        assert_eq!(post(&tables, &format!("/api/t/{room}/ask"), host, &asked).0, 200);
    }
    while turn(&tables, room, host.expect("a key"))["phase"] != "over" {}
    let (_, record) = get(&tables, &format!("/api/t/{room}/record"), None);
    let (status, made) = post(&tables, "/api/record", None, &json!({ "record": record }));
    assert_eq!(status, 200, "{made}");
    let seen = now(&tables, made["room"].as_str().expect("a room"), None, 0);
    assert_eq!(seen["policy"]["pause"], 0, "as --pause says");
    assert_eq!(seen["policy"]["watchers"], true);
}

#[test]
fn what_is_played_is_read_before_the_game() {
    let tables = tables(None);
    let (_, made) = post(&tables, "/api/t", None, &json!({ "config": CONFIG }));
    let room = made["room"].as_str().expect("a room");
    let look = |what: &str| -> Value {
        let (status, body) = get(&tables, &format!("/api/t/{room}/{what}?lang=en"), None);
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).expect("JSON")
    };
    let rules = look("rules");
    let rules = rules.as_array().expect("a list");
    assert!(rules.iter().any(|one| one["rule"].as_str().is_some_and(|id| id.starts_with("base."))));
    let played = look("played");
    let ids = played["expansions"].as_array().expect("a list").iter().map(|one| &one["id"]);
    assert!(ids.into_iter().any(|id| id == "base"), "{played}");
    assert!(played["edition"].as_str().is_some_and(|name| !name.is_empty()), "{played}");
}

/// Tables that have codes, behind a proxy that is believed.
fn with_codes() -> Tables {
    let proxies = vec!["127.0.0.1".parse().expect("an address")];
    let opening = Opening { proxies, codes: true, ..Opening::default() };
    behind(None, 2, Door::open(opening).expect("no counts"))
}

#[test]
fn a_code_leads_to_the_lobby_and_wrong_ones_are_few() {
    let tables = with_codes();
    let (_, made) = post(&tables, "/api/t", None, &json!({ "config": CONFIG }));
    let (room, host) = (made["room"].as_str().expect("a room"), made["host"].as_str());
    let invite = made["invite"].as_str();
    assert!(now(&tables, room, None, 0)["code"].is_null(), "who looks on invites nobody");
    let code = now(&tables, room, host, 0)["code"].clone();
    assert_eq!(code, now(&tables, room, invite, 0)["code"]);
    let types = |code: &Value, address: &str| {
        let json = "Content-Type: application/json\r\nX-Forwarded-For";
        let head =
            format!("POST /api/code HTTP/1.1\r\nHost: play.example.org\r\n{json}: {address}");
        let (status, body) = send(&tables, &head, &json!({ "code": code }).to_string());
        (status, serde_json::from_str::<Value>(&body).expect("JSON"))
    };
    // The right code does not count, however often it is typed.
    for _ in 0..30 {
        let (status, found) = types(&code, "203.0.113.9");
        assert_eq!((status, &found["room"], &found["invite"]), (200, &json!(room), &json!(invite)));
    }
    let wrong = json!("AAAA");
    let codes = |address: &str| {
        let one = |_| types(&wrong, address).1["code"].as_str().expect("a word").to_owned();
        (0..12).map(one).collect::<Vec<_>>()
    };
    let first = codes("203.0.113.9");
    assert!(first[..10].iter().all(|code| code == "room") && first[11] == "often", "{first:?}");
    assert_eq!(types(&code, "203.0.113.9").0, 429, "nor the right one, for a minute");
    assert_eq!(types(&code, "203.0.113.10").0, 200, "others may");
    let (_, started) =
        post(&tables, &format!("/api/t/{room}/ask"), host, &json!({ "do": "start" }));
    assert_eq!(started["is"], "done", "{started}");
    assert_eq!(types(&code, "203.0.113.11").1["code"], "room", "the game has begun");
    assert!(now(&tables, room, host, 0)["code"].is_null());
}

#[test]
fn where_everybody_could_try_there_are_no_codes() {
    let tables = tables(None);
    let (_, made) = post(&tables, "/api/t", None, &json!({ "config": CONFIG }));
    let room = made["room"].as_str().expect("a room");
    assert!(now(&tables, room, made["host"].as_str(), 0)["code"].is_null());
    let (status, no) = post(&tables, "/api/code", None, &json!({ "code": "BCDF" }));
    assert!(
        status == 409
            && no["why"]["en"].as_str().is_some_and(|why| why.contains("ask for the link"))
    );
    assert!(!get(&tables, "/", None).1.contains("data-codes"));
}

#[test]
fn tables_answer_under_all_addresses_of_the_machine_and_its_name_alone() {
    let everywhere = names(std::net::Ipv4Addr::UNSPECIFIED.into());
    let tables = named(everywhere.clone());
    let asked = |host: &str| {
        let head = format!("GET /page/icon.svg HTTP/1.1\r\nHost: {host}:{}", tables.port());
        send(&tables, &head, "").0
    };
    for name in &everywhere {
        assert_eq!(asked(name), 200, "{name}");
    }
    for other in ["192.0.2.77", "other.local", "evil.example"] {
        assert_eq!(asked(other), 421, "{other}");
    }
}
