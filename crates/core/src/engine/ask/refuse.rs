//! Places and refusals by declaration.

use super::super::Host;
use super::refuses_place;
use crate::answer::Offer;
use crate::choice::Choice;
use crate::condition::{At, Thing, Types};
use crate::game::Game;
use crate::hooks::Event;
use crate::ids::{Player, SegmentId, TileId, TileTypeId};
use crate::ruleset::{PlacePattern, Refuse, Ruleset, Waived};
use crate::state::{State, Zoned};
use crate::step;
use std::ops::Range;

impl Host {
    /// Adds the places that declarations offer, on cells that touch a tile: for tiles of a zone or the one that is drawn.
    pub(super) fn offer_places(&mut self, rules: &Ruleset, st: &State, asked: &Event) {
        let (game, actor) = (Game::new(rules, st), asked.actor);
        let at = At::target(game, asked, actor);
        for pattern in rules.listing.places.iter().filter(|p| p.steps.has(asked.step)) {
            let mut tiles = pattern.tiles(st, actor);
            let cannot = tiles.is_empty() || pattern.is_dear(st, actor);
            if cannot || !at.of(&pattern.whil, Thing::Moment) {
                continue;
            }
            tiles.sort_unstable();
            tiles.dedup();
            let row = (self.offers.len() + 1) as u8;
            let before = self.list.len();
            // What looks the same turned is one place.
            let turns: Vec<(TileTypeId, u8)> = tiles
                .iter()
                .map(|tile| TileTypeId(*tile))
                .flat_map(|tile| {
                    let new =
                        move |r: &u8| (0..*r).all(|first| !rules.turns_alike(tile, first, *r));
                    (0..4).filter(new).map(move |rotation| (tile, rotation))
                })
                .collect();
            for cell in game.frontier() {
                if !at.of(&pattern.cells, Thing::Cell(cell)) {
                    continue;
                }
                for (tile, rotation) in turns.iter().copied() {
                    let place = (tile, cell, rotation);
                    if pattern.overlay.is_some() {
                        game.each_piece(place, pattern.overlay, |over| {
                            let choice =
                                Choice::place_with(tile, cell.pack(), rotation, Some(over));
                            self.list.push(choice.under(row));
                        });
                    } else if refuses_place(&game, place, None, &pattern.waives).is_none() {
                        let choice = Choice::place(tile, cell.pack(), rotation);
                        self.list.push(choice.under(row));
                    }
                }
            }
            if self.list.len() > before {
                if self.notes.on() {
                    self.note_row(None);
                }
                let PlacePattern { expansion: by, rule, must, price, .. } = *pattern;
                let waives = Waived { restrictions: 0, rules: pattern.waives.rules.clone() };
                self.offers.push(Offer { rule, must, price, waives, by, ..Offer::default() });
            }
        }
    }

    /// Drops the places, or the other options, that declarations refuse and no offer waives.
    pub(super) fn refuse(&mut self, rules: &Ruleset, st: &State, places: bool, asked: &Event) {
        let all = &rules.listing.refuses[usize::from(!places)];
        let game = Game::new(rules, st);
        let (at, code) = (At::target(game, asked, asked.actor), asked.step);
        // The core's own deployments are onto the tile just placed; others come by patterns, or by handlers.
        let declared = matches!(code, step::ACTION | step::SECOND_ACTION)
            && rules.asked.deploy_offer.is_empty();
        let kinds = self.patterned;
        let patterned = |n: u16| kinds >> (st.kind(SegmentId(n)).0 & 63) & 1 != 0;
        let tiles = if places { self.list.tiles() } else { Vec::new() };
        let rows = if places { Vec::new() } else { rows(self.list.slice()) };
        self.answer.refused.clear();
        for refuse in all.iter().filter(|r| r.steps.is_none_or(|steps| steps.has(code))) {
            let onto = refuse.onto.map(|neutral| game.neutral_tile(neutral));
            let nowhere = match onto {
                None => false,
                Some(None) => true,
                Some(Some(tile)) => {
                    let elsewhere = declared && tile.0 != st.placed;
                    elsewhere && (kinds == 0 || !st.nodes_of(tile).any(patterned))
                }
            };
            let such = |types: &Types| tiles.iter().any(|tile| types.has(*tile));
            let none = refuse.types.as_ref().is_some_and(|types| !such(types));
            if nowhere || none || !at.of(&refuse.whil, Thing::Moment) {
                debug_assert!(self.plainly(refuse, places, &at).is_empty(), "nothing is refused");
                continue;
            }
            let before = self.answer.refused.len();
            if places {
                self.note_refused_places(refuse, &at);
            } else {
                self.note_refused_by(refuse, &rows, onto.flatten(), &at);
            }
            debug_assert!(
                self.answer.refused[before..]
                    .iter()
                    .map(|r| r.0)
                    .eq(self.plainly(refuse, places, &at)),
                "what is read off a refusal leaves the options for which it holds"
            );
        }
        if !self.answer.refused.is_empty() {
            self.drop_refused(rules);
        }
    }

