//! A figure where four tiles meet, start tiles of other sets, and tiles by an id of long ago.

use super::*;

#[test]
fn an_obelisk_is_named_by_the_tile_south_east_of_its_corner() {
    let all = "NL.NR.EL.ER.SL.SR.WL.WR";
    let replay = |corner: Value| {
        vec![
            tile("BA/C", 0, -1, "R180"),
            json!(["PASS"]),
            commit(),
            tile("BA/L", 1, -1, "R0"),
            json!(["PASS"]),
            commit(),
            tile("BA/L", 1, -2, "R0"),
            json!(["PASS"]),
            commit(),
            tile("BA/C", 0, -2, "R0"),
            corner,
            commit(),
        ]
    };
    let obelisk = |corner: Value, assertions: &[&str]| {
        let draws = ["BA/C", "BA/L", "BA/L", "BA/C"];
        let mut game = game(&draws, Some(4), replay(corner), assertions);
        game["setup"]["elements"]["obelisk"] = json!(1);
        game
    };
    let stands = meeple("1.obelisk.1", "Field", all, 1, -1);
    let scored = ["Bob scored obelisk for 5 points", "Bob has 5 points", "Ann has 0 points"];
    assert_eq!(faults(&obelisk(stands, &scored)), []);
    // At the other corners of that tile no four tiles meet.
    let nowhere = meeple("1.obelisk.1", "Field", all, 1, -2);
    assert!(!codes(&obelisk(nowhere, &[])).is_empty());
}

#[test]
fn a_game_may_begin_with_a_tile_of_another_set() {
    let mut game = game(&[], None, Vec::new(), &["Phase is TilePhase"]);
    game["setup"]["sets"]["wind-roses"] = json!(1);
    game["setup"]["elements"]["wind-rose"] = json!(1);
    game["setup"]["start"] = json!([{ "tile": "WR/CFR", "x": 0, "y": 0, "rotation": 0 }]);
    assert_eq!(faults(&game), []);
}

#[test]
fn an_id_that_no_tile_has_any_more_says_nothing() {
    let mut old = road(&["Ann has 3 points"]);
    old["replay"][0]["payload"]["tileId"] = json!("L.R");
    assert_eq!(faults(&old), []);
    old["replay"][0]["payload"]["tileId"] = json!("BA/C");
    assert_eq!(codes(&old), ["J0102"]);
}
