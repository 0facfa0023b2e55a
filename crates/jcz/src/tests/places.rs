//! Places with two names, what is offered past what may be done at any time, and where the stack ends.

use super::*;

fn pass() -> Vec<Value> {
    vec![json!(["PASS"]), commit()]
}

/// Tiles of two players, one after the other, on each of which nobody stands.
fn placed(tiles: &[(&str, i32, i32, &str)]) -> Vec<Value> {
    let one = |(id, x, y, turned): &(&str, i32, i32, &str)| {
        [vec![tile(id, *x, *y, turned)], pass()].concat()
    };
    tiles.iter().flat_map(one).collect()
}

#[test]
fn a_corner_is_named_by_its_own_segment_of_two_of_a_field() {
    // The road ends in the monastery north of it, so that both of its sides are one field.
    for turned in ["R90", "R270"] {
        let mut replay =
            placed(&[("BA/C", 0, -1, "R180"), ("BA/RFr", 1, -1, turned), ("BA/LR", 1, -2, "R0")]);
        replay.push(tile("BA/C", 0, -2, "R0"));
        replay.push(meeple("1.obelisk.1", "Field", "NL.SR.WL.WR", 1, -1));
        let draws = ["BA/C", "BA/RFr", "BA/LR", "BA/C"];
        let mut game = game(&draws, None, replay, &["Phase is CommitActionPhase"]);
        game["setup"]["elements"]["obelisk"] = json!(1);
        assert_eq!(faults(&game), [], "{turned}");
    }
}

#[test]
fn of_two_cities_at_one_edge_one_is_named_by_its_own_edge() {
    for city in ["W", "SE"] {
        let replay =
            vec![tile("HS/CC!.v", 0, -1, "R180"), meeple("0.small.1", "City", city, 0, -1)];
        let mut game = game(&["HS/CC!.v"], None, replay, &["Phase is CommitActionPhase"]);
        game["setup"]["sets"]["hills-and-sheep:1"] = json!(1);
        assert_eq!(faults(&game), [], "{city}");
        game["replay"].as_array_mut().expect("a list").pop();
        let claim =
            "Meeple SmallFollower options: {City,SE,[0,-1]}; {City,W,[0,-1]}; {Field,NL.NR,[0,-1]}";
        game["test"]["assertions"] = json!([claim]);
        assert_eq!(faults(&game), []);
    }
}

#[test]
fn the_spring_lies_in_the_last_group_of_the_stack() {
    let claim = "Available action TilePlacement for RI/s";
    let mut game = game(&[], None, Vec::new(), &[claim]);
    game["setup"]["sets"]["river/1:1"] = json!(1);
    game["setup"]["elements"]["fishermen"] = json!(true);
    game["initialRandom"] = json!(0.9999);
    assert_eq!(faults(&game), []);
}

/// Ann, whose figure sits in Bob's prison, places one tile after what `draws` say.
fn prisoner(tiles: &[(&str, i32, i32, &str)]) -> Value {
    let mut replay = vec![
        tile("BA/C", 0, -1, "R180"),
        meeple("0.small.1", "City", "S", 0, -1),
        commit(),
        tile("TO/F", 0, 1, "R0"),
        json!(["PASS"]),
        commit(),
        tile("BA/L", 1, 1, "R0"),
        meeple("0.small.1", "Monastery", "I", 1, 1),
        commit(),
        tile("BA/RFr", 1, 0, "R0"),
        json!(["PLACE_TOKEN", {
            "token": "TOWER_PIECE",
            "pointer": { "position": [0, 1], "feature": "Tower", "location": "I" },
        }]),
        json!(["CAPTURE_FOLLOWER", { "pointer": {
            "featurePointer": { "position": [1, 1], "feature": "Monastery", "location": "I" },
            "meepleId": "0.small.1",
        } }]),
        commit(),
    ];
    replay.extend(tiles.iter().map(|(id, x, y, turned)| tile(id, *x, *y, turned)));
    let mut draws = vec!["BA/C", "TO/F", "BA/L", "BA/RFr"];
    draws.extend(tiles.iter().map(|one| one.0));
    let mut game = game(&draws, None, replay, &[]);
    game["setup"]["sets"]["tower:1"] = json!(1);
    game["setup"]["elements"]["tower"] = json!(1);
    game
}

