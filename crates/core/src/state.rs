//! The state of a game: one flat plain value.
//!
//! **Invariant:** between two calls of the engine the top frame of the agenda asks for a decision, or the
//! game is over.

use serde::{Deserialize, Serialize};

use crate::effect::{Logged, Place};
use crate::ids::{Cell, FigureId, FigureKindId, KindId, Node, Player, TileId, TypeId};
use crate::limits::PLAYERS_MAX;

/// A tile on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedTile {
    /// Packed cell.
    pub(crate) cell: u32,
    /// Tile type × 4 + clockwise quarter turns.
    pub(crate) face: u16,
    /// First of its segments.
    pub(crate) first: u16,
}

impl PlacedTile {
    /// Where it lies.
    #[inline]
    #[must_use]
    pub fn cell(&self) -> Cell {
        Cell::unpack(self.cell)
    }

    /// Its type.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> TypeId {
        TypeId(self.face >> 2)
    }

    /// Clockwise quarter turns.
    #[inline]
    #[must_use]
    pub fn rotation(&self) -> u8 {
        self.face as u8 & 3
    }
}

/// A segment on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NodeData {
    /// The segment whose number names the feature.
    pub(crate) root: u16,
    /// Next segment of the same feature, in a ring.
    pub(crate) next: u16,
    pub(crate) tile: u16,
    pub(crate) kind: u8,
    pub(crate) seg: u8,
}

/// Facts of a feature, valid at its root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FeatureData {
    pub(crate) tags: u128,
    pub(crate) open: u16,
    pub(crate) tiles: u16,
    /// First figure of its ring, or none.
    pub(crate) figures: u16,
    /// Segments on tiles with a second segment of the kind.
    pub(crate) multi: u16,
    pub(crate) size: u16,
    /// Figures that make it occupied.
    pub(crate) claimers: u8,
    pub(crate) done: bool,
}

/// A wooden figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FigureData {
    pub(crate) place: FigurePlace,
    /// Segment, or holder.
    pub(crate) at: u16,
    /// Next figure of the same feature, in a ring.
    pub(crate) next: u16,
    pub(crate) owner: u8,
    pub(crate) kind: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub(crate) enum FigurePlace {
    Supply,
    Box,
    Segment,
    Held,
}

/// A tile outside deck counts and board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Zoned {
    pub(crate) pile: u8,
    pub(crate) player: u8,
    pub(crate) tile: u16,
}

/// The board's window on the plane; grows as tiles reach its border.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grid {
    pub(crate) x0: i16,
    pub(crate) y0: i16,
    pub(crate) w: u16,
    pub(crate) h: u16,
    pub(crate) cells: Vec<u16>,
}

/// A cell holds a tile; the low bits are its number.
pub(crate) const TILE: u16 = 0x8000;
/// A cell is free and touches a tile; the low bits are its place in the frontier.
pub(crate) const FRONTIER: u16 = 0x4000;
/// A segment reaches this cell.
pub(crate) const NEAR: u16 = 0x2000;
pub(crate) const INDEX: u16 = 0x1fff;

pub(crate) const NONE: u16 = u16::MAX;

