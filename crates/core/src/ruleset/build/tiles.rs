//! Tile types and their tables.

use super::super::{FIT_ROW, Kind, SEG_NONE, Side, TileType, TypeSegment};
use super::Builder;
use crate::bytes::set_bits;
use crate::decl;
use crate::ids::{PileId, TileTypeId};
use crate::limits::{
    SEGMENTS_MAX, SEGMENTS_PER_TILE_MAX, TILE_COPIES_MAX, TILE_TYPES_MAX, TILES_MAX,
};
use crate::tags::Tags;
use std::collections::BTreeMap;

impl Builder<'_> {
    pub(super) fn add_tiles(&mut self) {
        let tiles = self.tiles;
        self.faults.limit("tiles", "tile types", tiles.len(), TILE_TYPES_MAX);
        let mut counts = BTreeMap::new();
        for e in self.from {
            counts.extend(e.tile_counts.iter().map(|(k, v)| (k.clone(), *v)));
        }
        for tile in tiles {
            let mut tile = tile.clone();
            if let Some(n) = counts.get(&tile.id) {
                tile.count = *n;
            }
            self.faults.limit(&tile.id, "copies", tile.count.into(), TILE_COPIES_MAX);
            let taken = self
                .rules
                .tile_type(&tile.id)
                .is_some_and(|t| self.rules.types[t.index()].decl.id == tile.id);
            if self.unique("tiles", "tile", &tile.id, taken) {
                self.add_tile(tile);
            }
        }
        self.faults.limit("tiles", "tiles", self.rules.tile_count(), TILES_MAX);
        let segments = |t: &TileType| usize::from(t.decl.count) * t.segments.len();
        let segments = self.rules.types.iter().map(segments).sum();
        self.faults.limit("tiles", "segments", segments, SEGMENTS_MAX);
        let radix = self.rules.edges.len() + 1;
        self.rules.fitting.need_size = radix.pow(4);
        for s in 0..4 {
            self.rules.fitting.need_pow[s] = radix.pow(s as u32) as u16;
        }
    }

    /// Tables of the tile types, once verbs and patterns have said what they look for.
    pub(super) fn finish_tiles(&mut self) {
        for ty in &mut self.rules.types {
            ty.indexed = ty.segments.iter().any(|s| self.rules.kinds[s.kind.index()].lists(s.tags));
        }
        self.build_hot_tables();
        self.rules.note_symbols();
        self.fill_fit();
        self.start_layout();
        self.zone_tiles();
    }

    /// Builds the flat tables that the hot path reads.
    pub(super) fn build_hot_tables(&mut self) {
        let r = &mut self.rules;
        for t in &r.types {
            r.hot.types.push(super::super::HotType {
                start: r.hot.templates.len() as u32,
                row: 0,
                placed: 0,
                drawn: 0,
                slots: 0,
                symbols: 0,
                refused: false,
                n: t.segments.len() as u8,
                reaches: t.reaches,
                indexed: t.indexed,
                whole: t
                    .segments
                    .iter()
                    .any(|s| s.open == 0 && r.kinds[s.kind.index()].decl.completes),
            });
            for (i, s) in t.segments.iter().enumerate() {
                let back = t.segments.iter().enumerate().filter(|(_, o)| o.borders >> i & 1 != 0);
                r.hot.borders.push(back.fold(s.borders, |bits, (j, _)| bits | 1 << j));
                let merge = r.kinds[s.kind.index()].merge;
                r.hot.nodes.push(crate::state::NodeData {
                    root: i as u16,
                    next: i as u16,
                    tile: 0,
                    kind: s.kind.0,
                    seg: i as u8,
                });
                r.hot.templates.push(crate::state::FeatureData {
                    tags: s.tags.and(merge.kept()),
                    open: s.open,
                    tiles: 1,
                    figures: crate::state::NONE,
                    multi: s.multi as u16,
                    size: 1,
                    claimers: 0,
                    done: false,
                    waits: false,
                });
            }
        }
        for (i, k) in (0..).zip(&r.kinds) {
            r.hot.takes[i] = k.takes;
            for (f, stands) in r.hot.stands.iter_mut().enumerate() {
                *stands |= u64::from(k.takes >> f & 1) << i;
            }
            r.hot.offers[i] = match k.decl.claim {
                decl::Claimable::Yes => k.takes,
                // Who claims nothing may stand where nobody claims.
                decl::Claimable::No => set_bits(k.takes)
                    .filter(|f| !r.figures[usize::from(*f)].decl.claims)
                    .fold(0, |kinds, f| kinds | 1 << f),
                decl::Claimable::Offered => 0,
            };
            r.hot.completes |= (k.decl.completes as u64) << i;
        }
        let occupied = r.is_lifted(crate::ruleset::Restriction::Occupied);
        for (i, f) in r.figures.iter().enumerate() {
            r.hot.claims |= ((f.decl.claims && !occupied) as u32) << i;
            r.hot.occupies |= ((f.decl.claims || f.decl.blocks) as u32) << i;
            r.hot.stays |= (f.decl.stays as u32) << i;
            r.hot.special |= ((f.needs_own != 0 || f.decl.one_per_feature) as u32) << i;
            r.hot.joins |= ((f.needs_own != 0) as u32) << i;
            r.hot.weights[i] = f.decl.weight;
            r.hot.pieces[i] = u32::MAX.checked_shl(f.supply.into()).map_or(u32::MAX, |m| !m);
        }
    }

    pub(super) fn add_tile(&mut self, tile: decl::Tile) {
        self.faults.limit(&tile.id, "segments", tile.segments.len(), SEGMENTS_PER_TILE_MAX);
        let mut segments = Vec::new();
        let mut kinds = 0u64;
        for s in &tile.segments {
            let Some(kind) = self.rules.kind(&s.kind) else {
                self.faults.unknown(&tile.id, "feature kind", "sorte de domaine", &s.kind);
                return;
            };
            kinds |= 1 << kind.0;
            let mut tags = Tags::NONE;
            for (tag, n) in &s.tags {
                if let Some(lane) = self.rules.lane(kind, tag) {
                    tags.set(lane, *n);
                }
            }
            segments.push(TypeSegment {
                kind,
                tags,
                open: 0,
                multi: tile.segments.iter().filter(|o| o.kind == s.kind).count() > 1,
                borders: s.borders.iter().fold(0, |m, b| m | 1 << (b & 31)),
                places: s.places,
            });
        }
        let at = |place: usize| {
            let found = tile.segments.iter().position(|s| s.places & 1 << place != 0);
            found.map_or(SEG_NONE, |i| i as u8)
        };
        for rotation in 0..4 {
            let mut turned =
                [Side { left: SEG_NONE, middle: SEG_NONE, right: SEG_NONE, edge: 0 }; 4];
            for (side, out) in turned.iter_mut().enumerate() {
                let from = (side + 4 - rotation) % 4;
                let (mut left, mut middle, mut right) =
                    (at(3 * from), at(3 * from + 1), at(3 * from + 2));
                if left == right && left != SEG_NONE && (middle == left || middle == SEG_NONE) {
                    (left, middle, right) = (SEG_NONE, left, SEG_NONE);
                }
                let Some(edge) = self.rules.edge(&tile.edges[from]) else {
                    self.faults.unknown(&tile.id, "edge kind", "sorte de bord", &tile.edges[from]);
                    return;
                };
                *out = Side { left, middle, right, edge: edge.0 };
                if rotation == 0 {
                    for seg in [left, middle, right] {
                        if seg != SEG_NONE {
                            segments[seg as usize].open += 1;
                        }
                    }
                }
            }
            self.rules.fitting.sides.push(turned);
        }
        for s in &mut segments {
            let reach = self.rules.kinds[s.kind.index()].decl.reach.len();
            s.open += reach as u16;
        }
        let group = match tile.group.as_deref() {
            None => PileId(0),
            Some(g) => self.rules.pile(g).unwrap_or(PileId(0)),
        };
        self.rules.piles[group.index()].types.push(TileTypeId(self.rules.types.len() as u16));
        let mut tags = 0;
        for (tag, n) in &tile.tags {
            if let Some(bit) = self.rules.tile_tag(tag).filter(|_| *n > 0) {
                tags |= 1 << bit;
            }
        }
        let any = |f: &dyn Fn(&Kind) -> bool| {
            segments.iter().any(|s| f(&self.rules.kinds[s.kind.index()]))
        };
        let reaches = any(&|k| !k.decl.reach.is_empty());
        let first = |r: u8| (0..r).find(|before| tile.is_alike(*before, r)).unwrap_or(r);
        self.rules.types.push(TileType {
            alike: [0, 1, 2, 3].map(first),
            decl: tile,
            segments,
            group,
            tags,
            kinds,
            reaches,
            indexed: false,
        });
    }

    /// For each tile type and need of a cell, the rotations that fit.
    pub(super) fn fill_fit(&mut self) {
        let edges = self.rules.edges.clone();
        let n = edges.len();
        self.rules.fitting.meets = vec![false; n * n];
        for (a, edge) in edges.iter().enumerate() {
            for name in &edge.meets {
                for (b, other) in edges.iter().enumerate() {
                    if name == "*" || *name == other.name {
                        self.rules.fitting.meets[a * n + b] = true;
                        self.rules.fitting.meets[b * n + a] = true;
                    }
                }
            }
        }
        let rules = &self.rules;
        // Tiles with the same edges share a row, so that few rows are read again and again.
        let mut known = BTreeMap::new();
        let (mut rows, mut fit) = (Vec::new(), Vec::new());
        for tile in (0..rules.types.len() as u16).map(TileTypeId) {
            let edges = [0, 1, 2, 3].map(|side| rules.edge_of(tile, 0, side));
            let row = *known.entry(edges).or_insert(fit.len());
            rows.push(row as u32);
            if row < fit.len() {
                continue;
            }
            for need in 0..rules.fitting.need_size as u16 {
                let fits = |r: &u8| need != 0 && rules.edges_meet(tile, *r, need);
                let mask = (0..4).filter(fits).fold(0u8, |mask, r| mask | 1 << r);
                fit.push((mask.count_ones() as u8) << 4 | mask);
            }
        }
        fit.resize(fit.len() + FIT_ROW, 0);
        self.rules.fitting.rows = fit;
        for (ty, row) in self.rules.hot.types.iter_mut().zip(rows) {
            ty.row = row;
        }
    }
}
