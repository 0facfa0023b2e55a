//! Requests that no page sends: the tables must survive, and others must be served.
//!
//! `BASTIDE_FUZZ=20000` sends that many requests, and `BASTIDE_FUZZ_SEED=7` sends others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use bastide::chance::{Purpose, Stream};

use super::tests::{begun, get, send, tables, turn};

/// What requests are made of; `{}` is a table.
const STARTS: [&str; 23] = [
    "GET /",
    "GET /api/library",
    "GET /api/t/{}/now",
    "GET /api/t/{}/now?at=3",
    "GET /api/t/{}/board.svg?at=3",
    "GET /api/t/{}/over.svg?at=3",
    "GET /api/t/{}/land?at=3",
    "GET /api/t/{}/rest?cell=0,1",
    "GET /api/t/{}/why?cell=1,0",
    "GET /api/t/{}/record",
    "GET /api/t/{}/tile/1",
    "GET /api/t/{}/sheets",
    "POST /api/invite",
    "GET /page/main.js",
    "GET /page/seat/1",
    "POST /api/t",
    "POST /api/form",
    "POST /api/record",
    "POST /api/t/{}/ask",
    "POST /api/t/{}/fork",
    "HEAD /healthz",
    "OPTIONS *",
    "DELETE /api/t/{}",
];
const HEADS: [&str; 18] = [
    "Range: bytes=0-1",
    "Range: bytes=-99999999999999999999,0-,5-1",
    "Content-Length: 18446744073709551616",
    "Content-Length: -1",
    "Content-Length: 3",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Expect: 100-continue",
    "Authorization: Bearer ",
    "Authorization: Bearer \u{e9}\u{301}",
    "Bastide-Also: , , ,",
    "Accept-Encoding: gzip;q=NaN, *;q=-1",
    "Content-Type: application/json",
    "Content-Type: multipart/form-data; boundary=",
    "Origin: null",
    "Host: a\r\nHost: b",
    "Upgrade: websocket\r\nConnection: upgrade",
    "X-Forwarded-For: 1.2.3.4, ::, x",
];
const BODIES: [&str; 15] = [
    "",
    "{}",
    "[]",
    "null",
    "{\"do\":\"start\"}",
    "{\"do\":\"act\",\"n\":-1,\"action\":\"\",\"id\":\"\"}",
    "{\"do\":\"hint\"}",
    "{\"n\":1e999}",
    "{\"config\":\"players = 2\\n[expansions]\\nriver = true\\n\"}",
    "{\"record\":\"{\\\"setup\\\":{}}\"}",
    "{\"record\":\"bastide 1\\n\",\"n\":-5}",
    "{\"form\":{}}",
    "{\"text\":\"[[[[\"}",
    "{\"link\":\"http://[::1]:/#\"}",
    "3\r\n{\"a\r\nffffffffffffffff\r\n",
];
const ODD: [&str; 10] = [
    "%",
    "%00",
    "\0",
    "\r\n",
    "..%2f..",
    "-99999999999999999999",
    "\u{202e}",
    "&at=&at=1",
    "?",
    "\u{ff}\u{fe}",
];

/// One of them, somewhat changed.
fn request(room: &str, host: &str, stream: &mut Stream) -> Vec<u8> {
    let mut one = |all: &[&'static str]| all[stream.below(all.len() as u32) as usize];
    let mut lines = vec![format!("{} HTTP/1.1", one(&STARTS).replace("{}", room))];
    if one(&["host", "host", "none"]) == "host" {
        lines.push(format!("Host: {host}"));
    }
    for _ in 0..one(&["", "a", "ab"]).len() {
        lines.push(one(&HEADS).to_owned());
    }
    let body = one(&BODIES);
    match one(&["length", "length", "none", "long"]) {
        "length" => {
            lines.push("Content-Type: application/json".to_owned());
            lines.push(format!("Content-Length: {}", body.len()));
        }
        "long" => lines.push(format!("Long: {}", "x".repeat(100_000))),
        _ => {}
    }
    let text = format!("{}\r\nConnection: close\r\n\r\n{body}", lines.join("\r\n"));
    let odd = one(&ODD);
    let mut bytes = text.into_bytes();
    match stream.below(4) {
        0 => {
            let at = stream.below(bytes.len() as u32) as usize;
            bytes.splice(at..at, odd.bytes());
        }
        1 => {
            let at = stream.below(bytes.len() as u32) as usize;
            bytes[at] = stream.below(256) as u8;
        }
        2 => bytes.truncate(stream.below(bytes.len() as u32) as usize),
        _ => {}
    }
    bytes
}

#[test]
fn whatever_is_sent_the_tables_stand_and_others_are_served() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
    };
    let tables = tables(None);
    let (room, _, key) = begun(&tables);
    let before = turn(&tables, &room, &key);
    let host = format!("127.0.0.1:{}", tables.port());
    let mut stream = Stream::new(number("BASTIDE_FUZZ_SEED", 1), 0, Purpose::Chance);
    let mut answered = 0;
    for _ in 0..number("BASTIDE_FUZZ", 600) {
        let request = request(&room, &host, &mut stream);
        let mut line = TcpStream::connect(&host).expect("connects");
        // Do not wait for a client that breaks off, or for one that waits for news.
        line.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
        if line.write_all(&request).is_err() || line.shutdown(std::net::Shutdown::Write).is_err() {
            continue;
        }
        let mut answer = Vec::new();
        let _ = line.read_to_end(&mut answer);
        let status = answer.get(9..12).map(|status| String::from_utf8_lossy(status).into_owned());
        let said = String::from_utf8_lossy(&request);
        assert!(
            !status.as_deref().is_some_and(|s| s.starts_with('5') && s != "503"),
            "{said}\n{answer:?}"
        );
        answered += usize::from(status.is_some());
    }
    assert!(answered > 100, "{answered}");
    assert_eq!(get(&tables, "/healthz", None).0, 200);
    let after = turn(&tables, &room, &key);
    assert_eq!((&before["n"], &before["ask"]), (&after["n"], &after["ask"]));
}

