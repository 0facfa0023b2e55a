//! Restores a copy to its original after a trial, without copying the board again.

use super::State;
use crate::effect::{Effect, Sink};
use crate::ids::{Cell, RuleId, SegmentId, TileId};
use crate::ruleset::{Ruleset, SEG_NONE};
use crate::score::Sheet;

/// Things that effects have touched, as far as they matter for the board and its values.
#[derive(Clone, Debug, Default)]
pub struct Touched {
    /// Segments whose features came to have other figures, or were completed.
    pub nodes: Vec<SegmentId>,
    /// Cells on which a tile was placed.
    pub cells: Vec<Cell>,
    /// Whether the board changed in another way, so that any feature may differ.
    pub board: bool,
    /// Something changed that stands beside the board and beside figures: neutral figures, tokens, figures held,
    /// numbers of expansions.
    pub beside: bool,
    /// A feature became complete.
    pub completed: bool,
}

impl Touched {
    /// Nothing has been touched.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.cells.clear();
        (self.board, self.beside, self.completed) = (false, false, false);
    }

    /// Returns whether the differing features of a state are known.
    fn is_known(&self, state: &State) -> bool {
        let one = || self.cells.len() == 1 && state.closed.is_empty() && state.overlaid.is_empty();
        !self.board && (self.cells.is_empty() || one())
    }

    fn node(&mut self, node: SegmentId) {
        if node.is_some() {
            self.nodes.push(node);
        }
    }
}

impl Sink for Touched {
    const ON: bool = true;
    const SHEETS: bool = false;

    #[inline]
    fn effect(&mut self, effect: Effect, _: RuleId) {
        match effect {
            Effect::Placed { cell, .. } => self.cells.push(cell),
            Effect::Completed { node } => {
                self.completed = true;
                self.node(node);
            }
            Effect::Deployed { node, .. } | Effect::Waits { node } => self.node(node),
            Effect::Moved { from, node, .. } => {
                self.node(from);
                self.node(node);
            }
            Effect::Returned { from, .. } | Effect::Stood { from, .. } => self.node(from),
            Effect::Captured { from, .. } => {
                self.beside = true;
                self.node(from);
            }
            Effect::TileLaid { .. }
            | Effect::TileRemoved { .. }
            | Effect::Overlaid { .. }
            | Effect::Linked { .. }
            | Effect::Unlinked { .. }
            | Effect::Closed { .. }
            | Effect::Tagged { .. }
            | Effect::Retyped { .. }
            | Effect::Joined { .. }
            | Effect::Split { .. } => self.board = true,
            Effect::NeutralMoved { .. }
            | Effect::TokenMoved { .. }
            | Effect::Set { .. }
            | Effect::Listed { .. }
            | Effect::Cleared { .. } => self.beside = true,
            Effect::Drawn { .. }
            | Effect::TileMoved { .. }
            | Effect::Poured { .. }
            | Effect::Check { .. }
            | Effect::Scored { .. }
            | Effect::Paid { .. }
            | Effect::AsPlaced { .. }
            | Effect::Skip { .. }
            | Effect::Parts { .. }
            | Effect::Turn { .. }
            | Effect::Begins { .. }
            | Effect::Over
            | Effect::Passed { .. }
            | Effect::Stuck { .. }
            | Effect::Revealed { .. }
            | Effect::Noted { .. }
            | Effect::Checked
            | Effect::PartEnded { .. }
            | Effect::TurnEnded
            | Effect::TurnBegun { .. }
            | Effect::Interrupted { .. }
            | Effect::TurnResumed { .. }
            | Effect::Ended => {}
        }
    }

    fn scored(&mut self, _: Sheet) {}
}

