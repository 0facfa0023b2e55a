use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use bastide::{Bot, Config, Library, Rules, Setup};
use bastide_lab::{Plan, observe};

use super::*;
use crate::merge::{Part, merge, part};

const CONFIG: &str =
    "players = 3\n[expansions]\ntraders-and-builders = true\ninns-and-cathedrals = true\n";
const GAMES: u64 = 130;

fn rules(config: &str) -> Rules {
    let config = Config::parse("a.toml", config).unwrap_or_else(|faults| panic!("{faults:?}"));
    let setup = Setup::load(&config, &Library::official()).unwrap_or_else(|f| panic!("{f:?}"));
    Rules::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Plays a part, and stops after `most` games.
fn play(out: &Path, seed: u64, shard: (u64, u64), threads: usize, most: u64) -> PathBuf {
    let rules = rules(CONFIG);
    let (first_game, games) = Note::range(GAMES, shard);
    let bots = vec![Bot::Random; 3];
    let plan = Plan { games, first_game, seed, threads, bots, profile: false };
    let note = Note {
        format: FORMAT.into(),
        kind: Kind::of(out).expect("a table"),
        engine: "1".into(),
        ruleset: rules.hash(),
        seed,
        bots: vec!["random".into(); 3],
        games: GAMES,
        shard,
        first: first_game,
        done: 0,
        payments: 0,
        command: "bastide simulate a.toml".into(),
        config: CONFIG.into(),
    };
    let mut export = Export::create(out, note).expect("a file");
    let mut left = most;
    let done = observe(&rules, &plan, &AtomicBool::new(false), &mut |played| {
        if left > 0 {
            left -= 1;
            export.add(&rules.ruleset, played).expect("a row");
        }
        Ok(())
    });
    assert_eq!(done.unwrap_or_else(|faults| panic!("{faults:?}")).games, games);
    export.finish().expect("a note");
    files(out)[2].clone()
}

fn all(out: &Path) -> Vec<Vec<u8>> {
    files(out)
        .iter()
        .map(|p| fs::read(p).unwrap_or_else(|e| panic!("{}: {e}", p.display())))
        .collect()
}

fn read_part(path: &Path) -> Part {
    part(path, &fs::read_to_string(path).expect("a note")).expect("a note")
}

fn codes(parts: &[Part], out: &Path) -> Vec<(String, String)> {
    let faults = merge(parts, out).expect_err("it should be refused");
    let help =
        |f: &bastide::core::Fault| f.help.as_ref().map_or_else(String::new, |h| h.en.clone());
    faults.iter().map(|f| (f.code.clone(), help(f))).collect()
}

fn threads_and_parts(ending: &str) {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(format!("{name}.{ending}"));
    play(&at("whole"), 5, (1, 1), 1, GAMES);
    play(&at("two"), 5, (1, 1), 2, GAMES);
    assert!(all(&at("whole")) == all(&at("two")), "threads change the rows");
    // In any order.
    let order = [3, 1, 4, 2];
    let parts = order.map(|i| read_part(&play(&at(&format!("p{i}")), 5, (i, 4), 2, GAMES)));
    let note = merge(&parts, &at("merged")).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!((note.done, note.shard), (GAMES, (1, 1)));
    assert!(all(&at("whole")) == all(&at("merged")), "parts are not the whole");
    // No file is left over.
    let names = fs::read_dir(dir.path()).expect("a folder").count();
    assert_eq!(names, 7 * 3);
}

#[test]
fn parts_and_threads_give_the_same_text() {
    threads_and_parts("csv");
}

#[cfg(feature = "parquet")]
#[test]
fn parts_and_threads_give_the_same_columns() {
    threads_and_parts("parquet");
}

/// Values in columns equal those in text.
#[cfg(feature = "parquet")]
#[test]
fn columns_hold_what_text_holds() {
    let dir = tempfile::tempdir().expect("a folder");
    let rows = |ending: &str| {
        let out = dir.path().join(format!("x.{ending}"));
        play(&out, 2, (1, 1), 1, GAMES);
        let (mut rows, kind) = (Vec::new(), Kind::of(&out).expect("a table"));
        let mut keep = |row: &[Value]| {
            rows.push(row.to_vec());
            Ok(())
        };
        read(kind, &files(&out)[0], &game_columns(3), &mut keep).expect("rows");
        read(kind, &files(&out)[1], &score_columns(), &mut keep).expect("rows");
        rows
    };
    let (text, columns) = (rows("csv"), rows("parquet"));
    assert!(text.len() > 1000 && text == columns);
}

#[test]
fn payments_add_up_to_the_points() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("x.csv");
    play(&out, 1, (1, 1), 1, GAMES);
    let int = |v: &Value| if let Value::Int(n) = v { *n } else { panic!("{v:?}") };
    let mut sums: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    read(Kind::Csv, &files(&out)[1], &score_columns(), &mut |row| {
        *sums.entry((int(&row[0]), int(&row[3]))).or_default() += int(&row[6]);
        Ok(())
    })
    .expect("rows");
    let mut games = 0;
    read(Kind::Csv, &files(&out)[0], &game_columns(3), &mut |row| {
        games += 1;
        for seat in 0..3 {
            let sum = sums.get(&(int(&row[0]), seat + 1)).copied().unwrap_or(0);
            assert_eq!(sum, int(&row[12 + 3 * seat as usize]), "{row:?}");
        }
        Ok(())
    })
    .expect("rows");
    assert_eq!(games, GAMES);
}

#[test]
fn what_is_missing_is_named_with_its_command() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let [one, two, short] = [(1, 9), (2, 999), (3, 5)].map(|(i, most)| {
        read_part(&play(
            &at(&format!("p{i}.csv")),
            5,
            (i, 4),
            1,
            most.max(GAMES * u64::from(i == 1)),
        ))
    });
    let told = codes(&[one.clone(), two.clone(), short], &at("x.csv"));
    let run = |i: u64| format!("bastide simulate a.toml --shard {i}/4 -o part-{i}.csv --force");
    assert_eq!(
        told,
        [
            ("F0033".to_owned(), format!("run again: {}", run(3))),
            ("F0033".to_owned(), format!("run: {}", run(4))),
        ]
    );
    let other = read_part(&play(&at("other.csv"), 6, (2, 4), 1, GAMES));
    let told = codes(&[one.clone(), other], &at("x.csv"));
    assert_eq!(told[0].0, "F0031");
    let told = codes(&[one.clone(), two.clone(), one], &at("x.csv"));
    assert!(told.iter().any(|t| t.0 == "F0032"), "{told:?}");
    assert!(!at("x.csv").exists());
}

#[test]
fn rows_that_are_not_what_the_note_says_are_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("x.csv");
    let note = play(&out, 5, (1, 1), 1, GAMES);
    let [games, scores, _] = files(&out);
    let good = read_part(&note);
    for path in [&games, &scores] {
        let text = fs::read_to_string(path).expect("a table");
        let cut = text.trim_end().rsplit_once('\n').expect("rows").0;
        fs::write(path, format!("{cut}\n")).expect("written");
        let told = codes(std::slice::from_ref(&good), &dir.path().join("y.csv"));
        assert_eq!(told[0].0, "F0034");
        fs::write(path, text).expect("written");
    }
    assert!(merge(std::slice::from_ref(&good), &dir.path().join("y.csv")).is_ok());
    assert_eq!(part(&note, "{}").expect_err("no note").code, "F0030");
    let table = part(Path::new("out/p1.csv"), "game,turn\n1,2\n").expect_err("no note");
    assert_eq!(table.help.expect("a way out").en, "name the note beside it: `out/p1.json`");
}
