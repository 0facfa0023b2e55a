//! Verbs and deploy patterns, listed by their declarations.

use super::super::Host;
use super::own::joins_own;
use super::plainly;
use crate::answer::Offer;
use crate::bytes::ones;
use crate::choice::Choice;
use crate::decl::Target;
use crate::effect::Place;
use crate::game::Game;
use crate::ids::{FigureId, FigureKindId, Node, Player, TileId, VerbId};
use crate::ruleset::{Pattern, Ruleset, Verb, Waived, Where};
use crate::state::{NONE, State};

/// Whether a player can pay for a verb, and has not done it already if that is once too often.
#[inline(never)]
fn may_be_done(rules: &Ruleset, st: &State, actor: Player, v: &Verb) -> bool {
    let game = Game::new(rules, st);
    // What chance has done is written nowhere.
    let seated = actor.0 < st.players;
    v.price.iter().all(|(t, n)| st.tokens(*t, actor) >= *n as i16)
        && (v.points == 0 || st.score(actor) >= v.points as i32)
        && !v.once.is_some_and(|key| seated && game.get(key, actor.index()) != 0)
}

/// Rows for offers of the core itself.
const ROWS_MAX: usize = 250;

impl Host {
    /// Lists a verb by its declaration.
    pub(super) fn list_verb(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        verb: VerbId,
        near: Node,
    ) {
        let v = &rules.verbs[verb.index()];
        if v.limited && !may_be_done(rules, st, actor, v) {
            return;
        }
        let game = Game::new(rules, st);
        let w = &v.wher;
        match v.decl.target {
            Target::None => self.list.push(Choice::invoke(verb, 0)),
            Target::Segment => {
                let list = &mut self.list;
                game.each_segment(w, w.any_kind(), near, |node| {
                    list.push(Choice::invoke(verb, node.0 as u32));
                });
            }
            Target::Figure => {
                let before = self.list.len();
                self.list_figures(rules, st, actor, verb, w, near);
                debug_assert!(
                    w.placed_tag.is_some()
                        || plainly::same(
                            self.list.iter().skip(before),
                            plainly::figures(rules, st, actor, verb, near)
                        ),
                    "the bits of figures say which are meant"
                );
            }
            Target::Player => {
                for p in 0..st.players {
                    if w.owner.means(p, actor) {
                        self.list.push(Choice::invoke(verb, p as u32));
                    }
                }
            }
            Target::Tile => {
                let before = self.list.len();
                self.list_tiles(rules, st, actor, verb);
                debug_assert!(
                    plainly::same(
                        self.list.iter().skip(before),
                        plainly::tiles(rules, st, actor, verb)
                    ),
                    "the tiles looked at are all that may be meant"
                );
            }
            Target::Neutral => {
                for (i, place) in st.neutrals.iter().enumerate() {
                    if *place != Place::Box {
                        self.list.push(Choice::invoke(verb, i as u32));
                    }
                }
            }
            Target::Cell | Target::TileType | Target::Number => {}
        }
    }

