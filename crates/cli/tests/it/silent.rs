//! What goes wrong is said: faults of scripts wherever a game is played, and rules that did not run.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use super::support::{Ran, bastide, run, told};

const HEAD: &str = "short = \"my\"\nversion = \"1.0.0\"\napi = 2\n\
    name = { en = \"Mine\", fr = \"À moi\" }\nneeds = [\"base\"]\n";
const RULES: &str = "### my.rule\n\nA rule.\n\n*Une règle.*\n\nSource: nobody\n";

/// An expansion `mine` in a folder, and a config `g.toml` of it with these players.
fn folder(manifest: &str, script: &str, players: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("mine");
    fs::create_dir_all(home.join("tests")).unwrap();
    fs::write(home.join("expansion.toml"), format!("id = \"mine\"\n{HEAD}{manifest}")).unwrap();
    fs::write(home.join("rules.md"), RULES).unwrap();
    if !script.is_empty() {
        fs::write(home.join("init.lua"), script).unwrap();
    }
    let config = format!("players = {players}\n[expansions]\nmine = {{ path = \"mine\" }}\n");
    fs::write(dir.path().join("g.toml"), config).unwrap();
    dir
}

/// A rule that fails as soon as something complete is scored.
fn faulty(players: &str) -> tempfile::TempDir {
    let hook = "[[hook]]\non = \"scoring.points\"\nwhere = { complete = true }\ncall = \"last\"\n";
    let script = "local m = ...\nfunction m.last(game, claim, score)\n\
        score:extra(\"my.rule\", 1)\n  score:only(ownr)\nend\n";
    folder(hook, script, players)
}

fn says_the_line(ran: &Ran) {
    assert_eq!(ran.code, 4, "{}{}", ran.out, ran.err);
    let told = format!("{}{}", ran.out, ran.err);
    assert!(told.contains("mine/init.lua:4"), "{told}");
    assert_eq!(told.matches("error[").count(), 1, "told once: {told}");
}

/// The program with lines typed at it.
fn typed(dir: &Path, args: &[&str], lines: &str) -> Ran {
    let mut child = bastide(dir, args).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    told(child.wait_with_output().unwrap())
}

#[test]
fn a_fault_of_a_script_is_said_with_its_line_whoever_plays() {
    let dir = faulty("2");
    for seed in ["1", "3", "4", "6"] {
        says_the_line(&run(dir.path(), &["play", "g.toml", "--auto", "--seed", seed]));
    }
    for bot in ["random", "greedy", "planner"] {
        let seat = format!("{{ name = \"A\", bot = \"{bot}\" }}");
        let dir = faulty(&format!("[{seat}, {}]", seat.replace("\"A\"", "\"B\"")));
        says_the_line(&run(dir.path(), &["play", "g.toml", "--seed", "3", "--auto"]));
        let bots: &[&str] = &["simulate", "g.toml", "-n", "2", "--seed", "3", "--bots", bot];
        says_the_line(&run(dir.path(), bots));
    }
    says_the_line(&run(dir.path(), &["compare", "g.toml", "g.toml", "-n", "2"]));
}

#[test]
fn people_at_the_table_are_told_the_line_too() {
    let dir = faulty("[\"Ana\", { name = \"Bo\", bot = \"planner\" }]");
    let bot = "bot\n".repeat(200);
    let ran = typed(dir.path(), &["play", "g.toml", "--seed", "3"], &format!("{bot}quit\n"));
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.err.contains("mine/init.lua:4"), "{}", ran.err);
}

#[test]
fn a_game_in_which_no_tile_is_placed_breaks_a_law() {
    let manifest = "[zone.display]\nper = \"game\"\nplays = true\n\
        name = { en = \"display\", fr = \"étal\" }\n\
        [[hook]]\non = \"at.setup\"\ncall = \"fill\"\n[[hook]]\non = \"at.turn_end\"\ncall = \"fill\"\n\
        [[hook]]\non = \"at.draw\"\n[[hook]]\non = \"on.stuck\"\n";
    let script = "local m = ...\nfunction m.fill(game, slot, out)\n  \
        if #game:zone(\"display\") == 0 then out:draw(\"display\") end\nend\n\
        function m.at_draw(game, slot, out)\n  \
        if #game:zone(\"display\") > 0 then out:skip(\"draw\", \"my.rule\") end\nend\n\
        function m.on_stuck(game, event, out)\n  for _, tile in game:zone(\"display\") do\n    \
        out:tile(tile, \"display\", \"out\", \"my.rule\")\n  end\n  \
        if game.deck_size > 0 then\n    out:draw(\"display\")\n    out:place(event.player)\n  end\nend\n";
    let dir = folder(manifest, script, "2");
    let ran = run(dir.path(), &["test", "mine"]);
    assert!(ran.code == 1 && ran.out.contains("P0012"), "{}{}", ran.out, ran.err);
    let ran = run(dir.path(), &["check", "mine"]);
    assert!((ran.out + &ran.err).contains("M0163"));
    let ran = run(dir.path(), &["simulate", "g.toml", "-n", "2"]);
    let row = |name: &str| ran.out.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(row("tiles placed").ends_with(" 0.00"), "{}", ran.out);
    assert!(row("tiles put aside").ends_with(" 71.00"), "{}", ran.out);
}

