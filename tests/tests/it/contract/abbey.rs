//! A tile without edge match, offered before the draw; a last round.

use bastide::core::ids::{Player, RuleId, TileTypeId};
use bastide::core::{Answer, Context, Effect, Event, Name, NativeModule, Slot};

use super::support::{Dice, Table, names, thirty};

names! {
    USE_RULE = Name::Rule("abbey.use");
    LAST = Name::Rule("abbey.last");
    ZONE = Name::Pile("abbey");
    USING = Name::State("using");
}

pub(crate) const MODULE: NativeModule = NativeModule {
    id: "abbey",
    functions: &[("use", use_it), ("last_round", last_round)],
    names: NAMES,
    depends: &[],
};

fn held(cx: &Context<'_>, player: Player) -> Option<TileTypeId> {
    cx.game.state.zoned().find(|z| z.0 == cx.pile(ZONE) && z.1 == player).map(|z| z.2)
}

fn use_it(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    out.effect(Effect::Set { key: cx.state(USING), of: 0, value: 1 }, RuleId::NONE);
    out.effect(Effect::Skip { slot: Slot::Draw as u8 }, cx.rule(USE_RULE));
}

fn last_round(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    let (first, n) = (cx.game.state.player().0, cx.game.state.players());
    for player in (1..=n).map(|i| Player((first + i) % n)) {
        if held(cx, player).is_some() {
            out.effect(Effect::Turn { player }, cx.rule(LAST));
        }
    }
}

const GAME: &str = "abbey = { path = \"abbey\" }";

#[test]
fn it_fills_a_hole_and_closes_what_lies_around() {
    let mut t = Table::new(GAME, &[MODULE]);
    let ring =
        ["base/U 1,0 r0", "base/U -1,0 r0", "base/E 1,-1 r1", "base/E -1,-1 r3", "base/E 1,-2 r0"];
    for tile in ring {
        assert_eq!(t.who(), Player::CHANCE, "no hole, no choice");
        t.pass_with(tile);
    }
    // Bob's city and that of the start tile open to the hole.
    t.lay("base/E 0,-2 r2");
    t.act("deploy meeple city@S");
    assert_eq!(
        (t.who(), t.options()),
        (Player(0), vec!["abbey/use".to_owned(), "pass".to_owned()])
    );
    let before = t.states.clone();
    t.act("pass");
    assert_eq!(t.who(), Player::CHANCE, "declined: a tile is drawn");
    t.states = before;
    t.act("abbey/use");
    assert_eq!(t.options(), ["place abbey/abbey 0,-1 r0"], "no draw, and no way round it");
    let log = t.act("place abbey/abbey 0,-1 r0");
    assert_eq!(t.told(&log), ["placed abbey.hole"]);
    assert_eq!(
        t.state().zoned().filter(|z| z.1 == Player(0)).count(),
        0,
        "it is on the board and nowhere else"
    );
    let log = t.act("deploy meeple monastery");
    assert_eq!(
        t.told(&log).iter().filter(|l| l.starts_with("completed")).count(),
        2,
        "both cities are closed"
    );
    assert_eq!(t.scores(), [0, 2]);
    assert_eq!((t.who(), t.state().player()), (Player::CHANCE, Player(1)), "no hole for Bob's");
}

#[test]
fn a_last_round_for_those_who_still_have_it() {
    let mut t = Table::new(GAME, &[MODULE]);
    let mut dice = Dice(3);
    let (mut given, mut used) = (Vec::new(), Vec::new());
    while !t.state().is_over() {
        // Both keep their tile as long as there is a deck.
        let options = t.options();
        let asked = options[0] == "abbey/use";
        let last = t.game().deck_size() == 0 && t.state().drawn().is_none();
        let i = if asked && !last { 1 } else { dice.below(options.len()) };
        if asked && last {
            used.push(t.state().player());
        }
        let log = t.act(if asked && last { "abbey/use" } else { &options[i] });
        given.extend(log.effects.iter().filter_map(|l| match l.effect {
            Effect::Turn { player } => Some(player),
            _ => None,
        }));
    }
    assert_eq!(given.len(), 2);
    assert_eq!(used, given, "each once, in the order given");
    assert_eq!(t.state().zoned().filter(|z| z.1.0 < 2).count(), 0);
}

#[test]
fn it_earns_no_part_for_the_hole_it_fills() {
    let mut t = Table::new(&format!("{GAME}\nhouse-filled-hole = true"), &[MODULE]);
    let ring =
        ["base/U 1,0 r0", "base/U -1,0 r0", "base/E 1,-1 r1", "base/E -1,-1 r3", "base/E 1,-2 r0"];
    for tile in ring {
        t.pass_with(tile);
    }
    t.lay("base/E 0,-2 r2");
    t.act("pass");
    assert_eq!(t.options(), ["abbey/use".to_owned(), "pass".to_owned()], "there is a hole");
    t.act("abbey/use");
    let log = t.act("place abbey/abbey 0,-1 r0");
    assert!(!t.told(&log).iter().any(|l| l.contains("house.hole")), "{:?}", t.told(&log));
    assert_eq!(t.state().parts(), 1);
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
