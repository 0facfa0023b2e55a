//! What points on a tile.

use bastide::Library;
use bastide::core::decl::{Lies, Segment, Tile};

use crate::Look;
use crate::art::{Kit, art};
use crate::defs::Defs;

#[test]
fn what_points_is_turned_by_its_number_and_with_its_tile() {
    let text = "[tag.way]\nshow = \"compass\"\nshapes = [{ path = \"M50 0L60 20H40z\" }]\n";
    let (look, faults) = Look::of(&Library::in_memory([("expansions/my/draw.toml", text)]));
    assert!(faults.is_empty(), "{faults:?}");
    assert!(look.points("way") && !look.points("other"));
    let kit = Kit { look: &look, lies: &|_| Lies::Centre, fields: false };
    let turned = |number: u8, rotation: u8| {
        let segment = Segment {
            kind: "kite".into(),
            tags: vec![("way".into(), number)],
            ..Segment::default()
        };
        let tile = Tile { id: "my/kite".into(), segments: vec![segment], ..Tile::default() };
        let svg = art(&tile, kit, &mut Defs::default()).svg(rotation);
        let symbol = svg.lines().find(|line| line.contains("tag-way"));
        symbol.map(|line| {
            line.split("rotate(").nth(1).unwrap_or("").split(')').next().unwrap_or("").to_owned()
        })
    };
    assert_eq!(turned(0, 0), None, "nowhere");
    assert_eq!(turned(1, 0).as_deref(), Some("0"));
    assert_eq!(turned(8, 0).as_deref(), Some("315"));
    assert_eq!(turned(8, 1).as_deref(), Some("45"));
    assert_eq!(turned(3, 2).as_deref(), Some("270"));
}
