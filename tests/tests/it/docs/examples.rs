//! The examples of the book load, play and do what the book says.

use std::collections::BTreeSet;

use bastide::core::ids::Player;
use bastide::{Bot, Config, Game, Library, Rules, Setup};
use bastide_proof::scenario;

use super::root;

const EXAMPLES: [&str; 4] = ["long-roads", "gardens", "plain-shields", "crossroads"];
/// Lines under the head of a manifest of the page of ten, and of a script.
const TEN: usize = 13;

/// The library with the examples in it.
fn library() -> Library {
    let mut library = Library::official();
    for id in EXAMPLES {
        let found = library.folder_at(id, &root().join("docs/examples").join(id));
        found.unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
    }
    library
}

fn rules(config: &str, library: &Library) -> Rules {
    let config = Config::parse("config.toml", config).unwrap_or_else(|faults| panic!("{faults:?}"));
    let setup = Setup::load(&config, library).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert!(setup.warnings.is_empty(), "{:?}", setup.warnings);
    Rules::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A game by greedy bots, and the rules on its score sheets.
fn play(rules: &Rules, seed: impl Into<bastide::Seed>) -> (Game, BTreeSet<String>) {
    play_by(Bot::Greedy, rules, seed)
}

pub(crate) fn play_by(
    bot: Bot,
    rules: &Rules,
    seed: impl Into<bastide::Seed>,
) -> (Game, BTreeSet<String>) {
    let mut game = Game::new(rules.clone(), seed).unwrap_or_else(|faults| panic!("{faults:?}"));
    let mut cited = BTreeSet::new();
    while !game.is_over() {
        let done =
            if game.actor() == Player::CHANCE { game.act_chance() } else { game.act_bot(bot) };
        let done = done.unwrap_or_else(|refused| panic!("{refused}"));
        for sheet in &done.sheets {
            cited.extend(sheet.terms.iter().map(|t| game.cited(t.rule).rule));
        }
    }
    (game, cited)
}

/// Plays until every rule was on a sheet.
fn expect_cited(rules: &Rules, wanted: &[&str]) {
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        seen.extend(play(rules, seed).1);
        if wanted.iter().all(|rule| seen.contains(*rule)) {
            return;
        }
    }
    panic!("{wanted:?} should be among {seen:?}");
}

#[test]
fn long_roads_pay_more() {
    let rules = rules("players = 2\n[expansions]\nlong-roads = true\n", &library());
    expect_cited(&rules, &["long.road"]);
}

#[test]
fn gardens_are_claimed_and_scored() {
    let config = "players = 2\nedition = \"second-2014\"\n[expansions]\ngardens = { rate = 2 }\n";
    expect_cited(&rules(config, &library()), &["garden.complete", "garden.unfinished"]);
}

#[test]
fn plain_shields_give_nothing() {
    let rules = rules("players = 2\n[expansions]\nplain-shields = true\n", &library());
    for seed in 0..5 {
        assert!(!play(&rules, seed).1.contains("base.city.pennant"));
    }
}

