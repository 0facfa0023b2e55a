//! Files of the other engine, read and refused.

use serde_json::{Value, json};

use super::*;
use bastide::Record;

#[path = "tests/bazaar.rs"]
mod bazaar;
#[path = "tests/count.rs"]
mod count;
#[path = "tests/fair.rs"]
mod fair;
#[path = "tests/obelisk.rs"]
mod obelisk;
#[path = "tests/older.rs"]
mod older;
#[path = "tests/places.rs"]
mod places;

/// A game of two with the tiles of the base game: what is drawn, done, and claimed.
fn game(draws: &[&str], end: Option<usize>, replay: Vec<Value>, assertions: &[&str]) -> Value {
    let messages: Vec<Value> = replay
        .into_iter()
        .map(|m| json!({ "type": m[0], "payload": m.get(1).cloned().unwrap_or(json!({})), "clock": 5 }))
        .collect();
    json!({
        "appVersion": "6.2.0", "gameId": "x", "initialRandom": 0.25, "clock": 9,
        "setup": {
            "sets": { "basic:1": 1 },
            "elements": { "small-follower": 7, "farmers": true },
            "rules": {}, "timer": null,
            "start": [{ "tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0 }],
        },
        "players": [{ "name": "Ann", "slot": 2 }, { "name": "Bob", "slot": 1 }],
        "replay": messages,
        "gameAnnotations": { "drawOrder": draws, "endTurn": end },
        "test": { "description": "A road", "assertions": assertions },
    })
}

fn tile(id: &str, x: i32, y: i32, rotation: &str) -> Value {
    json!(["PLACE_TILE", { "tileId": id, "rotation": rotation, "position": [x, y] }])
}

fn meeple(id: &str, feature: &str, location: &str, x: i32, y: i32) -> Value {
    let pointer = json!({ "position": [x, y], "feature": feature, "location": location });
    json!(["DEPLOY_MEEPLE", { "pointer": pointer, "meepleId": id }])
}

fn commit() -> Value {
    json!(["COMMIT", { "random": 0.5 }])
}

/// Ann claims a road, which Bob completes with a crossing.
fn completed() -> Vec<Value> {
    vec![
        tile("BA/LR", 1, 0, "R90"),
        meeple("0.small.3", "Road", "W", 1, 0),
        commit(),
        tile("BA/RRR", -1, 0, "R0"),
        json!(["PASS"]),
        commit(),
    ]
}

/// Does the same, and ends the game.
fn road(assertions: &[&str]) -> Value {
    game(&["BA/LR", "BA/RRR"], Some(2), completed(), assertions)
}

fn played(game: &Value) -> Result<Played, Broken> {
    let text = serde_json::to_string_pretty(game).expect("is JSON");
    play("x.jcz", &text, &Library::official())
}

fn faults(game: &Value) -> Vec<Fault> {
    match played(game) {
        Ok(played) => played.wrong,
        Err(broken) => broken.faults("x.jcz"),
    }
}

fn codes(game: &Value) -> Vec<String> {
    faults(game).into_iter().map(|f| f.code).collect()
}

#[test]
fn facts_that_hold_hold() {
    let done = played(&road(&[
        "Ann has 3 points",
        "Ann scored road for 3 points",
        "Bob has 0 points.",
        "Phase is GameOverPhase",
        "Player can't pass",
        "Undo is not allowed",
    ]));
    let done = done.expect("is played");
    assert_eq!((done.wrong, done.facts, done.description.as_str()), (Vec::new(), 6, "A road"));
}

#[test]
fn facts_that_do_not_hold_are_told_with_what_there_is() {
    let claims = [
        "Ann has 4 points",
        "Ann scored city for 3 points",
        "Phase is TilePhase",
        "Player can pass",
        "Undo is allowed",
        "Available action Meeple",
        "Ann is happy",
        "Cid has 0 points",
        "Ann has WINE token with count 1",
    ];
    let text = serde_json::to_string_pretty(&road(&claims)).expect("is JSON");
    let done = play("x.jcz", &text, &Library::official()).expect("is played");
    assert_eq!(done.wrong.len(), claims.len(), "{:#?}", done.wrong);
    let first = &done.wrong[0];
    assert_eq!(first.what.en, "`Ann has 4 points` does not hold: expected 4, there is 3");
    let span = first.span.clone().expect("has a place");
    assert_eq!(&text[span], "\"Ann has 4 points\"");
}

#[test]
fn what_is_offered_is_told_as_the_other_engine_tells_it() {
    let replay = vec![tile("BA/LR", 1, 0, "R90")];
    let middle = game(
        &["BA/LR"],
        None,
        replay,
        &[
            "Phase is ActionPhase",
            "Player can pass",
            "Available action Meeple for SmallFollower",
            "Meeple SmallFollower options: {Road,W,[1,0]}; {Monastery,I,[1,0]}; {Field,NL.NR.EL.ER.SL.SR.WL.WR,[1,0]}",
            "Undo is allowed",
        ],
    );
    assert_eq!(faults(&middle), []);
    let begin = game(
        &["BA/Cccc+"],
        None,
        Vec::new(),
        &[
            "Phase is TilePhase",
            "TilePlacement BA/Cccc+ options: [0,-1] - [0,90,180,270]",
            "Undo is not allowed",
        ],
    );
    assert_eq!(faults(&begin), []);
}

#[test]
fn tiles_that_nobody_orders_are_drawn_by_the_number() {
    for (random, first) in [(0.0, "BA/C"), (0.999, "BA/RrC")] {
        let mut begin =
            game(&[], None, Vec::new(), &[&format!("Available action TilePlacement for {first}")]);
        begin["initialRandom"] = json!(random);
        assert_eq!(faults(&begin), [], "{random}");
    }
}

#[test]
fn the_last_action_can_be_taken_back() {
    let replay = vec![
        tile("BA/LR", 1, 0, "R90"),
        meeple("0.small.1", "Monastery", "I", 1, 0),
        json!(["UNDO"]),
        meeple("0.small.1", "Road", "W", 1, 0),
    ];
    let taken = game(&["BA/LR"], None, replay, &["Phase is CommitActionPhase", "Undo is allowed"]);
    assert_eq!(faults(&taken), []);
    let early = game(&["BA/LR"], None, vec![json!(["UNDO"])], &[]);
    assert_eq!(codes(&early), ["J0107"]);
}

#[test]
fn illegal_actions_are_told_with_their_rule() {
    let one =
        |draws: &[&str], replay: Vec<Value>| faults(&game(draws, None, replay, &[])).remove(0);
    let wrong = one(&["BA/C"], vec![tile("BA/C", 5, 5, "R0")]);
    assert!(wrong.code == "J0101" && wrong.what.en.contains("[base.place.adjacent]"), "{wrong}");
    let other = one(&["BA/C"], vec![tile("BA/L", 0, 1, "R0")]);
    assert_eq!(other.code, "J0102");
    let twice =
        one(&["BA/LR"], vec![tile("BA/LR", 1, 0, "R90"), meeple("0.big.1", "Road", "W", 1, 0)]);
    assert_eq!(twice.code, "J0103");
    let nowhere =
        one(&["BA/LR"], vec![tile("BA/LR", 1, 0, "R90"), meeple("0.small.1", "City", "W", 1, 0)]);
    assert_eq!(nowhere.code, "J0104");
    let unknown =
        one(&["BA/LR"], vec![json!(["PLACE_TOKEN", { "token": "GOLD", "pointer": [0, 0] }])]);
    assert_eq!(unknown.code, "J0105");
    for early in ["COMMIT", "PASS"] {
        assert_eq!(one(&["BA/LR"], vec![json!([early])]).code, "J0103");
    }
    assert_eq!(one(&["BA/X"], Vec::new()).code, "J0011");
    assert_eq!(
        one(
            &["BA/Cccc+", "BA/Cccc+"],
            vec![tile("BA/Cccc+", 0, -1, "R0"), json!(["PASS"]), commit()]
        )
        .code,
        "J0106"
    );
}

#[test]
fn what_is_not_known_here_is_named() {
    let mut strange = road(&[]);
    strange["setup"]["sets"]["moon:1"] = json!(1);
    strange["setup"]["elements"]["rocket"] = json!(true);
    strange["setup"]["rules"]["gravity"] = json!("low");
    let Err(Broken::Missing(what)) = played(&strange) else { panic!("is played") };
    for name in ["moon:1", "rocket", "gravity"] {
        assert!(what.en.contains(name) && what.fr.contains(name), "{what:?}");
    }
}

#[test]
fn elements_without_their_tiles_and_tiles_without_their_elements() {
    let mut plain = road(&["Ann has 3 points"]);
    plain["setup"]["sets"]["inns-and-cathedrals:1"] = json!(1);
    assert_eq!(faults(&plain), []);
    let mut big = road(&["Bob has 0 points"]);
    big["setup"]["elements"]["big-follower"] = json!(1);
    big["replay"][1]["payload"]["meepleId"] = json!("0.big.1");
    assert_eq!(faults(&big), []);
}

#[test]
fn converting_ends_when_it_is_not_to_go_on() {
    let (text, library) = (road(&["Ann has 3 points"]).to_string(), Library::official());
    let mut asked = 0;
    let mut most = usize::MAX;
    let within = |most: usize, asked: &mut usize| {
        *asked = 0;
        convert_while("x.jcz", &text, &library, || {
            *asked += 1;
            *asked <= most
        })
    };
    assert!(within(most, &mut asked).is_ok());
    most = asked;
    assert!(most > 4, "it is asked before every action, of playing and of writing: {most}");
    for fewer in 0..most {
        let broken = within(fewer, &mut asked).expect_err("no time");
        assert_eq!((&*broken.faults("x.jcz")[0].code, asked), ("J0122", fewer + 1));
    }
}

#[test]
fn a_converted_game_is_verified_and_has_the_same_points() {
    let text = road(&["Ann has 3 points"]).to_string();
    let library = Library::official();
    let (record, met) = convert("x.jcz", &text, &library).expect("is converted");
    assert_eq!(met, []);
    let record = record.to_string();
    let read = Record::parse("x.bastide", &record).expect("is read");
    let done = read.verify(&library).expect("holds");
    assert!(done.over, "{record}");
    assert_eq!(done.points, [3, 0]);
    let mut alone = road(&[]);
    alone["players"] = json!([{ "name": "Ann" }]);
    let (record, _) = convert("x.jcz", &alone.to_string(), &library).expect("is converted");
    let read = Record::parse("x.bastide", &record.to_string()).expect("is read");
    assert_eq!(read.verify(&library).expect("holds").points, [3]);
    let mut elsewhere = road(&[]);
    elsewhere["setup"]["start"][0]["rotation"] = json!(180);
    elsewhere["replay"] = json!([]);
    let broken =
        convert("x.jcz", &elsewhere.to_string(), &library).expect_err("no record says that");
    assert_eq!(broken.faults("x.jcz")[0].code, "J0120");
}

/// Every path to a value of a JSON text.
fn paths(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, inner) in entries {
                paths(inner, format!("{at}/{key}"), out);
            }
        }
        Value::Array(members) => {
            for (i, inner) in members.iter().enumerate() {
                paths(inner, format!("{at}/{i}"), out);
            }
        }
        _ => {}
    }
    out.push(at);
}

