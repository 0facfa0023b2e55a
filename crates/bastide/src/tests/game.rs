//! Games: acting, refusing, taking back.

use super::*;
use bastide_content::{Config, Library, Setup};

pub(crate) const CONFIG: &str = r#"
players = ["Alice", { name = "Bob Hope", bot = "random" }]
edition = "bga"
seed = 7
[expansions]
inns-and-cathedrals = { unfinished = "zero" }
the-tower = { ransom = 2 }
"#;

pub(crate) fn rules(config: &str) -> Rules {
    let config = Config::parse("bastide.toml", config).expect("a config");
    Rules::new(Setup::load(&config, &Library::official()).expect("a setup")).expect("rules")
}

pub(crate) fn step(game: &mut Game) {
    let done =
        if game.actor() == Player::CHANCE { game.act_chance() } else { game.act_bot(Bot::Random) };
    done.expect("an action");
}

/// A whole game in which features are completed, which random bots hardly do.
pub(crate) fn greedy(seed: u64) -> Game {
    greedy_of(rules(CONFIG), seed)
}

/// Returns the same game by these rules.
pub(crate) fn greedy_of(rules: Rules, seed: u64) -> Game {
    let mut game = Game::new(rules, seed).expect("a game");
    while !game.is_over() {
        match game.actor() {
            Player::CHANCE => game.act_chance().expect("a draw"),
            Player(0) => game.act_bot(Bot::Greedy).expect("an action"),
            _ => game.act_bot(Bot::Random).expect("an action"),
        };
    }
    game
}

pub(crate) fn played(seed: u64, actions: usize) -> Game {
    let mut game = Game::new(rules(CONFIG), seed).expect("a game");
    while !game.is_over() && game.entries().len() < actions {
        step(&mut game);
    }
    game
}

#[test]
fn a_refused_action_changes_nothing_and_cites_its_rules() {
    let mut game = played(1, 1);
    let before = (game.state().clone(), game.decision().clone());
    let Some(Action::Place { tile, rotation, .. }) = game.decision().options[0].action() else {
        panic!("a placement")
    };
    let far =
        Action::Place { tile, cell: bastide_core::ids::Cell::new(50, 50), rotation, over: None };
    let refused = game.act(far).expect_err("too far");
    assert_eq!(refused.rules().collect::<Vec<_>>(), ["base.place.adjacent"], "{refused}");
    let words = refused.words();
    assert!(
        words.en.contains("[base.place.adjacent]") && words.fr.contains("n'est pas permis"),
        "{words:?}"
    );
    assert_eq!(game.why_not(far).expect("reasons").len(), 1);
    assert!(game.act_text("pass me").is_err());
    assert_eq!((game.state().clone(), game.decision().clone()), before);
    assert_eq!(game.entries().len(), 1);
}

#[test]
fn only_the_one_who_is_asked_answers() {
    let mut game = played(1, 0);
    assert_eq!(game.actor(), Player::CHANCE);
    assert!(matches!(game.act_bot(Bot::Random), Err(Refused::Actor { .. })));
    game.act_chance().expect("a draw");
    let refused = game.act_chance().expect_err("Alice decides");
    assert_eq!(refused.to_string(), "it is for Alice to decide");
}

#[test]
fn taking_back_ends_where_chance_showed_something() {
    let mut game = played(3, 0);
    assert_eq!(game.undo(), Err(NoUndo::Nothing));
    let mut states = Vec::new();
    for _ in 0..60 {
        states.push((game.state().clone(), game.decision().clone()));
        step(&mut game);
        let back = game.undoable();
        // Back as far as it goes, then the same way again.
        let ahead: Vec<Action> =
            game.entries()[game.entries().len() - back..].iter().map(|e| e.action).collect();
        let (end, entries) = (game.state().clone(), game.entries().to_vec());
        for k in 1..=back {
            game.undo().expect("free");
            assert_eq!((game.state().clone(), game.decision().clone()), states[states.len() - k]);
        }
        let acted = game.entries().iter().any(|entry| entry.actor != Player::CHANCE);
        assert_eq!(game.undo(), Err(if acted { NoUndo::Revealed } else { NoUndo::Nothing }));
        for action in ahead {
            game.act(action).expect("as before");
        }
        assert_eq!((game.state(), game.entries()), (&end, &entries[..]));
    }
}

#[test]
fn the_draw_after_taking_back_is_the_same() {
    let mut game = played(5, 0);
    while game.entries().len() < 2 || game.actor() != Player::CHANCE {
        step(&mut game);
    }
    let mut again = game.record().replay(&Library::official()).expect("a game");
    game.act_chance().expect("a draw");
    let drawn = game.state().drawn();
    assert!(again.undoable() > 0);
    again.undo().expect("free");
    while again.actor() != Player::CHANCE {
        let last = again.decision().options.len() - 1;
        let action = again.decision().options[last].action().expect("an option");
        again.act(action).expect("an action");
    }
    again.act_chance().expect("a draw");
    assert_eq!(again.state().drawn(), drawn);
}

#[test]
fn those_with_the_most_points_win_together() {
    let mut game = played(2, usize::MAX);
    let standing = game.result().expect("the end");
    let most = standing.scores.iter().max().expect("players");
    for (i, n) in standing.scores.iter().enumerate() {
        assert_eq!(n == most, standing.winners.contains(&Player(i as u8)));
    }
    assert_eq!(standing.rule, "base.tie");
    assert!(matches!(game.act(Action::Pass), Err(Refused::Over)));
    assert!(matches!(game.act_chance(), Err(Refused::Over)));
    assert!(played(2, 5).result().is_none());
}

#[test]
fn bots_sit_where_the_config_says() {
    let game = played(1, 0);
    assert_eq!((game.bot(Player(0)), game.bot(Player(1))), (None, Some(Bot::Random)));
    assert_eq!(game.names(), ["Alice", "Bob Hope"]);
}

#[test]
fn cells_beyond_all_numbers_are_no_cells() {
    let game = Game::new(rules(CONFIG), 1).expect("a game");
    for cell in ["-32768,32767", "0,-32768", "32768,0", "10000,0", "1", "1,", ",1"] {
        let read = game.parse(&format!("place base/D {cell} r0"));
        assert!(read.expect_err("no cell").en.contains("is no cell"), "{cell}");
    }
}

#[test]
fn a_name_of_several_segments_says_which_they_are() {
    let game = Game::new(rules("players = 2\nedition = \"bga\""), 1).expect("a game");
    let said = |text: &str| game.parse(text).map_err(|e| e.to_string());
    for (text, names) in [
        (
            "deploy meeple 0,0 field@W",
            "`field@W` on the tile at 0,0 may be `field@WR` or `field@WL`",
        ),
        ("deploy meeple 0,0 field@E", "may be `field@EL` or `field@ER`"),
        ("deploy meeple 0,0 field", "`field` on the tile at 0,0 may be `field@EL` or `field@ER`"),
    ] {
        let said = said(text).expect_err("one of two");
        assert!(said.contains(names), "{said}");
    }
    assert_eq!(said("deploy meeple 0,0 field@WR"), said("deploy meeple 0,0 field@EL"));
    assert_ne!(said("deploy meeple 0,0 field@WL"), said("deploy meeple 0,0 field@EL"));
    assert_eq!(said("deploy meeple 0,0 field@WL"), said("deploy meeple 0,0 field@S"));
    assert_eq!(said("deploy meeple 0,0 city"), said("deploy meeple 0,0 city@N"));
    let none = said("deploy meeple 0,0 monastery").expect_err("there is none");
    assert!(none.contains("there is no `monastery` on the tile at 0,0"), "{none}");
}
