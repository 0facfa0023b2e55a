//! Reading a game: the questions that handlers, bots and displays ask.

mod ahead;
mod corner;
mod matching;
mod overlay;
mod walk;

pub use ahead::Facts;

use crate::bytes::set_bits;
use crate::condition::At;
use crate::decl::Per;
use crate::effect::Place;
use crate::hooks::{Event, Hook};
use crate::ids::{Cell, EdgeId, FigureId, Player, SegmentId, StateId, TileId, TileTypeId};
use crate::limits::PLAYERS_MAX;
use crate::ruleset::Ruleset;
use crate::score::{Strengths, majority};
use crate::state::{FeatureData, FigurePlace, NONE, State};
use std::iter;

/// Rules and state together, to be read.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The state.
    pub state: &'a State,
}

impl<'a> Game<'a> {
    /// Rules and state.
    #[must_use]
    pub fn new(rules: &'a Ruleset, state: &'a State) -> Self {
        Self { rules, state }
    }

    /// Tiles that a feature crosses, each once; for kinds with a reach: its own and those it reaches.
    #[inline]
    #[must_use]
    pub fn tile_count(&self, node: SegmentId) -> i32 {
        self.state.feature(node).tiles as i32
    }

    /// Open ends.
    #[inline]
    #[must_use]
    pub fn open_ends(&self, node: SegmentId) -> i32 {
        self.state.feature(node).open as i32
    }

    /// Number of a tag of the feature, merged over its segments.
    #[inline]
    #[must_use]
    pub fn tag(&self, node: SegmentId, lane: u8) -> i32 {
        self.state.feature(node).tags.get(lane).into()
    }

    /// Number of a tag of the segment itself.
    #[must_use]
    pub fn own_tag(&self, node: SegmentId, lane: u8) -> i32 {
        self.state.own_tags(self.rules, node).get(lane).into()
    }

    /// Whether a figure claims or blocks the feature.
    #[inline]
    #[must_use]
    pub fn is_occupied(&self, node: SegmentId) -> bool {
        self.state.feature(node).claimers > 0
    }

    /// Whether the player has a figure of a class (bits) in the feature.
    #[must_use]
    pub fn holds(&self, node: SegmentId, player: Player, class: u32) -> bool {
        self.state.figures_in(node).any(|f| {
            let d = &self.state.figures[f.index()];
            d.owner == player.0 && self.rules.figures[d.kind as usize].class & class != 0
        })
    }

    /// Whether the player has a figure of a kind in the feature.
    #[must_use]
    pub fn holds_kind(
        &self,
        node: SegmentId,
        player: Player,
        kind: crate::ids::FigureKindId,
    ) -> bool {
        self.state.figures_in(node).any(|f| {
            let d = &self.state.figures[f.index()];
            d.owner == player.0 && d.kind == kind.0
        })
    }

    /// Players who have the majority in the feature, as bits, by the declared weights of figures alone: no
    /// function of an expansion is asked. A handler asks [`Context::strengths`](crate::Context::strengths).
    #[must_use]
    pub fn majority(&self, node: SegmentId) -> u8 {
        let mut weights = [0; PLAYERS_MAX];
        self.add_weights(node, &mut weights);
        majority(&weights)
    }

    /// How strong everybody is in the feature, if declared weights say it: nobody answers `scoring.weight`.
    #[must_use]
    pub fn strengths(&self, node: SegmentId) -> Option<Strengths> {
        self.rules.asked.weight.is_empty().then(|| {
            let mut strengths = Strengths::default();
            self.add_weights(node, &mut strengths.weights);
            strengths
        })
    }

    /// Adds the declared weights of the figures in the feature to those of their owners.
    pub(crate) fn add_weights(&self, node: SegmentId, weights: &mut [i32; PLAYERS_MAX]) {
        for figure in self.state.figures_in(node) {
            let f = self.state.figures[figure.index()];
            weights[f.owner as usize] += self.rules.hot.weights[f.kind as usize & 31] as i32;
        }
    }

    /// Figures in the feature, in canonical order.
    #[must_use]
    pub fn figures_in(&self, node: SegmentId) -> Vec<FigureId> {
        let mut out: Vec<FigureId> = self.state.figures_in(node).collect();
        out.sort_unstable();
        out
    }

    /// Features of some kinds (bits) that segments of this feature border, each once, by their first
    /// segment in order of placement.
    #[must_use]
    pub fn bordering(&self, node: SegmentId, kinds: u64) -> Vec<SegmentId> {
        let mut out = Vec::new();
        self.each_bordering(node, kinds, |root| out.push(root));
        out.sort_unstable();
        out
    }

