//! A game takes the same course whichever way it is played: step by step as a table plays it, or among
//! thousands as a simulation plays them, for every shipped mix and every bot.
//!
//! `BASTIDE_FULL=1` plays a thousand games of each mix both ways, or `BASTIDE_GAMES`.

use std::path::Path;

use bastide::core::Action;
use bastide::core::ids::Player;
use bastide::simulate::{Deal, NoWatch, Observer, Step, Worker};
use bastide::{Bot, Config, Game, Library, Rules, Setup};
use bastide_testkit::{mixes, rules, setup, told};

const SEED: u64 = 7;

fn full() -> bool {
    std::env::var_os("BASTIDE_FULL").is_some_and(|on| on == "1")
}

/// Games of a mix in a full run.
fn many() -> u64 {
    std::env::var("BASTIDE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1000)
}

/// The mixes of the other tests, and the configs that the book shows.
fn shipped() -> Vec<(String, Setup)> {
    let library = Library::official();
    let mut out: Vec<(String, Setup)> =
        mixes().into_iter().map(|text| (text.clone(), setup(&library, &text))).collect();
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

/// One game both ways: the actions, and what they lead to.
fn both(rules: &Rules, worker: &mut Worker, what: &str, number: u64, bots: &[Bot]) {
    let mut game = Game::numbered(rules.clone(), SEED, number).expect("a game");
    while !game.is_over() {
        let actor = game.actor();
        let done = match bots.get(actor.index()) {
            Some(bot) if actor != Player::CHANCE => game.act_bot(*bot),
            _ => game.act_chance(),
        };
        done.unwrap_or_else(|refused| panic!("{what}, game {number}: {refused}"));
    }
    let deal = Deal { seed: SEED, game: number, bots, turned: 0 };
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
}

/// Games of each mix with a bot in every seat.
fn every_mix(bot: Bot, games: impl Fn(usize, &Setup) -> u64) {
    let mixes = shipped();
    for (i, (what, setup)) in mixes.into_iter().enumerate() {
        let games = games(i, &setup);
        let seats = setup.players.len();
        let rules = rules(setup);
        let mut worker = Worker::new(&rules).unwrap_or_else(|f| panic!("{}", told(&f)));
        for number in 0..games {
            both(&rules, &mut worker, &what, number, &vec![bot; seats]);
        }
    }
}

#[test]
fn random_games() {
    every_mix(Bot::Random, |_, _| if full() { many() } else { 2 });
}

#[test]
fn greedy_games() {
    let full = full();
    every_mix(Bot::Greedy, |i, setup| {
        // A bot that looks ahead is dear: in a usual run it plays where hands are hidden, and some small mixes.
        let hidden = setup.expansions.iter().any(|e| !e.zones.is_empty());
        if full { many() } else { u64::from(setup.expansions.len() < 4 && (hidden || i % 8 == 0)) }
    });
}
