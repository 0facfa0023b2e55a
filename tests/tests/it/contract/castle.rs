//! A claim caused by another claim, and a field scored in mid-game.

use bastide::core::ids::SegmentId;
use bastide::core::{Answer, Claim, Context, Effect, Event, Name, NativeModule, Returns};

use super::support::{Table, names, thirty};

names! {
    ECHO = Name::Rule("castle.echo");
    HOLD = Name::Rule("castle.hold");
    COPY = Name::Rule("castle.copy");
    HARVEST = Name::Rule("castle.harvest");
    KEEP = Name::Kind("keep");
    FIELD = Name::Kind("field");
    WORTH = Name::State("worth");
    TILES = Name::Unit("tile");
}

pub(crate) const MODULE: NativeModule = NativeModule {
    id: "castle",
    functions: &[
        ("echo", echo),
        ("ripe", ripe),
        ("hold", hold),
        ("copy", copy),
        ("harvest", harvest),
        ("crop", crop),
    ],
    names: NAMES,
    depends: &[],
};

fn echo(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let game = cx.game;
    if e.number <= 0 || !e.node.is_some() {
        return;
    }
    let cells = game.cells(e.node);
    for keep in (0..game.state.node_count() as u16).map(SegmentId) {
        let waits = game.state.kind(keep) == cx.kind(KEEP)
            && game.is_occupied(keep)
            && !game.is_complete(keep);
        let at = game.cell(keep);
        if waits && cells.iter().any(|c| c.x.abs_diff(at.x) <= 1 && c.y.abs_diff(at.y) <= 1) {
            let (key, of) = (cx.state(WORTH), keep.0);
            out.effect(Effect::Set { key, of, value: e.number }, bastide::core::ids::RuleId::NONE);
            out.effect(Effect::Check { node: keep }, cx.rule(ECHO));
        }
    }
}

fn ripe(cx: &Context<'_>, e: &Event, verdict: &mut Answer) {
    if cx.game.get(cx.state(WORTH), e.node.index()) > 0 {
        verdict.verdict(true, cx.rule(ECHO));
    }
}

fn hold(cx: &Context<'_>, _: &Event, verdict: &mut Answer) {
    verdict.verdict(false, cx.rule(HOLD));
}

fn copy(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    score.flat(cx.rule(COPY), cx.game.get(cx.state(WORTH), e.node.index()));
}

fn harvest(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let game = cx.game;
    for node in game.segments(game.state.tile_of(e.node)) {
        if game.state.kind(node) == cx.kind(FIELD) && game.is_occupied(node) {
            let rule = cx.rule(HARVEST);
            out.claim_by_majority(Claim {
                rule,
                node,
                owners: 0,
                complete: false,
                last: false,
                returns: Returns::All,
            });
        }
    }
}

fn crop(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    score.add(cx.rule(HARVEST), cx.unit(TILES), cx.game.tile_count(e.node), 1);
}

const GAME: &str = "castle = { path = \"castle\" }";

#[test]
fn wave_after_wave_and_a_harvest() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.pass_with("base/U 1,0 r0");
    t.lay("castle/keep 1,-1 r0");
    t.act("deploy meeple keep");
    t.lay("castle/keep 1,-2 r0");
    t.act("deploy meeple keep");
    t.lay("castle/keep 1,-3 r0");
    t.act("deploy meeple field@ER");
    t.pass_with("base/W -1,0 r0");
    // The road is nobody's and is worth 4; the first keep lies at it, the second at the first keep.
    let log = t.pass_with("base/W 2,0 r0");
    let values: Vec<i32> = log.sheets.iter().map(|s| s.value).collect();
    assert_eq!(values, [4, 4, 4, 2], "road, keep, keep, field of two tiles");
    assert_eq!(t.scores(), [4, 6], "Bob: a keep and the field; Ann: a keep");
    assert_eq!(t.supply("meeple"), [7, 7], "all are home");
    let waves: Vec<String> = t
        .told(&log)
        .into_iter()
        .filter(|l| l.starts_with("completed") || l.starts_with("check"))
        .collect();
    assert_eq!(
        waves,
        ["completed ", "check castle.echo", "completed ", "check castle.echo", "completed "]
    );
}

#[test]
fn what_waits_is_not_complete_until_a_rule_lets_it() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/F 0,-1 r1");
    t.act("deploy meeple city@N");
    let log = t.pass_with("base/E 0,-2 r2");
    assert!(t.told(&log).contains(&"waits castle.hold".to_owned()), "{:?}", t.told(&log));
    let city = SegmentId(0);
    assert!(t.game().open_ends(city) == 0 && !t.game().is_complete(city));
    assert_eq!((t.scores(), t.supply("meeple")), (vec![0, 0], vec![6, 7]));
    // It has been said once, and what is not complete gives what an open city gives.
    let log = t.pass_with("base/U 1,0 r0");
    assert!(!t.told(&log).iter().any(|l| l.starts_with("waits")));
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
