//! Real requests to tables on a free port.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::*;

/// What the vendored file is, as it was published.
const PREACT: &str = "bdcbd9abdf2c77c5c45326eab42191e949222d479d0d5f69467387a77040cb55";
const CONFIG: &str = "players = 2\nseed = 5\n[expansions]\n";

pub(super) fn tables(records: Option<PathBuf>) -> Tables {
    with(records, 2, 64)
}

/// Starts a server with this number of threads and at most `most` tables.
fn with(records: Option<PathBuf>, threads: usize, most: u32) -> Tables {
    let limits = Limits { tables: most, ..Limits::default() };
    let door = Door::open(Opening { limits, ..Opening::default() }).expect("no counts");
    behind(records, threads, door)
}

pub(super) fn behind(records: Option<PathBuf>, threads: usize, door: Door) -> Tables {
    opened((records, threads, door), vec!["play.example.org".to_owned()])
}

/// Tables that answer under these names.
pub(super) fn named(names: Vec<String>) -> Tables {
    opened((None, 1, Door::default()), names)
}

fn opened((records, threads, door): (Option<PathBuf>, usize, Door), names: Vec<String>) -> Tables {
    let library = Arc::new(Library::official());
    let (look, _) = Look::of(&library);
    let options = Options {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        names,
        met: None,
        library,
        look: Arc::new(look),
        records,
        pause: Duration::ZERO,
        lang: "fr".to_owned(),
        threads,
        keep: Keep::default(),
        door,
    };
    Tables::open(options).expect("a free port")
}

