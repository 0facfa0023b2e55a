use std::sync::atomic::AtomicBool;

use bastide::{Config, Library, Rules, Setup};

use super::*;
use crate::{Lang, compare_each};

const INNS: &str = "players = 2\n[expansions]\ninns-and-cathedrals = true\n";

fn side_of(file: &str, text: &str) -> Side {
    let config = Config::parse(file, text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let setup = Setup::load(&config, &Library::official()).unwrap_or_else(|f| panic!("{f:?}"));
    let rules = Rules::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    Side { file: file.to_owned(), text: text.to_owned(), rules }
}

fn sides() -> [Side; 2] {
    [
        side_of("a.toml", INNS),
        side_of("b.toml", &INNS.replace("true", "{ unfinished = \"ignore\" }")),
    ]
}

fn plan(games: u64, early: bool) -> Plan {
    let bots = vec![Bot::Random; 2];
    Plan { games, seed: 5, threads: 2, bots, early, paired: true, error: ERROR }
}

fn tables(kinds: usize) -> Vec<Vec<Bot>> {
    let all = [vec![Bot::Random; 2], vec![Bot::Greedy, Bot::Random]];
    all[..kinds].to_vec()
}

/// A part as it comes back from its file.
fn played(sides: [&Side; 2], plan: &Plan, kinds: usize, wanted: Range<u64>) -> Part {
    let (from, to) = (wanted.start, wanted.end);
    let asked = (plan, &*tables(kinds), "bastide compare a.toml b.toml");
    let pairs = play_part(sides, asked, wanted, &AtomicBool::new(false), &|_| ());
    let pairs = pairs.unwrap_or_else(|faults| panic!("{faults:?}")).expect("nobody stops it");
    let text = serde_json::to_string(&pairs).expect("plain data");
    let path = PathBuf::from(format!("{from}-{to}.json"));
    part(&path, &text).unwrap_or_else(|fault| panic!("{fault:?}"))
}

/// Page and JSON, to the byte.
fn said(found: &Found, sides: [&Side; 2]) -> (String, String, String) {
    let page = found.page(sides, "bastide compare", Lang::En);
    (page, found.json(), found.table(sides, Lang::Fr))
}

fn whole_of(sides: [&Side; 2], plan: &Plan, kinds: usize) -> Found {
    let found = compare_each(sides, plan, &tables(kinds), &AtomicBool::new(false), &|_| ());
    found.unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn codes(joined: Result<Found, Vec<Fault>>) -> Vec<String> {
    let faults = joined.expect_err("no whole");
    assert!(faults.iter().all(|f| !f.what.fr.is_empty()), "{faults:?}");
    faults.iter().map(|f| (*f.code).to_owned()).collect()
}

#[test]
fn parts_in_any_order_and_of_any_size_make_the_whole() {
    let [a, b] = &sides();
    let sides = [a, b];
    for kinds in [1, 2] {
        let plan = plan(60, false);
        let whole = said(&whole_of(sides, &plan, kinds), sides);
        for ends in [vec![30], vec![1, 2, 30], vec![7, 13, 29, 30]] {
            let (mut from, mut parts) = (0, Vec::new());
            for (threads, to) in [1, 3, 2, 7].into_iter().zip(ends) {
                let plan = Plan { threads, ..plan.clone() };
                parts.insert(parts.len() / 2, played(sides, &plan, kinds, from..to));
                from = to;
            }
            let joined = join(&parts, sides).unwrap_or_else(|faults| panic!("{faults:?}"));
            assert!(said(&joined, sides) == whole, "{kinds} kinds of bots, {} parts", parts.len());
        }
    }
}

/// The parts up to the look at which the games end are enough; and where they end nobody says but the games.
#[test]
fn a_comparison_that_ends_early_needs_the_parts_up_to_its_end() {
    let [a, b] = &sides();
    let sides = [a, b];
    let plan = plan(4000, true);
    let whole = whole_of(sides, &plan, 1);
    let pairs = whole.comparisons()[0].pairs;
    assert!(pairs < 2000, "it ends early: {pairs}");
    let half = pairs / 2 - 30;
    let parts = [played(sides, &plan, 1, half..pairs), played(sides, &plan, 1, 0..half)];
    let joined = join(&parts, sides).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert!(said(&joined, sides) == said(&whole, sides));
    let faults = join(&parts[1..], sides).expect_err("it ends later");
    let next = format!("--pairs {half}..");
    assert!(faults[0].help.iter().any(|help| help.en.contains(&next)), "{faults:?}");
}

#[test]
fn parts_that_make_no_whole_are_refused() {
    let [a, b] = &sides();
    let sides = [a, b];
    let all = plan(40, false);
    let first = played(sides, &all, 1, 0..12);
    let rest = played(sides, &all, 1, 12..20);
    let with = |other: Part| codes(join(&[first.clone(), other], sides));
    assert_eq!(codes(join(std::slice::from_ref(&rest), sides)), ["F0033"]);
    assert_eq!(with(first.clone()), ["F0032"]);
    assert_eq!(with(played(sides, &all, 1, 11..20)), ["F0032"]);
    assert_eq!(with(played(sides, &all, 1, 13..19)), ["F0033", "F0033"]);
    assert_eq!(with(played(sides, &Plan { seed: 6, ..all.clone() }, 1, 12..20)), ["F0031"]);
    assert_eq!(with(played(sides, &all, 2, 12..20)), ["F0031"]);
    assert_eq!(with(played(sides, &plan(44, false), 1, 12..20)), ["F0031"]);
    assert_eq!(with(played([a, a], &all, 1, 12..20)), ["F0031"]);
    // Rules that have changed since.
    assert_eq!(codes(join(&[first.clone(), rest.clone()], [a, a])), ["F0031"]);
    assert!(join(&[first, rest], sides).is_ok());
}

/// A changed file is either read as a possible part or refused, and sums have room for everything that is read.
#[test]
fn files_that_were_changed_break_nothing() {
    let [a, b] = &sides();
    let sides = [a, b];
    let whole = played(sides, &plan(8, false), 1, 0..4);
    let text = serde_json::to_string(&whole.pairs).expect("plain data");
    let (mut read, mut refused) = (0, 0);
    let digits: Vec<usize> =
        text.char_indices().filter(|c| c.1.is_ascii_digit()).map(|c| c.0).collect();
    for at in digits.iter().step_by(3) {
        for more in ["9", "-", "99999999999999999999", "170141183460469231731687303715884105727"] {
            let changed = format!("{}{more}{}", &text[..*at], &text[*at..]);
            match part(Path::new("x.json"), &changed) {
                Ok(part) => {
                    read += 1;
                    if let Ok(found) = join(&[part], sides) {
                        assert!(!said(&found, sides).0.is_empty());
                    }
                }
                Err(fault) => {
                    assert_eq!(fault.code.as_str(), "F0030");
                    refused += 1;
                }
            }
        }
    }
    assert!(read > 50 && refused > 50, "{read} {refused}");
    for text in ["", "{}", "[1]", &text[..text.len() / 2]] {
        assert!(part(Path::new("x.json"), text).is_err());
    }
}
