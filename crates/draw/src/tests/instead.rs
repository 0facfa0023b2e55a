//! What shows in place of a feature's own symbol.

use bastide::Library;
use bastide::core::decl::{Lies, Segment, Tile};

use crate::Look;
use crate::art::{Kit, art};
use crate::defs::Defs;

/// How often each of two symbols is on a tile with such a segment.
fn drawn(lies: Lies, tags: &[(&str, u8)]) -> [usize; 2] {
    let text = "[kind.cell]\nshapes = [{ path = \"M0 0H9V9z\" }]\n\
                [tag.stones]\nshow = \"instead\"\nshapes = [{ path = \"M50 0L60 20H40z\" }]\n";
    let (look, faults) = Look::of(&Library::in_memory([("expansions/my/draw.toml", text)]));
    assert!(faults.is_empty(), "{faults:?}");
    let kit = Kit { look: &look, lies: &|_| lies, fields: false };
    let tags = tags.iter().map(|(tag, n)| ((*tag).into(), *n)).collect();
    let segment = Segment { kind: "cell".into(), tags, ..Segment::default() };
    let tile = Tile { id: "my/cell".into(), segments: vec![segment], ..Tile::default() };
    let svg = art(&tile, kit, &mut Defs::default()).svg(0);
    ["kind-cell", "tag-stones"].map(|id| svg.matches(id).count())
}

#[test]
fn a_tag_stands_in_place_of_what_is_inside_the_tile() {
    assert_eq!(drawn(Lies::Centre, &[]), [1, 0]);
    assert_eq!(drawn(Lies::Centre, &[("stones", 0)]), [1, 0], "a tile without it");
    assert_eq!(drawn(Lies::Centre, &[("stones", 1)]), [0, 1]);
    assert_eq!(drawn(Lies::Centre, &[("stones", 3)]), [0, 1], "once, whatever its number");
    assert_eq!(drawn(Lies::Rest, &[("stones", 2)]), [0, 2], "nothing is there to stand for");
}
