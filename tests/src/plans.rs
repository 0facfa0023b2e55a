//! Handlers of scripts answer the same whichever way they are run: by Luau alone, by plans, or by both side by side.
//!
//! `BASTIDE_FULL=1` plays more games of each mix, `BASTIDE_GAMES` so many.

use std::path::Path;

use bastide::chance::{Purpose, Stream};
use bastide::core::ids::Player;
use bastide::core::{Engine, Log};
use bastide::{Config, Library, Rules, Scripts, Setup};
use bastide_testkit::{mixes, rules, setup, told};

/// Games of each mix.
fn games() -> u64 {
    let asked = std::env::var("BASTIDE_GAMES").ok().and_then(|n| n.parse().ok());
    let full = std::env::var_os("BASTIDE_FULL").is_some_and(|on| on == "1");
    asked.unwrap_or(if full { 100 } else { 1 })
}

/// Rules whose handlers are run in one of the ways.
fn run(setup: &Setup, scripts: Scripts) -> Rules {
    Rules { scripts, ..rules(setup.clone()) }
}

/// Calls of handlers that ended by their plans, and those that Luau had to run again.
fn counted(rules: &Rules, engine: &Engine) -> [u64; 2] {
    let mut sums = [0, 0];
    for (e, expansion) in rules.ruleset.expansions.iter().enumerate() {
        for f in 0..expansion.functions.len() {
            if let Some(manner) = engine.manner(e, f as u16) {
                sums[0] += manner.ended;
                sums[1] += manner.given_up;
            }
        }
    }
    sums
}

/// The same games by Luau, by plans, and by both: decisions, logs and states, and faults if a folder is made to have
/// some. What `counted` says of plans.
fn same_games(what: &str, setup: &Setup, games: u64) -> [u64; 2] {
    let ways = [Scripts::Luau, Scripts::Plans, Scripts::Both];
    let rules = ways.map(|way| run(setup, way));
    let mut engines =
        rules.each_ref().map(|r| r.engine().unwrap_or_else(|f| panic!("{what}: {}", told(&f))));
    for seed in 0..games {
        let mut logs = ways.map(|_| Log::default());
        let first = Player(rules[0].setup.first.unwrap_or(0) as u8);
        let mut states: Vec<_> = { engines.iter_mut().zip(&mut logs) }
            .map(|(engine, log)| engine.start(first, log).expect("setup works"))
            .collect();
        let mut stream = Stream::new(seed, 0, Purpose::Chance);
        while !states[0].is_over() {
            let mut asked = engines.iter_mut().zip(&mut states).map(|(e, s)| e.decision(s));
            let decision = asked.next().expect("three engines");
            for other in asked {
                assert_eq!(decision, other, "{what}: the same options");
            }
            let Ok(decision) = decision else { break };
            let n = if decision.actor == Player::CHANCE {
                stream.weighted(&decision.weights)
            } else {
                stream.below(decision.options.len() as u32) as usize
            };
            let action = decision.options[n].action().expect("an option is an action");
            let each = engines.iter_mut().zip(&mut states).zip(&mut logs);
            let done: Vec<String> =
                each.map(|((e, s), log)| format!("{:?}", e.apply(s, action, log))).collect();
            assert!(done.iter().all(|d| *d == done[0]), "{what}: {done:?}");
            assert!(states.iter().all(|s| *s == states[0]), "{what}: the same state");
            if done[0] != "Ok(())" {
                break;
            }
        }
        assert!(logs.iter().all(|log| *log == logs[0]), "{what}: the same log");
    }
    counted(&rules[1], &engines[1])
}

#[test]
fn shipped_expansions() {
    let library = Library::official();
    let mut sums = [0, 0];
    for text in mixes() {
        let setup = setup(&library, &text);
        let [ended, given_up] = same_games(&text, &setup, games());
        sums = [sums[0] + ended, sums[1] + given_up];
    }
    rarely_given_up(sums);
}

/// Folders of the contract with a script, each alone at a table, which are written to be hard.
pub(crate) fn contract() -> Vec<(String, Setup)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("contract");
    let file = folder.join("game.toml").display().to_string();
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folders")
        .flatten()
        .filter(|entry| entry.path().join("init.lua").is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let set_up = |name: String| {
        let text = format!(
            "players = 3\nedition = \"bga\"\n[expansions]\n{name} = {{ path = \"{name}\" }}\n"
        );
        let config = Config::parse(&file, &text).unwrap_or_else(|f| panic!("{}", told(&f)));
        // Some are written to be wrong, some need another.
        let setup = Setup::load(&config, &Library::official()).ok()?;
        Rules::new(setup.clone()).ok().map(|_| (name, setup))
    };
    let all: Vec<(String, Setup)> = names.into_iter().filter_map(set_up).collect();
    assert!(all.len() > 10, "{} folders", all.len());
    all
}

/// Folders whose functions ask for what plans do not know, options of other folders and what other functions answer: their
/// games are the same, but most of their calls are given up.
const LEFT_TO_LUAU: [&str; 3] = ["granary", "mirror", "ridge"];

#[test]
fn contract_folders() {
    let mut sums = [0, 0];
    for (name, setup) in contract() {
        let [ended, given_up] = same_games(&name, &setup, 2 * games());
        if !LEFT_TO_LUAU.contains(&name.as_str()) {
            sums = [sums[0] + ended, sums[1] + given_up];
        }
    }
    rarely_given_up(sums);
}

/// Fewer than one call in a thousand comes to nothing.
fn rarely_given_up([ended, given_up]: [u64; 2]) {
    assert!(ended > 500, "{ended} calls ended by plans");
    assert!(given_up * 1000 < ended, "{given_up} of {ended} calls were given up");
}
