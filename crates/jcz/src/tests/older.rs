//! Games that version 4 saved.

use super::*;
use bastide_content::Manifest;
use bastide_content::manifest::jcz::Words;

/// A game of two of version 4: its expansions, capabilities, tiles in their order, and messages.
fn older(expansions: &[&str], capabilities: &[&str], draws: &[&str], replay: Vec<Value>) -> Value {
    let messages = replay.into_iter();
    let messages: Vec<Value> = messages.map(|m| json!({ "type": m[0], "payload": m[1] })).collect();
    let all: serde_json::Map<String, Value> =
        expansions.iter().map(|name| ((*name).to_owned(), json!(1))).collect();
    json!({
        "gameId": "x", "name": "", "appVersion": "4.5.1", "initialSeed": 12,
        "annotations": { "tilePack": {
            "className": "com.jcloisterzone.debug.ForcedDrawTilePack",
            "params": { "drawOrder": draws },
        } },
        // The second slot was taken first.
        "slots": [
            { "number": 0, "serial": 4, "clientId": "b", "nickname": "Bob" },
            { "number": 3, "serial": 2, "clientId": "a", "nickname": "Ann" },
        ],
        "clocks": [0, 0],
        "setup": { "expansions": all, "rules": {}, "capabilities": capabilities },
        "replay": messages,
        "test": { "assertions": [] },
    })
}

fn place(id: &str, x: i32, y: i32, turned: &str) -> Value {
    json!(["PLACE_TILE", { "tileId": id, "rotation": turned, "position": [x, y] }])
}

fn deploy(id: &str, location: &str, x: i32, y: i32) -> Value {
    let pointer = json!({ "position": [x, y], "location": location });
    json!(["DEPLOY_MEEPLE", { "pointer": pointer, "meepleId": id }])
}

fn salt() -> Value {
    json!(["COMMIT", { "salt": -4_710_102_453_283_297_961_i64 }])
}

fn pass() -> Vec<Value> {
    vec![json!(["PASS", {}]), salt()]
}

fn with(mut game: Value, claims: &[&str]) -> Value {
    game["test"]["assertions"] = json!(claims);
    game
}

#[test]
fn a_game_of_version_4_is_played_to_its_end() {
    let replay = vec![
        place("BA.LR", 1, 0, "R90"),
        deploy("0.small.1", "CLOISTER", 1, 0),
        salt(),
        place("BA.RRR", -1, 0, "R0"),
        deploy("1.small.1", "E", -1, 0),
        salt(),
        json!(["GAME_OVER", {}]),
    ];
    let game = older(&["BASIC"], &["StandardGame"], &["BA.LR", "BA.RRR", "#END"], replay);
    let claims = ["Ann has 2 points", "Bob has 3 points", "Bob scored road for 3 points"];
    assert_eq!(faults(&with(game.clone(), &claims)), []);
    let (record, _) =
        convert("x.jcz", &game.to_string(), &Library::official()).expect("is converted");
    assert_eq!(record.actions(), 6);
    // It is not over before its time.
    let mut early = game.clone();
    early["annotations"]["tilePack"]["params"]["drawOrder"] = json!(["BA.LR", "BA.RRR"]);
    assert_eq!(codes(&early), ["J0103"]);
    early["annotations"]["tilePack"]["params"]["drawLimit"] = json!(2);
    assert_eq!(faults(&early), []);
    // Ids are told as the file writes them.
    let mut other = game;
    other["annotations"]["tilePack"]["params"]["drawOrder"][0] = json!("BA.X");
    let fault = faults(&other).remove(0);
    assert!(fault.code == "J0011" && fault.what.en.contains("`BA.X`"), "{fault}");
}

