//! A variant that takes rules away: a scoring rule, a restriction, a veto, a final step, a step.

use bastide::Rules;
use bastide::core::ids::Player;
use bastide::core::{Answer, Context, Effect, Event, Name, NativeModule};

use super::support::{Table, names, setup, thirty};

mod fence {
    use super::{Answer, Context, Effect, Event, Name, NativeModule, Player, names};

    names! {
        ROAD = Name::Rule("fence.road");
        TOLL_RULE = Name::Rule("fence.toll");
        LAST = Name::Rule("fence.last");
        TOLL = Name::Token("toll");
        STEP = Name::Step("toll");
    }

    pub(super) const MODULE: NativeModule = NativeModule {
        id: "fence",
        functions: &[("road", road), ("stop", stop), ("pay", pay), ("last", last)],
        names: NAMES,
        depends: &[],
    };

    fn road(cx: &Context<'_>, _: &Event, score: &mut Answer) {
        score.extra(cx.rule(ROAD), 10);
    }

    fn stop(cx: &Context<'_>, _: &Event, out: &mut Answer) {
        out.push(cx.step(STEP), cx.game.state.player(), &[]);
    }

    fn pay(cx: &Context<'_>, e: &Event, out: &mut Answer) {
        out.effect(
            Effect::TokenMoved { token: cx.token(TOLL), player: e.actor, by: 1 },
            cx.rule(TOLL_RULE),
        );
    }

    fn last(cx: &Context<'_>, _: &Event, out: &mut Answer) {
        for player in (0..cx.game.state.players()).map(Player) {
            out.bonus(player, 100, cx.rule(LAST));
        }
    }
}

names! {
    GIFT_RULE = Name::Rule("lean.gift");
    GIFT = Name::Token("gift");
}

const MODULE: NativeModule = NativeModule {
    id: "lean",
    functions: &[("take", take), ("taken", taken)],
    names: NAMES,
    depends: &[],
};

fn take(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.effect(
        Effect::TokenMoved { token: cx.token(GIFT), player: e.actor, by: 1 },
        cx.rule(GIFT_RULE),
    );
}

fn taken(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.effect(Effect::Noted { player: e.actor }, cx.rule(GIFT_RULE));
}

const FULL: &str = "fence = { path = \"fence\" }";
const LEAN: &str = "fence = { path = \"fence\" }\nlean = { path = \"lean\" }";

#[test]
fn with_all_rules() {
    let mut t = Table::new(FULL, &[fence::MODULE]);
    t.act("draw base/E");
    assert!(t.starting("place base/E 0,-1").is_empty());
    assert_eq!(t.why_not("place base/E 0,-1 r2"), ["fence.north"]);
    t.act("place base/E 0,1 r2");
    assert_eq!(t.options(), ["fence/pay"]);
    t.act("fence/pay");
    assert_eq!(t.tokens("toll"), [1, 0]);
    t.act("pass");
    t.lay("base/W 1,0 r0");
    t.act("fence/pay");
    t.act("deploy meeple road@W");
    t.lay("base/W -1,0 r0");
    t.act("fence/pay");
    assert!(t.why_not("deploy meeple road@E").contains(&"base.claim.occupied".to_owned()));
    t.act("pass");
    assert_eq!(t.scores(), [0, 13], "three tiles, and ten more");
    let mut least = 0;
    t.random(1, |t, _| least = t.scores().into_iter().min().unwrap_or(0));
    assert!(least >= 100);
}

#[test]
fn without_what_the_variant_mutes() {
    let mut t = Table::new(LEAN, &[fence::MODULE, MODULE]);
    t.act("draw base/E");
    t.act("place base/E 0,-1 r2");
    assert_eq!(t.options(), ["lean/take"], "another step stands in");
    let log = t.act("lean/take");
    assert_eq!(
        t.told(&log),
        ["token_moved lean.gift", "noted lean.gift"],
        "its own verb and its own answer"
    );
    t.act("pass");
    t.lay("base/W 1,0 r0");
    t.act("lean/take");
    t.act("deploy meeple road@W");
    t.lay("base/W -1,0 r0");
    t.act("lean/take");
    t.act("deploy meeple road@E");
    assert_eq!(t.scores(), [3, 3], "no restriction `occupied`, no ten points");
    assert_eq!((t.tokens("gift"), t.tokens("toll")), (vec![2, 1], vec![0, 0]));
    let mut said = Vec::new();
    t.random(1, |t, log| said.extend(t.told(log)));
    assert!(!said.iter().any(|l| l.ends_with("fence.last")), "no final step");
}

mod rest {
    use super::{Answer, Context, Effect, Event, Name, NativeModule, names};

    names! {
        SIT = Name::Rule("rest.sit");
        REST = Name::Token("rest");
    }

    pub(super) const MODULE: NativeModule =
        NativeModule { id: "rest", functions: &[("sit", sit)], names: NAMES, depends: &[] };

    fn sit(cx: &Context<'_>, e: &Event, out: &mut Answer) {
        out.effect(
            Effect::TokenMoved { token: cx.token(REST), player: e.actor, by: 1 },
            cx.rule(SIT),
        );
    }
}

#[test]
fn a_step_of_the_core_is_replaced() {
    let mut t = Table::new("rest = { path = \"rest\" }", &[rest::MODULE]);
    t.lay("base/U 1,0 r0");
    assert_eq!(t.options(), ["rest/sit", "pass"], "no meeple is deployed");
    t.act("rest/sit");
    assert_eq!((t.who(), t.tokens("rest")), (Player::CHANCE, vec![1, 0]));
    thirty("rest = { path = \"rest\" }", &[rest::MODULE]);
}

#[test]
fn what_no_game_can_do_without_stays() {
    for (rule, said) in
        [("base.place.empty", "cannot be muted"), ("lean.nothing", "unknown rule to mute")]
    {
        let mut setup = setup(LEAN);
        std::sync::Arc::make_mut(&mut setup.expansions)
            .iter_mut()
            .filter(|e| e.id == "lean")
            .for_each(|e| e.mute.push(rule.into()));
        let faults = Rules::new(setup).expect_err("a fault");
        assert!(
            faults.iter().any(|f| f.what.en.contains(said) && f.what.en.contains(rule)),
            "{faults:?}"
        );
    }
}

#[test]
fn random_games() {
    thirty(LEAN, &[fence::MODULE, MODULE]);
}
