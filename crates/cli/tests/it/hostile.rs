//! What strangers wrote: whatever it is, every verb ends soon, with a message and without a trick on the terminal.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::support::{Ran, bastide, run};

const HEAD: &str = "id = \"hostile\"\nshort = \"ho\"\nversion = \"1.0.0\"\napi = 2\n\
    name = { en = \"Hostile\", fr = \"Hostile\" }\nneeds = [\"base\"]\n";
const RULES: &str = "# Hostile\n\n### ho.rule\n\nA rule.\n\n*Une règle.*\n\nSource: nobody\n";
const CONFIG: &str = "players = 2\n[expansions]\nhostile = { path = \"hostile\" }\n";
/// Wall time of a run on a machine that others use too; what hangs takes minutes.
const SOON: Duration = Duration::from_secs(20);

/// A folder with an expansion and a config that enables it.
fn folder(manifest: &str, script: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("hostile");
    fs::create_dir(&home).unwrap();
    let files = [("expansion.toml", format!("{HEAD}{manifest}")), ("rules.md", RULES.to_owned())];
    for (name, text) in files {
        fs::write(home.join(name), text).unwrap();
    }
    if !script.is_empty() {
        fs::write(home.join("init.lua"), script).unwrap();
    }
    fs::write(dir.path().join("g.toml"), CONFIG).unwrap();
    dir
}

/// A handler at the start of each turn.
fn handler(body: &str) -> tempfile::TempDir {
    let script = format!("local m = ...\nfunction m.h(game, slot, out)\n{body}\nend\n");
    folder("hook = [{ on = \"at.turn_start\", call = \"h\" }]\n", &script)
}

fn soon(dir: &Path, args: &[&str]) -> Ran {
    let start = Instant::now();
    let ran = run(dir, args);
    assert!(start.elapsed() < SOON, "{args:?} took {:?}", start.elapsed());
    ran
}

const SIMULATE: &[&str] = &["simulate", "g.toml", "-n", "1", "--threads", "1", "--bots", "random"];
const PLAY: &[&str] = &["play", "g.toml", "--auto"];

#[test]
fn ends_of_turns_and_parts_cannot_be_skipped() {
    let dir = handler("out:skip('part_end', 'ho.rule') out:skip('turn_end', 'ho.rule')");
    for args in [SIMULATE, PLAY] {
        let ran = soon(dir.path(), args);
        assert_eq!(ran.code, 4, "{}", ran.err);
        assert!(ran.err.contains("L0205") && ran.err.contains("init.lua:3"), "{}", ran.err);
    }
}

#[test]
fn who_leaves_out_every_draw_is_named() {
    let dir = handler("out:skip('draw', 'ho.rule')");
    for args in [SIMULATE, PLAY] {
        let ran = soon(dir.path(), args);
        assert_eq!(ran.code, 4, "{}", ran.err);
        for word in ["E0005", "hostile: h: after", "hostile/init.lua:2", "help: ", "`draw`"] {
            assert!(ran.err.contains(word), "{word}: {}", ran.err);
        }
    }
}

#[test]
fn parts_that_nobody_can_count_are_not_counted() {
    let dir = tempfile::tempdir().unwrap();
    let note = |shard: &str, done: u64| {
        format!(
            "{{\"format\":\"bastide games 1\",\"kind\":\"csv\",\"engine\":\"x\",\"ruleset\":\"x\",\"seed\":1,\
             \"bots\":[\"random\"],\"games\":5,\"shard\":{shard},\"first\":0,\"done\":{done},\"payments\":0,\
             \"command\":\"x\",\"config\":\"\"}}"
        )
    };
    for (shard, done, told) in [
        ("[1,18446744073709551614]", 0, "18446744073709551593 more parts are missing"),
        ("[1,18446744073709551615]", 0, "F0030"),
        ("[1,1]", u64::MAX, "F0034"),
    ] {
        fs::write(dir.path().join("a.json"), note(shard, done)).unwrap();
        fs::write(dir.path().join("a.csv"), "").unwrap();
        let ran = soon(dir.path(), &["merge", "a.json", "-o", "all.csv"]);
        assert!(ran.code != 0 && ran.err.contains(told), "{shard}: {}", ran.err);
    }
}

