//! Pieces of tile that may be laid over tiles.

use super::super::overlay::OverSide;
use super::super::{Overlay, SEG_NONE, TypeSegment};
use super::Builder;
use crate::decl::{self, Lies, PLACES};
use crate::ids::ExpansionId;
use crate::limits::{OVERLAYS_MAX, SEGMENTS_PER_TILE_MAX};
use crate::tags::Tags;

const EDGES: [&str; 4] = ["N", "E", "S", "W"];

impl Builder<'_> {
    pub(super) fn declare_overlays(&mut self) {
        for (x, e) in self.from.iter().enumerate() {
            for overlay in &e.overlays {
                let taken = self.rules.overlay(&overlay.name).is_some();
                if self.unique(&e.id, "overlay", &overlay.name, taken) {
                    self.declare_overlay(ExpansionId(x as u8), &e.id, overlay);
                }
            }
        }
        let n = self.rules.overlays.len();
        self.faults.limit("overlays", "overlays", n, OVERLAYS_MAX);
    }

    fn declare_overlay(&mut self, expansion: ExpansionId, id: &str, decl: &decl::Overlay) {
        let mut owners = [SEG_NONE; 12];
        let mut segments: Vec<TypeSegment> = Vec::new();
        self.faults.limit(id, "segments", decl.segments.len(), SEGMENTS_PER_TILE_MAX / 2);
        for (i, segment) in decl.segments.iter().take(SEGMENTS_PER_TILE_MAX / 2).enumerate() {
            let Some(kind) = self.rules.kind(&segment.kind) else {
                self.faults.unknown(id, "feature kind", "sorte de domaine", &segment.kind);
                return;
            };
            let lies = self.rules.kinds[kind.index()].decl.lies;
            let mut places = 0u16;
            for word in &segment.at {
                match places_of(word, lies) {
                    Some(mask) => places |= mask,
                    None => self.no_place(id, &decl.name, &segment.kind, word),
                }
            }
            for (place, owner) in owners.iter_mut().enumerate().filter(|p| places >> p.0 & 1 != 0) {
                if *owner != SEG_NONE {
                    self.taken(id, &decl.name, PLACES[place]);
                }
                *owner = i as u8;
            }
            let mut tags = Tags::NONE;
            for (tag, n) in &segment.tags {
                match self.rules.lane(kind, tag) {
                    Some(lane) => tags.set(lane, *n),
                    None => self.faults.unknown(id, "tag", "marque", tag),
                }
            }
            let multi = decl.segments.iter().filter(|o| o.kind == segment.kind).count() > 1;
            segments.push(TypeSegment { kind, tags, open: 0, multi, borders: 0, places });
        }
        let mut over = [0u32; 4];
        for (side, edges) in &decl.over {
            for name in edges {
                match (self.rules.edge(name), EDGES.iter().position(|e| e == side)) {
                    (Some(edge), Some(side)) => over[side] |= 1 << edge.0,
                    (None, _) => self.faults.unknown(id, "edge kind", "sorte de bord", name),
                    (_, None) => self.faults.unknown(id, "edge", "bord", side),
                }
            }
        }
        let mut plain = [OverSide::NONE; 4];
        for (side, out) in plain.iter_mut().enumerate() {
            out.segs = [owners[3 * side], owners[3 * side + 1], owners[3 * side + 2]];
            // The segment in the middle of an edge gives its kind.
            let shown =
                [out.segs[1], out.segs[0], out.segs[2]].into_iter().find(|s| *s != SEG_NONE);
            let Some(shown) = shown else { continue };
            let kind = &self.rules.kinds[segments[usize::from(shown)].kind.index()].decl;
            match kind.edge.as_deref().and_then(|edge| self.rules.edge(edge)) {
                Some(edge) => out.edge = edge,
                None => self.faults.unknown(id, "edge kind", "sorte de bord", &kind.name.clone()),
            }
        }
        let turn = |r: usize| std::array::from_fn(|side| plain[(side + 4 - r) % 4]);
        let sides: [[OverSide; 4]; 4] = std::array::from_fn(turn);
        let wants: [[u32; 4]; 4] =
            std::array::from_fn(|r| std::array::from_fn(|side| over[(side + 4 - r) % 4]));
        // A straight piece looks the same from either end.
        let look = |seg: u8| segments.get(usize::from(seg)).map(|s| (s.kind, s.tags));
        let shape = |r: usize| (sides[r].map(|s| (s.edge, s.segs.map(look))), wants[r]);
        let rotations = (0..4).filter(|r| (0..*r).all(|before| shape(before) != shape(*r)));
        let rotations: Vec<u8> = rotations.map(|r| r as u8).collect();
        let decl = decl.clone();
        self.rules.overlays.push(Overlay { decl, expansion, segments, over, sides, rotations });
    }

    fn no_place(&mut self, id: &str, overlay: &str, kind: &str, word: &str) {
        self.faults.add(
            id,
            format!("the overlay `{overlay}` cannot have `{kind}` at `{word}`"),
            format!("la pièce `{overlay}` ne peut avoir `{kind}` en `{word}`"),
            (
                "write edges `N E S W`, or places as `NL` for a kind that does not lie in the middle; a kind that lies \
                 inside has no `at`",
                "écrivez des bords `N E S W`, ou des places comme `NL` pour une sorte qui n'est pas au milieu ; une sorte \
                 intérieure n'a pas de `at`",
            ),
        );
    }

    fn taken(&mut self, id: &str, overlay: &str, place: &str) {
        self.faults.add(
            id,
            format!("two segments of the overlay `{overlay}` have {place}"),
            format!("deux segments de la pièce `{overlay}` ont {place}"),
            ("leave each place to one segment", "laissez chaque place à un seul segment"),
        );
    }
}

/// Places that a word stands for, for a kind that lies so.
fn places_of(word: &str, lies: Lies) -> Option<u16> {
    if lies == Lies::Centre {
        return None;
    }
    if let Some(edge) = EDGES.iter().position(|e| *e == word) {
        return Some(if lies == Lies::Middle { 0b010 } else { 0b111 } << (3 * edge));
    }
    let place = PLACES.iter().position(|p| *p == word)?;
    (lies != Lies::Middle || place % 3 == 1).then_some(1 << place)
}