/// The state of a game.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(crate) grid: Grid,
    pub(crate) frontier: Vec<u32>,
    pub(crate) needs: Vec<u16>,
    pub(crate) tiles: Vec<PlacedTile>,
    pub(crate) nodes: Vec<NodeData>,
    pub(crate) features: Vec<FeatureData>,
    pub(crate) figures: Vec<FigureData>,
    /// Figures in supply by player × figure kinds + kind: bit per figure of that kind.
    pub(crate) supply: Vec<u32>,
    pub(crate) neutrals: Vec<Place>,
    pub(crate) tokens: Vec<i16>,
    pub(crate) score: [i32; PLAYERS_MAX],
    /// Copies left in their own group, by tile type.
    pub(crate) deck: Vec<u8>,
    /// Tiles left by pile, zones included.
    pub(crate) piles: Vec<u16>,
    pub(crate) zoned: Vec<Zoned>,
    pub(crate) agenda: Vec<u64>,
    pub(crate) ext: Vec<i32>,
    pub(crate) tile_ext: Vec<i32>,
    pub(crate) segment_ext: Vec<i32>,
    pub(crate) indexed: Vec<u16>,
    pub(crate) due: Vec<u16>,
    pub(crate) log: Vec<Logged>,
    pub(crate) log_part: u16,
    /// Links beyond edges, and cuts of links by edges (second field true).
    pub(crate) links: Vec<(u16, u16, bool)>,
    /// Segments closed by an effect.
    pub(crate) closed: Vec<u16>,
    /// Segments whose own tags differ from their type's.
    pub(crate) retagged: Vec<(u16, u128)>,
    /// Tile to be placed, or none.
    pub(crate) drawn: u16,
    /// Tile placed in this part, or none.
    pub(crate) placed: u16,
    pub(crate) player: u8,
    pub(crate) players: u8,
    pub(crate) part: u8,
    pub(crate) parts: u8,
    pub(crate) turn: u16,
    pub(crate) skip: u16,
    pub(crate) discarded: u16,
    pub(crate) over: bool,
    pub(crate) last: bool,
    /// Actions carried out.
    pub(crate) actions: u32,
}

macro_rules! clone_fields {
    ($self:ident, $from:ident, [$($vec:ident),*], [$($val:ident),*]) => {
        $($self.$vec.clone_from(&$from.$vec);)*
        $($self.$val = $from.$val;)*
    };
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut new = State::default();
        new.clone_from(self);
        new
    }

    /// Into a used state: reuses its memory, so that no allocation happens once it has grown.
    fn clone_from(&mut self, from: &Self) {
        self.grid.cells.clone_from(&from.grid.cells);
        self.grid.x0 = from.grid.x0;
        self.grid.y0 = from.grid.y0;
        self.grid.w = from.grid.w;
        self.grid.h = from.grid.h;
        clone_fields!(
            self,
            from,
            [
                frontier, needs, tiles, nodes, features, figures, supply, neutrals, tokens, deck, piles,
                zoned, agenda, ext, tile_ext, segment_ext, indexed, due, log, links, closed, retagged
            ],
            [
                score, log_part, drawn, placed, player, players, part, parts, turn, skip, discarded, over, last,
                actions
            ]
        );
    }
}

impl State {
    /// Whose turn it is.
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
    pub fn drawn(&self) -> Option<TypeId> {
        (self.drawn != NONE).then_some(TypeId(self.drawn))
    }

    /// The tile placed in this part of the turn.
    #[inline]
    #[must_use]
    pub fn placed(&self) -> Option<TileId> {
        (self.placed != NONE).then_some(TileId(self.placed))
    }

    /// Tiles put aside because they fitted nowhere.
    #[must_use]
    pub fn discarded(&self) -> u16 {
        self.discarded
    }

    /// Tiles on the board, in order of placement.
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
    pub fn deck_count(&self, tile: TypeId) -> u8 {
        self.deck.get(tile.index()).copied().unwrap_or(0)
    }

