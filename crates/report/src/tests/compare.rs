#![allow(clippy::float_cmp, reason = "no difference is exactly none")]

use std::path::{Path, PathBuf};

use bastide::{Config, Library, Record, Setup};

use super::*;
use crate::stats::ERROR;
use crate::tally::About;
use crate::{Lang, page, table};

fn examples() -> PathBuf {
    Path::new("../../docs/examples").to_path_buf()
}

fn side_of(file: &str, text: &str) -> Side {
    let config = Config::parse(file, text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let setup = Setup::load(&config, &Library::official()).unwrap_or_else(|f| panic!("{f:?}"));
    let rules = Rules::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    Side { file: file.to_owned(), text: text.to_owned(), rules }
}

fn example(name: &str) -> Side {
    let path = examples().join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
    side_of(&path.to_string_lossy(), &text)
}

fn plan(games: u64) -> Plan {
    Plan {
        games,
        seed: 1,
        threads: 2,
        bots: vec![Bot::Random],
        early: false,
        paired: true,
        error: ERROR,
    }
}

fn run(a: &Side, b: &Side, plan: &Plan) -> Comparison {
    let found = compare([a, b], plan, &AtomicBool::new(false), &|_| ());
    found.unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn json(c: &Comparison) -> String {
    serde_json::to_string(c).expect("plain data")
}

#[test]
fn points_by_source_add_up() {
    for name in ["everything.toml", "house-rules.toml", "evening.toml"] {
        let side = example(name);
        let seats = side.rules.setup.players.len();
        let mut worker = Worker::watching(&side.rules).unwrap_or_else(|f| panic!("{f:?}"));
        let mut totals = worker.empty(&side.rules);
        for game in 0..8 {
            let deal =
                Deal { seed: 3, game, bots: &[Bot::Random], worth: &[], turned: 0, stop: None };
            let mut observer = Observer::default();
            observer.begin(&deal, false);
            worker.play_watched(&deal, &mut totals, &mut observer).expect("a game");
            let mut sums = vec![0; seats];
            for event in &observer.played.events {
                sums[event.seat.index()] += event.points;
            }
            assert_eq!(sums, observer.played.points, "{name}, game {game}");
        }
        assert!(totals.points.iter().sum::<i64>() > 0);
    }
}

#[test]
fn threads_change_nothing() {
    let (a, b) = (example("inns.toml"), example("inns-3.toml"));
    let one = run(&a, &b, &Plan { threads: 1, ..plan(150) });
    let three = run(&a, &b, &Plan { threads: 3, ..plan(150) });
    assert_eq!(json(&one), json(&three));
    assert_ne!(json(&one), json(&run(&a, &b, &Plan { seed: 2, ..plan(150) })));
}

#[test]
fn more_points_for_inns_are_found_and_nothing_else_changes() {
    let (a, b) = (example("inns.toml"), example("inns-3.toml"));
    let c = run(&a, &b, &Plan { early: true, ..plan(4000) });
    let row = |key: &str| c.rows.iter().find(|r| r.key == key).unwrap_or_else(|| panic!("{key}"));
    for key in ["points", "road", "rich.inn"] {
        assert_eq!(row(key).verdict, Verdict::Clear, "{key}");
        assert!(row(key).difference.low > 0.0, "{key}");
    }
    // Random bots do not mind points: they play the same games.
    for key in ["city", "field", "turns", "options-per-turn", "base.road.complete"] {
        assert_eq!(row(key).difference.by, 0.0, "{key}");
        assert_eq!(row(key).verdict, Verdict::Alike, "{key}");
    }
    // The rule gives as much as the inn's own, tile by tile.
    assert_eq!(row("rich.inn").difference.b, row("ic.inn.road").difference.b);
    assert!(c.games < c.planned, "it stops when the answer is clear");
    let answer = crate::summary::answer(&c, [&a, &b], Lang::En);
    assert!(answer.starts_with("B differs from A: points per player"), "{answer}");
    // A row that is not per player says so.
    assert!(answer.contains("points by road (all players) "), "{answer}");
    let mut won = c.clone();
    for row in &mut won.rows {
        row.verdict = match row.key.as_str() {
            "first-seat-wins" => Verdict::Clear,
            _ => Verdict::Alike,
        };
    }
    let answer = crate::summary::answer(&won, [&a, &b], Lang::En);
    assert!(answer.ends_with(" percentage points)."), "{answer}");
}

/// With the same decks the same rules play the same games; with other decks luck alone differs.
#[test]
fn a_rule_does_not_differ_from_itself() {
    let a = side_of("a.toml", "players = 2\n");
    let same = run(&a, &a, &plan(100));
    assert!(same.rows.iter().all(|r| r.difference.by == 0.0 && r.verdict == Verdict::Alike));
    let alarms = |seed: &u64| {
        let plan = Plan { seed: *seed, paired: false, early: true, ..plan(500) };
        let c = run(&a, &a, &plan);
        assert!(c.rows.iter().any(|r| r.difference.by != 0.0), "other decks");
        c.clear > 0
    };
    let alarms: Vec<u64> = (1..=20).filter(alarms).collect();
    assert!(alarms.len() <= 1, "seeds with a false alarm: {alarms:?}");
}

#[test]
fn extreme_games_can_be_replayed() {
    let (a, b) = (example("everything.toml"), example("everything.toml"));
    let bots = vec![Bot::Greedy, Bot::Random, Bot::Random];
    let c = run(&a, &b, &Plan { bots: vec![Bot::Random], ..plan(6) });
    let inns = run(&example("inns.toml"), &example("inns-3.toml"), &Plan { bots, ..plan(2) });
    assert_eq!(c.extremes.len(), 10);
    for extreme in c.extremes.iter().chain(&inns.extremes) {
        let record = Record::parse(&extreme.file(), &extreme.record);
        let record = record.unwrap_or_else(|faults| panic!("{faults:?}"));
        let done = record.verify(&Library::official()).unwrap_or_else(|e| panic!("{e:?}"));
        assert!(done.over);
        assert_eq!(done.points, extreme.points);
    }
    // Bots move from seat to seat, and records say who sat where.
    let seated: std::collections::BTreeSet<bool> =
        inns.extremes.iter().map(|e| e.record.contains("player 1 A greedy")).collect();
    assert!(inns.extremes.iter().all(|e| e.record.contains("greedy")), "{seated:?}");
    assert_eq!(seated.len(), 2, "{}", inns.extremes[0].record);
}

#[test]
fn seats_must_be_as_many() {
    let (a, b) = (side_of("a.toml", "players = 2\n"), side_of("b.toml", "players = 3\n"));
    let faults = compare([&a, &b], &plan(2), &AtomicBool::new(false), &|_| ());
    let faults = faults.expect_err("two and three");
    assert_eq!((faults[0].code.as_str(), faults[0].file.as_str()), ("C0150", "b.toml"));
    assert_eq!(faults[0].span, Some(10..11));
}

#[test]
fn who_stops_gets_what_was_played() {
    let a = side_of("a.toml", "players = 2\n");
    let stop = AtomicBool::new(false);
    let tick = |_| stop.store(true, Ordering::Relaxed);
    let plan = Plan { threads: 1, ..plan(2000) };
    let c = compare([&a, &a], &plan, &stop, &tick).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert!(c.interrupted && c.games < 2000 && c.games > 0, "{}", c.games);
    // Nothing is settled at an unplanned moment, and the page says so.
    assert!(c.rows.iter().all(|r| matches!(r.verdict, Verdict::Perhaps | Verdict::Open)));
    let html = page(&c, [&a, &a], "bastide compare a.toml b.toml", Lang::En);
    assert!(html.contains("Interrupted after") && !html.contains("byte for byte"), "{html}");
    assert!(!html.contains("by mere luck, however often one looked"), "{html}");
    assert!(table(&c, [&a, &a], Lang::Fr).contains("Interrompu après"));
}

#[test]
fn a_table_for_people() {
    let (a, b) = (example("inns.toml"), example("inns-3.toml"));
    let c = run(&a, &b, &plan(20));
    insta::assert_snapshot!(table(&c, [&a, &b], Lang::En));
    insta::assert_snapshot!(table(&c, [&a, &b], Lang::Fr));
}

/// The page names nothing outside itself and shows every part, in both languages.
#[test]
fn the_page_is_whole_and_the_same_every_time() {
    let (a, b) = (example("inns.toml"), example("inns-3.toml"));
    for (lang, words) in [
        (Lang::En, ["Seat advantage", "speaks for the bots", "Where the points come from"]),
        (Lang::Fr, ["Avantage du siège", "vaut pour les robots", "D&#39;où viennent les points"]),
    ] {
        let made = |threads| {
            let c = run(&a, &b, &Plan { threads, ..plan(40) });
            page(&c, [&a, &b], "bastide compare", lang)
        };
        let one = made(1);
        assert!(one == made(2), "two pages from one seed");
        for word in words {
            assert!(one.contains(word) || one.contains(&word.replace("&#39;", "'")), "{word}");
        }
        for outside in ["http:", "https:", "src=", "@import", "<script", "NaN", ">inf", "\"inf"] {
            assert!(!one.contains(outside), "{outside}");
        }
        assert!(one.contains("rich-inns = true") || one.contains("rich-inns           ="));
        assert_eq!(one.matches("bastide 1\n").count(), 10, "ten records");
        // Where rows are narrow each number stands with its name.
        for of in ["A", "B", "B − A"] {
            assert!(one.contains(&format!("<td data-of=\"{of}\">")), "{of}");
        }
    }
}

/// The answer says what these games have not tested.
#[test]
fn what_no_bot_ever_used_is_named() {
    let a = example("everything.toml");
    let c = run(&a, &a, &plan(2));
    let name = |one: &crate::found::Unused| one.name.clone();
    let never: Vec<String> = c.unused.iter().filter(|one| one.is_untested()).map(name).collect();
    let paid: Vec<&str> = c
        .rows
        .iter()
        .filter(|r| r.about == About::Rule && r.difference.a != 0.0)
        .map(|r| r.key.as_str())
        .collect();
    assert!(paid.len() > 3 && !never.is_empty(), "{paid:?} {never:?}");
    assert!(paid.iter().all(|rule| !never.iter().any(|name| name == rule)), "{never:?}");
    assert!(!never.iter().any(|name| name == "meeple"), "{never:?}");
    // Verbs and figures are named in the first lines, rules on the page too.
    let told = crate::summary::summary(&c, [&a, &a], Lang::En).join("\n");
    let page = page(&c, [&a, &a], "bastide compare", Lang::En);
    for one in c.unused.iter().filter(|one| one.is_untested()) {
        let stands = format!("<code>{}</code>", one.name);
        assert!(page.contains(&stands), "{stands}");
    }
    let first =
        c.unused.iter().find(|one| one.is_untested() && one.sort != crate::found::Sort::Rule);
    let first = first.expect("in two games not everything is used");
    assert!(
        told.contains("No bot ever used ") && told.contains(&format!("`{}`", first.name)),
        "{told}"
    );
    // One side may lack what the other has: a dash, not a 0.
    let plain = side_of("a.toml", "players = 2\n");
    let inns = side_of("b.toml", "players = 2\n[expansions]\ninns-and-cathedrals = true\n");
    let c = run(&plain, &inns, &plan(2));
    let mixed = c.unused.iter().filter(|one| one.name.starts_with("ic.")).collect::<Vec<_>>();
    assert!(
        !mixed.is_empty() && mixed.iter().all(|one| one.a.is_none() && one.b == Some(0)),
        "{mixed:?}"
    );
}
