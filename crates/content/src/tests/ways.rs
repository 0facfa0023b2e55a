//! Ways out that only the library knows.

use bastide_core::Words;

use crate::{Config, Library, Setup};

/// The one fault of a config, and its help.
fn fault(text: &str) -> (String, Words) {
    let library = Library::official();
    let read = Config::parse_for("test.toml", text, &library);
    let faults = match read {
        Ok(config) => Setup::load(&config, &library).expect_err("it has a fault"),
        Err(faults) => faults,
    };
    assert_eq!(faults.len(), 1, "{faults:?}");
    (faults[0].what.en.clone(), faults[0].help.clone().expect("a way out"))
}

#[test]
fn too_many_players_are_told_what_lets_them_play() {
    let (what, help) = fault("players = 6\n");
    assert_eq!(what, "6 players, but the game is for 2 to 5");
    assert!(help.en.contains("`inns-and-cathedrals = true` below `[expansions]`"), "{help:?}");
    let off = "players = 6\n[expansions]\ninns-and-cathedrals = { sixth-player = false }\n";
    let (_, help) = fault(off);
    assert!(help.en.starts_with("leave `sixth-player` out of the table of"), "{help:?}");
    let (_, help) = fault("players = 9\n");
    assert!(help.en.contains("no expansion is for more than 6"), "{help:?}");
    let (_, help) = fault("players = 7\n");
    assert!(help.en.contains("no expansion is for more than 6"), "{help:?}");
    let (_, help) = fault("players = 7\n[expansions]\ninns-and-cathedrals = true\n");
    assert!(help.fr.contains("aucune extension n'en admet plus de 6"), "{help:?}");
}

#[test]
fn one_player_is_told_how_to_play_alone() {
    let (what, help) = fault("players = 1\n");
    assert_eq!(what, "1 player, but the game is for 2 to 5");
    assert_eq!(help.en, "write `solo = true` in a table `[expansions.base]`");
}

#[test]
fn too_few_players_are_told_who_asks_for_more() {
    let manifest = |min: u8| {
        format!(
            "id = \"three\"\nshort = \"three\"\nversion = \"1.0.0\"\napi = 2\nname = {{ en = \"Three\", fr = \"Trois\" }}\n[players]\nmin = {min}\nmax = 5\n"
        )
    };
    let told = |config: &str| {
        let manifest = manifest(3);
        let library = Library::official().with([("expansions/three/expansion.toml", &*manifest)]);
        let config = Config::parse("test.toml", config).expect("is read");
        let faults = Setup::load(&config, &library).expect_err("too few");
        assert_eq!(faults.len(), 1, "{faults:?}");
        faults[0].help.clone().expect("a way out").en
    };
    let help = told("players = 2\n[expansions]\nthree = true\n");
    assert_eq!(help, "add players, or play without `three`");
    assert_eq!(told("players = 1\n[expansions]\nthree = true\n"), "add players");
    let folder = |min| {
        let text = manifest(min);
        let library = Library::default().with([("expansions/three/expansion.toml", &*text)]);
        let faults = crate::config::Manifests::of(&library).faults("three").to_vec();
        faults.into_iter().map(|fault| fault.code).collect::<Vec<_>>()
    };
    assert_eq!((folder(5), folder(6)), (vec![], vec!["M0158".to_owned()]));
}

#[test]
fn without_a_tile_to_draw_there_is_no_game() {
    for tiles in ["base = { copies = 0 }\n\"base/D\" = 1", "base = { copies = 0 }"] {
        let (what, _) = fault(&format!("players = 2\n[tiles]\n{tiles}\n"));
        assert_eq!(what, "there is no tile to draw in this game", "{tiles}");
    }
}

/// Messages about a config point at the line to change.
#[test]
fn the_place_is_the_line_of_the_config() {
    for (lines, code, at) in [
        ("[tiles]\nbase = false", "T0403", "base"),
        ("[tiles]\n\"base/D\" = 0", "C0116", "\"base/D\""),
        ("[expansions]\nbase = { figures = { meeple = 33 } }", "C0007", "33"),
    ] {
        let text = format!("players = 2\n{lines}\n");
        let library = Library::official();
        let config = Config::parse("test.toml", &text);
        let faults = config.and_then(|c| Setup::load(&c, &library)).expect_err("a fault");
        let span = faults[0].span.clone().expect("a place");
        assert_eq!((faults.len(), &*faults[0].code, &text[span]), (1, code, at), "{faults:?}");
    }
    let (_, help) = fault("players = 2\n[expansions]\nbase = { figures = { meeple = 99 } }\n");
    assert_eq!(help.en, "write a number from 0 to 32");
    let (_, help) = fault("players = 2\n[expansions]\nbase = false\n");
    assert!(!help.en.contains("tiles = false"), "{help:?}");
}

#[test]
fn an_expansion_is_known_by_its_name_in_either_language() {
    for name in [
        "auberges-et-cathedrales",
        "\"auberges-cathédrales\"",
        "\"Auberges & Cathédrales\"",
        "\"Inns & Cathedrals\"",
    ] {
        let (_, help) = fault(&format!("players = 2\n[expansions]\n{name} = true\n"));
        assert_eq!(help.en, "did you mean `inns-and-cathedrals`?", "{name}");
    }
    let (_, help) = fault("players = 2\n[expansions]\nla-tour = true\n");
    assert_eq!(help.fr, "vouliez-vous dire `the-tower` ?");
    let (_, help) = fault("players = 2\n[expansions]\nzzzzzz = true\n");
    assert!(help.en.starts_with("known: "), "{help:?}");
}

#[test]
fn an_option_that_stands_outside_is_told_where_it_belongs() {
    let (what, help) = fault("players = 2\nmeeples = 8\n");
    assert_eq!(what, "unknown key `meeples`");
    assert!(help.en.contains("`meeples = 8` in a table `[expansions.base]`"), "{help:?}");
    let (_, help) = fault("players = 2\nransom = 5\n");
    assert!(help.fr.contains("`ransom = 5` dans une table `[expansions.the-tower]`"), "{help:?}");
    // A slip of a key of the config itself is still that.
    let (_, help) = fault("players = 2\nsed = 5\n");
    assert!(help.en.contains("`seed`"), "{help:?}");
}

#[test]
fn whatever_a_person_may_choose_has_a_name_in_both_languages() {
    let library = Library::official();
    let mut seen = 0;
    for manifest in crate::config::Manifests::of(&library).good() {
        let all = &manifest.everything;
        let steps = all.steps.iter().map(|step| format!("step.{}", step.name));
        let verbs = all.verbs.iter().map(|verb| format!("verb.{}", verb.name));
        let figures = all.figures.iter().map(|figure| format!("figure.{}", figure.name));
        for word in steps.chain(verbs).chain(figures) {
            let name = all.names.get(&word);
            let told = |lang| name.and_then(|name| name.get(lang)).is_some_and(|n| !n.is_empty());
            assert!(told("en") && told("fr"), "{}: {word}", manifest.id);
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}
