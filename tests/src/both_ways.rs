//! A game takes the same course whichever way it is played: step by step as a table plays it, taken back and taken up
//! again, or among thousands as a simulation plays them, on any number of threads, for every shipped mix and every bot.
//!
//! `BASTIDE_FULL=1` plays a thousand games of each mix both ways, by bots that look ahead thirty, or `BASTIDE_GAMES`.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use bastide::core::Action;
use bastide::core::ids::Player;
use bastide::record::Record;
use bastide::{Bot, Config, Game, Library, Manifest, Rules, Setup};
use bastide_lab::{Deal, NoWatch, Observer, Plan, Step, Worker, simulate};
use bastide_testkit::{config, mixes, rules, setup, told};

const SEED: u64 = 7;

fn full() -> bool {
    std::env::var_os("BASTIDE_FULL").is_some_and(|on| on == "1")
}

/// Games of a mix in a full run.
fn many(usual: u64) -> u64 {
    std::env::var("BASTIDE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// The mixes of the other tests, every expansion with no more than it needs, and the configs that the book shows.
fn shipped() -> Vec<(String, Setup)> {
    let library = Library::official();
    let manifests = library.folders().filter_map(|folder| Manifest::read(folder).0);
    let manifests: Vec<Manifest> = manifests.filter(|m| m.id != "base").collect();
    let alone = manifests.iter().map(|m| {
        let ids: Vec<&str> = m.needs.iter().map(|n| &*n.id).chain([&*m.id]).collect();
        config(3, "second-2014", &ids)
    });
    let mut out: Vec<(String, Setup)> = mixes()
        .into_iter()
        .chain(alone)
        .map(|text| (text.clone(), setup(&library, &text)))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples");
    let files = std::fs::read_dir(&folder).expect("the examples").flatten().map(|e| e.path());
    let mut files: Vec<_> = files.filter(|f| f.extension().is_some_and(|e| e == "toml")).collect();
    files.sort();
    for file in files {
        let (name, text) =
            (file.display().to_string(), std::fs::read_to_string(&file).expect("a config"));
        let config = Config::parse(&name, &text).unwrap_or_else(|f| panic!("{}", told(&f)));
        let setup = Setup::load(&config, &library).unwrap_or_else(|f| panic!("{}", told(&f)));
        out.push((name, setup));
    }
    out
}

/// Whoever is asked decides.
fn step(game: &mut Game, what: &str, bots: &[Bot]) {
    let actor = game.actor();
    let done = match bots.get(actor.index()) {
        Some(bot) if actor != Player::CHANCE => game.act_bot(*bot),
        _ => game.act_chance(),
    };
    done.unwrap_or_else(|refused| panic!("{what}, game {}: {refused}", game.number()));
}

/// The same game, with actions taken back and chosen again, saved in the middle and taken up from there.
fn again(game: &Game, library: &Library, what: &str, bots: &[Bot]) {
    let all: Vec<Action> = game.entries().iter().map(|e| e.action).collect();
    let mut now = Game::numbered(game.rules().clone(), SEED, game.number()).expect("a game");
    let mut back = 0;
    while !now.is_over() {
        step(&mut now, what, bots);
        let n = now.entries().len();
        if n.is_multiple_of(3) && now.undo().is_ok() {
            back += 1;
            step(&mut now, what, bots);
        }
        if n == all.len() / 2 {
            let text = Record::of(&now).to_string();
            let record = Record::parse(what, &text).unwrap_or_else(|f| panic!("{}", told(&f)));
            now = record.replay(library).unwrap_or_else(|b| panic!("{what}: {b:?}"));
        }
    }
    let played = now.entries().iter().map(|e| e.action);
    assert!(played.eq(all), "{what}, game {}: other actions", game.number());
    assert_eq!(game.state().fingerprint(), now.state().fingerprint(), "{what}");
    assert!(back > 5, "{what}: {back} taken back");
}

/// One game both ways: the actions, and what they lead to.
fn both(rules: &Rules, worker: &mut Worker, what: &str, number: u64, bots: &[Bot]) -> Game {
    let mut game = Game::numbered(rules.clone(), SEED, number).expect("a game");
    while !game.is_over() {
        step(&mut game, what, bots);
    }
    let deal = Deal { seed: SEED, game: number, bots, worth: &[], turned: 0, stop: None };
    let mut totals = worker.empty(rules);
    // Somebody looks on at every other game: then tiles are drawn one by one, and the steps are kept.
    if number.is_multiple_of(2) {
        worker.play_watched(&deal, &mut totals, &mut NoWatch::default()).expect("no fault");
    } else {
        let mut observer = Observer::default();
        observer.begin(&deal, true);
        worker.play_watched(&deal, &mut totals, &mut observer).expect("no fault");
        let taken = observer.steps.iter().flatten().filter_map(|step| match step {
            Step::Take(action) => Some(*action),
            Step::Draw(_) => None,
        });
        let played = game.entries().iter().map(|e| e.action);
        let played = played.filter(|a| !matches!(a, Action::Draw { .. }));
        assert!(played.eq(taken), "{what}, game {number}: other actions");
    }
    let scores = worker.state().scores();
    assert_eq!(game.state().scores(), scores, "{what}, game {number}");
    assert_eq!(game.state().fingerprint(), worker.state().fingerprint(), "{what}, game {number}");
    game
}

/// Games of each mix with a bot in every seat.
fn every_mix(bot: Bot, games: impl Fn(usize, &Setup) -> u64) {
    let (mixes, library) = (shipped(), Library::official());
    for (i, (what, setup)) in mixes.into_iter().enumerate() {
        let games = games(i, &setup);
        let seats = setup.players.len();
        let rules = rules(setup);
        let mut worker = Worker::new(&rules).unwrap_or_else(|f| panic!("{}", told(&f)));
        for number in 0..games {
            let bots = vec![bot; seats];
            let game = both(&rules, &mut worker, &what, number, &bots);
            // It costs as much as both ways do. Folders are looked for beside the config.
            if number.is_multiple_of(16) {
                again(&game, &library, &what, &bots);
            }
        }
    }
}

#[test]
fn random_games() {
    every_mix(Bot::Random, |_, _| if full() { many(1000) } else { 2 });
}

#[test]
fn greedy_games() {
    let full = full();
    every_mix(Bot::Greedy, |i, setup| {
        // A bot that looks ahead is dear: in a usual run it plays where hands are hidden, and some small mixes.
        let hidden = setup.expansions.iter().any(|e| !e.zones.is_empty());
        if full {
            many(30)
        } else {
            u64::from(setup.expansions.len() < 4 && (hidden || i % 8 == 0))
        }
    });
}

#[test]
fn planner_games() {
    let full = full();
    every_mix(Bot::Planner, |i, setup| {
        let hidden = setup.expansions.iter().any(|e| !e.zones.is_empty());
        if full {
            many(30)
        } else {
            u64::from(setup.expansions.len() < 4 && (hidden || i % 24 == 3))
        }
    });
}

#[test]
fn any_number_of_threads() {
    for (i, (what, setup)) in shipped().into_iter().enumerate() {
        // Tasks are of 64 games.
        let (seats, games) = (setup.players.len(), if full() { many(1000) } else { 70 });
        if !full() && !i.is_multiple_of(16) {
            continue;
        }
        let rules = rules(setup);
        let report = |threads| {
            let bots = vec![Bot::Random; seats];
            let plan = Plan { games, seed: SEED, threads, bots, ..Plan::default() };
            let played = simulate(&rules, &plan, &AtomicBool::new(false), &|_| {});
            let mut report = played.unwrap_or_else(|f| panic!("{what}: {}", told(&f)));
            (report.seconds, report.games_per_second) = (0.0, 0.0);
            format!("{report:?}")
        };
        let one = report(1);
        assert!([2, 7].iter().all(|threads| report(*threads) == one), "{what}");
    }
}
