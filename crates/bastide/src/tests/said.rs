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