/// Status and body of an answer to a `POST` with this body.
fn told(tables: &super::Tables, path: &str, body: &str) -> (u16, serde_json::Value) {
    let head = super::tests::head(tables, &format!("POST {path}"), None);
    let (status, body) = send(tables, &head, body);
    (status, serde_json::from_str(&body).unwrap_or_default())
}

#[test]
fn a_body_is_an_object_of_which_every_name_is_known() {
    let tables = tables(None);
    let (room, _, _) = begun(&tables);
    let ask = format!("/api/t/{room}/ask");
    let fork = format!("/api/t/{room}/fork");
    for (path, body, why) in [
        (&*ask, r#"["start"]"#, "object"),
        (&ask, r#"["sit", null, "Eve"]"#, "object"),
        (&ask, r#"{"do":"start","x":1}"#, "`x`"),
        (&ask, r#"{"do":"again","n":1}"#, "`n`"),
        (&ask, r#"{"do":"done","n":1,"m":2}"#, "`m`"),
        (&ask, r#"{"do":"start","do":"again"}"#, "twice"),
        (&fork, "[3]", "object"),
        (&fork, r#"{"n":3,"seed":1}"#, "`seed`"),
        ("/api/t", r#"["players = 2"]"#, "object"),
        ("/api/t", r#"{"config":"players = 2","seats":3}"#, "`seats`"),
        ("/api/record", r#"{"record":"","m":3}"#, "`m`"),
        ("/api/invite", r#"{"link":"","x":""}"#, "`x`"),
        ("/api/code", r#"["ABCD"]"#, "object"),
    ] {
        let (status, no) = told(&tables, path, body);
        let said = no["why"]["en"].as_str().is_some_and(|en| en.contains(why));
        assert!(status == 422 && no["code"] == "request" && said, "{body}: {status} {no}");
    }
    assert_eq!(told(&tables, "/api/form", r#"{"text":"players = 2","x":1}"#).0, 422);
}

#[test]
fn a_request_names_one_machine() {
    let tables = tables(None);
    let own = format!("127.0.0.1:{}", tables.port());
    let ask = |first: &str, hosts: &str| send(&tables, &format!("{first}\r\n{hosts}"), "").0;
    let line = format!("Host: {own}");
    assert_eq!(ask("GET / HTTP/1.1", &line), 200);
    assert_eq!(ask(&format!("GET http://{own}/ HTTP/1.1"), &line), 200);
    assert_eq!(ask("GET / HTTP/1.1", &format!("{line}\r\n{line}")), 400);
    assert_eq!(ask("GET / HTTP/1.1", &format!("{line}\r\nHost: evil.example")), 400);
    assert_eq!(ask("GET http://evil.example/ HTTP/1.1", &line), 421);
    assert_eq!(ask(&format!("GET http://evil.example@{own}/ HTTP/1.1"), &line), 421);
}

#[test]
fn an_answer_is_no_longer_than_anybody_reads() {
    let tables = tables(None);
    let long = "x".repeat(1_700_000);
    let many = (0..20_000).map(|n| format!("bad{n}")).collect::<Vec<_>>().join("\n") + "\n";
    let sets: Vec<String> = (0..20_000).map(|n| format!(r#""set-{n}:1":1"#)).collect();
    let jcz = format!(
        r#"{{"appVersion":"5.10.0","initialRandom":0.5,"setup":{{"sets":{{{}}},"elements":{{}},"rules":{{}}}},"players":[{{"slot":0,"name":"a"}}],"replay":[]}}"#,
        sets.join(",")
    );
    for record in
        [format!("bastide 1\n{long}\n---\n"), format!("bastide 1\n{many}---\n{many}"), jcz]
    {
        let body = serde_json::json!({ "record": record }).to_string();
        let head = super::tests::head(&tables, "POST /api/record", None);
        let (status, told) = send(&tables, &head, &body);
        assert!(status == 422 && told.len() < 600_000, "{status} {}: {told:.200}", told.len());
    }
}
