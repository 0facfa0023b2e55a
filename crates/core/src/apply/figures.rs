//! Effects on figures: to the board, home, and elsewhere.

use super::{Impossible, no};
use crate::effect::Place;
use crate::game::Game;
use crate::ids::{Corner, FigureId, FigureKindId, Player, SegmentId};
use crate::ruleset::Ruleset;
use crate::state::{FigureData, FigurePlace, State, Stock};

impl State {
    /// The first figure of a kind in a player's supply.
    #[inline]
    pub(crate) fn first_in_supply(
        &self,
        rules: &Ruleset,
        player: Player,
        kind: FigureKindId,
    ) -> Option<FigureId> {
        let i = player.index() * rules.figures.len() + kind.index();
        let bits = self.supply.get(i).copied().unwrap_or(0);
        (bits != 0).then(|| {
            let first =
                player.0 as u16 * rules.figures_per_player + rules.figure_base[kind.index()];
            FigureId(first + bits.trailing_zeros() as u16)
        })
    }

    #[inline]
    fn supply_bit(&self, rules: &Ruleset, figure: FigureId) -> (usize, u32) {
        let f = &self.figures[figure.index()];
        let before = f.owner as u16 * rules.figures_per_player + rules.figure_base[f.kind as usize];
        let bit = figure.0 - before;
        (f.owner as usize * rules.figures.len() + f.kind as usize, 1 << bit)
    }

    #[inline]
    pub(super) fn deploy(
        &mut self,
        rules: &Ruleset,
        figure: FigureId,
        node: SegmentId,
    ) -> Result<(), Impossible> {
        self.check_figure(figure)?;
        self.check_node(node)?;
        self.take_from_supply(rules, figure)?;
        self.stand(rules, figure, node);
        Ok(())
    }

    #[inline]
    fn take_from_supply(&mut self, rules: &Ruleset, figure: FigureId) -> Result<(), Impossible> {
        let (i, bit) = self.supply_bit(rules, figure);
        if self.supply[i] & bit == 0 {
            return no(
                "the figure is not in its owner's supply",
                "la figurine n'est pas dans la réserve",
            );
        }
        self.supply[i] &= !bit;
        let f = &self.figures[figure.index()];
        let stock = &mut self.stock[f.owner as usize];
        stock.left &= !(u32::from(self.supply[i] == 0) << f.kind);
        stock.out |= 1 << f.kind;
        Ok(())
    }

    /// Puts a figure on a corner, from the supply or from its present place.
    pub(super) fn stand_on(
        &mut self,
        rules: &Ruleset,
        figure: FigureId,
        corner: Corner,
        from: &mut SegmentId,
    ) -> Result<(), Impossible> {
        self.check_figure(figure)?;
        if !Game::new(rules, self).is_corner(corner) {
            return no("there is no such corner", "ce coin n'existe pas");
        }
        if self.figures[figure.index()].place == FigurePlace::Supply {
            *from = SegmentId::NONE;
            self.take_from_supply(rules, figure)?;
        } else {
            self.leave(rules, figure, from)?;
        }
        let f = &mut self.figures[figure.index()];
        f.place = FigurePlace::Corner;
        f.at = corner.0;
        Ok(())
    }

    /// Puts a figure that is nowhere on a segment.
    #[inline]
    pub(super) fn stand(&mut self, rules: &Ruleset, figure: FigureId, node: SegmentId) {
        let f = &mut self.figures[figure.index()];
        f.place = FigurePlace::Segment;
        f.at = node.0;
        self.standing[figure.index() / 64] |= 1 << (figure.0 % 64);
        self.ring_in(rules, figure.0, node.0);
    }

    /// Puts a figure of the supply on a segment, and gives what there was before: see [`State::stand_nowhere`].
    pub(crate) fn stand_as_if(
        &mut self,
        rules: &Ruleset,
        figure: FigureId,
        node: SegmentId,
    ) -> Result<(FigureData, Stock), Impossible> {
        let f = self.figures[figure.index()];
        let before = (f, self.stock[f.owner as usize]);
        self.deploy(rules, figure, node).map(|()| before)
    }

    /// Takes back a figure that was put on a segment as if: it is as it was before.
    pub(crate) fn stand_nowhere(
        &mut self,
        rules: &Ruleset,
        figure: FigureId,
        (before, stock): (FigureData, Stock),
    ) {
        let at = self.figures[figure.index()].at;
        self.standing[figure.index() / 64] &= !(1 << (figure.0 % 64));
        self.ring_out(rules, figure.0, at);
        self.figures[figure.index()] = before;
        self.stock[before.owner as usize] = stock;
        let (i, bit) = self.supply_bit(rules, figure);
        self.supply[i] |= bit;
    }

    #[inline]
    pub(super) fn go_home(
        &mut self,
        rules: &Ruleset,
        figure: FigureId,
        from: &mut SegmentId,
    ) -> Result<(), Impossible> {
        self.check_figure(figure)?;
        self.leave(rules, figure, from)?;
        let (i, bit) = self.supply_bit(rules, figure);
        self.supply[i] |= bit;
        let f = &mut self.figures[figure.index()];
        f.place = FigurePlace::Supply;
        let stock = &mut self.stock[f.owner as usize];
        stock.left |= 1 << f.kind;
        let whole = self.supply[i] == rules.hot.pieces[f.kind as usize & 31];
        stock.out &= !(u32::from(whole) << f.kind);
        Ok(())
    }

    /// Removes a figure from its place. Neutral figures beside it stay on its tile.
    #[inline]
    pub(super) fn leave(
        &mut self,
        rules: &Ruleset,
        figure: FigureId,
        from: &mut SegmentId,
    ) -> Result<(), Impossible> {
        let f = self.figures[figure.index()];
        match f.place {
            FigurePlace::Segment => {
                *from = SegmentId(f.at);
                self.standing[figure.index() / 64] &= !(1 << (figure.0 % 64));
                self.ring_out(rules, figure.0, f.at);
                if !self.neutrals.is_empty() {
                    let tile = self.tile_of(SegmentId(f.at));
                    for n in &mut self.neutrals {
                        if *n == Place::Beside(figure) {
                            *n = Place::Tile(tile);
                        }
                    }
                }
                Ok(())
            }
            FigurePlace::Held => {
                self.held[f.owner as usize] -= 1;
                *from = SegmentId::NONE;
                Ok(())
            }
            FigurePlace::Corner => {
                *from = SegmentId::NONE;
                Ok(())
            }
            FigurePlace::Supply => {
                no("the figure is not on the board", "la figurine n'est pas sur le plateau")
            }
        }
    }
}