/// Status and body of an answer to a request with these lines in its head.
pub(super) fn send(tables: &Tables, head: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", tables.port())).expect("connects");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let length = body.len();
    write!(stream, "{head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
        .expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a status");
    (status, answer.split_once("\r\n\r\n").map_or("", |parts| parts.1).to_owned())
}

pub(super) fn head(tables: &Tables, first: &str, key: Option<&str>) -> String {
    let key = key.map_or(String::new(), |key| format!("\r\nAuthorization: Bearer {key}"));
    let json = "Content-Type: application/json";
    format!("{first} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{json}{key}", tables.port())
}

pub(super) fn get(tables: &Tables, path: &str, key: Option<&str>) -> (u16, String) {
    send(tables, &head(tables, &format!("GET {path}"), key), "")
}

pub(super) fn post(tables: &Tables, path: &str, key: Option<&str>, body: &Value) -> (u16, Value) {
    let head = head(tables, &format!("POST {path}"), key);
    let (status, body) = send(tables, &head, &body.to_string());
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

pub(super) fn now(tables: &Tables, room: &str, key: Option<&str>, after: u64) -> Value {
    let path = format!("/api/t/{room}/now?after={after}&lang=en");
    let (status, body) = get(tables, &path, key);
    assert_eq!(status, 200, "{body}");
    serde_json::from_str(&body).expect("JSON")
}

/// A table at which Ana sits, and a bot: its name, the host's key and hers.
pub(super) fn begun(tables: &Tables) -> (String, String, String) {
    let (status, made) = post(tables, "/api/t", None, &json!({ "config": CONFIG }));
    assert_eq!(status, 200, "{made}");
    let word = |name: &str| made[name].as_str().expect("a text").to_owned();
    let (room, host, invite) = (word("room"), word("host"), word("invite"));
    let asks = format!("/api/t/{room}/ask");
    let (_, sat) = post(tables, &asks, Some(&invite), &json!({ "do": "sit", "name": "Ana" }));
    let key = sat["key"].as_str().expect("a key").to_owned();
    let (_, started) = post(tables, &asks, Some(&host), &json!({ "do": "start" }));
    assert_eq!(started["is"], "done", "{started}");
    (room, host, key)
}

/// The table as soon as the one who shows a key decides or may go on, or the game is over.
pub(super) fn turn(tables: &Tables, room: &str, key: &str) -> Value {
    let mut seen = 0;
    loop {
        let now = now(tables, room, Some(key), seen);
        seen = now["version"].as_u64().expect("a version");
        let (ask, you) = (&now["ask"], &now["you"]);
        if ask["yours"] == true || !ask["held"].is_null() && ask["held"] == *you || ask.is_null() {
            return now;
        }
    }
}

#[test]
fn a_game_is_played_over_the_net_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = tables(Some(folder.path().to_owned()));
    let (room, _, key) = begun(&tables);
    let asks = format!("/api/t/{room}/ask");
    let mut acts = 0;
    let last = loop {
        let now = turn(&tables, &room, &key);
        if now["phase"] == "over" {
            break now;
        }
        let n = &now["n"];
        let asked = match now["ask"]["options"].as_array().and_then(|all| all.first()) {
            Some(first) => {
                acts += 1;
                json!({ "do": "act", "n": n, "action": first["action"], "id": acts.to_string() })
            }
            None => json!({ "do": "done", "n": n }),
        };
        let (status, answer) = post(&tables, &asks, Some(&key), &asked);
        assert_eq!((status, &answer["is"]), (200, &json!("done")), "{asked}: {answer}");
    };
    assert!(acts > 40 && last["winners"].as_array().is_some_and(|w| !w.is_empty()), "{acts}");
    let (status, record) = get(&tables, &format!("/api/t/{room}/record"), None);
    assert_eq!(status, 200);
    let taken = export(folder.path(), &room).expect_err("while another has it").remove(0);
    let help = taken.help.as_ref().map(|help| help.en.as_str()).unwrap_or_default();
    assert!(help.starts_with("end the running") && !taken.what.en.contains("kept in"), "{taken}");
    let copy = shelf::tests::crashed(folder.path());
    assert_eq!(export(copy.path(), &room).expect("it is kept"), record);
    assert_eq!(export(copy.path(), "2222222222").expect_err("no table")[0].code, "F0050");
    let game = bastide::Record::parse("game.bastide", &record)
        .expect("a record")
        .replay(&Library::official())
        .expect("it leads to the same game");
    assert_eq!(game.names(), ["Ana", "B"]);
}

#[test]
fn pictures_are_served_and_a_game_goes_on_from_its_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let tables = tables(Some(folder.path().to_owned()));
    let (room, _, key) = begun(&tables);
    turn(&tables, &room, &key);
    for path in ["board.svg?p=1", "tile/0"] {
        let (status, svg) = get(&tables, &format!("/api/t/{room}/{path}"), None);
        assert!(status == 200 && svg.starts_with("<svg"), "{path}");
    }
    assert_eq!(get(&tables, &format!("/api/t/{room}/tile/9999"), None).0, 404);
    let link = |link: &str| post(&tables, "/api/invite", None, &json!({ "link": link }));
    assert_eq!(link("http://127.0.0.1/t/a#sit=0").1["alone"], true);
    assert_eq!(link(&"a".repeat(400)).0, 413);

    let file = folder.path().join("game.bastide");
    let copy = shelf::tests::crashed(folder.path());
    let text = export(copy.path(), &room).expect("it is kept");
    let record = bastide::Record::parse("game.bastide", &text).expect("a record");
    let game = record.replay(&Library::official()).expect("the same game");
    let n = game.entries().len();
    let made = tables.resumed(game, file.clone()).expect("a table");
    let seen = now(&tables, &made.room, Some(&made.host), 0);
    assert_eq!((seen["n"].as_u64(), &seen["seats"][0]["name"]), (Some(n as u64), &json!("Ana")));
    assert_eq!(seen["seats"][0]["free"], true);
    let sit = json!({ "do": "sit", "seat": 0, "name": "Somebody" });
    let asks = format!("/api/t/{}/ask", made.room);
    let (_, sat) = post(&tables, &asks, Some(&made.invite), &sit);
    let key = sat["key"].as_str().expect("a key");
    assert_eq!(now(&tables, &made.room, Some(key), 0)["ask"]["yours"], true);
}

