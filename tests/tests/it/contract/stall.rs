//! What a decision says of its options: who offers them by which rule, at what price, and what comes first.

use bastide::core::Fault;
use bastide::core::ids::Player;
use bastide::game::Offered;
use bastide::{Game, Rules};

use super::support::setup;

/// A game in which Ann has placed the first tile.
fn placed() -> Game {
    played(STALL, None, &FIRST)
}

fn act(game: &mut Game, text: &str) {
    game.act_text(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
}

/// An option as JSON, by its beginning.
fn told(game: &Game, begins: &str) -> String {
    let offered = game.offered().into_iter().find(|o| o.to_string().starts_with(begins));
    let offered = offered.unwrap_or_else(|| panic!("`{begins}` is no option"));
    serde_json::to_string(&offered).expect("it is data")
}

#[test]
fn an_option_says_by_which_rule_and_whom_and_at_what_price() {
    let game = placed();
    for (begins, said) in [
        (
            "stall/gaze",
            r#""rule":"stall.gaze","by":"stall","price":[{"token":"coin","number":1}],"free":true"#,
        ),
        ("stall/borrow", r#""rule":"stall.borrow","by":"stall","free":true"#),
        ("deploy meeple 1,0 road", r#""rule":"base.deploy""#),
        ("deploy meeple 0,0 road", r#""rule":"stall.ferry","by":"stall","free":true"#),
        (
            "deploy meeple 0,0 city",
            r#""rule":"stall.lend","by":"stall","price":[{"token":"coin","number":2}]"#,
        ),
        ("pass", r#""rule":"base.action.pass""#),
    ] {
        let told = told(&game, begins);
        assert!(told.ends_with(&format!(",{said}}}")), "{told}");
    }
}

#[test]
fn terms_are_told_in_words() {
    let mut game = placed();
    act(&mut game, "stall/borrow");
    let terms = |game: &Game, text: &str, lang| {
        let offered = game.offer_of(game.parse(text).expect("an action")).expect("an option");
        offered.terms(&game.rules().ruleset, lang)
    };
    assert_eq!(terms(&game, "stall/gaze", "en"), "costs 1 coin, does not end the step");
    assert_eq!(terms(&game, "stall/gaze", "fr"), "coûte 1 pièce, ne met pas fin à l'étape");
    assert_eq!(terms(&game, "stall/pay", "en"), "costs 2 coins, comes first");
    assert_eq!(terms(&game, "stall/pay", "fr"), "coûte 2 pièces, passe avant le reste");
}

#[test]
fn what_is_said_is_what_happens() {
    let mut game = placed();
    let coin = game.rules().ruleset.token("coin").expect("a token");
    let purse = |game: &Game| game.state().tokens(coin, Player(0));
    let price =
        |o: &Offered| o.price.iter().map(|p| i16::try_from(p.number).expect("few")).sum::<i16>();
    act(&mut game, "stall/borrow");
    assert_eq!(purse(&game), 5);
    let (must, free): (Vec<_>, Vec<_>) = game.offered().into_iter().partition(|o| o.must);
    let texts = |all: &[Offered]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(texts(&must), ["stall/pay"]);
    assert!(free.iter().all(|o| o.free), "nothing else may be done: {:?}", texts(&free));
    for text in ["stall/gaze", "stall/pay"] {
        let (before, action) = (purse(&game), game.parse(text).expect("an action"));
        let offered = game.offer_of(action).expect("an option");
        let step = game.decision().step;
        act(&mut game, text);
        assert_eq!(purse(&game), before - price(&offered), "{text}");
        assert_eq!(game.decision().step == step, offered.free, "{text}");
    }
    assert_eq!(game.actor(), Player::CHANCE, "the step of chance comes next");
    assert_eq!(told(&game, "roll 1"), r#"{"action":"roll 1","rule":"stall.luck","by":"stall"}"#);
}

/// Rules of a game with these folders, of which the first mutes a rule.
fn muted(expansions: &str, rule: Option<&str>) -> Result<Rules, Vec<Fault>> {
    let mut setup = setup(expansions);
    let own = &mut std::sync::Arc::make_mut(&mut setup.expansions)[1];
    own.mute.extend(rule.map(str::to_owned));
    Rules::new(setup)
}

/// Such a game, after these actions.
fn played(expansions: &str, rule: Option<&str>, actions: &[&str]) -> Game {
    let rules = muted(expansions, rule).unwrap_or_else(|f| panic!("{f:#?}"));
    let mut game = Game::new(rules, 1).unwrap_or_else(|f| panic!("{f:#?}"));
    for action in actions {
        act(&mut game, action);
    }
    game
}

/// Whether an option begins so.
fn offers(game: &Game, begins: &str) -> bool {
    game.offered().iter().any(|o| o.to_string().starts_with(begins))
}

const STALL: &str = "stall = { path = \"stall\" }";
const FIRST: [&str; 2] = ["draw base/U", "place base/U 1,0 r0"];

#[test]
fn a_rule_of_the_core_s_own_offers_may_be_muted_only_where_a_game_is_left() {
    let game = played(STALL, Some("base.deploy"), &FIRST);
    let own = |o: &Offered| o.by.is_none() && !o.to_string().starts_with("pass");
    assert_eq!(game.offered().iter().filter(|o| own(o)).count(), 0, "nobody deploys by that rule");
    for rule in ["base.draw", "base.place.must", "base.action.pass"] {
        let faults = muted(STALL, Some(rule)).err().unwrap_or_else(|| panic!("{rule} is needed"));
        assert!(faults[0].what.en.contains("cannot be muted"), "{}", faults[0].what.en);
    }
}

#[test]
fn whatever_is_offered_under_a_muted_rule_is_not_offered() {
    let both = format!("{STALL}\nquiz = {{ path = \"quiz\" }}");
    let guess = |rule| offers(&played(&both, Some(rule), &[]), "quiz/guess");
    assert!(guess("stall.gaze"), "a function offers a verb in a step of its expansion");
    assert!(!guess("quiz.guess"));
    let lent = |rule| offers(&played(STALL, rule, &FIRST), "deploy meeple 0,0 city");
    assert!(lent(None), "a function offers it under a rule");
    assert!(!lent(Some("stall.lend")));
}

#[test]
fn a_muted_verb_of_a_step_is_not_asked_for() {
    let both = "luck = { path = \"luck\" }\nauction = { path = \"auction\" }";
    let monastery = ["draw base/B", "place base/B 0,1 r0"];
    let asked = |rule| offers(&played(both, rule, &monastery), "auction/bid");
    assert!(asked(None));
    assert!(!asked(Some("auction.bid")));
}
