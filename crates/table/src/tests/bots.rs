//! Bots that think elsewhere.

use bastide::Bot;
use bastide::core::{Engine, Fault};

use super::*;

/// Ana against a bot, begun.
fn begun_with(bot: &str) -> (Room, Key, Engine) {
    let mut room = room(HANDS);
    let key = sit(&mut room, 0, "Ana");
    let bot = Asked::Bot { seat: 1, bot: bot.to_owned() };
    assert!(matches!(ask(&mut room, HOST, bot), Answer::Done { .. }));
    assert!(matches!(ask(&mut room, HOST, Asked::Start), Answer::Done { .. }));
    let engine = room.game().expect("a game").rules().engine().expect("an engine");
    (room, key, engine)
}

/// Chance answers until somebody decides.
fn settle_chance(room: &mut Room) {
    while room.bot().is_none() && room.advance() != Step::Wait {}
}

/// Ana plays until the bot is to act.
fn bots_turn(room: &mut Room, key: Key) {
    settle_chance(room);
    while room.bot().is_none() && room.phase() == Phase::Playing {
        let (n, held) = (n(room), room.held.is_some());
        let answer = if held {
            ask(room, key, Asked::Done { n })
        } else {
            act(room, key, 0, &n.to_string())
        };
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
        settle_chance(room);
    }
}

#[test]
fn a_bot_that_thinks_elsewhere_plays_the_same_game() {
    for bot in ["greedy", "planner"] {
        let (mut here, key, _) = begun_with(bot);
        let (mut elsewhere, _, mut engine) = begun_with(bot);
        while here.phase() == Phase::Playing {
            bots_turn(&mut here, key);
            here.advance();
            bots_turn(&mut elsewhere, key);
            if let (Some(bot), Some(asks)) = (elsewhere.bot(), elsewhere.asks()) {
                let chosen = asks.choose(&mut engine, bot);
                assert!(elsewhere.chosen(&asks, chosen));
            }
            assert_eq!(n(&here), n(&elsewhere));
        }
        let record = |room: &Room| room.game().expect("a game").record().to_string();
        assert_eq!(record(&here), record(&elsewhere));
    }
}

#[test]
fn what_a_bot_was_asked_before_is_no_matter_any_more() {
    let (mut room, key, mut engine) = begun_with("greedy");
    bots_turn(&mut room, key);
    let asks = room.asks().expect("a question");
    let choose = |asks: &Asks, engine: &mut Engine| asks.choose(engine, Bot::Greedy);
    let old = choose(&asks, &mut engine);
    // The host gives the seat to a person meanwhile, and then to a bot again.
    ask(&mut room, HOST, Asked::Leave { seat: Some(1) });
    assert!(room.bot().is_none());
    let (before, chosen) = (n(&room), choose(&asks, &mut engine));
    assert!(!room.chosen(&asks, chosen));
    assert_eq!(n(&room), before);
    ask(&mut room, HOST, Asked::Bot { seat: 1, bot: "random".to_owned() });
    assert!(room.chosen(&asks, old), "the game is where it was");
    let before = n(&room);
    let late = choose(&asks, &mut engine);
    assert!(!room.chosen(&asks, late));
    room.cannot_choose(&asks, &[Fault::new("G0001", "no", "non")]);
    assert!(n(&room) == before && room.trouble.is_none());
}

#[test]
fn why_a_bot_cannot_think_is_told() {
    let (mut room, key, _) = begun_with("greedy");
    bots_turn(&mut room, key);
    let asks = room.asks().expect("a question");
    room.cannot_choose(&asks, &[Fault::new("G0001", "no engine", "pas de moteur")]);
    assert_eq!(room.bot(), None);
    let told = room.now(Viewer::WATCHER, "fr").trouble;
    assert_eq!(told.as_deref(), Some("pas de moteur"));
}
