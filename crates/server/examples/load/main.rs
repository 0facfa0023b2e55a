//! Many tables at once, at each of which two people play one action a second and a third looks on: how long each action takes.
//!
//! ```console
//! $ bastide serve --port 7272 --pause 0
//! $ cargo run --release -p bastide-server --example load -- 127.0.0.1:7272 --tables 100 --seconds 60
//! ```
//!
//! An action is timed from the moment at which it was planned, so that a server that is late is not asked less. Its answer means that
//! it is on disk; it is seen when everybody at the table has got the table with it.
//!
//! With `--names FILE` the names of the tables are written there, and `--back FILE` then asks for all of them at once, as people do
//! who come back when the server has been started again. `--idle 10000` has so many more connections that only wait, and
//! `--bots FILE --bot-tables 20` has bots play at so many more tables of a config.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it is a command, and tells what it found"
)]

mod bots;
mod line;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::json;
use tokio::sync::Notify;
use tokio::time::{sleep, sleep_until, timeout};

use crate::line::Line;

#[derive(Deserialize)]
struct Made {
    room: String,
    host: String,
    invite: String,
}

#[derive(Deserialize)]
struct Sat {
    key: String,
}

#[derive(Deserialize)]
struct Now {
    version: u64,
    n: usize,
    phase: String,
    course: u64,
    #[serde(default)]
    board: Option<Board>,
    #[serde(default)]
    ask: Option<Ask>,
}

#[derive(Deserialize)]
struct Board {
    picture: u64,
}

#[derive(Deserialize)]
struct Ask {
    yours: bool,
    options: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    action: String,
}

/// What all tables tell.
#[derive(Default)]
struct Told {
    /// Milliseconds from the planned moment to the answer.
    answered: Vec<f64>,
    /// To the moment at which the last of those at the table has seen it.
    seen: Vec<f64>,
    bytes: usize,
    looks: usize,
    board_bytes: usize,
    boards: usize,
    wrong: Vec<String>,
    late: usize,
    rooms: Vec<String>,
}