#[test]
fn names_that_no_version_has_are_told_by_name() {
    let mut game = older(&["BASIC", "MOON"], &["StandardGame", "Rocket"], &[], Vec::new());
    game["setup"]["rules"] = json!({ "GRAVITY": true, "RANDOM_SEATING_ORDER": true });
    let Err(Broken::Missing(what)) = played(&game) else { panic!("is played") };
    for name in ["MOON", "Rocket", "GRAVITY"] {
        assert!(what.en.contains(name) && what.fr.contains(name), "{what:?}");
    }
    assert!(!what.en.contains("SEATING"), "{what:?}");
    let strange = vec![json!(["LAUNCH", {}])];
    let strange = older(&["BASIC"], &["StandardGame"], &["BA.C"], strange);
    assert_eq!(codes(&strange), ["J0105"]);
    for (key, code) in [("expansions", "J0002"), ("capabilities", "J0002")] {
        let mut without = older(&["BASIC"], &["StandardGame"], &[], Vec::new());
        without["setup"].as_object_mut().expect("an object").remove(key);
        assert_eq!(codes(&without), [code]);
    }
}

#[test]
fn older_names_stand_for_names_of_later_versions() {
    let library = Library::official();
    let all: Vec<Manifest> =
        library.folders().map(|folder| Manifest::read(folder).0.expect("is read")).collect();
    let known = |f: &dyn Fn(&Words) -> bool| all.iter().any(|m| f(&m.jcz));
    let (mut sets, mut capabilities) = (0, 0);
    for manifest in &all {
        let older = &manifest.jcz.older;
        for set in older.sets.values().filter(|set| !set.is_empty()) {
            sets += 1;
            assert!(known(&|w| w.sets.contains_key(set)), "{}: {set}", manifest.id);
        }
        for element in older.capabilities.values().flatten() {
            capabilities += 1;
            assert!(known(&|w| w.elements.contains_key(element)), "{}: {element}", manifest.id);
        }
        let turned =
            older.rules.values().flat_map(|one| [(&one.rule, &one.on), (&one.rule, &one.off)]);
        for (rule, value) in turned.chain(&older.fixed) {
            let knows = |w: &Words| w.rules.get(rule).is_some_and(|r| r.values.contains_key(value));
            assert!(known(&knows), "{}: {rule} = {value}", manifest.id);
        }
        for place in older.places.values() {
            let class = place.split_once(' ').expect("a class and a place").0;
            assert!(!class.contains('|'), "joined where it is read");
            let has = |w: &Words| w.features.values().any(|feature| feature.class == class);
            assert!(known(&has), "{}: {place}", manifest.id);
        }
    }
    assert!(sets > 28 && capabilities > 45, "{sets} {capabilities}");
}