    /// Tiles: those around a neutral figure, those with a figure on them, or all.
    fn list_tiles(&mut self, rules: &Ruleset, st: &State, actor: Player, verb: VerbId) {
        let v = &rules.verbs[verb.index()];
        let w = &v.wher;
        let game = Game::new(rules, st);
        let left = v.trail.map_or(&[][..], |key| game.list(key, 0));
        let held = w.free_of.and_then(|n| game.neutral_tile(n)).map_or(NONE, |t| t.0);
        let list = &mut self.list;
        let asks = w.placed.is_some() || w.asks_figure();
        let meant = |t: u16| !asks || game.tile_matches_there(w, TileId(t), actor);
        let fits = |t: TileId| t.0 != held && !left.contains(&t.0.into()) && meant(t.0);
        if let Some(neutral) = w.next_to {
            let Some(cell) = game.neutral_cell(neutral) else { return };
            // Which of them it may be cannot be guessed: all four are looked at.
            let around = [0, 1, 2, 3].map(|s| st.tile_at(cell.side(s)).map_or(NONE, |t| t.0));
            let mut out = around.map(|t| t == NONE || t == held);
            for before in left {
                for (t, out) in around.iter().zip(&mut out) {
                    *out |= *before == i32::from(*t);
                }
            }
            for (t, out) in around.into_iter().zip(out) {
                list.push_if(Choice::invoke(verb, t.into()), !out && meant(t));
            }
        } else if w.asks_figure() {
            for t in st.standing().map(|f| st.tile_of(Node(st.figures[f.index()].at))) {
                let choice = Choice::invoke(verb, t.0.into());
                if fits(t) && !list.contains(choice) {
                    list.push(choice);
                }
            }
        } else {
            for t in (0..st.tiles.len() as u16).filter(|t| fits(TileId(*t))) {
                list.push(Choice::invoke(verb, t.into()));
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one call site")]
    pub(super) fn list_figures(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        verb: VerbId,
        w: &Where,
        near: Node,
    ) {
        let game = Game::new(rules, st);
        if w.placed_tag.as_ref().is_some_and(|tag| !game.placed_has(tag.lanes())) {
            return;
        }
        let taken = w.free_of.and_then(|n| st.beside(n)).unwrap_or(FigureId::NONE);
        debug_assert!(
            st.standing().eq((0..st.figure_count() as u16)
                .map(FigureId)
                .filter(|f| matches!(st.figure_place(*f), Place::Segment(_)))),
            "the bits of standing figures say who stands on a segment"
        );
        let words = st.figures.len().div_ceil(64);
        let meant = &w.meant[actor.index().min(st.players.into()) * words..][..words];
        for (i, (meant, standing)) in meant.iter().zip(&st.standing).enumerate() {
            let there = if w.holder.is_some() { !standing } else { *standing };
            let first = 64 * i as u16;
            let mut bits = meant & there;
            if taken.0 / 64 == i as u16 {
                bits &= !(1 << (taken.0 % 64));
            }
            if w.any_place && !w.one_per_kind {
                self.list.push_each(bits, |bit| Choice::invoke(verb, u32::from(first) + bit));
                continue;
            }
            for bit in ones(bits) {
                let id = FigureId(first + bit);
                if (w.any_place || game.place_matches(w, id, actor, near))
                    && !(w.one_per_kind && st.has_alike_before(id))
                {
                    self.list.push(Choice::invoke(verb, id.0.into()));
                }
            }
        }
    }

    /// Lists a declared deploy pattern for the figure kinds at hand, as bits.
    pub(super) fn list_pattern(
        &mut self,
        rules: &Ruleset,
        st: &State,
        actor: Player,
        p: &Pattern,
        have: u32,
    ) {
        let game = Game::new(rules, st);
        if p.placed_tag.as_ref().is_some_and(|tag| !game.placed_carries(tag))
            || p.once.is_some_and(|key| game.get(key, actor.index()) != 0)
        {
            return;
        }
        let lifted = p.waives.bits(rules);
        let figures = p.figures & have;
        if self.notes.on() {
            self.note_refused(rules, st, actor, p, figures);
        }
        // Only segments that take such figures are looked at.
        let kinds = rules.hot.kinds_taking(figures) & p.wher.any_kind();
        if kinds == 0 {
            return;
        }
        let completes = kinds & rules.hot.completes != 0 || !rules.complete.is_empty();
        let may_be_complete = p.may_be_complete && completes;
        let row = (self.offers.len() + 1).min(ROWS_MAX) as u8;
        let list = &mut self.list;
        let before = list.len();
        game.each_segment(&p.wher, kinds, Node::NONE, |node| {
            let mut bits = figures & rules.hot.takes[st.kind(node).index() & 31];
            if p.may_be_occupied && game.is_occupied(node) {
                bits &= !rules.hot.claims;
            }
            if may_be_complete && st.tile_of(node).0 != st.placed && game.is_complete(node) {
                return;
            }
            while bits != 0 {
                let kind = FigureKindId(bits.trailing_zeros() as u8);
                bits &= bits - 1;
                let special = rules.hot.special >> kind.0 & 1 != 0;
                if !special || joins_own(rules, st, actor, kind, node, lifted) {
                    list.push(Choice::deploy(kind, node).under(row));
                }
            }
        });
        if list.len() == before {
            return;
        }
        self.patterned |= kinds;
        if self.offers.len() < ROWS_MAX {
            if self.notes.on() {
                self.note_row(p);
            }
            let Pattern { rule, free, once, ref waives, .. } = *p;
            let waives = Waived { restrictions: 0, rules: waives.rules.clone() };
            self.offers.push(Offer { rule, free, once, waives, ..Offer::default() });
        }
    }
}
