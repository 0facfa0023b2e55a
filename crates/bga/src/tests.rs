//! Logs that are written from games of our own, and logs that are wrong.

use bastide::game::Play;
use bastide::{Bot, Game};
use serde_json::{Value, json};

use super::*;

const FILE: &str = "log.json";

fn rules(players: usize) -> Rules {
    let seats: Vec<String> = (0..players).map(|i| format!("\"Player {i}\"")).collect();
    let text = format!("edition = \"bga\"\nplayers = [{}]\n", seats.join(", "));
    let config = Config::parse("game.toml", &text).expect("a config");
    Rules::new(Setup::load(&config, &Library::official()).expect("a setup")).expect("rules")
}

/// A game between bots that deploy figures.
fn played(players: usize, seed: u64) -> Game {
    let mut game = Game::new(rules(players), seed).expect("a game");
    while !game.is_over() {
        let done = if game.actor() == Player::CHANCE {
            game.act_chance()
        } else {
            game.act_bot(if seed.is_multiple_of(2) { Bot::Greedy } else { Bot::Random })
        };
        done.expect("bots take what is allowed");
    }
    game
}

/// The first number whose tile is this one: of a type, or of a copy.
fn number_of(tile: &str, of: fn(i64) -> Option<tiles::Letter>) -> i64 {
    (1..=72).find(|n| of(*n).expect("a tile of the base game").tile() == tile).expect("a number")
}

/// The log of a game, as the other site writes it. Times are ten seconds apart; meeples take three.
fn log_of(game: &Game) -> Value {
    let play: &Play = game;
    let ruleset = &play.rules().ruleset;
    let (mut packets, mut time) = (Vec::new(), 1000_u64);
    let mut scores = vec![0; play.names().len()];
    let mut push = |time: u64, kind: &str, args: Value| {
        packets.push(json!({
            "move_id": "1", "time": time.to_string(), "channel": "/table/t1",
            "data": [{ "type": kind, "log": "", "args": args }],
        }));
    };
    let mut again = Game::new(play.rules().clone(), 0).expect("a game");
    for (entry, next) in
        play.entries().iter().zip(play.entries().iter().skip(1).map(Some).chain([None]))
    {
        let seat = entry.actor.index();
        let named =
            json!({ "player_id": (seat + 1).to_string(), "player_name": play.names().get(seat) });
        let with = |more: Value| {
            let mut args = named.clone();
            args.as_object_mut()
                .expect("a table")
                .extend(more.as_object().expect("a table").clone());
            args
        };
        match entry.action {
            bastide::core::Action::Place { tile, cell, rotation, .. } => {
                push(time, "gameStateChange", json!({ "active_player": seat + 1 }));
                time += 7;
                let id = &ruleset.types[tile.index()].decl.id;
                let shift = if id == "base/U" { 4 } else { 1 };
                let orientation = (i64::from(rotation) + shift - 1).rem_euclid(4) + 1;
                push(
                    time,
                    "playTile",
                    with(json!({
                        "id": "1", "type": number_of(id, tiles::Letter::of_type).to_string(), "x": cell.x.to_string(), "y": cell.y.to_string(),
                        "ori": orientation.to_string(),
                    })),
                );
            }
            bastide::core::Action::Deploy { node, .. } => {
                time += 3;
                let state = again.state();
                let kind = &ruleset.kinds[state.kind(node).index()].decl.name;
                let target = if kind == "monastery" { "abbey" } else { kind };
                // A place that their tables do not have: the points must tell which segment it is.
                push(
                    time,
                    "playPartisan",
                    with(json!({ "pos": "9", "target": target, "ptype": "normal", "portal": 0 })),
                );
            }
            // A drawn tile that is not placed fitted nowhere.
            bastide::core::Action::Draw { tile }
                if !next.is_some_and(|next| {
                    matches!(next.action, bastide::core::Action::Place { .. })
                }) =>
            {
                let id = number_of(&ruleset.types[tile.index()].decl.id, tiles::Letter::of_id);
                push(time, "cantPlay", json!({ "tile_id": id }));
            }
            _ => {}
        }
        again.act(entry.action).expect("the same game");
        for (i, now) in again.state().scores().iter().enumerate() {
            if *now != scores[i] {
                let args = json!({ "player_id": i + 1, "points": now - scores[i], "score": now.to_string() });
                push(time, "winPoints", args);
                scores[i] = *now;
            }
        }
    }
    push(time, "simpleNode", json!({ "player_name": "Player 0" }));
    json!({ "status": 1, "data": { "valid": 1, "data": packets } })
}

fn convert_value(log: &Value) -> Result<Record, Vec<Fault>> {
    convert(FILE, &log.to_string(), &Library::official(), Names::Keep)
}

/// Lines of actions that matter: where figures stand may differ if the points are the same.
fn placements(record: &Record) -> Vec<String> {
    let lines = record.lines.iter().map(ToString::to_string);
    lines.filter(|line| line.contains(" place ") || line.contains(" draw ")).collect()
}

