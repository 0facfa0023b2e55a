//! Expansions together: every pair of the folders that lie there, all that go together at once, and the
//! table for six of the examples, in many random games without an error.
//!
//! A usual run plays each expansion with two others. `BASTIDE_FULL=1` plays every pair, two hundred games of each, and a
//! thousand games of each large table, on all cores. All failures are reported together, so that one does not hide the next.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use bastide::core::ids::Player;
use bastide::{Bot, Config, Game, Library, Manifest, Record, Rules, Setup};
use bastide_lab::{Plan, simulate};
use bastide_testkit::{config, rules, setup, told};

fn full() -> bool {
    std::env::var_os("BASTIDE_FULL").is_some_and(|on| on == "1")
}

/// Games of a pair.
fn pair_games() -> u64 {
    if full() { 200 } else { 4 }
}

/// Games of a large table.
fn table_games() -> u64 {
    if full() { 1000 } else { 10 }
}

/// As many threads as there are cores for a full run; one beside the other tests.
fn threads() -> usize {
    const ALL: usize = 0;
    if full() { ALL } else { 1 }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Everything official, as it lies in the project's folders now.
fn library() -> Library {
    let mut library = Library::official();
    library.search(&root()).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    library
}

fn manifests(library: &Library) -> Vec<Manifest> {
    let read = |folder| {
        let (manifest, faults) = Manifest::read(folder);
        manifest.unwrap_or_else(|| panic!("{}", told(&faults)))
    };
    library.folders().map(read).collect()
}

/// The folders with everything they need.
fn with_needs<'a>(all: &'a [Manifest], ids: &[&'a str]) -> BTreeSet<&'a str> {
    let mut set: BTreeSet<&str> = ids.iter().copied().collect();
    loop {
        let needed = all.iter().filter(|m| set.contains(m.id.as_str())).flat_map(|m| &m.needs);
        let more: Vec<&str> =
            needed.map(|n| n.id.as_str()).filter(|id| !set.contains(id)).collect();
        if more.is_empty() {
            return set;
        }
        set.extend(more);
    }
}

/// Whether two of them exclude each other, as their manifests say.
fn clash(all: &[Manifest], set: &BTreeSet<&str>) -> bool {
    let here = all.iter().filter(|m| set.contains(m.id.as_str()));
    here.flat_map(|m| &m.conflicts).any(|other| set.contains(other.id.as_str()))
}

/// Random games, and one that is written down, read and played again; else what went wrong in them.
fn games(rules: &Rules, games: u64, seed: u64, library: &Library) -> Result<(), String> {
    let bots = vec![Bot::Random; rules.setup.players.len()];
    let plan = Plan { games, seed, threads: threads(), bots, ..Plan::default() };
    let report = simulate(rules, &plan, &AtomicBool::new(false), &|_| {}).map_err(|f| told(&f))?;
    if report.games != games || report.mean_tiles_placed <= 20.0 {
        return Err(format!("too little was played: {report:?}"));
    }
    let mut game = Game::new(rules.clone(), seed).map_err(|f| told(&f))?;
    while !game.is_over() {
        let done = if game.actor() == Player::CHANCE {
            game.act_chance()
        } else {
            game.act_bot(Bot::Random)
        };
        done.map_err(|refused| format!("seed {seed}: {refused}"))?;
    }
    let record = Record::parse("game.bastide", &game.record().to_string()).map_err(|f| told(&f))?;
    let again = record.verify(library).map_err(|e| format!("seed {seed}: {e:?}"))?;
    if again.points != game.state().scores() {
        return Err(format!("seed {seed}: the record's game ends with other points"));
    }
    Ok(())
}

/// Fails with everything that went wrong.
fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} went wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A table with these expansions, of the `n`-th edition.
fn mixed(library: &Library, ids: &BTreeSet<&str>, seats: usize, n: usize) -> Rules {
    let ids: Vec<&str> = ids.iter().copied().filter(|id| *id != "base").collect();
    let edition = ["bga", "second-2014", "first-2002"][n % 3];
    rules(setup(library, &config(seats, edition, &ids)))
}

#[test]
fn every_pair_of_expansions() {
    let library = library();
    let all = manifests(&library);
    let ids: Vec<&str> = all.iter().map(|m| m.id.as_str()).filter(|id| *id != "base").collect();
    let mut pairs = 0;
    let mut wrong = Vec::new();
    for (i, a) in ids.iter().enumerate() {
        for (j, b) in ids.iter().enumerate().skip(i + 1) {
            // Each folder with the next one and with the one half a round away: building the rules of a pair takes
            // longer than its games, and a fault of the mechanism shows in many pairs.
            let usual = j == i + 1 || j == i + ids.len() / 2;
            if !full() && !usual {
                continue;
            }
            let set = with_needs(&all, &[a, b]);
            if clash(&all, &set) {
                continue;
            }
            pairs += 1;
            let rules = mixed(&library, &set, 2 + pairs % 4, pairs);
            if let Err(what) = games(&rules, pair_games(), pairs as u64, &library) {
                wrong.push(format!("{a} and {b}: {what}"));
            }
        }
    }
    assert!(pairs > 5, "only {pairs} pairs go together");
    none(&wrong);
}

#[test]
fn all_that_go_together() {
    let library = library();
    let all = manifests(&library);
    let mut set: BTreeSet<&str> = BTreeSet::new();
    for manifest in &all {
        let mut more = with_needs(&all, &[&manifest.id]);
        more.extend(&set);
        if !clash(&all, &more) {
            set = more;
        }
    }
    let mut wrong = Vec::new();
    for seats in 2..=6 {
        let rules = mixed(&library, &set, seats, seats);
        let few = if full() { table_games() } else { 2 };
        if let Err(what) = games(&rules, few, seats as u64, &library) {
            wrong.push(format!("{seats} seats: {what}"));
        }
    }
    none(&wrong);
}

#[test]
fn the_table_for_six() {
    let library = library();
    let file = root().join("docs/examples/everything.toml");
    let text = std::fs::read_to_string(&file).expect("the config");
    let config = Config::parse("everything.toml", &text).unwrap_or_else(|f| panic!("{}", told(&f)));
    let setup = Setup::load(&config, &library).unwrap_or_else(|f| panic!("{}", told(&f)));
    assert!(setup.warnings.is_empty(), "{}", told(&setup.warnings));
    assert_eq!(setup.players.len(), 6);
    none(&Vec::from_iter(games(&rules(setup), table_games(), 6, &library).err()));
}
