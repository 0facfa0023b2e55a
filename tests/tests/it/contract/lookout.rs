//! What is told ahead comes true: what will be scored, who will earn it, what a placement would make; and
//! where a road leads.

use bastide::core::ids::{Player, SegmentId};
use bastide::core::{
    Action, Answer, Context, Effect, Event, Game, Log, Name, NativeModule, Place, State,
};

use super::support::{Table, names, thirty};

names! {
    CITY_RULE = Name::Rule("lookout.city");
    LOOK = Name::Rule("lookout.look");
    CITY = Name::Kind("city");
    ROAD = Name::Kind("road");
    MEEPLE = Name::Class("meeple");
    DUE = Name::Token("due");
    MOST = Name::Token("most");
    FAR = Name::Token("far");
}

const MODULE: NativeModule = NativeModule {
    id: "lookout",
    functions: &[("veto", veto), ("far", far), ("look", look), ("done", done), ("paid", paid)],
    names: NAMES,
    depends: &[],
};

fn veto(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    let mut copy = State::default();
    for i in 0..out.listed().len() {
        let Some(Action::Place { tile, cell, rotation, .. }) = out.listed()[i].action() else {
            continue;
        };
        if cx.game.placed_ahead(&mut copy, tile, cell, rotation).is_none() {
            continue;
        }
        let after = Game::new(cx.game.rules, &copy);
        let city = |n: &SegmentId| copy.kind(*n) == cx.kind(CITY) && after.is_complete(*n);
        if after.due().iter().any(city) {
            out.refuse(i, cx.rule(CITY_RULE));
        }
    }
}

fn take(cx: &Context<'_>, player: Player, token: usize, by: i16, out: &mut Answer) {
    out.effect(Effect::TokenMoved { token: cx.token(token), player, by }, cx.rule(LOOK));
}

fn far(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    let (game, me) = (cx.game, cx.game.state.player());
    let Some(placed) = game.state.placed() else { return };
    let mine = |n: SegmentId| {
        game.figures_in(n).into_iter().any(|f| {
            let class = game.rules.figures[game.state.figure_kind(f).index()].class;
            let here = game.state.figure_place(f) == Place::Segment(n);
            here && game.state.owner(f) == me && class & cx.class(MEEPLE) != 0
        })
    };
    let mut n = 0;
    for road in game.segments(placed).filter(|n| game.state.kind(*n) == cx.kind(ROAD)) {
        n += 1 + game.walk(road, None, |_| false).len();
        n += 100 * game.walk(road, None, mine).len();
        for side in 0..4 {
            let back = |n: SegmentId| game.state.tile_of(n) == placed;
            n += (side + 2) * game.walk(road, Some(side), back).len();
        }
    }
    take(cx, me, FAR, n as i16 - game.state.tokens(cx.token(FAR), me), out);
}

fn look(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    for feature in cx.game.due().into_iter().filter(|n| cx.game.is_complete(*n)) {
        take(cx, cx.game.state.player(), DUE, 1, out);
        let most = cx.game.majority(feature);
        for player in (0..8).map(Player).filter(|p| most >> p.0 & 1 == 1) {
            take(cx, player, MOST, 1, out);
        }
    }
}

fn done(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    take(cx, cx.game.state.player(), DUE, -1, out);
}

fn paid(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    for player in (0..8).map(Player).filter(|p| e.owners >> p.0 & 1 == 1) {
        take(cx, player, MOST, -1, out);
    }
}

const GAME: &str = "lookout = { path = \"lookout\" }\ninns-and-cathedrals = true";
const FERRY: &str = "lookout = { path = \"lookout\" }\nferry = { path = \"ferry\" }";

#[test]
fn it_comes_as_it_was_told() {
    let (mut roads, mut earned) = (0, 0);
    for game in [GAME, FERRY] {
        let mut t = Table::new(game, &[MODULE]);
        let [city, road] = ["city", "road"].map(|k| t.rules.ruleset.kind(k));
        let start = t.states.clone();
        for seed in 0..10 {
            t.states.clone_from(&start);
            t.random(seed, |t: &Table, log: &Log| {
                for l in &log.effects {
                    if let Effect::Completed { node } = l.effect {
                        assert_ne!(Some(t.state().kind(node)), city, "nobody completes a city");
                        roads += usize::from(Some(t.state().kind(node)) == road);
                    }
                }
                earned += log
                    .sheets
                    .iter()
                    .filter(|s| !s.claim.last)
                    .map(|s| s.earned.len())
                    .sum::<usize>();
                if t.state().drawn().is_none() {
                    assert_eq!([t.tokens("due"), t.tokens("most")], [[0, 0], [0, 0]]);
                }
            });
        }
    }
    assert!(roads > 100 && earned > 20, "{roads} {earned}");
}

