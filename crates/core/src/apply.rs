//! `apply`: the one function through which anything changes.

mod features;
mod piles;
mod tiles;

use crate::effect::{Effect, Place};
use crate::hooks::Slot;
use crate::ids::{FigureId, FigureKindId, Node, Player, TypeId};
use crate::limits::POINTS_MAX;
use crate::ruleset::Ruleset;
use crate::state::{FigurePlace, NONE, State};

/// Why an effect does not apply to the state it meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Impossible {
    pub(crate) en: String,
    pub(crate) fr: String,
}

#[cold]
fn no<T>(en: impl Into<String>, fr: impl Into<String>) -> Result<T, Impossible> {
    Err(Impossible { en: en.into(), fr: fr.into() })
}

impl State {
    /// Changes the state; fills in what the effect left open (where a figure came from).
    #[inline(always)]
    pub(crate) fn apply(&mut self, rules: &Ruleset, effect: &mut Effect) -> Result<(), Impossible> {
        match effect {
            Effect::Paid { from, to, points } => {
                if *points as i64 > POINTS_MAX || *points < 0 {
                    return no("too many points", "trop de points");
                }
                if from.is_some() {
                    self.check_player(*from)?;
                    self.score[from.index()] -= *points;
                }
                if to.is_some() {
                    self.check_player(*to)?;
                    self.score[to.index()] += *points;
                }
                Ok(())
            }
            Effect::Deployed { figure, node } => self.deploy(rules, *figure, *node),
            Effect::Returned { figure, from, .. } => self.go_home(rules, *figure, from),
            Effect::Placed { .. }
            | Effect::Joined { .. }
            | Effect::Split { .. }
            | Effect::Completed { .. }
            | Effect::Scored { .. }
            | Effect::Passed { .. }
            | Effect::Stuck { .. }
            | Effect::Noted { .. } => Ok(()),
            _ => self.apply_rare(rules, effect),
        }
    }

    fn check_player(&self, player: Player) -> Result<(), Impossible> {
        if player.0 < self.players {
            Ok(())
        } else {
            no(
                format!("there is no player {}", player.0),
                format!("il n'y a pas de joueur {}", player.0),
            )
        }
    }

    fn check_node(&self, node: Node) -> Result<(), Impossible> {
        if self.is_there(node) {
            Ok(())
        } else {
            no("there is no such segment", "ce segment n'existe pas")
        }
    }

    fn check_figure(&self, figure: FigureId) -> Result<(), Impossible> {
        if figure.index() < self.figures.len() {
            Ok(())
        } else {
            no("there is no such figure", "cette figurine n'existe pas")
        }
    }

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
    fn deploy(&mut self, rules: &Ruleset, figure: FigureId, node: Node) -> Result<(), Impossible> {
        self.check_figure(figure)?;
        self.check_node(node)?;
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
        self.stand(rules, figure, node);
        Ok(())
    }

    /// Puts a figure that is nowhere on a segment.
    #[inline]
    fn stand(&mut self, rules: &Ruleset, figure: FigureId, node: Node) {
        let f = &mut self.figures[figure.index()];
        f.place = FigurePlace::Segment;
        f.at = node.0;
        self.standing[figure.index() / 64] |= 1 << (figure.0 % 64);
        self.ring_in(rules, figure.0, node.0);
    }

