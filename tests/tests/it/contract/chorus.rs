//! Several functions of one expansion for one step and one verb: their options join, their effects follow one another.

use bastide::core::ids::Player;
use bastide::core::{Answer, Context, Effect, Event, Name, NativeModule, Offer};

use super::support::{Table, names, thirty};

names! {
    SING_RULE = Name::Rule("chor.sing");
    LOW = Name::Rule("chor.low");
    HIGH = Name::Rule("chor.high");
    THIRD = Name::Rule("chor.third");
    ECHO_RULE = Name::Rule("chor.echo");
    HEAR = Name::Rule("chor.hear");
    CLAP = Name::Rule("chor.clap");
    CHOOSE = Name::Step("choose");
    SING = Name::Verb("sing");
    SONG = Name::Token("song");
    ECHO = Name::Token("echo");
}

const MODULE: NativeModule = NativeModule {
    id: "chorus",
    functions: &[
        ("begin", begin),
        ("low", |cx, _, out| offer(cx, LOW, 1, out)),
        ("high", |cx, _, out| offer(cx, HIGH, 2, out)),
        ("third", |cx, _, out| offer(cx, THIRD, 3, out)),
        ("sing", sing),
        ("echo", echo),
        ("hear", |cx, e, out| out.pay(e.actor, 1, cx.rule(HEAR))),
        ("clap", |cx, e, out| out.pay(e.actor, 10, cx.rule(CLAP))),
    ],
    names: NAMES,
    depends: &[],
};

fn begin(cx: &Context<'_>, _: &Event, out: &mut Answer) {
    out.push(cx.step(CHOOSE), cx.game.state.player(), &[]);
}

fn offer(cx: &Context<'_>, rule: usize, number: u32, offers: &mut Answer) {
    offers.offer(Offer { rule: cx.rule(rule), ..Offer::default() });
    offers.invoke(cx.verb(SING), number);
}

fn sing(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let (token, by) = (cx.token(SONG), e.number as i16);
    out.effect(Effect::TokenMoved { token, player: e.actor, by }, cx.rule(SING_RULE));
}

fn echo(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    let by = cx.game.state.tokens(cx.token(SONG), e.actor);
    let token = cx.token(ECHO);
    out.effect(Effect::TokenMoved { token, player: e.actor, by }, cx.rule(ECHO_RULE));
}

const GAME: &str = "chorus = { path = \"chorus\" }";

#[test]
fn all_of_them_are_asked_in_the_order_of_the_manifest() {
    let mut t = Table::new(GAME, &[MODULE]);
    t.lay("base/U 1,0 r0");
    assert_eq!(t.options(), ["chorus/sing 1", "chorus/sing 2", "pass"]);
    let log = t.act("chorus/sing 2");
    let all =
        ["token_moved chor.sing", "token_moved chor.echo", "paid chor.hear", "paid chor.clap"];
    assert_eq!(t.told(&log), all);
    assert_eq!(
        (t.tokens("song"), t.tokens("echo")),
        (vec![2, 0], vec![2, 0]),
        "echo saw the songs"
    );
    assert_eq!((t.who(), t.scores()), (Player(0), vec![11, 0]));
}

#[test]
fn one_of_them_may_hang_on_an_option() {
    let mut t = Table::new("chorus = { path = \"chorus\", third = true }", &[MODULE]);
    t.lay("base/U 1,0 r0");
    assert_eq!(t.starting("chorus/"), ["chorus/sing 1", "chorus/sing 2", "chorus/sing 3"]);
}

#[test]
fn random_games() {
    thirty(GAME, &[MODULE]);
}
