//! A step of verbs that chance is asked: nobody's tokens, points and figures are none.

use bastide::core::ids::{FigureKindId, Player, TokenId};
use bastide::core::{Answer, Context, Event, Name, NativeModule};

use super::support::{Table, names, thirty};

names! {
    WONDER = Name::Step("wonder");
}

pub(crate) const MODULE: NativeModule =
    NativeModule { id: "luck", functions: &[("wonder", wonder)], names: NAMES, depends: &[] };

fn wonder(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    out.push(cx.step(WONDER), Player::CHANCE, &[]);
}

const GAME: &str = "luck = { path = \"luck\" }";

#[test]
fn chance_has_nothing() {
    let mut t = Table::new(GAME, &[MODULE]);
    assert_eq!(t.state().tokens(TokenId(0), Player(0)), 3);
    assert_eq!(t.state().tokens(TokenId(0), Player::CHANCE), 0);
    assert_eq!(t.state().supply(Player::CHANCE, FigureKindId(0)), 0);
    // Nobody's meeple is on the board yet: nothing is asked of chance.
    t.lay("base/F 0,-1 r1");
    assert_eq!(t.who(), Player(0));
    t.act("deploy meeple 0,-1 city@N");
    // Ann's is there now, and all that chance may name.
    t.pass_with("base/U 1,0 r0");
    t.lay("base/F 0,-2 r1");
    assert_eq!(t.who(), Player::CHANCE);
    assert_eq!(t.starting("luck/").len(), 1, "{:?}", t.starting(""));
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
