//! The Tower: captures and the exchange of prisoners. Floors, ransom, targets, prices and refusals are
//! declared in the manifest.

use bastide_core::ids::{FigureId, Player};
use bastide_core::{Answer, Context, Event, Name, NativeModule, Offer};

crate::names! {
    CAPTURE = Name::Rule("tower.capture");
    CAPTURE_OWN = Name::Rule("tower.capture.own");
    EXCHANGE = Name::Rule("tower.exchange");
    EXCHANGE_CHOICE = Name::Rule("tower.exchange.choice");
    STEP_EXCHANGE = Name::Step("exchange");
    VERB_EXCHANGE = Name::Verb("exchange");
}

/// The module.
pub(crate) const MODULE: NativeModule = NativeModule {
    id: "the-tower",
    functions: &[
        ("capture", capture),
        ("captured", captured),
        ("ask_exchange", ask_exchange),
        ("exchange", exchange),
    ],
    names: NAMES,
    depends: &[],
};

fn capture(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    if e.player == e.actor {
        out.send_home(e.figure, cx.rule(CAPTURE_OWN));
    } else {
        out.capture(e.figure, e.actor, cx.rule(CAPTURE));
    }
}

/// As soon as two players hold a meeple of each other, both go home.
fn captured(cx: &Context<'_>, e: &Event, out: &mut Answer) {
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

fn ask_exchange(cx: &Context<'_>, e: &Event, offers: &mut Answer) {
    let prisoner = FigureId(e.args[0] as u16);
    offers.offer(Offer { rule: cx.rule(EXCHANGE_CHOICE), ..Offer::default() });
    for figure in cx.game.held(e.actor, cx.game.state.owner(prisoner)) {
        offers.invoke(cx.verb(VERB_EXCHANGE), figure.0 as u32);
    }
}

fn exchange(cx: &Context<'_>, e: &Event, out: &mut Answer) {
    out.send_home(FigureId(e.args[0] as u16), cx.rule(EXCHANGE_CHOICE));
    out.send_home(e.figure, cx.rule(EXCHANGE_CHOICE));
}