impl State {
    /// Brings a copy of a state, on which one action was tried that touched this, back to it: as `clone_from`, but what lies
    /// on the board is copied only where the action may have changed it.
    pub fn bring_back(&mut self, rules: &Ruleset, from: &State, touched: &Touched) {
        if !touched.is_known(from) {
            return self.clone_from(from);
        }
        self.clone_rest_from(from);
        self.tiles.truncate(from.tiles.len());
        self.nodes.truncate(from.nodes.len());
        self.features.truncate(from.features.len());
        let resets = [&rules.kept.resets_in_part, &rules.kept.resets_in_turn];
        let resets_rows = resets.iter().any(|r| !r.tiles.is_empty() || !r.segments.is_empty());
        if touched.beside || resets_rows {
            self.tile_ext.clone_from(&from.tile_ext);
            self.segment_ext.clone_from(&from.segment_ext);
        } else {
            self.tile_ext.truncate(from.tile_ext.len());
            self.segment_ext.truncate(from.segment_ext.len());
        }
        for node in touched.nodes.iter().filter(|n| n.index() < from.nodes.len()) {
            let root = from.root(*node).index();
            self.features[root] = from.features[root];
        }
        for cell in &touched.cells {
            self.take_apart(rules, from, *cell);
        }
        debug_assert_eq!(self.differs(from), None, "what effects touched is all that is another");
    }

    /// Features that a tile on a cell has joined or filled are as they were before.
    fn take_apart(&mut self, rules: &Ruleset, from: &State, cell: Cell) {
        for side in 0..4 {
            let Some(tile) = from.tile_at(cell.side(side)) else { continue };
            for n in from.facing(rules, tile, side + 2) {
                let root = from.nodes[usize::from(n)].root;
                let at = usize::from(root);
                self.features[at] = from.features[at];
                if self.nodes[at].root == root {
                    // What joined it stands behind it in the ring.
                    self.nodes[at] = from.nodes[at];
                } else {
                    for n in from.members(SegmentId(root)) {
                        self.nodes[n.index()] = from.nodes[n.index()];
                    }
                }
            }
        }
        for n in from.reaching.iter().filter(|n| from.reaches(rules, **n, cell)) {
            let root = usize::from(from.nodes[usize::from(*n)].root);
            self.features[root] = from.features[root];
        }
    }

    /// Returns the roots of the features that differ from the state before the touching action, each once, and whether
    /// unchanged features may border newly completed ones. Returns `None` if any feature may differ.
    pub fn touched_features(
        &self,
        rules: &Ruleset,
        touched: &Touched,
        roots: &mut Vec<SegmentId>,
    ) -> Option<bool> {
        roots.clear();
        if !touched.is_known(self) {
            return None;
        }
        let mut note = |n: u16| {
            let root = SegmentId(self.nodes[usize::from(n)].root);
            if !roots.contains(&root) {
                roots.push(root);
            }
        };
        touched.nodes.iter().for_each(|n| note(n.0));
        for cell in &touched.cells {
            self.printed_on(self.tile_at(*cell)?).for_each(&mut note);
            for side in 0..4 {
                let beside = self.tile_at(cell.side(side));
                beside
                    .into_iter()
                    .flat_map(|t| self.facing(rules, t, side + 2))
                    .for_each(&mut note);
            }
            let reaching = self.reaching.iter().copied();
            reaching.filter(|n| self.reaches(rules, *n, *cell)).for_each(&mut note);
        }
        let closed = touched.completed || self.due.len() > self.due_from();
        Some(!touched.cells.is_empty() && closed || !rules.asked.complete.is_empty())
    }

    /// Segments printed on a tile that meet a side of it.
    fn facing(&self, rules: &Ruleset, tile: TileId, side: usize) -> impl Iterator<Item = u16> {
        let tile = self.tiles[tile.index()];
        let met = rules.fitting.sides[usize::from(tile.face)][side & 3];
        let met = [met.left, met.middle, met.right].into_iter();
        met.filter(|seg| *seg != SEG_NONE).map(move |seg| tile.first + u16::from(seg))
    }
}
