//! Served tables that are asked to end, as a system asks every program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(unix)]

use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::pages::{address, start};

fn whole(host: &str, first: &str, key: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    let head = format!(
        "{first} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nAuthorization: Bearer {key}\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all((head + body).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn json_of(answer: &str) -> Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

fn terminate(child: &Child) {
    let told = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(told.success());
}

#[test]
fn a_program_that_is_told_to_end_answers_who_waits_keeps_everything_and_ends() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("two.toml"), "players = 2\nseed = 3\n[expansions]\n").unwrap();
    let args = ["serve", "two.toml", "--port", "0", "--pause", "0"];
    let mut child = start(dir.path(), &args);
    let mut told = BufReader::new(child.stdout.take().unwrap());
    let url = address(&mut told);
    let host = url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
    let part = |name: &str| {
        let rest = url.split_once(&format!("{name}=")).unwrap().1;
        rest.split('&').next().unwrap().to_owned()
    };
    let room = url.split("/t/").nth(1).unwrap().split('#').next().unwrap().to_owned();
    let asks = format!("POST /api/t/{room}/ask");
    let sit = json!({ "do": "sit", "name": "Ana" }).to_string();
    let sat = json_of(&whole(&host, &asks, &part("sit"), &sit));
    let key = sat["key"].as_str().unwrap().to_owned();
    whole(&host, &asks, &part("host"), &json!({ "do": "start" }).to_string());
    let looks = |after: u64| format!("GET /api/t/{room}/now?after={after}&lang=en");
    // Nothing changes once Ana must decide.
    let mut seen = 0;
    loop {
        let now = json_of(&whole(&host, &looks(seen), &key, ""));
        seen = now["version"].as_u64().unwrap();
        if now["ask"]["yours"] == true {
            break;
        }
    }
    let waits = {
        let (host, first, key) = (host.clone(), looks(seen), key.clone());
        std::thread::spawn(move || (whole(&host, &first, &key, ""), Instant::now()))
    };
    std::thread::sleep(Duration::from_millis(500));
    assert!(!waits.is_finished(), "it waits");
    let asked = Instant::now();
    terminate(&child);
    let ended = child.wait().unwrap();
    assert!(ended.success(), "{ended}");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    let (answer, at) = waits.join().unwrap();
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(answer.contains("retry-after: 2") && answer.contains("\"closing\""), "{answer}");
    assert!(at - asked < Duration::from_secs(3), "{:?}", at - asked);

    // Begun again, it goes on where it was.
    let mut child = start(dir.path(), &["serve", "--port", "0"]);
    let mut told = BufReader::new(child.stdout.take().unwrap());
    let url = address(&mut told);
    let host = url.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let now = json_of(&whole(host, &looks(0), &key, ""));
    assert_eq!((&now["ask"]["yours"], &now["you"]), (&json!(true), &json!(0)), "{now}");
    terminate(&child);
    assert!(child.wait().unwrap().success());
}

/// Games of everything are long, and whoever ends the program does not wait for them.
#[test]
fn a_search_that_is_told_to_end_leaves_its_games() {
    let root = crate::support::root();
    let child = crate::support::bastide(&root, &["tune", "docs/examples/everything.toml"]).spawn();
    let child = child.unwrap();
    std::thread::sleep(Duration::from_secs(8));
    let asked = Instant::now();
    terminate(&child);
    let done = child.wait_with_output().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
    // Nothing if it had not begun yet.
    assert!(matches!(done.status.code(), Some(130) | None), "{:?}", done.status);
}
