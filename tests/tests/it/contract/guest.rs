//! A whole turn in the middle of another, which goes on where it was.

use bastide::core::ids::Player;
use bastide::core::{Answer, Context, Effect, Event, Name, NativeModule};

use super::support::{Table, names, thirty};

names! {
    TURN = Name::Rule("guest.turn");
}

pub(crate) const MODULE: NativeModule =
    NativeModule { id: "guest", functions: &[("invite", invite)], names: NAMES, depends: &[] };

fn invite(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    let state = cx.game.state;
    let player = Player((state.player().0 + 1) % state.players());
    out.effect(Effect::Turn { player }, cx.rule(TURN));
}

const GAME: &str = "guest = { path = \"guest\" }";

#[test]
fn the_turn_that_was_interrupted_goes_on() {
    let mut t = Table::new(GAME, &[MODULE]);
    // Ann has yet to say who stands on her tile.
    let log = t.lay("base/F 0,-1 r1");
    assert_eq!(t.told(&log), ["placed ", "turn guest.turn"]);
    assert_eq!((t.who(), t.state().player()), (Player::CHANCE, Player(1)), "Bob draws first");
    t.lay("base/U 1,0 r0");
    assert!(t.starting("deploy meeple 0,-1").is_empty(), "his own tile, not hers");
    t.act("deploy meeple road@E");
    assert_eq!((t.who(), t.state().player(), t.state().part()), (Player(0), Player(0), 1));
    let of_hers = ["city@N", "field@E", "field@W"].map(|at| format!("deploy meeple 0,-1 {at}"));
    assert_eq!(t.starting("deploy"), of_hers);
    t.act("deploy meeple 0,-1 city@N");
    assert_eq!((t.who(), t.state().player()), (Player::CHANCE, Player(1)), "then as ever");
}

#[test]
fn what_it_completed_is_scored_in_its_own_turn() {
    let mut t = Table::new(GAME, &[MODULE]);
    for tile in ["base/U 1,0 r0", "base/E 1,-1 r1", "base/E 1,-2 r0", "base/E 0,-2 r2"] {
        t.pass_with(tile);
    }
    t.lay("base/F 0,-1 r1");
    assert_eq!((t.who(), t.state().player()), (Player::CHANCE, Player(1)));
    t.lay("base/U 2,0 r0");
    let log = t.act("pass");
    assert!(!t.told(&log).iter().any(|l| l.starts_with("completed")), "{:?}", t.told(&log));
    assert_eq!(t.state().player(), Player(0));
    t.act("deploy meeple 0,-1 city@N");
    assert_eq!(t.scores(), [8, 0], "three tiles and a pennant, for the one who was interrupted");
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
