//! Small games of the other engine, one for each thing that could be read wrongly.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;

fn text(name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/jcz-games");
    fs::read_to_string(root.join(format!("{name}.jcz"))).expect("is there")
}

fn game(name: &str) -> Value {
    serde_json::from_str(&text(name)).expect("is JSON")
}

fn faults(game: &str) -> Vec<Fault> {
    match play("x.jcz", game, &Library::official()) {
        Ok(played) => played.wrong,
        Err(broken) => broken.faults("x.jcz"),
    }
}

#[test]
fn games_that_could_be_read_wrongly_hold() {
    let all = [
        "abbey-at-the-end",
        "abbey-kept-back",
        "abbey-turned",
        "abbot-in-second-part",
        "acrobats-are-ordinary",
        "big-top-moves",
        "black-tower",
        "bridge-comes-with-the-tile",
        "bridge-is-counted",
        "caught-in-ones-own-turn",
        "crop-circle-takes-home",
        "dragon-on-tower",
        "ferry-between-two-roads",
        "ferry-is-turned",
        "ferry-out-of-reach",
        "ferry-stays",
        "inn-at-one-road",
        "no-builder-on-complete",
        "one-builder-in-a-city",
        "one-spring",
        "other-bank",
        "pig-left-alone",
        "points-for-a-shrine",
        "ransom-after-a-pass",
        "ransom-of-who-moves-the-dragon",
        "ransom-to-its-holder",
        "river-looks-ahead",
        "river-of-a-pig-herd",
        "shepherd-before-the-phantom",
        "shrines-of-the-heretics",
        "spring-of-a-quarterly",
        "tower-beside-dragon",
        "towers-as-paint",
        "tunnel-after-a-pass",
        "tunnel-beside-the-phantom",
        "two-tiles-of-a-magazine",
        "volcano-as-paint",
    ];
    for name in all {
        assert_eq!(faults(&text(name)), [], "{name}");
    }
}

/// A game with other messages behind its own, and what it claims then.
fn on(name: &str, messages: &[Value], claims: &[&str]) -> String {
    let mut game = game(name);
    game["replay"].as_array_mut().expect("a list").extend(messages.iter().cloned());
    game["test"]["assertions"] = json!(claims);
    game.to_string()
}

fn message(kind: &str, player: u8, payload: &Value) -> Value {
    json!({ "type": kind, "payload": payload, "player": player })
}

#[test]
fn conventions_of_the_other_engine_are_named() {
    let faults_of = |game: &Value| faults(&game.to_string());
    let told = faults(&text("convention-ransom-after-action"));
    let named: Vec<&Fault> = told.iter().filter(|fault| fault.code == "J0113").collect();
    let [named] = named[..] else { panic!("{told:?}") };
    let name = "`ransom-after-action`";
    assert!(named.what.en.contains(name) && named.what.fr.contains(name), "{named}");
    assert!(named.severity == bastide_core::Severity::Warning && named.span.is_some());
    assert!(told.iter().any(|fault| fault.code == "J0110"), "{told:?}");
    // The record does not mention it; the command reports it.
    let ransom = text("convention-ransom-after-action");
    let (_, met) = convert("x.jcz", &ransom, &Library::official()).expect("is converted");
    assert!(met.len() == 1 && met[0].what.en.contains(name), "{met:?}");
    // A game that fails for another reason names none.
    let mut wrong = game("other-bank");
    wrong["test"]["assertions"][0] = json!("Ann has 7 points");
    let codes: Vec<String> = faults_of(&wrong).into_iter().map(|f| f.code).collect();
    assert_eq!(codes, ["J0110"]);
}