#[test]
fn whoever_asks_wrongly_gets_a_reason_and_learns_nothing() {
    let tables = tables(None);
    let (room, host, key) = begun(&tables);
    let asks = format!("/api/t/{room}/ask");
    turn(&tables, &room, &key);
    let act = json!({ "do": "act", "n": 0, "action": "pass", "id": "a" });
    for (key, body, status, code) in [
        (None, &act, 403, "key"),
        (Some("0123"), &act, 403, "key"),
        (Some(&*host), &act, 403, "key"),
        (Some(&*key), &act, 409, "stale"),
        (Some(&*key), &json!({ "do": "start" }), 403, "key"),
        (Some(&*key), &json!({ "do": "bot", "seat": 0, "bot": "greedy" }), 403, "key"),
        (Some(&*host), &json!({ "do": "bot", "seat": 9, "bot": "greedy" }), 409, "seat"),
        (Some(&*host), &json!({ "do": "bot", "seat": 0, "bot": "oracle" }), 409, "seat"),
        (None, &json!({ "do": "sit", "name": "Eve" }), 403, "key"),
        (Some(&*key), &json!({ "do": "dance" }), 422, "request"),
        (Some(&*key), &json!({ "do": "undo", "n": "all" }), 422, "request"),
        (Some(&*key), &json!([1, 2]), 422, "request"),
    ] {
        let (got, answer) = post(&tables, &asks, key, body);
        assert_eq!((got, &answer["code"]), (status, &json!(code)), "{body}: {answer}");
        assert!(answer["why"]["fr"].as_str().is_some_and(|why| !why.is_empty()), "{answer}");
        let text = answer.to_string();
        assert!(!["usize", "enum", "deserialize"].iter().any(|rust| text.contains(rust)), "{text}");
    }
    assert_eq!(post(&tables, "/api/t/nowhere/ask", None, &act).0, 404);
    assert_eq!(get(&tables, "/api/t/nowhere/now", None).0, 404);
    assert_eq!(get(&tables, "/../Cargo.toml", None).0, 404);
    let long = json!({ "config": "#".repeat(100_000) });
    assert_eq!(post(&tables, "/api/t", None, &long).0, 413);
    let (status, wrong) =
        post(&tables, "/api/t", None, &json!({ "config": "players = 2\nx = 1\n[expansions]\n" }));
    assert_eq!((status, &wrong[0]["line"]), (422, &json!(2)), "{wrong}");
}

#[test]
fn only_pages_of_this_machine_may_ask() {
    let tables = tables(None);
    let port = tables.port();
    let ask = |host: &str, more: &str| {
        send(&tables, &format!("GET / HTTP/1.1\r\nHost: {host}{more}"), "").0
    };
    assert_eq!(ask(&format!("127.0.0.1:{port}"), ""), 200);
    assert_eq!(ask(&format!("LOCALHOST:{port}"), ""), 200);
    assert_eq!(ask("play.example.org", ""), 200);
    for host in ["evil.example", "127.0.0.1.evil.example", "", &format!("127.0.0.1:{}", port ^ 1)] {
        assert_eq!(ask(host, ""), 421, "{host}");
    }
    let own = format!("127.0.0.1:{port}");
    assert_eq!(ask(&own, &format!("\r\nOrigin: http://{own}")), 200);
    for origin in ["http://evil.example", "null", "file://", "https://evil.example/127.0.0.1"] {
        assert_eq!(ask(&own, &format!("\r\nOrigin: {origin}")), 403, "{origin}");
    }
    assert_eq!(send(&tables, &format!("PUT / HTTP/1.1\r\nHost: {own}"), "").0, 405);
}