    /// Calls `f` with each feature that borders a segment, in no particular order; see [`Game::bordering`].
    #[inline]
    pub fn each_bordering(&self, node: SegmentId, kinds: u64, mut f: impl FnMut(SegmentId)) {
        let mut seen: [u16; 48] = [NONE; 48];
        let mut more: Vec<u16> = Vec::new();
        let mut n = 0;
        for member in self.state.members(node) {
            for other in self.borders(member, kinds) {
                let root = self.state.nodes[other.index()].root;
                if seen[..n].contains(&root) || more.contains(&root) {
                    continue;
                }
                if n < seen.len() {
                    seen[n] = root;
                    n += 1;
                } else {
                    more.push(root);
                }
                f(SegmentId(root));
            }
        }
    }

    /// Segments of some kinds (bits) that a segment borders on its tile; what lies over a tile borders nothing.
    #[inline]
    pub fn borders(&self, segment: SegmentId, kinds: u64) -> impl Iterator<Item = SegmentId> {
        let data = self.state.nodes[segment.index()];
        let tile = self.state.tiles[data.tile as usize];
        let ty = &self.rules.hot.types[(tile.face >> 2) as usize];
        let printed = (data.seg < ty.n).then_some(ty.start as usize + data.seg as usize);
        set_bits(printed.map_or(0, |at| self.rules.hot.borders[at]))
            .map(move |seg| SegmentId(tile.first + seg))
            .filter(move |other| kinds >> self.state.nodes[other.index()].kind & 1 != 0)
    }

    /// All features of some kinds (bits), each once, by the first of their segments in order of placement.
    #[must_use]
    pub fn features(&self, kinds: u64) -> Vec<SegmentId> {
        let mut seen = vec![false; self.state.nodes.len()];
        let mut out = Vec::new();
        for (i, node) in self.state.nodes.iter().enumerate() {
            if kinds & 1 << node.kind != 0
                && self.state.features[node.root as usize].size > 0
                && !std::mem::replace(&mut seen[node.root as usize], true)
            {
                out.push(SegmentId(i as u16));
            }
        }
        out
    }

    /// Cells of a feature, each once, sorted.
    #[must_use]
    pub fn cells(&self, node: SegmentId) -> Vec<Cell> {
        let mut out: Vec<Cell> = self.state.members(node).map(|n| self.cell(n)).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Cells of a feature and those that it reaches, each once, sorted.
    #[must_use]
    pub fn range(&self, node: SegmentId) -> Vec<Cell> {
        let mut out: Vec<Cell> = self.reached(node).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// For each segment of a feature its cell and those that its kind reaches.
    pub fn reached(&self, node: SegmentId) -> impl Iterator<Item = Cell> {
        self.state.members(node).flat_map(move |member| {
            let cell = self.cell(member);
            let reach = &self.rules.kinds[self.state.kind(member).index()].decl.reach;
            iter::once(cell).chain(reach.iter().map(move |(dx, dy)| cell.offset(*dx, *dy)))
        })
    }

    /// Cell of a segment.
    #[inline]
    #[must_use]
    pub fn cell(&self, node: SegmentId) -> Cell {
        self.state.tiles[self.state.nodes[node.index()].tile as usize].cell()
    }

    /// Cell of a figure on the board.
    #[inline]
    #[must_use]
    pub fn figure_cell(&self, figure: FigureId) -> Option<Cell> {
        let f = self.state.figures[figure.index()];
        (f.place == FigurePlace::Segment).then(|| self.cell(SegmentId(f.at)))
    }

    /// Segment of a figure on the board.
    #[inline]
    #[must_use]
    pub fn figure_node(&self, figure: FigureId) -> Option<SegmentId> {
        let f = self.state.figures[figure.index()];
        (f.place == FigurePlace::Segment).then_some(SegmentId(f.at))
    }

    /// Segments of a tile in order.
    pub fn segments(&self, tile: TileId) -> impl Iterator<Item = SegmentId> + use<> {
        self.state.nodes_of(tile).map(SegmentId)
    }

    /// A number of an expansion's state.
    #[inline]
    #[must_use]
    pub fn get(&self, key: StateId, of: usize) -> i32 {
        let (array, i) = self.state_index(key, of);
        array.get(i).copied().unwrap_or(0)
    }

    /// A list of an expansion's state.
    #[must_use]
    pub fn list(&self, key: StateId, of: usize) -> &'a [i32] {
        let (array, i) = self.state_index(key, of);
        let n = array.get(i).copied().unwrap_or(0).max(0) as usize;
        array.get(i + 1..i + 1 + n).unwrap_or(&[])
    }

    fn state_index(&self, key: StateId, of: usize) -> (&'a [i32], usize) {
        let k = &self.rules.state[key.index()];
        match k.decl.per {
            Per::Game => (&self.state.ext, k.at),
            Per::Player | Per::Figure => (&self.state.ext, k.at + of * k.width),
            Per::Tile => (&self.state.tile_ext, k.at + of * self.rules.kept.per_tile.len()),
            Per::Segment => {
                (&self.state.segment_ext, k.at + of * self.rules.kept.per_segment.len())
            }
        }
    }

    /// Whether a cell is on the table and no tile lies there.
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.state.tile_at(cell).is_none() && !self.rules.is_beyond(cell)
    }

