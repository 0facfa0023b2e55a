//! A second part of the turn without a chain; a lone helper goes home once.

use bastide::core::ids::Player;
use bastide::core::{Answer, Context, Effect, Event, Name, NativeModule};

use super::support::{Table, names, thirty};

names! {
    TURN = Name::Rule("second.turn");
    ALONE = Name::Rule("second.alone");
    SHOUT_RULE = Name::Rule("second.shout");
    HELPER = Name::Figure("helper");
    MEEPLE = Name::Class("meeple");
    ROAD = Name::Kind("road");
    SHOUT = Name::Token("shout");
}

pub(crate) const MODULE: NativeModule = NativeModule {
    id: "second",
    functions: &[("build", build), ("lonely", lonely), ("shout", shout)],
    names: NAMES,
    depends: &[],
};

fn build(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let (game, me) = (cx.game, cx.game.state.player());
    let mut roads = game.segments(e.tile).filter(|n| game.state.kind(*n) == cx.kind(ROAD));
    if roads.any(|n| game.holds_kind(n, me, cx.figure(HELPER))) {
        out.effect(Effect::Parts { n: 2 }, cx.rule(TURN));
    }
}

fn lonely(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    if !e.node.is_some() || cx.game.holds(e.node, e.player, cx.class(MEEPLE)) {
        return;
    }
    for f in cx.game.figures_in(e.node) {
        if cx.game.state.owner(f) == e.player && cx.game.state.figure_kind(f) == cx.figure(HELPER) {
            out.send_home(f, cx.rule(ALONE));
        }
    }
}

fn shout(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.effect(
        Effect::TokenMoved { token: cx.token(SHOUT), player: e.actor, by: 1 },
        cx.rule(SHOUT_RULE),
    );
}

const GAME: &str = "second = { path = \"second\" }";

#[test]
fn one_more_part_and_no_chain() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    assert!(t.starting("deploy helper").is_empty(), "the helper needs a meeple of its owner");
    t.act("deploy meeple road@E");
    t.pass_with("base/V -1,0 r3");
    t.lay("base/U 2,0 r0");
    t.act("deploy helper road@E");
    t.pass_with("base/E 0,-1 r2");
    let log = t.lay("base/U 3,0 r0");
    assert_eq!(t.told(&log), ["placed ", "parts second.turn"]);
    t.act("second/shout");
    assert!(t.starting("second/shout").is_empty(), "once in a turn");
    t.act("pass");
    assert_eq!((t.state().player(), t.state().part(), t.who()), (Player(0), 2, Player::CHANCE));
    let log = t.lay("base/U 4,0 r0");
    assert_eq!(t.told(&log), ["placed ", "parts second.turn"], "said again, it changes nothing");
    assert!(t.starting("second/shout").is_empty(), "still the same turn");
    t.act("pass");
    assert_eq!((t.state().player(), t.state().part()), (Player(1), 1), "no third part");
    assert_eq!(t.tokens("shout"), [1, 0]);
}

#[test]
fn a_lone_helper_goes_home_once() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    t.act("deploy meeple road@E");
    t.pass_with("base/W -1,0 r0");
    t.lay("base/U 2,0 r0");
    t.act("deploy helper road@E");
    let log = t.pass_with("base/W 3,0 r0");
    let home = t.told(&log).into_iter().filter(|l| l.starts_with("returned")).count();
    assert_eq!(home, 2, "meeple and helper in one wave, nobody twice");
    assert_eq!(t.scores(), [5, 0]);
    assert_eq!((t.supply("meeple"), t.supply("helper")), (vec![7, 7], vec![1, 1]));
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
