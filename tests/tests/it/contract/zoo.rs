//! Traits of figures, steps, verbs and patterns that no shipped expansion declares: each changes what is offered, or
//! what it comes to.

use bastide::core::ids::Player;
use bastide::core::{Answer, Context, Effect, Event, Name, NativeModule};

use super::support::{Table, names, thirty};

names! {
    FEED = Name::Rule("zoo.feed");
    BONE = Name::Token("bone");
}

const MODULE: NativeModule =
    NativeModule { id: "zoo", functions: &[("fed", fed)], names: NAMES, depends: &[] };

fn fed(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let effect = Effect::TokenMoved { token: cx.token(BONE), player: e.actor, by: 1 };
    out.effect(effect, cx.rule(FEED));
}

const GAME: &str = "zoo = { path = \"zoo\" }";

/// A table where Ann has put an animal onto the road, and rests.
fn with(animal: &str) -> Table {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    t.act(&format!("deploy {animal} road@E"));
    t.act("pass");
    t
}

#[test]
fn who_blocks_makes_a_feature_occupied() {
    for (animal, free) in [("mouse", true), ("dog", false)] {
        let mut t = with(animal);
        t.lay("base/U 2,0 r0");
        let meeple = t.starting("deploy meeple 2,0 road");
        assert_eq!(!meeple.is_empty(), free, "{animal}");
        assert!(!t.starting("deploy mouse 2,0 road").is_empty(), "who claims nothing may join");
        if !free {
            assert_eq!(t.why_not("deploy meeple road@E"), ["base.claim.occupied"]);
        }
    }
}

#[test]
fn who_stays_is_not_sent_home() {
    for (animal, there) in [("mouse", 2), ("snail", 0)] {
        let mut t = with(animal);
        t.pass_with("base/W -1,0 r0");
        t.pass_with("base/W 2,0 r0");
        assert_eq!(t.supply(animal)[0], there, "{animal}");
    }
}

#[test]
fn who_is_immune_is_spared() {
    for (animal, chased) in [("mouse", 1), ("hedgehog", 0)] {
        let mut t = with(animal);
        t.pass_with("base/V -1,0 r3");
        t.lay("base/U 2,0 r0");
        assert_eq!(t.starting("zoo/chase").len(), chased, "{animal}");
    }
}

#[test]
fn one_of_a_kind_is_enough_for_a_feature() {
    for (animal, again) in [("mouse", true), ("cat", false)] {
        let mut t = with(animal);
        t.lay("base/U -1,0 r0");
        assert!(!t.starting(&format!("deploy {animal} ")).is_empty(), "another player's is no bar");
        t.act("pass");
        t.act("pass");
        t.lay("base/U 2,0 r0");
        let road = t.starting(&format!("deploy {animal} 2,0 road"));
        assert_eq!(!road.is_empty(), again, "{animal}");
    }
}

#[test]
fn who_is_offered_comes_by_its_pattern_alone_and_ends_no_step() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    assert_eq!(t.starting("deploy eagle").len(), 1);
    t.act("deploy eagle road@E");
    assert_eq!((t.who(), t.supply("eagle")), (Player(0), vec![1, 2]));
    assert!(!t.starting("deploy meeple 1,0 road").is_empty(), "the same step is asked again");
    assert!(
        t.starting("deploy eagle").is_empty(),
        "its pattern is used up, and there is no other way"
    );
    t.act("deploy meeple road@E");
    assert_eq!(t.options(), ["pass"], "the action is over");
}

#[test]
fn a_step_that_is_always_asked() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    t.act("pass");
    let step = t.decision().step;
    assert_eq!((t.who(), t.rules.ruleset.step_name(step).as_str()), (Player(0), "zoo/rest"));
    assert_eq!(t.options(), ["pass"]);
    t.act("pass");
    assert_eq!(t.who(), Player::CHANCE, "the other step, which has no more to offer, is not asked");
}

#[test]
fn a_verb_waives_a_rule() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    assert!(t.starting("zoo/call").is_empty());
    assert_eq!(t.why_not("zoo/call"), ["zoo.hush"]);
    assert_eq!(t.starting("zoo/whistle"), ["zoo/whistle"]);
}

#[test]
fn a_tag_that_is_not_there() {
    for (tile, fed) in [("base/F 0,-1 r1", 0), ("base/G 0,-1 r1", 1)] {
        let mut t = Table::new(GAME, &[MODULE]);
        t.lay(tile);
        assert_eq!(t.starting("zoo/feed").len(), fed, "{tile}");
    }
}

#[test]
fn a_token_that_somebody_has() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.pass_with("base/U 1,0 r0");
    assert_eq!(t.scores(), [0, 0], "nobody has a bone");
    t.lay("base/E 0,-1 r2");
    t.act("zoo/feed city@S");
    t.act("pass");
    assert_eq!((t.tokens("bone"), t.scores()), (vec![0, 1], vec![0, 1]));
    t.pass_with("base/U 2,0 r0");
    assert_eq!(t.scores(), [1, 1], "a bone of any player will do");
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