    /// Whether a tile type fits on a free cell in a rotation, by its edges alone.
    #[must_use]
    pub fn fits(&self, tile: TileTypeId, cell: Cell, rotation: u8) -> bool {
        self.need(cell).is_some_and(|need| self.rules.fits(tile, need) & 1 << (rotation & 3) != 0)
    }

    /// What the four edges of a frontier cell ask for, as a number: what fits on one cell fits on all that ask for the same.
    /// `None` if it is no frontier cell.
    #[must_use]
    pub fn need(&self, cell: Cell) -> Option<u16> {
        let v = self.state.grid.get(cell);
        let frontier = v & crate::state::TILE == 0 && v & crate::state::FRONTIER != 0;
        frontier.then(|| self.state.frontier.need(v & crate::state::INDEX))
    }

    /// Free cells that touch a tile, sorted.
    #[must_use]
    pub fn frontier(&self) -> Vec<Cell> {
        let mut spots: Vec<_> = self.state.frontier.spots().collect();
        spots.sort_unstable();
        spots.into_iter().map(crate::choice::PackedCell::cell).collect()
    }

    /// Tiles left in all groups of the deck that may be drawn from.
    #[must_use]
    pub fn deck_size(&self) -> u32 {
        self.rules.course.draw_order.iter().map(|p| self.state.piles[p.index()] as u32).sum()
    }

    /// Returns the deck group of the next tiles to draw, or none if nothing is left. A pile that got tiles of others
    /// counts as the group of its first tile.
    #[must_use]
    pub fn next_group(&self) -> Option<crate::ids::PileId> {
        let pile = self.state.draw_pile()?;
        let home = |t: TileTypeId| self.rules.types[t.index()].group;
        let own = self.state.deck.nth_of(0, &self.rules.piles[pile.index()].types);
        let lent =
            || self.state.zoned.iter().find(|z| z.pile == pile.0).map(|z| TileTypeId(z.tile));
        own.or_else(lent).map(home)
    }

    /// Whether a figure on the board stands where rules shelter it.
    #[must_use]
    pub fn is_sheltered(&self, figure: FigureId) -> bool {
        self.figure_node(figure)
            .is_some_and(|n| self.rules.kinds[self.state.kind(n).index()].decl.shelter)
    }

    /// Figures on the board or held, in canonical order, that pass a test.
    pub fn figures(&self) -> impl Iterator<Item = FigureId> + 'a {
        let state = self.state;
        (0..state.figures.len() as u16).map(FigureId).filter(move |f| {
            matches!(state.figures[f.index()].place, FigurePlace::Segment | FigurePlace::Held)
        })
    }

    /// Figures of a player that another holds, one of each kind, in canonical order.
    #[must_use]
    pub fn held(&self, owner: Player, holder: Player) -> Vec<FigureId> {
        let mut out: Vec<FigureId> = Vec::new();
        if self.state.held.get(owner.index()).is_none_or(|n| *n == 0) {
            return out;
        }
        for (i, f) in self.state.figures.iter().enumerate() {
            let there = f.place == FigurePlace::Held && f.at == u16::from(holder.0);
            let known = |g: &FigureId| self.state.figures[g.index()].kind == f.kind;
            if there && f.owner == owner.0 && !out.iter().any(known) {
                out.push(FigureId(i as u16));
            }
        }
        out
    }

    /// Cell of a neutral figure, wherever it stands.
    #[must_use]
    pub fn neutral_cell(&self, neutral: crate::ids::NeutralId) -> Option<Cell> {
        self.neutral_tile(neutral).map(|t| self.state.tile(t).cell())
    }

    /// Tile of a neutral figure, wherever it stands.
    #[inline]
    pub(crate) fn neutral_tile(&self, neutral: crate::ids::NeutralId) -> Option<TileId> {
        match self.state.neutral(neutral) {
            Place::Tile(t) => Some(t),
            Place::Segment(n) => Some(self.state.tile_of(n)),
            Place::Beside(f) => self.figure_node(f).map(|n| self.state.tile_of(n)),
            _ => None,
        }
    }

    /// Places of a segment in board orientation: bit `i` is [`crate::decl::PLACES`]`[i]`.
    #[must_use]
    pub fn places(&self, node: SegmentId) -> u16 {
        let tile = self.state.tiles[self.state.nodes[node.index()].tile as usize];
        let places = self.state.declared(self.rules, node).places;
        if self.state.overlaid.is_empty() {
            return turn_places(places, tile.rotation());
        }
        let own = self.state.piece_of(node);
        let rotation = own.map_or(tile.rotation(), |piece| piece.rotation);
        // Later overlays cover earlier ones.
        let above = self.state.over(self.state.tile_of(node));
        let above = above.filter(|piece| own.is_none_or(|own| piece.first > own.first));
        let covered = above.fold(0, |all, piece| {
            all | self.rules.overlays[piece.overlay.index()].takes(piece.rotation)
        });
        turn_places(places, rotation) & !covered
    }

    /// Returns the edge kind that a tile shows on a side, overlays included.
    #[must_use]
    pub fn edge_at(&self, tile: TileId, side: usize) -> EdgeId {
        self.state.edge_at(self.rules, tile, side)
    }
}

