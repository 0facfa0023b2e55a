//! `apply`: the one function through which anything changes.

mod course;
mod features;
mod figures;
mod piles;
mod tiles;

use crate::effect::{Effect, Logged, Place};
use crate::fault::Words;
use crate::hooks::Slot;
use crate::ids::{FigureId, PileId, Player, SegmentId, TileTypeId};
use crate::limits::{POINTS_MAX, SCORE_MAX, TOKENS_PER_KIND_MAX};
use crate::ruleset::Ruleset;
use crate::state::{FigurePlace, NONE, State};
use crate::step;
use crate::tags::Tags;

/// Why an effect does not apply to the state it meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Impossible {
    pub(crate) en: String,
    pub(crate) fr: String,
}

#[cold]
pub(crate) fn no<T>(en: impl Into<String>, fr: impl Into<String>) -> Result<T, Impossible> {
    Err(Impossible { en: en.into(), fr: fr.into() })
}

impl State {
    /// Changes the state; fills in what the effect left open: where a figure came from, the number of a placed tile.
    #[inline(always)]
    pub(crate) fn apply(&mut self, rules: &Ruleset, effect: &mut Effect) -> Result<(), Impossible> {
        match effect {
            Effect::Paid { from, to, points, .. } => {
                if *points as i64 > POINTS_MAX || *points < 0 {
                    return no("too many points", "trop de points");
                }
                if from.is_some() {
                    self.check_player(*from)?;
                    self.add_points(from.index(), -*points)?;
                }
                if to.is_some() {
                    self.check_player(*to)?;
                    self.add_points(to.index(), *points)?;
                }
                Ok(())
            }
            Effect::Deployed { figure, node } => self.deploy(rules, *figure, *node),
            Effect::Returned { figure, from, .. } => self.go_home(rules, *figure, from),
            Effect::Drawn { tile, from, to, player } if !to.is_some() => {
                if self.drawn != NONE {
                    return no(
                        "another tile is to be placed already",
                        "une autre tuile est déjà à poser",
                    );
                }
                self.take_tile(rules, *tile, from.0, *player)?;
                self.drawn = tile.0;
                Ok(())
            }
            Effect::Placed { tile, kind, cell, rotation, from, player, start } => {
                if from.is_some() {
                    self.take_tile(rules, *kind, from.0, *player)?;
                } else {
                    self.let_go(*kind)?;
                }
                self.has_numbers(rules, *kind)?;
                *tile = self.put_tile(rules, *kind, *cell, *rotation);
                self.has_room_left(rules)?;
                if *start {
                    // Features that the start layout completes are not scored.
                    self.due.clear();
                } else {
                    self.placed = tile.0;
                }
                Ok(())
            }
            Effect::Completed { node } => {
                self.check_node(*node)?;
                let feature = self.feature_mut(*node);
                (feature.done, feature.waits) = (true, false);
                Ok(())
            }
            Effect::Waits { node } => {
                self.check_node(*node)?;
                self.feature_mut(*node).waits = true;
                Ok(())
            }
            Effect::Scored { earned, .. } => {
                let mut seats = earned.iter().enumerate();
                seats.try_for_each(|(seat, points)| self.add_points(seat, *points))
            }
            Effect::Checked => {
                self.due.truncate(self.due_from());
                Ok(())
            }
            Effect::PartEnded { next } => {
                self.end_part(rules, *next);
                Ok(())
            }
            Effect::TurnEnded => {
                self.end_turn(rules);
                Ok(())
            }
            Effect::TurnBegun { player } => {
                self.player = player.0;
                self.skip = 0;
                Ok(())
            }
            Effect::Passed { step, .. } => {
                self.skip |= u16::from(*step == step::ACTION) << Slot::SecondAction as u8;
                Ok(())
            }
            Effect::Joined { .. }
            | Effect::Split { .. }
            | Effect::Stuck { .. }
            | Effect::Revealed { .. }
            | Effect::Noted { .. } => Ok(()),
            _ => {
                self.apply_rare(rules, effect)?;
                self.has_room_left(rules)
            }
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

    fn check_node(&self, node: SegmentId) -> Result<(), Impossible> {
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

    #[inline(never)]
    fn apply_rare(&mut self, rules: &Ruleset, effect: &mut Effect) -> Result<(), Impossible> {
        match effect {
            Effect::Drawn { tile, from, to, player } => {
                self.take_tile(rules, *tile, from.0, *player)?;
                self.give_tile(rules, *tile, to.0, *player);
                Ok(())
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
                } else {
                    self.let_go(*tile)?;
                }
                // A tile that leaves the game from the deck was in nobody's hand.
                let undrawn = from.is_some() && rules.piles[from.index()].zone.is_none();
                self.discarded += u16::from(!undrawn && *to == PileId::OUT);
                self.give_tile(rules, *tile, to.0, *player);
                Ok(())
            }
            Effect::TileLaid { tile, kind, cell, rotation, from, player } => {
                *tile = self.lay(rules, (*kind, *cell, *rotation), *from, *player)?;
                Ok(())
            }
            Effect::TileRemoved { tile, kind, to, player } => {
                *kind = self.remove(rules, *tile, *to, *player)?;
                Ok(())
            }
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
                    self.take_tile(rules, TileTypeId(z.tile), from.0, z.player)?;
                    self.give_tile(rules, TileTypeId(z.tile), to.0, Player::NONE);
                }
                for t in 0..rules.types.len() {
                    while rules.types[t].group == *from && self.deck.of(TileTypeId(t as u16)) > 0 {
                        self.take_tile(rules, TileTypeId(t as u16), from.0, Player::NONE)?;
                        self.give_tile(rules, TileTypeId(t as u16), to.0, Player::NONE);
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
                        "deux sortes différentes ne se relient pas",
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
                let members: Vec<SegmentId> = self.members(*node).collect();
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
                    return no("there is no such kind", "cette sorte n'existe pas");
                }
                let members: Vec<SegmentId> = self.members(*node).collect();
                for n in &members {
                    self.nodes[n.index()].kind = kind.0;
                    self.set_own_tags(*n, Tags::NONE);
                    if rules.kinds[kind.index()].indexed
                        && let Err(at) = self.indexed.binary_search(&n.0)
                    {
                        self.indexed.insert(at, n.0);
                    }
                    // What the placed tile touches may be complete as something else.
                    if self.nodes[n.index()].tile == self.placed {
                        self.due.push(n.0);
                    }
                }
                let f = self.feature_mut(*node);
                f.tags = Tags::NONE;
                (f.done, f.waits) = (false, false);
                // A tile may cross two features that are alike now, and counts once when they are joined.
                for n in &members {
                    let alike: Vec<u16> = self.alike_beside(*n).collect();
                    for other in alike {
                        self.feature_mut(SegmentId(other)).multi += 1;
                        self.feature_mut(*n).multi += 1;
                    }
                }
                for n in members {
                    for other in self.linked_by_edges(rules, n) {
                        self.join(rules, n, other);
                    }
                }
                Ok(())
            }
            Effect::Moved { figure, from, node } => {
                self.check_figure(*figure)?;
                self.check_node(*node)?;
                self.leave(rules, *figure, from)?;
                self.stand(rules, *figure, *node);
                Ok(())
            }
            Effect::Stood { figure, corner, from } => self.stand_on(rules, *figure, *corner, from),
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
                    Place::Corner(_) => false,
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
                match self.tokens.get_mut(i).map(|n| (i32::from(*n) + i32::from(*by), n)) {
                    Some((sum, n)) if (0..=i32::from(TOKENS_PER_KIND_MAX)).contains(&sum) => {
                        *n = sum as i16;
                        Ok(())
                    }
                    Some((sum, _)) if sum > 0 => no(
                        format!(
                            "more than {TOKENS_PER_KIND_MAX} tokens of one kind (TOKENS_PER_KIND_MAX)"
                        ),
                        format!(
                            "plus de {TOKENS_PER_KIND_MAX} jetons d'une sorte (TOKENS_PER_KIND_MAX)"
                        ),
                    ),
                    _ => no("not enough tokens", "pas assez de jetons"),
                }
            }
            Effect::AsPlaced { tile } => self.as_placed(*tile),
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
            Effect::Interrupted { player } => {
                self.interrupt(rules, *player);
                Ok(())
            }
            Effect::TurnResumed { player, part, parts, placed, skip } => {
                self.resume(rules);
                (self.player, self.part, self.parts) = (player.0, *part, *parts);
                self.skip = *skip;
                // The extra turn may have taken away what was placed.
                self.placed = if self.lies(*placed) { placed.0 } else { NONE };
                Ok(())
            }
            Effect::Begins { player } => self.begins(*player),
            Effect::Over => {
                self.ending = true;
                Ok(())
            }
            Effect::Ended => {
                self.over = true;
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

    #[inline(always)]
    fn add_points(&mut self, seat: usize, points: i32) -> Result<(), Impossible> {
        // Twice the limit fits, so that the sum does too.
        self.score[seat] += points;
        if self.score[seat].abs() > SCORE_MAX {
            return no("too many points", "trop de points");
        }
        Ok(())
    }
}

impl State {
    /// Applies the effects in an action's log to the state before the action, and returns the first difference from
    /// the state after it, if there is one.
    ///
    /// Everything that a player or a script can read is compared, and how it is stored. The agenda and the number of
    /// decisions are copied from the state after.
    #[must_use]
    pub fn misses(&self, rules: &Ruleset, effects: &[Logged], next: &State) -> Option<Words> {
        let mut state = self.clone();
        for logged in effects {
            let Logged { mut effect, rule } = *logged;
            let name = effect.name();
            if let Err(e) = state.apply(rules, &mut effect) {
                return Some(Words::new(
                    format!("`{name}` does not apply: {}", e.en),
                    format!("`{name}` ne s'applique pas : {}", e.fr),
                ));
            }
            if effect != logged.effect {
                return Some(Words::new(
                    format!("`{name}` is another effect when it is applied again"),
                    format!("`{name}` est un autre effet quand on l'applique à nouveau"),
                ));
            }
            state.note(rules, effect, rule);
        }
        state.agenda.clone_from(&next.agenda);
        (state.actions, state.actions_before) = (next.actions, next.actions_before);
        state.differs(next).map(|part| {
            Words::new(
                format!("the effects in the log do not lead to the same `{part}`"),
                format!("les effets du journal ne mènent pas au même `{part}`"),
            )
        })
    }
}
