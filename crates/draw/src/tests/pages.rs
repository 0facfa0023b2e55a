//! Pages to cut: room between tiles, artwork beyond their edges, backs.

use bastide::core::decl::Tile;

use crate::{Look, SheetOptions, pages};

fn drawn(count: u16, options: &SheetOptions) -> Vec<String> {
    let tile = Tile { id: "my/tile".into(), count, ..Default::default() };
    pages(&[tile], &[], &Look::default(), options)
}

/// Numbers that stand behind a word.
fn numbers(page: &str, word: &str) -> Vec<f64> {
    let number = |rest: &str| rest.split(['"', ' ', ')']).next()?.parse().ok();
    page.split(word).skip(1).filter_map(number).collect()
}

#[test]
fn with_bleed_tiles_stand_apart_and_go_on_beyond_their_edges() {
    let plain = drawn(24, &SheetOptions::default());
    let bleed = drawn(24, &SheetOptions { bleed: true, ..Default::default() });
    assert_eq!((plain.len(), bleed.len()), (1, 2));
    let columns = |page: &str| {
        let mut x = numbers(page, "<use href=\"#t-my_2f_tile\" x=\"");
        x.sort_by(f64::total_cmp);
        x.dedup();
        x
    };
    let step = |page: &str| columns(page)[1] - columns(page)[0];
    // A tile of 45 mm has 100 units: 2 mm for each side.
    assert!((step(&plain[0]) - 100.0).abs() < 0.2, "{}", step(&plain[0]));
    assert!((step(&bleed[0]) - 100.0 - 4.0 / 0.45).abs() < 0.2, "{}", step(&bleed[0]));
    assert_eq!(bleed[0].matches("scale(1.0889)").count(), 20);
    assert_eq!(plain[0].matches("scale(1.0889)").count(), 0);
    // Nothing but marks lies off the page.
    let (least, most) = (columns(&bleed[0])[0], columns(&bleed[0])[3] + 100.0);
    assert!(least > 12.0 && most < 210.0 / 0.45 - 12.0, "{least} {most}");
}

#[test]
fn backs_lie_behind_their_tiles() {
    let pages = drawn(5, &SheetOptions { backs: true, ..Default::default() });
    assert_eq!(pages.len(), 2);
    let tiles = numbers(&pages[0], "<use href=\"#t-my_2f_tile\" x=\"");
    let backs = numbers(&pages[1], "<rect x=\"");
    assert_eq!((tiles.len(), backs.len()), (5, 5));
    // The page is turned over at its long side: what is left on one is right on the other.
    for (tile, back) in tiles.iter().zip(&backs) {
        assert!((tile + back + 100.0 - 210.0 / 0.45).abs() < 0.3, "{tile} {back}");
    }
}