#[test]
fn a_script_that_nothing_stops_ends_the_command() {
    let sums = "x=a+0;".repeat(9000);
    let dir = handler(&format!("local a = string.rep(' ', 3000000)..'1' local x\n{sums}"));
    for args in [SIMULATE, PLAY, &["test", "hostile"]] {
        let ran = soon(dir.path(), args);
        assert_eq!(ran.code, 4, "{}", ran.err);
        let told = format!("{}{}", ran.out, ran.err);
        assert!(told.contains("L0215") && told.contains("hostile/init.lua"), "{told}");
    }
    let ran = soon(dir.path(), &[SIMULATE, &["--json"]].concat());
    assert!(ran.code == 4 && ran.out.contains("\"code\": \"L0215\""), "{}", ran.out);
}

#[test]
fn a_table_in_itself_is_looked_at_once() {
    let script = "local m = ...\nlocal t = {}\nfor i = 1, 100 do t['k'..i] = t end\nm.x = t\n\
        function m.h() end\n";
    let dir = folder("hook = [{ on = \"at.turn_start\", call = \"h\" }]\n", script);
    assert_eq!(soon(dir.path(), SIMULATE).code, 0);
    assert!(soon(dir.path(), &["check", "hostile"]).code <= 1);
}

#[test]
fn what_is_muted_in_vain_is_told_where_it_is_played() {
    let dir = folder("mute = [\"base.majority\"]\n", "");
    for args in [SIMULATE, PLAY] {
        let ran = soon(dir.path(), args);
        let told = ran.err.contains("warning[M0157]") && ran.err.contains("expansion.toml:7:9");
        assert!(ran.code == 0 && told, "{}", ran.err);
    }
    let ran = soon(dir.path(), &[SIMULATE, &["--json"]].concat());
    assert!(ran.code == 0 && ran.err.is_empty(), "{}", ran.err);
}

const ENDLESS: &str = "[step.again]\nverbs = [\"more\"]\n[verb.more]\nrule = \"ho.rule\"\n\
    does = { step = \"again\" }\n[[hook]]\non = \"at.turn_start\"\ncall = \"h\"\n";
const PUSH: &str =
    "local m = ...\nfunction m.h(game, slot, out) out:push('again', game.turn) end\n";

#[test]
fn a_turn_without_end_is_ended() {
    let dir = folder(ENDLESS, PUSH);
    let compare: &[&str] = &["compare", "g.toml", "g.toml", "-n", "2"];
    for args in [SIMULATE, PLAY, compare] {
        let ran = soon(dir.path(), args);
        assert_eq!(ran.code, 4, "{args:?}: {}", ran.err);
        for word in ["E0014", "`again`", "`more`", "500"] {
            assert!(ran.err.contains(word), "{args:?}: {}", ran.err);
        }
    }
    let ran = soon(dir.path(), &["test", "hostile"]);
    assert!(ran.code == 1 && ran.out.contains("P0002"), "{}{}", ran.out, ran.err);
    // Without a reader, the exit code reports the fault.
    let ran = soon(dir.path(), &["dev", "hostile", "--once"]);
    let told = format!("{}{}", ran.out, ran.err);
    assert!(ran.code == 4 && told.contains("E0014"), "{} {told}", ran.code);
}

