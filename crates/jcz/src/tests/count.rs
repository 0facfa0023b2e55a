//! Into the City of Carcassonne, with the count, and out again.

use super::*;

/// The City as that engine lays it out.
fn city() -> Value {
    let tile = |n: i32| {
        let (x, y) = ((n - 1) % 4 - 2, (n - 1) / 4 - 1);
        json!({ "tile": format!("CO/{n}"), "x": x, "y": y, "rotation": 0 })
    };
    (1..=12).map(tile).collect()
}

fn count(replay: Vec<Value>, rules: &Value, assertions: &[&str]) -> Value {
    let draws = ["BA/C", "BA/C", "BA/C", "BA/C", "BA/LR"];
    let mut game = game(&draws, None, replay, assertions);
    game["setup"]["sets"]["count"] = json!(1);
    game["setup"]["elements"]["count"] = json!(1);
    game["setup"]["rules"] = rules.clone();
    game["setup"]["start"] = city();
    game
}

fn quarter(name: &str) -> Value {
    json!({ "position": [0, 0], "feature": "Quarter", "location": format!("QUARTER_{name}") })
}

fn enters(id: &str, name: &str) -> Value {
    json!(["DEPLOY_MEEPLE", { "pointer": quarter(name), "meepleId": id }])
}

fn moves(name: &str) -> Value {
    json!(["MOVE_NEUTRAL_FIGURE", { "figureId": "count.1", "to": quarter(name) }])
}

/// Bob closes a city of Ann's and enters the castle; Ann begins another, which he closes too.
fn twice() -> Vec<Value> {
    vec![
        tile("BA/C", 2, 0, "R0"),
        meeple("0.small.1", "City", "N", 2, 0),
        commit(),
        tile("BA/C", 2, -1, "R180"),
        json!(["PASS"]),
        commit(),
        enters("1.small.4", "CASTLE"),
        moves("MARKET"),
        tile("BA/C", 3, 0, "R0"),
        meeple("0.small.1", "City", "N", 3, 0),
        commit(),
        tile("BA/C", 3, -1, "R180"),
        json!(["PASS"]),
        commit(),
    ]
}

#[test]
fn who_makes_others_score_enters_the_city_and_leaves_it_for_one_that_is_completed() {
    let asked = &["Phase is CocFollowerPhase", "Player can pass", "Ann has 4 points"];
    assert_eq!(faults(&count(twice()[..6].to_vec(), &json!({}), asked)), []);
    let asked = &["Phase is CocCountPhase", "Player can pass", "Available action NeutralFigure"];
    assert_eq!(faults(&count(twice()[..7].to_vec(), &json!({}), asked)), []);
    let both = "Meeple SmallFollower options: {City,N,[3,0]},{City,S,[3,-1]}";
    let asked = &["Phase is CocScoringPhase", "Player can pass", both];
    assert_eq!(faults(&count(twice(), &json!({}), asked)), []);
    // He may name any part of the city, confirms when nothing else can leave, and shares in it.
    for (x, y, location) in [(3, 0, "N"), (3, -1, "S")] {
        let mut replay = twice();
        replay.push(meeple("1.small.4", "City", location, x, y));
        let waits = &["Phase is CocScoringPhase", "Player can't pass"];
        assert_eq!(faults(&count(replay.clone(), &json!({}), waits)), []);
        replay.push(commit());
        let scored = &["Ann has 8 points", "Bob has 4 points", "Phase is TilePhase"];
        assert_eq!(faults(&count(replay, &json!({}), scored)), []);
    }
    // A player who stays confirms nothing; Bob made others score again.
    let mut replay = twice();
    replay.push(json!(["PASS"]));
    let stays = &["Ann has 8 points", "Bob has 0 points", "Phase is CocFollowerPhase"];
    assert_eq!(faults(&count(replay, &json!({}), stays)), []);
}

#[test]
fn the_count_bars_his_quarter_and_follows_where_the_rule_says_so() {
    let mut follows = twice();
    follows.remove(7);
    let rules = json!({ "count-move": "follow-meeple" });
    // He is where Bob is, so that nobody leaves.
    let barred = &["Ann has 8 points", "Bob has 0 points", "Phase is CocFollowerPhase"];
    assert_eq!(faults(&count(follows.clone(), &rules, barred)), []);
    follows.push(meeple("1.small.4", "City", "N", 3, 0));
    assert_eq!(codes(&count(follows, &rules, &[])), ["J0101"]);
    let mut again = twice();
    again[7] = moves("CASTLE");
    assert_eq!(codes(&count(again, &json!({}), &[])), ["J0103"]);
}