#[test]
fn no_value_in_a_file_does_harm() {
    let good = road(&["Ann has 3 points"]);
    let mut all = Vec::new();
    paths(&good, String::new(), &mut all);
    let library = Library::official();
    for path in all {
        for odd in [json!(null), json!(-1), json!("é"), json!([[{}]])] {
            let mut bad = good.clone();
            *bad.pointer_mut(&path).expect("is there") = odd;
            match play("x.jcz", &bad.to_string(), &library) {
                Ok(_) | Err(Broken::Missing(_)) => {}
                Err(Broken::Faults(faults)) => {
                    assert!(
                        !faults.is_empty() && faults.iter().all(|f| !f.file.is_empty()),
                        "{path}: {faults:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn cut_off_files_give_a_place() {
    let text = road(&["Ann has 3 points"]).to_string();
    for end in 0..text.len() {
        let Err(Broken::Faults(faults)) = play("x.jcz", &text[..end], &Library::default()) else {
            panic!("half a file is played");
        };
        assert_eq!((faults[0].code.as_str(), faults[0].file.as_str()), ("J0001", "x.jcz"));
    }
}

#[test]
fn names_of_the_official_expansions_mean_something() {
    let library = Library::official();
    for folder in library.folders() {
        let (manifest, faults) = bastide_content::Manifest::read(folder);
        let manifest = manifest.unwrap_or_else(|| panic!("{faults:?}"));
        let (words, all, id) = (&manifest.jcz, &manifest.everything, &manifest.id);
        let option =
            |name: &str| manifest.option(name).unwrap_or_else(|| panic!("{id}: no option {name}"));
        let fits = |name: &str, value: &bastide_core::decl::Value| {
            use bastide_content::manifest::Domain;
            use bastide_core::decl::Value;
            let fits = match (&option(name).domain, value) {
                (Domain::Switch, Value::Bool(_)) => true,
                (Domain::Words(words), Value::Text(word)) => words.contains(word),
                (Domain::Range(low, high), Value::Int(n)) => (low..=high).contains(&n),
                _ => false,
            };
            assert!(fits, "{id}: {name} = {value:?}");
        };
        for element in words.elements.values() {
            for value in element.on.iter().chain(&element.off) {
                fits(element.option.as_ref().expect("with an option"), value);
            }
            if let Some(name) = &element.option {
                option(name);
            }
        }
        for switch in words.rules.values() {
            switch.values.values().for_each(|value| fits(&switch.option, value));
            assert!(switch.values.contains_key(&switch.default), "{id}: {}", switch.default);
            assert!(switch.element.as_ref().is_none_or(|e| words.elements.contains_key(e)));
        }
        words.options.iter().for_each(|(name, value)| fits(name, value));
        let on = bastide_core::decl::Value::Bool(true);
        words.seats.keys().chain(&words.alone).for_each(|name| fits(name, &on));
        let sets = words.sets.values().all(|set| library.set(id, set).is_some());
        let kinds = words.features.keys().all(|k| all.features.iter().any(|f| f.name == *k));
        let figures = words.figures.keys().all(|k| all.figures.iter().any(|f| f.name == *k));
        let tokens = words.tokens.keys().all(|k| all.tokens.iter().any(|f| f.name == *k));
        let groups = words.groups.keys().all(|k| all.groups.iter().any(|f| f.name == *k));
        let verbs = words.verbs.keys().all(|k| all.verbs.iter().any(|f| f.name == *k));
        let own = |k: &String| all.steps.iter().any(|f| f.name == *k);
        let steps = words.phases.keys().all(|k| own(k) || id == bastide_content::config::BASE);
        let begins = |k: &String| {
            manifest.rules.iter().any(|r| r.id == *k || r.id.starts_with(&format!("{k}.")))
        };
        let events = words.events.keys().all(begins);
        let tags = words.tags.keys().all(|k| all.tags.iter().any(|f| f.name == *k));
        let found = [sets, kinds, figures, tokens, groups, verbs, steps, events, tags];
        assert_eq!(found, [true; 9], "{id}");
    }
}
