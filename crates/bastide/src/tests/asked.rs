//! Rules, games and turns as a program asks for them.

use super::*;
use crate::game::{NoUndo, Refused};
use crate::{Game, Play};

fn two() -> Rules {
    rules().players(["Ann", "Bo"]).build().expect("rules")
}

#[test]
fn calls_say_what_a_config_says() {
    let asked = rules()
        .players(["Ann\\o", "Bo"])
        .bot("Cléo", Bot::Greedy)
        .edition("bga")
        .with("river")
        .set("the-tower", "ransom", 5)
        .set("the-tower", "floors", true);
    let config = Config::parse(FILE, &asked.config()).expect("is a config");
    let seats: Vec<_> =
        config.players.iter().map(|p| (p.name.as_str(), p.bot.as_deref())).collect();
    assert_eq!(seats, [("Ann\\o", None), ("Bo", None), ("Cléo", Some("greedy"))]);
    assert_eq!(config.edition.map(|e| e.value).as_deref(), Some("bga"));
    assert_eq!(config.expansions["the-tower"].options.len(), 2);
    assert!(config.expansions["river"].enabled);
    assert_eq!(Config::parse(FILE, &rules().config()).expect("is a config").players.len(), 2);
}

#[test]
fn what_is_asked_for_wrongly_is_an_error_with_a_way_out() {
    let error = rules().set("the-tower", "ransome", 5).build().expect_err("no such option");
    assert_eq!(error.faults().len(), 1);
    let text = error.to_string();
    assert!(text.contains("ransome") && text.contains("ransom"), "{text}");
    assert!(rules().with("the-towr").build().is_err());
    assert!(rules().players(["Ann", "Ann"]).build().is_err());
    assert!(rules().players(["Ann \"the\nbold\""]).build().is_err(), "as in a config");
    assert!(rules().path("nowhere/at/all").build().is_err());
}

#[test]
fn a_play_goes_from_thread_to_thread_and_is_lent_an_engine_there() {
    fn goes<T: Send>() {}
    goes::<Play>();
    goes::<Rules>();
    goes::<bastide_core::State>();
    let play = two().game(3).expect("a game").into_play();
    let there = std::thread::spawn(move || {
        let others = rules().players(["Ann", "Bo", "Cy"]).build().expect("rules");
        let (mut play, mut engine) = (play, others.engine().expect("an engine"));
        let other = play.act_chance(&mut engine);
        assert_eq!(other, Err(Refused::OtherRules), "rules of another game");
        let mut engine = play.rules().engine().expect("an engine");
        play.act_chance(&mut engine).expect("a draw");
        play
    });
    let play = there.join().expect("no panic");
    let mut game = Game::of(play).expect("an engine again");
    assert_eq!(game.entries().len(), 1);
    game.act_bot(Bot::Random).expect("an action");
}

#[test]
fn what_an_option_leads_to_is_what_happens() {
    let mut game = two().game(9).expect("a game");
    let mut turns = 0;
    while let Some(turn) = game.turn().expect("a turn") {
        let (seat, options) = (turn.seat(), turn.options());
        assert!(!options.is_empty() && ["Ann", "Bo"].contains(&turn.name()));
        let option = options[turns % options.len()].clone();
        let after = turn.after(&option).expect("is allowed");
        let done = turn.play(&option).expect("is allowed");
        assert_eq!((&done.entry().text, done.entry().actor), (&option.to_string(), seat));
        assert_eq!(done.sheets("en").count(), after.outcome.sheets.len());
        assert_eq!(*game.state(), after.state);
        assert_eq!(game.actor(), after.actor);
        assert_eq!(game.state().scores()[seat.index()], after.points(seat));
        turns += 1;
    }
    assert!(turns > 60);
    assert!(matches!(game.turn(), Ok(None)), "it is over");
}

#[test]
fn a_seat_takes_back_what_it_did_itself_and_showed_nobody() {
    let mut game = two().game(9).expect("a game");
    let (ann, bo) = (bastide_core::ids::Player(0), bastide_core::ids::Player(1));
    assert_eq!(game.undo_by(ann), Err(NoUndo::Nothing));
    game.act_chance().expect("a draw");
    assert_eq!(game.undo_by(ann), Err(NoUndo::Nothing), "no person has acted");
    let before = game.state().clone();
    game.act_bot(Bot::Random).expect("a placement");
    assert_eq!(game.undo_by(bo), Err(NoUndo::NotYours));
    game.undo_by(ann).expect("is free");
    assert_eq!(*game.state(), before);
}
