//! Questions about what lies near a place give what one would find cell by cell.

use bastide::core::ids::{Cell, SegmentId, TileId};
use bastide::core::{Action, Answer, Context, Effect, Event, Game, Log, Name, NativeModule};

use super::support::{Table, names};

names! {
    CROWD = Name::Rule("warden.crowd");
    LOOK = Name::Rule("warden.look");
    CITY = Name::Kind("city");
    ROAD = Name::Kind("road");
    MONASTERY = Name::Kind("monastery");
    NEAR = Name::Token("near");
    REACH = Name::Token("reach");
    SEEN = Name::State("seen");
}

const MODULE: NativeModule = NativeModule {
    id: "warden",
    functions: &[("veto", veto), ("look", look), ("count", |_, _, _| {})],
    names: NAMES,
    depends: &[],
};

fn around(game: Game<'_>, cell: Cell) -> Vec<TileId> {
    let near = |tile: &TileId| {
        let at = game.state.tile(*tile).cell();
        (at.x - cell.x).abs().max((at.y - cell.y).abs()) == 1
    };
    (0..game.state.tiles().len() as u16).map(TileId).filter(near).collect()
}

fn veto(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    for i in 0..out.listed().len() {
        let Some(Action::Place { cell, .. }) = out.listed()[i].action() else { continue };
        if around(cx.game, cell).len() > 6 {
            out.refuse(i, cx.rule(CROWD));
        }
    }
}

fn look(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    let (game, me) = (cx.game, cx.game.state.player());
    let Some(placed) = game.state.placed() else { return };
    let has = |tile: TileId, kinds: &[usize]| {
        let is = |n: SegmentId| kinds.iter().any(|k| game.state.kind(n) == cx.kind(*k));
        game.segments(tile).any(is)
    };
    let near = around(game, game.state.tile(placed).cell());
    let all = near.iter().copied().chain([placed]);
    let count = |kinds: &[usize]| near.iter().filter(|t| has(**t, kinds)).count() as i16;
    let both = all.clone().filter(|t| has(*t, &[ROAD, CITY])).count() as i16;
    let reach =
        if has(placed, &[MONASTERY]) { all.filter(|t| has(*t, &[CITY])).count() as i16 } else { 0 };
    for (token, n) in [(NEAR, count(&[ROAD]) + 10 * both), (REACH, reach)] {
        let token = cx.token(token);
        let by = n - game.state.tokens(token, me);
        out.effect(Effect::TokenMoved { token, player: me, by }, cx.rule(LOOK));
    }
    let (of, value) = (placed.0, near.len() as i32);
    let none = bastide::core::ids::RuleId::NONE;
    out.effect(Effect::Set { key: cx.state(SEEN), of, value }, none);
}

#[test]
fn near_is_what_lies_around() {
    let game = "warden = { path = \"warden\" }\ninns-and-cathedrals = true";
    let mut t = Table::new(game, &[MODULE]);
    let start = t.states.clone();
    let (mut most, mut reached) = (0, 0);
    for seed in 0..6 {
        t.states.clone_from(&start);
        t.random(seed, |t: &Table, _: &Log| {
            most = most.max(t.tokens("near").into_iter().max().unwrap_or(0));
            reached = reached.max(t.tokens("reach").into_iter().max().unwrap_or(0));
        });
    }
    assert!(most > 50 && reached > 3, "{most} {reached}");
}
