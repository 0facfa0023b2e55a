//! Tiles of a bazaar are named by number, and bid for.

use super::*;

/// Ann has three points when she lays a bazaar, at which two tiles come.
fn bazaar(bids: &[Value], assertions: &[&str]) -> Value {
    let mut replay = completed();
    replay.extend([tile("BB/CFc.b", 0, -1, "R90"), json!(["PASS"]), commit()]);
    replay.extend(bids.iter().cloned());
    let draws = ["BA/LR", "BA/RRR", "BB/CFc.b", "BA/LR", "BB/CCCR"];
    let mut game = game(&draws, None, replay, assertions);
    game["setup"]["sets"]["bridges-castles-and-bazaars:1"] = json!(1);
    game["setup"]["elements"]["bazaar"] = json!(true);
    game
}

fn bid(lot: i32, price: i32) -> Value {
    json!(["BAZAAR_BID", { "supplyIndex": lot, "price": price }])
}

fn decide(value: &str) -> Value {
    json!(["BAZAAR_BUY_OR_SELL", { "value": value }])
}

#[test]
fn tiles_of_a_bazaar_are_bid_for_sold_and_drawn() {
    let first = [bid(1, 0), bid(1, 2)];
    let asked = ["Phase is BazaarPhase", "Available action BazaarSelectBuyOrSell"];
    assert_eq!(faults(&bazaar(&first, &asked)), []);
    // Bob is paid for the second tile, and the first is his without a bid; the next turn draws it.
    let all = [bid(1, 0), bid(1, 2), decide("SELL")];
    let after = [
        "Ann has 1 points",
        "Bob has 2 points",
        "Phase is TilePhase",
        "Available action TilePlacement for BA/LR",
    ];
    assert_eq!(faults(&bazaar(&all, &after)), []);
    // A player who passes leaves the tile to the one who chose it, who is not asked.
    let passed = [bid(0, 0), json!(["PASS"])];
    let after =
        ["Ann has 3 points", "Bob has 0 points", "Available action TilePlacement for BA/LR"];
    assert_eq!(faults(&bazaar(&passed, &after)), []);
}

#[test]
fn whoever_has_no_points_is_asked_and_may_go_below_zero() {
    // Bob, who has none, chooses; Ann bids more than her three points, and he buys from her.
    let all = [bid(1, 0), bid(1, 5), decide("BUY")];
    assert_eq!(faults(&bazaar(&all, &["Ann has 8 points", "Bob has -5 points"])), []);
    let own = [bid(0, 4), json!(["PASS"])];
    assert_eq!(faults(&bazaar(&own, &["Ann has 3 points", "Bob has -4 points"])), []);
}

#[test]
fn without_an_auction_a_tile_is_taken_by_its_number() {
    let mut game =
        bazaar(&[bid(1, 0)], &["Ann has 3 points", "Available action TilePlacement for BB/CCCR"]);
    game["setup"]["rules"]["bazaar-no-auction"] = json!(true);
    assert_eq!(faults(&game), []);
}

#[test]
fn numbers_that_mean_no_tile_or_no_bid_are_told() {
    for (bids, code) in [
        (vec![bid(2, 0)], "J0103"),
        (vec![bid(-1, 0)], "J0103"),
        (vec![json!(["BAZAAR_BID", { "price": 0 }])], "J0103"),
        (vec![json!(["BAZAAR_BID", { "supplyIndex": "1", "price": 0 }])], "J0103"),
        (vec![bid(1, 1000)], "J0101"),
        (vec![bid(1, 3), bid(1, 3)], "J0101"),
        (vec![bid(1, 0), bid(1, 2), decide("SELL"), bid(1, 0)], "J0103"),
        (vec![bid(1, 0), bid(1, 2), decide("KEEP")], "J0105"),
    ] {
        assert_eq!(codes(&bazaar(&bids, &[])), [code], "{bids:?}");
    }
}
