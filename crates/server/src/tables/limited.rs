//! Real requests of people who ask for too much, behind a proxy and without one.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::tests::{begun, behind, get, now, post, send, turn};
use super::*;

const CONFIG: &str = "players = 2\nseed = 5\n[expansions]\n";

fn few() -> Limits {
    Limits { new_tables: 3, open_tables: 2, requests: 2, waiting: 1, ..Limits::default() }
}

fn opened(limits: Limits, proxies: &[&str]) -> Tables {
    let proxies = proxies.iter().map(|proxy| proxy.parse().expect("an address")).collect();
    let door = Door::open(Opening { proxies, limits, ..Opening::default() });
    behind(None, 1, door.expect("no address to be taken"))
}

/// Head of a request that a proxy sends for an address.
fn by(first: &str, address: &str) -> String {
    let json = "Content-Type: application/json";
    format!("{first} HTTP/1.1\r\nHost: play.example.org\r\n{json}\r\nX-Forwarded-For: {address}")
}

/// All of an answer, head and body.
fn whole(tables: &Tables, head: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", tables.port())).expect("connects");
    write!(stream, "{head}\r\nConnection: close\r\n\r\n").expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

#[test]
fn who_asks_too_often_is_told_when_to_ask_again_and_others_are_served() {
    let tables = opened(few(), &["127.0.0.1"]);
    let look = |address: &str| whole(&tables, &by("GET /page/icon.svg", address));
    for _ in 0..20 {
        assert!(look("203.0.113.9").starts_with("HTTP/1.1 200"));
    }
    let no = look("203.0.113.9");
    assert!(no.starts_with("HTTP/1.1 429") && no.contains("\r\nretry-after: 1\r\n"), "{no}");
    let body = no.split_once("\r\n\r\n").expect("a body").1;
    let no: Value = serde_json::from_str(body).expect("JSON");
    assert_eq!((&no["is"], &no["code"]), (&json!("no"), &json!("often")));
    assert!(["en", "fr"].iter().all(|lang| no["why"][lang].as_str().is_some_and(|w| w.len() > 20)));
    // Entries before the proxy's own are ignored.
    assert!(look("198.51.100.1, 203.0.113.9").starts_with("HTTP/1.1 429"));
    assert!(look("203.0.113.10").starts_with("HTTP/1.1 200"));
}

#[test]
fn whoever_is_no_proxy_speaks_for_nobody() {
    let tables = opened(few(), &[]);
    let mut last = 0;
    for number in 0..25 {
        last = send(&tables, &by("GET /page/icon.svg", &format!("203.0.113.{number}")), "").0;
    }
    assert_eq!(last, 429, "all of them are one");
    // Who sits at this machine is not counted.
    for _ in 0..40 {
        assert_eq!(get(&tables, "/page/icon.svg", None).0, 200);
    }
}

#[test]
fn an_address_makes_so_many_tables_and_wrong_ones_do_not_count() {
    let limits = Limits { requests: 100, ..few() };
    let tables = opened(limits, &["127.0.0.1"]);
    let make = |config: &str, address: &str| {
        let body = json!({ "config": config }).to_string();
        let (status, body) = send(&tables, &by("POST /api/t", address), &body);
        (status, serde_json::from_str::<Value>(&body).expect("JSON"))
    };
    for _ in 0..5 {
        assert_eq!(make("players = 900", "203.0.113.9").0, 422);
    }
    for _ in 0..2 {
        assert_eq!(make(CONFIG, "203.0.113.9").0, 200);
    }
    let (status, no) = make(CONFIG, "203.0.113.9");
    assert_eq!((status, &no["code"]), (429, &json!("full")), "{no}");
    // So it is for games that come as records.
    let sent = json!({ "record": "" }).to_string();
    assert_eq!(send(&tables, &by("POST /api/record", "203.0.113.9"), &sent).0, 429);
    assert_eq!(make(CONFIG, "2001:db8::1").0, 200);
    assert_eq!(make(CONFIG, "2001:db8::2").0, 200);
    assert_eq!(make(CONFIG, "2001:db8::3").0, 429);
}

#[test]
fn another_game_at_the_end_of_one_is_a_table_like_any_other() {
    let tables = opened(Limits { requests: 1000, ..few() }, &["127.0.0.1"]);
    let ask = |path: &str, key: &str, body: Value| {
        let head = by(&format!("POST {path}"), "203.0.113.9");
        let head = format!("{head}\r\nAuthorization: Bearer {key}");
        let (status, body) = send(&tables, &head, &body.to_string());
        (status, serde_json::from_str::<Value>(&body).expect("JSON"))
    };
    let bots = "players = [{ name = \"A\", bot = \"random\" }, { name = \"B\", bot = \"random\" }]\n[expansions]\n";
    let played = || {
        let (status, made) = ask("/api/t", "", json!({ "config": bots }));
        assert_eq!(status, 200, "{made}");
        let word = |name: &str| made[name].as_str().expect("a text").to_owned();
        let (asks, host) = (format!("/api/t/{}/ask", word("room")), word("host"));
        assert_eq!(ask(&asks, &host, json!({ "do": "start" })).0, 200);
        turn(&tables, &word("room"), &host);
        (asks, host)
    };
    let (asks, host) = played();
    for _ in 0..2 {
        let (status, again) = ask(&asks, &host, json!({ "do": "again" }));
        assert_eq!((status, &again["is"]), (200, &json!("done")), "the second goes there too");
    }
    // There are two now, which are all that may be open.
    let (status, no) = ask("/api/t", "", json!({ "config": bots }));
    assert_eq!((status, &no["code"]), (429, &json!("full")), "{no}");
}

#[test]
fn those_who_wait_are_so_many_of_an_address() {
    let tables = opened(Limits { requests: 100, ..few() }, &["127.0.0.1"]);
    let (room, host, key) = begun(&tables);
    // Nothing changes once Ana must decide.
    turn(&tables, &room, &key);
    let seen = now(&tables, &room, None, 0)["version"].as_u64().expect("a version");
    let path = format!("GET /api/t/{room}/now?after={seen}");
    let waits = {
        let (tables, head) = (tables.clone(), by(&path, "203.0.113.9"));
        // The only place may be taken by the request that checks whether it is free.
        let ask = move || send(&tables, &head, "").0;
        std::thread::spawn(move || (0..100).map(|_| ask()).find(|status| *status != 429))
    };
    // Soon the other one waits.
    let no = (0..100).find_map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        let quick = by(&format!("GET /api/t/{room}/now?after=0"), "203.0.113.9");
        let (status, body) = send(&tables, &quick, "");
        (status != 200).then_some((status, body))
    });
    let (status, body) = no.expect("a refusal");
    assert!(status == 429 && body.contains("\"often\""), "{status} {body}");
    let bot = json!({ "do": "bot", "seat": 1, "bot": "random" });
    assert_eq!(post(&tables, &format!("/api/t/{room}/ask"), Some(&host), &bot).0, 200);
    assert_eq!(waits.join().expect("an answer"), Some(200));
    let again = by(&format!("GET /api/t/{room}/now?after=0"), "203.0.113.9");
    assert_eq!(send(&tables, &again, "").0, 200, "the place is free again");
}

#[test]
fn a_full_server_says_so() {
    let tables = opened(Limits { tables: 1, ..Limits::default() }, &[]);
    let (_, _, _) = begun(&tables);
    let (status, no) = post(&tables, "/api/t", None, &json!({ "config": CONFIG }));
    assert_eq!((status, &no["code"]), (503, &json!("full")), "{no}");
}
