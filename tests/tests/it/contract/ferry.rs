//! Roads that are linked, unlinked and fall apart.

use bastide::core::ids::{SegmentId, TileId};
use bastide::core::{Answer, Context, Effect, Event, Game, Log, Name, NativeModule, Offer};

use super::support::{Table, facts, names, thirty};

names! {
    MOOR_RULE = Name::Rule("ferry.moor");
    SAIL_RULE = Name::Rule("ferry.sail");
    SPLIT = Name::Rule("ferry.split");
    ROAD = Name::Kind("road");
    TOW = Name::Token("tow");
    LEFT = Name::State("left");
    MOOR = Name::Step("moor");
    SAIL = Name::Verb("sail");
}

pub(crate) const MODULE: NativeModule = NativeModule {
    id: "ferry",
    functions: &[
        ("arrive", arrive),
        ("moor", moor),
        ("offer", offer),
        ("sail", sail),
        ("split", split),
    ],
    names: NAMES,
    depends: &[],
};

fn roads(cx: &Context<'_>, tile: TileId) -> Vec<SegmentId> {
    cx.game.segments(tile).filter(|n| cx.game.state.kind(*n) == cx.kind(ROAD)).collect()
}

/// The roads of the tile but one.
fn others(cx: &Context<'_>, segment: SegmentId) -> (SegmentId, SegmentId) {
    let all = roads(cx, cx.game.state.tile_of(segment));
    let mut rest = all.into_iter().filter(|n| *n != segment);
    (rest.next().unwrap_or(segment), rest.next().unwrap_or(segment))
}

fn leave_out(cx: &Context<'_>, segment: SegmentId, out: &mut Answer) {
    let tile = cx.game.state.tile_of(segment);
    let number = roads(cx, tile).iter().position(|n| *n == segment).map_or(0, |i| i as i32 + 1);
    let (key, of) = (cx.state(LEFT), tile.0);
    out.effect(Effect::Set { key, of, value: number }, bastide::core::ids::RuleId::NONE);
}

fn arrive(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    out.push(cx.step(MOOR), cx.game.state.player(), &[]);
}

fn moor(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let (a, b) = others(cx, e.node);
    out.effect(Effect::Linked { a, b }, cx.rule(MOOR_RULE));
    leave_out(cx, e.node, out);
}

fn offer(cx: &Context<'_>, _: &Event, offers: &mut Answer) {
    offers.offer(Offer { rule: cx.rule(SAIL_RULE), ..Offer::default() });
    for tile in (0..cx.game.state.tiles().len() as u16).map(TileId) {
        let left = cx.game.get(cx.state(LEFT), tile.index());
        if left > 0 {
            for (i, node) in roads(cx, tile).into_iter().enumerate() {
                if i as i32 + 1 != left {
                    offers.invoke(cx.verb(SAIL), node.0.into());
                }
            }
        }
    }
}

fn sail(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let tile = cx.game.state.tile_of(e.node);
    let left = cx.game.get(cx.state(LEFT), tile.index()) as usize;
    let (a, b) = others(cx, roads(cx, tile)[left - 1]);
    out.effect(Effect::Unlinked { a, b }, cx.rule(SAIL_RULE));
    let (a, b) = others(cx, e.node);
    out.effect(Effect::Linked { a, b }, cx.rule(SAIL_RULE));
    leave_out(cx, e.node, out);
}

fn split(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    let (token, player) = (cx.token(TOW), cx.game.state.player());
    out.effect(Effect::TokenMoved { token, player, by: 1 }, cx.rule(SPLIT));
}

const GAME: &str = "ferry = { path = \"ferry\" }";

/// The segment of a road of the tile at a cell, by its place.
fn node(t: &Table, at: &str) -> SegmentId {
    let text = format!("ferry/sail {at}");
    match t.read(&text) {
        bastide::core::Action::Invoke { target, .. } => SegmentId(target as u16),
        other => panic!("{other:?}"),
    }
}

fn kept(t: &Table, _: &Log) {
    let new = t.state().recomputed(&t.rules.ruleset);
    assert_eq!(facts(&t.rules, t.state()), facts(&t.rules, &new));
}

#[test]
fn a_road_falls_apart_and_joins_another() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/W -1,0 r0");
    t.act("deploy meeple road@E");
    t.lay("ferry/pier 1,0 r0");
    assert_eq!(
        t.options(),
        ["ferry/moor 1,0 road@E", "ferry/moor 1,0 road@S", "ferry/moor 1,0 road@W"]
    );
    let log = t.act("ferry/moor 1,0 road@S");
    assert_eq!(t.told(&log), ["linked ferry.moor", "joined ferry.moor", "set "]);
    let (e, s, w) = (node(&t, "1,0 road@E"), node(&t, "1,0 road@S"), node(&t, "1,0 road@W"));
    assert!(
        t.why_not("deploy meeple road@E").contains(&"base.claim.occupied".to_owned()),
        "Ann's, across the ferry"
    );
    t.act("deploy meeple road@S");
    let tiles = |t: &Table, n| Game::new(&t.rules.ruleset, t.state()).tile_count(n);
    assert_eq!((tiles(&t, e), tiles(&t, w), tiles(&t, s)), (3, 3, 1));
    // Ann closes the east: her road of W, D, pier and W is complete.
    let log = t.pass_with("base/W 2,0 r0");
    assert_eq!(t.told(&log).iter().filter(|l| l.starts_with("completed")).count(), 1);
    assert_eq!(t.scores(), [4, 0]);
    // Bob sails: the road falls apart, its western part joins his own.
    t.lay("base/U 1,-1 r0");
    let log = t.act("ferry/sail 1,0 road@E");
    let told = t.told(&log);
    assert_eq!(
        told[..5],
        [
            "unlinked ferry.sail",
            "split ferry.sail",
            "linked ferry.sail",
            "joined ferry.sail",
            "set "
        ]
    );
    assert_eq!(t.tokens("tow"), [0, 1]);
    assert_eq!((tiles(&t, e), tiles(&t, w), tiles(&t, s)), (2, 3, 3));
    let game = t.game();
    assert_eq!(game.figures_in(w), game.figures_in(s), "Bob's meeple is in the western road now");
    assert!(game.is_complete(e) && !game.is_complete(w));
    kept(&t, &log);
}

#[test]
fn joined_is_recomputed() {
    let mut t = Table::new(GAME, &[MODULE]);
    let start = t.states.clone();
    for seed in 100..104 {
        t.states.clone_from(&start);
        let mut n = 0;
        t.random(seed, |t, log| {
            n += 1;
            if n % 7 == 0 || t.state().is_over() {
                kept(t, log);
            }
        });
    }
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