#[cfg(unix)]
#[test]
fn asked_to_end_twice_a_command_ends_at_once() {
    let dir = handler("for i = 1, 900 do local s = string.rep('x', 100000) end");
    let many = ["simulate", "g.toml", "-n", "100", "--threads", "1", "--bots", "random"];
    let compare = ["compare", "g.toml", "g.toml", "-n", "100"];
    for (args, signal) in [(&many[..], "INT"), (&many, "TERM"), (&compare, "INT")] {
        let mut child = bastide(dir.path(), args).spawn().unwrap();
        let ask = || {
            let id = child.id().to_string();
            assert!(
                std::process::Command::new("kill")
                    .args(["-s", signal, &id])
                    .status()
                    .unwrap()
                    .success()
            );
        };
        std::thread::sleep(Duration::from_millis(1500));
        ask();
        std::thread::sleep(Duration::from_millis(100));
        ask();
        let asked = Instant::now();
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(130), "{args:?}");
        assert!(asked.elapsed() < Duration::from_secs(1), "{args:?}: {:?}", asked.elapsed());
    }
}

/// Characters that steer a terminal, or hide.
const TRICKS: &str = "\\u001b[2J\\u001b]0;p\\u0007\\u009b2J\\u202e\\u200b";

fn is_clean(text: &str) -> bool {
    // Only our own color codes are printed.
    !["\u{1b}[2J", "\u{1b}]", "\u{9b}", "\u{202e}", "\u{200b}", "\u{7}"]
        .iter()
        .any(|trick| text.contains(trick))
}

#[test]
fn texts_of_strangers_are_shown_and_do_nothing() {
    let manifest = format!(
        "[token.coin]\nname = {{ en = \"{TRICKS}\", fr = \"{TRICKS}\" }}\nsupply = 1\n\
         [option.x]\ndefault = true\nlabel = {{ en = \"{TRICKS}\", fr = \"{TRICKS}\" }}\n"
    );
    let dir = folder(&manifest, "");
    let raw = "\u{1b}[2J\u{1b}]0;p\u{7}\u{9b}2J\u{202e}\u{200b}";
    let home = dir.path().join("hostile");
    let rules =
        format!("# H\n\n### ho.rule\n\nA {raw} rule.\n\n*Une {raw} règle.*\n\nSource: {raw}\n");
    fs::write(home.join("rules.md"), rules).unwrap();
    let name = HEAD.replace("\"Hostile\", fr", &format!("\"{TRICKS}\", fr"));
    fs::write(home.join("expansion.toml"), format!("{name}{manifest}")).unwrap();
    fs::create_dir(home.join("tests")).unwrap();
    let scenario = format!("[[scenario]]\nid = \"HO-1{TRICKS}\"\ntitle = \"{TRICKS}\"\n");
    fs::write(home.join("tests/a.toml"), scenario).unwrap();
    let odd = dir.path().join(format!("odd{raw}"));
    fs::create_dir(&odd).unwrap();
    fs::write(odd.join("expansion.toml"), "id = 1\n").unwrap();
    let odd = odd.to_str().unwrap();
    for args in [
        &["list", "--path", "."][..],
        &["list", "hostile", "--path", "."],
        &["list", "--path", odd],
        &["check", "hostile"],
        &["check", odd],
        &["test", "hostile"],
        &["play", "g.toml", "--auto"],
        &["play", odd],
        &["simulate", odd],
    ] {
        let args = [args, &["--color", "always"]].concat();
        let ran = soon(dir.path(), &args);
        assert!(is_clean(&ran.out), "{args:?}: {:?}", ran.out);
        assert!(is_clean(&ran.err), "{args:?}: {:?}", ran.err);
    }
    let shown = soon(dir.path(), &["list", "--path", "."]).out;
    assert!(shown.contains("\\u{202e}"), "{shown}");
}

#[test]
fn names_of_players_hide_nothing() {
    let dir = tempfile::tempdir().unwrap();
    for trick in ["\\u202e", "\\u200b", "\\u001b"] {
        fs::write(dir.path().join("g.toml"), format!("players = [\"An{trick}n\", \"Bo\"]\n"))
            .unwrap();
        let ran = soon(dir.path(), PLAY);
        assert!(ran.code == 3 && ran.err.contains("C0103"), "{}", ran.err);
        assert!(is_clean(&ran.err), "{:?}", ran.err);
    }
}

