//! Reading a state without its rules.

use super::{FeatureData, FigureData, FigurePlace, INDEX, NONE, PlacedTile, State, Stock, TILE};
use crate::bytes::set_bits;
use crate::effect::{Logged, Place};
use crate::ids::{
    Cell, Corner, FigureId, FigureKindId, KindId, NeutralId, Player, SegmentId, TileId, TileTypeId,
};
use crate::ruleset::Ruleset;

impl State {
    /// Returns the player of the turn.
    #[inline]
    #[must_use]
    pub fn player(&self) -> Player {
        Player(self.player)
    }

    /// Number of players.
    #[inline]
    #[must_use]
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Turns begun, from 1; 0 in setup.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Part of the turn, from 1.
    #[inline]
    #[must_use]
    pub fn part(&self) -> u8 {
        self.part
    }

    /// Parts that this turn has at least.
    #[inline]
    #[must_use]
    pub fn parts(&self) -> u8 {
        self.parts
    }

    /// Actions carried out so far, chance included.
    #[inline]
    #[must_use]
    pub fn actions(&self) -> u32 {
        self.actions
    }

    /// Whether the game is over and all points are given.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Points of a player.
    #[inline]
    #[must_use]
    pub fn score(&self, player: Player) -> i32 {
        self.score.get(player.index()).copied().unwrap_or(0)
    }

    /// Points of all players in order.
    #[must_use]
    pub fn scores(&self) -> &[i32] {
        &self.score[..self.players as usize]
    }

    /// The tile drawn and not yet placed.
    #[inline]
    #[must_use]
    pub fn drawn(&self) -> Option<TileTypeId> {
        (self.drawn != NONE).then_some(TileTypeId(self.drawn))
    }

    /// The tile placed in this part of the turn.
    #[inline]
    #[must_use]
    pub fn placed(&self) -> Option<TileId> {
        (self.placed != NONE).then_some(TileId(self.placed))
    }

    /// Tiles that went to the box although they were drawn, or lay in a zone.
    #[must_use]
    pub fn discarded(&self) -> u16 {
        self.discarded
    }

