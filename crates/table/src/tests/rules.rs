//! Rules that change while people play.

use bastide::Bot;
use bastide::core::Fault;
use bastide::library::EMBEDDED;

use super::*;

const FOLDER: [(&str, &str); 4] = [
    (
        "expansions/toll/expansion.toml",
        include_str!("../../../../tests/fixtures/toll/expansion.toml"),
    ),
    ("expansions/toll/init.lua", SCRIPT),
    ("expansions/toll/rules.md", include_str!("../../../../tests/fixtures/toll/rules.md")),
    ("expansions/toll/tiles/toll.toml", TILES),
];
const SCRIPT: &str = "local toll = ...\nfunction toll.road(game, claim, score)\n  score:per(\"toll.road\", \"*\", 1)\nend\n";
const TILES: &str = include_str!("../../../../tests/fixtures/toll/tiles/toll.toml");
const WITH_TOLL: &str = "players = [\"A\", \"B\"]\n[expansions]\ntoll = true\n";

/// Everything, with one file of the folder replaced.
fn library(name: &str, text: &str) -> Arc<Library> {
    let files = FOLDER.map(|(path, own)| (path, if path.ends_with(name) { text } else { own }));
    Arc::new(Library::in_memory(EMBEDDED.iter().copied().chain(files)))
}

/// A game of two people that has gone on until a tile of the folder was drawn.
fn begun() -> (Room, Key) {
    let library = library("-", "");
    let (look, _) = Look::of(&library);
    let config = Config::parse("table.toml", WITH_TOLL).expect("a config");
    let mut room = Room::new(config, library, Arc::new(look), HOST).expect("a room");
    let ana = sit(&mut room, 0, "Ana");
    sit(&mut room, 1, "Bo");
    assert!(matches!(ask(&mut room, HOST, Asked::Start), Answer::Done { .. }));
    let game = room.game.as_mut().expect("a game");
    while game.entries().last().is_none_or(|entry| entry.text != "draw toll/gate") {
        if game.actor() == Player::CHANCE {
            game.act_chance().expect("a draw");
        } else {
            game.act_bot(Bot::Random).expect("an action");
        }
    }
    (room, ana)
}

fn now(room: &mut Room, key: Key) -> Now {
    let viewer = room.viewer(Some(key));
    room.now(viewer, "en")
}

#[test]
fn a_rule_that_is_saved_is_in_force_at_once_and_everybody_is_told_which() {
    let (mut room, ana) = begun();
    let so_far = n(&room);
    room.reload(&library("init.lua", &SCRIPT.replace("1)", "5)")));
    let told = now(&mut room, ana);
    assert_eq!(told.n, so_far);
    let (_, note) = told.notes.last().expect("a note");
    assert!(note.contains("changed") && note.contains("road"), "{note}");
    let version = room.version();
    room.reload(&library("init.lua", &SCRIPT.replace("1)", "5)")));
    assert_eq!(now(&mut room, ana).notes.len(), 1, "nothing changed");
    assert!(room.version() > version);
}

#[test]
fn a_fault_leaves_the_last_good_rules_and_is_shown_to_the_host_alone() {
    let (mut room, ana) = begun();
    let rules = room.game().expect("a game").rules().clone();
    room.reload(&library("init.lua", "local toll = ...\nfunction toll.road(\n"));
    assert!(now(&mut room, ana).faults.is_empty() && now(&mut room, ana).notes.is_empty());
    let faults = now(&mut room, HOST).faults;
    let fault = faults.first().expect("a fault");
    assert!(fault.file.ends_with("init.lua") && fault.line.is_some(), "{fault:?}");
    assert!(fault.text.is_some() && fault.at.is_some(), "{fault:?}");
    let kept = room.game().expect("a game").rules();
    assert!(bastide::reload::changes(&rules, kept).is_empty());
    // A mended file is applied, and the fault is gone.
    room.reload(&library("init.lua", &SCRIPT.replace("1)", "5)")));
    assert!(now(&mut room, HOST).faults.is_empty());
    room.faulty(&[Fault::new("F0002", "gone", "disparu")], &Library::default());
    assert_eq!(now(&mut room, HOST).faults[0].code, "F0002");
}

#[test]
fn what_fails_while_people_play_is_told_to_the_host_with_its_line() {
    let (mut room, ana) = begun();
    let fails = SCRIPT.replace("score:per(\"toll.road\", \"*\", 1)", "error(\"no toll\")");
    room.reload(&library("init.lua", &fails));
    let game = room.game.as_mut().expect("a game");
    let refused = loop {
        let acted = if game.actor() == Player::CHANCE {
            game.act_chance()
        } else {
            game.act_bot(Bot::Random)
        };
        if let Err(refused) = acted {
            break refused;
        }
    };
    room.failed(&refused);
    assert!(room.take_met().is_some_and(|fault| fault.file.ends_with("init.lua")));
    room.failed(&refused);
    assert!(room.take_met().is_none(), "the same again is no news");
    assert!(now(&mut room, ana).faults.is_empty());
    let faults = now(&mut room, HOST).faults;
    let fault = faults.first().expect("a fault");
    assert!(fault.file.ends_with("init.lua") && fault.line == Some(3), "{fault:?}");
    room.reload(&library("init.lua", SCRIPT));
    assert!(now(&mut room, HOST).faults.is_empty(), "mended");
}

#[test]
fn a_game_that_cannot_be_kept_is_cut_only_if_the_host_says_so() {
    let (mut room, ana) = begun();
    let so_far = n(&room);
    let other = library("tiles/toll.toml", &TILES.replace("\"gate\"", "\"other\""));
    for yes in [false, true] {
        room.reload(&other);
        assert_eq!(n(&room), so_far);
        assert!(now(&mut room, ana).cut.is_none());
        let cut = now(&mut room, HOST).cut.expect("a question");
        assert!(cut.contains("draw toll/gate"), "{cut}");
        assert_eq!(code(&ask(&mut room, ana, Asked::Cut { yes })), "key");
        assert!(matches!(ask(&mut room, HOST, Asked::Cut { yes }), Answer::Done { .. }));
        assert_eq!(code(&ask(&mut room, HOST, Asked::Cut { yes })), "stale");
    }
    assert!(n(&room) < so_far);
    let note = now(&mut room, ana).notes.pop().expect("a note").1;
    assert!(note.contains("Taken back for it"), "{note}");
}

#[test]
fn before_the_game_the_new_rules_are_those_it_begins_with() {
    let library_ = library("-", "");
    let (look, _) = Look::of(&library_);
    let config = Config::parse("table.toml", WITH_TOLL).expect("a config");
    let mut room = Room::new(config, library_, Arc::new(look), HOST).expect("a room");
    room.reload(&library("init.lua", "local toll ="));
    assert_eq!(now(&mut room, HOST).faults.len(), 1);
    room.reload(&library("expansion.toml", &FOLDER[0].1.replace("\"Toll\"", "\"Tax\"")));
    assert!(now(&mut room, HOST).title.contains("Tax"));
    assert!(now(&mut room, HOST).faults.is_empty());
}
