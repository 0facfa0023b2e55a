//! The room under what people and networks do.

use std::sync::Arc;

use bastide::core::ids::Player;
use bastide::{Config, Library, Seed};
use bastide_draw::Look;
use proptest::prelude::*;

use super::*;

mod bots;
mod form;
mod lobby;
mod network;
mod people;
mod rules;
mod secrets;

const HOST: Key = Key::new(1);
const PLAIN: &str = "players = [\"A\", \"B\"]\n[expansions]\n";
/// Everybody has a tile that the others do not see.
const HANDS: &str = "players = [\"A\", \"B\"]\n[expansions]\ntactical-hand = true\n";

/// Returns the number of games to try: `usual`, unless more are asked for.
fn games(usual: u32) -> u32 {
    std::env::var("BASTIDE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn room(config: &str) -> Room {
    let library = Arc::new(Library::official());
    let (look, _) = Look::of(&library);
    let config = Config::parse("table.toml", config).expect("a config");
    Room::new(config, library, Arc::new(look), HOST).expect("a room")
}

fn ask(room: &mut Room, key: Key, asked: Asked) -> Answer {
    let viewer = room.viewer(Some(key));
    room.ask(viewer, asked, Seed(7), || Key::new(100))
}

fn sit(room: &mut Room, seat: usize, name: &str) -> Key {
    let viewer = room.viewer(Some(HOST.invitation()));
    let key = Key::new(10 + seat as u128);
    let asked = Asked::Sit { seat: Some(seat), name: name.to_owned() };
    match room.ask(viewer, asked, Seed(7), || key) {
        Answer::Sat { seat: taken, key: text } => {
            assert_eq!((taken, Key::read(&text)), (seat, Some(key)));
            key
        }
        other => panic!("{other:?}"),
    }
}

/// A game between two people, begun.
fn begun(config: &str) -> (Room, [Key; 2]) {
    let mut room = room(config);
    let keys = [sit(&mut room, 0, "Ana"), sit(&mut room, 1, "Bo")];
    assert!(matches!(ask(&mut room, HOST, Asked::Start), Answer::Done { .. }));
    settle(&mut room);
    (room, keys)
}

fn settle(room: &mut Room) {
    while room.advance() != Step::Wait {}
}

fn n(room: &Room) -> usize {
    room.game().expect("a game").entries().len()
}

fn act(room: &mut Room, key: Key, pick: usize, id: &str) -> Answer {
    let viewer = room.viewer(Some(key));
    let now = room.now(viewer, "en");
    let options = now.ask.expect("a decision").options;
    let Some(item) = options.get(pick % options.len().max(1)) else {
        return Answer::no("turn", "", "");
    };
    let action = match item.range {
        Some((from, _)) => format!("{} {from}", item.action),
        None => item.action.clone(),
    };
    ask(room, key, Asked::Act { n: now.n, action, id: id.to_owned(), done: false })
}

fn code(answer: &Answer) -> &'static str {
    match answer {
        Answer::No { code, .. } => code,
        _ => "",
    }
}

#[test]
fn seats_are_taken_left_and_given_to_bots() {
    let mut room = room(PLAIN);
    let sit_as = |name: &str| Asked::Sit { seat: Some(0), name: name.to_owned() };
    for wrong in ["", "  ", "a\u{202e}b", &"x".repeat(25), "B"] {
        assert_eq!(code(&ask(&mut room, HOST.invitation(), sit_as(wrong))), "seat", "{wrong:?}");
    }
    let ana = sit(&mut room, 0, " Ana ");
    assert_eq!(room.viewer(Some(ana)).seat, Player(0));
    assert_eq!(code(&ask(&mut room, HOST.invitation(), sit_as("Eve"))), "seat");
    assert_eq!(code(&ask(&mut room, ana, Asked::Start)), "key");
    assert_eq!(code(&ask(&mut room, ana, Asked::Leave { seat: Some(1) })), "key");
    let bot = Asked::Bot { seat: 0, bot: "greedy".to_owned() };
    assert_eq!(code(&ask(&mut room, ana, bot.clone())), "key");
    assert_eq!(code(&ask(&mut room, HOST, bot.clone())), "seat", "somebody sits there");
    assert!(matches!(ask(&mut room, HOST, Asked::Leave { seat: Some(0) }), Answer::Done { .. }));
    assert_eq!(room.viewer(Some(ana)), Viewer::WATCHER, "her key is worth nothing any more");
    assert!(matches!(ask(&mut room, HOST, bot), Answer::Done { .. }));
    let seats = room.now(Viewer::WATCHER, "en").seats;
    assert_eq!((&*seats[0].name, seats[0].bot, seats[1].free), ("Ana", Some("greedy"), true));
    ask(&mut room, HOST, Asked::Leave { seat: Some(0) });
    assert!(matches!(ask(&mut room, HOST, Asked::Start), Answer::Done { .. }));
    assert_eq!(room.now(Viewer::WATCHER, "en").seats[1].bot, Some("planner"));
    assert_eq!(code(&ask(&mut room, HOST, Asked::Start)), "turn");
}

