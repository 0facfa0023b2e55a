//! Seats by number and by name.

use super::*;
use crate::game::tests::{greedy_of, rules};
use bastide_content::Library;

#[test]
fn a_player_called_as_another_seat_is_numbered_confuses_no_record() {
    for players in ["\"Ana\", \"1\"", "\"2\", \"1\"", "\"3\", \"01\", \"2\""] {
        let config = format!("players = [{players}]\n[expansions]\nthe-tower = true\n");
        let game = greedy_of(rules(&config), 3);
        let text = game.record().to_string();
        let record = Record::parse("game.txt", &text).expect("a record");
        let verified = record.verify(&Library::official());
        assert!(verified.is_ok_and(|v| v.over), "{players}");
        let again = record.replay(&Library::official()).expect("the same game");
        assert_eq!(again.record().to_string(), text);
        // Figures are written with the number of their owner, and read so.
        let held = text.lines().any(|line| line.contains("the-tower/"));
        assert!(held, "towers are built: {players}");
    }
}

#[test]
fn an_expansion_that_is_not_there_is_looked_for_by_its_folder() {
    let text = "bastide 1\nplayer 1 Ana\nplayer 2 Bo\nexpansion mine 1.0.0 path=mine\n---\n";
    let record = Record::parse("game.txt", text).expect("a record");
    let Err(broken) = record.replay(&Library::official()) else { panic!("it is not there") };
    let fault = broken.faults().remove(0);
    assert!(fault.what.en.contains("is not here") && fault.what.en.contains("mine"), "{fault}");
    assert!(fault.help.is_some_and(|help| help.en.contains("`--path FOLDER`")));
}

#[test]
fn a_number_is_a_seat_and_a_name_in_quotes_is_a_name() {
    let head = "bastide 1\nplayer 1 Ana\nplayer 2 1\nplayer 3 01\nseen-by";
    let lines = [("1", 0), ("2", 1), ("3", 2), ("\"1\"", 1), ("01", 2), ("03", 2), ("Ana", 0)];
    for (word, seat) in lines {
        let text = format!("{head} {word}\n---\n{word} pass\n");
        let record = Record::parse("game.txt", &text).expect("a record");
        let Said::Action { actor, .. } = &record.lines[0].what else { panic!("{word}") };
        assert_eq!(*actor, Player(seat), "{word}");
        assert_eq!(
            record.header.seen_by.map(|seen| seen.value),
            Some(Some(seat as usize)),
            "{word}"
        );
    }
    let game = crate::Game::new(rules("players = [\"Ana\", \"1\"]\n"), 3).expect("a game");
    let called = |word| game.seat_called(word).map(Player::index);
    assert_eq!(["1", "2", "Ana", "02"].map(called), [Some(0), Some(1), Some(0), Some(1)]);
    assert_eq!(["0", "3", "", "-1", "99999999999999999999"].map(called), [None; 5]);
}