    /// Tiles in zones as (pile, owner, type), in order of arrival.
    pub fn zoned(&self) -> impl Iterator<Item = (crate::ids::PileId, Player, TypeId)> + '_ {
        self.zoned.iter().map(|z| (crate::ids::PileId(z.pile), Player(z.player), TypeId(z.tile)))
    }

    /// Tokens of a player.
    #[inline]
    #[must_use]
    pub fn tokens(&self, token: crate::ids::TokenId, player: Player) -> i16 {
        self.tokens[token.index() * self.players as usize + player.index()]
    }

    /// Where a neutral figure is.
    #[inline]
    #[must_use]
    pub fn neutral(&self, neutral: crate::ids::NeutralId) -> Place {
        self.neutrals[neutral.index()]
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
            FigurePlace::Box => Place::Box,
            FigurePlace::Segment => Place::Segment(Node(f.at)),
            FigurePlace::Held => Place::Held(Player(f.at as u8)),
        }
    }

    /// Figures of a kind in a player's supply.
    #[inline]
    #[must_use]
    pub fn supply(&self, player: Player, kind: FigureKindId) -> u32 {
        let kinds = self.supply.len() / (self.players as usize).max(1);
        self.supply[player.index() * kinds + kind.index()].count_ones()
    }

    /// Feature kind of a segment.
    #[inline]
    #[must_use]
    pub fn kind(&self, node: Node) -> KindId {
        KindId(self.nodes[node.index()].kind)
    }

    /// Tile of a segment.
    #[inline]
    #[must_use]
    pub fn tile_of(&self, node: Node) -> TileId {
        TileId(self.nodes[node.index()].tile)
    }

    /// Number of the segment on its tile.
    #[inline]
    #[must_use]
    pub fn segment_index(&self, node: Node) -> u8 {
        self.nodes[node.index()].seg
    }

    /// First segment of a tile; the others follow.
    #[inline]
    #[must_use]
    pub fn first_node(&self, tile: TileId) -> Node {
        Node(self.tiles[tile.index()].first)
    }

    /// The segment that names the feature.
    #[inline]
    #[must_use]
    pub fn root(&self, node: Node) -> Node {
        Node(self.nodes[node.index()].root)
    }

    /// Effects of this turn that somebody subscribed to keep; with the number at which the part began.
    #[must_use]
    pub fn log(&self) -> (&[Logged], usize) {
        (&self.log, self.log_part as usize)
    }

    #[inline]
    pub(crate) fn feature(&self, node: Node) -> &FeatureData {
        &self.features[self.nodes[node.index()].root as usize]
    }

    #[inline]
    pub(crate) fn feature_mut(&mut self, node: Node) -> &mut FeatureData {
        let root = self.nodes[node.index()].root as usize;
        &mut self.features[root]
    }

    /// Segments of the feature, each once, from the given one on.
    pub fn members(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let start = node.0;
        let mut next = Some(start);
        std::iter::from_fn(move || {
            let now = next?;
            let after = self.nodes[now as usize].next;
            next = (after != start).then_some(after);
            Some(Node(now))
        })
    }

    /// Figures in the feature, each once, in no particular order.
    pub fn figures_in(&self, node: Node) -> impl Iterator<Item = FigureId> + '_ {
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

impl Grid {
    /// A window around the origin.
    pub(crate) fn new() -> Self {
        Self { x0: -16, y0: -16, w: 32, h: 32, cells: vec![0; 32 * 32] }
    }

    #[inline]
    pub(crate) fn index(&self, cell: Cell) -> Option<usize> {
        let x = cell.x.wrapping_sub(self.x0) as u16;
        let y = cell.y.wrapping_sub(self.y0) as u16;
        (x < self.w && y < self.h).then(|| y as usize * self.w as usize + x as usize)
    }

    #[inline]
    pub(crate) fn get(&self, cell: Cell) -> u16 {
        self.index(cell).map_or(0, |i| self.cells[i])
    }

    /// Grows until every cell at most `margin` away is inside.
    #[inline]
    pub(crate) fn ensure(&mut self, cell: Cell, margin: i16) {
        let x = cell.x as i32 - self.x0 as i32;
        let y = cell.y as i32 - self.y0 as i32;
        let m = margin as i32;
        if x >= m && y >= m && x + m < self.w as i32 && y + m < self.h as i32 {
            return;
        }
        self.grow(cell, margin);
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, cell: Cell, margin: i16) {
        let step = margin.max(8);
        let x1 = (self.x0 as i32 + self.w as i32).max(cell.x as i32 + step as i32 + 1);
        let y1 = (self.y0 as i32 + self.h as i32).max(cell.y as i32 + step as i32 + 1);
        let x0 = (self.x0 as i32).min(cell.x as i32 - step as i32);
        let y0 = (self.y0 as i32).min(cell.y as i32 - step as i32);
        let (w, h) = ((x1 - x0) as usize, (y1 - y0) as usize);
        let mut cells = vec![0; w * h];
        for y in 0..self.h as usize {
            let from = y * self.w as usize;
            let to = (y + (self.y0 as i32 - y0) as usize) * w + (self.x0 as i32 - x0) as usize;
            cells[to..to + self.w as usize].copy_from_slice(&self.cells[from..from + self.w as usize]);
        }
        *self = Self { x0: x0 as i16, y0: y0 as i16, w: w as u16, h: h as u16, cells };
    }
}