#[test]
fn a_ransom_after_a_pass_opens_one_action() {
    let deploy = |player: u8, at: [i16; 2], location: &str| {
        let pointer = json!({ "position": at, "feature": "Road", "location": location });
        message("DEPLOY_MEEPLE", player, &json!({ "pointer": pointer, "meepleId": "0.small.1" }))
    };
    let commit = message("COMMIT", 0, &json!({ "random": 0.5 }));
    let next =
        ["phase is TilePhase", "Ann has 1 points", "Available action TilePlacement for BA/L"];
    let acted = [deploy(0, [2, 0], "WE"), commit.clone()];
    assert_eq!(faults(&on("ransom-after-a-pass", &acted, &next)), []);
    // Older versions stay at the confirmation, where nothing is left to do.
    assert_eq!(faults(&on("ransom-after-a-pass", std::slice::from_ref(&commit), &next)), []);
    let passed = [message("PASS", 0, &json!({})), commit];
    assert_eq!(faults(&on("ransom-after-a-pass", &passed, &next)), []);
    let back = [message("UNDO", 0, &json!({}))];
    let before = ["phase is CommitActionPhase", "Ann has 4 points", "Undo is allowed"];
    assert_eq!(faults(&on("ransom-after-a-pass", &back, &before)), []);
    // The pass is no part of the record.
    let ransom = on("ransom-after-a-pass", &acted, &next);
    let (record, met) = convert("x.jcz", &ransom, &Library::official()).expect("is converted");
    let record = record.to_string();
    assert_eq!(met, []);
    let last = record.split("the-tower/ransom").nth(1).expect("is paid");
    assert!(last.trim_start().starts_with("meeple:1@2") && last.contains("deploy"), "{record}");
}

#[test]
fn either_message_of_a_version_brings_a_number_of_chance() {
    let pass = message("PASS", 0, &json!({}));
    let waits = on(
        "shepherd-before-the-phantom",
        std::slice::from_ref(&pass),
        &["phase is ShepherdPlacementConfirmPhase"],
    );
    assert_eq!(faults(&waits), []);
    for (kind, code) in
        [("SHEPHERD_CONFIRM", ""), ("SHEPHERD_CONFIRMED", ""), ("TILE_CONFIRM", "J0103")]
    {
        let drawn = [pass.clone(), message(kind, 0, &json!({ "random": 0.5 }))];
        let game = on("shepherd-before-the-phantom", &drawn, &["phase is CommitActionPhase"]);
        let told = faults(&game);
        assert_eq!(told.first().map_or("", |fault| &fault.code), code, "{kind}: {told:?}");
    }
}

#[test]
fn the_lake_with_the_dragon_is_no_reason_for_another_tile() {
    let mut lake = game("volcano-as-paint");
    lake["setup"]["sets"]["princess-and-dragon:1"] = json!(1);
    lake["setup"]["elements"]["dragon"] = json!(true);
    let order = lake["gameAnnotations"]["drawOrder"].as_array_mut().expect("a list");
    order.extend([json!("RI.2/I.v"), json!("BA/L")]);
    let messages = lake["replay"].as_array_mut().expect("a list");
    messages.push(message("COMMIT", 4, &json!({ "random": 0.5 })));
    let place = json!({ "tileId": "BA/L", "rotation": "R0", "position": [-1, -4] });
    messages.push(message("PLACE_TILE", 5, &place));
    lake["test"]["assertions"] = json!(["phase is ActionPhase"]);
    assert_eq!(faults(&lake.to_string()), []);
}

#[test]
fn an_offered_place_has_the_names_of_all_its_segments() {
    let mut before = game("other-bank");
    before["replay"].as_array_mut().expect("a list").truncate(1);
    let both = "Meeple SmallFollower options: {Field,NL.NR.EL.WR,[1,0]}; {Field,ER.SL.SR.WL,[1,0]}";
    before["test"]["assertions"] = json!([both]);
    assert_eq!(faults(&before.to_string()), []);
    let one = "Meeple SmallFollower options: {Field,NL.NR.EL.WR,[1,0]}";
    before["test"]["assertions"] = json!([one]);
    assert_eq!(faults(&before.to_string())[0].code, "J0110");
}

#[test]
fn nobody_is_paid_by_guess() {
    let mut unnamed = game("ransom-to-its-holder");
    let messages = unnamed["replay"].as_array_mut().expect("a list");
    let last = messages.last_mut().expect("a message");
    assert_eq!(last["type"], "PAY_RANSOM");
    last["payload"]["meepleId"] = json!("0.small.7");
    let fault = faults(&unnamed.to_string()).remove(0);
    assert_eq!(fault.code, "J0109", "{fault}");
}

#[test]
fn too_many_players_are_no_fault_of_the_file() {
    let of = |n: usize| {
        let mut game = game("other-bank");
        let players: Vec<Value> = (1..=n).map(|n| json!({ "name": format!("P{n}") })).collect();
        game["players"] = json!(players);
        game["test"]["assertions"] = json!(["P1 has 0 points", "phase is CommitActionPhase"]);
        game.to_string()
    };
    assert_eq!(faults(&of(6)), [], "the base game seats six by option");
    let Err(Broken::Missing(what)) = play("x.jcz", &of(7), &Library::official()) else {
        panic!("is played")
    };
    assert!(what.en.contains("7 players") && what.fr.contains("7 joueurs"), "{what:?}");
}