/// What those at a table share.
struct Table {
    room: String,
    /// Where the latest action was planned, and how many have seen it.
    acted: Mutex<(usize, Option<Instant>, usize)>,
    turn: Mutex<Option<(usize, String, String)>>,
    changed: Notify,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn opened(host: &str) -> io::Result<(Table, [String; 3])> {
    let mut line = Line::to(host).await?;
    let config = json!({ "config": "players = 2\n[expansions]\n" }).to_string();
    let wrong = |body: &[u8]| io::Error::other(String::from_utf8_lossy(body).into_owned());
    let (_, body) = line.ask("POST /api/t", "", &config).await?;
    let made: Made = serde_json::from_slice(&body).map_err(|_| wrong(&body))?;
    let ask = format!("POST /api/t/{}/ask", made.room);
    let mut keys = [String::new(), String::new(), String::new()];
    for (name, key) in ["Ana", "Bob"].into_iter().zip(&mut keys) {
        let sit = json!({ "do": "sit", "name": name }).to_string();
        let (_, body) = line.ask(&ask, &made.invite, &sit).await?;
        *key = serde_json::from_slice::<Sat>(&body).map_err(|_| wrong(&body))?.key;
    }
    let policy =
        json!({ "do": "policy", "policy": { "confirm": "never", "pause": 0 } }).to_string();
    for asked in [policy, json!({ "do": "start" }).to_string()] {
        let (status, body) = line.ask(&ask, &made.host, &asked).await?;
        if status != 200 {
            return Err(wrong(&body));
        }
    }
    let table = Table {
        room: made.room,
        acted: Mutex::default(),
        turn: Mutex::default(),
        changed: Notify::new(),
    };
    Ok((table, keys))
}

/// Looks on until the table is left.
async fn looks(
    host: String,
    table: Arc<Table>,
    key: String,
    told: Arc<Mutex<Told>>,
) -> io::Result<()> {
    let mut line = Line::to(&host).await?;
    let (mut version, mut known, mut picture) = (0, String::new(), 0);
    loop {
        let (room, wait) = (&table.room, Duration::from_secs(60));
        let first = format!("GET /api/t/{room}/now?after={version}&lang=en{known}");
        let (status, body) = timeout(wait, line.ask(&first, &key, "")).await??;
        if status == 204 {
            continue;
        }
        let Ok(now) = serde_json::from_slice::<Now>(&body) else {
            locked(&told).wrong.push(format!("{status} {}", String::from_utf8_lossy(&body)));
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        version = now.version;
        known = format!("&known={}.{}", now.course, now.n);
        {
            let mut told = locked(&told);
            (told.bytes, told.looks) = (told.bytes + body.len(), told.looks + 1);
            let mut acted = locked(&table.acted);
            if let (n, Some(planned), seen) = &mut *acted
                && now.n >= *n
            {
                *seen += 1;
                if *seen == 3 {
                    told.seen.push(planned.elapsed().as_secs_f64() * 1000.0);
                    acted.1 = None;
                }
            }
        }
        // Fetch the board whenever its picture changes, as a page does.
        if let Some(board) = now.board.filter(|board| board.picture != picture) {
            picture = board.picture;
            let first = format!("GET /api/t/{room}/board.svg?p={picture}");
            let (_, svg) = line.ask(&first, "", "").await?;
            let mut told = locked(&told);
            (told.board_bytes, told.boards) = (told.board_bytes + svg.len(), told.boards + 1);
        }
        if now.phase == "over" {
            *locked(&table.turn) = Some((now.n, String::new(), String::new()));
            table.changed.notify_one();
            return Ok(());
        }
        let options = now.ask.filter(|ask| ask.yours).map(|ask| ask.options).unwrap_or_default();
        let options: Vec<String> = options.into_iter().map(|item| item.action).collect();
        if !options.is_empty() {
            let chosen = options[(now.n * 7919 + table.room.len()) % options.len()].clone();
            *locked(&table.turn) = Some((now.n, chosen, key.clone()));
            table.changed.notify_one();
        }
    }
}

/// Plays a table, one action a second; a new one when its game is over.
async fn plays(
    host: String,
    first: Duration,
    (counts, until): (Instant, Instant),
    told: Arc<Mutex<Told>>,
) -> io::Result<()> {
    while Instant::now() < until {
        let (table, keys) = opened(&host).await?;
        locked(&told).rooms.push(table.room.clone());
        let table = Arc::new(table);
        let mut looking = tokio::task::JoinSet::new();
        for key in keys {
            looking.spawn(looks(host.clone(), Arc::clone(&table), key, Arc::clone(&told)));
        }
        let mut line = Line::to(&host).await?;
        let mut planned = Instant::now() + first;
        let mut id = 0;
        while planned < until {
            sleep_until(planned.into()).await;
            let (n, action, key) = loop {
                if let Some(turn) = locked(&table.turn).take() {
                    break turn;
                }
                if timeout(Duration::from_secs(30), table.changed.notified()).await.is_err() {
                    locked(&told).wrong.push("nobody was asked anything for 30 s".to_owned());
                    return Ok(());
                }
            };
            if action.is_empty() {
                break;
            }
            id += 1;
            // An action that could not be sent in time because what was to be known for it came late is late by that.
            let counted = planned >= counts;
            *locked(&table.acted) = (n + 1, counted.then_some(planned), 0);
            let body = json!({ "do": "act", "n": n, "action": action, "id": id.to_string() });
            let ask = format!("POST /api/t/{}/ask", table.room);
            let (status, body) = line.ask(&ask, &key, &body.to_string()).await?;
            let mut told = locked(&told);
            if counted {
                told.answered.push(planned.elapsed().as_secs_f64() * 1000.0);
            }
            if status != 200 {
                told.wrong.push(format!("{status} {}", String::from_utf8_lossy(&body)));
            }
            planned += Duration::from_secs(1);
            told.late += usize::from(planned < Instant::now());
        }
        // Wait until the last actions have been seen.
        sleep(Duration::from_secs(2)).await;
        looking.abort_all();
    }
    Ok(())
}

/// Asks for all tables of a file at once, over 16 connections, and says how long that took.
async fn back(host: &str, names: &str) -> io::Result<()> {
    let names = std::fs::read_to_string(names)?;
    let begun = Instant::now();
    // The server may just be starting.
    let mut line = loop {
        match Line::to(host).await {
            Ok(line) => break line,
            Err(_) if begun.elapsed() < Duration::from_secs(10) => {
                sleep(Duration::from_millis(2)).await;
            }
            Err(error) => return Err(error),
        }
    };
    line.ask("GET /healthz", "", "").await?;
    println!("answers after {:.0} ms", begun.elapsed().as_secs_f64() * 1000.0);
    let (begun, mut asking) = (Instant::now(), tokio::task::JoinSet::new());
    for part in 0..16 {
        let rooms: Vec<String> = names.lines().skip(part).step_by(16).map(str::to_owned).collect();
        let host = host.to_owned();
        asking.spawn(async move {
            let (mut line, mut there) = (Line::to(&host).await?, 0);
            for room in rooms {
                let (status, _) =
                    line.ask(&format!("GET /api/t/{room}/now?after=0"), "", "").await?;
                there += usize::from(status == 200);
            }
            Ok::<_, io::Error>(there)
        });
    }
    let mut there = 0;
    while let Some(asked) = asking.join_next().await {
        there += asked.map_err(io::Error::other)??;
    }
    println!(
        "{there} tables are there again after {:.0} ms",
        begun.elapsed().as_secs_f64() * 1000.0
    );
    Ok(())
}

fn line(name: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let last = times.len().saturating_sub(1);
        times.get((last as f64 * share) as usize).copied().unwrap_or(f64::NAN)
    };
    let (n, median, p99, worst) = (times.len(), at(0.5), at(0.99), at(1.0));
    println!("{name:9} {n:7}  median {median:7.1} ms  p99 {p99:7.1} ms  worst {worst:7.1} ms");
}

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, otherwise: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok()).unwrap_or(otherwise)
    };
    let Some(host) = args.first().filter(|host| host.contains(':')) else {
        eprintln!(
            "load HOST:PORT [--tables 100] [--seconds 60] [--idle 0] [--bots FILE --bot-tables 1] [--names FILE | --back FILE]"
        );
        return Ok(());
    };
    let file = |name: &str| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1))
    };
    let (tables, seconds, idle) =
        (number("--tables", 100), number("--seconds", 60), number("--idle", 0));
    let told = Arc::new(Mutex::new(Told::default()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if let Some(names) = file("--back") {
        return runtime.block_on(back(host, names));
    }
    runtime.block_on(async {
        let mut sitting = tokio::task::JoinSet::new();
        for _ in 0..idle.div_ceil(3) {
            let (table, keys) = opened(host).await?;
            locked(&told).rooms.push(table.room.clone());
            let table = Arc::new(table);
            for key in keys {
                let told = Arc::default();
                sitting.spawn(looks(host.clone(), Arc::clone(&table), key, told));
            }
        }
        if idle > 0 {
            println!("{} more connections only wait", sitting.len());
        }
        if let Some(config) = file("--bots") {
            bots::begin(host, &std::fs::read_to_string(config)?, number("--bot-tables", 1)).await?;
        }
        let mut playing = tokio::task::JoinSet::new();
        // Until all tables are open nothing is counted.
        let counts = Instant::now() + Duration::from_millis(tables * 25 + 2000);
        let until = counts + Duration::from_secs(seconds);
        for at in 0..tables {
            let first = Duration::from_millis(1000 + at * 7919 % 1000);
            playing.spawn(plays(host.clone(), first, (counts, until), Arc::clone(&told)));
            // Tables are opened one after the other, as people come.
            sleep(Duration::from_millis(20)).await;
        }
        while let Some(played) = playing.join_next().await {
            if let Ok(Err(error)) = played {
                locked(&told).wrong.push(error.to_string());
            }
        }
        Ok::<_, io::Error>(())
    })?;
    let mut told = locked(&told);
    if let Some(names) = file("--names") {
        std::fs::write(names, told.rooms.join("\n") + "\n")?;
    }
    line("answered", &mut told.answered);
    line("seen", &mut told.seen);
    let looks = told.looks.max(1);
    println!("{looks} tables looked at, {} bytes each before packing", told.bytes / looks);
    println!("{} boards, {} bytes each", told.boards, told.board_bytes / told.boards.max(1));
    println!("{} actions began late; {} went wrong", told.late, told.wrong.len());
    told.wrong.iter().take(5).for_each(|wrong| println!("  {wrong}"));
    Ok(())
}