#[test]
fn a_city_cannot_be_completed() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.act("draw base/E");
    assert_eq!(t.why_not("place base/E 0,-1 r2"), ["lookout.city"]);
    assert_eq!(t.why_not("place base/E 0,-1 r0"), ["base.place.edge"]);
    t.act("place base/E 0,1 r2");
}

/// The segment of a road of the tile at a cell, by a side that it touches.
fn road(t: &Table, x: i16, y: i16, side: usize) -> SegmentId {
    let (game, kind) = (t.game(), t.rules.ruleset.kind("road"));
    let tile = t.state().tile_at(bastide::core::ids::Cell::new(x, y)).expect("a tile");
    let wanted =
        |n: &SegmentId| Some(t.state().kind(*n)) == kind && game.places(*n) >> (3 * side) & 7 != 0;
    game.segments(tile).find(wanted).expect("a road")
}

#[test]
fn a_walk_takes_edges_and_links_and_ends_at_a_stop() {
    let mut t = Table::new(FERRY, &[MODULE]);
    t.pass_with("base/U -1,0 r0");
    t.pass_with("base/U 1,0 r0");
    t.lay("ferry/pier 2,0 r0");
    t.act("ferry/moor 2,0 road@S");
    t.act("pass");
    t.pass_with("base/U 3,0 r0");
    let all = [road(&t, -1, 0, 1), road(&t, 0, 0, 1), road(&t, 1, 0, 1)];
    let (west, east, beyond) = (road(&t, 2, 0, 3), road(&t, 2, 0, 1), road(&t, 3, 0, 1));
    let walk = |from: SegmentId, side, stop: &[SegmentId]| {
        t.game().walk(from, side, |n| stop.contains(&n))
    };
    assert_eq!(walk(all[0], None, &[]), [all[1], all[2], west, east, beyond], "across the ferry");
    assert_eq!(walk(all[0], None, &[all[2]]), [all[1], all[2]]);
    assert_eq!(walk(all[1], None, &[]), [all[2], all[0], west, east, beyond], "nearest first");
    assert_eq!(walk(all[1], None, &[all[2]]), [all[2], all[0]], "the other way goes on");
    assert_eq!(walk(all[1], Some(3), &[]), [all[0]]);
    assert_eq!(walk(all[1], Some(0), &[]), [], "no road leads there");
    assert_eq!(walk(west, Some(3), &[all[0]]), [all[2], all[1], all[0]], "one edge only, no ferry");
    assert_eq!(walk(road(&t, 2, 0, 2), None, &[]), [], "left out by the ferry");
    t.lay("base/U 4,0 r0");
    t.act("ferry/sail 2,0 road@W");
    let walk = |from: SegmentId, side, stop: &[SegmentId]| {
        t.game().walk(from, side, |n| stop.contains(&n))
    };
    assert_eq!(walk(all[0], None, &[]), [all[1], all[2], west], "the ferry has sailed");
}

#[test]
fn a_majority_is_of_weights() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    t.act("deploy large-meeple road@E");
    t.lay("base/V 1,1 r3");
    t.act("deploy meeple road@E");
    assert_eq!(t.game().majority(road(&t, 1, 1, 1)), 2, "Bob's own");
    t.pass_with("base/V 2,0 r0");
    t.pass_with("base/V 2,1 r1");
    assert_eq!(t.game().figures_in(road(&t, 1, 1, 1)).len(), 2);
    assert_eq!(t.game().majority(road(&t, 1, 1, 1)), 1, "Ann's large meeple counts twice");
    assert_eq!(t.game().majority(road(&t, 2, 0, 3)), 1);
}

#[test]
fn a_copy_leaves_the_board_alone() {
    let mut t = Table::new(FERRY, &[MODULE]);
    t.act("draw base/U");
    let Action::Place { tile, cell, rotation, .. } = t.read("place base/U 1,0 r0") else {
        panic!("a placement")
    };
    let mut copy = State::default();
    let before = t.state().clone();
    let game = t.game();
    assert_eq!(game.placed_ahead(&mut copy, tile, cell, rotation + 1), None, "it does not fit");
    let placed = game.placed_ahead(&mut copy, tile, cell, rotation).expect("it fits");
    let after = Game::new(game.rules, &copy);
    assert_eq!((copy.placed(), copy.drawn(), copy.tile(placed).cell()), (Some(placed), None, cell));
    assert_eq!(after.due().len(), 3, "the road and the fields north and south of it");
    assert!(*t.state() == before);
    // Placing it in earnest makes the same board.
    t.act("place base/U 1,0 r0");
    let told = super::support::facts(&t.rules, &copy);
    assert_eq!(told, super::support::facts(&t.rules, t.state()));
    assert_eq!(t.game().due(), Game::new(&t.rules.ruleset, &copy).due());
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
