//! An evening at the terminal: what is kept, explained and told at the end.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use crate::command::{folder, typed};
use crate::support::{Ran, bastide, run, told};

/// Plays with lines typed, in a folder where games are kept.
fn kept(dir: &Path, args: &[&str], lines: &str) -> Ran {
    let mut child = bastide(dir, args)
        .env("BASTIDE_STATE", dir.join("state"))
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    told(child.wait_with_output().unwrap())
}

#[test]
fn a_game_is_kept_without_being_asked_and_gone_on_with() {
    let dir = folder();
    let none = kept(dir.path(), &["play", "--resume"], "");
    assert_eq!(none.code, 3, "{}", none.err);
    assert!(none.err.contains("F0035"), "{}", none.err);
    let first = kept(dir.path(), &["play", "game.toml"], "hint\nbot\nbot\nquit\n");
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.out.contains("Best first"), "{}", first.out);
    assert!(first.err.contains("`bastide play --resume` goes on"), "{}", first.err);
    let files = || std::fs::read_dir(dir.path().join("state")).unwrap().count();
    assert_eq!(files(), 1);
    // A resumed game is saved where it was kept, and nowhere else.
    let again = kept(dir.path(), &["play", "--resume"], "log\nbot\nquit\n");
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(again.out.contains("\nAna: ") && again.out.contains("(place "), "{}", again.out);
    assert_eq!(files(), 1);
    let whole = kept(dir.path(), &["play", "--resume", "--auto"], "");
    assert!(whole.out.contains("wins.") || whole.out.contains("share"), "{}", whole.out);
    // Nobody asked for it: nothing is left behind where no folder is named and nobody sits at a terminal.
    let plain = typed(dir.path(), &["play", "game.toml"], "bot\nquit\n\n");
    assert!(plain.err.contains("Save first?"), "{}", plain.err);
    // Of a game in which nobody has done anything there is nothing to lose.
    let begun = typed(dir.path(), &["play", "game.toml"], "quit\n");
    assert_eq!(begun.code, 0, "{}", begun.err);
    assert!(!begun.err.contains("Save first?"), "{}", begun.err);
}

