//! Lookahead: unseen tiles, features that will score, and the result of a tile.

use super::Game;
use crate::choice::Over;
use crate::decl::Sees;
use crate::engine::collect_placed;
use crate::hooks::Slot;
use crate::ids::{Cell, PileId, SegmentId, TileId, TileTypeId};
use crate::ruleset::SEG_NONE;
use crate::state::{FeatureData, NONE, State};
use crate::step;

/// A feature's facts without its figures. Two features with equal facts are worth the same, unless a rule depends on
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts(FeatureData);

impl Game<'_> {
    /// Returns the facts of a segment's feature.
    #[must_use]
    pub fn facts(&self, node: SegmentId) -> Facts {
        Facts(FeatureData { figures: NONE, ..*self.state.feature(node) })
    }

    /// Free cells that a feature is open to, or reaches, each once: what is laid there goes on with it, or fills it.
    pub fn holes(&self, node: SegmentId, holes: &mut Vec<Cell>) {
        holes.clear();
        let mut note = |cell: Cell| {
            let taken = self.state.tile_at(cell).is_some() || self.rules.is_walled(cell);
            if !taken && !holes.contains(&cell) {
                holes.push(cell);
            }
        };
        for member in self.state.members(node) {
            let cell = self.cell(member);
            let places = self.places(member);
            (0..4).filter(|s| places >> (3 * s) & 7 != 0).for_each(|s| note(cell.side(s)));
            let reach = &self.rules.kinds[self.state.kind(member).index()].decl.reach;
            for (dx, dy) in reach {
                note(cell.offset(*dx, *dy));
            }
        }
    }

    /// Whether a tile fits in some rotation where its surroundings ask for this (see [`Game::need`]), by its edges alone.
    #[must_use]
    pub fn fits_need(&self, tile: TileTypeId, need: u16) -> bool {
        self.rules.fits(tile, need) != 0
    }

    /// Returns the tile types with copies that some player has not seen: in the deck, or in zones that a seat does not
    /// see.
    #[must_use]
    pub fn unseen(&self) -> Vec<TileTypeId> {
        self.unseen_copies().map(|(tile, _)| tile).collect()
    }

    /// Returns the same types, each with its number of copies.
    pub fn unseen_copies(&self) -> impl Iterator<Item = (TileTypeId, u32)> {
        let hidden = |pile: u8| {
            let zone = self.rules.piles[PileId(pile).index()].zone.as_ref();
            zone.is_none_or(|z| z.sees != Sees::All)
        };
        let left = move |(tile, deck): (TileTypeId, u8)| {
            let zoned = self.state.zoned.iter().filter(|z| z.tile == tile.0 && hidden(z.pile));
            (tile, u32::from(deck) + zoned.count() as u32)
        };
        self.state.deck.counts().map(left).filter(|(_, copies)| *copies > 0)
    }

    /// Features that the scoring of this part is still to look at, complete or not, each once, by the first
    /// of their segments in order of placement.
    #[must_use]
    pub fn due(&self) -> Vec<SegmentId> {
        let st = self.state;
        let mut roots = Vec::new();
        if self.is_placed_due() {
            collect_placed(self.rules, st, &mut roots);
        }
        for node in &st.due[st.due_from()..] {
            let root = st.nodes[*node as usize].root;
            if !st.features[root as usize].done && !roots.contains(&root) {
                roots.push(root);
            }
        }
        let first = |root: u16| st.members(SegmentId(root)).min().unwrap_or(SegmentId(root));
        let mut due: Vec<SegmentId> = roots.into_iter().map(first).collect();
        due.sort_unstable();
        due
    }

    /// Whether the first wave of this part, which looks at what the placed tile touched, is still to come.
    fn is_placed_due(&self) -> bool {
        let scoring = 1 << Slot::Scoring as u16;
        if self.state.skip & scoring != 0 {
            return false;
        }
        for frame in self.state.frames() {
            match frame.code() {
                // The slot's own frame waits while its handlers run.
                step::SCORE if frame.first() == 0 => return true,
                step::TURN => {
                    let slots =
                        self.rules.course.turn_slots.iter().take(frame.first().max(0) as usize);
                    return slots.clone().all(|slot| slot.bit != scoring);
                }
                _ => {}
            }
        }
        true
    }

    /// Copies the state and places a tile on the copy, as if in this part: joined with its neighbors, no
    /// expansion asked, nobody paid. `None`, and a copy of no use, if it does not fit there by its edges.
    pub fn placed_ahead(
        &self,
        copy: &mut State,
        tile: TileTypeId,
        cell: Cell,
        rotation: u8,
    ) -> Option<TileId> {
        let segments = self.rules.types[tile.index()].segments.len();
        let room = self.state.nodes.len() + segments < usize::from(NONE);
        if !room || !self.fits(tile, cell, rotation) {
            return None;
        }
        copy.clone_from(self.state);
        let placed = copy.put_tile(self.rules, tile, cell, rotation & 3);
        copy.placed = placed.0;
        if copy.drawn == tile.0 {
            copy.drawn = NONE;
        }
        // In the copy the scoring of this part is still to come, wherever the turn stands.
        copy.agenda.clear();
        copy.skip = 0;
        Some(placed)
    }

    /// Whether some placement of a tile would complete the feature now: by edges and reach alone, no
    /// expansion is asked.
    #[must_use]
    pub fn is_closed_by(&self, node: SegmentId, tile: TileTypeId) -> bool {
        let kind = &self.rules.kinds[self.state.kind(node).index()];
        if !kind.decl.completes || self.is_complete(node) {
            return false;
        }
        let Some(gap) = self.only_gap(node) else { return false };
        let Some(need) = self.need(gap) else { return false };
        let turns = self.rules.fits(tile, need);
        let open = |rotation: &u8| self.stays_open(node, tile, gap, *rotation);
        (0..4).filter(|r| turns >> r & 1 != 0 && !open(r)).any(|rotation| {
            let mut after = self.state.clone();
            after.put_tile(self.rules, tile, gap, rotation);
            Game::new(self.rules, &after).is_complete(node)
        })
    }

    /// Features on the board of these kinds (bits) that placing a tile would complete, each once: by edges and reach alone,
    /// no expansion is asked. Of those that `such` says only, which is asked before a tile is placed on a copy of the board.
    pub(crate) fn completed_by(
        &self,
        (tile, cell, rotation): (TileTypeId, Cell, u8),
        over: Option<Over>,
        kinds: u64,
        such: impl Fn(SegmentId) -> bool,
    ) -> Vec<SegmentId> {
        let st = self.state;
        let mut found = self.filled_on(cell, kinds, such);
        let pieces =
            over.map_or(0, |over| self.rules.overlays[over.overlay.index()].segments.len());
        let more = self.rules.types[tile.index()].segments.len() + pieces;
        if found.is_empty() || st.nodes.len() + more >= usize::from(NONE) {
            return Vec::new();
        }
        let mut after = st.clone();
        let placed = after.put_tile(self.rules, tile, cell, rotation);
        if let Some(over) = over {
            let beneath = over.side().map_or(Some(placed), |side| st.tile_at(cell.side(side)));
            if let Some(beneath) = beneath {
                after.lay_over(self.rules, beneath, over.overlay, over.rotation);
            }
        }
        found.retain(|node| Game::new(self.rules, &after).is_complete(*node));
        found
    }

    /// Features of these kinds (bits), of those that `such` says, that run into no free cell but this one, or reach no other:
    /// no tile completes others from here.
    pub(crate) fn filled_on(
        &self,
        cell: Cell,
        kinds: u64,
        such: impl Fn(SegmentId) -> bool,
    ) -> Vec<SegmentId> {
        let st = self.state;
        let beside = (0..4).filter_map(|side| st.tile_at(cell.side(side)));
        let reaching = st.reaching.iter().filter(|n| st.reaches(self.rules, **n, cell));
        let near =
            beside.flat_map(|tile| self.segments(tile)).chain(reaching.map(|n| SegmentId(*n)));
        let mut found: Vec<SegmentId> = Vec::new();
        for root in near.map(|n| st.root(n)) {
            let kind = st.kind(root);
            let may = kinds >> kind.0 & 1 != 0 && self.rules.kinds[kind.index()].decl.completes;
            if may
                && !found.contains(&root)
                && !self.is_complete(root)
                && self.only_gap(root) == Some(cell)
                && such(root)
            {
                found.push(root);
            }
        }
        found
    }

    /// Whether the tile leads the feature on into another free cell: a look at one tile, which spares most
    /// trials on a copy of the board.
    fn stays_open(&self, node: SegmentId, tile: TileTypeId, gap: Cell, rotation: u8) -> bool {
        let sides = &self.rules.fitting.sides[tile.index() * 4 + usize::from(rotation)];
        let is_free = |side: usize| {
            let cell = gap.side(side);
            self.state.tile_at(cell).is_none() && !self.rules.is_walled(cell)
        };
        let meets = |side: usize| {
            let Some(other) = self.state.tile_at(gap.side(side)) else { return false };
            self.segments(other).any(|n| {
                self.state.root(n) == self.state.root(node)
                    && self.places(n) >> (3 * ((side + 2) % 4)) & 7 != 0
            })
        };
        (0..4).any(|side| {
            let here = sides[side];
            // On a divided side it is not told which part goes on where.
            let whole = here.left == SEG_NONE && here.right == SEG_NONE;
            let segments = &self.rules.types[tile.index()].segments;
            let like = segments.get(usize::from(here.middle));
            let like = like.is_some_and(|s| s.kind == self.state.kind(node));
            let goes_on = |t: usize| {
                [sides[t].left, sides[t].middle, sides[t].right].contains(&here.middle)
                    && is_free(t)
            };
            whole && like && meets(side) && (0..4).any(goes_on)
        })
    }

    /// The free cell that a feature runs into or reaches, if there is but one.
    fn only_gap(&self, node: SegmentId) -> Option<Cell> {
        let mut gap = None;
        for member in self.state.members(node) {
            let cell = self.cell(member);
            let places = self.places(member);
            let sides = (0..4).filter(|s| places >> (3 * s) & 7 != 0).map(|s| cell.side(s));
            let kind = self.state.kind(member);
            let reach = &self.rules.kinds[kind.index()].decl.reach;
            let reached = reach.iter().map(|(dx, dy)| cell.offset(*dx, *dy));
            for other in sides.chain(reached) {
                if self.state.tile_at(other).is_some() || self.rules.is_walled(other) {
                    continue;
                }
                if gap.is_some_and(|g| g != other) {
                    return None;
                }
                gap = Some(other);
            }
        }
        gap
    }
}
