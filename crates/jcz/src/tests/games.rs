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
        "one-spring",
        "other-bank",
        "pig-left-alone",
        "points-for-a-shrine",
        "ransom-to-its-holder",
        "river-of-a-pig-herd",
        "shepherd-before-the-phantom",
        "towers-as-paint",
        "tunnel-after-a-pass",
        "tunnel-beside-the-phantom",
        "volcano-as-paint",
    ];
    for name in all {
        assert_eq!(faults(&text(name)), [], "{name}");
    }
}

#[test]
fn conventions_of_the_other_engine_are_named() {
    for (id, code) in [
        ("abbot-in-second-part", "J0103"),
        ("builder-on-complete", "J0110"),
        ("inn-at-junction", "J0110"),
        ("one-builder-per-feature", "J0110"),
        ("ransom-after-action", "J0110"),
        ("ransom-out-of-turn", "J0103"),
        ("river-look-ahead", "J0110"),
        ("tower-beside-dragon", "J0101"),
    ] {
        let faults = faults(&text(&format!("convention-{id}")));
        let named: Vec<&Fault> = faults.iter().filter(|fault| fault.code == "J0113").collect();
        let [named] = named[..] else { panic!("{id}: {faults:?}") };
        let name = format!("`{id}`");
        assert!(named.what.en.contains(&name) && named.what.fr.contains(&name), "{named}");
        assert!(named.severity == bastide_core::Severity::Warning && named.span.is_some());
        assert!(faults.iter().any(|fault| fault.code == code), "{id}: {faults:?}");
    }
    // A tile that lies on the table is enough.
    let mut lake = game("volcano-as-paint");
    lake["test"]["assertions"] = json!(["Ann has 7 points"]);
    let faults = |game: &Value| faults(&game.to_string());
    assert!(faults(&lake).iter().any(|fault| fault.what.en.contains("`volcano-lake`")));
    // A record says nothing of it: who converts the game is told.
    let volcano = game("volcano-as-paint").to_string();
    let (_, met) = convert("x.jcz", &volcano, &Library::official()).expect("is converted");
    assert!(met.len() == 1 && met[0].what.en.contains("`volcano-lake`"), "{met:?}");
    // A game that fails for another reason names none.
    let mut wrong = game("other-bank");
    wrong["test"]["assertions"][0] = json!("Ann has 7 points");
    let codes: Vec<String> = faults(&wrong).into_iter().map(|f| f.code).collect();
    assert_eq!(codes, ["J0110"]);
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
fn a_message_of_whoever_is_not_asked_is_refused() {
    let mut other = game("other-bank");
    other["replay"][1]["player"] = json!(1);
    let fault = faults(&other.to_string()).remove(0);
    assert_eq!(fault.code, "J0107");
    assert!(fault.what.en.contains("lets Bob act, but it is Ann"), "{fault}");
}

#[test]
fn too_many_players_are_no_fault_of_the_file() {
    let mut six = game("other-bank");
    let players: Vec<Value> = (1..=6).map(|n| json!({ "name": format!("P{n}") })).collect();
    six["players"] = json!(players);
    let Err(Broken::Missing(what)) = play("x.jcz", &six.to_string(), &Library::official()) else {
        panic!("is played")
    };
    assert!(what.en.contains("6 players") && what.fr.contains("6 joueurs"), "{what:?}");
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
        let has = |rule: &String| manifest.rules.iter().any(|r| r.id == *rule);
        for one in &manifest.jcz.conventions {
            found += 1;
            assert!(book.contains(&format!("| `{}` |", one.id)), "{}", one.id);
            assert!(!one.text.en.is_empty() && !one.text.fr.is_empty(), "{}", one.id);
            let all = &manifest.everything;
            assert!(one.refused.iter().all(has), "{}", one.id);
            assert!(one.verb.iter().all(|v| all.verbs.iter().any(|verb| verb.name == *v)));
            assert!(one.figure.iter().all(|f| all.figures.iter().any(|known| known.name == *f)));
        }
    }
    assert_eq!(found, 9);
}
