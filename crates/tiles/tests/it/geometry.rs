//! Printed segments that belong to no enabled expansion.

use bastide_core::decl::{Segment, Tile};
use bastide_tiles::load;

use crate::support;

#[test]
fn a_garden_is_decoration_where_nobody_plays_with_it() {
    let mut kinds = support::kinds();
    kinds.features.retain(|kind| kind.name != "garden");
    kinds.idle_features.insert("garden".to_owned());
    kinds.tags.retain(|tag| tag.name != "pennant");
    kinds.idle_tags.insert("pennant".to_owned());
    let source = support::source("base-2nd").unwrap();
    let set = load(&source.file, &source.text, &kinds, &support::source).unwrap();
    assert_eq!(set.total(), 72);
    let plain = |tile: &Tile| {
        let named = |own: &Segment| own.tags.iter().any(|(tag, _)| tag == "pennant");
        !tile.segments.iter().any(|own| own.kind == "garden" || named(own))
    };
    assert!(set.tiles.iter().all(plain));
}

#[test]
fn a_key_with_nothing_under_it_says_that_there_is_none() {
    let fields = |more: &str| {
        let text = format!(
            "id = \"walls\"\nname = {{ en = \"Walls\" }}\n[[tile]]\nid = \"A\"\ncount = 1\n\
             city = [{{ at = \"N W\" }}, {{ at = \"E S\" }}]\n{more}"
        );
        let set = support::read(&text).unwrap();
        set.tiles[0].segments.iter().filter(|own| own.kind == "field").count()
    };
    assert_eq!(fields(""), 1);
    assert_eq!(fields("field = []"), 0);
}