#[test]
fn those_who_ask_are_here_and_seats_have_pictures() {
    let tables = tables(None);
    let (room, host, key) = begun(&tables);
    let seats = |key: Option<&str>| now(&tables, &room, key, 0)["seats"].clone();
    assert_eq!(seats(None)[0]["here"], true);
    assert_eq!(seats(Some(&host))[1]["here"], false, "a bot is nobody");
    // The key of a seat and, beside it, that of the host: who sits at one screen.
    let head = head(&tables, &format!("GET /api/t/{room}/now?after=0&lang=fr"), Some(&key));
    let (_, both) = send(&tables, &format!("{head}\r\nBastide-Also: nonsense {host}"), "");
    let both: Value = serde_json::from_str(&both).expect("JSON");
    assert_eq!((&both["you"], &both["host"]), (&json!(0), &json!(true)));
    for seat in 0..8 {
        let (status, svg) = get(&tables, &format!("/page/seat/{seat}"), None);
        assert!(status == 200 && svg.starts_with("<svg"), "{seat}");
    }
    assert_eq!(get(&tables, "/page/seat/8", None).0, 404);
    let (_, phrases) = get(&tables, "/page/phrases.json", None);
    let phrases: Value = serde_json::from_str(&phrases).expect("JSON");
    assert_eq!(phrases.as_array().map(Vec::len), Some(12));
    for phrase in phrases.as_array().expect("a list") {
        let say = json!({ "do": "say", "phrase": phrase["id"] });
        let (status, answer) = post(&tables, &format!("/api/t/{room}/ask"), Some(&key), &say);
        assert!(status == 200 || answer["code"] == "soon", "{answer}");
    }
}

#[test]
fn a_table_that_is_not_for_everybody_shows_its_board_to_its_people_alone() {
    let tables = tables(None);
    let (status, made) = post(&tables, "/api/t", None, &json!({ "config": CONFIG }));
    assert_eq!(status, 200, "{made}");
    let word = |name: &str| made[name].as_str().expect("a text").to_owned();
    let (room, host) = (word("room"), word("host"));
    let asks = format!("/api/t/{room}/ask");
    let policy = json!({ "do": "policy", "policy": { "watchers": false } });
    assert_eq!(post(&tables, &asks, Some(&host), &policy).0, 200);
    assert_eq!(post(&tables, &asks, Some(&host), &json!({ "do": "start" })).0, 200);
    let board = |k: &str| get(&tables, &format!("/api/t/{room}/board.svg?p=1{k}"), None).0;
    let pictures =
        now(&tables, &room, Some(&host), 0)["pictures"].as_str().expect("a word").to_owned();
    assert_eq!((board(""), board("&k=0123"), board(&format!("&k={pictures}"))), (404, 404, 200));
    assert_eq!(now(&tables, &room, None, 0)["shut"], true);
    assert_eq!(get(&tables, &format!("/api/t/{room}/record"), None).0, 404);
    assert_eq!(get(&tables, &format!("/api/t/{room}/record"), Some(&host)).0, 200);
}

#[test]
fn a_table_at_which_nobody_plays_gives_way_to_a_new_one() {
    let tables = with(None, 1, 8);
    let (played, _, _) = begun(&tables);
    let new = || post(&tables, "/api/t", None, &json!({ "config": CONFIG })).1;
    let first = new()["room"].as_str().expect("a name").to_owned();
    let second = new()["room"].as_str().expect("a name").to_owned();
    for _ in 3..8 {
        new();
    }
    // Somebody looks at the first, so that the second is the one nobody asked of for longest.
    now(&tables, &first, None, 0);
    let (status, made) = post(&tables, "/api/t", None, &json!({ "config": CONFIG }));
    assert_eq!(status, 200, "{made}");
    let is = |room: &str| get(&tables, &format!("/api/t/{room}/now?after=0"), None).0 == 200;
    assert!(is(&played) && is(&first) && !is(&second));
}