#[test]
fn only_the_one_who_decides_acts_and_only_on_what_they_saw() {
    let (mut room, [ana, bo]) = begun(PLAIN);
    assert_eq!(code(&act(&mut room, bo, 0, "x")), "turn");
    let pass = |n| Asked::Act { n, action: "pass".to_owned(), id: "p".to_owned(), done: false };
    let so_far = n(&room);
    assert_eq!(code(&ask(&mut room, bo, pass(so_far))), "turn");
    assert_eq!(code(&ask(&mut room, ana, pass(so_far + 1))), "stale");
    assert_eq!(code(&ask(&mut room, ana, pass(so_far))), "illegal");
    assert_eq!(code(&ask(&mut room, HOST, pass(so_far))), "key");
    assert_eq!(n(&room), so_far);
    let first = act(&mut room, ana, 0, "once");
    assert!(matches!(first, Answer::Done { .. }), "{first:?}");
    // The answer was lost, and she asks again: nothing happens twice.
    let again = Asked::Act { n: so_far, action: "anything".into(), id: "once".into(), done: false };
    assert_eq!(ask(&mut room, ana, again), first);
    assert_eq!(n(&room), so_far + 1);
}

#[test]
fn nothing_goes_on_before_the_one_who_acted_is_done() {
    let (mut room, [ana, bo]) = begun(PLAIN);
    let mut acts = 0;
    while room.held.is_none() {
        acts += 1;
        assert!(matches!(act(&mut room, ana, 0, &acts.to_string()), Answer::Done { .. }));
    }
    let done = n(&room);
    assert_eq!(room.advance(), Step::Wait);
    let viewer = room.viewer(Some(ana));
    let ask_now = room.now(viewer, "en").ask.expect("a decision");
    assert_eq!((ask_now.held, ask_now.undo, ask_now.yours), (Some(0), true, false));
    assert_eq!(code(&ask(&mut room, bo, Asked::Done { n: done })), "turn");
    assert_eq!(code(&ask(&mut room, bo, Asked::Undo { n: done })), "illegal");
    assert!(matches!(ask(&mut room, ana, Asked::Undo { n: done }), Answer::Done { .. }));
    assert_eq!((n(&room), room.held), (done - 1, None));
    while room.held.is_none() {
        acts += 1;
        assert!(matches!(act(&mut room, ana, 0, &acts.to_string()), Answer::Done { .. }));
    }
    let done = n(&room);
    assert!(matches!(ask(&mut room, ana, Asked::Done { n: done }), Answer::Done { .. }));
    settle(&mut room);
    assert!(n(&room) > done, "chance has drawn for the next one");
    let now = n(&room);
    assert_eq!(code(&ask(&mut room, ana, Asked::Undo { n: now })), "illegal");
}

