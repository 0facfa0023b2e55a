//! What bots choose: games of theirs are the same to the last action as those kept in `tests/fixtures/bots.txt`, so that whoever
//! makes a bot faster sees at once whether it chooses otherwise.

use bastide::bots::Bot;
use bastide::core::ids::Player;
use bastide::{Config, Game, Library, Rules, Setup};
use bastide_testkit::{config, fixture, hashed};

/// Each mix by name, the seats that its bot takes among random ones, how many turns are played, and how many games.
fn mixes() -> [(&'static str, String, &'static [u8], u16, u64); 3] {
    let two = "second-2014";
    [
        ("base", config(2, two, &[]), &[0, 1], u16::MAX, 4),
        ("inns-tower", config(2, two, &["inns-and-cathedrals", "the-tower"]), &[0, 1], 50, 2),
        (
            "everything",
            include_str!("../../../docs/examples/everything.toml").to_owned(),
            &[1, 4],
            60,
            2,
        ),
    ]
}

/// The first turns of a game, action by action.
fn played(rules: &Rules, number: u64, (bot, seats): (Bot, &[u8]), turns: u16) -> Game {
    let mut game = Game::numbered(rules.clone(), 21, number).expect("a game");
    while !game.is_over() && game.state().turn() <= turns {
        let done = match game.actor() {
            Player::CHANCE => game.act_chance(),
            Player(p) => game.act_bot(if seats.contains(&p) { bot } else { Bot::Random }),
        };
        done.expect("bots take what is allowed");
    }
    game
}

#[test]
fn bots_choose_as_they_did() {
    let library = Library::official();
    let text = std::thread::scope(|scope| {
        let mut running = Vec::new();
        for (name, config, seats, turns, games) in mixes() {
            let config = Config::parse("bots.toml", &config).expect("a config");
            let rules =
                Rules::new(Setup::load(&config, &library).expect("a setup")).expect("rules");
            for bot in [Bot::Greedy, Bot::Planner] {
                let rules = rules.clone();
                running.push(scope.spawn(move || {
                    let line = |number| {
                        let game = played(&rules, number, (bot, seats), turns);
                        let (actions, points) = (game.entries().len(), game.state().scores());
                        let hash = hashed(game.entries().iter().flat_map(|e| [&*e.text, "\n"]));
                        let bot = bot.name();
                        format!(
                            "{name} {bot} {number}: {actions} actions, {points:?}, {hash:016x}\n"
                        )
                    };
                    (0..games).map(line).collect::<String>()
                }));
            }
        }
        running.into_iter().map(|case| case.join().expect("games end")).collect::<String>()
    });
    fixture("tests/fixtures/bots.txt", &text);
}