#[test]
fn a_log_gives_the_game_that_it_tells() {
    for (players, seed) in [(2, 0), (2, 1), (3, 2), (4, 3), (5, 4)] {
        let game = played(players, seed);
        let log = log_of(&game);
        assert!(is_log(&log.to_string()));
        let record = convert_value(&log)
            .unwrap_or_else(|faults| panic!("{players} players, {seed}: {faults:?}"));
        assert_eq!(
            placements(&record),
            placements(&Record::of(&game)),
            "{players} players, {seed}"
        );
        let read = Record::parse("again.bastide", &record.to_string()).expect("a record");
        let again = read.verify(&Library::official()).expect("it verifies");
        assert_eq!(again.points, game.state().scores(), "{players} players, {seed}");
        let thought: Vec<u32> =
            read.lines.iter().filter_map(bastide::record::Line::thought).collect();
        assert!(thought.iter().all(|seconds| [7, 3].contains(seconds)), "{thought:?}");
        assert!(thought.len() >= 71, "{}", thought.len());
    }
}

#[test]
fn a_list_of_events_gives_the_same_game() {
    let game = played(2, 0);
    let log = log_of(&game);
    let mut events = Vec::new();
    for packet in log["data"]["data"].as_array().expect("packets") {
        let event = &packet["data"][0];
        let args = &event["args"];
        events.push(json!({
            "seq": events.len(), "type": event["type"], "player_id": args["player_id"], "player_name": args["player_name"],
            "tile_id": null, "tile_type": args["type"], "x": args["x"], "y": args["y"], "orientation": args["ori"],
            "position": args["pos"], "target": args["target"], "points": args["points"],
        }));
    }
    let record = convert_value(&json!(events)).expect("a game");
    assert_eq!(placements(&record), placements(&Record::of(&game)));
}

#[test]
fn a_log_that_is_cut_off_ends_where_it_ends() {
    let game = played(2, 1);
    let mut log = log_of(&game);
    let packets = log["data"]["data"].as_array_mut().expect("packets");
    packets.truncate(packets.len() / 2);
    let record = convert_value(&log).expect("half a game");
    let (half, whole) = (placements(&record), placements(&Record::of(&game)));
    assert!(half.len() > 20 && half.len() < whole.len() && whole.starts_with(&half));
}

#[test]
fn names_can_be_left_out() {
    let log = log_of(&played(2, 1)).to_string();
    let record =
        convert(FILE, &log, &Library::official(), Names::Drop).expect("a game").to_string();
    assert!(record.contains("player 1 A\nplayer 2 B\n") && !record.contains("Player"), "{record}");
}

#[test]
fn a_log_that_is_wrong_is_refused_by_name() {
    let good = log_of(&played(2, 1));
    let changed = |kind: &str, key: &str, value: Value| {
        let mut log = good.clone();
        let packets = log["data"]["data"].as_array_mut().expect("packets");
        let found =
            packets.iter_mut().find(|p| p["data"][0]["type"] == kind).expect("such an event");
        found["data"][0]["args"][key] = value;
        let faults = convert_value(&log).expect_err("it is wrong");
        (faults[0].code.clone(), faults[0].what.en.clone())
    };
    for (kind, key, value, code, what) in [
        ("playTile", "type", json!("31"), "B0002", "tile type `\"31\"`"),
        ("playTile", "ori", json!("7"), "B0001", "orientation"),
        ("playTile", "x", json!("40"), "B0003", "turn 1: base/"),
        ("playPartisan", "target", json!("tower"), "B0002", "place `tower`"),
        ("playPartisan", "ptype", json!("big"), "B0002", "figure `big`"),
        ("winPoints", "points", json!(99), "B0004", "the points are"),
    ] {
        let (found, en) = changed(kind, key, value);
        assert_eq!(found, code, "{kind} {key}: {en}");
        assert!(en.contains(what), "{kind} {key}: {en}");
    }
    for text in ["", "{}", "[1, 2]", "{ \"data\": 3 }", "nonsense playTile"] {
        assert_eq!(
            convert(FILE, text, &Library::official(), Names::Keep).expect_err("no log")[0].code,
            "B0001",
            "{text}"
        );
    }
    let alone = json!([{ "type": "playTile", "player_id": 1, "tile_type": 17, "x": 0, "y": 1, "orientation": 1 }]);
    assert_eq!(convert_value(&alone).expect_err("one player")[0].code, "B0006");
}

#[test]
fn a_name_from_a_log_is_cleaned() {
    let mut log = log_of(&played(2, 1));
    for packet in log["data"]["data"].as_array_mut().expect("packets") {
        if packet["data"][0]["args"]["player_id"] == "1" {
            packet["data"][0]["args"]["player_name"] = json!("An\u{202e}a\n\u{1b}[2J");
        }
    }
    match convert_value(&log) {
        Ok(record) => assert!(!record.to_string().contains(['\u{202e}', '\u{1b}'])),
        Err(faults) => assert!(!faults.is_empty()),
    }
}

#[test]
fn tiles_are_numbered_as_there() {
    assert_eq!(tiles::Letter::of_id(1).expect("a tile").tile(), "base/T");
    assert_eq!(tiles::Letter::of_id(47).expect("a tile").tile(), "base/U");
    assert_eq!(tiles::Letter::of_id(72).expect("a tile").tile(), "base/Q");
    assert_eq!((tiles::Letter::of_id(0), tiles::Letter::of_id(73)), (None, None));
}
