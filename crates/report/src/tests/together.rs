use std::path::Path;

use bastide::{Config, Library, Rules, Setup};

use super::*;
use crate::agreement::agreement;
use crate::stats::{Difference, ERROR};
use crate::{Lang, page_of_all, table_of_all};

fn example(name: &str) -> Side {
    let path = Path::new("../../docs/examples").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
    let file = path.to_string_lossy().into_owned();
    let config = Config::parse(&file, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let setup = Setup::load(&config, &Library::official()).unwrap_or_else(|f| panic!("{f:?}"));
    let rules = Rules::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    Side { file, text, rules }
}

fn run(a: &Side, b: &Side, games: u64, threads: usize, tables: &[Vec<Bot>]) -> Together {
    let (bots, error) = (tables[0].clone(), ERROR);
    let plan = Plan { games, seed: 1, threads, bots, early: false, paired: true, error };
    let found = compare_each([a, b], &plan, tables, &AtomicBool::new(false), &|_| ());
    match found.unwrap_or_else(|faults| panic!("{faults:?}")) {
        Found::Several(together) => together,
        Found::One(_) => panic!("several kinds of bots"),
    }
}

fn row(by: f64, verdict: Verdict) -> Row {
    let difference = Difference { by, ..Difference::default() };
    Row { about: About::Rule, key: "a.b".into(), difference, p_all: 1.0, verdict }
}

#[test]
fn rows_of_several_bots_are_held_against_each_other() {
    use Verdict::{Alike, Clear, Open, Perhaps};
    for (rows, expected) in [
        ([Some(row(1.0, Clear)), Some(row(2.0, Clear))], Accord::Agree),
        ([Some(row(1.0, Clear)), Some(row(-2.0, Clear))], Accord::Opposite),
        ([Some(row(1.0, Clear)), Some(row(0.0, Alike))], Accord::Partly),
        ([None, Some(row(-1.0, Clear))], Accord::Partly),
        ([Some(row(1.0, Clear)), Some(row(0.5, Perhaps))], Accord::Unsettled),
        ([Some(row(1.0, Open)), Some(row(0.5, Clear))], Accord::Unsettled),
        ([Some(row(1.0, Open)), Some(row(0.0, Alike))], Accord::Open),
        ([Some(row(0.0, Alike)), None], Accord::Alike),
    ] {
        assert_eq!(accord(&rows), expected, "{rows:?}");
    }
}

/// Random bots do not see what an inn is worth, greedy ones do; both get more for it.
#[test]
fn bots_agree_on_richer_inns_and_everything_is_the_same_twice() {
    let (a, b) = (example("inns.toml"), example("inns-3.toml"));
    let tables = [vec![Bot::Random; 2], vec![Bot::Greedy, Bot::Random]];
    let one = run(&a, &b, 120, 1, &tables);
    let two = run(&a, &b, 120, 2, &tables);
    let json = |t: &Together| serde_json::to_string(t).expect("plain data");
    assert_eq!(json(&one), json(&two));
    assert_eq!(one.labels(), ["random", "greedy-random"]);
    let inns = one.rows.iter().find(|r| r.key == "rich.inn").expect("the rule");
    assert_eq!(inns.accord, Accord::Agree, "{inns:?}");
    // Wins of a bot are no row of a table at which all are the same.
    assert!(one.rows.iter().all(|r| !r.key.starts_with("wins-")));
    assert!(one.comparisons[1].rows.iter().any(|r| r.key == "wins-greedy"));
    // The chance of error is shared, and all looks of all tables add up to it.
    let looks = one.comparisons.iter().flat_map(|c| &c.looks);
    assert!((looks.map(|l| l.error).sum::<f64>() - ERROR).abs() < 1e-12);
    // No two games have one name.
    let mut files: Vec<String> =
        one.comparisons.iter().flat_map(|c| &c.extremes).map(crate::Extreme::file).collect();
    let all = files.len();
    files.sort();
    files.dedup();
    assert_eq!((all, files.len()), (20, 20));
    for (lang, agree, section) in [
        (Lang::En, "`random` and `greedy-random` agree that B differs", "With the bots"),
        (Lang::Fr, "`random` et `greedy-random` s'accordent", "Avec les robots"),
    ] {
        let said = agreement(&one, [&a, &b], lang);
        assert!(said[0].starts_with(agree) && said[0].contains(" / +"), "{said:?}");
        let unlike = lang.pick("By how much depends on who plays", "De combien, cela dépend");
        assert!(said[1].starts_with(unlike), "{said:?}");
        let table = table_of_all(&one, [&a, &b], lang);
        assert!(table.contains(&said[0]) && table.contains("── greedy-random ─"), "{table}");
        let page = page_of_all(&one, [&a, &b], "bastide compare", lang);
        assert!(page == page_of_all(&two, [&a, &b], "bastide compare", lang), "two pages");
        assert_eq!(page.matches(section).count(), 2);
        assert_eq!(page.matches("bastide 1\n").count(), 20, "records of both");
        assert!(!page.contains("NaN") && !page.contains("http"), "{page}");
    }
}

#[test]
fn bots_that_find_nothing_agree_and_those_that_did_not_play_say_nothing() {
    let a = example("inns.toml");
    let tables = [vec![Bot::Random; 2], vec![Bot::Greedy, Bot::Random]];
    let same = run(&a, &a, 40, 2, &tables);
    assert_eq!(same.agree, Some(true));
    let said = agreement(&same, [&a, &a], Lang::En);
    assert!(said.len() == 1 && said[0].contains("agree: no difference was found"), "{said:?}");
    let plan = Plan {
        games: 2000,
        seed: 1,
        threads: 1,
        bots: Vec::new(),
        early: true,
        paired: true,
        error: ERROR,
    };
    let stop = AtomicBool::new(false);
    let tick = |_| stop.store(true, Ordering::Relaxed);
    let cut = compare_each([&a, &a], &plan, &tables, &stop, &tick);
    let Found::Several(cut) = cut.unwrap_or_else(|faults| panic!("{faults:?}")) else {
        panic!("several kinds of bots")
    };
    assert!(cut.interrupted() && cut.agree.is_none() && cut.comparisons.len() == 1);
    let said = agreement(&cut, [&a, &a], Lang::Fr);
    assert!(said[0].starts_with("Interrompu : rien n'a été joué avec `greedy-"), "{said:?}");
}
