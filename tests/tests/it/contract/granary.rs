//! Units that an expansion declares are called by their names on printed sheets.

use bastide::core::AsIf;
use bastide::core::ids::SegmentId;
use bastide::{Game, Rules, story};

use super::support::setup;

#[test]
fn a_sheet_counts_in_units_by_their_names() {
    let rules = Rules::new(setup("base = { farmers = \"off\" }\ngranary = { path = \"granary\" }"));
    let mut game = Game::new(rules.unwrap_or_else(|f| panic!("{f:#?}")), 1).expect("setup works");
    for text in [
        "draw base/U",
        "place base/U 1,0 r0",
        "deploy granary field@N",
        "draw base/U",
        "place base/U -1,0 r0",
        "deploy meeple road@E",
    ] {
        game.act_text(text).unwrap_or_else(|e| panic!("`{text}`: {e}"));
    }
    let road = game.rules().ruleset.kind("road").expect("a kind");
    let mut all = (0..game.state().node_count() as u16).map(SegmentId);
    let node = all.find(|n| game.state().kind(*n) == road).expect("a road");
    let sheet = game.sheet(node, AsIf { complete: Some(true), last: false }).expect("a sheet");
    for (lang, said) in [
        ("en", "3 tiles + 3 sacks of grain × 2 = 9 → Bob"),
        ("fr", "3 tuiles + 3 sacs de grain × 2 = 9 → Bob"),
    ] {
        let line = story::sheet_line(&game, &sheet, lang);
        assert!(line.contains(said) && line.contains("[gran.told]"), "{line}");
    }
}
