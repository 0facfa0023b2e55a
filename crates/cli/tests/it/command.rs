//! The command as people and programs run it: exit codes, streams, a sitting through a pipe.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::support::{Ran, bastide, run, told};

const GAME: &str = "players = [\"Ana\", { name = \"Bob\", bot = \"random\" }]\nedition = \"bga\"\nseed = 5\n\
                    [expansions]\ninns-and-cathedrals = true\nthe-tower = true\n";

/// Runs with lines typed one after the other.
pub(crate) fn typed(dir: &Path, args: &[&str], lines: &str) -> Ran {
    let mut child = bastide(dir, args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    told(child.wait_with_output().unwrap())
}

pub(crate) fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("game.toml"), GAME).unwrap();
    dir
}

#[test]
fn bots_play_to_the_end_and_the_same_seed_is_the_same_game() {
    let dir = folder();
    let first = run(dir.path(), &["play", "game.toml", "--auto", "--seed", "11"]);
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.out.contains("Score sheet"), "{}", first.out);
    assert!(first.out.contains("[base.city.complete]"), "{}", first.out);
    assert!(first.out.contains(" wins.") || first.out.contains("share the victory"));
    assert!(first.err.contains("Ana: played by the bot `planner`"), "{}", first.err);
    assert!(!first.out.contains('\u{1b}'), "colors where nobody sees them");
    let again = run(dir.path(), &["play", "game.toml", "--seed", "11"]);
    assert_eq!(first.out, again.out);
    let french = run(dir.path(), &["play", "game.toml", "--auto", "--seed", "11", "--lang", "fr"]);
    assert!(french.out.contains("Décompte"), "{}", french.out);
    let colored = run(dir.path(), &["play", "game.toml", "--auto", "--color", "always"]);
    assert!(colored.out.contains('\u{1b}'));
}