#[test]
fn what_a_seat_holds_is_shown_to_nobody_else() {
    let (mut room, [ana, bo]) = begun(HANDS);
    let looks = [room.viewer(Some(ana)), room.viewer(Some(bo)), Viewer::WATCHER];
    let hands = looks.map(|viewer| {
        let zones = room.now(viewer, "en").seats[0].zones.clone();
        zones.iter().map(|zone| (zone.1.len(), zone.2)).collect::<Vec<_>>()
    });
    let [hers, his, watched] = hands;
    assert!(hers.iter().any(|(seen, all)| *seen > 0 && seen == all), "{hers:?}");
    assert!(his.iter().all(|(seen, _)| *seen == 0), "{his:?}");
    assert_eq!(his, watched);
    for viewer in looks {
        let now = room.now(viewer, "en");
        let decides = viewer.seat == Player(0);
        assert_eq!(now.ask.expect("a decision").options.is_empty(), !decides);
    }
    // Of chance's draws into hands a watcher's record tells none, and a player's only those into their own.
    let draws = |viewer: Viewer| {
        let record = room.record(viewer).expect("a record");
        let told = |line: &&str| line.contains("draw ") && !line.contains("draw ?");
        record.lines().filter(told).count()
    };
    assert_eq!(draws(looks[2]), 0);
    assert!(draws(looks[0]) > 0 && draws(looks[1]) > 0);
}

/// An action of somebody on a room, allowed or not.
#[derive(Clone, Debug)]
enum Deed {
    Act { who: usize, pick: usize, id: u8 },
    Old { who: usize, back: usize },
    Done { who: usize },
    Undo { who: usize },
    Leave { who: usize },
    Sit { seat: usize },
    Why { text: String },
    Advance,
}

fn deed() -> impl Strategy<Value = Deed> {
    let who = 0_usize..4;
    prop_oneof![
        8 => (who.clone(), 0_usize..40, any::<u8>()).prop_map(|(who, pick, id)| Deed::Act { who, pick, id }),
        1 => (who.clone(), 1_usize..5).prop_map(|(who, back)| Deed::Old { who, back }),
        3 => who.clone().prop_map(|who| Deed::Done { who }),
        2 => who.clone().prop_map(|who| Deed::Undo { who }),
        1 => who.prop_map(|who| Deed::Leave { who }),
        1 => (0_usize..3).prop_map(|seat| Deed::Sit { seat }),
        1 => "[a-z0-9 ,@/]{0,20}".prop_map(|text| Deed::Why { text }),
        6 => Just(Deed::Advance),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Messages lost, doubled, late, from people who have no seat: the game takes what its rules allow, in order, and its
    /// record leads to it.
    #[test]
    fn whatever_arrives_the_record_leads_to_the_game(deeds in prop::collection::vec(deed(), 1..120), hands: bool) {
        let (mut room, keys) = begun(if hands { HANDS } else { PLAIN });
        let keys = [keys[0], keys[1], HOST, Key::new(99)];
        for deed in deeds {
            let (before, version) = (n(&room), room.version());
            let so_far = before;
            match deed {
                Deed::Act { who, pick, id } => { act(&mut room, keys[who], pick, &id.to_string()); }
                Deed::Old { who, back } => {
                    let asked = Asked::Act { n: so_far.saturating_sub(back), action: "pass".into(), id: "old".into(), done: true };
                    let answer = ask(&mut room, keys[who], asked);
                    prop_assert!(matches!(answer, Answer::No { .. }) || back > so_far, "{answer:?}");
                }
                Deed::Done { who } => { ask(&mut room, keys[who], Asked::Done { n: so_far }); }
                Deed::Undo { who } => { ask(&mut room, keys[who], Asked::Undo { n: so_far }); }
                Deed::Leave { who } => { ask(&mut room, keys[who], Asked::Leave { seat: None }); }
                Deed::Sit { seat } => {
                    let key = keys[seat.min(1)];
                    let viewer = room.viewer(Some(HOST.invitation()));
                    room.ask(viewer, Asked::Sit { seat: Some(seat), name: "Ana".into() }, Seed(1), || key);
                }
                Deed::Why { text } => { ask(&mut room, keys[0], Asked::Why { action: text }); }
                Deed::Advance => { room.advance(); }
            }
            prop_assert!(n(&room) + 1 >= before, "one action is taken back at a time");
            prop_assert!(n(&room) == before || room.version() > version, "what changes is told");
        }
        let game = room.game().expect("a game");
        let text = game.record().to_string();
        let record = bastide::Record::parse("game.bastide", &text).expect("a record");
        let again = record.replay(&Library::official()).expect("the same game");
        prop_assert_eq!(again.state().fingerprint(), game.state().fingerprint());
    }
}