    #[inline]
    fn go_home(
        &mut self,
        rules: &Ruleset,
        figure: FigureId,
        from: &mut Node,
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

    /// Takes a figure from where it is; neutral figures beside it stay on its tile.
    #[inline]
    fn leave(
        &mut self,
        rules: &Ruleset,
        figure: FigureId,
        from: &mut Node,
    ) -> Result<(), Impossible> {
        let f = self.figures[figure.index()];
        match f.place {
            FigurePlace::Segment => {
                *from = Node(f.at);
                self.standing[figure.index() / 64] &= !(1 << (figure.0 % 64));
                self.ring_out(rules, figure.0, f.at);
                if !self.neutrals.is_empty() {
                    let tile = self.tile_of(Node(f.at));
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
                *from = Node::NONE;
                Ok(())
            }
            FigurePlace::Supply | FigurePlace::Box => {
                no("the figure is not on the board", "la figurine n'est pas sur le plateau")
            }
        }
    }

    #[inline(never)]
    fn apply_rare(&mut self, rules: &Ruleset, effect: &mut Effect) -> Result<(), Impossible> {
        match effect {
            Effect::Drawn { tile, from, to, player } => {
                if !to.is_some() && self.drawn != NONE {
                    return no(
                        "another tile is to be placed already",
                        "une autre tuile est déjà à poser",
                    );
                }
                self.take_tile(rules, *tile, from.0, *player).map(|()| {
                    if to.is_some() {
                        self.give_tile(rules, *tile, to.0, *player);
                    } else {
                        self.drawn = tile.0;
                    }
                })
            }
            Effect::TileMoved { tile, from, to, player } => {
                if to.index() >= rules.piles.len() || tile.index() >= rules.types.len() {
                    return no(
                        "there is no such pile or tile",
                        "cette pile ou cette tuile n'existe pas",
                    );
                }
                if from.is_some() {
                    self.take_tile(rules, *tile, from.0, *player)?;
                } else if self.drawn == tile.0 {
                    self.drawn = NONE;
                } else {
                    return no(
                        "the tile is not the one drawn",
                        "cette tuile n'est pas celle qui est piochée",
                    );
                }
                self.give_tile(rules, *tile, to.0, *player);
                Ok(())
            }
            Effect::TileLaid { tile, kind, cell, rotation, from, player } => {
                *tile = self.lay(rules, (*kind, *cell, *rotation), *from, *player)?;
                Ok(())
            }
            Effect::TileRemoved { tile, to, player } => self.remove(rules, *tile, *to, *player),
            Effect::Overlaid { tile, overlay, rotation, node } => {
                *node = self.overlay(rules, *tile, *overlay, *rotation)?;
                Ok(())
            }
            Effect::Poured { from, to } => {
                if from.index() >= rules.piles.len()
                    || to.index() >= rules.piles.len()
                    || from == to
                {
                    return no("there is no such pile", "cette pile n'existe pas");
                }
                while let Some(z) = self.zoned.iter().find(|z| z.pile == from.0).copied() {
                    self.take_tile(rules, TypeId(z.tile), from.0, z.player)?;
                    self.give_tile(rules, TypeId(z.tile), to.0, Player::NONE);
                }
                for t in 0..rules.types.len() {
                    while rules.types[t].group == *from && self.deck.of(TypeId(t as u16)) > 0 {
                        self.take_tile(rules, TypeId(t as u16), from.0, Player::NONE)?;
                        self.give_tile(rules, TypeId(t as u16), to.0, Player::NONE);
                    }
                }
                Ok(())
            }
            Effect::Linked { a, b } => {
                self.check_node(*a)?;
                self.check_node(*b)?;
                if self.nodes[a.index()].kind != self.nodes[b.index()].kind {
                    return no(
                        "segments of two kinds cannot be linked",
                        "deux genres ne se relient pas",
                    );
                }
                self.links.push((a.0, b.0, false));
                self.join(rules, *a, *b);
                self.due.push(a.0);
                Ok(())
            }
            Effect::Unlinked { a, b } => self.unlink(rules, *a, *b),
            Effect::Closed { node } => {
                self.check_node(*node)?;
                self.closed.push(node.0);
                let members: Vec<Node> = self.members(*node).collect();
                self.recompute(rules, &members);
                self.due.push(node.0);
                Ok(())
            }
            Effect::Tagged { node, lane, by } => {
                self.check_node(*node)?;
                self.retag(rules, *node, *lane, *by)
            }
            Effect::Retyped { node, kind } => {
                self.check_node(*node)?;
                if kind.index() >= rules.kinds.len() {
                    return no("there is no such kind", "ce genre n'existe pas");
                }
                let members: Vec<Node> = self.members(*node).collect();
                for n in &members {
                    self.nodes[n.index()].kind = kind.0;
                    self.set_own_tags(*n, 0);
                    // What the placed tile touches may be complete as something else.
                    if self.nodes[n.index()].tile == self.placed {
                        self.due.push(n.0);
                    }
                }
                let f = self.feature_mut(*node);
                f.tags = 0;
                f.done = false;
                Ok(())
            }
            Effect::Moved { figure, from, node } => {
                self.check_figure(*figure)?;
                self.check_node(*node)?;
                self.leave(rules, *figure, from)?;
                self.stand(rules, *figure, *node);
                Ok(())
            }
            Effect::Captured { figure, from, by } => {
                self.check_figure(*figure)?;
                self.check_player(*by)?;
                self.leave(rules, *figure, from)?;
                let f = &mut self.figures[figure.index()];
                f.place = FigurePlace::Held;
                f.at = by.0 as u16;
                self.held[f.owner as usize] += 1;
                Ok(())
            }
            Effect::NeutralMoved { neutral, to } => {
                let ok = match to {
                    Place::Segment(n) => self.is_there(*n),
                    Place::Tile(t) => self.lies(*t),
                    Place::Beside(f) => {
                        self.figures.get(f.index()).is_some_and(|f| f.place == FigurePlace::Segment)
                    }
                    Place::Held(p) => p.0 < self.players,
                    Place::Supply | Place::Box => true,
                };
                if !ok || neutral.index() >= self.neutrals.len() {
                    return no(
                        "the neutral figure cannot go there",
                        "la figurine neutre ne peut pas aller là",
                    );
                }
                self.neutrals[neutral.index()] = *to;
                Ok(())
            }
            Effect::Check { node } => {
                self.check_node(*node)?;
                self.due.push(node.0);
                Ok(())
            }
            Effect::TokenMoved { token, player, by } => {
                self.check_player(*player)?;
                let i = token.index() * self.players as usize + player.index();
                match self.tokens.get_mut(i) {
                    Some(n) if *n as i32 + *by as i32 >= 0 && *n as i32 + (*by as i32) < 10_000 => {
                        *n += *by;
                        Ok(())
                    }
                    _ => no("not enough tokens", "pas assez de jetons"),
                }
            }
            Effect::Skip { slot } => {
                let Some(named) = Slot::ALL.get(*slot as usize) else {
                    return no("there is no such slot", "ce moment n'existe pas");
                };
                if !named.may_be_skipped() {
                    let name = named.name();
                    return no(
                        format!("the slot `{name}` cannot be left out"),
                        format!("le moment `{name}` ne peut pas être sauté"),
                    );
                }
                self.skip |= 1 << *slot;
                Ok(())
            }
            Effect::Parts { n } => {
                if *n > 16 {
                    return no("more than 16 parts in a turn", "plus de 16 parties dans un tour");
                }
                self.parts = self.parts.max(*n);
                Ok(())
            }
            Effect::Turn { .. } if self.drawn != NONE => no(
                "a tile is drawn and not placed yet; give the turn before or after",
                "une tuile est piochée et pas encore posée ; donnez le tour avant ou après",
            ),
            Effect::Turn { player } => self.check_player(*player),
            Effect::Begins { player } => self.begins(*player),
            Effect::Over => {
                self.last = true;
                Ok(())
            }
            Effect::Set { key, of, value } => match self.slot(rules, key.index(), *of) {
                Some(n) if rules.state[key.index()].decl.list == 0 => {
                    *n = *value;
                    Ok(())
                }
                _ => no("there is no such state", "cet état n'existe pas"),
            },
            Effect::Listed { key, of, value } => self.listed(rules, key.index(), *of, *value),
            Effect::Cleared { key, of } => match self.slot(rules, key.index(), *of) {
                Some(n) => {
                    *n = 0;
                    Ok(())
                }
                None => no("there is no such state", "cet état n'existe pas"),
            },
            _ => Ok(()),
        }
    }

    /// Whether a player has a tile that may be offered to him: the drawn one, or one in a zone of his or of
    /// all.
    pub(crate) fn has_at_hand(&self, rules: &Ruleset, player: Player, tile: TypeId) -> bool {
        self.drawn == tile.0 || self.offered_at(rules, player, tile).is_some()
    }

    /// Takes a tile that was offered from a zone of the player, else from one of all.
    pub(crate) fn take_offered(&mut self, rules: &Ruleset, player: Player, tile: TypeId) -> bool {
        let found = self.offered_at(rules, player, tile);
        if let Some(i) = found {
            let z = self.zoned.remove(i);
            self.piles[z.pile as usize] -= 1;
        }
        found.is_some()
    }
}
