//! Tests of requests that only read, and of games from elsewhere.

use serde_json::{Value, json};

use super::tests::{begun, get, head, now, post, send, tables, turn};

fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_table_is_looked_at_now_and_as_it_was() {
    let tables = tables(None);
    let (room, _, key) = begun(&tables);
    let first = turn(&tables, &room, &key);
    let option = first["ask"]["options"][0]["action"].clone();
    let asked = json!({ "do": "act", "n": first["n"], "action": option, "id": "1" });
    let (status, answer) = post(&tables, &format!("/api/t/{room}/ask"), Some(&key), &asked);
    assert_eq!(status, 200, "{answer}");
    let later = now(&tables, &room, Some(&key), 0);
    let n = first["n"].as_u64().expect("a number");
    let look = |what: &str| {
        let (status, body) = get(&tables, &format!("/api/t/{room}/{what}"), Some(&key));
        (status, body)
    };
    let (status, then) = look(&format!("now?at={n}&lang=en"));
    let then = read(&then);
    assert_eq!((status, &then["n"], &then["all"]), (200, &json!(n), &later["all"]));
    assert_eq!(then["board"]["frame"], first["board"]["frame"]);
    assert_ne!(look("board.svg").1, look(&format!("board.svg?at={n}")).1);
    assert_eq!(read(&look("land?lang=en").1)["cells"].as_array().map(Vec::len), Some(2));
    assert_eq!(read(&look(&format!("land?at={n}")).1)["cells"].as_array().map(Vec::len), Some(1));
    assert!(read(&look("rest?cell=1,0").1)["next"].is_array());
    assert!(read(&look("rules?lang=fr").1).as_array().is_some_and(|all| all.len() > 20));
    assert!(read(&look("shapes").1)[0][0].as_str().is_some_and(|path| path.starts_with('M')));
    assert_eq!(read(&look("sheets").1), json!([]));
    // Questions that make no sense are answered all the same.
    for (what, status) in [
        ("now?at=4000", 404),
        ("now?at=-1", 400),
        ("land?at=99999999999999999999999", 400),
        ("board.svg?at=77", 404),
        ("rest?cell=-32768,32767", 200),
        ("why", 409),
        ("why?node=65535", 409),
        ("why?cell=-32768,32767&tile=65535", 200),
    ] {
        assert_eq!(look(what).0, status, "{what}: {}", look(what).1);
    }
    // Everything unreadable or missing is refused in the same form.
    for (what, status, code) in [
        ("now?after=x", 400, "request"),
        ("now?at=-1", 400, "request"),
        ("why?node=-1", 400, "request"),
        ("land?at=1&at=2", 400, "request"),
        ("rest?cell=a", 400, "request"),
        ("rest?cell=999999999,x", 400, "request"),
        ("now?at=99999", 404, "beyond"),
        ("land?at=99999", 404, "beyond"),
        ("rest?at=99999", 404, "beyond"),
        ("sheets?at=99999", 404, "beyond"),
    ] {
        let (got, text) = look(what);
        let no = read(&text);
        assert_eq!((got, &no["is"], &no["code"]), (status, &json!("no"), &json!(code)), "{what}");
        assert!(no["why"]["en"] != no["why"]["fr"] && !text.contains("deserialize"), "{text}");
    }
    let (status, why) = get(&tables, &format!("/api/t/{room}/why?cell=1,0"), None);
    assert_eq!((status, &read(&why)["code"]), (409, &json!("turn")));
    assert_eq!(get(&tables, "/api/t/nowhere/land", None).0, 404);
}

#[test]
fn a_game_is_played_on_elsewhere_and_records_become_tables() {
    let tables = tables(None);
    let (room, _, key) = begun(&tables);
    let first = turn(&tables, &room, &key);
    let n = first["n"].as_u64().expect("a number");
    let (status, forked) = post(&tables, &format!("/api/t/{room}/fork"), None, &json!({ "n": n }));
    assert_eq!(status, 200, "{forked}");
    let other = forked["room"].as_str().expect("a room");
    let there = now(&tables, other, None, 0);
    assert_eq!((&there["n"], &there["log"]), (&first["n"], &first["log"]));
    let (status, no) = post(&tables, &format!("/api/t/{room}/fork"), None, &json!({ "n": 900 }));
    assert_eq!((status, &no["code"]), (409, &json!("hidden")), "{no}");

    let jcz = include_str!("../../../../tests/fixtures/jcz-games/towers-as-paint.jcz");
    let (status, made) = post(&tables, "/api/record", None, &json!({ "record": jcz }));
    assert_eq!(status, 200, "{made}");
    let all = now(&tables, made["room"].as_str().expect("a room"), None, 0);
    let all_actions = all["n"].as_u64().expect("a number");
    assert!(all_actions > 1);
    let beyond = json!({ "record": jcz, "n": all_actions + 1 });
    let (status, faults) = post(&tables, "/api/record", None, &beyond);
    assert_eq!((status, &faults[0]["code"]), (422, &json!("F0053")), "{faults}");
    let half = json!({ "record": jcz, "n": all_actions / 2 });
    let (_, made) = post(&tables, "/api/record", None, &half);
    let part = now(&tables, made["room"].as_str().expect("a room"), None, 0);
    assert_eq!(part["n"], json!(all_actions / 2));

    for wrong in ["", "bastide", "bastide 1\n", "{}", "{\"a\":", "\u{0}", &"x".repeat(100_000)] {
        let (status, faults) = post(&tables, "/api/record", None, &json!({ "record": wrong }));
        let told = faults[0]["what"]["fr"].as_str().is_some_and(|what| !what.is_empty());
        assert!(status == 422 && told, "{wrong:.20}: {status} {faults}");
    }
    let long = json!({ "record": "x".repeat(3 << 20) }).to_string();
    let (status, _) = send(&tables, &head(&tables, "POST /api/record", None), &long);
    assert_eq!(status, 413);
}

#[test]
fn answers_are_packed_for_who_can_unpack_them() {
    let tables = tables(None);
    let port = tables.port();
    let ask = |more: &str| {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(("127.0.0.1", port)).expect("connects");
        let lines = format!(
            "GET /page/main.js HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}Connection: close\r\n\r\n"
        );
        stream.write_all(lines.as_bytes()).expect("written");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        answer
    };
    let (plain, packed) = (ask(""), ask("Accept-Encoding: br, gzip;q=0.8\r\n"));
    let said = |answer: &[u8]| String::from_utf8_lossy(answer).contains("content-encoding: gzip");
    assert!(!said(&plain) && said(&packed));
    assert!(packed.len() * 2 < plain.len(), "{} of {}", packed.len(), plain.len());
}
