//! Tiles between piles, numbers in declared state.

use super::{Impossible, no};
use crate::decl::Per;
use crate::ids::{PileId, Player, SegmentId, TileId, TileTypeId};
use crate::ruleset::Ruleset;
use crate::state::{NONE, State, Zoned};
use crate::step::{self, Header};

impl State {
    pub(crate) fn slot(&mut self, rules: &Ruleset, key: usize, of: u16) -> Option<&mut i32> {
        let k = rules.state.get(key)?;
        let of = of as usize;
        match k.decl.per {
            Per::Game => self.ext.get_mut(k.at),
            Per::Player if of < self.players as usize => self.ext.get_mut(k.at + of * k.width),
            Per::Figure if of < self.figures.len() => self.ext.get_mut(k.at + of * k.width),
            Per::Tile if self.lies(TileId(of as u16)) => {
                self.tile_ext.get_mut(k.at + of * rules.kept.per_tile.len())
            }
            Per::Segment if self.is_there(SegmentId(of as u16)) => {
                self.segment_ext.get_mut(k.at + of * rules.kept.per_segment.len())
            }
            _ => None,
        }
    }

    pub(crate) fn listed(
        &mut self,
        rules: &Ruleset,
        key: usize,
        of: u16,
        value: i32,
    ) -> Result<(), Impossible> {
        let Some(k) = rules.state.get(key).filter(|k| k.decl.list > 0) else {
            return no("there is no such list", "cette liste n'existe pas");
        };
        let at = match k.decl.per {
            Per::Game => k.at,
            _ => k.at + of as usize * k.width,
        };
        let Some(n) = self.ext.get(at).copied() else {
            return no("there is no such list", "cette liste n'existe pas");
        };
        if n >= k.decl.list as i32 {
            return no(
                format!("the list `{}` is full ({})", k.decl.name, k.decl.list),
                format!("la liste `{}` est pleine ({})", k.decl.name, k.decl.list),
            );
        }
        self.ext[at] = n + 1;
        self.ext[at + 1 + n as usize] = value;
        Ok(())
    }

    /// Takes a tile out of a pile; out of a zone of several owners: that of the given player, else of the
    /// player of the turn, else of anybody.
    #[inline]
    pub(super) fn take_tile(
        &mut self,
        rules: &Ruleset,
        tile: TileTypeId,
        pile: u8,
        player: Player,
    ) -> Result<(), Impossible> {
        let home = rules.types.get(tile.index()).map(|t| t.group.0);
        if home == Some(pile) && self.deck.of(tile) > 0 {
            self.deck.take(tile);
        } else {
            self.take_lying(tile, pile, player)?;
        }
        self.piles[pile as usize] -= 1;
        if self.piles[pile as usize] == 0 {
            self.look_for_pile(rules);
        }
        Ok(())
    }

    /// Takes a tile that is not in its own group.
    #[inline(never)]
    fn take_lying(&mut self, tile: TileTypeId, pile: u8, player: Player) -> Result<(), Impossible> {
        let lies = |z: &Zoned| z.pile == pile && z.tile == tile.0;
        let of = |owner: Player| self.zoned.iter().position(|z| lies(z) && z.player == owner);
        let found = of(player).or_else(|| of(self.player()));
        let Some(i) = found.or_else(|| self.zoned.iter().position(lies)) else {
            return no("the tile is not in that pile", "la tuile n'est pas dans cette pile");
        };
        self.zoned.remove(i);
        Ok(())
    }

    pub(crate) fn give_tile(
        &mut self,
        rules: &Ruleset,
        tile: TileTypeId,
        pile: u8,
        player: Player,
    ) {
        let home = rules.types[tile.index()].group.0 == pile;
        if !home || !self.deck.give(tile) {
            self.zoned.push(Zoned { pile, player, tile: tile.0 });
        }
        self.piles[pile as usize] += 1;
        self.look_for_pile(rules);
    }

    /// The tile that was drawn is no longer to be placed.
    #[inline]
    pub(super) fn let_go(&mut self, tile: TileTypeId) -> Result<(), Impossible> {
        if self.drawn != tile.0 {
            return no(
                "the tile is not the one drawn",
                "cette tuile n'est pas celle qui est piochée",
            );
        }
        self.drawn = NONE;
        Ok(())
    }

    /// A player has the first turn, as long as it has not begun.
    pub(crate) fn begins(&mut self, player: Player) -> Result<(), Impossible> {
        let Some(bottom) = self.agenda.first_mut().filter(|_| player.0 < self.players) else {
            return no("there is no such player", "ce joueur n'existe pas");
        };
        let turn = Header(*bottom);
        if turn.code() != step::TURN || turn.first() != 0 || turn.nargs() != 1 {
            return no("the first turn has begun", "le premier tour a commencé");
        }
        *bottom = Header::new(turn.code(), player.0, turn.nargs(), turn.first()).0;
        self.player = player.0;
        Ok(())
    }

    /// From where a player places a tile, if he has it: the tile that was drawn (no pile), one of a zone that he
    /// plays from, or one that is offered from a zone.
    pub(crate) fn source(
        &self,
        rules: &Ruleset,
        player: Player,
        tile: TileTypeId,
        offered: bool,
    ) -> Option<(PileId, Player)> {
        if self.drawn == tile.0 {
            return Some((PileId::NONE, Player::NONE));
        }
        let plays = |z: &Zoned| rules.listing.playing_zones.iter().any(|p| p.0 == z.pile);
        let zone = |z: &Zoned| {
            z.pile != PileId::OUT.0 && rules.piles[z.pile as usize].zone.is_some() && offered
        };
        let lie = self.zoned.iter().filter(|z| z.tile == tile.0);
        let (mine, all) = (|z: &Zoned| z.player == player, |z: &Zoned| !z.player.is_seated());
        let found = lie
            .clone()
            .find(|z| mine(z) && plays(z))
            .or_else(|| lie.clone().find(|z| mine(z) && zone(z)))
            .or_else(|| lie.clone().find(|z| all(z) && zone(z)));
        found.map(|z| (PileId(z.pile), z.player))
    }
}
