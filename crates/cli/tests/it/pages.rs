//! Games in browsers: the board beside a game at the terminal, and tables that are served.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use crate::support;

const CONFIG: &str = "players = [\"Ana\", \"Bo\"]\nseed = 3\n[expansions]\n";

/// Starts the program with its standard input open.
pub(crate) fn start(dir: &Path, args: &[&str]) -> Child {
    let mut command = support::bastide(dir, args);
    command.env("BASTIDE_STATE", dir.join("state")).stdin(Stdio::piped()).spawn().unwrap()
}

/// The first address that a program tells. It may go on telling as long as the reader is kept.
pub(crate) fn address<R: std::io::Read>(from: &mut BufReader<R>) -> String {
    let mut line = String::new();
    while from.read_line(&mut line).unwrap() > 0 {
        if let Some(at) = line.find("http://") {
            return line[at..].split_whitespace().next().unwrap().to_owned();
        }
        line.clear();
    }
    panic!("it tells no address");
}

fn get(url: &str, path: &str) -> String {
    let host = url.strip_prefix("http://").unwrap().split('/').next().unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("two.toml"), CONFIG).unwrap();
    dir
}

#[test]
fn the_board_of_a_game_at_the_terminal_is_shown_as_a_picture() {
    let dir = folder();
    let mut child = start(dir.path(), &["play", "two.toml", "--page"]);
    let mut typed = child.stdin.take().unwrap();
    // Through a pipe nothing begins before the first line is there.
    writeln!(typed, "score").unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let url = address(&mut told);
    let first = get(&url, "/board.svg");
    assert!(first.starts_with("HTTP/1.1 200") && first.contains("<svg"), "{first}");
    writeln!(typed, "bot").unwrap();
    let mut after = first.clone();
    for _ in 0..200 {
        after = get(&url, "/board.svg");
        if after != first {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_ne!(after, first, "the move is on the picture");
    drop(typed);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_table_is_served_for_a_config() {
    let dir = folder();
    let mut child = start(dir.path(), &["serve", "two.toml", "--port", "0"]);
    let mut told = BufReader::new(child.stdout.take().unwrap());
    let url = address(&mut told);
    let room = url.split("/t/").nth(1).unwrap().split('#').next().unwrap();
    assert!(url.contains("#host=") && url.contains("&sit="), "{url}");
    assert!(get(&url, "/").contains("/page/main.js"));
    let now = get(&url, &format!("/api/t/{room}/now?after=0"));
    assert!(now.contains("\"phase\":\"lobby\"") && now.contains("Ana"), "{now}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn what_cannot_be_served_is_said_before_anything_is() {
    let dir = folder();
    std::fs::write(dir.path().join("wrong.toml"), "players = 2\n[expansions]\nnone = true\n")
        .unwrap();
    let wrong = support::run(dir.path(), &["serve", "wrong.toml"]);
    assert!(wrong.code == 3 && wrong.err.contains("none"), "{}: {}", wrong.code, wrong.err);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let taken = support::run(dir.path(), &["serve", "--port", &port]);
    assert!(taken.code == 3 && taken.err.contains("F0013"), "{}: {}", taken.code, taken.err);
}