#[test]
fn a_rule_of_older_versions_takes_the_herd_from_a_tile() {
    let herd = |rule: Option<&str>| {
        let mut game = game("river-of-a-pig-herd");
        game["players"] = json!([{ "name": "Ann" }, { "name": "Bob" }]);
        game["setup"]["sets"] = json!({ "basic:1": 1, "gq11": 1 });
        game["setup"]["start"] = json!([{ "tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0 }]);
        game["gameAnnotations"] = json!({ "drawOrder": ["BA/C", "GQ/F"], "endTurn": 2 });
        if let Some(rule) = rule {
            game["setup"]["rules"]["gq11-pig-herd"] = json!(rule);
        }
        game["test"]["assertions"] = json!(["phase is TilePhase"]);
        let (_, table) = set("x.jcz", &game.to_string(), &Library::official()).expect("is set");
        let types = &table.rules.ruleset.types;
        let tile = types.iter().find(|t| t.decl.id == "gq11/ffff-pig-herd").expect("is in play");
        !tile.decl.segments[0].tags.is_empty()
    };
    assert_eq!([None, Some("pig"), Some("nothing")].map(herd), [true, true, false]);
}

#[test]
fn of_two_springs_the_one_that_does_not_lie_there_is_in_no_game() {
    for (lies, drawn) in [("GQ/RFI", "RI/s"), ("RI/s", "GQ/RFI")] {
        let mut spring = game("spring-of-a-quarterly");
        spring["setup"]["start"][0]["tile"] = json!(lies);
        spring["gameAnnotations"]["drawOrder"] = json!([drawn]);
        assert_eq!(faults(&spring.to_string())[0].code, "J0106", "{drawn}");
    }
}

#[test]
fn a_tile_of_a_zone_whose_set_the_game_lacks_is_named() {
    let spare = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/contract/spare");
    let mut library = Library::official();
    library.folder_at("spare", &spare).expect("is read");
    let mut game = game("other-bank");
    game["setup"]["elements"]["spare-tile"] = json!(true);
    let Err(Broken::Missing(what)) = play("x.jcz", &game.to_string(), &library) else {
        panic!("is played")
    };
    assert!(what.en.contains("tile `spare/green` of the zone `spare`"), "{what:?}");
    assert!(what.fr.contains("tuile `spare/green` de la zone `spare`"), "{what:?}");
    // With its set the tile is there, and the game goes another way at the first question.
    game["setup"]["sets"]["spare:1"] = json!(1);
    let played = play("x.jcz", &game.to_string(), &library);
    assert!(!matches!(played, Err(Broken::Missing(_))), "the set is known");
}

#[test]
fn every_convention_has_its_row_in_the_book() {
    let book = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/jcz.md");
    let book = fs::read_to_string(book).expect("is there");
    let library = Library::official();
    let mut found = 0;
    for folder in library.folders() {
        let manifest = bastide_content::Manifest::read(folder).0.expect("is read");
        for one in &manifest.jcz.conventions {
            found += 1;
            assert!(book.contains(&format!("| `{}` |", one.id)), "{}", one.id);
            assert!(!one.text.en.is_empty() && !one.text.fr.is_empty(), "{}", one.id);
            let all = &manifest.everything;
            assert!(all.verbs.iter().any(|verb| verb.name == one.verb), "{}", one.id);
        }
    }
    assert_eq!(found, 1);
}

#[test]
fn every_option_of_the_book_is_set_in_imported_games() {
    let book = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/jcz.md");
    let book = fs::read_to_string(book).expect("is there");
    let rows = book.split_once("| there | option | rule |").expect("a table").1;
    let rows = rows.split("\n\n").next().expect("rows").lines().skip(2);
    let library = Library::official();
    let mut found = 0;
    for row in rows {
        let words: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        let [option, rules @ ..] = &words[..] else { panic!("{row}") };
        let (id, option) = option.split_once('.').expect("an expansion and its option");
        let folder = library.folders().find(|folder| folder.id == id).expect(id);
        let manifest = bastide_content::Manifest::read(folder).0.expect("is read");
        assert!(manifest.jcz.options.contains_key(option), "{row}");
        assert!(
            !rules.is_empty() && rules.iter().all(|id| manifest.rules.iter().any(|r| r.id == **id)),
            "{row}"
        );
        found += 1;
    }
    assert_eq!(found, 14);
}