/// Places after clockwise quarter turns.
#[must_use]
pub fn turn_places(places: u16, rotation: u8) -> u16 {
    let by = 3 * (rotation & 3) as u32;
    (places << by | places >> (12 - by)) & 0xfff
}

impl Game<'_> {
    /// Whether the feature is complete.
    #[inline]
    #[must_use]
    pub fn is_complete(&self, node: SegmentId) -> bool {
        self.is_whole(self.state.feature(node), node)
    }

    /// Whether a feature, which this segment belongs to, is complete.
    #[inline]
    pub(crate) fn is_whole(&self, f: &FeatureData, node: SegmentId) -> bool {
        let kind = self.state.kind(node).0;
        f.done || self.is_closed(f, kind) && !self.waits(f, node, kind)
    }

    /// Whether a feature waits although no end is open: a rule declares so, or a function has said so.
    #[inline]
    fn waits(&self, f: &FeatureData, node: SegmentId, kind: u8) -> bool {
        let hot = &self.rules.hot;
        f.waits && hot.judged >> kind & 1 != 0
            || hot.held_back >> kind & 1 != 0 && self.waits_by_rule(node)
    }

    /// Whether a declared rule says that a closed feature is not complete. None of these conditions asks what is complete.
    #[inline(never)]
    fn waits_by_rule(&self, node: SegmentId) -> bool {
        let event = Event { node, complete: true, ..Event::new(Hook::ScoringComplete) };
        let event = Event { actor: Player(self.state.player), ..event };
        let mut declared = self.rules.asked.complete.iter().filter(|sub| sub.waits());
        declared.any(|sub| At::event(*self, &event).holds(&sub.condition))
    }

    /// Whether a feature of a kind is complete by its ends alone, whatever a rule says.
    #[inline]
    pub(crate) fn is_closed(&self, f: &FeatureData, kind: u8) -> bool {
        f.open == 0 && self.rules.hot.completes >> kind & 1 != 0
    }
}

impl<'a> Game<'a> {
    /// What expansions keep of a thing by its number under a name for people, other than 0, in the order of the rules. Nothing of
    /// lists.
    pub fn named_numbers(self, per: Per, of: usize) -> impl Iterator<Item = (StateId, i32)> + 'a {
        let keys = self.rules.kept.named.iter().copied();
        let seen = keys.filter(move |key| self.rules.state[key.index()].decl.per == per);
        seen.map(move |key| (key, self.get(key, of))).filter(|(_, n)| *n != 0)
    }
}

impl Game<'_> {
    /// Sides of a tile on which an edge of a kind meets a tile, and those tiles.
    pub fn joined(
        &self,
        tile: TileId,
        edge: EdgeId,
    ) -> impl Iterator<Item = (usize, TileId)> + use<> {
        let cell = self.state.tile(tile).cell();
        let joined = std::array::from_fn::<_, 4, _>(|side| {
            let meets = self.edge_at(tile, side) == edge;
            meets.then(|| self.state.tile_at(cell.side(side))).flatten().map(|t| (side, t))
        });
        joined.into_iter().flatten()
    }

    /// The first side on which an edge of a kind met a tile that lay there before.
    #[must_use]
    pub fn entry(&self, tile: TileId, edge: EdgeId) -> Option<usize> {
        self.joined(tile, edge).find(|(_, other)| *other < tile).map(|(side, _)| side)
    }
}