#[test]
fn a_form_and_its_file_are_one_thing_over_the_net_too() {
    let tables = tables(None);
    let form = json!({ "players": [{ "name": "A" }, { "name": "B" }], "expansions": { "the-tower": { "ransom": 5 } } });
    let (status, looked) = post(&tables, "/api/form", None, &json!({ "form": form }));
    assert_eq!((status, &looked["fine"]), (200, &json!(true)), "{looked}");
    let (_, again) = post(&tables, "/api/form", None, &json!({ "text": looked["text"] }));
    assert_eq!((&again["text"], &again["form"]), (&looked["text"], &looked["form"]));
    let made = post(&tables, "/api/t", None, &json!({ "config": looked["text"] }));
    assert_eq!(made.0, 200, "{}", made.1);
    let (status, library) = get(&tables, "/api/library?lang=fr", None);
    assert!(status == 200 && library.contains("\"range\""));
    let path = json!({ "config": "players = 2\n[expansions]\nx = { path = \"/etc\" }\n" });
    let (status, wrong) = post(&tables, "/api/t", None, &path);
    assert_eq!((status, &wrong[0]["code"]), (422, &json!("F0040")), "{wrong}");
    assert_eq!(post(&tables, "/api/form", None, &json!({ "form": 5 })).0, 422);
}

#[test]
fn the_page_brings_all_of_its_parts() {
    let tables = tables(None);
    let (status, html) = get(&tables, "/", None);
    assert!(status == 200 && html.contains("<html lang=\"fr\">"), "{html}");
    assert!(!html.contains("<script>") && !html.contains("http://"), "{html}");
    let mut asked: Vec<String> = Vec::new();
    for part in html.split('"').filter(|part| part.starts_with("/page/")) {
        let (status, text) = get(&tables, part, None);
        assert!(status == 200 && !text.is_empty(), "{part}");
        let imports = text.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
        asked.extend(imports.map(|name| format!("/page/{name}")));
    }
    for part in asked {
        assert!(html.contains(&part), "{part} is not loaded ahead");
    }
}

#[test]
fn what_is_vendored_is_what_was_published() {
    let text = include_str!("../../page/vendor/preact.js");
    assert_eq!(format!("{:x}", Sha256::digest(text.as_bytes())), PREACT);
}

#[test]
fn the_page_says_the_same_things_in_both_languages() {
    let text = include_str!("../../page/words.js");
    let (english, french) = text.split_once("const FR").expect("two languages");
    let keys = |part: &str| -> Vec<String> {
        let body = part.split_once('{').expect("words").1.split("};").next().unwrap_or_default();
        // A key is what stands before `: "`; sentences have no such thing in them.
        let all =
            body.split(": \"").map(|piece| piece.rsplit([' ', '\n']).next().unwrap_or_default());
        let mut keys: Vec<String> = all.map(str::to_owned).collect();
        keys.pop();
        keys.sort();
        keys
    };
    assert!(keys(english).len() > 40, "{:?}", keys(english));
    assert_eq!(keys(english), keys(french));
    let page: String =
        parts::PARTS.iter().filter(|part| part.1 == "text/javascript").map(|part| part.2).collect();
    for key in keys(english) {
        // A word that stands for one of several is named by the two of them: `"undo-own"` by `undo` and `own`.
        let plain = key.trim_matches('"');
        let parts = plain.split('-').all(|part| page.contains(&format!("\"{part}\"")));
        let said = page.contains(&format!("say.{plain}")) || parts;
        assert!(said, "nothing on the page says `{key}`");
    }
}

#[test]
fn whoever_waits_for_a_change_is_answered_when_it_comes() {
    let tables = tables(None);
    let (room, host, _) = begun(&tables);
    let seen = now(&tables, &room, None, 0)["version"].as_u64().expect("a version");
    let waits = {
        let (tables, room) = (tables.clone(), room.clone());
        std::thread::spawn(move || now(&tables, &room, None, seen)["version"].as_u64())
    };
    // Longer than a connection to the page of `dev` may take to say what it asks for.
    std::thread::sleep(listen::HEAD_WITHIN * 2);
    let bot = json!({ "do": "bot", "seat": 1, "bot": "random" });
    let (status, answer) = post(&tables, &format!("/api/t/{room}/ask"), Some(&host), &bot);
    assert_eq!(status, 200, "{answer}");
    assert!(waits.join().expect("an answer").is_some_and(|version| version > seen));
}