    /// Tiles on the board, in order of placement; those that were taken away keep their numbers and are among them, see
    /// [`State::lying`].
    #[inline]
    #[must_use]
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles
    }

    /// A tile on the board.
    ///
    /// # Panics
    ///
    /// If the number is not that of a tile of this state.
    #[inline]
    #[must_use]
    pub fn tile(&self, tile: TileId) -> &PlacedTile {
        &self.tiles[tile.index()]
    }

    /// Number of segments on the board.
    #[inline]
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The tile on a cell.
    #[must_use]
    pub fn tile_at(&self, cell: Cell) -> Option<TileId> {
        let v = self.grid.get(cell);
        (v & TILE != 0).then_some(TileId(v & INDEX))
    }

    /// Tiles left in a pile.
    #[inline]
    #[must_use]
    pub fn pile_size(&self, pile: crate::ids::PileId) -> u16 {
        self.piles.get(pile.index()).copied().unwrap_or(0)
    }

    /// Copies of a tile type left in its own group of the deck.
    #[inline]
    #[must_use]
    pub fn deck_count(&self, tile: TileTypeId) -> u8 {
        self.deck.of(tile)
    }

    /// Tiles in zones as (pile, owner, type), in order of arrival.
    pub fn zoned(&self) -> impl Iterator<Item = (crate::ids::PileId, Player, TileTypeId)> + '_ {
        self.zoned.iter().map(|z| (crate::ids::PileId(z.pile), z.player, TileTypeId(z.tile)))
    }

    /// Returns a player's tokens; 0 for chance and for no player.
    #[inline]
    #[must_use]
    pub fn tokens(&self, token: crate::ids::TokenId, player: Player) -> i16 {
        if player.0 >= self.players {
            return 0;
        }
        self.tokens[token.index() * self.players as usize + player.index()]
    }

    /// Where a neutral figure is.
    #[inline]
    #[must_use]
    pub fn neutral(&self, neutral: NeutralId) -> Place {
        self.neutrals[neutral.index()]
    }

    /// The figure that a neutral figure stands beside.
    #[inline]
    pub(crate) fn beside(&self, neutral: NeutralId) -> Option<FigureId> {
        match self.neutral(neutral) {
            Place::Beside(figure) => Some(figure),
            _ => None,
        }
    }

    /// Number of figures in the game.
    #[must_use]
    pub fn figure_count(&self) -> usize {
        self.figures.len()
    }

    /// Owner of a figure.
    #[inline]
    #[must_use]
    pub fn owner(&self, figure: FigureId) -> Player {
        Player(self.figures[figure.index()].owner)
    }

    /// Kind of a figure.
    #[inline]
    #[must_use]
    pub fn figure_kind(&self, figure: FigureId) -> FigureKindId {
        FigureKindId(self.figures[figure.index()].kind)
    }

    /// Where a figure is.
    #[inline]
    #[must_use]
    pub fn figure_place(&self, figure: FigureId) -> Place {
        let f = &self.figures[figure.index()];
        match f.place {
            FigurePlace::Supply => Place::Supply,
            FigurePlace::Segment => Place::Segment(SegmentId(f.at)),
            FigurePlace::Held => Place::Held(Player(f.at as u8)),
            FigurePlace::Corner => Place::Corner(Corner(f.at)),
        }
    }

    /// Returns the figures of a kind in a player's supply; 0 for chance and for no player.
    #[inline]
    #[must_use]
    pub fn supply(&self, player: Player, kind: FigureKindId) -> u32 {
        let kinds = self.supply.len() / (self.players as usize).max(1);
        self.supply.get(player.index() * kinds + kind.index()).map_or(0, |bits| bits.count_ones())
    }

    /// Whether a player owns a figure of a kind, wherever it is.
    #[must_use]
    pub fn owns(&self, player: Player, kind: FigureKindId) -> bool {
        let is = |f: FigureId| self.owner(f) == player && self.figure_kind(f) == kind;
        (0..self.figures.len() as u16).map(FigureId).any(is)
    }

    /// Whether another figure of the same kind and player is in the same place, and comes before this one.
    pub(crate) fn has_alike_before(&self, figure: FigureId) -> bool {
        let f = self.figures[figure.index()];
        let same = |g: &&FigureData| (g.owner, g.kind) == (f.owner, f.kind);
        let mut before = self.figures[..figure.index()].iter().rev().take_while(same);
        before.any(|g| (g.place, g.at) == (f.place, f.at))
    }

    /// Type of the tile placed in this part of the turn.
    #[inline]
    pub(crate) fn placed_kind(&self) -> Option<TileTypeId> {
        self.placed().map(|tile| self.tile(tile).kind())
    }

    /// Whether a neutral figure is in play: neither in supply nor in the box.
    #[inline]
    pub(crate) fn has_neutral(&self, neutral: NeutralId) -> bool {
        !matches!(self.neutral(neutral), Place::Supply | Place::Box)
    }

    /// Whether figures are held that verbs offered to the player at every decision may concern.
    #[inline]
    pub(crate) fn may_interrupt(&self, rules: &Ruleset, player: u8) -> bool {
        if rules.listing.own_held {
            self.held.get(player as usize).is_some_and(|n| *n > 0)
        } else {
            self.held.iter().any(|n| *n > 0)
        }
    }

    /// Figure kinds that a player has in supply and out of it.
    #[inline]
    pub(crate) fn stock(&self, rules: &Ruleset, player: Player) -> Stock {
        debug_assert!(
            (0..rules.figures.len()).all(|k| {
                let (stock, all) = (self.stock[player.index()], rules.hot.pieces[k]);
                let supply = self.supply[player.index() * rules.figures.len() + k];
                stock.left >> k & 1 == u32::from(supply != 0)
                    && stock.out >> k & 1 == u32::from(supply != all)
            }),
            "what is kept of a player's figures is what their supply says"
        );
        self.stock[player.index()]
    }

    /// Whether some figure of kinds given as bits is not in supply.
    #[inline]
    pub(crate) fn is_any_out(&self, kinds: u32) -> bool {
        self.stock.iter().fold(0, |out, stock| out | stock.out) & kinds != 0
    }

    /// Where what is due in this turn begins.
    #[inline]
    pub(crate) fn due_from(&self) -> usize {
        self.due.iter().rposition(|n| *n == NONE).map_or(0, |mark| mark + 1)
    }

    /// Feature kind of a segment.
    #[inline]
    #[must_use]
    pub fn kind(&self, node: SegmentId) -> KindId {
        KindId(self.nodes[node.index()].kind)
    }

    /// Tile of a segment.
    #[inline]
    #[must_use]
    pub fn tile_of(&self, node: SegmentId) -> TileId {
        TileId(self.nodes[node.index()].tile)
    }

    /// Number of the segment on its tile.
    #[inline]
    #[must_use]
    pub fn segment_index(&self, node: SegmentId) -> u8 {
        self.nodes[node.index()].seg
    }

    /// The segment that names the feature.
    #[inline]
    #[must_use]
    pub fn root(&self, node: SegmentId) -> SegmentId {
        SegmentId(self.nodes[node.index()].root)
    }

    /// Effects of this turn that somebody subscribed to keep; with the number at which the part began.
    #[must_use]
    pub fn log(&self) -> (&[Logged], usize) {
        (&self.log, self.log_part as usize)
    }

    #[inline]
    pub(crate) fn feature(&self, node: SegmentId) -> &FeatureData {
        &self.features[self.nodes[node.index()].root as usize]
    }

    #[inline]
    pub(crate) fn feature_mut(&mut self, node: SegmentId) -> &mut FeatureData {
        let root = self.nodes[node.index()].root as usize;
        &mut self.features[root]
    }

    /// Segments of the feature, each once, from the given one on.
    pub fn members(&self, node: SegmentId) -> impl Iterator<Item = SegmentId> + '_ {
        let start = node.0;
        let mut next = Some(start);
        std::iter::from_fn(move || {
            let now = next?;
            let after = self.nodes[now as usize].next;
            next = (after != start).then_some(after);
            Some(SegmentId(now))
        })
    }

    /// Whether a segment of a tile has other tags than its type says.
    #[inline]
    pub(crate) fn is_retagged(&self, tile: TileId) -> bool {
        let nodes = self.printed_on(tile);
        let after = self.retagged.iter().rev().map(|(n, _)| *n).take_while(|n| *n >= nodes.start);
        after.last().is_some_and(|n| n < nodes.end) || self.is_overlaid(tile)
    }

    /// Figures that stand on segments, in canonical order.
    #[inline]
    pub(crate) fn standing(&self) -> impl Iterator<Item = FigureId> + '_ {
        let words = self.standing.iter().zip(0..);
        words.flat_map(|(bits, i)| set_bits(*bits).map(move |bit| FigureId(64 * i + bit)))
    }

    /// Figures that stand on a tile, in no particular order.
    pub(crate) fn figures_here(&self, tile: TileId) -> impl Iterator<Item = FigureId> + '_ {
        let on = |n: u16, f: &FigureId| self.figures[f.index()].at == n;
        self.nodes_of(tile)
            .flat_map(move |n| self.figures_in(SegmentId(n)).filter(move |f| on(n, f)))
    }

    /// Figures that stand on a tile, in canonical order.
    pub fn figures_on(&self, tile: TileId) -> impl Iterator<Item = FigureId> + '_ {
        self.standing().filter(move |f| self.tile_of(SegmentId(self.figures[f.index()].at)) == tile)
    }

    /// Figures in the feature, each once, in no particular order.
    pub fn figures_in(&self, node: SegmentId) -> impl Iterator<Item = FigureId> + '_ {
        let start = self.feature(node).figures;
        let mut next = (start != NONE).then_some(start);
        std::iter::from_fn(move || {
            let now = next?;
            let after = self.figures[now as usize].next;
            next = (after != start).then_some(after);
            Some(FigureId(now))
        })
    }
}