#[test]
fn long_lists_are_refused_before_anything_is_made_of_them() {
    let reach = (0..25_600)
        .map(|i| format!("[{},{}],", i % 17 - 8, i / 17 % 17 - 8))
        .collect::<Vec<_>>()
        .concat();
    let feature = format!(
        "[feature.garden]\nlies = \"centre\"\nclaim = \"yes\"\norder = 50\nreach = [{reach}]\n"
    );
    let deploys =
        "[[deploy]]\nfigure = \"meeple\"\nwhere = { kind = \"road\" }\nrule = \"ho.rule\"\n"
            .repeat(4000);
    let neutrals = (0..300).map(|i| format!("[neutral.n{i}]\n")).collect::<Vec<_>>().concat();
    let tags =
        (0..4000).map(|i| format!("[tag.t{i}]\non = [\"road\"]\n")).collect::<Vec<_>>().concat();
    for manifest in [feature, deploys, neutrals, tags] {
        let dir = folder(&manifest, "");
        for args in [&["check", "hostile"][..], SIMULATE] {
            let ran = soon(dir.path(), args);
            assert_ne!(ran.code, 0, "{args:?}");
            let told = ran.out + &ran.err;
            assert!(
                ["8192", "288", "200", "64", "2048"].iter().any(|most| told.contains(most)),
                "{args:?}: {told}"
            );
        }
    }
    let dir = tempfile::tempdir().unwrap();
    let at = "N ".repeat(20_000);
    let set =
        format!("id = \"t\"\n[[tile]]\nid = \"A\"\ncount = 1\ncity = [{{ at = \"{at}\" }}]\n");
    fs::write(dir.path().join("t.toml"), set).unwrap();
    let ran = soon(dir.path(), &["check", "t.toml"]);
    assert!(
        ran.code == 1 && (ran.out.clone() + &ran.err).contains("T0126"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    for path in ["/dev/zero", pipe] {
        for verb in ["verify", "check", "simulate", "convert", "test", "play"] {
            let ran = soon(dir.path(), &[verb, path]);
            assert!([1, 3].contains(&ran.code), "{verb} {path}: {} {}", ran.code, ran.err);
            assert!(!(ran.out + &ran.err).is_empty(), "{verb} {path}");
        }
        let ran = soon(dir.path(), &["play", "--resume", path]);
        assert_eq!(ran.code, 3, "{}", ran.err);
    }
}

#[test]
fn what_a_script_hides_is_found_when_a_game_is_saved() {
    let script = "local m = ...\nlocal seen = { n = 0 }\nfunction m.h(game, slot, out)\n  \
        seen.n += 1\n  if seen.n % 3 == 0 then out:pay(game.turn, 1, 'ho.rule') end\nend\n";
    let dir = folder("hook = [{ on = \"at.turn_start\", call = \"h\" }]\n", script);
    let ran = soon(dir.path(), &["play", "g.toml", "--auto", "--save", "r.bastide"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains("R0110"), "{}", ran.err);
}

#[test]
fn faults_are_told_within_bounds() {
    let long = "x".repeat(100_000);
    let dir = folder(&format!("needs = [\"{long}\"]\n").replace("needs", "conflicts"), "");
    let text = format!("players = 2\n[expansions]\n{long} = true\n");
    fs::write(dir.path().join("g.toml"), text).unwrap();
    let ran = soon(dir.path(), SIMULATE);
    assert!(ran.code != 0 && ran.err.len() < 20_000, "{}", ran.err.len());
    let many = (0..764).map(|i| format!("wrong{i} = 1\n")).collect::<Vec<_>>().concat();
    let dir = folder(&many, "");
    let ran = soon(dir.path(), SIMULATE);
    assert!(ran.code != 0 && ran.err.contains("764"), "{}", ran.err);
    assert!(ran.err.len() < 60_000, "{}", ran.err.len());
}