#[test]
fn the_built_in_game_is_played_to_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let ran = run(dir.path(), &["play", "--auto", "--seed", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Alice") && ran.out.contains("Bob"), "{}", ran.out);
}

#[test]
fn a_way_to_run_scripts_that_there_is_not_is_told() {
    let dir = folder();
    let mut command = bastide(dir.path(), &["play", "game.toml", "--auto"]);
    let ran = told(command.env("BASTIDE_SCRIPTS", "plan").output().unwrap());
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(ran.err.contains("C0118") && ran.err.contains("`plan`"), "{}", ran.err);
}

#[test]
fn a_broken_config_is_told_with_its_line() {
    let dir = folder();
    let bad = "players = 2\n[expansions]\nthe-tower = { ransm = 1 }\ninns = true\n";
    std::fs::write(dir.path().join("bad.toml"), bad).unwrap();
    for verb in ["play", "simulate"] {
        let ran = run(dir.path(), &[verb, "bad.toml"]);
        assert_eq!((ran.code, ran.out.as_str()), (3, ""));
        assert!(ran.err.contains("bad.toml:3:15") && ran.err.contains("ransom"), "{}", ran.err);
        assert!(ran.err.contains("bad.toml:4:1") && ran.err.contains("^^^^"), "{}", ran.err);
    }
    let ran = run(dir.path(), &["simulate", "bad.toml", "--json", "--lang", "fr"]);
    assert_eq!(ran.code, 3);
    let faults: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let option = faults.as_array().unwrap().iter().find(|f| f["code"] == "C0105").unwrap();
    assert_eq!((&option["line"], &option["column"]), (&3.into(), &15.into()));
    assert!(option["help"].as_str().unwrap().contains("vouliez-vous"));
    let cut = run(dir.path(), &["play", "missing.toml"]);
    assert_eq!(cut.code, 3);
    assert!(cut.err.contains("missing.toml"), "{}", cut.err);
}

#[test]
fn wrong_use_is_told_apart() {
    let dir = folder();
    assert_eq!(run(dir.path(), &["dance"]).code, 2);
    assert_eq!(run(dir.path(), &["simulate", "--games", "0"]).code, 2);
    assert_eq!(run(dir.path(), &["simulate", "game.toml", "--bots", "clever"]).code, 2);
    assert_eq!(
        run(dir.path(), &["simulate", "game.toml", "--bots", "random,random,random"]).code,
        2
    );
    let help = run(dir.path(), &["--help", "--lang", "fr"]);
    assert_eq!(help.code, 0);
    assert!(
        help.out.contains("Utilisation") && help.out.contains("Jouer une partie"),
        "{}",
        help.out
    );
    assert_eq!(run(dir.path(), &["completions", "bash"]).code, 0);
}

#[test]
fn a_simulation_does_not_depend_on_threads() {
    let dir = folder();
    let report = |threads| {
        let args = [
            "simulate",
            "game.toml",
            "-n",
            "130",
            "--seed",
            "4",
            "--threads",
            threads,
            "--bots",
            "random",
            "--json",
        ];
        let ran = run(dir.path(), &args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        let mut json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let object = json.as_object_mut().unwrap();
        assert!(object.remove("seconds").is_some() && object.remove("games_per_second").is_some());
        for key in ["games", "ruleset", "mean_tiles_placed", "mean_total_points", "seats"] {
            assert!(object.contains_key(key), "{key}");
        }
        json
    };
    assert_eq!(report("1"), report("3"));
}

#[test]
fn a_sitting_is_played_taken_back_saved_and_resumed() {
    let dir = folder();
    let saved = dir.path().join("ours.txt");
    // The cell 1 in its first rotation, or the only one; then back, and again.
    let lines = "?\n1\nr0\nr1\nr2\nr3\nundo\nscore\ntiles\nlog\nwhy place base/D 9,9 r0\nsave ours.txt\nquit\n";
    let ran = typed(dir.path(), &["play", "game.toml"], lines);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("  Ana: ") && ran.out.contains("  (place "), "{}", ran.out);
    assert!(ran.err.contains("taken back"), "{}", ran.err);
    assert!(ran.err.contains("is not allowed") && ran.err.contains("[base."), "{}", ran.err);
    assert!(ran.out.contains("tiles left to draw"), "{}", ran.out);
    let record = std::fs::read_to_string(&saved).unwrap();
    assert!(record.starts_with("bastide "), "{record}");
    let checked = run(dir.path(), &["verify", "ours.txt"]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert!(checked.out.contains(": ok"), "{}", checked.out);
    // A person goes on for a moment; then nobody is there, and bots finish it.
    let ran =
        typed(dir.path(), &["play", "--resume", "ours.txt", "--save", "end.txt"], "bot\nbot\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("going on after") && ran.out.contains("Score sheet"), "{}", ran.err);
    assert_eq!(run(dir.path(), &["verify", "end.txt"]).code, 0);
    assert_eq!(std::fs::read_to_string(&saved).unwrap(), record, "only the other file is written");
}

#[test]
fn leaving_offers_to_save_and_other_files_are_left_alone() {
    let dir = folder();
    let ran = typed(dir.path(), &["play", "game.toml"], "save game.toml\nquit\n");
    assert!(ran.err.contains("exists and is left as it is"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(dir.path().join("game.toml")).unwrap(), GAME);
    // Another game stays too; its own file is written as often as one likes.
    std::fs::write(dir.path().join("other.txt"), "bastide 1\n").unwrap();
    let lines = "save other.txt\nsave mine.txt\nbot\nsave mine.txt\nsave --force other.txt\nquit\n";
    let ran = typed(dir.path(), &["play", "game.toml"], lines);
    assert_eq!(ran.err.matches("is left as it is").count(), 1, "{}", ran.err);
    assert_eq!(ran.err.matches("saved: mine.txt").count(), 2, "{}", ran.err);
    assert!(ran.err.contains("saved: other.txt"), "{}", ran.err);
    let ran =
        typed(dir.path(), &["play", "game.toml", "--lang", "fr"], "robot\nquitter\nici.txt\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("Enregistrer d'abord"), "{}", ran.err);
    assert_eq!(run(dir.path(), &["verify", "ici.txt"]).code, 0);
}

#[test]
fn a_record_that_was_changed_is_found_out() {
    let dir = folder();
    let ran = run(dir.path(), &["play", "game.toml", "--auto", "--save", "a.txt"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = std::fs::read_to_string(dir.path().join("a.txt")).unwrap();
    let at = text.find("\n= ").unwrap();
    let line = text[..at].matches('\n').count() + 2;
    let wrong = format!("{}\n= 77 {}", &text[..at], &text[at + 5..]);
    std::fs::write(dir.path().join("b.txt"), wrong).unwrap();
    let ran = run(dir.path(), &["verify", "b.txt"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains(&format!("b.txt:{line}:")) && ran.err.contains('^'), "{}", ran.err);
    let json = run(dir.path(), &["verify", "b.txt", "--json"]);
    assert_eq!(json.code, 1);
    let told: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&told["ok"], &told["line"]), (&false.into(), &line.into()));
    std::fs::write(dir.path().join("c.txt"), "players = 2\n").unwrap();
    assert_eq!(run(dir.path(), &["verify", "c.txt"]).code, 3);
}

#[test]
fn why_names_the_rule_and_its_text() {
    let dir = folder();
    let ran = run(dir.path(), &["why", "game.toml", "place", "base/E", "5,5", "r0"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.out.contains("base.place.") && !ran.out.contains("R-BASE"), "{}", ran.out);
    let ran = run(dir.path(), &["why", "game.toml", "place base/E 0,-1 r2"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("base.place.must"), "{}", ran.out);
    let ran = run(dir.path(), &["why", "game.toml", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&told["chance"], ran.code), (&true.into(), 0));
    let draws = told["options"].as_array().unwrap();
    assert!(draws.iter().all(|o| o["rule"] == "base.draw"), "{}", ran.out);
    for (cell, allowed) in [("0,-1", true), ("5,5", false)] {
        let ran = run(dir.path(), &["why", "game.toml", "--json", "place", "base/E", cell, "r2"]);
        let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!((&told["allowed"], ran.code), (&allowed.into(), i32::from(!allowed)));
        assert_eq!(told["offer"]["rule"] == "base.place.must", allowed, "{}", ran.out);
        assert_eq!(told["rules"].as_array().unwrap().is_empty(), allowed, "{}", ran.out);
    }
    let ran = run(dir.path(), &["why", "game.toml", "jump"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn nobody_reading_is_no_fault() {
    let dir = folder();
    let mut child = bastide(dir.path(), &["list"]).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let ran = told(child.wait_with_output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn an_expansion_that_fails_in_the_middle_does_not_end_the_game() {
    let dir = folder();
    let home = dir.path().join("mods/broken");
    std::fs::create_dir_all(&home).unwrap();
    let manifest = "id = \"broken\"\nshort = \"br\"\nversion = \"1.0.0\"\napi = 2\n\
                    name = { en = \"Broken\", fr = \"Cassée\" }\n[[hook]]\non = \"on.deployed\"\ncall = \"deployed\"\n";
    std::fs::write(home.join("expansion.toml"), manifest).unwrap();
    let script = "local broken = ...\nfunction broken.deployed(game, event)\n  error(\"no such luck\")\nend\n";
    std::fs::write(home.join("init.lua"), script).unwrap();
    let config = "players = 2\nseed = 1\n[expansions]\nbroken = { path = \"mods/broken\" }\n";
    std::fs::write(dir.path().join("broken.toml"), config).unwrap();
    let ran =
        typed(dir.path(), &["play", "broken.toml"], "1\nr0\nr1\nr2\nr3\n1\nsave b.txt\nquit\n");
    assert_eq!(ran.code, 4, "the fault is told at the end too: {}", ran.err);
    assert!(ran.err.contains("no such luck"), "{}", ran.err);
    assert!(ran.err.contains("saved: b.txt"), "{}", ran.err);
    let ran = run(dir.path(), &["play", "broken.toml", "--auto"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains("init.lua"), "{}", ran.err);
    assert_eq!(run(dir.path(), &["simulate", "broken.toml", "-n", "5"]).code, 4);
}

#[test]
fn a_hand_is_shown_to_the_person_at_the_keyboard_only() {
    let dir = tempfile::tempdir().unwrap();
    let game = "players = [\"Ana\", \"Bob\"]\nedition = \"bga\"\nseed = 5\n\
                [expansions]\ntactical-hand = true\n";
    std::fs::write(dir.path().join("hands.toml"), game).unwrap();
    // Ana sits down and places a tile; Bob sits down and looks at the log.
    let ran = typed(dir.path(), &["play", "hands.toml"], "\n1r2\n0\n\nlog\nquit\n\n");
    let (before, ana) = ran.out.split_once("Now Ana: the others look away").unwrap();
    let (ana, bob) = ana.split_once("Now Bob: the others look away").unwrap();
    let hands = |text: &str| -> Vec<(char, String)> {
        let lines = text.lines().filter(|line| line.contains("hand: "));
        let seat = |line: &str| line.chars().find(char::is_ascii_uppercase).unwrap();
        lines.map(|l| (seat(l), l.split_once("hand: ").unwrap().1.to_owned())).collect()
    };
    assert!(hands(before).is_empty(), "nothing is shown before somebody sits there: {before}");
    for (text, me) in [(ana, 'A'), (bob, 'B')] {
        let shown = hands(text);
        assert!(shown.iter().any(|(seat, _)| *seat == me), "{text}");
        for (seat, tiles) in shown {
            let secret = tiles.ends_with(" tiles");
            assert_eq!(secret, seat != me, "{seat} has {tiles} before the eyes of {me}");
        }
    }
    assert!(
        bob.contains("draw ?") && bob.contains("draw base/"),
        "own draws, not the other's: {bob}"
    );
    assert!(
        bob.contains("Ana: ") && bob.contains("(place base/"),
        "what was placed is open to all: {bob}"
    );
}

/// What nobody sees at all is hidden from nobody in particular.
#[test]
fn nobody_looks_away_from_what_nobody_sees() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("dark/tiles")).unwrap();
    let manifest = "id = \"dark\"\nshort = \"dark\"\nversion = \"1.0.0\"\napi = 2\nname = { en = \"Dark\" }\n\
        sets = [\"dark\"]\n[zone.dark]\nper = \"player\"\nsees = \"nobody\"\nstart = [\"dark/a\"]\n\
        name = { en = \"dark\" }\n";
    let tiles = "id = \"dark\"\nname = { en = \"Dark\" }\n[[tile]]\nid = \"a\"\ncount = 0\ncity = [{ at = \"N\" }]\n";
    for sees in ["nobody", "owner"] {
        let manifest = manifest.replace("nobody", sees);
        std::fs::write(dir.path().join("dark/expansion.toml"), manifest).unwrap();
        std::fs::write(dir.path().join("dark/tiles/dark.toml"), tiles).unwrap();
        let game =
            "players = [\"Ana\", \"Bob\"]\nseed = 5\n[expansions]\ndark = { path = \"dark\" }\n";
        std::fs::write(dir.path().join("dark.toml"), game).unwrap();
        let ran = typed(dir.path(), &["play", "dark.toml"], "\nbot\nbot\nbot\nquit\n\n");
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(ran.out.contains("look away"), sees == "owner", "{sees}: {}", ran.out);
    }
}

/// Games of another engine that lie with the tests of the project.
fn games() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    root.join("tests/fixtures/jcz").to_string_lossy().into_owned()
}

#[test]
fn tests_are_counted_and_what_does_not_hold_is_told() {
    let dir = folder();
    let all = run(dir.path(), &["test", &games()]);
    assert_eq!(all.code, 1, "{}{}", all.out, all.err);
    assert_eq!(all.out.lines().last(), Some("1 passed, 1 failed, 1 skipped"), "{}", all.out);
    assert!(
        all.out.contains("wrong.jcz:") && all.out.contains("expected 4, there is 3"),
        "{}",
        all.out
    );
    assert!(all.out.contains("no-such-set:1"), "{}", all.out);
    let good = format!("{}/road.jcz", games());
    let fine = run(dir.path(), &["test", &good, "--lang", "fr"]);
    assert_eq!((fine.code, fine.out.trim()), (0, "1 réussi, 0 échoué"));
    let json = run(dir.path(), &["test", &games(), "--json"]);
    let told: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((json.code, &told["failed"], &told["skipped"]), (1, &1.into(), &1.into()));
    assert_eq!(told["tests"][2]["faults"][0]["line"], 103);
    let none = run(dir.path(), &["test", "."]);
    assert_eq!(none.code, 3, "a config is no test: {}", none.out);
}

#[test]
fn a_game_of_another_engine_becomes_a_record() {
    let dir = folder();
    let good = format!("{}/road.jcz", games());
    let done = run(dir.path(), &["convert", &good, "-o", "road.bastide"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let held = run(dir.path(), &["verify", "road.bastide"]);
    assert_eq!(held.code, 0, "{}", held.err);
    assert!(held.out.contains("over · 3 : 0"), "{}", held.out);
    let unknown = run(dir.path(), &["convert", &format!("{}/unknown.jcz", games())]);
    assert_eq!(unknown.code, 1);
    assert!(unknown.err.contains("no-such-set:1"), "{}", unknown.err);
}

#[test]
fn a_broken_folder_is_named_where_a_game_lacks_what_it_may_declare() {
    let dir = folder();
    let mods = dir.path().join("mods/expansions/king");
    std::fs::create_dir_all(&mods).unwrap();
    std::fs::write(mods.join("expansion.toml"), "id = \"king\"\nnedes = [\"base\"]\n").unwrap();
    let game = format!("{}/unknown.jcz", games());
    let ran = run(dir.path(), &["test", &game, "--path", "mods"]);
    let told = format!("{}{}", ran.out, ran.err);
    assert_eq!(ran.code, 1, "{told}");
    assert!(told.contains("mods/expansions/king/expansion.toml:2:1"), "{told}");
    assert!(told.contains("M0005") && told.contains("unknown key `nedes`"), "{told}");
    // A game that does not need the broken expansion can be played.
    let good = run(dir.path(), &["test", &format!("{}/road.jcz", games()), "--path", "mods"]);
    assert_eq!(good.code, 0, "{}{}", good.out, good.err);
    assert!(good.err.contains("`king`"), "but it is named: {}", good.err);
}

#[test]
fn a_convention_of_the_other_engine_is_told_of_a_converted_game() {
    let dir = folder();
    let ransom = format!("{}-games/convention-ransom-after-action.jcz", games());
    let done = run(dir.path(), &["convert", &ransom, "-o", "ransom.bastide"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("J0113") && done.err.contains("`ransom-after-"), "{}", done.err);
    let plain = run(dir.path(), &["convert", &format!("{}/road.jcz", games())]);
    assert!(plain.code == 0 && plain.err.is_empty(), "{}", plain.err);
}

#[test]
fn a_profile_names_what_took_the_time() {
    let dir = folder();
    let config = "players = 2\n[expansions]\nprincess-and-dragon = { fairy = \"on-tile\" }\n";
    std::fs::write(dir.path().join("fairy.toml"), config).unwrap();
    let ran = run(dir.path(), &["simulate", "fairy.toml", "-n", "3", "--profile", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let rows = told["profile"].as_array().unwrap();
    let smile = rows.iter().find(|r| r["function"] == "smile").unwrap();
    assert_eq!((&smile["script"], &smile["hook"]), (&true.into(), &"at.turn_start".into()));
    assert!(smile["calls"].as_u64().unwrap() > 0);
    let plain = run(dir.path(), &["simulate", "fairy.toml", "-n", "3", "--json"]);
    assert!(!plain.out.contains("\"profile\""));
}

#[test]
fn pictures_are_drawn_anew_and_other_files_stay() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    for _ in 0..2 {
        let ran = run(dir.path(), &["render", "sheet", "base", "-o", "p.svg"]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
    }
    assert!(path("p-1.svg").is_file() && path("p-3.svg").is_file() && !path("p.svg").exists());
    let ran = run(dir.path(), &["render", "tiles", "river", "-o", "r.png", "--width", "90"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(std::fs::read(path("r.png")).unwrap().starts_with(b"\x89PNG"));
    std::fs::write(path("letter.svg"), "Dear Ana").unwrap();
    let ran = run(dir.path(), &["render", "tiles", "base", "-o", "letter.svg"]);
    assert!(ran.code == 3 && ran.err.contains("F0020"), "{}", ran.err);
    assert_eq!(std::fs::read_to_string(path("letter.svg")).unwrap(), "Dear Ana");
    let text = "id = \"my\"\nname = { en = \"My\" }\n[[tile]]\nid = \"a\"\ncount = 1\nroad = [{ at = \"Q\" }]\n";
    std::fs::write(path("my.toml"), text).unwrap();
    let ran = run(dir.path(), &["render", "tiles", "my.toml"]);
    assert!(ran.code == 3 && ran.err.contains("my.toml:6:"), "{}", ran.err);
    assert!(ran.out.starts_with("<svg") && ran.out.contains("<title>T0107"), "{}", ran.out);
}

#[test]
fn the_score_sheet_tells_the_last_turn_before_the_final_scoring() {
    let dir = tempfile::tempdir().unwrap();
    let ten = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/ten");
    let quiet = ten.join("quiet-turn").canonicalize().unwrap();
    let text = format!(
        "players = [\"A\", {{ name = \"B\", bot = \"random\" }}]\n[expansions]\nquiet-turn = {{ path = '{}' }}\n",
        quiet.display()
    );
    std::fs::write(dir.path().join("quiet.toml"), text).unwrap();
    let ran = run(dir.path(), &["play", "quiet.toml", "--auto", "--seed", "1"]);
    let sheet = ran.out.lines().skip_while(|line| !line.contains("Score sheet")).skip(1);
    let sheet: Vec<(u32, &str)> = sheet
        .take_while(|line| !line.is_empty())
        .map(|line| {
            let (turn, what) = line.trim_start().split_once("  ").unwrap();
            (turn.parse().unwrap_or(u32::MAX), what)
        })
        .collect();
    assert!(sheet.is_sorted_by_key(|line| line.0), "{}", ran.out);
    let (last, end): (Vec<(u32, &str)>, Vec<_>) =
        sheet.iter().copied().partition(|line| line.0 < u32::MAX);
    assert!(end.iter().all(|line| !line.1.contains("[quiet.point]")), "{end:?}");
    assert!(last.iter().any(|line| line.1.contains("[quiet.point]")) && !end.is_empty());
}