/// Notes that somebody wrote into a record are his.
#[test]
fn a_file_in_which_nothing_would_be_new_is_not_written() {
    let dir = folder();
    let demo = crate::support::root().join("docs/examples/games/demo.bastide");
    let demo = std::fs::read_to_string(demo).unwrap();
    let file = dir.path().join("demo.bastide");
    std::fs::write(&file, &demo).unwrap();
    for lines in ["", "quit\n"] {
        let ran = typed(dir.path(), &["play", "--resume", "demo.bastide"], lines);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), demo);
    }
    let over = run(dir.path(), &["why", "demo.bastide"]);
    assert!(over.code == 0 && over.out.contains("The game is over"), "{}", over.out);
    // A game without new moves is written to another file, if one is named.
    let ran = typed(dir.path(), &["play", "--resume", "demo.bastide", "--save", "b.bastide"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(run(dir.path(), &["verify", "b.bastide"]).code, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn what_bots_play_is_saved_as_they_play_or_refused_before() {
    let dir = folder();
    let text = "seed = 4\nplayers = [{ name = \"A\", bot = \"expert\" }, { name = \"B\", bot = \"expert\" }]\n";
    std::fs::write(dir.path().join("long.toml"), text).unwrap();
    let args = ["play", "long.toml", "--auto", "--save", "long.bastide"];
    let mut child = bastide(dir.path(), &args).spawn().unwrap();
    let soon = std::time::Instant::now();
    let moves = || {
        let text = std::fs::read_to_string(dir.path().join("long.bastide")).unwrap_or_default();
        text.lines().filter(|line| line.starts_with("1 place")).count()
    };
    while moves() == 0 && soon.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(moves() > 0, "nothing of the game is left");
    assert_eq!(run(dir.path(), &["verify", "long.bastide"]).code, 0);
    // A folder that cannot be written is reported before the game.
    let ran = run(dir.path(), &["play", "game.toml", "--auto", "--save", "/proc/a.bastide"]);
    assert!(ran.code != 0 && ran.out.is_empty() && ran.err.contains("F0009"), "{}", ran.err);
}

#[test]
fn the_end_says_where_the_points_come_from() {
    let dir = folder();
    let ran = run(dir.path(), &["play", "game.toml", "--auto", "--seed", "11"]);
    let row = |name: &str| -> Vec<i32> {
        let line = ran.out.lines().rfind(|line| line.starts_with(name)).unwrap_or_default();
        line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    let mut sums = [0, 0];
    for name in ["city ", "road ", "monastery ", "field ", "other "] {
        for (sum, points) in sums.iter_mut().zip(row(name)) {
            *sum += points;
        }
    }
    for (name, sum) in ["Ana", "Bob"].into_iter().zip(sums) {
        let line = ran.out.lines().rfind(|line| line.ends_with(&format!("  {name}"))).unwrap();
        assert_eq!(
            line.split_whitespace().next().unwrap().parse::<i32>().unwrap(),
            sum,
            "{}",
            ran.out
        );
    }
}

#[test]
fn a_rule_is_explained_by_its_id() {
    let dir = folder();
    let rule = run(dir.path(), &["explain", "[base.city.complete]"]);
    assert_eq!(rule.code, 0, "{}", rule.err);
    assert!(rule.out.starts_with("base.city.complete · Base game") && !rule.out.contains("R-BASE"));
    let french = run(dir.path(), &["explain", "base.city.complete", "--lang", "fr"]);
    assert!(french.out.contains("ville"), "{}", french.out);
    let json = run(dir.path(), &["explain", "tower.ransom", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["expansion"], "the-tower");
    let near = run(dir.path(), &["explain", "base.city.complet"]);
    assert!(near.code == 2 && near.err.contains("`base.city.complete`"), "{}", near.err);
}

#[test]
fn a_saved_game_is_no_config() {
    let dir = folder();
    let saved = run(dir.path(), &["play", "game.toml", "--auto", "--save", "a.bastide"]);
    assert_eq!(saved.code, 0, "{}", saved.err);
    let wrong = run(dir.path(), &["play", "a.bastide"]);
    assert!(
        wrong.err.contains("C0121") && wrong.err.contains("--resume a.bastide"),
        "{}",
        wrong.err
    );
}

#[test]
fn deployments_say_what_they_are_worth_and_unknown_words_what_was_meant() {
    let dir = folder();
    let ran = typed(dir.path(), &["play", "game.toml"], "1r0\n1r1\n1r2\n1r3\nundoo\nquit\n\n");
    assert!(ran.out.contains("if completed"), "{}", ran.out);
    assert!(ran.err.contains("did you mean `undo`?"), "{}", ran.err);
}

#[test]
fn commands_that_go_on_wrongly_are_not_taken_for_moves() {
    let dir = folder();
    let ran = typed(dir.path(), &["play", "game.toml"], "board x\nhint 3\nwhy\nquit\n\n");
    assert!(ran.err.contains("`board` takes a cell"), "{}", ran.err);
    assert!(ran.err.contains("`hint` stands alone"), "{}", ran.err);
    assert!(ran.err.contains("say which move"), "{}", ran.err);
    assert!(!ran.err.contains("unknown action"), "{}", ran.err);
}

#[test]
fn a_number_below_zero_is_out_of_range_and_no_option() {
    let dir = folder();
    for args in [
        &["play", "game.toml", "--seed", "-1"][..],
        &["simulate", "-n", "-3"],
        &["serve", "--pause", "-1"],
    ] {
        let ran = run(dir.path(), args);
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(ran.err.contains("invalid value") && !ran.err.contains("-- -"), "{}", ran.err);
    }
    let ran = run(dir.path(), &["play", "game.toml", "--auto", "--program", "Ana="]);
    assert!(ran.code == 2 && ran.err.contains("the command is missing"), "{}", ran.err);
}

/// Returns how many tiles the output says that a player placed.
fn placed(out: &str, name: &str) -> usize {
    let begins = format!("  {name}: ");
    out.lines().filter(|line| line.starts_with(&begins) && line.contains("(place ")).count()
}

#[test]
fn the_end_of_a_turn_can_be_taken_back_until_it_is_confirmed() {
    let dir = folder();
    let play =
        |lines: &str| typed(dir.path(), &["play", "game.toml", "--confirm", "always"], lines);
    // Twice the whole turn is taken back, once from behind the last move; then it ends, and a bot follows.
    let ran = play("bot\nbot\nundo\nbot\nboard\nundo\nundo\nbot\nbot\n\nquit\n\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err.matches("taken back").count(), 3, "{}", ran.err);
    assert!(ran.err.matches("Enter ends the turn").count() >= 3, "{}", ran.err);
    assert_eq!(placed(&ran.out, "Ana"), 2, "{}", ran.out);
    assert!(placed(&ran.out, "Bob") > 0, "{}", ran.out);
    let waiting = play("bot\nbot\nquit\n\n");
    assert!(placed(&waiting.out, "Bob") == 0, "{}", waiting.out);
    let never = typed(dir.path(), &["play", "game.toml"], "bot\nbot\nquit\n\n");
    assert!(placed(&never.out, "Bob") > 0, "{}", never.out);
    let french = typed(
        dir.path(),
        &["play", "game.toml", "--confirm", "always", "--lang", "fr"],
        "robot\nrobot\nannuler\nquitter\n\n",
    );
    assert!(french.err.contains("Entrée termine le tour"), "{}", french.err);
}

#[test]
fn the_board_fits_the_terminal() {
    let dir = folder();
    let screens = |columns: &str, lines: &str| {
        let mut child = bastide(dir.path(), &["play", "game.toml", "--seed", "8"])
            .env("COLUMNS", columns)
            .env("LINES", lines)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let typed = "bot\n".repeat(70) + "board 0,0\nquit\n\n";
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        told(child.wait_with_output().unwrap()).out
    };
    let boards = |out: &str| -> Vec<usize> {
        let drawn =
            out.lines().filter(|line| line.contains(['┼', '│', '·']) && !line.contains(')'));
        drawn.map(|line| line.chars().count()).collect()
    };
    let small = screens("80", "24");
    assert!(small.contains('╋'), "the last tile is marked:\n{small}");
    assert!(boards(&small).into_iter().all(|width| width <= 80), "{small}");
    assert!(small.contains('■') && small.contains('□'), "a map of what does not fit:\n{small}");
    let large = screens("400", "200");
    assert!(boards(&large).into_iter().any(|width| width > 80), "{large}");
    assert!(!large.contains('□'), "all of it fits");
}

/// A game that is saved goes on being saved where it is: what is named at the prompt is a copy.
#[test]
fn another_file_is_a_copy_of_a_game_that_has_one() {
    let dir = folder();
    let lines = "bot\nsave copy.txt\nbot\nbot\nquit\n";
    let ran = typed(dir.path(), &["play", "game.toml", "--save", "own.txt"], lines);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("a copy is saved: copy.txt"), "{}", ran.err);
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    assert!(read("own.txt").lines().count() > read("copy.txt").lines().count());
    // A game that had none has that one from then on.
    let ran = typed(dir.path(), &["play", "game.toml"], "bot\nsave mine.txt\nbot\nsave\nquit\n");
    assert_eq!(ran.err.matches("saved: mine.txt").count(), 2, "{}", ran.err);
}

/// Messages use the singular for one thing, and name the last step if a step does not exist.
#[test]
fn numbers_are_told_as_they_are() {
    let dir = folder();
    let ran =
        typed(dir.path(), &["play", "game.toml", "--save", "own.txt"], "1r9\n1 r4\nbot\nquit\n");
    assert_eq!(ran.err.matches("r0, r1, r2 or r3").count(), 2, "{}", ran.err);
    let ran = run(dir.path(), &["render", "game", "own.txt", "--at", "999"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("F0053") && ran.err.contains("the last is"), "{}", ran.err);
    let ran = run(dir.path(), &["render", "tiles", "basse"]);
    assert!(ran.err.contains("did you mean `base`?"), "{}", ran.err);
    let ran = run(dir.path(), &["explain", "river-ii"]);
    assert!(ran.err.contains("`river-ii` is an expansion"), "{}", ran.err);
}

/// Of several games the one that was played last is gone on with, and none is lost to one that nobody played.
#[test]
fn a_game_that_nobody_played_takes_no_place_among_those_that_are_kept() {
    let dir = folder();
    let first = kept(dir.path(), &["play", "game.toml"], "bot\nbot\nbot\nbot\nquit\n");
    assert!(first.err.contains("`bastide play --kept` lists"), "{}", first.err);
    let begun = kept(dir.path(), &["play", "game.toml"], "score\nquit\n");
    assert_eq!(begun.code, 0, "{}", begun.err);
    let files = || std::fs::read_dir(dir.path().join("state")).unwrap().count();
    assert_eq!(files(), 1);
    // Taken back, it is as if it had not been played.
    let back = kept(dir.path(), &["play", "game.toml"], "1r0\n1r1\n1r2\nundo\nundo\nquit\n");
    assert_eq!((back.code, files()), (0, 1), "{}", back.err);
    let list = kept(dir.path(), &["play", "--kept"], "");
    assert_eq!(list.out.matches("Ana, Bob").count(), 1, "{}", list.out);
    let second = kept(dir.path(), &["play", "game.toml"], "bot\nsave mine.txt\nquit\n");
    // What is saved elsewhere as well is kept too.
    assert!(second.err.contains("The game is kept"), "{}", second.err);
    let list = kept(dir.path(), &["play", "--kept"], "");
    assert_eq!(list.out.matches("just now").count(), 2, "{}", list.out);
    let number = kept(dir.path(), &["play", "--resume", "2"], "bot\nquit\n");
    let actions = |err: &str| err.split("going on after ").nth(1).map(|rest| rest[..2].to_owned());
    assert_eq!(number.code, 0, "{}", number.err);
    let again = kept(dir.path(), &["play", "--resume"], "quit\n");
    assert!(actions(&again.err) > actions(&number.err), "{}{}", again.err, number.err);
    let none = kept(dir.path(), &["play", "--resume", "7"], "");
    assert!(none.code == 3 && none.err.contains("1 to 2"), "{}", none.err);
    let french = kept(dir.path(), &["play", "--kept", "--lang", "fr"], "");
    assert!(french.out.contains("à l'instant"), "{}", french.out);
}

#[test]
fn one_action_is_no_several() {
    let dir = folder();
    let ran = typed(dir.path(), &["play", "game.toml", "--save", "one.txt"], "quit\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for (lang, said) in [("en", "going on after 1 action\n"), ("fr", "reprise après 1 action\n")] {
        let ran = typed(dir.path(), &["play", "--resume", "one.txt", "--lang", lang], "quit\n");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn a_rotation_is_asked_for_and_told_how_to_say() {
    let dir = folder();
    let turned = |lines: &str| typed(dir.path(), &["play", "game.toml"], lines);
    let asked = turned("1\n\nquit\n\n");
    // A tile that fits one way alone is placed at once: the seed of the game has one that does not.
    assert_eq!(asked.err.matches("which rotation?").count(), 2, "{}", asked.err);
    let last = asked.err.split(" or ").nth(1).unwrap().chars().next().unwrap();
    assert!(last.is_ascii_digit(), "{}", asked.err);
    let placed = turned(&format!("1\n{last}\n1r1\nr1\nquit\n\n"));
    assert!(placed.out.contains(&format!(" r{last})")), "{}{}", placed.out, placed.err);
    assert!(placed.err.contains("option 1 is no tile and takes no r1: write 1"), "{}", placed.err);
    assert!(placed.err.contains("there is no tile to place"), "{}", placed.err);
}

#[test]
fn who_has_done_nothing_has_nothing_to_take_back() {
    let dir = folder();
    let ran = typed(dir.path(), &["play", "game.toml"], "undo\nquit\n");
    assert!(ran.err.contains("there is nothing to take back"), "{}", ran.err);
}

#[test]
fn a_tile_that_is_not_in_hand_is_told_by_the_one_that_is() {
    let dir = folder();
    let text = "players = [\"Ana\", \"Bob\"]\nseed = 1\n[expansions]\nriver = true\n";
    std::fs::write(dir.path().join("river.toml"), text).unwrap();
    let lines = "why place base/D 1,0 r1\nplace base/D 1,0 r1\nquit\n\n";
    let ran = typed(dir.path(), &["play", "river.toml"], lines);
    assert_eq!(ran.err.matches("in hand is `river/").count(), 2, "{}", ran.err);
    assert!(!ran.err.contains("base.place.edge"), "{}", ran.err);
}
