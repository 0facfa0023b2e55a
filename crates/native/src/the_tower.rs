//! The Tower: floors, captures, exchange of prisoners, ransom. Targets, prices and refusals are declared
//! in the manifest.

use bastide_core::ids::{FigureId, Player};
use bastide_core::{Answer, Cx, Effect, Event, Name, NativeModule, Offer, Place};

crate::names! {
    FLOOR = Name::Rule("tower.floor");
    CAPTURE = Name::Rule("tower.capture");
    CAPTURE_OWN = Name::Rule("tower.capture.own");
    EXCHANGE = Name::Rule("tower.exchange");
    EXCHANGE_CHOICE = Name::Rule("tower.exchange.choice");
    RANSOM = Name::Rule("tower.ransom");
    FLOORS = Name::Tag("tower", "floors");
    STEP_CAPTURE = Name::Step("capture");
    STEP_EXCHANGE = Name::Step("exchange");
    VERB_EXCHANGE = Name::Verb("exchange");
    PRICE = Name::Int("ransom");
}

/// The module.
pub(crate) const MODULE: NativeModule = NativeModule {
    id: "the-tower",
    functions: &[
        ("floor", floor),
        ("capture", capture),
        ("captured", captured),
        ("ask_exchange", ask_exchange),
        ("exchange", exchange),
        ("ransom", ransom),
    ],
    names: NAMES,
};

fn floor(cx: &Cx<'_>, e: &Event, out: &mut Answer) {
    out.effect(Effect::Tagged { node: e.node, lane: cx.lane(FLOORS), by: 1 }, cx.rule(FLOOR));
    out.push(cx.step(STEP_CAPTURE), e.actor, &[e.node.0 as i32]);
}

fn capture(cx: &Cx<'_>, e: &Event, out: &mut Answer) {
    if e.player == e.actor {
        out.send_home(e.figure, cx.rule(CAPTURE_OWN));
    } else {
        out.capture(e.figure, e.actor, cx.rule(CAPTURE));
    }
}

/// As soon as two players hold a meeple of each other, both go home.
fn captured(cx: &Cx<'_>, e: &Event, out: &mut Answer) {
    let captor = Player(e.args[0] as u8);
    match cx.game.held(captor, e.player).as_slice() {
        [] => {}
        [mine] => {
            out.send_home(e.figure, cx.rule(EXCHANGE));
            out.send_home(*mine, cx.rule(EXCHANGE));
        }
        _ => out.push(cx.step(STEP_EXCHANGE), captor, &[e.figure.0 as i32]),
    }
}

fn ask_exchange(cx: &Cx<'_>, e: &Event, offers: &mut Answer) {
    let prisoner = FigureId(e.args[0] as u16);
    offers.offer(Offer { rule: cx.rule(EXCHANGE_CHOICE), ..Offer::default() });
    for figure in cx.game.held(e.actor, cx.game.state.owner(prisoner)) {
        offers.invoke(cx.verb(VERB_EXCHANGE), figure.0 as u32);
    }
}

fn exchange(cx: &Cx<'_>, e: &Event, out: &mut Answer) {
    out.send_home(FigureId(e.args[0] as u16), cx.rule(EXCHANGE_CHOICE));
    out.send_home(e.figure, cx.rule(EXCHANGE_CHOICE));
}

/// The core has taken the price; it goes to the holder.
fn ransom(cx: &Cx<'_>, e: &Event, out: &mut Answer) {
    if let Place::Held(holder) = cx.game.state.figure_place(e.figure) {
        out.pay(holder, cx.int(PRICE), cx.rule(RANSOM));
    }
    out.send_home(e.figure, cx.rule(RANSOM));
}
