//! One client asks for what is dear, and others play on.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bastide_table::Room;
use serde_json::{Value, json};

use super::tests::{begun, behind, get, now, post, send, turn};
use super::*;

/// Work for a thread of tables that takes so long.
fn slow(tables: &Tables, asker: Asker, room: &str, takes: Duration, answered: Sender<Asker>) {
    let work = move |_: &mut Rooms| {
        let begun = Instant::now();
        // It works and does not rest: that is what is counted.
        while begun.elapsed() < takes {}
        Ok(())
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(asker.answers(async {
        tables.send(room, work, move |_| answered.send(asker).unwrap_or_default());
    }));
}

fn at(address: &str) -> Asker {
    Asker::At(address.parse().expect("an address"))
}

#[test]
fn whoever_asks_for_a_lot_waits_for_themselves() {
    let tables = behind(None, 1, Door::default());
    let (room, _, _) = begun(&tables);
    let (other, _, _) = begun(&tables);
    let (give, answers) = channel();
    let [greedy, modest] = [at("203.0.113.9"), at("203.0.113.10")];
    for _ in 0..40 {
        slow(&tables, greedy, &room, Duration::from_millis(20), give.clone());
    }
    slow(&tables, modest, &other, Duration::ZERO, give);
    let place = answers.iter().position(|asker| asker == modest).expect("an answer");
    assert!(place <= 2, "{place} others were answered first");
}

#[test]
fn a_request_counts_as_often_as_it_takes_the_machine() {
    let limits = Limits { requests: 2, ..Limits::default() };
    let proxies = vec!["127.0.0.1".parse().expect("an address")];
    let door = Door::open(Opening { proxies, limits, ..Opening::default() }).expect("a door");
    let tables = behind(None, 1, door);
    let (room, _, _) = begun(&tables);
    let look = |address: &str| {
        let lines = "Host: play.example.org\r\nX-Forwarded-For";
        send(&tables, &format!("GET /page/icon.svg HTTP/1.1\r\n{lines}: {address}"), "").0
    };
    assert_eq!(look("203.0.113.9"), 200);
    // Twenty at once are allowed; this one alone takes as long as they may together.
    let (give, answers) = channel();
    slow(&tables, at("203.0.113.9"), &room, Duration::from_secs(1), give);
    answers.recv().expect("an answer");
    assert_eq!((look("203.0.113.9"), look("203.0.113.10")), (429, 200));
}

#[test]
fn what_is_dear_is_looked_at_beside_the_tables() {
    let tables = behind(None, 1, Door::default());
    let (room, _, key) = begun(&tables);
    turn(&tables, &room, &key);
    // The thread that looks is kept busy, and the table goes on.
    let stop = Arc::new(AtomicBool::new(false));
    let busy = Arc::clone(&stop);
    tables.looks.work(Whose::Room("busy".to_owned()), move |_| {
        while !busy.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    let paths = [
        "land",
        "land?at=1",
        "sheets?at=1",
        "rest?at=1",
        "now?at=1",
        "board.svg",
        "board.svg?at=1",
        "over.svg?at=1",
        "over.svg?seat=0&like=1",
        "tile/0",
        "shapes",
        "played",
        "rules",
        "record",
        "why?cell=1,0",
    ];
    let mut asked: Vec<TcpStream> = Vec::new();
    for path in paths {
        let mut stream = TcpStream::connect(("127.0.0.1", tables.port())).expect("connects");
        let head = tests::head(&tables, &format!("GET /api/t/{room}/{path}"), Some(&key));
        write!(stream, "{head}\r\nConnection: close\r\n\r\n").expect("written");
        asked.push(stream);
    }
    assert_eq!(now(&tables, &room, Some(&key), 0)["ask"]["yours"], true);
    for (stream, path) in asked.iter_mut().zip(paths) {
        stream.set_read_timeout(Some(Duration::from_millis(20))).expect("a timeout");
        assert!(
            stream.read(&mut [0; 1]).is_err(),
            "{path} is answered by the thread of the tables"
        );
    }
    stop.store(true, Ordering::Relaxed);
    for (stream, path) in asked.iter_mut().zip(paths) {
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).expect("a status");
        assert!(status == "200", "{path}: {answer:.300}");
    }
}

#[test]
fn what_is_the_same_for_everybody_is_written_once() {
    let tables = behind(None, 1, Door::default());
    let (room, _, _) = begun(&tables);
    for what in ["shapes", "played?lang=fr", "rules?lang=en"] {
        let path = format!("/api/t/{room}/{what}");
        let first = get(&tables, &path, None);
        assert_eq!(first.0, 200, "{what}");
        assert_eq!(get(&tables, &path, None), first);
    }
    get(&tables, "/api/library?lang=fr", None);
    get(&tables, "/api/library?lang=fr", None);
    assert_eq!(tables.same.len(), 4);
    // Another language is another answer.
    assert_ne!(
        get(&tables, &format!("/api/t/{room}/played?lang=en"), None),
        get(&tables, &format!("/api/t/{room}/played?lang=fr"), None)
    );
    assert_eq!(tables.same.len(), 5);
}

#[test]
fn wrong_configs_keep_no_table_waiting_and_so_do_kept_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let limits = Limits { tables: 1, ..Limits::default() };
    let door = Door::open(Opening { limits, ..Opening::default() }).expect("a door");
    let tables = behind(Some(folder.path().to_owned()), 1, door);
    let (first, _, key) = begun(&tables);
    turn(&tables, &first, &key);
    // The first one gives way to this one, and comes back; neither is lost.
    let config = json!({ "config": "players = 2\n[expansions]\n" });
    let (_, made) = post(&tables, "/api/t", None, &config);
    let second = made["room"].as_str().expect("a name").to_owned();
    for _ in 0..3 {
        for room in [&first, &second] {
            let seen: Value = now(&tables, room, None, 0);
            assert!(seen["phase"].is_string(), "{seen}");
        }
    }
    assert_eq!(get(&tables, "/api/t/2222222222/now", None).0, 404);
}

#[test]
fn games_that_nobody_needs_keep_no_machine_for_scripts() {
    let tables = behind(None, 1, Door::default());
    let config = "players = [{ name = \"A\" }, { name = \"B\" }]\n[expansions]\nmessages = {}\nplague = {}\n";
    let mut begun = Vec::new();
    for _ in 0..7 {
        let (_, made) = post(&tables, "/api/t", None, &json!({ "config": config }));
        let word = |name: &str| made[name].as_str().expect("a text").to_owned();
        let (room, host, invite) = (word("room"), word("host"), word("invite"));
        let asks = format!("/api/t/{room}/ask");
        let mut keys = Vec::new();
        for name in ["Ana", "Bo"] {
            let sat = post(&tables, &asks, Some(&invite), &json!({ "do": "sit", "name": name })).1;
            keys.push(sat["key"].as_str().expect("a key").to_owned());
        }
        assert_eq!(post(&tables, &asks, Some(&host), &json!({ "do": "start" })).0, 200);
        begun.push((room, keys));
    }
    let heavy = || {
        let rooms: Vec<String> = begun.iter().map(|(room, _)| room.clone()).collect();
        let (give, get) = channel();
        let count = move |all: &mut Rooms| {
            Ok(rooms.iter().filter(|room| all.peek(room).is_some_and(Room::is_heavy)).count())
        };
        tables.send(&begun[0].0, count, move |n| give.send(n.expect("rooms")).unwrap_or_default());
        get.recv().expect("an answer")
    };
    assert!(heavy() > 4, "scripts run in all of them");
    std::thread::sleep(Duration::from_millis(2500));
    assert_eq!(heavy(), 4);
    // All of them go on.
    for (room, keys) in &begun {
        let yours = keys.iter().any(|key| now(&tables, room, Some(key), 0)["ask"]["yours"] == true);
        assert!(yours, "somebody decides");
    }
}
