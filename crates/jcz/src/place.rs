//! Parts of tiles by the other engine's names: sides, half sides, inner places.

use bastide_core::decl::{Lies, PLACES};
use bastide_core::ids::{Cell, OverlayId, SegmentId};
use bastide_core::{Game, Ruleset};

use super::file::Pointer;
use bastide_content::manifest::jcz::Words;

/// Names of the sets of sides, by bits N 1, E 2, S 4, W 8.
const SIDES: [&str; 16] =
    ["", "N", "E", "NE", "S", "NS", "SE", "_W", "W", "NW", "WE", "_S", "SW", "_E", "_N", "NWSE"];
const INNER: [&str; 8] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"];

/// The other engine's name of a segment; `None` if its kind has no name there.
pub(super) fn pointer(game: Game<'_>, words: &Words, node: SegmentId) -> Option<Pointer> {
    let kind = &game.rules.kinds[game.state.kind(node).index()].decl;
    let feature = words.features.get(&kind.name)?.class.clone();
    let cell = game.cell(node);
    let places = game.places(node);
    let word = words.features.get(&kind.name).and_then(|f| f.location.clone());
    let location = if let Some(word) = word {
        word
    } else if places == 0 {
        let twins = game.segments(game.state.tile_of(node)).filter(|other| {
            game.state.kind(*other) == game.state.kind(node) && game.places(*other) == 0
        });
        let n = twins.take_while(|other| *other != node).count();
        INNER.get(n).copied().unwrap_or("").to_owned()
    } else if kind.lies == Lies::Rest {
        halves(places)
    } else {
        sides(own(game, node)).to_owned()
    };
    Some(Pointer { cell: (cell.x, cell.y), feature, location })
}

/// Sides that a segment reaches, as the other engine names it: one that two of a kind share there is that of the later one.
fn own(game: Game<'_>, node: SegmentId) -> u16 {
    let later = game.segments(game.state.tile_of(node)).skip_while(|other| *other != node).skip(1);
    let alike = later.filter(|other| game.state.kind(*other) == game.state.kind(node));
    let taken = alike.fold(0, |all, other| all | game.places(other));
    let places = game.places(node);
    let all = (0..4).map(|side| 7 << (3 * side)).filter(|side| places & side != 0);
    let left = all.filter(|side| taken & side == 0).fold(0, |left, side| left | side);
    if left == 0 { places } else { left }
}

/// The other engine's name of a piece over a tile: its first segment, with all the sides that it reaches.
pub(super) fn piece(
    rules: &Ruleset,
    words: &Words,
    cell: Cell,
    (overlay, rotation): (OverlayId, u8),
) -> Option<Pointer> {
    let piece = rules.overlays.get(overlay.index())?;
    let feature = words.features.get(&piece.decl.segments.first()?.kind)?.class.clone();
    let location = SIDES[usize::from(piece.reaches(rotation) & 15)].to_owned();
    Some(Pointer { cell: (cell.x, cell.y), feature, location })
}

/// The other engine's name of two segments of a tile that are joined: the sides of both.
pub(super) fn joined(
    game: Game<'_>,
    words: &Words,
    (one, other): (SegmentId, SegmentId),
) -> Option<Pointer> {
    let location = sides(game.places(one) | game.places(other)).to_owned();
    Some(Pointer { location, ..pointer(game, words, one)? })
}

/// The segment that stands for all those of its feature on its tile: who is on one is on all of them.
pub(super) fn first(game: Game<'_>, node: SegmentId) -> SegmentId {
    twins(game, node).next().unwrap_or(node)
}

/// All segments of its feature on its tile.
pub(super) fn twins(game: Game<'_>, node: SegmentId) -> impl Iterator<Item = SegmentId> {
    let root = game.state.root(node);
    game.segments(game.state.tile_of(node)).filter(move |other| game.state.root(*other) == root)
}

/// The segment that a name means.
pub(super) fn node(game: Game<'_>, words: &Words, at: &Pointer) -> Option<SegmentId> {
    let tile = game.state.tile_at(Cell::new(at.cell.0, at.cell.1))?;
    game.segments(tile).find(|node| pointer(game, words, *node).is_some_and(|own| own.is(at)))
}

/// The name of the segment that stands for the one that a name means; the name itself if there is none.
pub(super) fn known_as(game: Game<'_>, words: &Words, at: &Pointer) -> Pointer {
    let found = node(game, words, at).and_then(|node| pointer(game, words, first(game, node)));
    found.unwrap_or_else(|| at.clone())
}

/// Returns the name of the sides: `NW`, `_S`, …
fn sides(places: u16) -> &'static str {
    let bits =
        (0..4).filter(|side| places >> (3 * side) & 7 != 0).map(|side| 1 << side).sum::<usize>();
    SIDES[bits & 15]
}

/// `NL.NR.EL`.
fn halves(places: u16) -> String {
    let taken = (0..12).filter(|i| places >> i & 1 == 1 && i % 3 != 1);
    taken.map(|i| PLACES[i]).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_half_sides_have_names() {
        let whole = |side: u16| 7 << (3 * side);
        assert_eq!(sides(whole(0)), "N");
        assert_eq!(sides(whole(3) | whole(0)), "NW");
        assert_eq!(sides(whole(1) | whole(3)), "WE");
        assert_eq!(sides(whole(0) | whole(1) | whole(3)), "_S");
        assert_eq!(sides(whole(1) | whole(2) | whole(3)), "_N");
        assert_eq!(sides(0xfff), "NWSE");
        assert_eq!(sides(0b010 << 6), "S");
        assert_eq!(halves(0b111), "NL.NR");
        assert_eq!(halves(1 << 5 | 1 << 6), "ER.SL");
    }
}
