//! Settings of `serve`: printed, changed, read again, and wrong ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::{BufReader, Read as _, Write as _};
use std::net::TcpStream;

use crate::pages::{address, start};
use crate::support::run;

fn status(host: &str, under: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {under}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn what_is_printed_is_served_and_printed_again() {
    let dir = tempfile::tempdir().unwrap();
    let args = ["serve", "--print-settings", "--name", "play.example.org", "--pause", "5"];
    for lang in ["en", "fr"] {
        let printed = run(dir.path(), &[&args[..], &["--lang", lang]].concat());
        assert_eq!((printed.code, &*printed.err), (0, ""));
        fs::write(dir.path().join("serve.toml"), &printed.out).unwrap();
        let again = ["serve", "--settings", "serve.toml", "--print-settings", "--lang", lang];
        assert_eq!(run(dir.path(), &again).out, printed.out);
        assert!(printed.out.contains("names = [\"play.example.org\"]\n"), "{}", printed.out);
        // The command line counts more.
        let other = run(dir.path(), &[&again[..], &["--name", "b.org", "--pause", "7"]].concat());
        assert!(other.out.contains("names = [\"b.org\"]\n") && other.out.contains("pause = 7\n"));
        assert!(!other.out.contains("play.example.org"), "{}", other.out);
    }
    let mut child = start(dir.path(), &["serve", "--settings", "serve.toml", "--port", "0"]);
    let mut told = BufReader::new(child.stdout.take().unwrap());
    let url = address(&mut told);
    let host = url.strip_prefix("http://").unwrap().split('/').next().unwrap();
    assert_eq!(status(host, "play.example.org", "/"), "HTTP/1.1 200 OK");
    assert_eq!(status(host, "b.org", "/"), "HTTP/1.1 421 Misdirected Request");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn wrong_settings_are_told_with_line_and_way_out_and_nothing_is_served() {
    let dir = tempfile::tempdir().unwrap();
    let file = "names = [\"https://play.example.org/\"]\n[limits]\ntable = 5\n";
    fs::write(dir.path().join("serve.toml"), file).unwrap();
    let serve = ["serve", "--settings", "serve.toml"];
    let ran = run(dir.path(), &serve);
    assert_eq!((ran.code, &*ran.out), (3, ""), "{}", ran.err);
    for part in ["[F0044]", "serve.toml:1:", "[C0005]", "serve.toml:3:", "did you mean `tables`"] {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    let french = run(dir.path(), &[&serve[..], &["--lang", "fr"]].concat());
    assert!(french.err.contains("n'est pas un nom d'hôte"), "{}", french.err);
    let gone = run(dir.path(), &["serve", "--settings", "none.toml"]);
    assert!(gone.code == 3 && gone.err.contains("none.toml"), "{}", gone.err);
    // A wrong word on the command line is wrong use of it.
    for wrong in [["--name", "https://a.org"], ["--proxy", "caddy"], ["--listen", "localhost"]] {
        let ran = run(dir.path(), &[&["serve"], &wrong[..]].concat());
        assert_eq!(ran.code, 2, "{wrong:?}: {}", ran.err);
        let ran = run(dir.path(), &[&["serve", "--lang", "fr"], &wrong[..]].concat());
        let french = ran.err.contains("ce n'est") || ran.err.contains("écrivez");
        assert!(french && !ran.err.contains("address"), "{wrong:?}: {}", ran.err);
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let at = taken.local_addr().unwrap().to_string();
    let ran = run(dir.path(), &["serve", "--metrics", &at]);
    assert!(ran.code == 3 && ran.err.contains("[F0045]"), "{}", ran.err);
}