#[test]
fn a_comparison_begins_with_what_was_never_entered() {
    let hook = "[[hook]]\non = \"scoring.bonus\"\ncall = \"road\"\n\
        where = { feature = { kind = \"road\", tiles = { min = 70 } } }\n";
    let script = "local m = ...\nfunction m.road(game, claim, score)\n\
        score:bonus(game.turn, 1, \"my.rule\")\nend\n";
    let dir = folder(hook, script, "2");
    fs::write(dir.path().join("base.toml"), "players = 2\n").unwrap();
    let args = ["compare", "base.toml", "g.toml", "-n", "4", "--bots", "random"];
    let ran = run(dir.path(), &args);
    let first = ran.out.lines().next().unwrap_or_default();
    assert_eq!(first, "never entered: `mine: road`");
    let ran = run(dir.path(), &[&["--lang", "fr"], &args[..]].concat());
    assert!(ran.out.starts_with("jamais appelée : `mine: road`\n"), "{}", ran.out);
}

#[test]
fn a_config_is_told_what_its_folder_is_told() {
    let manifest = "sets = [\"mine\"]\n[edge.sand]\nmeets = \"sand\"\n\
        [feature.sand]\norder = 90\nedge = \"sand\"\nlies = \"whole\"\nclaim = \"no\"\n\
        name = { en = \"sand\", fr = \"sable\" }\n";
    let dir = folder(manifest, "", "2");
    fs::create_dir(dir.path().join("mine/tiles")).unwrap();
    let set = "id = \"mine\"\nname = { en = \"M\", fr = \"M\" }\n\
        [[tile]]\nid = \"plain\"\ncount = 2\nsand = [{ at = \"N E S W\" }]\n";
    fs::write(dir.path().join("mine/tiles/mine.toml"), set).unwrap();
    for named in ["mine", "g.toml"] {
        let ran = run(dir.path(), &["check", named]);
        let told = ran.out + &ran.err;
        assert!(told.contains("`mine/plain`"), "{named}: {told}");
    }
}

/// A scenario of `mine`, run without random games.
fn scenario(dir: &tempfile::TempDir, lines: &str, moves: &str) -> String {
    let text = format!(
        "[[scenario]]\nid = \"X-1\"\ntitle = \"x\"\n{lines}\nmoves = [\n  {moves},\n]\n\
         [scenario.expect]\ntiles-placed = 1\n"
    );
    fs::write(dir.path().join("mine/tests/t.toml"), text).unwrap();
    let ran = run(dir.path(), &["test", "mine", "--games", "0"]);
    format!("{} {}{}", ran.code, ran.out, ran.err)
}

#[test]
fn scenarios_say_where_and_why() {
    let dir = folder("", "", "2");
    let told = scenario(&dir, "start = [[\"base/C\", 0, 0, 0]]", "\"A place base/U 1,0 r0\"");
    assert!(told.contains("`base/U` was drawn, fitted nowhere and was put aside"), "{told}");
    let told = scenario(&dir, "", "\"A place base/W 1,0 r0\",\n  \"B place base/Qq 2,0 r0\"");
    assert!(told.contains("S0100") && told.contains("t.toml:7:3"), "{told}");
}

#[test]
fn a_start_of_ones_own_needs_no_role() {
    let manifest = "sets = [\"mine\"]\nreplaces-sets = [\"base\"]\n\
        [start]\nreplaces = \"base\"\ntiles = [{ tile = \"mine/a\", at = [0, 0] }]\n";
    let dir = folder(manifest, "", "2");
    fs::create_dir(dir.path().join("mine/tiles")).unwrap();
    let set = "id = \"mine\"\nname = { en = \"M\", fr = \"M\" }\n\
        [[tile]]\nid = \"a\"\ncount = 20\nroad = [{ at = \"E W\" }]\n";
    fs::write(dir.path().join("mine/tiles/mine.toml"), set).unwrap();
    let told = scenario(&dir, "", "\"A place mine/a 1,0 r0\"");
    assert!(told.starts_with("0 "), "{told}");
}
