//! A hidden hand of three.

use bastide::core::ids::{Player, RuleId};
use bastide::core::{Answer, Context, Effect, Event, Name, NativeModule, Slot, View};

use super::support::{Table, names, thirty};

names! {
    PLAY = Name::Rule("hand.play");
    STUCK = Name::Rule("hand.stuck");
    HAND = Name::Pile("hand");
    OUT = Name::Pile("out");
}

pub(crate) const MODULE: NativeModule = NativeModule {
    id: "hand",
    functions: &[("deal", deal), ("play", play), ("refill", refill)],
    names: NAMES,
    depends: &[],
};

fn deal(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    for player in (0..cx.game.state.players()).map(Player) {
        for _ in 0..3 {
            out.draw(cx.pile(HAND), player);
        }
    }
}

fn play(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    out.effect(Effect::Skip { slot: Slot::Draw as u8 }, cx.rule(PLAY));
}

fn refill(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    let (state, hand) = (cx.game.state, cx.pile(HAND));
    let me = state.player();
    if state.placed().is_some() {
        out.draw(hand, me);
        return;
    }
    for (_, player, tile) in state.zoned().filter(|z| z.0 == hand && z.1 == me) {
        let rule: RuleId = cx.rule(STUCK);
        out.effect(Effect::TileMoved { tile, from: hand, to: cx.pile(OUT), player }, rule);
        out.draw(hand, me);
    }
}

const GAME: &str = "hand = { path = \"hand\" }";

fn in_hand(t: &Table, seat: u8) -> usize {
    let hand = t.rules.ruleset.pile("hand").expect("a zone");
    t.state().zoned().filter(|z| z.0 == hand && z.1 == Player(seat)).count()
}

#[test]
fn three_in_hand_seen_by_their_owner() {
    let mut t = Table::new(GAME, &[MODULE]);
    for tile in ["base/U", "base/V", "base/E", "base/B", "base/A", "base/C"] {
        t.act(&format!("draw {tile}"));
    }
    assert_eq!(
        (in_hand(&t, 0), in_hand(&t, 1), t.who()),
        (3, 3, Player(0)),
        "no draw before the first placement"
    );
    assert!(t.starting("place base/U").len() > 1 && !t.starting("place base/E").is_empty());
    assert!(t.starting("place base/B").is_empty(), "Bob's");
    let rules = &t.rules.ruleset;
    for seat in [0, 1] {
        let view = View::of(rules, t.state(), Player(seat));
        let seen = view.state().zoned().filter(|z| z.2.is_some()).all(|z| z.1 == Player(seat));
        assert!(seen && view.hides(), "the other hand is dark");
    }
    t.act("place base/E 0,-1 r2");
    t.act("pass");
    assert_eq!((t.who(), in_hand(&t, 0)), (Player::CHANCE, 2), "filled up at the end of the part");
    let log = t.act("draw base/R");
    let dark = View::effect(&t.rules.ruleset, log.effects[0].effect, Player(1));
    assert!(matches!(dark, Effect::Drawn { tile, .. } if !tile.is_some()), "Bob does not see what");
    assert_eq!((t.who(), in_hand(&t, 0), in_hand(&t, 1)), (Player(1), 3, 3));
}

#[test]
fn the_game_ends_when_the_hands_are_empty() {
    let mut t = Table::new(GAME, &[MODULE]);
    let mut last = 0;
    t.random(5, |t, _| {
        if t.game().deck_size() == 0 && !t.state().is_over() {
            last += 1;
        }
    });
    assert!(last > 3, "play goes on without a deck");
    assert_eq!((in_hand(&t, 0), in_hand(&t, 1)), (0, 0));
    let main = t.rules.ruleset.pile("main").expect("the deck");
    assert_eq!(t.state().pile_size(main), 0);
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