#[test]
fn the_token_of_a_shepherd_comes_before_a_ransom_that_could_be_paid() {
    let mut game = prisoner(&[("BA/L", 2, 1, "R0")]);
    game["setup"]["sets"]["hills-and-sheep:1"] = json!(1);
    game["setup"]["elements"]["shepherd"] = json!(1);
    let all = "NL.NR.EL.ER.SL.SR.WL.WR";
    let shepherd = meeple("0.shepherd.1", "Field", all, 2, 1);
    let message = json!({ "type": shepherd[0], "payload": shepherd[1] });
    game["replay"].as_array_mut().expect("a list").push(message);
    game["test"]["assertions"] =
        json!(["Phase is ShepherdPlacementConfirmPhase", "Player can't pass"]);
    assert_eq!(faults(&game), []);
    let token = json!({ "type": "SHEPHERD_CONFIRM", "payload": { "random": 0.01 } });
    game["replay"].as_array_mut().expect("a list").push(token);
    game["test"]["assertions"] = json!(["Phase is CommitActionPhase"]);
    assert_eq!(faults(&game), []);
    // A message that comes too early says so.
    let early = json!({ "type": "SHEPHERD_CONFIRM", "payload": { "random": 0.01 } });
    game["replay"].as_array_mut().expect("a list").push(early);
    assert!(!codes(&game).is_empty());
}

#[test]
fn an_abbey_is_no_draw() {
    let around = [
        ("BA/LR", 1, 0, "R90"),
        ("BA/L", 1, 1, "R0"),
        ("BA/LR", -1, 0, "R270"),
        ("BA/L", -1, 1, "R0"),
        ("BA/L", 1, 2, "R0"),
        ("BA/L", 0, 2, "R0"),
    ];
    let mut replay = placed(&around);
    replay.push(tile("AM/A", 0, 1, "R0"));
    replay.extend(pass());
    let mut draws: Vec<&str> = around.iter().map(|one| one.0).collect();
    draws.push("BA/C");
    let mut game = game(&draws, Some(7), replay, &["Phase is TilePhase"]);
    game["setup"]["sets"]["abbey-and-mayor:1"] = json!(1);
    game["setup"]["elements"]["abbey"] = json!(1);
    assert_eq!(faults(&game), []);
}

#[test]
fn a_bazaar_needs_a_tile_for_each_player_before_the_stack_ends() {
    for (end, phase) in [(2, "TilePhase"), (3, "BazaarPhase")] {
        let replay = placed(&[("BB/R.bi", 1, 0, "R90")]);
        let claim = format!("Phase is {phase}");
        let draws = ["BB/R.bi", "BA/L", "BA/L"];
        let mut game = game(&draws, Some(end), replay, &[&claim]);
        game["setup"]["sets"]["bridges-castles-and-bazaars:1"] = json!(1);
        game["setup"]["elements"]["bazaar"] = json!(1);
        assert_eq!(faults(&game), [], "{end}");
    }
}

#[test]
fn whoever_a_message_names_the_one_who_is_asked_acts() {
    let mut other = road(&["Ann has 3 points"]);
    other["replay"][1]["player"] = json!(1);
    other["replay"][4]["player"] = json!(0);
    let played = played(&other).expect("is played");
    assert_eq!(played.wrong, []);
    let [told] = &played.told[..] else { panic!("{:?}", played.told) };
    assert!(told.code == "J0114" && told.what.en.contains("messages: 2"), "{told}");
    assert!(told.severity == bastide_core::Severity::Warning && told.span.is_some());
    let converted = convert("x.jcz", &other.to_string(), &Library::official());
    assert_eq!(converted.expect("is converted").1[0].code, "J0114");
}

#[test]
fn sets_of_other_editions_are_known() {
    for (set, drawn) in [
        ("winter", "WI/R"),
        ("under-the-big-top:1", "BT/ffff.ac"),
        ("under-the-big-top:2", "BT/ffff.g.ac"),
    ] {
        let claim = format!("Available action TilePlacement for {drawn}");
        let mut game = game(&[drawn], None, Vec::new(), &[&claim]);
        game["setup"]["sets"][set] = json!(1);
        assert_eq!(faults(&game), [], "{set}");
    }
}