#[test]
fn every_expansion_of_that_age_begins() {
    let library = Library::official();
    let mut tried = 0;
    for folder in library.folders() {
        let older = Manifest::read(folder).0.expect("is read").jcz.older;
        for name in older.sets.keys() {
            let capabilities: Vec<&str> = older.capabilities.keys().map(String::as_str).collect();
            let all = [&["StandardGame"], &capabilities[..]].concat();
            let mut game = older_of(name, &all);
            // Without an order the seed draws.
            game["annotations"] = json!(null);
            let game = with(game, &["Available action TilePlacement"]);
            assert_eq!(faults(&game), [], "{name}");
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

fn older_of(name: &str, capabilities: &[&str]) -> Value {
    older(&["BASIC", name], capabilities, &[], Vec::new())
}

#[test]
fn tiles_at_the_start_lie_where_they_lay() {
    let first = |expansions: &[&str], draw: &str, claim: &str| {
        let game = older(expansions, &["StandardGame"], &[draw], Vec::new());
        assert_eq!(faults(&with(game, &[claim])), [], "{expansions:?}");
    };
    first(&["BASIC"], "BA.Cccc+", "TilePlacement BA/Cccc+ options: [0,-1] - [0,90,180,270]");
    first(&["BASIC", "RIVER"], "R1.IFI", "TilePlacement RI.1/IFI options: [1,0] - [0,180]");
    first(&["BASIC", "RIVER_II"], "R2.III", "Available action TilePlacement for RI.2/III");
    first(&["BASIC", "COUNT"], "BA.L", "Available action TilePlacement for BA/L");
    first(&["BASIC", "WIND_ROSE"], "WR.Rr", "Available action TilePlacement for WR/Rr");
    first(&["BASIC", "CATHARS"], "SI.C", "Available action TilePlacement for SI.CA/C");
    first(&["BASIC", "BESIEGERS"], "BE.RCc", "Available action TilePlacement for SI.BE/RCc");
    first(&["BASIC", "CORN_CIRCLES"], "CC.CR", "Available action TilePlacement for CC.1/CR");
    first(&["BASIC", "CORN_CIRCLES_II"], "C2.CFR", "Available action TilePlacement for CC.2/CFR");
}

#[test]
fn messages_of_version_4_have_their_own_form() {
    // A tower, a figure taken from a place that names no feature, and a flying machine.
    let replay = vec![
        place("TO.F", 0, 1, "R0"),
        deploy("0.small.1", "NL.NR.EL.ER.SL.SR.WL.WR", 0, 1),
        salt(),
        place("BA.C", 0, -1, "R180"),
        json!(["PLACE_TOKEN", {
            "token": "TOWER_PIECE", "pointer": { "position": [0, 1], "location": "TOWER" },
        }]),
        json!(["CAPTURE_FOLLOWER", { "pointer": {
            "position": [0, 1], "location": "NL.NR.EL.ER.SL.SR.WL.WR", "meepleId": "0.small.1",
        } }]),
        salt(),
        place("FL.F.o", 1, 1, "R0"),
        json!(["DEPLOY_FLIER", {
            "pointer": { "position": [1, 1], "location": "FLYING_MACHINE" },
            "meepleId": "0.small.2", "salt": 3,
        }]),
    ];
    let game = older(
        &["BASIC", "TOWER", "FLIER"],
        &["StandardGame", "Tower", "Flier"],
        &["TO.F", "BA.C", "FL.F.o", "BA.L"],
        replay,
    );
    assert_eq!(faults(&game), []);
}

#[test]
fn a_barn_of_version_4_has_an_id_of_the_pigs() {
    let all = "NL.NR.EL.ER.SL.SR.WL.WR";
    let mut replay = vec![place("BA.C", 0, -1, "R180")];
    replay.extend(pass());
    for (x, y) in [(1, -1), (1, -2)] {
        replay.push(place("BA.L", x, y, "R0"));
        replay.extend(pass());
    }
    replay.extend([place("BA.C", 0, -2, "R0"), deploy("1.pig.1", all, 1, -1)]);
    let game = older(
        &["BASIC", "ABBEY_AND_MAYOR"],
        &["StandardGame", "Barn"],
        &["BA.C", "BA.L", "BA.L", "BA.C"],
        replay,
    );
    assert_eq!(faults(&with(game, &["Phase is CommitActionPhase"])), []);
}

#[test]
fn a_shepherd_of_version_4_takes_his_token_without_a_message() {
    let replay = vec![
        place("BA.L", 0, 1, "R0"),
        deploy("0.shepherd.1", "NL.NR.EL.ER.SL.SR.WL.WR", 0, 1),
        salt(),
    ];
    let game = older(
        &["BASIC", "HILLS_AND_SHEEP"],
        &["StandardGame", "Sheep", "Hill", "Vineyard"],
        &["BA.L", "BA.C"],
        replay,
    );
    assert_eq!(faults(&with(game, &["Phase is TilePhase"])), []);
}

#[test]
fn no_value_in_an_older_file_does_harm() {
    let mut replay =
        vec![place("BA.LR", 1, 0, "R90"), deploy("0.small.1", "CLOISTER", 1, 0), salt()];
    replay.extend([place("BA.RRR", -1, 0, "R0")]);
    replay.extend(pass());
    let good = older(&["BASIC"], &["StandardGame"], &["BA.LR", "BA.RRR", "#END"], replay);
    let mut all = Vec::new();
    paths(&good, String::new(), &mut all);
    let library = Library::official();
    for path in all {
        for odd in [json!(null), json!(-1), json!(1.5), json!("é"), json!({ "location": [{}] })] {
            let mut bad = good.clone();
            *bad.pointer_mut(&path).expect("is there") = odd;
            if let Err(Broken::Faults(faults)) = play("x.jcz", &bad.to_string(), &library) {
                assert!(!faults.is_empty(), "{path}");
            }
        }
    }
}
