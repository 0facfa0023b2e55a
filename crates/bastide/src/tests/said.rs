//! Actions in words.

use super::*;
use crate::game::tests::greedy;

#[test]
fn every_action_of_a_game_has_a_sentence_in_both_languages() {
    let game = greedy(7);
    let mut said = 0;
    for entry in game.entries() {
        let line = |lang| entry_line(&game, entry, Player(0), lang);
        let (en, fr) = (line("en"), line("fr"));
        assert!(
            en != fr && !en.contains('?') && !en.contains('@') && !fr.contains('@'),
            "{en}/{fr}"
        );
        assert!(!en.contains("base/"), "{en}");
        said += usize::from(matches!(entry.action, Action::Deploy { .. }));
    }
    assert!(said > 3);
}

#[test]
fn tiles_are_named_by_what_is_drawn_on_them() {
    let game = greedy(7);
    let rules = &game.rules().ruleset;
    let words = |id: &str, lang| tile_words(rules, rules.tile_type(id).expect("a tile"), lang);
    assert_eq!(words("base/D", "en"), "city–road tile");
    assert_eq!(words("base/D", "fr"), "tuile ville–route");
    assert_eq!(words("base/W", "en"), "3-road tile");
    assert_eq!(words("base/W", "fr"), "tuile 3 routes");
    assert_eq!(words("base/F", "fr"), "tuile ville avec blason");
    assert_eq!(words("base/B", "en"), "monastery tile");
}

#[test]
fn a_side_is_named_as_the_player_sees_it() {
    assert_eq!(side("E", "en"), "E");
    assert_eq!(side("W", "fr"), "O");
    assert_eq!(side("SL", "en"), "S left");
    assert_eq!(side("WR", "fr"), "O droite");
    assert_eq!(side("", "en"), "");
}

/// A game in which the weather is rolled at the start of each turn, and a fish is called so in the plural, too.
fn weather(labels: &str) -> crate::Game {
    let manifest = format!(
        "id = \"sky\"\nshort = \"sky\"\nversion = \"1.0.0\"\napi = 2\nname = {{ en = \"Sky\", fr = \"Ciel\" }}\n\
         needs = [\"base\"]\n[token.fish]\n\
         name = {{ en = \"fish\", en-many = \"fish\", fr = \"œil\", fr-many = \"yeux\" }}\n\
         [step.weather]\nname = {{ en = \"weather\", fr = \"temps\" }}\n{labels}\
         [[hook]]\non = \"at.turn_start\"\n[[hook]]\non = \"ask.weather\"\n"
    );
    let script = "local m = ...\nfunction m.at_turn_start(game, slot, out) out:push(\"weather\", \"chance\") end\n\
        function m.ask_weather(game, step, offers) offers:roll(4, 1) end\n";
    let files =
        [("expansions/sky/expansion.toml", &*manifest), ("expansions/sky/init.lua", script)];
    let library = bastide_content::Library::official().with(files);
    let config = "players = [\"Ana\", \"Bo\"]\n[expansions]\nsky = true\n";
    let config = bastide_content::Config::parse("sky.toml", config).expect("a config");
    let setup = bastide_content::Setup::load(&config, &library).expect("a setup");
    let mut game = crate::Game::new(crate::Rules::new(setup).expect("rules"), 1).expect("a game");
    game.act_chance().expect("the weather");
    game
}

#[test]
fn what_chance_gives_is_said_with_whose_turn_it_is() {
    let line = |game: &crate::Game, lang| entry_line(game, &game.entries()[0], Player(0), lang);
    let game = weather("");
    assert_eq!(line(&game, "en"), "Ana rolls 4 (weather)");
    assert_eq!(line(&game, "fr"), "Ana obtient 4 (temps)");
    assert_eq!(game.entries()[0].text, "roll 4", "records have the number");
    let game = weather("labels = { 4 = { en = \"a storm\", fr = \"une tempête\" } }\n");
    assert_eq!(line(&game, "en"), "Ana rolls a storm (weather)");
    assert_eq!(line(&game, "fr"), "Ana obtient une tempête (temps)");
}

#[test]
fn several_are_called_as_the_expansion_says() {
    let game = weather("");
    let rules = &game.rules().ruleset;
    let told = |n, lang| several(rules, &["token"], n, "fish", lang);
    assert_eq!([1, 2].map(|n| told(n, "en")), ["1 fish", "2 fish"]);
    assert_eq!([0, 1, 3].map(|n| told(n, "fr")), ["0 œil", "1 œil", "3 yeux"]);
}
