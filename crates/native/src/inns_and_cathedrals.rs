//! Inns & Cathedrals: inns on roads, cathedrals in cities. The large meeple is declared in the manifest.

use bastide_core::ids::UnitId;
use bastide_core::{Answer, Context, Depends, Event, Name, NativeModule};

crate::names! {
    INN_ROAD = Name::Rule("ic.inn.road");
    INN_UNFINISHED = Name::Rule("ic.inn.unfinished");
    CATHEDRAL_CITY = Name::Rule("ic.cathedral.city");
    CATHEDRAL_UNFINISHED = Name::Rule("ic.cathedral.unfinished");
    ZERO = Name::Is("unfinished", "zero");
}

/// The module.
pub(crate) const MODULE: NativeModule = NativeModule {
    id: "inns-and-cathedrals",
    functions: &[("road", road), ("city", city)],
    names: NAMES,
    depends: &[("road", Depends::Itself), ("city", Depends::Itself)],
};

fn road(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    more_or_nothing(cx, e, score, INN_ROAD, INN_UNFINISHED);
}

fn city(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    more_or_nothing(cx, e, score, CATHEDRAL_CITY, CATHEDRAL_UNFINISHED);
}

/// One more point for every unit when complete, nothing when unfinished.
fn more_or_nothing(cx: &Context<'_>, e: &Event, score: &mut Answer, more: usize, nothing: usize) {
    if e.complete {
        score.per(cx.rule(more), UnitId::NONE, 1);
    } else if cx.is(ZERO) {
        score.void(cx.rule(nothing));
    }
}
