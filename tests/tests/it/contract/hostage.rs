//! A payment at any own decision, also where the action step would be empty.

use bastide::core::ids::{Player, TokenId};
use bastide::core::{Answer, Context, Effect, Event, Name, NativeModule, Place};

use super::support::{Table, names, thirty};

names! {
    SEIZE = Name::Rule("host.seize");
    REDEEM = Name::Rule("host.redeem");
    COIN = Name::Token("coin");
}

pub(crate) const MODULE: NativeModule = NativeModule {
    id: "hostage",
    functions: &[("seize", seize), ("redeem", redeem)],
    names: NAMES,
    depends: &[],
};

fn seize(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.capture(e.figure, e.actor, cx.rule(SEIZE));
}

fn redeem(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    if let Place::Held(player) = cx.game.state.figure_place(e.figure) {
        let token: TokenId = cx.token(COIN);
        out.effect(Effect::TokenMoved { token, player, by: 1 }, cx.rule(REDEEM));
    }
    out.send_home(e.figure, cx.rule(REDEEM));
}

const GAME: &str = "hostage = { path = \"hostage\" }\nbase = { meeples = 1 }";

#[test]
fn a_payment_stands_at_every_own_decision_and_opens_an_empty_one() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    t.act("deploy meeple road@E");
    t.lay("base/U 2,0 r0");
    let seize = t.starting("hostage/seize");
    assert_eq!(seize.len(), 1);
    t.act(&seize[0]);
    assert_eq!(t.supply("meeple"), [0, 1]);
    // Ann has nothing to deploy and nothing to seize: only the payment opens her action step.
    t.act("draw base/U");
    assert_eq!(
        t.starting("hostage/redeem"),
        ["hostage/redeem meeple:1@2"],
        "beside the placements"
    );
    t.act("place base/U 3,0 r0");
    assert_eq!(t.who(), Player(0));
    assert_eq!(t.options(), ["hostage/redeem meeple:1@2", "pass"]);
    let log = t.act("hostage/redeem meeple:1@2");
    assert_eq!(
        t.told(&log),
        [
            "token_moved host.redeem",
            "set host.redeem",
            "token_moved host.redeem",
            "returned host.redeem",
        ],
        "the core takes the price and notes the once"
    );
    assert_eq!(t.tokens("coin"), [1, 3]);
    assert!(
        t.options().iter().any(|o| o.starts_with("deploy meeple")),
        "free: the same step again"
    );
    t.act("deploy meeple road@E");
    // Bob seizes again; Ann pays before she places; then she is poor.
    t.lay("base/U 4,0 r0");
    let seize = t.starting("hostage/seize");
    t.act(&seize[0]);
    t.act("draw base/U");
    t.act("hostage/redeem meeple:1@2");
    assert!(t.options().iter().all(|o| o.starts_with("place")));
    assert_eq!(t.tokens("coin"), [0, 4]);
    t.act("place base/U 5,0 r0");
    t.act("deploy meeple road@E");
    t.lay("base/U 6,0 r0");
    let seize = t.starting("hostage/seize");
    t.act(&seize[0]);
    t.act("draw base/U");
    assert_eq!(t.why_not("hostage/redeem meeple:1@2"), ["host.poor"], "a new turn, but no coin");
    t.act("place base/U 7,0 r0");
    assert_eq!(t.who(), Player::CHANCE, "nothing but pass is not asked");
}

#[test]
fn random_games() {
    thirty("hostage = { path = \"hostage\" }\nbase = { meeples = 2 }", &[MODULE]);
}
