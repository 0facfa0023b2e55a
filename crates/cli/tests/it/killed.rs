//! Served tables outlive the program: it is killed at any moment and started again, and nothing that was acknowledged is missing.
//!
//! `BASTIDE_KILLS=1000 cargo test -p bastide-cli --release --test it -- killed` kills it so often.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout};
use std::time::Duration;

use serde_json::{Value, json};

use crate::pages::{address, start};

/// Tables that are played at the same time.
const TABLES: usize = 3;
const KILLS: u64 = 25;

/// The program while it runs.
struct Served {
    child: Child,
    host: String,
    /// It may go on telling as long as somebody could read it.
    _told: BufReader<ChildStdout>,
}

impl Served {
    fn start(dir: &Path) -> Self {
        let mut child = start(dir, &["serve", "--port", "0", "--pause", "0"]);
        let mut told = BufReader::new(child.stdout.take().unwrap());
        let url = address(&mut told);
        let host = url.strip_prefix("http://").unwrap().split('/').next().unwrap().to_owned();
        Self { child, host, _told: told }
    }
}

/// Returns the answer, or `None` if the program ended first.
fn ask(host: &str, first: &str, key: Option<&str>, body: &str) -> Option<Value> {
    let mut stream = TcpStream::connect(host).ok()?;
    let key = key.map_or(String::new(), |key| format!("Authorization: Bearer {key}\r\n"));
    let length = body.len();
    let head = format!(
        "{first} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{key}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all((head + body).as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let body = answer.split_once("\r\n\r\n")?.1;
    serde_json::from_str(body).ok().or_else(|| Some(Value::String(body.to_owned())))
}

/// Somebody who plays against a bot.
struct Player {
    room: String,
    key: String,
    /// Actions that were asked for, and whether they were acknowledged.
    asked: Vec<(String, bool)>,
}

impl Player {
    fn sits(host: &str) -> Self {
        let config = json!({ "config": "players = 2\n[expansions]\n" }).to_string();
        let made = ask(host, "POST /api/t", None, &config).unwrap();
        let word = |name: &str| made[name].as_str().unwrap().to_owned();
        let room = word("room");
        let asks = format!("POST /api/t/{room}/ask");
        let sit = json!({ "do": "sit", "name": "Ana" }).to_string();
        let sat = ask(host, &asks, Some(&word("invite")), &sit).unwrap();
        let key = sat["key"].as_str().unwrap().to_owned();
        let begun = ask(host, &asks, Some(&word("host")), &json!({ "do": "start" }).to_string());
        assert_eq!(begun.unwrap()["is"], "done");
        Self { room, key, asked: Vec::new() }
    }

    /// Plays until the program ends, or the game.
    fn plays(&mut self, host: &str) {
        while self.step(host).is_some() {}
    }

    fn step(&mut self, host: &str) -> Option<()> {
        let Self { room, key, .. } = self;
        let now = ask(host, &format!("GET /api/t/{room}/now?after=0"), Some(key), "")?;
        let n = &now["n"];
        let first = now["ask"]["options"].as_array().and_then(|all| all.first());
        let asks = format!("POST /api/t/{room}/ask");
        let Some(first) = first.filter(|_| now["ask"]["yours"] == true) else {
            if now["phase"] == "over" {
                return None;
            }
            let done = json!({ "do": "done", "n": n }).to_string();
            return ask(host, &asks, Some(key), &done).map(drop);
        };
        let action = first["action"].as_str()?;
        let id = self.asked.len().to_string();
        let act = json!({ "do": "act", "n": n, "action": action, "id": id }).to_string();
        self.asked.push((action.to_owned(), false));
        let answer = ask(host, &asks, Some(key), &act)?;
        if let Some(last) = self.asked.last_mut() {
            last.1 = answer["is"] == "done";
        }
        Some(())
    }

    /// The record holds the requests in order and once each. Only unacknowledged ones may be missing.
    fn misses_nothing(&self, host: &str) {
        let record = format!("GET /api/t/{}/record", self.room);
        let record = ask(host, &record, Some(&self.key), "").unwrap();
        let text = record.as_str().expect("a record");
        let own =
            text.lines().skip_while(|line| *line != "---").filter_map(|l| l.strip_prefix("1 "));
        // Possible numbers of requests that the lines so far account for, because a phrase may be repeated.
        let skips = |from: usize| {
            let unsaid = self.asked[from..].iter().take_while(|(_, done)| !done).count();
            from..=from + unsaid
        };
        let mut counts: BTreeSet<usize> = skips(0).collect();
        for line in own {
            let said = |at: &usize| self.asked.get(*at).is_some_and(|(action, _)| action == line);
            counts = counts.into_iter().filter(said).flat_map(|at| skips(at + 1)).collect();
            assert!(
                !counts.is_empty(),
                "`{line}` was not asked for here in\n{text}\n{:?}",
                self.asked
            );
        }
        assert!(
            counts.contains(&self.asked.len()),
            "something is missing in\n{text}\n{:?}",
            self.asked
        );
    }

    fn acknowledged(&self) -> usize {
        self.asked.iter().filter(|(_, done)| *done).count()
    }
}

#[test]
fn nothing_that_was_acknowledged_is_lost() {
    let kills = std::env::var("BASTIDE_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(KILLS);
    let dir = tempfile::tempdir().unwrap();
    let mut served = Served::start(dir.path());
    let sits = |host: &str| -> Vec<Player> { (0..TABLES).map(|_| Player::sits(host)).collect() };
    let mut players = sits(&served.host);
    let mut acknowledged = 0;
    for kill in 0..kills {
        let host = served.host.clone();
        std::thread::scope(|scope| {
            for player in &mut players {
                scope.spawn(|| player.plays(&host));
            }
            std::thread::sleep(Duration::from_millis(40 + kill * 97 % 400));
            served.child.kill().unwrap();
        });
        served.child.wait().unwrap();
        served = Served::start(dir.path());
        for player in &mut players {
            player.misses_nothing(&served.host);
        }
        acknowledged += players.iter().map(Player::acknowledged).sum::<usize>();
        // Finished games make room for others.
        if kill % 20 == 19 {
            players = sits(&served.host);
        }
    }
    served.child.kill().unwrap();
    served.child.wait().unwrap();
    assert!(acknowledged > kills as usize, "{acknowledged}");
}
