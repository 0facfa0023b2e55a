//! Files of ten megabytes, and files as long as may be: every reader ends soon, with a message.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::time::{Duration, Instant};

use super::support::run;

const HUGE: usize = 10_000_000;
/// What the reader of each file still takes: of TOML, and of a record's header.
const TOML: usize = 1_000_000;
const HEAD: usize = 250_000;
/// Wall time of a run on a machine that others use too; the slowest of these took 27 s before, and 1.4 GB.
const SOON: Duration = Duration::from_secs(12);

/// Returns numbered pieces of `bytes` bytes in total.
fn of(bytes: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::with_capacity(bytes + 64);
    for i in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&piece(i));
    }
    text
}

/// Each is refused, with one of these codes, by a verb that reads it.
fn refused(file: &str, verb: &str, texts: &[(String, &str)]) {
    let dir = tempfile::tempdir().unwrap();
    for (text, code) in texts {
        fs::write(dir.path().join(file), text).unwrap();
        let mut args = vec![verb, file];
        if verb == "merge" {
            args.extend(["-o", "all.csv"]);
        }
        let begun = Instant::now();
        let ran = run(dir.path(), &args);
        let (took, told) = (begun.elapsed(), ran.out + &ran.err);
        let head: String = text.chars().take(80).collect();
        assert!(took < SOON, "{verb} {head:?}: {took:?}");
        assert!([1, 3].contains(&ran.code), "{verb} {head:?}: {} {told}", ran.code);
        // At most a hundred faults are reported, each in less than 800 bytes.
        assert!(told.contains(code) && told.len() < 80_000, "{verb} {head:?}: {told}");
    }
}

const RECORD: &str = "bastide 1\nengine 0.1.0\nedition second-2014\nseed 1\nplayer 1 A random\n\
    player 2 B random\nexpansion base 1.0.0";

#[test]
fn records() {
    let head = |more: &str| format!("{RECORD}{more}\n---\n");
    let options = |n| head(&of(n, |i| format!(" o{i}=1")));
    let sets = |n| head(&format!(" sets={}", of(n, |i| format!("o{i},"))));
    let tiles = |n| head(&format!("\ntiles {}", of(n, |i| format!("base/D{i}=1 "))));
    let folders = |n| head(&of(n, |i| format!("\nexpansion e{i} 1.0.0 path=x/{i}")));
    refused(
        "a.bastide",
        "verify",
        &[
            (options(HUGE), "R0009"),
            (options(HEAD), "C0105"),
            (sets(HEAD), "C0111"),
            (tiles(HEAD), "C0110"),
            (folders(HEAD), "R0108"),
            (head(&format!("\nexpansion \"{}\"", "x".repeat(70_000))), "R0108"),
            (format!("{RECORD}\n---\n{}", "0 pass\n".repeat(190_000)), "R0103"),
            (format!("{RECORD}\n---\n{}", of(2_000_000, |i| format!("A{i} pass\n"))), "R0007"),
            (format!("{RECORD}\n---\n0 draw{}x\n", "#".repeat(HUGE)), "R0101"),
        ],
    );
}

#[test]
fn games_of_another_engine() {
    let keys = |n| of(n, |i| format!("\"k{i}\":1,"));
    let game = |sets: &str, replay: &str| {
        format!(
            "{{\"setup\":{{\"sets\":{{{sets}\"basic\":1}},\"elements\":{{}},\"rules\":{{}}}},\
             \"players\":[{{\"name\":\"a\"}}],\"replay\":[{replay}]}}"
        )
    };
    refused(
        "a.jcz",
        "convert",
        &[
            ("[".repeat(HUGE), "J0001"),
            (format!("{{\"x\":{}}}", "1".repeat(HUGE)), "J0001"),
            (format!("{{{}\"z\":1}}", keys(HUGE)), "J0002"),
            (game(&keys(7_000_000), ""), "J0003"),
            (game("", &format!("{}1", "1,".repeat(3_000_000))), "J0002"),
        ],
    );
}

#[test]
fn configs_and_scenarios() {
    let expansions =
        |n| format!("players = 2\n[expansions]\n{}", of(n, |i| format!("inn{i} = true\n")));
    let nested = |n| format!("players = {}{}\n", "[".repeat(n / 2), "]".repeat(n / 2));
    refused(
        "a.toml",
        "simulate",
        &[
            (expansions(HUGE), "C0002"),
            (expansions(TOML), "C0004"),
            (nested(TOML), "C0003"),
            ("= = =\n".repeat(TOML / 6), "C0001"),
            (format!("{}wrong = 1\n", "\n".repeat(TOML)), "C0005"),
        ],
    );
    let many = |n| of(n, |i| format!("[[scenario]]\nid = \"B-{i}\"\ntitle = \"t\"\n"));
    let plays = format!(
        "[[scenario]]\nid = \"B-1\"\ntitle = \"t\"\nplay = \"\"\"\n{}\"\"\"\n",
        "draw base/D\n".repeat(TOML / 12)
    );
    refused("a.toml", "test", &[(many(HUGE), "F0002"), (many(TOML), "S0004"), (plays, "S0005")]);
}

#[test]
fn notes_of_parts() {
    let note = |bots: &str, command: &str| {
        format!(
            "{{\"format\":\"bastide games 1\",\"kind\":\"csv\",\"engine\":\"x\",\"ruleset\":\"x\",\"seed\":1,\
             \"bots\":[{bots}\"r\"],\"games\":5,\"shard\":[1,1000000],\"first\":0,\"done\":0,\"payments\":0,\
             \"command\":\"{command}\",\"config\":\"\"}}"
        )
    };
    refused(
        "a.json",
        "merge",
        &[
            ("[".repeat(HUGE), "F0030"),
            (note("", &"x".repeat(HUGE)), "F0030"),
            (note(&"\"r\",".repeat(HUGE / 4), ""), "F0033"),
        ],
    );
}