    /// Notes the places that a declaration refuses.
    fn note_refused_places(&mut self, refuse: &Refuse, at: &At<'_>) {
        let (on, completes) = (refuse.cell.as_ref(), refuse.completes.as_ref());
        let spots = refuse.spots.as_ref().map(|spots| (spots, spots.cells(at)));
        if spots.as_ref().is_some_and(|(_, cells)| cells.is_empty()) {
            return;
        }
        let looked = |cell| {
            spots.as_ref().is_none_or(|(spots, cells)| spots.is_near(cells, cell))
                && on.is_none_or(|condition| at.of(condition, Thing::Cell(cell)))
                && completes.is_none_or(|such| at.may_complete(such, cell))
        };
        let such = |types: &Types, choice: Choice| choice.placed().is_some_and(|t| types.has(t));
        // Rotations on one cell follow each other: it is looked at once for all of them.
        let mut looked_at = (None, false);
        for (i, choice) in (0..).zip(self.list.iter()) {
            let Some(cell) = choice.cell() else { continue };
            if !refuse.types.as_ref().is_none_or(|types| such(types, choice)) {
                continue;
            }
            if looked_at.0 != Some(cell) {
                looked_at = (Some(cell), looked(cell));
            }
            if !looked_at.1 || !refuse.sort.may_do(choice) {
                continue;
            }
            let rule = self.listed().rule_of(at.game().rules, choice);
            if at.of(&refuse.rest, Thing::Option(choice, rule)) {
                self.answer.refused.push((i, refuse.rule));
            }
        }
    }

    /// Notes the options other than places that a declaration refuses, of those onto a tile, if one is given.
    fn note_refused_by(
        &mut self,
        refuse: &Refuse,
        rows: &[Range<usize>],
        onto: Option<TileId>,
        at: &At<'_>,
    ) {
        let (rules, st) = (at.game().rules, at.game().state);
        let onto_it = |choice: Choice| {
            onto.is_none_or(|tile| choice.brings_to().is_some_and(|node| st.tile_of(node) == tile))
        };
        for row in rows {
            let options = &self.list.spelt()[row.clone()];
            let first = options[0];
            let brings = onto.is_none() || first.brings_to().is_some();
            if first.is_place() || !brings || !refuse.sort.may_do(first) {
                continue;
            }
            for (i, choice) in row.clone().zip(options) {
                if !onto_it(*choice) || !refuse.sort.may_go(st, *choice) {
                    continue;
                }
                let rule = self.listed().rule_of(rules, *choice);
                if at.of(&refuse.rest, Thing::Option(*choice, rule)) {
                    self.answer.refused.push((i as u32, refuse.rule));
                }
            }
        }
    }

    /// Which options of the list a declaration refuses, by its whole condition.
    fn plainly(&self, refuse: &Refuse, places: bool, at: &At<'_>) -> Vec<u32> {
        let such = |choice: Choice| {
            let rule = self.listed().rule_of(at.game().rules, choice);
            choice.is_place() == places
                && at.of(&refuse.whil, Thing::Moment)
                && at.of(&refuse.condition, Thing::Option(choice, rule))
        };
        (0..).zip(self.list.iter()).filter(|(_, choice)| such(*choice)).map(|(i, _)| i).collect()
    }
}

impl PlacePattern {
    /// Tiles for which a player is offered places, some more than once.
    pub(in crate::engine) fn tiles(&self, st: &State, actor: Player) -> Vec<u16> {
        if !self.zone.is_some() {
            return st.drawn().iter().map(|t| t.0).collect();
        }
        let there = |z: &&Zoned| z.pile == self.zone.0 && z.is_for(actor.0);
        st.zoned.iter().filter(there).map(|z| z.tile).collect()
    }

    /// Whether a player cannot pay for it.
    pub(in crate::engine) fn is_dear(&self, st: &State, actor: Player) -> bool {
        self.price.is_some_and(|(token, n)| i32::from(st.tokens(token, actor)) < i32::from(n))
    }
}

/// Rows of options that do the same, as they follow each other.
fn rows(options: &[Choice]) -> Vec<Range<usize>> {
    let mut from = 0;
    let row = |row: &[Choice]| {
        from += row.len();
        from - row.len()..from
    };
    options.chunk_by(|a, b| a.does() == b.does()).map(row).collect()
}