/// Each expansion of `ten.md` is short, plays, and each of its rules pays or refuses in some game or scenario.
#[test]
fn ten_expansions_are_short_and_do_what_they_say() {
    let mut folders: Vec<_> = std::fs::read_dir(root().join("docs/examples/ten"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    folders.sort();
    assert_eq!(folders.len(), 10);
    let mut cited_by_games = 0;
    for folder in folders {
        let id = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let lines = |name: &str| {
            let text = std::fs::read_to_string(folder.join(name)).unwrap_or_default();
            text.lines().filter(|line| !line.is_empty()).count()
        };
        assert!(lines("expansion.toml") - 7 <= TEN && lines("init.lua") <= TEN, "{id} is short");
        let mut library = Library::official();
        library.folder_at(&id, &folder).unwrap_or_else(|faults| panic!("{id}: {faults:?}"));
        // Who plays at random builds no great cities.
        let options = if id == "great-cities" { "{ size = 3 }" } else { "true" };
        let rules = rules(&format!("players = 2\n[expansions]\n{id} = {options}\n"), &library);
        let sheet = std::fs::read_to_string(folder.join("rules.md")).expect("the rules");
        let own: BTreeSet<&str> =
            sheet.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        let cited =
            (0..20).flat_map(|seed| told(&rules, seed)).any(|rule| own.contains(rule.as_str()));
        cited_by_games += usize::from(cited);
        for one in &scenario::of_folder(&library, &id).unwrap_or_else(|faults| panic!("{faults:?}"))
        {
            scenario::run(one, &library).unwrap_or_else(|faults| panic!("{faults:?}"));
        }
        assert!(cited || id == "monastic-age" || id == "hermits", "{id}: no rule in any game");
    }
    assert_eq!(cited_by_games, 8);
}

/// Rules of all that happens in a game by random bots.
fn told(rules: &Rules, seed: u64) -> BTreeSet<String> {
    let (game, mut told) = play_by(Bot::Random, rules, seed);
    let effects = game.entries().iter().flat_map(|entry| &entry.outcome.effects);
    told.extend(effects.map(|logged| game.cited(logged.rule).rule));
    told
}

#[test]
fn crossroads_has_the_fields_that_the_book_draws() {
    let rules = rules("players = 2\n[expansions]\ncrossroads = true\n", &library());
    let fields = |id: &str| {
        let tile =
            rules.setup.tiles.iter().find(|t| t.id == id).unwrap_or_else(|| panic!("no {id}"));
        tile.segments.iter().filter(|s| s.kind == "field").count()
    };
    assert_eq!(fields("crossroads/gate"), 2);
    assert_eq!(fields("crossroads/viaduct"), 4);
    assert_eq!(fields("crossroads/tunnel"), 3);
}

/// What a config file of the examples makes of the official library.
fn config_file(name: &str) -> Rules {
    let file = root().join("docs/examples").join(name);
    let text = std::fs::read_to_string(&file).expect("the config");
    let config =
        Config::parse(&file.to_string_lossy(), &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let setup =
        Setup::load(&config, &Library::official()).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert!(setup.warnings.is_empty(), "{:?}", setup.warnings);
    Rules::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn the_configs_can_be_played() {
    for name in ["evening.toml", "demo.toml", "house-rules.toml"] {
        let rules = config_file(name);
        for seed in 0..5 {
            let (game, _) = play(&rules, seed);
            assert!(game.result().is_some_and(|r| !r.winners.is_empty()), "{name}, {seed}");
        }
    }
}

#[test]
fn the_record_of_the_book_is_one() {
    let rules = config_file("evening.toml");
    let seed = rules.setup.seed.expect("the config names a seed");
    // As the program does it: whoever is not there is played for by the planner.
    let text = play_by(Bot::Planner, &rules, seed).0.record().to_string();
    let (turns, _) = text.split_once("# turn 4 ").expect("the game has four turns");
    super::check("docs/src/records.md", "sample", &format!("```text\n{turns}```"));
}

/// R-PNP-002: a letter may be two entries, one of them with a garden.
#[test]
fn the_demo_has_48_tiles_in_22_letters() {
    let rules = config_file("demo.toml");
    let mut letters = std::collections::BTreeMap::new();
    for tile in rules.setup.tiles.iter() {
        let id = tile.id.strip_prefix("pnp-demo-48/").expect("a tile of the demo");
        *letters.entry(&id[..1]).or_insert(0) += tile.count;
    }
    let counts: Vec<u16> = letters.values().copied().collect();
    assert_eq!(counts, [1, 2, 1, 4, 2, 1, 2, 1, 2, 3, 2, 2, 2, 4, 2, 1, 1, 2, 1, 5, 4, 3]);
    assert_eq!(letters.keys().copied().collect::<String>(), "ABCDEFGHIJKLMNOPQRSTUV");
    assert_eq!(rules.ruleset.tile_count(), 48);
    assert!(rules.setup.expansions.iter().flat_map(|e| &e.figures).all(|f| f.name == "meeple"));
}

#[test]
fn scenarios_of_the_examples_hold() {
    let library = library();
    let mut count = 0;
    for id in EXAMPLES {
        let all = scenario::of_folder(&library, id).unwrap_or_else(|faults| panic!("{faults:?}"));
        for one in &all {
            count += 1;
            scenario::run(one, &library).unwrap_or_else(|faults| panic!("{faults:?}"));
        }
    }
    assert!(count > 0);
}
