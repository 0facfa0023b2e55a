//! The base game: what roads, cities, monasteries and fields are worth.

use bastide_core::ids::{KindId, RuleId, SegmentId};
use bastide_core::{
    Answer, Claim, Context, Depends, Event, Name, NativeModule, Returns, Strengths,
};

crate::names! {
    ROAD_COMPLETE = Name::Rule("base.road.complete");
    ROAD_UNFINISHED = Name::Rule("base.road.unfinished");
    CITY_COMPLETE = Name::Rule("base.city.complete");
    CITY_TWO_TILE = Name::Rule("base.city.two-tile");
    CITY_PENNANT = Name::Rule("base.city.pennant");
    CITY_UNFINISHED = Name::Rule("base.city.unfinished");
    MONASTERY_COMPLETE = Name::Rule("base.monastery.complete");
    MONASTERY_UNFINISHED = Name::Rule("base.monastery.unfinished");
    FIELD_PER_FIELD = Name::Rule("base.field.per-field");
    FIELD_POOLED = Name::Rule("base.field.pooled");
    FIELD_CITY_ONCE = Name::Rule("base.field.city-once");
    CITY = Name::Kind("city");
    FIELD = Name::Kind("field");
    PENNANT = Name::Tag("city", "pennant");
    TILES = Name::Unit("tile");
    PENNANTS = Name::Unit("pennant");
    CITIES = Name::Unit("city");
    ONE_PER_TILE = Name::Is("two-tile-city", "one-per-tile");
    FARMER_POINTS = Name::Int("farmer-points");
}

/// The module.
pub(crate) const MODULE: NativeModule = NativeModule {
    id: "base",
    functions: &[
        ("road", road),
        ("city", city),
        ("monastery", monastery),
        ("field", field),
        ("supplied", supplied),
        ("pooled", pooled),
        ("city_once", city_once),
    ],
    names: NAMES,
    depends: &[
        ("road", Depends::Itself),
        ("city", Depends::Itself),
        ("monastery", Depends::Itself),
        ("field", Depends::Borders),
        ("supplied", Depends::Itself),
    ],
};

fn road(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    let rule = if e.complete { ROAD_COMPLETE } else { ROAD_UNFINISHED };
    score.add(cx.rule(rule), cx.unit(TILES), cx.game.tile_count(e.node), 1);
}

fn city(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    let tiles = cx.game.tile_count(e.node);
    let (rule, rate) = match (e.complete, cx.is(ONE_PER_TILE) && tiles == 2) {
        (true, false) => (CITY_COMPLETE, 2),
        (true, true) => (CITY_TWO_TILE, 1),
        (false, _) => (CITY_UNFINISHED, 1),
    };
    score.add(cx.rule(rule), cx.unit(TILES), tiles, rate);
    let pennants = cx.game.tag(e.node, cx.lane(PENNANT));
    if pennants > 0 {
        score.add(cx.rule(CITY_PENNANT), cx.unit(PENNANTS), pennants, rate);
    }
}

fn monastery(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    let rule = if e.complete { MONASTERY_COMPLETE } else { MONASTERY_UNFINISHED };
    score.add(cx.rule(rule), cx.unit(TILES), cx.game.tile_count(e.node), 1);
}

/// `per-field`: each field by itself.
fn field(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    let mut cities = 0;
    cx.game
        .each_bordering(e.node, 1 << cx.kind(CITY).0, |c| cities += cx.game.is_complete(c) as i32);
    score.add(cx.rule(FIELD_PER_FIELD), cx.unit(CITIES), cities, cx.int(FARMER_POINTS));
}

/// A city that farmers supply, under the rule of the claim.
fn supplied(cx: &Context<'_>, e: &Event, score: &mut Answer) {
    score.add(e.rule, cx.unit(CITIES), 1, cx.int(FARMER_POINTS));
}

/// `per-city-pooled`: all farmers around a city together.
fn pooled(cx: &Context<'_>, _: &Event, claims: &mut Answer) {
    each_supplied(cx, FIELD_POOLED, claims, |fields| {
        let mut strengths = Strengths::default();
        for field in fields {
            strengths.join(&cx.strengths(*field));
        }
        strengths.owners()
    });
}

/// `per-field-city-once`: each field by itself, but a city pays a player once.
fn city_once(cx: &Context<'_>, _: &Event, claims: &mut Answer) {
    each_supplied(cx, FIELD_CITY_ONCE, claims, |fields| {
        fields.iter().fold(0, |owners, field| owners | cx.strengths(*field).owners())
    });
}

fn each_supplied(
    cx: &Context<'_>,
    rule: usize,
    claims: &mut Answer,
    owners: impl Fn(&[SegmentId]) -> u8,
) {
    let (city, field): (KindId, KindId) = (cx.kind(CITY), cx.kind(FIELD));
    let rule: RuleId = cx.rule(rule);
    for node in cx.game.features(1 << city.0) {
        if !cx.game.is_complete(node) {
            continue;
        }
        let owners = owners(&cx.game.bordering(node, 1 << field.0));
        if owners != 0 {
            claims.claim(Claim {
                rule,
                node,
                owners,
                complete: true,
                last: true,
                returns: Returns::Nobody,
            });
        }
    }
}
